//! Cuts that are only probably right: a shallow search that is far enough outside the window stands for the deep one.
//!
//! Source: M. Buro's `ProbCut` ("an effective selective extension of the alpha-beta algorithm", 1995) and
//! `Multi-ProbCut` (1997). The deep score is taken to be the shallow one plus a normally distributed error, whose spread
//! is a fitted function of the position's empties and of both depths: the evaluation's [`Calibration`].

use crate::eval::Evaluator;
use crate::node::{Draft, Node};
use crate::task::{Stopped, Task};
use crate::value::{Eval, Selectivity};

/// The least depth of a node that is cut like this.
const MIN_DEPTH: u8 = 3;

/// How far the scores of searches of different depths lie apart with some evaluation.
///
/// The square root of the spread, in discs, is a linear form `base + depth·d + probe·p + empties·e`, once for searches
/// that stop before the end of the game and once for those that reach it. Only products and sums, so that every CPU
/// computes the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// Coefficients `[base, depth, probe, empties]` for deep searches that stop before the end.
    pub midgame: [f64; 4],
    /// The same for deep searches to the end of the game.
    pub to_the_end: [f64; 4],
}

impl Calibration {
    /// The bytes of a calibration in a file.
    pub(crate) const BYTES: usize = 64;

    /// Nothing is known: every spread is [the greatest](Self::MAX_ROOT), and no search is cut.
    #[cfg(any(test, feature = "train"))]
    pub(crate) const UNKNOWN: Self = Self {
        midgame: [Self::MAX_ROOT, 0.0, 0.0, 0.0],
        to_the_end: [Self::MAX_ROOT, 0.0, 0.0, 0.0],
    };

    /// The roots of the least and of the greatest spread. Outside the fitted range the form may fall below what any
    /// search is sure of; and 144 discs are further than two scores can lie apart.
    const MIN_ROOT: f64 = 0.7;
    const MAX_ROOT: f64 = 12.0;

    /// The eight coefficients, those of `midgame` first.
    pub(crate) fn coefficients(&self) -> [f64; 8] {
        let (first, second) = (self.midgame, self.to_the_end);
        std::array::from_fn(|index| {
            if index < 4 {
                first[index]
            } else {
                second[index - 4]
            }
        })
    }

    /// The calibration with these [`coefficients`](Self::coefficients).
    pub(crate) fn from_coefficients(coefficients: [f64; 8]) -> Self {
        Self {
            midgame: std::array::from_fn(|index| coefficients[index]),
            to_the_end: std::array::from_fn(|index| coefficients[index + 4]),
        }
    }

    /// Whether a search can rest on it: the coefficients are numbers of the size that a fit can give, and the bases say
    /// something.
    pub fn is_valid(&self) -> bool {
        let is_base = |base: f64| base > 0.0 && base < Self::MAX_ROOT;
        self.coefficients()
            .iter()
            .all(|number| number.abs() < Self::MAX_ROOT)
            && is_base(self.midgame[0])
            && is_base(self.to_the_end[0])
    }

    /// As it stands in a file: [`coefficients`](Self::coefficients), little-endian.
    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (words, _) = bytes.as_chunks_mut::<8>();
        for (word, number) in words.iter_mut().zip(self.coefficients()) {
            *word = number.to_le_bytes();
        }
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes); the result may be no [valid](Self::is_valid) calibration.
    pub(crate) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        Self::from_coefficients(std::array::from_fn(|index| {
            f64::from_le_bytes(words[index])
        }))
    }

    /// The standard deviation, in 1/128 disc, of the score of a search of `depth` plies around that of one of `probe`
    /// plies, for positions with `empties` empty squares.
    pub fn spread(&self, empties: u32, depth: u8, probe: u8) -> i32 {
        let [base, by_depth, by_probe, by_empties] = if u32::from(depth) >= empties {
            self.to_the_end
        } else {
            self.midgame
        };
        let root = base
            + by_depth * f64::from(depth)
            + by_probe * f64::from(probe)
            + by_empties * f64::from(empties);
        let root = root.clamp(Self::MIN_ROOT, Self::MAX_ROOT);
        #[expect(clippy::cast_possible_truncation, reason = "some discs")]
        let units = (root * root * f64::from(Eval::PER_DISC)) as i32;
        units
    }
}

/// How many standard deviations outside the window a shallow score must lie, in tenths; `None` allows no such cut.
///
/// A normal error stays within these, on one side, in 86, 93, 98, 99.5 and 99.95 % of cases; a line can rest on several
/// such bets, so the whole is called less sure. The steps are those of Edax.
const fn tenths_of_deviations(selectivity: Selectivity) -> Option<i32> {
    match selectivity {
        Selectivity::P73 => Some(11),
        Selectivity::P87 => Some(15),
        Selectivity::P95 => Some(20),
        Selectivity::P98 => Some(26),
        Selectivity::P99 => Some(33),
        Selectivity::Exact => None,
    }
}

/// The depth of the shallow search that stands for one of `depth` plies: of those with the same parity the greatest up
/// to a third, or up to a half of a search to the end of the game, whose score is harder to guess.
///
/// A half is more accurate at the same depth and a third is stronger in the same time; the idea to try shallower probes
/// is deft's.
const fn probe_depth(depth: u8, to_the_end: bool) -> u8 {
    let most = if to_the_end { depth / 2 } else { depth / 3 };
    most - (most ^ depth) % 2
}

impl<E: Evaluator> Task<'_, E> {
    /// Tries to settle a null-window node by a shallow search; the bound on success.
    ///
    /// # Errors
    /// If the node is no longer wanted.
    pub(crate) fn probcut(
        &mut self,
        node: &Node<E::State>,
        alpha: i32,
        draft: Draft,
    ) -> Result<Option<i32>, Stopped> {
        let Some(tenths) = tenths_of_deviations(draft.selectivity) else {
            return Ok(None);
        };
        if draft.depth < MIN_DEPTH {
            return Ok(None);
        }
        let calibration = self.shared.evaluator.calibration();
        let empties = node.board.empty_count();
        let depth = probe_depth(draft.depth, draft.reaches_end(empties));
        let spread = calibration.spread(empties, draft.depth, depth);
        let margin = tenths * spread / 10;
        // Before time is spent on a probe the static value must not speak against it.
        let gate = tenths * (calibration.spread(empties, depth, 0) + spread) / 20;
        let estimate = self.static_value(node, node.board.opponent_moves());
        let probe = Draft { depth, ..draft };
        let high = alpha + margin;
        if estimate > alpha - gate
            && high < Eval::MAX.units()
            && self.null_window(node, high, probe)? > high
        {
            return Ok(Some(alpha + 1));
        }
        let low = alpha - margin;
        if estimate <= alpha + gate
            && low > Eval::MIN.units()
            && self.null_window(node, low, probe)? <= low
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Calibration = Calibration {
        midgame: [2.5, 0.25, -0.125, -0.0625],
        to_the_end: [3.0, 0.5, -0.25, 0.0],
    };

    #[test]
    fn bytes_round_trip() {
        assert_eq!(Calibration::from_bytes(&SOME.to_bytes()), SOME);
        assert_eq!(SOME.to_bytes()[..8], 2.5_f64.to_le_bytes());
    }

    #[test]
    fn only_numbers_that_a_fit_can_give_are_valid() {
        assert!(SOME.is_valid());
        assert!(!Calibration::UNKNOWN.is_valid());
        for (place, number) in [
            (0, 0.0),
            (0, -1.0),
            (1, f64::NAN),
            (2, f64::INFINITY),
            (3, 12.5),
            (4, 12.0),
            (4, f64::NAN),
            (7, -1e300),
        ] {
            let mut coefficients = SOME.coefficients();
            coefficients[place] = number;
            let bad = Calibration::from_coefficients(coefficients);
            assert!(!bad.is_valid(), "{bad:?}");
        }
    }

    #[test]
    fn probes_are_shallow_and_of_the_same_parity() {
        for depth in MIN_DEPTH..=60 {
            for (to_the_end, parts) in [(false, 3), (true, 2)] {
                let probe = probe_depth(depth, to_the_end);
                assert_eq!(probe % 2, depth % 2);
                assert!(
                    parts * probe <= depth && parts * (probe + 2) > depth,
                    "{depth}"
                );
            }
        }
        assert_eq!(
            [3, 4, 15, 18].map(|depth| probe_depth(depth, false)),
            [1, 0, 5, 6]
        );
    }

    #[test]
    fn spreads_follow_the_form_and_stay_between_half_a_disc_and_144() {
        // 2.5 + 0.25·8 − 0.125·4 − 0.0625·32 = 2
        assert_eq!(SOME.spread(32, 8, 4), 4 * Eval::PER_DISC);
        // 3 + 0.5·8 − 0.25·4 = 6
        assert_eq!(SOME.spread(8, 8, 4), 36 * Eval::PER_DISC);
        assert_eq!(SOME.spread(60, 1, 50), 62);
        assert_eq!(SOME.spread(60, 60, 0), 144 * Eval::PER_DISC);
        assert_eq!(Calibration::UNKNOWN.spread(30, 10, 4), 144 * Eval::PER_DISC);
    }
}
