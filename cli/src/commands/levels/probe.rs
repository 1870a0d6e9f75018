//! How long searches take on this machine: measured as far as a few seconds allow, extrapolated from there.
//!
//! Searches that stop before the end of the game grow by a factor with each ply, searches to the end by a factor with
//! each empty square; both factors are measured. What a selective search to the end costs, compared with an exact one,
//! is a rough constant. That says "a second or a minute", which is all that it is for.

use crate::interrupt;
use crate::thinking::quiet;
use anyhow::Context;
use std::time::Duration;
use xsquare_engine::Board;
use xsquare_engine::notation::parse_transcript;
use xsquare_search::{Depth, Level, Limits, Plan, Selectivity, Target, Thinker};

/// A game without mistakes: the one that "Othello is Solved" (H. Takizawa, 2023) ends in a draw.
const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
/// Its positions of the probe: after so many turns, and how many turns of a game each stands for.
const SAMPLES: [(usize, u32); 9] = [
    (8, 12),
    (16, 7),
    (22, 6),
    (28, 5),
    (33, 4),
    (37, 4),
    (41, 4),
    (45, 4),
    (49, 4),
];
/// Turns of a game, those at its beginning and end included that no sample stands for because they take no time.
const TURNS: u32 = 60;
/// A position is not searched deeper after a search that took this long.
const ENOUGH: Duration = Duration::from_millis(150);
/// Searches are ended after this long.
const TOO_LONG: Duration = Duration::from_millis(800);
/// Searches below this are repeated.
const SHORT: Duration = Duration::from_millis(10);
/// Plies or empty squares that a factor of growth is measured over.
const SPAN: f64 = 4.0;
/// The limits of a factor of growth, whatever was measured, and the factor if nothing could be.
const LEAST_GROWTH: f64 = 1.3;
const MOST_GROWTH: f64 = 3.0;
const USUAL_GROWTH: f64 = 2.0;
/// The greatest time that is computed with, in seconds: a century.
const FOREVER: f64 = 3.2e9;

/// The time of a level for a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// On average over a game.
    pub(super) mean: Duration,
    /// For the longest move.
    pub(super) longest: Duration,
    /// Whether all of it was measured.
    pub(super) is_measured: bool,
}

/// What was measured.
#[derive(Debug)]
pub(super) struct Probe {
    samples: Vec<Sample>,
}

/// What was measured in one position.
#[derive(Debug)]
struct Sample {
    empties: u32,
    /// Turns of a game that it stands for.
    turns: u32,
    /// Plies and seconds of searches that stop before the end; the plies rise.
    ahead: Vec<(u8, f64)>,
    /// Seconds of the exact search to the end.
    to_the_end: Option<f64>,
}

impl Probe {
    /// Measures what levels up to `highest` need. Ctrl-C ends it early.
    ///
    /// # Errors
    /// Never: a test reads the game.
    pub(super) fn run(thinker: &mut dyn Thinker, highest: Level) -> anyhow::Result<Self> {
        let game = parse_transcript(GAME)?.game;
        let board = |plies| {
            let position = game.position_at(plies).context("the game is longer")?;
            anyhow::Ok(position.board())
        };
        // The first search of a process also pays for fresh memory.
        seconds(thinker, board(SAMPLES[0].0)?, 4);
        let mut samples = Vec::new();
        for (plies, turns) in SAMPLES {
            if interrupt::is_pressed() {
                break;
            }
            samples.push(Sample::measure(thinker, board(plies)?, (turns, highest)));
        }
        Ok(Self { samples })
    }

    /// The time of a level.
    pub(super) fn cost(&self, level: Level) -> Cost {
        let (mut sum, mut longest, mut is_measured) = (0.0, 0.0_f64, true);
        for sample in &self.samples {
            let (seconds, measured) = self.seconds(sample, level.plan(sample.empties));
            sum += seconds * f64::from(sample.turns);
            longest = longest.max(seconds);
            is_measured &= measured;
        }
        Cost {
            mean: Duration::from_secs_f64(sum / f64::from(TURNS)),
            longest: Duration::from_secs_f64(longest),
            is_measured,
        }
    }

    /// The seconds of a search, and whether they were measured.
    fn seconds(&self, sample: &Sample, plan: Plan) -> (f64, bool) {
        if u32::from(plan.depth) < sample.empties {
            return extrapolate(&sample.ahead, plan.depth);
        }
        let mut ends: Vec<(u8, f64)> = self
            .samples
            .iter()
            .filter_map(|sample| Some((u8::try_from(sample.empties).ok()?, sample.to_the_end?)))
            .collect();
        ends.sort_by_key(|&(empties, _)| empties);
        let (exact, is_measured) = extrapolate(&ends, plan.depth);
        let is_exact = plan.selectivity == Selectivity::Exact;
        (exact * share(plan.selectivity), is_measured && is_exact)
    }
}

impl Sample {
    fn measure(thinker: &mut dyn Thinker, board: Board, (turns, highest): (u32, Level)) -> Self {
        let empties = board.empty_count();
        let plan = highest.plan(empties);
        let deepest = if u32::from(plan.depth) < empties {
            plan.depth
        } else {
            // The lower levels may stop before the end where the highest does not.
            highest.number().min(plan.depth.saturating_sub(1))
        };
        let mut ahead = Vec::new();
        for depth in 1..=deepest {
            let Some(seconds) = seconds(thinker, board, depth) else {
                break;
            };
            ahead.push((depth, seconds));
            if seconds >= ENOUGH.as_secs_f64() {
                break;
            }
        }
        // A shallower search takes no longer, whatever else the machine was doing.
        for index in (1..ahead.len()).rev() {
            ahead[index - 1].1 = ahead[index].1.min(ahead[index - 1].1);
        }
        let to_the_end = u8::try_from(empties)
            .ok()
            .filter(|&empties| empties <= 24)
            .and_then(|empties| seconds(thinker, board, empties));
        Self {
            empties,
            turns,
            ahead,
            to_the_end,
        }
    }
}

/// The seconds that a search of this depth takes, `None` if it takes too long.
fn seconds(thinker: &mut dyn Thinker, board: Board, depth: u8) -> Option<f64> {
    let limits = Limits {
        time: Some(TOO_LONG),
        ..Limits::target(Target::Depth(Depth::new(depth)?))
    };
    let mut best: Option<Duration> = None;
    for _ in 0..3 {
        thinker.clear();
        let analysis = thinker.analyse(board, 1, &limits, quiet());
        if !analysis.complete {
            return None;
        }
        best = Some(best.map_or(analysis.time, |best| best.min(analysis.time)));
        if analysis.time >= SHORT {
            break;
        }
    }
    best.map(|time| time.as_secs_f64())
}

/// The value at `at` of a curve that grows by a factor with each step: as measured there, or from the nearest point
/// measured. Whether it was measured is told too.
fn extrapolate(points: &[(u8, f64)], at: u8) -> (f64, bool) {
    if let Some(&(_, value)) = points.iter().find(|&&(place, _)| place == at) {
        return (value, true);
    }
    let below = points.iter().rev().find(|&&(place, _)| place < at);
    let Some(&(place, value)) = below.or(points.first()) else {
        return (TOO_LONG.as_secs_f64(), false);
    };
    let steps = f64::from(at) - f64::from(place);
    ((value * growth(points).powf(steps)).min(FOREVER), false)
}

/// The factor by which a curve grows with each step, by its last points.
fn growth(points: &[(u8, f64)]) -> f64 {
    let Some(&(last, slow)) = points.last() else {
        return USUAL_GROWTH;
    };
    let distance = |place: u8| f64::from(last) - f64::from(place);
    let far = points
        .iter()
        .rev()
        .find(|&&(place, _)| distance(place) >= SPAN);
    match far.or(points.first()) {
        Some(&(place, fast)) if place < last && fast > 0.0 => (slow / fast)
            .powf(1.0 / distance(place))
            .clamp(LEAST_GROWTH, MOST_GROWTH),
        _ => USUAL_GROWTH,
    }
}

/// About what part of an exact search to the end a selective one costs.
const fn share(selectivity: Selectivity) -> f64 {
    match selectivity {
        Selectivity::P73 => 0.1,
        Selectivity::P87 => 0.2,
        Selectivity::P95 => 0.35,
        Selectivity::P98 => 0.5,
        Selectivity::P99 => 0.65,
        Selectivity::Exact => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    fn near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    }

    #[test]
    fn curves_go_on_as_they_grew() {
        let points: Vec<(u8, f64)> = (1..=8).map(|n| (n, 1.5_f64.powi(n.into()))).collect();
        assert_eq!(extrapolate(&points, 3), (1.5_f64.powi(3), true));
        let (value, is_measured) = extrapolate(&points, 12);
        near(value, 1.5_f64.powi(12));
        assert!(!is_measured);
        // Between points, below the first, without any, and beyond all measure.
        near(extrapolate(&[(10, 1.0), (20, 1024.0)], 15).0, 32.0);
        near(extrapolate(&[(10, 1.0), (20, 1024.0)], 8).0, 0.25);
        assert!(extrapolate(&[], 5).0 > 0.0);
        assert!(extrapolate(&points, 60).0 <= FOREVER);
        near(growth(&[(1, 1.0), (9, 1e9)]), MOST_GROWTH);
    }

    #[test]
    fn a_higher_level_costs_no_less_where_its_plan_is_deeper() {
        let sample = |empties: u8, to_the_end| Sample {
            empties: empties.into(),
            turns: 10,
            ahead: (1..=6)
                .map(|n| (n, 1e-3 * 1.6_f64.powi(n.into())))
                .collect(),
            to_the_end,
        };
        let probe = Probe {
            samples: vec![
                sample(52, None),
                sample(19, Some(0.01)),
                sample(11, Some(1e-5)),
            ],
        };
        let cost = probe.cost(level(4));
        assert!(cost.is_measured);
        near(cost.longest.as_secs_f64(), 1e-3 * 1.6_f64.powi(4));
        let deep = probe.cost(level(10));
        assert!(!deep.is_measured && deep.longest > cost.longest && deep.mean > cost.mean);
        near(deep.longest.as_secs_f64(), 1e-3 * 1.6_f64.powi(10));
        assert!(probe.cost(level(60)).longest > Duration::from_hours(1));
    }

    #[test]
    fn the_samples_are_a_game() {
        let game = parse_transcript(GAME).unwrap().game;
        let turns: u32 = SAMPLES.iter().map(|(_, turns)| turns).sum();
        assert!(turns <= TURNS);
        assert!(
            SAMPLES
                .iter()
                .all(|&(plies, _)| !game.position_at(plies).unwrap().is_over())
        );
    }
}
