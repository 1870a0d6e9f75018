//! The options of `bench`.

use crate::config::parse_depth;
use crate::numbers::number;
use clap::{Args, ValueEnum};
use xsquare_search::{Depth, Limits, Selectivity, Target};

/// Solve fixed problems: compares speed, and tells builds that search differently apart.
///
/// Every position is turned or mirrored at random, and the scores found are checked. The suite `signature` has settings
/// of its own (one thread, a table of 16 MiB, a fixed depth), so that its number of nodes is the same on every machine.
/// With --depth or --selectivity the problems are not solved but judged, and the judgements are compared with the known
/// scores.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare bench --suite ffo-40-44\n  xsquare bench --suite hard-30 --depth 15 --threads 1"
)]
pub(crate) struct BenchArgs {
    /// Which problems: signature, ffo-20-39, ffo-40-44, ffo-40-49, ffo-40-59, hard-20, hard-25, hard-30 or
    /// scaling (games of people, 14 to 30 empty squares, with a table by their number)
    #[arg(
        long,
        value_name = "NAME",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(super) suite: Suite,
    /// Only the first N positions
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    pub(super) first: Option<u32>,
    /// Search so many plies deep, 1 to 60, instead of solving
    #[arg(long, value_name = "N", value_parser = parse_depth, conflicts_with = "selectivity")]
    pub(super) depth: Option<Depth>,
    /// Search to the end of the game with this confidence, 73, 87, 95, 98 or 99 %, instead of solving
    #[arg(long, value_name = "PERCENT", value_parser = parse_selectivity)]
    pub(super) selectivity: Option<Selectivity>,
    /// How often to run the suite, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1000))]
    pub(super) repeat: u16,
    /// Chooses how the positions are turned; another number turns them differently
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub(super) seed: u64,
}

impl BenchArgs {
    /// How far the problems are to be searched, `None` if they are to be solved.
    pub(super) fn judgement(&self) -> Option<Limits> {
        let depth = self.depth.map(Target::Depth);
        let target = depth.or(self.selectivity.map(Target::Ending))?;
        Some(Limits::target(target))
    }
}

/// The problems of the bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Suite {
    /// Openings to a fixed depth and easy endgames.
    #[default]
    Signature,
    /// FFO problems 20 to 39.
    #[value(name = "ffo-20-39")]
    Ffo20To39,
    /// FFO problems 40 to 44.
    #[value(name = "ffo-40-44")]
    Ffo40To44,
    /// FFO problems 40 to 49.
    #[value(name = "ffo-40-49")]
    Ffo40To49,
    /// FFO problems 40 to 59.
    #[value(name = "ffo-40-59")]
    Ffo40To59,
    /// Hard endgames with 20 empty squares.
    #[value(name = "hard-20")]
    Hard20,
    /// Hard endgames with 25 empty squares.
    #[value(name = "hard-25")]
    Hard25,
    /// Hard endgames with 30 empty squares.
    #[value(name = "hard-30")]
    Hard30,
    /// The same games of people at 14, 16 … 30 empty squares.
    Scaling,
}

/// A confidence below certainty, in percent.
fn parse_selectivity(text: &str) -> Result<Selectivity, String> {
    let steps = Selectivity::ALL
        .into_iter()
        .filter(|&step| step != Selectivity::Exact);
    steps
        .clone()
        .find(|step| text.parse() == Ok(step.percent()))
        .ok_or_else(|| {
            let known: Vec<String> = steps.map(|step| step.percent().to_string()).collect();
            format!("expected one of {}", known.join(", "))
        })
}
