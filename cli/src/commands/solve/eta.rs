//! How long the rest of a batch will take, learned from what has been solved.
//!
//! The time of a position grows with its empty squares by a constant factor, more or less. The factor is fitted to the
//! positions that are done, from what is usual; the work left is then compared with the work done, and the time that
//! passed for that gives the time to come, however many threads there are.

use std::collections::BTreeMap;
use std::time::Duration;

/// The natural logarithm of the usual growth for each empty square: about two.
const USUAL_GROWTH: f64 = 0.72;
/// How firmly that is believed: as firmly as a fit to positions whose empties lie apart by this in all, squared.
const FIRMNESS: f64 = 200.0;
/// Shorter times are taken for this, in seconds.
const SHORTEST: f64 = 1e-5;

/// The positions of one number of empties that are done.
#[derive(Debug, Clone, Copy, Default)]
struct Done {
    count: f64,
    /// The sum of the logarithms of their times.
    logarithms: f64,
}

/// What is done and what is left, by empties.
#[derive(Debug, Clone, Default)]
pub(super) struct Forecast {
    left: BTreeMap<u32, f64>,
    done: BTreeMap<u32, Done>,
}

impl Forecast {
    /// There is one more position to be solved.
    pub(super) fn expect(&mut self, empties: u32) {
        *self.left.entry(empties).or_default() += 1.0;
    }

    /// A position is out of the way without having been solved.
    pub(super) fn drop(&mut self, empties: u32) {
        if let Some(count) = self.left.get_mut(&empties) {
            *count = (*count - 1.0).max(0.0);
        }
    }

    /// A position has been solved in this time.
    pub(super) fn note(&mut self, empties: u32, time: Duration) {
        self.drop(empties);
        let done = self.done.entry(empties).or_default();
        done.count += 1.0;
        done.logarithms += time.as_secs_f64().max(SHORTEST).ln();
    }

    /// The logarithm of the growth for each empty square.
    fn growth(&self) -> f64 {
        let count: f64 = self.done.values().map(|done| done.count).sum();
        let mean = |value: &dyn Fn(u32, &Done) -> f64| {
            let sum: f64 = self
                .done
                .iter()
                .map(|(&empties, done)| value(empties, done))
                .sum();
            sum / count.max(1.0)
        };
        let empties = mean(&|empties, done| f64::from(empties) * done.count);
        let logarithm = mean(&|_, done| done.logarithms);
        let (mut spread, mut common) = (FIRMNESS, FIRMNESS * USUAL_GROWTH);
        for (&at, done) in &self.done {
            let distance = f64::from(at) - empties;
            spread += done.count * distance * distance;
            common += distance * (done.logarithms - done.count * logarithm);
        }
        (common / spread).clamp(0.1, 2.0)
    }

    /// The time left if `elapsed` has passed so far; `None` as long as nothing is done.
    pub(super) fn left(&self, elapsed: Duration) -> Option<Duration> {
        let growth = self.growth();
        let work = |empties: u32, count: f64| count * (growth * f64::from(empties)).exp();
        let done: f64 = self
            .done
            .iter()
            .map(|(&empties, done)| work(empties, done.count))
            .sum();
        let left: f64 = self
            .left
            .iter()
            .map(|(&empties, &count)| work(empties, count))
            .sum();
        (done > 0.0)
            .then(|| Duration::try_from_secs_f64(elapsed.as_secs_f64() * left / done).ok())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn seconds(forecast: &Forecast, elapsed: Duration) -> f64 {
        forecast.left(elapsed).unwrap().as_secs_f64()
    }

    #[test]
    fn nothing_is_foretold_before_anything_is_done() {
        let mut forecast = Forecast::default();
        forecast.expect(20);
        assert_eq!(forecast.left(SECOND), None);
    }

    #[test]
    fn of_equal_positions_half_take_half_the_time() {
        let mut forecast = Forecast::default();
        for _ in 0..20 {
            forecast.expect(14);
        }
        for _ in 0..10 {
            forecast.note(14, SECOND);
        }
        // Two threads: ten seconds of work in five.
        let left = seconds(&forecast, 5 * SECOND);
        assert!((left - 5.0).abs() < 0.01, "{left}");
    }

    #[test]
    fn more_empties_take_longer_by_what_was_learned() {
        let mut forecast = Forecast::default();
        for empties in 10..=18 {
            for _ in 0..50 {
                forecast.expect(empties);
                let time = Duration::from_secs_f64(0.001 * 3_f64.powi(empties.cast_signed() - 10));
                forecast.note(empties, time);
            }
        }
        let growth = forecast.growth().exp();
        assert!((2.8..3.05).contains(&growth), "{growth}");
        forecast.expect(20);
        let elapsed: f64 = (0..=8).map(|step| 0.05 * 3_f64.powi(step)).sum();
        let left = seconds(&forecast, Duration::from_secs_f64(elapsed));
        assert!((40.0..70.0).contains(&left), "59 seconds are right: {left}");
    }

    #[test]
    fn a_few_odd_positions_do_not_overturn_what_is_usual() {
        let mut forecast = Forecast::default();
        forecast.note(10, 10 * SECOND);
        forecast.note(14, SECOND / 100);
        assert!(forecast.growth() > 0.5, "{}", forecast.growth());
    }

    #[test]
    fn when_all_is_done_nothing_is_left() {
        let mut forecast = Forecast::default();
        forecast.expect(12);
        forecast.expect(12);
        forecast.note(12, SECOND);
        forecast.drop(12);
        assert_eq!(forecast.left(SECOND), Some(Duration::ZERO));
    }
}
