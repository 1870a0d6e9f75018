//! Cuts that are only probably right: a shallow search that is far enough outside the window stands for the deep one.
//!
//! Source: M. Buro's `ProbCut` ("an effective selective extension of the alpha-beta algorithm", 1995) and
//! `Multi-ProbCut` (1997). The deep score is taken to be the shallow one plus a normally distributed error, whose spread
//! is a fitted function of the position's empties and of both depths.

use crate::eval::Evaluator;
use crate::node::{Draft, Node};
use crate::task::{Stopped, Task};
use crate::value::{Eval, Selectivity};

/// The least depth of a node that is cut like this.
const MIN_DEPTH: u8 = 3;

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
const fn probe_depth(depth: u8) -> u8 {
    2 * (depth / 4) + depth % 2
}

/// The spread in 1/128 disc of the score of a `depth`-ply search around that of a `probe`-ply search.
///
/// A square of a linear form, so that every CPU computes the same.
fn spread(empties: u32, depth: u8, probe: u8) -> i32 {
    let (depth, probe) = (f64::from(depth), f64::from(probe));
    let root = 2.35 + 0.022 * depth - 0.065 * probe - 0.004 * f64::from(empties);
    #[expect(clippy::cast_possible_truncation, reason = "a few discs")]
    let units = (root * root * f64::from(Eval::PER_DISC)) as i32;
    units
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
        let depth = probe_depth(draft.depth);
        let empties = node.board.empty_count();
        let margin = tenths * spread(empties, draft.depth, depth) / 10;
        // Before time is spent on a probe the static value must not speak against it.
        let gate = tenths * (spread(empties, depth, 0) + spread(empties, draft.depth, depth)) / 20;
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
