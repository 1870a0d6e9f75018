//! The options of `match`.

use super::game::Seat;
use super::sprt::Bounds;
use crate::clock::parse_clock;
use crate::config::{parse_level, parse_time};
use crate::numbers::number;
use crate::opening_book::BookUse;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use xsquare_search::{Level, TimeControl};

/// A player by its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Judged {
    /// The one whose result is reported
    A,
    /// The other one
    B,
}

impl From<Judged> for Seat {
    fn from(judged: Judged) -> Self {
        match judged {
            Judged::A => Self::A,
            Judged::B => Self::B,
        }
    }
}

/// Play two configurations or programs against each other, and say which is stronger.
///
/// Each opening is played twice with colours exchanged. A program that answers illegally, late or not at all loses the
/// game, and what was said is shown.
#[derive(Debug, Args)]
#[command(
    after_help = "A player is a configuration of this program, options separated by commas: level=N, depth=N, nodes=N, time=T, \
                  clock=T or clock=T+T, handicap=N (discs given away a game, 2 to 40) or handicap=adaptive, book=on, book=off or book=FILE, variety=DISCS, eval=patterns, eval=classic or eval=FILE, threads=N, hash=SIZE; for example `level=8`, `time=100ms,eval=classic` or `clock=1m+1s`. \
                  Or it is another program: `gtp:COMMAND` or `nboard:COMMAND`, with options before the colon as in \
                  `gtp,time=2s:COMMAND` and `nboard,depth=12:COMMAND`.\n\n\
                  Elo is A's, from pairs of games. Exit code 1 means that --sprt was decided against A.\n\n\
                  Example:\n  xsquare match --a level=6 --b level=2 --games 20"
)]
pub(crate) struct MatchArgs {
    /// The first player, whose result is reported
    #[arg(long, value_name = "PLAYER")]
    pub(crate) a: String,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    pub(crate) b: String,
    /// Where games begin: balanced (8 random moves each, found by this program), start, or a file of positions or
    /// transcripts, one a line
    #[arg(long, value_name = "WHICH", default_value = "balanced")]
    pub(crate) openings: String,
    /// How many games, an even number: each opening is played twice
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_games)]
    pub(crate) games: usize,
    /// Time for a move of a player that does not say otherwise, such as 100ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Time for the game of a player that does not say otherwise, such as 5m; with 3 seconds more for each move: 5m+3s;
    /// then periods of 30 seconds for 10 moves: 5m+30s/10
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock, conflicts_with = "time")]
    pub(crate) clock: Option<TimeControl>,
    /// How much longer than its time a program may take before it loses
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "500ms")]
    pub(crate) grace: Duration,
    /// Games at the same time, 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_concurrency)]
    pub(crate) concurrency: usize,
    /// End games with this many empty squares and take the exact score, 1 to 30
    #[arg(long, value_name = "EMPTIES", value_parser = number::<u8>(1..=30))]
    pub(crate) adjudicate: Option<u8>,
    /// Judge every move of a finished game at this level, 0 to 60, and report what each player lost a game
    #[arg(long, value_name = "LEVEL", value_parser = parse_level, conflicts_with = "adjudicate")]
    pub(crate) judge: Option<Level>,
    /// Judge only the moves of this player, which takes about half the time
    #[arg(
        long,
        value_name = "PLAYER",
        value_enum,
        ignore_case = true,
        requires = "judge"
    )]
    pub(crate) judge_only: Option<Judged>,
    /// End the match when it is decided between these two Elo differences of A: ELO0,ELO1, perhaps with the two risks
    /// of error, ALPHA,BETA [default risks: 0.05]
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = Bounds::parse,
        allow_hyphen_values = true
    )]
    pub(crate) sprt: Option<Bounds>,
    /// Append each finished game to a file: JSON lines if it ends in .json or .jsonl, otherwise transcripts
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Chooses the order of the openings, and the moves of books with a variety
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) opening_book: BookUse,
}

impl MatchArgs {
    /// The time of a player that does not say otherwise.
    pub(crate) fn time_control(&self) -> Option<TimeControl> {
        self.time.map(TimeControl::PerMove).or(self.clock)
    }
}

/// `--games`: even, because of the colours.
fn parse_games(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games @ 2..=1_000_000) if games % 2 == 0 => Ok(games),
        _ => Err(
            "expected an even number from 2 to 1000000: each opening is played twice".to_owned(),
        ),
    }
}

/// `--concurrency`: 1 to 256.
fn parse_concurrency(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=256) => Ok(count),
        _ => Err("expected a number of games from 1 to 256".to_owned()),
    }
}
