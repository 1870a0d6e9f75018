//! The time that the other side allows for a game, and how much of it a move takes.

use crate::commands::play::Strength;
use std::time::Duration;
use xsquare_engine::Board;
use xsquare_search::{Analysis, Clock, Limits, Planner, Target, Threads, TimeControl};

/// Seconds as they are written in protocols, from 0; `None` if it is no time.
pub(crate) fn seconds(text: &str) -> Option<f64> {
    let is_decimal = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    is_decimal.then(|| text.parse().ok())?
}

/// A clock for a game without increment, of which this much is left.
pub(crate) fn sudden_death(left: Duration) -> Clock {
    Clock::new(TimeControl::PerGame {
        main: left,
        increment: Duration::ZERO,
    })
}

/// How hard moves are thought about: as asked for, and as a clock and the machine allow.
#[derive(Debug)]
pub(crate) struct Pace {
    /// What was asked for on the command line or by the other side.
    pub(crate) strength: Strength,
    planner: Planner,
    /// The limits of the last search for a move.
    last: Option<Limits>,
}

impl Pace {
    /// Nothing is known yet of how fast the machine is.
    pub(crate) fn new(strength: Strength, threads: Threads) -> Self {
        Self {
            strength,
            planner: Planner::new(threads),
            last: None,
        }
    }

    /// What ends a search for the next move of the side with this clock. With a clock and no level the time is used, unless
    /// the position is solved before.
    pub(crate) fn limits(&mut self, clock: Option<&Clock>, board: Board) -> Limits {
        let asked = self.strength.limits();
        let limits = match clock {
            None => asked,
            Some(clock) => {
                let target = self.strength.level.map_or(Target::Deepest, Target::Level);
                let plan = self.planner.plan(clock, board, target);
                Limits {
                    time: plan.time.into_iter().chain(asked.time).min(),
                    ..plan
                }
            }
        };
        self.last = Some(limits);
        limits
    }

    /// Learns from the search for a move; it must not have been ended by the other side.
    pub(crate) fn learn(&mut self, analysis: &Analysis) {
        if let Some(limits) = self.last.take() {
            self.planner.learn(&limits, analysis);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_search::Level;

    #[test]
    fn times_are_plain_decimals() {
        assert_eq!(seconds("0"), Some(0.0));
        assert_eq!(seconds("1.5"), Some(1.5));
        assert!(seconds(&"9".repeat(1000)).is_some_and(|time| time > 1e300));
        for wrong in ["", "-1", "+1", "1e3", "nan", "inf", ".5", "1.2.3", "1s"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_clock_bounds_what_was_asked_for() {
        let strength = Strength {
            level: Level::new(12),
            time: Some(Duration::from_secs(2)),
            clock: None,
            ..Strength::default()
        };
        let mut pace = Pace::new(strength, Threads::ONE);
        let level = Target::Level(Level::new(12).unwrap());
        assert_eq!(pace.limits(None, Board::START), strength.limits());
        let plenty = sudden_death(Duration::from_hours(10));
        let limits = pace.limits(Some(&plenty), Board::START);
        assert_eq!((limits.target, limits.time), (level, strength.time));
        let little = sudden_death(Duration::from_secs(1));
        let limits = pace.limits(Some(&little), Board::START);
        assert!(
            limits.time.unwrap() < Duration::from_millis(200),
            "{limits:?}"
        );
        let none = sudden_death(Duration::ZERO);
        assert_eq!(
            pace.limits(Some(&none), Board::START).time,
            Some(Duration::ZERO)
        );
        let mut free = Pace::new(Strength::default(), Threads::ONE);
        assert_eq!(
            free.limits(Some(&little), Board::START).target,
            Target::Deepest
        );
    }
}
