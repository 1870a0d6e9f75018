//! `levels`: what each level does, and how long it will take on this machine.
//!
//! The times come from a probe of a few seconds: positions of one game are searched at rising levels until a search
//! takes too long, and the rest is extrapolated. They say "a second or a minute", not more.

use crate::config::{Format, Settings, parse_level};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::json::{self, Milliseconds};
use crate::output::{self, style, text};
use crate::thinking::{Thinker, quiet, thinker};
use anyhow::Context;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use xsquare_engine::Board;
use xsquare_engine::notation::parse_transcript;
use xsquare_search::{Level, Limits, Plan, Selectivity, Target};

/// A game without mistakes: the one that "Othello is Solved" (H. Takizawa, 2023) ends in a draw.
const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
/// The turns after which its positions are searched, and how many turns of a game each stands for.
const SAMPLES: [(usize, u32); 8] = [
    (8, 12),
    (16, 7),
    (22, 6),
    (28, 5),
    (33, 4),
    (37, 4),
    (41, 4),
    (45, 4),
];
/// Turns of a game, those near its beginning and end included that no sample stands for because they take no time.
const TURNS: u32 = 60;
/// No level is tried in a position after a search that took this long.
const ENOUGH: Duration = Duration::from_millis(120);
/// Searches are ended after this long.
const TOO_LONG: Duration = Duration::from_millis(600);
/// Levels between the two searches that growth is measured by.
const SPAN: u8 = 4;
/// How much longer the search of the next level takes, at least and at most, whatever was measured.
const GROWTH: (f64, f64) = (1.25, 2.5);
/// The greatest time that is told, in seconds: a year.
const FOREVER: f64 = 31_536_000.0;

/// Show what each level does, and how long it takes on this machine.
///
/// A move takes so long on average, and at most in one game. Times come from a probe of a few seconds; `about` marks
/// those that are extrapolated.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare levels 1 10 21")]
pub(crate) struct LevelsArgs {
    /// The levels to show, 0 to 60 [default: all]
    #[arg(value_name = "LEVEL", value_parser = parse_level)]
    levels: Vec<Level>,
}

/// Probes and prints the table.
pub(crate) fn run(args: &LevelsArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let levels: Vec<Level> = if args.levels.is_empty() {
        (0..=Level::MAX.number()).filter_map(Level::new).collect()
    } else {
        args.levels.clone()
    };
    let mut searcher = thinker(settings)?;
    settings.tell("probing");
    let _watch = interrupt::watch();
    let mut curves = Vec::new();
    for (board, turns) in samples()? {
        curves.push((Curve::measure(&mut searcher, board), turns));
        if interrupt::is_pressed() {
            return Ok(ExitCode::Interrupted);
        }
    }
    if settings.format == Format::Text {
        let label = style::LABEL;
        writeln!(
            output::stdout(),
            "{label}level  a move, on average and at most  what it does{label:#}"
        )?;
    }
    for level in levels {
        let cost = Cost::of(level, &curves);
        match settings.format {
            Format::Json => json::line(&Row::new(level, &cost))?,
            Format::Text => writeln!(
                output::stdout(),
                "{:>5}  {:>15} {:>15}  {}",
                level.number(),
                cost.in_words(cost.mean),
                cost.in_words(cost.longest),
                describe(level)
            )?,
        }
    }
    Ok(ExitCode::Success)
}

/// The positions of the probe, each with the number of turns it stands for.
fn samples() -> anyhow::Result<Vec<(Board, u32)>> {
    let game = parse_transcript(GAME)?.game;
    SAMPLES
        .into_iter()
        .map(|(plies, turns)| {
            let position = game.position_at(plies).context("the game is longer")?;
            Ok((position.board(), turns))
        })
        .collect()
}

/// How long the levels take in one position.
#[derive(Debug)]
struct Curve {
    empties: u32,
    /// Rank of a plan and the seconds that its search took; the ranks rise.
    measured: Vec<(u8, f64)>,
}

/// The rank of a plan among those of a position: the first level that has it. Levels are made so that those next to
/// each other cost about the same in all positions, so the rank stands for the cost.
fn rank(level: Level, empties: u32) -> u8 {
    let plan = level.plan(empties);
    let has_it = |&number: &u8| Level::new(number).is_some_and(|l| l.plan(empties) == plan);
    (0..=level.number()).find(has_it).unwrap_or(level.number())
}

impl Curve {
    fn measure(searcher: &mut Thinker, board: Board) -> Self {
        let empties = board.empty_count();
        let mut measured: Vec<(u8, f64)> = Vec::new();
        for level in (0..=Level::MAX.number()).filter_map(Level::new) {
            let rank = rank(level, empties);
            if measured.last().is_some_and(|&(last, _)| last == rank) {
                continue;
            }
            searcher.clear();
            let limits = Limits {
                time: Some(TOO_LONG),
                ..Limits::target(Target::Level(level))
            };
            let analysis = searcher.analyse(board, 1, &limits, quiet());
            if !analysis.complete {
                break;
            }
            measured.push((rank, analysis.time.as_secs_f64()));
            if analysis.time >= ENOUGH {
                break;
            }
        }
        Self { empties, measured }
    }

    /// The seconds that a level takes, and whether they were measured.
    fn seconds(&self, level: Level) -> (f64, bool) {
        let rank = rank(level, self.empties);
        if let Some(&(_, seconds)) = self.measured.iter().find(|&&(known, _)| known == rank) {
            return (seconds, true);
        }
        let Some(&(last, seconds)) = self.measured.last() else {
            return (TOO_LONG.as_secs_f64(), false);
        };
        let steps = f64::from(rank.saturating_sub(last));
        ((seconds * self.growth().powf(steps)).min(FOREVER), false)
    }

    /// How much longer each rank takes than the one before, by the slowest searches that were measured.
    fn growth(&self) -> f64 {
        let (least, most) = GROWTH;
        let Some(&(last, slow)) = self.measured.last() else {
            return most;
        };
        let earlier = self
            .measured
            .iter()
            .rev()
            .find(|&&(rank, _)| rank + SPAN <= last);
        match earlier {
            Some(&(rank, fast)) if fast > 0.0 => {
                let steps = f64::from(last - rank);
                (slow / fast).powf(1.0 / steps).clamp(least, most)
            }
            _ => f64::midpoint(least, most),
        }
    }
}

/// What a level costs.
#[derive(Debug, Clone, Copy)]
struct Cost {
    mean: Duration,
    longest: Duration,
    /// Whether both were measured in every position.
    is_measured: bool,
}

impl Cost {
    fn of(level: Level, curves: &[(Curve, u32)]) -> Self {
        let mut sum = 0.0;
        let mut longest: f64 = 0.0;
        let mut is_measured = true;
        for (curve, turns) in curves {
            let (seconds, measured) = curve.seconds(level);
            sum += seconds * f64::from(*turns);
            longest = longest.max(seconds);
            is_measured &= measured;
        }
        Self {
            mean: Duration::from_secs_f64(sum / f64::from(TURNS)),
            longest: Duration::from_secs_f64(longest),
            is_measured,
        }
    }

    /// A time with a mark if it is a guess.
    fn in_words(&self, time: Duration) -> String {
        if time.as_secs_f64() >= FOREVER / 2.0 {
            return "months".to_owned();
        }
        let guess = if self.is_measured { "" } else { "about " };
        format!("{guess}{}", text::time(time))
    }
}

/// The greatest number of empty squares at which a level searches to the end with each confidence, most empties first.
fn ends(level: Level) -> Vec<(u32, Selectivity)> {
    let to_the_end = |empties: u32, plan: Plan| u32::from(plan.depth) >= empties;
    let mut ends: Vec<(u32, Selectivity)> = Vec::new();
    // With one empty square every search goes to the end.
    for empties in (2..=60).rev() {
        let plan = level.plan(empties);
        let is_new = ends
            .last()
            .is_none_or(|&(_, selectivity)| selectivity != plan.selectivity);
        if to_the_end(empties, plan) && is_new {
            ends.push((empties, plan.selectivity));
        }
    }
    ends
}

/// `21 moves ahead; to the end with 30 empty squares (87 %), 27 (98 %), 24 (exact)`
fn describe(level: Level) -> String {
    let depth = level.plan(60).depth;
    let ahead = match depth {
        60 => None,
        1 => Some("1 move ahead".to_owned()),
        _ => Some(format!("{depth} moves ahead")),
    };
    let mut unit = " empty squares";
    let ends: Vec<String> = ends(level)
        .into_iter()
        .map(|(empties, selectivity)| {
            let sure = match selectivity {
                Selectivity::Exact => "exact".to_owned(),
                _ => format!("{} %", selectivity.percent()),
            };
            format!("{empties}{} ({sure})", std::mem::take(&mut unit))
        })
        .collect();
    let to_the_end = (!ends.is_empty()).then(|| format!("to the end with {}", ends.join(", ")));
    let parts: Vec<String> = ahead.into_iter().chain(to_the_end).collect();
    parts.join("; ")
}

/// `xsquare.level.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    level: u8,
    /// Plies searched while the end is out of reach.
    depth: u8,
    ends: Vec<EndRow>,
    time_ms: Milliseconds,
    longest_ms: Milliseconds,
    /// Whether the times were measured rather than extrapolated.
    measured: bool,
}

/// From this many empty squares on the search goes to the end of the game with this confidence in percent.
#[derive(Debug, Serialize)]
struct EndRow {
    empties: u32,
    selectivity: u8,
}

impl Row {
    fn new(level: Level, cost: &Cost) -> Self {
        Self {
            schema: "xsquare.level.v1",
            level: level.number(),
            depth: level.plan(60).depth,
            ends: ends(level)
                .into_iter()
                .map(|(empties, selectivity)| EndRow {
                    empties,
                    selectivity: selectivity.percent(),
                })
                .collect(),
            time_ms: Milliseconds(cost.mean),
            longest_ms: Milliseconds(cost.longest),
            measured: cost.is_measured,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn levels_are_described_by_what_they_do() {
        for number in 0..=60 {
            let level = level(number);
            let ends = ends(level);
            assert!(ends.is_sorted_by(|a, b| a.0 > b.0 && a.1 < b.1), "{ends:?}");
            let last = ends.last().map(|&(_, selectivity)| selectivity);
            assert_eq!(last, (number > 0).then_some(Selectivity::Exact));
            for (empties, selectivity) in ends {
                let plan = level.plan(empties);
                assert_eq!(
                    (u32::from(plan.depth), plan.selectivity),
                    (empties, selectivity)
                );
                let before = level.plan(empties + 1);
                assert!(
                    empties == 60
                        || before
                            != Plan {
                                depth: plan.depth + 1,
                                ..plan
                            }
                );
            }
        }
        assert!(
            describe(level(60)).starts_with("to the end"),
            "{}",
            describe(level(60))
        );
    }

    #[test]
    fn times_are_extrapolated_by_what_was_measured() {
        let curve = Curve {
            empties: 52,
            measured: (0..=8)
                .map(|rank| (rank, 0.001 * 1.5_f64.powi(rank.into())))
                .collect(),
        };
        assert_eq!(curve.seconds(level(4)), (0.001 * 1.5_f64.powi(4), true));
        let (seconds, is_measured) = curve.seconds(level(12));
        assert!(!is_measured && (seconds / (0.001 * 1.5_f64.powi(12)) - 1.0).abs() < 1e-9);
        let times: Vec<f64> = (0..=60).map(|n| curve.seconds(level(n)).0).collect();
        assert!(times.is_sorted());
        let nothing = Curve {
            empties: 52,
            measured: Vec::new(),
        };
        assert!(nothing.seconds(level(0)).0 > 0.0);
    }

    #[test]
    fn the_samples_are_a_game() {
        let samples = samples().unwrap();
        let turns: u32 = samples.iter().map(|(_, turns)| turns).sum();
        assert!(turns <= TURNS);
        assert!(samples.is_sorted_by_key(|(board, _)| std::cmp::Reverse(board.empty_count())));
    }
}
