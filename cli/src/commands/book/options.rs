//! The options of `book`.

use crate::args::PositionArgs;
use crate::commands::convert::parse_format;
use crate::config::{parse_level, parse_time};
use crate::games::NamesArgs;
use crate::numbers::number;
use crate::opening_book::{BookChoice, parse_book, parse_book_file};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use xsquare_engine::notation::GameFormat;
use xsquare_search::book::Scope;
use xsquare_search::{Eval, Level};

/// Build, extend, check and look into opening books.
///
/// A book holds positions with their values. A value is the best that both sides can reach through the book; where it
/// leaves the book, a search said what is to be expected. Positions count in every symmetry.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare book probe f5d6c3\n  xsquare book build my.book --level 16 --time 8h"
)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(super) command: BookCommand,
}

/// What can be done with a book.
#[derive(Debug, Subcommand)]
pub(super) enum BookCommand {
    Probe(ProbeArgs),
    Tree(TreeArgs),
    Stats(StatsArgs),
    Check(CheckArgs),
    Build(BuildArgs),
    Extend(ExtendArgs),
    Learn(LearnArgs),
    Merge(MergeArgs),
    Prune(PruneArgs),
    Export(ExportArgs),
    Import(ImportArgs),
}

/// How a book grows.
#[derive(Debug, Clone, Args)]
pub(super) struct GrowArgs {
    /// How thoroughly positions are searched, 0 to 60
    #[arg(long, value_name = "N", value_parser = parse_level, default_value = "16")]
    pub(super) level: Level,
    /// How long to go on, such as 30m or 8h [default: until nothing is missing, or Ctrl-C]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,
    #[command(flatten)]
    pub(super) scope: ScopeArgs,
}

/// Which lines are meant.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ScopeArgs {
    /// Moves that are worse than the best by at most so many discs
    #[arg(long, value_name = "DISCS", value_parser = parse_distance, default_value = "4")]
    pub(super) margin: Distance,
    /// Lines whose moves are worse by at most so many discs together, both sides' counted
    #[arg(long, value_name = "DISCS", value_parser = parse_distance, default_value = "8")]
    pub(super) loss: Distance,
    /// Positions with at least so many empty squares, 0 to 60
    #[arg(long, value_name = "EMPTIES", value_parser = number::<u8>(0..=60), default_value_t = 30)]
    pub(super) until: u8,
}

impl ScopeArgs {
    /// What the search library calls it.
    pub(super) fn scope(self) -> Scope {
        Scope {
            margin: self.margin.0,
            loss: self.loss.0,
            least_empties: self.until.into(),
        }
    }
}

/// A number of discs from 0, in 1/128 disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Distance(pub(crate) i32);

/// `2`, `0.5`
///
/// # Errors
/// If it is no number of discs.
pub(crate) fn parse_distance(text: &str) -> Result<Distance, String> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let discs = text.parse::<f64>().ok();
    match discs.filter(|discs| is_plain && (0.0..=128.0).contains(discs)) {
        #[expect(clippy::cast_possible_truncation, reason = "at most 2^14")]
        Some(discs) => Ok(Distance((discs * f64::from(Eval::PER_DISC)).round() as i32)),
        None => Err("expected a number of discs from 0 to 128, such as 2 or 0.5".to_owned()),
    }
}

/// Build a book from the start position, or go on building one.
///
/// The best lines come first: moves close to the best one, along lines that lose little. Ctrl-C ends it, and the same
/// command goes on; the book is the same whatever the interruptions and the number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book build my.book --level 12 --positions 1000")]
pub(super) struct BuildArgs {
    /// The book; made if it is not there
    #[arg(value_name = "FILE", value_parser = parse_book_file)]
    pub(super) file: PathBuf,
    /// How many positions the book is to have
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) positions: Option<usize>,
    #[command(flatten)]
    pub(super) grow: GrowArgs,
}

/// A number from 1.
pub(super) fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1_000_000_000) => Ok(count),
        _ => Err("expected a number of positions, at least 1".to_owned()),
    }
}

/// Add a position, or all positions of a game, and let the book grow from there.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book extend my.book f5d6c3d3c4f4 --level 12 --add 100")]
pub(super) struct ExtendArgs {
    /// The book; made if it is not there
    #[arg(id = "book_file", value_name = "FILE", value_parser = parse_book_file)]
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) input: PositionArgs,
    /// How many positions are added, those of the game included
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "100")]
    pub(super) add: usize,
    #[command(flatten)]
    pub(super) grow: GrowArgs,
}

/// Learn from games: their positions are added and searched.
///
/// A move that lost is worth what it led to from then on, so that a line that was lost is played differently. Games are
/// followed down to the number of empty squares of --until.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book learn my.book games.ggf --level 12")]
pub(super) struct LearnArgs {
    /// The book; made if it is not there
    #[arg(value_name = "FILE", value_parser = parse_book_file)]
    pub(super) file: PathBuf,
    /// Files of games in any format; - is standard input
    #[arg(value_name = "GAMES", required = true)]
    pub(super) games: Vec<PathBuf>,
    /// The format of the files, if it is not to be recognised
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub(super) from: Option<GameFormat>,
    /// How thoroughly positions are searched, 0 to 60
    #[arg(long, value_name = "N", value_parser = parse_level, default_value = "16")]
    pub(super) level: Level,
    /// Positions with at least so many empty squares, 0 to 60
    #[arg(long, value_name = "EMPTIES", value_parser = number::<u8>(0..=60), default_value_t = 20)]
    pub(super) until: u8,
    #[command(flatten)]
    pub(super) names: NamesArgs,
}

/// The book that is looked into.
#[derive(Debug, Clone, Args)]
pub(super) struct WhichArgs {
    /// The book: on for the one that is built in, or a file [default: on]
    #[arg(long, value_name = "on|FILE", value_parser = parse_book, default_value = "on", hide_default_value = true)]
    pub(super) book: BookChoice,
}

/// Games that are counted beside the book.
#[derive(Debug, Clone, Args)]
pub(super) struct GamesArgs {
    /// Count how often each move was played in these files of games, and how it fared
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) games: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) names: NamesArgs,
}

/// Look up positions: moves, values, and how they were come by.
///
/// `book` lines lead on through the book; the last move of a line is the best one out of it, and what the search there
/// said is the value. Exit code 1 means that a position is not in the book.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare book probe f5d6c3\n  xsquare book probe start --games WTH_*.wtb"
)]
pub(super) struct ProbeArgs {
    #[command(flatten)]
    pub(super) input: PositionArgs,
    #[command(flatten)]
    pub(super) which: WhichArgs,
    #[command(flatten)]
    pub(super) games: GamesArgs,
}

/// Show the lines of a book as a tree, with names and values.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare book tree f5d6 --plies 4\n  xsquare book tree --plies 8 --html tree.html"
)]
pub(super) struct TreeArgs {
    #[command(flatten)]
    pub(super) input: PositionArgs,
    #[command(flatten)]
    pub(super) which: WhichArgs,
    /// How many moves deep, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..=20))]
    pub(super) plies: u8,
    /// Moves that are worse than the best by at most so many discs
    #[arg(long, value_name = "DISCS", value_parser = parse_distance, default_value = "2")]
    pub(super) margin: Distance,
    /// Write a page for a browser to this file instead: one file that needs no network
    #[arg(long, value_name = "PATH")]
    pub(super) html: Option<PathBuf>,
    #[command(flatten)]
    pub(super) games: GamesArgs,
}

/// Tell what is in a book: positions by ply, depths, sources.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book stats")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) which: WhichArgs,
}

/// Check a book: legality, order, duplicates under symmetry, links, values.
///
/// Exit code 1 means that something does not agree. A file that is damaged is refused with the place.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book check my.book")]
pub(super) struct CheckArgs {
    /// The book: on for the one that is built in, or a file [default: on]
    #[arg(value_name = "on|FILE", value_parser = parse_book, default_value = "on", hide_default_value = true)]
    pub(super) file: BookChoice,
}

/// Take other books into a book. Of two things known about a position the one that was searched deeper counts.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book merge my.book other.book")]
pub(super) struct MergeArgs {
    /// The book that is changed; made if it is not there
    #[arg(value_name = "FILE", value_parser = parse_book_file)]
    pub(super) file: PathBuf,
    /// The books that are taken in; `on` is the one that is built in
    #[arg(value_name = "BOOK", required = true, value_parser = parse_book)]
    pub(super) others: Vec<BookChoice>,
}

/// Take away what no good line leads to. The values of what stays are the same.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book prune my.book --margin 2 --loss 4")]
pub(super) struct PruneArgs {
    /// The book that is changed
    #[arg(value_name = "FILE", value_parser = parse_book_file)]
    pub(super) file: PathBuf,
    /// Keep at most so many positions, those with the best lines
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) positions: Option<usize>,
    #[command(flatten)]
    pub(super) scope: ScopeArgs,
}

/// How books are written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// A position a line, with its value and the best move out of the book
    Text,
    /// JSON lines
    Json,
}

/// Write a book as text: a position a line.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book export --to opening.txt")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    pub(super) which: WhichArgs,
    /// The file that is written [default: standard output]
    #[arg(long, value_name = "PATH")]
    pub(super) to: Option<PathBuf>,
    /// The form of the lines [default: json with --json, text otherwise]
    #[arg(long, value_name = "FORM", value_enum)]
    pub(super) form: Option<Form>,
}

/// Take positions from text into a book: what `export` writes, or plain lines.
///
/// A plain line is a board, its side to move and a value in discs for that side, perhaps with the depth in plies behind it
/// that it was searched to, separated by blanks, commas or semicolons. One line that is not understood refuses the whole.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare book import my.book opening.txt")]
pub(super) struct ImportArgs {
    /// The book that is changed; made if it is not there
    #[arg(value_name = "FILE", value_parser = parse_book_file)]
    pub(super) file: PathBuf,
    /// Files of lines; - is standard input
    #[arg(value_name = "TEXT", required = true)]
    pub(super) texts: Vec<PathBuf>,
}
