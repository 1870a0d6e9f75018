//! `levels`: what each level does, and how long it takes on this machine.

mod probe;

use crate::config::{Format, Settings, parse_level};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::json::{self, Milliseconds};
use crate::output::{self, style, text};
use crate::thinking::thinker;
use clap::Args;
use probe::{Cost, Probe};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use xsquare_search::{Level, Plan, Selectivity};

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
    let highest = levels.iter().copied().max().unwrap_or_default();
    let mut thinker = thinker(settings)?;
    settings.tell("probing");
    let watch = interrupt::watch();
    let probe = Probe::run(thinker.as_mut(), highest)?;
    if interrupt::is_pressed() {
        return Ok(ExitCode::Interrupted);
    }
    drop(watch);
    if settings.format == Format::Text {
        let label = style::LABEL;
        writeln!(
            output::stdout(),
            "{label}level  time a move, at most           what it does{label:#}"
        )?;
    }
    for level in levels {
        let cost = probe.cost(level);
        match settings.format {
            Format::Json => json::line(&Row::new(level, &cost))?,
            Format::Text => writeln!(
                output::stdout(),
                "{:>5}  {:>14} {:>14}  {}",
                level.number(),
                in_words(cost.mean, &cost),
                in_words(cost.longest, &cost),
                describe(level)
            )?,
        }
    }
    Ok(ExitCode::Success)
}

/// A time; if it is a guess it is not told more precisely than it is known.
fn in_words(time: Duration, cost: &Cost) -> String {
    if cost.is_measured {
        return text::time(time);
    }
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        ..0.95 => (seconds * 1e3, "ms"),
        ..95.0 => (seconds, "s"),
        ..5700.0 => (seconds / 60.0, "min"),
        ..172_800.0 => (seconds / 3600.0, "h"),
        ..2_592_000.0 => return "days".to_owned(),
        ..31_536_000.0 => return "months".to_owned(),
        _ => return "years".to_owned(),
    };
    let step = if number >= 20.0 { 10.0 } else { 1.0 };
    format!(
        "about {:.0} {unit}",
        (number / step).round().max(1.0) * step
    )
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

/// `21 moves ahead (73 %); to the end with 30 empty squares (87 %), 27 (98 %), 24 (exact)`
fn describe(level: Level) -> String {
    let Plan { depth, selectivity } = level.plan(60);
    let sure = |selectivity: Selectivity| match selectivity {
        Selectivity::Exact => "exact".to_owned(),
        _ => format!("{} %", selectivity.percent()),
    };
    let ahead = match depth {
        60 => None,
        1 if level == Level::LEAST => Some("1 move ahead, by the classic evaluation".to_owned()),
        1 => Some("1 move ahead".to_owned()),
        _ => Some(format!("{depth} moves ahead ({})", sure(selectivity))),
    };
    let mut unit = " empty squares";
    let ends: Vec<String> = ends(level)
        .into_iter()
        .map(|(empties, selectivity)| {
            let sure = sure(selectivity);
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
    fn guesses_are_not_more_precise_than_they_are() {
        let words = |seconds: f64, is_measured| {
            let time = Duration::from_secs_f64(seconds);
            let cost = Cost {
                mean: time,
                longest: time,
                is_measured,
            };
            in_words(time, &cost)
        };
        assert_eq!(words(1.234, true), "1.23 s");
        assert_eq!(words(0.0123, false), "about 12 ms");
        assert_eq!(words(0.1234, false), "about 120 ms");
        assert_eq!(words(0.96, false), "about 1 s");
        assert_eq!(words(47.0, false), "about 50 s");
        assert_eq!(words(100.0, false), "about 2 min");
        assert_eq!(words(7300.0, false), "about 2 h");
        assert_eq!(words(200_000.0, false), "days");
        assert_eq!(words(3e6, false), "months");
        assert_eq!(words(1e9, false), "years");
        assert_eq!(words(0.0, false), "about 1 ms");
    }
}
