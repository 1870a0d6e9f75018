//! `diagram`: positions, transcripts and evaluations of a game as pictures.

use crate::commands::play::Counting;
use crate::commands::review;
use crate::config::{Settings, parse_level};
use crate::diagram::graph::Origin;
use crate::diagram::page::{self, Paper, Title};
use crate::diagram::scene::Scene;
use crate::diagram::{self, Diagram, draw, graph, move_count, pdf, png, svg, text};
use crate::exit::ExitCode;
use crate::games::{GameArgs, printable};
use crate::interrupt;
use crate::numbers::number;
use crate::output;
use crate::output::text::counted;
use crate::thinking::thinker;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use xsquare_engine::Convention;
use xsquare_engine::notation::{GameRecord, TurnDetail};
use xsquare_search::{Eval, Level, Limits, Target};

/// Draw positions, the transcript or the evaluations of a game, as text, SVG, PNG or PDF.
///
/// A position shows the last move by its number and the discs that it flipped with a diamond; below it stands who is to
/// move or passes. Moves are numbered by the discs placed, so passes have no number. Without --at, --transcript,
/// --squares or --graph the last position is drawn.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare diagram f5d6c3d3c4 --at 3\n  xsquare diagram game.sgf --at 10,20,30-32 -o game.pdf\n  \
                  xsquare diagram game.ggf --transcript -o game.svg"
)]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Draw the position after these moves, such as 30 or 10,20,30-32; 0 is the start
    #[arg(long, value_name = "MOVES", value_parser = parse_moves, group = "what")]
    at: Option<MoveList>,
    /// Draw the numbers of the moves on their squares
    #[arg(long, group = "what")]
    transcript: bool,
    /// With --transcript, only these moves, such as 21-40; the discs before them are drawn as they stood
    #[arg(long, value_name = "FROM-TO", value_parser = parse_range, requires = "transcript")]
    moves: Option<MoveRange>,
    /// Draw the names of the squares around the corners: A, B, C, X
    #[arg(long, group = "what", conflicts_with_all = ["game", "file"])]
    squares: bool,
    /// Draw the evaluations that the record has, as Black sees them
    #[arg(long, group = "what")]
    graph: bool,
    /// With --graph, what searches of this level, 0 to 60, think of the moves instead
    #[arg(long, value_name = "N", value_parser = parse_level, requires = "graph")]
    level: Option<Level>,
    /// The file to write: .txt, .svg, .png or .pdf; replaced if it exists [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The kind of file, if its name does not say it
    #[arg(long, value_name = "KIND", value_enum)]
    to: Option<Kind>,
    /// How discs are counted at the end
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    convention: Counting,
    /// A line above the diagram, or above all of them
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Width of a board in millimetres, 10 to 1000
    #[arg(long, value_name = "MM", default_value_t = 65, value_parser = number::<u16>(10..=1000))]
    size: u16,
    /// Pixels an inch of a PNG, 20 to 2400
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u16>(20..=2400))]
    dpi: u16,
    /// Diagrams side by side [default: as many as fit on the paper]
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=20))]
    columns: Option<u8>,
    /// The paper of a PDF
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    paper: PaperName,
}

const NO_EVALUATIONS: &str = "the record has no evaluations to draw; they stand in GGF, in SGF as V, and in JSON as evals; \
     --level N judges the moves of any game";

/// The room around a sheet for the screen, in millimetres.
const MARGIN: f32 = 2.0;

/// Kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Lines of text
    Text,
    /// Scalable vector graphics
    Svg,
    /// Pixels
    Png,
    /// Pages to print
    Pdf,
}

/// Kinds of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum PaperName {
    /// 210 × 297 mm
    #[default]
    A4,
    /// 8.5 × 11 inches
    Letter,
}

/// Numbers of moves, in the order given.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MoveList(Vec<usize>);

/// Moves from one number to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MoveRange {
    from: usize,
    to: usize,
}

/// `30`, `10,20,30-32`
fn parse_moves(text: &str) -> Result<MoveList, String> {
    let mut moves = Vec::new();
    for part in text.split(',') {
        let range = parse_range(part)?;
        moves.extend(range.from..=range.to);
    }
    Ok(MoveList(moves))
}

/// `21-40`, or one number.
fn parse_range(text: &str) -> Result<MoveRange, String> {
    let number = |digits: &str| digits.trim().parse().ok().filter(|number| *number <= 60);
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok(MoveRange { from, to }),
        _ => {
            Err("expected numbers of moves from 0 to 60, such as 30, 21-40 or 10,20,30".to_owned())
        }
    }
}

/// What is drawn.
enum Drawn {
    Diagrams(Vec<Diagram>),
    Graph(Box<GameRecord>, Origin),
}

/// Draws.
pub(crate) fn run(args: &DiagramArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let kind = args.kind()?;
    let drawn = args.draw(settings)?;
    let bytes = match (kind, &drawn) {
        (Kind::Text, drawn) => {
            let text = args.text(drawn)?;
            if args.file().is_none() {
                write!(output::stdout(), "{text}")?;
                return Ok(exit_code());
            }
            anstream::adapter::strip_str(&text).to_string().into_bytes()
        }
        (kind, _) => args.picture(kind, &drawn)?,
    };
    match args.file() {
        Some(path) => fs::write(path, bytes)
            .with_context(|| format!("{} cannot be written", path.display()))?,
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    Ok(exit_code())
}

/// Whether Ctrl-C ended the judging of a game; what was judged is drawn all the same.
fn exit_code() -> ExitCode {
    if interrupt::is_pressed() {
        ExitCode::Interrupted
    } else {
        ExitCode::Success
    }
}

/// Puts what searches think of each move into the record.
fn judge(record: &mut GameRecord, level: Level, settings: &Settings) -> anyhow::Result<()> {
    let mut thinker = thinker(settings)?;
    let _watch = interrupt::watch();
    let limits = Limits::target(Target::Level(level));
    let review = review::judge(&record.game, &mut *thinker, limits);
    record
        .details
        .resize_with(record.game.turns().len(), TurnDetail::default);
    for (detail, turn) in record.details.iter_mut().zip(&review.turns) {
        let played = turn.verdict.as_ref().map(|verdict| verdict.played.score);
        detail.eval = played.map(|score| f64::from(score.units()) / f64::from(Eval::PER_DISC));
    }
    Ok(())
}

impl DiagramArgs {
    /// Where to write; `None` is standard output.
    fn file(&self) -> Option<&PathBuf> {
        self.output.as_ref().filter(|path| path.as_os_str() != "-")
    }

    fn kind(&self) -> anyhow::Result<Kind> {
        if let Some(kind) = self.to {
            return Ok(kind);
        }
        let Some(path) = self.file() else {
            return Ok(Kind::Text);
        };
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match extension.to_lowercase().as_str() {
            "txt" => Kind::Text,
            "svg" => Kind::Svg,
            "png" => Kind::Png,
            "pdf" => Kind::Pdf,
            _ => bail!(
                "{}: no kind of picture; expected a name that ends in .txt, .svg, .png or .pdf, or --to KIND",
                path.display()
            ),
        })
    }

    fn draw(&self, settings: &Settings) -> anyhow::Result<Drawn> {
        let mut diagrams = if self.squares {
            vec![Diagram::square_names()]
        } else {
            let mut record = self.game.load(settings)?;
            if self.graph {
                let origin = match self.level {
                    Some(level) => {
                        judge(&mut record, level, settings)?;
                        Origin::Search(level)
                    }
                    None => Origin::Record,
                };
                return Ok(Drawn::Graph(Box::new(record), origin));
            }
            self.diagrams(&record)?
        };
        if let (Some(title), [only]) = (self.title(), diagrams.as_mut_slice()) {
            only.title = title;
        }
        Ok(Drawn::Diagrams(diagrams))
    }

    fn title(&self) -> Option<String> {
        let title = self.title.as_deref().map(printable);
        title.filter(|title| !title.is_empty())
    }

    /// The title of what has none in itself: several diagrams, which have their numbers, or a graph.
    fn title_above(&self, drawn: &Drawn) -> Option<String> {
        match drawn {
            Drawn::Diagrams(diagrams) if diagrams.len() == 1 => None,
            _ => self.title(),
        }
    }

    fn diagrams(&self, record: &GameRecord) -> anyhow::Result<Vec<Diagram>> {
        let convention = Convention::from(self.convention);
        let last = move_count(&record.game);
        let few = |number: usize| {
            format!(
                "the game has only {}; there is no move {number}",
                counted(last, "move")
            )
        };
        if self.transcript {
            let range = self.moves.unwrap_or(MoveRange {
                from: 1,
                to: last.max(1),
            });
            if range.from == 0 || last == 0 {
                bail!("there is no move to number; expected a game with moves, and numbers from 1");
            }
            let diagram = Diagram::transcript(record, range.from, range.to);
            let mut diagram = diagram.with_context(|| few(range.to))?;
            diagram
                .caption
                .extend(diagram::headings(record, convention));
            return Ok(vec![diagram]);
        }
        let moves = self.at.as_ref().map_or(vec![last], |at| at.0.clone());
        let is_one = moves.len() == 1;
        moves
            .into_iter()
            .map(|number| {
                let diagram = Diagram::after(&record.game, number, convention);
                let mut diagram = diagram.with_context(|| few(number))?;
                if !is_one {
                    diagram.title = match number {
                        0 => "Start".to_owned(),
                        number => format!("After move {number}"),
                    };
                }
                Ok(diagram)
            })
            .collect()
    }

    /// The lines of text.
    fn text(&self, drawn: &Drawn) -> anyhow::Result<String> {
        let mut texts = match drawn {
            Drawn::Diagrams(diagrams) => diagrams.iter().map(text::text).collect(),
            Drawn::Graph(record, origin) => {
                let graph = text::graph(record, *origin, self.convention.into());
                vec![graph.context(NO_EVALUATIONS)?]
            }
        };
        if let Some(title) = self.title_above(drawn) {
            texts.insert(0, text::title(&title));
        }
        Ok(texts.join("\n"))
    }

    /// The bytes of a picture.
    fn picture(&self, kind: Kind, drawn: &Drawn) -> anyhow::Result<Vec<u8>> {
        let board = f32::from(self.size);
        let paper = match self.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::LETTER,
        };
        let scenes: Vec<Scene> = match drawn {
            Drawn::Diagrams(diagrams) => diagrams
                .iter()
                .map(|diagram| draw::draw(diagram, board))
                .collect(),
            Drawn::Graph(record, origin) => {
                let width = draw::width_with_margins(board) * 2.0;
                let graph = graph::graph((record, *origin), width, self.convention.into());
                vec![graph.context(NO_EVALUATIONS)?]
            }
        };
        let above = self.title_above(drawn).map(|text| Title {
            text,
            size: board / 12.0,
        });
        let name = self.title.as_deref().unwrap_or("Othello diagram");
        let columns = self.columns.map(usize::from);
        if kind == Kind::Pdf {
            let widest = scenes.iter().map(|scene| scene.width).fold(0.0, f32::max);
            if widest > paper.room().0 {
                bail!(
                    "a picture {widest:.0} mm wide does not fit on the paper; expected a lesser --size"
                );
            }
            let pages = page::pages(scenes, paper, columns, above.as_ref());
            warn_of_letters(&pages);
            return Ok(pdf::pdf(&pages, name));
        }
        let columns = columns.unwrap_or(if scenes.len() > 4 { 3 } else { 2 });
        let mut sheet = page::sheet(scenes, columns);
        if let Some(title) = above {
            sheet = title.above(sheet);
        }
        let mut framed = Scene::new(sheet.width + 2.0 * MARGIN, sheet.height + 2.0 * MARGIN);
        framed.place(sheet, (MARGIN, MARGIN));
        match kind {
            Kind::Png => {
                warn_of_letters(std::slice::from_ref(&framed));
                png::png(&framed, f32::from(self.dpi))
            }
            _ => Ok(svg::svg(&framed, name).into_bytes()),
        }
    }
}

/// Tells which letters of a picture become question marks: SVG leaves letters to its reader, the others do not.
fn warn_of_letters(scenes: &[Scene]) {
    let mut missing: Vec<char> = scenes.iter().flat_map(Scene::missing_letters).collect();
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        let letters: String = missing.into_iter().take(20).collect();
        output::warn(&format!(
            "the font of pictures has no {letters}; a question mark is drawn instead (SVG keeps such letters)"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_moves_are_numbers_and_ranges() {
        let list = |text| parse_moves(text).map(|list| list.0);
        assert_eq!(list("30"), Ok(vec![30]));
        assert_eq!(list("0,10, 20-22"), Ok(vec![0, 10, 20, 21, 22]));
        for wrong in ["", "x", "61", "5-4", "1,", "-3", "1-2-3"] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
    }
}
