//! From the weights of a few phases to a table for each number of empty squares.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of squares, and clamped weights"
)]

use super::layout::TABLE_LEN;
use super::ties::Ties;
use super::weights::Weights;
use std::fmt;
use std::sync::OnceLock;

/// Weights of all contents of all segments, in 1/128 disc, and zeros: from where any segment begins there are as many places
/// as a number of 16 bits can name, so that a content needs no check.
pub(super) type Table = [i16; TABLE_LEN + NAMED];

/// Places that a number of 16 bits can name.
pub(super) const NAMED: usize = 1 << 16;

/// Numbers of empty squares with a table: 0..=60. Set-up boards with more use the last.
const TABLE_COUNT: usize = 61;

/// The tables, each made when it is first asked for: a search looks at few numbers of empty squares, and all of them
/// take more memory and time than a short run of the program is worth.
pub(super) struct Tables {
    weights: Weights,
    tables: [OnceLock<Box<Table>>; TABLE_COUNT],
}

impl Tables {
    pub(super) fn new(weights: Weights) -> Self {
        Self {
            weights,
            tables: [const { OnceLock::new() }; TABLE_COUNT],
        }
    }

    pub(super) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The table for this number of empty squares.
    #[inline]
    pub(super) fn of(&self, empties: u32) -> &Table {
        let empties = (empties as usize).min(TABLE_COUNT - 1);
        self.tables[empties].get_or_init(|| self.make(empties))
    }

    /// A table for about this number of empty squares: one serves four numbers. A search that changes between few tables
    /// finds more of them in the processor's caches.
    #[inline]
    pub(super) fn near(&self, empties: u32) -> &Table {
        self.of((empties + 2) / 4 * 4)
    }

    /// Interpolates between the phases on either side of `empties`, outside them taking the nearest.
    #[cold]
    fn make(&self, empties: usize) -> Box<Table> {
        let mixed = self.mix(empties);
        let weights = Ties::shared()
            .classes()
            .iter()
            .map(|&class| mixed[class as usize]);
        let table: Vec<i16> = weights.chain(std::iter::repeat_n(0, NAMED)).collect();
        table
            .into_boxed_slice()
            .try_into()
            .expect("a class for each place of the table")
    }

    /// The weight of each class in 1/128 disc.
    fn mix(&self, empties: usize) -> Vec<i16> {
        let blend = Blend::of(self.weights.phases(), empties);
        let [left, right] = blend.phases.map(|phase| self.weights.of_phase(phase));
        let [left_share, right_share] = blend.shares;
        let whole = left_share + right_share;
        let unit = i32::from(self.weights.unit());
        left.iter()
            .zip(right)
            .map(|(&left, &right)| {
                let units = (i32::from(left) * left_share + i32::from(right) * right_share) * unit;
                let rounded = (units + units.signum() * whole / 2) / whole;
                rounded.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
            })
            .collect()
    }
}

/// How two phases are mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Blend {
    /// Numbers of the phases.
    pub(crate) phases: [usize; 2],
    /// Their shares; the sum is the whole.
    pub(crate) shares: [i32; 2],
}

impl Blend {
    /// The mixture for this number of empty squares: linear between the phases' centres (ascending numbers of empty
    /// squares), constant outside them.
    pub(crate) fn of(centres: &[u8], empties: usize) -> Self {
        let above = centres
            .iter()
            .position(|&centre| usize::from(centre) >= empties);
        match above {
            Some(0) => Self {
                phases: [0, 0],
                shares: [1, 0],
            },
            None => Self {
                phases: [centres.len() - 1; 2],
                shares: [1, 0],
            },
            Some(right) => {
                let [left, centre] = [centres[right - 1], centres[right]].map(i32::from);
                let empties = empties as i32;
                Self {
                    phases: [right - 1, right],
                    shares: [centre - empties, empties - left],
                }
            }
        }
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = self
            .tables
            .iter()
            .filter(|table| table.get().is_some())
            .count();
        f.debug_struct("Tables")
            .field("weights", &self.weights)
            .field("made", &made)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blends_are_linear_between_centres_and_constant_outside() {
        let blend = |empties| {
            let blend = Blend::of(&[4, 8, 12], empties);
            (blend.phases, blend.shares)
        };
        assert_eq!(blend(0), ([0, 0], [1, 0]));
        assert_eq!(blend(4), ([0, 0], [1, 0]));
        assert_eq!(blend(5), ([0, 1], [3, 1]));
        assert_eq!(blend(8), ([0, 1], [0, 4]));
        assert_eq!(blend(11), ([1, 2], [1, 3]));
        assert_eq!(blend(12), ([1, 2], [0, 4]));
        assert_eq!(blend(60), ([2, 2], [1, 0]));
    }
}
