//! `book probe`: what a book says of positions.

use super::games;
use super::options::{ProbeArgs, WhichArgs};
use super::row::{GamesRow, Row};
use crate::batch::Batch;
use crate::commands::db::{Moves, Score};
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::Task;
use crate::interrupt;
use crate::opening_book::BookChoice;
use crate::output::{self, board, json, style, text};
use anyhow::bail;
use std::fmt::Write as _;
use std::io::Write;
use xsquare_engine::{Convention, Move};
use xsquare_search::Kind;
use xsquare_search::book::{Book, Known, Page, Source, Way, probe};

impl WhichArgs {
    /// Calls `look` with the book that is meant.
    ///
    /// # Errors
    /// If it is none or no sound one, and what `look` returns.
    pub(super) fn with<T>(
        &self,
        look: impl FnOnce(&Book) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        match &self.book {
            BookChoice::Off => {
                bail!("--book off leaves nothing to look into; expected on or a file")
            }
            BookChoice::Shipped => look(Book::shipped()),
            BookChoice::File(path) => look(&super::open_book(path)?),
        }
    }
}

/// Looks up each position of the input.
pub(super) fn run(args: &ProbeArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    args.which.with(|book| look(args, settings, book))
}

fn look(args: &ProbeArgs, settings: &Settings, book: &Book) -> anyhow::Result<ExitCode> {
    let mut batch = Batch::new(&args.input, settings)?;
    let _watch = interrupt::watch();
    let mut tasks = Vec::new();
    while let Some(task) = batch.next_task()? {
        tasks.push(task);
    }
    let played = games::moves_from(&args.games, tasks.iter().map(|task| task.position))?;
    let mut code = batch.finish()?;
    let mut gap = "";
    for (place, task) in tasks.iter().enumerate() {
        let page = probe(book, task.position.board())?;
        if page.is_none() {
            code = ExitCode::Negative;
        }
        let moves = played.as_ref().map(|played| &played[place]);
        match settings.format {
            Format::Json => json::line(&row(task, page.as_ref(), moves))?,
            Format::Text => {
                let words = words(task, page.as_ref(), moves);
                write!(output::stdout(), "{gap}{words}")?;
                gap = "\n";
            }
        }
    }
    Ok(if interrupt::is_pressed() {
        ExitCode::Interrupted
    } else {
        code
    })
}

fn row(task: &Task, page: Option<&Page>, played: Option<&Moves>) -> Row {
    let row = Row::new(&task.position);
    match page {
        None => row,
        Some(page) => row.with_page(page, |known| {
            played.map(|played| GamesRow::new(&played.score(known.turn)))
        }),
    }
}

fn words(task: &Task, page: Option<&Page>, played: Option<&Moves>) -> String {
    let position = &task.position;
    let marks = board::Marks {
        moves: position.legal_moves(),
        last: task.last.and_then(Move::square),
    };
    let notes: Vec<String> = task
        .opening()
        .map(|opening| opening.label.to_owned())
        .into_iter()
        .collect();
    let mut words = board::draw_by(position, marks, Convention::default(), &notes);
    words.push('\n');
    let Some(page) = page else {
        words += if position.is_over() {
            "The game is over: no book has such positions.\n"
        } else {
            "Not in the book.\n"
        };
        return words;
    };
    let (label, strong) = (style::LABEL, style::STRONG);
    let heads = if played.is_some() {
        "   games    B %   discs"
    } else {
        ""
    };
    let _ = writeln!(
        words,
        "{label}{:<5} {:>7} {:>6}  {:<28}{heads}  line{label:#}",
        "move", "value", "loss", "come by"
    );
    for (place, known) in page.moves.iter().enumerate() {
        let style = if place == 0 {
            strong
        } else {
            anstyle::Style::new()
        };
        let games = played.map_or(String::new(), |played| brief(&played.score(known.turn)));
        let _ = writeln!(
            words,
            "{style}{:<5}{style:#} {:>7} {:>6.2}  {:<28}{games}  {}",
            known.turn.to_string(),
            text::score(known.value, Kind::Book),
            f64::from(page.value - known.value) / f64::from(xsquare_search::Eval::PER_DISC),
            come_by(known),
            text::moves(&known.line)
        );
    }
    words
}

/// Games, Black's share of the points in percent, and its difference in discs on the average.
pub(super) fn brief(score: &Score) -> String {
    let number =
        |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    let (percent, mean) = (
        number(score.percent()),
        score
            .mean()
            .map(|mean| (mean * 100.0).round() / 100.0 + 0.0),
    );
    let mean = mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:+.2}"));
    format!(" {:>7} {percent:>6} {mean:>7}", text::count(score.games))
}

/// `12 plies, then depth 16@73%`, `out, depth 16@73%`
fn come_by(known: &Known) -> String {
    match known.way {
        Way::Out => format!("out, {}", search(known.source)),
        Way::Inside => {
            let plies = text::counted(known.source.plies, "ply");
            format!("{plies}, then {}", search(known.source))
        }
    }
}

/// `depth 16@73%`, `exact`, `imported`
fn search(source: Source) -> String {
    let origin = match source.origin {
        xsquare_search::book::Origin::Searched => "",
        xsquare_search::book::Origin::Imported => " (imported)",
    };
    if source.is_exact {
        return "exact".to_owned();
    }
    match source.depth {
        0 => "an imported value".to_owned(),
        depth => match source.selectivity.percent() {
            100 => format!("depth {depth}{origin}"),
            percent => format!("depth {depth}@{percent}%{origin}"),
        },
    }
}
