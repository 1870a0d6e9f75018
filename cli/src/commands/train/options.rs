//! The options of `train`.

use crate::numbers::number;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use xsquare_search::train::pattern::{self, Recipe};

/// Games for a calibration if nothing is said: enough for each spread to be known to some percent.
pub(super) const CALIBRATION_GAMES: u32 = 400;

/// Make the weights of an evaluation from nothing but the rules, and measure them.
///
/// The same options give the same weights, with any number of threads.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  xsquare train classic --games 400 --seed 1 --solved 8 --out classic.tsv"
)]
pub(crate) struct TrainArgs {
    /// What to make.
    #[command(subcommand)]
    pub(super) what: Trained,
}

/// What can be trained and measured.
#[derive(Debug, Subcommand)]
pub(super) enum Trained {
    Classic(ClassicArgs),
    Patterns(PatternsArgs),
    Next(NextArgs),
    Ordering(OrderingArgs),
    Calibration(CalibrationArgs),
    Report(ReportArgs),
}

/// Fit the classic evaluation to the exact scores of self-play, and report its errors.
#[derive(Debug, Args)]
pub(super) struct ClassicArgs {
    /// Games to play and learn from; a quarter as many are played before them, for the weights that play them
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=10_000_000))]
    pub(super) games: u32,
    /// Chooses the games
    #[arg(long, value_name = "N", value_parser = number::<u64>(..))]
    pub(super) seed: u64,
    /// Solve positions with up to this many empty squares, 1 to 24
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = number::<u32>(1..=24))]
    pub(super) solved: u32,
    /// Where to write the weights
    #[arg(long, value_name = "PATH")]
    pub(super) out: PathBuf,
    /// Also report the errors on positions of a file: board, side to move, number of empty squares and score in discs,
    /// separated by tabs
    #[arg(long, value_name = "PATH")]
    pub(super) test: Option<PathBuf>,
}

/// Make the first generation of the pattern evaluation: games, labels, fits and calibration, small run and great run.
///
/// Everything finished is kept in DIR. Ctrl-C, a full disk or a crash cost some seconds' work: the same command goes on
/// where the last one ended. A whole generation takes one to two hours of two cores and about 1 GB of disk.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  xsquare train patterns --dir generation-1 --seed 1 --out patterns.bin"
)]
pub(super) struct PatternsArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// Make a later generation of the pattern evaluation, which starts from the weights before it.
///
/// Games are played with those weights, and begin with random moves or leave games of people, which are learned from as
/// well. What is finished is kept in DIR, as for `train patterns`. A generation takes one to two hours of two cores and
/// about 3 GB of disk.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  xsquare train next --dir generation-2 --seed 2 --real WTH_2001.wtb --exclude test.tsv \
                  --out patterns.bin"
)]
pub(super) struct NextArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// The weights to start from, instead of those that the program is shipped with
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Real games: WTHOR databases (.wtb). Broken games are left out and counted
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) real: Vec<PathBuf>,
    /// Positions to keep out of the data, and all games that they are from: board, side to move, number of empty squares
    /// and score, separated by tabs
    #[arg(long, value_name = "FILE")]
    pub(super) exclude: Option<PathBuf>,
}

impl NextArgs {
    /// The recipe of the run.
    pub(super) fn recipe(&self) -> Recipe {
        self.run.adapt(pattern::next(self.run.seed))
    }
}

/// Fit the small evaluation that orders moves at 11 to 14 empty squares, on exact positions that a generation has left.
///
/// The positions with 10 to 13 empty squares are taken from DIR, where `train patterns` (in its sub-directories) or `train
/// next` has solved them.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare train ordering --dir generation-2 --out ordering.bin")]
pub(super) struct OrderingArgs {
    /// Where the solved positions are
    #[arg(long, value_name = "DIR")]
    pub(super) dir: PathBuf,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Steps of the fit
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<u32>(1..=1000))]
    pub(super) steps: u32,
}

/// What all trainings of the pattern evaluation are told.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Where games and labels are kept; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(super) dir: PathBuf,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Chooses the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub(super) seed: u64,
    /// Games of a run, instead of the recipes' own numbers: for tests
    #[arg(long, value_name = "N", hide = true, value_parser = number::<u32>(1..))]
    pub(super) games: Option<u32>,
    /// Steps of each fit, instead of the recipes' own number: for tests
    #[arg(long, value_name = "N", hide = true, value_parser = number::<u32>(1..))]
    pub(super) steps: Option<u32>,
    /// Games of the calibration: for tests
    #[arg(
        long,
        value_name = "N",
        hide = true,
        default_value_t = CALIBRATION_GAMES,
        value_parser = number::<u32>(1..)
    )]
    pub(super) calibration_games: u32,
}

impl PatternsArgs {
    /// The recipes of both runs.
    pub(super) fn recipes(&self) -> [Recipe; 2] {
        pattern::first(self.run.seed).map(|recipe| self.run.adapt(recipe))
    }
}

impl RunArgs {
    /// A recipe with the numbers that were asked for.
    fn adapt(&self, mut recipe: Recipe) -> Recipe {
        recipe.games = self.games.unwrap_or(recipe.games);
        for steps in [&mut recipe.fit.steps, &mut recipe.middle_steps] {
            *steps = self.steps.unwrap_or(*steps);
        }
        recipe
    }
}

/// Fit how far deep searches of an evaluation lie from shallow ones, which is what selective pruning rests on.
///
/// Prints the spreads found and those of the fitted form, then its coefficients. Without --in the evaluation is that of
/// --eval.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  xsquare train calibration --games 400 --seed 1 --in patterns.bin --out patterns.bin"
)]
pub(super) struct CalibrationArgs {
    /// Games of self-play to search the positions of
    #[arg(
        long,
        value_name = "N",
        default_value_t = CALIBRATION_GAMES,
        value_parser = number::<u32>(1..=1_000_000)
    )]
    pub(super) games: u32,
    /// Chooses the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub(super) seed: u64,
    /// A weight file of the pattern evaluation, which need not have a calibration yet
    #[arg(long = "in", value_name = "FILE", requires = "out")]
    pub(super) input: Option<PathBuf>,
    /// Where to write the weights with the new calibration
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// Report the errors of an evaluation, the one of --eval, on positions with known scores.
///
/// Mean error and bias by number of empty squares, without looking ahead.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare train report --eval classic --test positions.tsv")]
pub(super) struct ReportArgs {
    /// The positions: board, side to move, number of empty squares and score in discs, separated by tabs
    #[arg(long, value_name = "FILE")]
    pub(super) test: PathBuf,
}
