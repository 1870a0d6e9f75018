//! The options of `book`.

use crate::config::{parse_level, parse_time};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;
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
    Build(BuildArgs),
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
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u8).range(0..=60), default_value_t = 30)]
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
    #[arg(value_name = "FILE")]
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
