//! Playing levels: how deep and how selectively to search at each number of empties.

use crate::value::Selectivity;
use std::fmt;

/// A level, 0..=60. Higher is never weaker in any position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level asks for in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Plies to search, at least 1; equal to the number of empties when the game is searched to its end.
    pub depth: u8,
    /// The confidence of that search.
    pub selectivity: Selectivity,
}

/// Up to `empties` the game is searched to its end with this confidence.
struct Step {
    empties: u8,
    selectivity: Selectivity,
}

const fn step(empties: u8, selectivity: Selectivity) -> Step {
    Step {
        empties,
        selectivity,
    }
}

/// The confidence of searches that stop before the end of the game.
pub(crate) const MIDGAME_SELECTIVITY: Selectivity = Selectivity::P73;

impl Level {
    /// The level of the command line's default.
    pub const DEFAULT: Self = Self(21);
    /// The lowest level. It looks one move ahead, as level 1 does, but whatever the evaluation is, it judges by the classic
    /// one, and it does not solve the last squares.
    pub const LEAST: Self = Self(0);
    /// The highest level.
    pub const MAX: Self = Self(60);

    /// The level with this number, or `None` outside 0..=60.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            0..=60 => Some(Self(number)),
            _ => None,
        }
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What this level asks for with `empties` empty squares.
    ///
    /// The shape of the table is that of Edax's: mid-game depth equal to the level, the end of the game searched from
    /// twice that many empties at the low levels, in selective steps before exact ones at the high levels.
    pub fn plan(self, empties: u32) -> Plan {
        let empties = empties.min(60) as u8;
        let steps = self.endgame_steps();
        if let Some(step) = steps.iter().find(|step| empties <= step.empties) {
            return Plan {
                depth: empties.max(1),
                selectivity: step.selectivity,
            };
        }
        Plan {
            depth: self.0.clamp(1, empties.max(1)),
            selectivity: MIDGAME_SELECTIVITY,
        }
    }

    /// From which empties the end of the game is searched, most confident first.
    fn endgame_steps(self) -> Vec<Step> {
        use Selectivity::{Exact, P73, P87, P95, P98, P99};
        let level = self.0;
        match level {
            0..=10 => vec![step(2 * level, Exact)],
            11..=12 => vec![step(21, Exact), step(24, P98)],
            13..=18 => vec![step(21, Exact), step(24, P98), step(27, P87)],
            19..=21 => vec![step(24, Exact), step(27, P98), step(30, P87)],
            22..=24 => vec![step(24, Exact), step(27, P99), step(30, P95), step(33, P73)],
            25..=27 => vec![step(27, Exact), step(30, P98), step(33, P87)],
            28..=29 => vec![step(27, Exact), step(30, P99), step(33, P95), step(36, P73)],
            30..=31 => vec![step(30, Exact), step(33, P98), step(36, P87)],
            32..=33 => vec![step(30, Exact), step(33, P99), step(36, P95), step(39, P73)],
            34..=35 => vec![step(30, Exact), step(33, P99), step(36, P98), step(39, P87)],
            36.. => vec![
                step(level - 6, Exact),
                step(level - 3, P99),
                step(level, P98),
                step(level + 3, P95),
                step(level + 6, P87),
                step(level + 9, P73),
            ],
        }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_is_never_shallower_nor_less_confident() {
        for empties in 0..=60 {
            let plans: Vec<Plan> = (0..=60)
                .map(|n| Level::new(n).unwrap().plan(empties))
                .collect();
            assert!(
                plans.is_sorted_by_key(|plan| plan.depth),
                "{empties} empties"
            );
            assert!(
                plans.is_sorted_by_key(|plan| plan.selectivity),
                "{empties} empties"
            );
        }
    }

    #[test]
    fn fewer_empties_are_searched_no_less_completely() {
        for number in 0..=60 {
            let level = Level::new(number).unwrap();
            let left_out = |n: u32| n.saturating_sub(level.plan(n).depth.into());
            assert!((1..60).map(left_out).is_sorted(), "level {level}");
        }
    }

    #[test]
    fn plans_stay_within_the_game() {
        for number in 0..=60 {
            for empties in 0..=64 {
                let plan = Level::new(number).unwrap().plan(empties);
                assert!((1..=60).contains(&plan.depth));
                assert!(u32::from(plan.depth) <= empties.max(1));
            }
        }
        assert_eq!(Level::new(61), None);
    }
}
