//! `book tree`: the lines of a book, in the terminal or as a page.

mod page;

use super::files;
use super::games::Visits;
use super::look::brief;
use super::options::TreeArgs;
use super::row::{GamesRow, Row};
use crate::batch::Batch;
use crate::commands::db::Score;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::opening_names;
use crate::output::{self, json, style, text};
use anyhow::{Context, bail};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use xsquare_engine::{Board, Move, Position};
use xsquare_search::book::{Book, Known, Page, Way, probe};
use xsquare_search::{Eval, Kind};

/// More nodes than a page or a terminal is good for.
const MOST_NODES: usize = 100_000;

/// A position of a tree and how it is come to.
struct Node {
    position: Position,
    /// The moves from the position that the tree begins with.
    path: Vec<Move>,
    /// What the move to it is worth to the side that made it, and how much worse than the best that is.
    step: Option<(Eval, i32)>,
    page: Option<Page>,
    /// Why it has no children although the book may go on.
    shown: Shown,
    games: Option<Score>,
    children: Vec<Self>,
}

/// Whether the lines from a position are in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// They are, as far as the tree goes.
    Here,
    /// They stand elsewhere: the same position was come to in another way.
    Elsewhere,
}

/// Shows the tree from a position.
pub(super) fn run(args: &TreeArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let is_start = args.input.positions.is_empty() && args.input.file.is_empty();
    let position = if is_start {
        Position::START
    } else {
        Batch::new(&args.input, settings)?.only()?.position
    };
    let visits = Visits::count(&args.games)?;
    let root = args.which.with(|book| {
        let mut planter = Planter {
            book,
            args,
            visits: visits.as_ref(),
            seen: HashSet::new(),
            nodes: 0,
        };
        planter.plant(position, Vec::new(), None)
    })?;
    if root.page.is_none() {
        output::complain(&"the position is not in the book");
        return Ok(ExitCode::Negative);
    }
    if let Some(path) = &args.html {
        files::spare(path)?;
        fs::write(path, page::write(&root))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let positions = text::count(root.size());
        output::note(&format!(
            "{positions} positions written to {}",
            path.display()
        ));
        return Ok(ExitCode::Success);
    }
    match settings.format {
        Format::Json => root.print_rows()?,
        Format::Text => {
            let mut words = String::new();
            root.write(&mut words);
            write!(output::stdout(), "{words}")?;
        }
    }
    Ok(ExitCode::Success)
}

/// Makes a tree.
struct Planter<'a> {
    book: &'a Book,
    args: &'a TreeArgs,
    visits: Option<&'a Visits>,
    /// Canonical positions whose lines are in the tree.
    seen: HashSet<Board>,
    nodes: usize,
}

impl Planter<'_> {
    fn plant(
        &mut self,
        position: Position,
        path: Vec<Move>,
        step: Option<(Eval, i32)>,
    ) -> anyhow::Result<Node> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            bail!(
                "the tree has more than {MOST_NODES} positions; expected fewer --plies or a smaller --margin"
            );
        }
        let page = probe(self.book, position.board())?;
        let is_new = self.seen.insert(position.board().canonical().0);
        let mut node = Node {
            position,
            step,
            shown: if is_new {
                Shown::Here
            } else {
                Shown::Elsewhere
            },
            games: self.visits.map(|visits| visits.of(position.board())),
            page: None,
            children: Vec::new(),
            path,
        };
        if let (Some(page), true) = (&page, is_new && node.path.len() < self.args.plies.into()) {
            for known in self.worthwhile(page) {
                let mut path = node.path.clone();
                path.push(known.turn);
                let after = position
                    .try_play(known.turn)
                    .context("book moves are legal")?;
                let step = Some((known.value, page.value - known.value));
                node.children.push(self.plant(after, path, step)?);
            }
        }
        node.page = page;
        Ok(node)
    }

    /// The moves within the margin, of those that are the same up to symmetry the first.
    fn worthwhile<'p>(&self, page: &'p Page) -> Vec<&'p Known> {
        let mut seen = HashSet::new();
        let moves = page.moves.iter().filter(|known| {
            let after = match known.turn {
                Move::Place(square) => page.board.play(square),
                Move::Pass => Some(page.board.pass()),
            };
            let is_close = page.value - known.value <= self.args.margin.0;
            is_close && after.is_some_and(|after| seen.insert(after.canonical().0))
        });
        moves.collect()
    }
}

impl Node {
    fn name(&self) -> Option<&'static str> {
        opening_names::of_position(&self.position).map(|opening| opening.label)
    }

    /// Positions of the tree.
    fn size(&self) -> u64 {
        1 + self.children.iter().map(Self::size).sum::<u64>()
    }

    /// Moves that lead on through the book.
    fn count(&self) -> usize {
        let moves = self.page.iter().flat_map(|page| &page.moves);
        moves.filter(|known| known.way == Way::Inside).count()
    }

    /// What stands behind the move: `+0.35  Tiger  (3 moves)`.
    fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        if let Some((value, loss)) = self.step {
            facts.push(text::score(value, Kind::Book));
            if loss > 0 {
                facts.push(format!(
                    "({:.2} worse)",
                    f64::from(loss) / f64::from(Eval::PER_DISC)
                ));
            }
        }
        facts.extend(self.name().map(str::to_owned));
        if self.shown == Shown::Elsewhere {
            facts.push("see above".to_owned());
        }
        if self.page.is_none() {
            facts.push("out of the book".to_owned());
        } else if self.children.is_empty() && self.shown == Shown::Here && self.count() > 0 {
            facts.push(format!("{} more in the book", self.count()));
        }
        if let Some(games) = &self.games {
            facts.push(format!("games{}", brief(games)));
        }
        facts
    }

    fn write(&self, words: &mut String) {
        let strong = style::STRONG;
        let indent = "  ".repeat(self.path.len().saturating_sub(1));
        if let Some(turn) = self.path.last() {
            let style = if self.step.is_some_and(|(_, loss)| loss == 0) {
                strong
            } else {
                anstyle::Style::new()
            };
            let facts = self.facts().join("  ");
            let _ = writeln!(words, "{indent}{style}{turn}{style:#} {facts}");
        } else {
            let page = self.page.as_ref();
            let value = page.map(|page| page.value).unwrap_or_default();
            let value = text::score_in_words(value, Kind::Book);
            let (position, side) = (&self.position, self.position.side());
            let name = self
                .name()
                .map_or(String::new(), |name| format!("  {name}"));
            let _ = writeln!(words, "{position} ({side} {value}){name}");
        }
        for child in &self.children {
            child.write(words);
        }
    }

    /// The positions as JSON lines, each before those that it leads to.
    fn print_rows(&self) -> anyhow::Result<()> {
        let games = self.games.as_ref().map(GamesRow::new);
        let row = Row::new(&self.position)
            .with_path(&self.path)
            .with_games(games);
        json::line(&match &self.page {
            Some(page) => row.with_page(page, |_| None),
            None => row,
        })?;
        self.children.iter().try_for_each(Self::print_rows)
    }
}
