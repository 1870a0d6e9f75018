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
        // Outside the fitted range the form may fall below what any search is sure of.
        let root = root.max(0.7);
        #[expect(clippy::cast_possible_truncation, reason = "a few discs")]
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

/// The depth of the shallow search that stands for one of `depth` plies: about half, of the same parity.
pub(crate) const fn probe_depth(depth: u8) -> u8 {
    2 * (depth / 4) + depth % 2
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
        let depth = probe_depth(draft.depth);
        let empties = node.board.empty_count();
        let spread = calibration.spread(empties, draft.depth, depth);
        let margin = tenths * spread / 10;
        // Before time is spent on a probe the static value must not speak against it.
        let gate = tenths * (calibration.spread(empties, depth, 0) + spread) / 20;
        let estimate = self
            .shared
            .evaluator
            .evaluate(node.board, &node.state)
            .units();
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
