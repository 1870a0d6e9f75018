//! The options of `review`.

use crate::config::{parse_level, parse_side, parse_time};
use crate::numbers::number;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use xsquare_engine::Color;
use xsquare_search::{Level, Limits, Target};

/// Go through a game: what every move lost, where it was decided, and what would have been better.
///
/// A move is compared with the best one. Where the game can be searched to its end the loss is exact; elsewhere it is an
/// estimate, and says so. The game is a transcript, a board and the moves from there behind a semicolon, a record in SGF,
/// GGF or JSON, a file of one of these or of WTHOR, or - for standard input.
#[derive(Debug, Args)]
#[command(
    after_help = "Accuracy: a move that loses nothing counts 1, half as much for each 4 discs lost; moves without a choice do not count.\n\
                  Phases: opening with more than 40 empty squares, endgame with at most 20.\n\n\
                  Example:\n  xsquare review f5d6c5f6e7f4g5e6e3 --html game.html"
)]
pub(crate) struct ReviewArgs {
    /// The game: moves, a record, or the name of a file
    #[arg(value_name = "GAME", required_unless_present = "file")]
    pub(crate) game: Vec<String>,
    /// Read the game from a file; - is standard input
    #[arg(short, long, value_name = "PATH", conflicts_with = "game")]
    pub(crate) file: Option<PathBuf>,
    /// Which game of a file that holds several, from 1
    #[arg(long = "game", value_name = "N", value_parser = number::<u32>(1..))]
    pub(crate) number: Option<u32>,
    /// The side to move on a board that does not say: X or black, O or white
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub(crate) side: Option<Color>,
    /// How thoroughly to search each position, 0 to 60 [default: 21]
    #[arg(long, value_name = "N", value_parser = parse_level)]
    pub(crate) level: Option<Level>,
    /// Time for each position, such as 500ms, 2s or 1m30s; alone it means: as deep as possible in this time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// How many turning points are shown on a board, 0 to 60
    #[arg(long, value_name = "N", default_value_t = BOARDS, value_parser = number::<u8>(0..=60))]
    pub(crate) boards: u8,
    /// Write a page with a board to play through the game, one file for any browser
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the review in Markdown; - prints it instead of the table
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write the positions that have a single winning move as problems for `xsquare puzzle`
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzles: Option<PathBuf>,
}

/// How many turning points are shown if nothing is said.
pub(super) const BOARDS: u8 = 4;

/// How far each position is searched if nothing is said.
pub(crate) fn default_limits() -> Limits {
    Limits::target(Target::Level(Level::DEFAULT))
}

impl ReviewArgs {
    /// How far each position is searched.
    pub(crate) fn limits(&self) -> Limits {
        let target = match (self.level, self.time) {
            (Some(level), _) => Target::Level(level),
            (None, Some(_)) => Target::Deepest,
            (None, None) => return default_limits(),
        };
        Limits {
            time: self.time,
            ..Limits::target(target)
        }
    }
}
