//! Whether a search begins another iteration.

use crate::value::Eval;
use std::time::Duration;

/// The best score has dropped if it is this much lower than an iteration before, in 1/128 disc.
const DROP: i32 = 2 * Eval::PER_DISC;
/// How much more time a drop is worth, and how often.
const EXTENSION: f64 = 1.5;
const EXTENSIONS: u32 = 2;
/// The limits of the factor by which an iteration is expected to take longer than the last one.
const GROWTH: (f64, f64) = (1.2, 3.0);

/// Decides after each iteration of a search with a soft limit whether another one begins.
#[derive(Debug, Clone)]
pub(crate) struct Pacer {
    /// In seconds; `None`: iterations begin until the hard limit or the target.
    soft: Option<f64>,
    hard: f64,
    extensions: u32,
    /// Whether there is a choice at all.
    is_choice: bool,
    /// The end of the last iteration, what it took, and its best score.
    last: Option<(f64, f64, i32)>,
}

impl Pacer {
    /// For a search that ends at `hard` by force, and among several moves or only one.
    pub(crate) fn new(soft: Option<Duration>, hard: Option<Duration>, moves: u32) -> Self {
        Self {
            soft: soft.map(|time| time.as_secs_f64()),
            hard: hard.map_or(f64::INFINITY, |time| time.as_secs_f64()),
            extensions: 0,
            is_choice: moves > 1,
            last: None,
        }
    }

    /// Whether another iteration begins after one that ended `now`, counted from the beginning of the search, with this
    /// best score.
    pub(crate) fn goes_on(&mut self, now: Duration, score: Eval) -> bool {
        let Some(soft) = &mut self.soft else {
            return true;
        };
        let (now, score) = (now.as_secs_f64(), score.units());
        let (end, before, known) = self.last.unwrap_or((0.0, 0.0, score));
        let taken = (now - end).max(0.0);
        self.last = Some((now, taken, score));
        if score + DROP <= known && self.extensions < EXTENSIONS {
            self.extensions += 1;
            *soft *= EXTENSION;
        }
        let growth = if before > 0.0 { taken / before } else { 1.0 };
        let expected = now + taken * growth.clamp(GROWTH.0, GROWTH.1);
        self.is_choice && now < *soft && expected <= self.hard
    }
}
