//! The time that the other side allows for a game, and how much of it a move may take.

use crate::commands::play::Strength;
use std::time::Duration;
use xsquare_search::{Limits, Target};

/// What the way of the answer costs, and what a search takes to end.
const MARGIN: Duration = Duration::from_millis(30);
/// The shortest thought.
const LEAST: Duration = Duration::from_millis(1);
/// The longest time that is counted: more than any game takes.
const LONGEST: Duration = Duration::from_hours(24 * 365);
/// Moves at the end of the game that cost little.
const EASY_MOVES: u32 = 7;
/// No move takes more than this part of what is left: other programs tell whole seconds, and machines can be busy.
const LARGEST_PART: u32 = 5;

/// What ends a search for a move: a clock, and what was asked for on the command line or by the other side. With a clock
/// and no level the time is used, unless the position is solved before.
pub(crate) fn limits(strength: Strength, clock: Option<&Clock>, empties: u32) -> Limits {
    let limits = strength.limits();
    let Some(clock) = clock else {
        return limits;
    };
    let budget = clock.budget(empties);
    Limits {
        target: strength.level.map_or(Target::Deepest, Target::Level),
        time: Some(limits.time.map_or(budget, |time| time.min(budget))),
        ..limits
    }
}

/// Seconds as they are written in protocols; more than a year counts as a year. `None` if it is no time.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let is_decimal = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds: f64 = is_decimal.then(|| text.parse().ok())??;
    Some(Duration::try_from_secs_f64(seconds.min(LONGEST.as_secs_f64())).unwrap_or(LONGEST))
}

/// A time for some moves, given anew when they are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Period {
    /// How long.
    pub(crate) time: Duration,
    /// For how many moves, at least one.
    pub(crate) moves: u32,
}

/// The clock of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Clock {
    /// What is left for the whole game.
    pub(crate) left: Duration,
    /// What each move adds to it.
    pub(crate) increment: Duration,
    /// The periods that follow.
    pub(crate) period: Option<Period>,
    /// What is left of the present period, if the time for the game is used up.
    pub(crate) present: Option<Period>,
}

impl Clock {
    /// How long the next move may take, with so many empty squares on the board.
    pub(crate) fn budget(&self, empties: u32) -> Duration {
        let moves = (empties / 2).saturating_sub(EASY_MOVES).max(LARGEST_PART);
        let period = self.present.or(self.period);
        let share = period.map_or(Duration::ZERO, |period| period.time / period.moves.max(1));
        // The increment comes after the move, so it must not be spent before.
        let own = (self.left / moves + self.increment).min(self.left);
        let budget = own + share.mul_f64(0.95);
        budget.saturating_sub(MARGIN).max(LEAST)
    }

    /// A move took this long.
    pub(crate) fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        if let Some(period) = self.period
            && (!over.is_zero() || self.left.is_zero())
        {
            let present = self.present.get_or_insert(period);
            present.time = present.time.saturating_sub(over);
            present.moves = present.moves.saturating_sub(1);
            if present.moves == 0 {
                *present = period;
            }
        }
        self.left += self.increment;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn times_are_plain_decimals() {
        assert_eq!(seconds("0"), Some(Duration::ZERO));
        assert_eq!(seconds("1.5"), Some(Duration::from_millis(1500)));
        assert_eq!(seconds("99999999999999999999999999"), Some(LONGEST));
        let digits = "9".repeat(1000);
        assert_eq!(seconds(&digits), Some(LONGEST));
        for wrong in ["", "-1", "+1", "1e3", "nan", "inf", ".5", "1.2.3", "1s"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }

    /// Plays a whole game, each move taking what it may and a little more.
    fn play(mut clock: Clock) -> (Clock, Duration) {
        let mut total = Duration::ZERO;
        for empties in (0..60).rev().step_by(2) {
            let budget = clock.budget(empties);
            assert!(
                budget <= clock.left + clock.period.map_or(Duration::ZERO, |p| p.time)
                    || budget == LEAST
            );
            total += budget;
            clock.spend(budget + Duration::from_millis(5));
        }
        (clock, total)
    }

    #[test]
    fn a_game_fits_into_its_time() {
        for time in [SECOND, 10 * SECOND, 900 * SECOND] {
            let clock = Clock {
                left: time,
                ..Clock::default()
            };
            let (clock, total) = play(clock);
            assert!(!clock.left.is_zero(), "{time:?}");
            assert!(total > time / 2, "{time:?}: {total:?}");
        }
        let increment = Clock {
            left: 2 * SECOND,
            increment: SECOND,
            ..Clock::default()
        };
        let (clock, total) = play(increment);
        assert!(total > 20 * SECOND && !clock.left.is_zero());
    }

    #[test]
    fn periods_are_shared_out_among_their_moves() {
        let period = |seconds: u64, moves| {
            Some(Period {
                time: Duration::from_secs(seconds),
                moves,
            })
        };
        let clock = Clock {
            period: period(30, 3),
            ..Clock::default()
        };
        assert_eq!(clock.budget(50), Duration::from_millis(9470));
        let mut clock = Clock {
            period: period(30, 3),
            present: period(1, 1),
            ..Clock::default()
        };
        assert_eq!(clock.budget(50), Duration::from_millis(920));
        clock.spend(SECOND / 2);
        assert_eq!(clock.budget(50), Duration::from_millis(9470));
    }

    #[test]
    fn no_time_is_the_shortest_thought() {
        assert_eq!(Clock::default().budget(60), LEAST);
        let endless = Clock {
            left: LONGEST,
            increment: LONGEST,
            period: Some(Period {
                time: LONGEST,
                moves: 1,
            }),
            present: None,
        };
        assert!(endless.budget(0) > LONGEST);
    }
}
