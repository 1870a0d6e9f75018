//! Cuts that are only probably right: a shallow search that is far enough outside the window stands for the deep one.
//!
//! Source: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995, and his Multi-ProbCut
//! of 1997. The deep score is taken to be the shallow one plus a normally distributed error; its spread is a fitted
//! function of the position's empties and of both depths.

use crate::eval::Evaluator;
use crate::node::Draft;
use crate::task::{Stopped, Task};
use crate::value::{Eval, Selectivity};
use xsquare_engine::Board;

/// The least depth of a node that is cut like this.
const MIN_DEPTH: u8 = 3;

/// How many standard deviations outside the window a shallow score must lie; `None` allows no such cut.
///
/// The probabilities that a normal error stays within these, on one side, are 86, 93, 98, 99.5 and 99.95 %; a node is
/// cut only if several such bets along its line hold, so the whole is called less sure. The steps are those of Edax.
const fn deviations(selectivity: Selectivity) -> Option<f32> {
    match selectivity {
        Selectivity::P73 => Some(1.1),
        Selectivity::P87 => Some(1.5),
        Selectivity::P95 => Some(2.0),
        Selectivity::P98 => Some(2.6),
        Selectivity::P99 => Some(3.3),
        Selectivity::Exact => None,
    }
}

/// The depth of the shallow search that stands for one of `depth` plies: about half, of the same parity.
const fn probe_depth(depth: u8) -> u8 {
    2 * (depth / 4) + depth % 2
}

/// The spread in 1/128 disc of the deep score around the shallow one.
///
/// `to_the_end` searches count real discs in the end, which estimates miss by more.
fn spread(empties: u32, depth: u8, probe: u8) -> f32 {
    let (empties, depth, probe) = (empties as f32, f32::from(depth), f32::from(probe));
    let log = 1.55 + 0.022 * depth - 0.055 * probe - 0.004 * empties;
    log.exp() * Eval::PER_DISC as f32
}

impl<E: Evaluator> Task<'_, E> {
    /// Tries to settle a null-window node by a shallow search; the bound on success.
    ///
    /// # Errors
    /// If the node is no longer wanted.
    pub(crate) fn probcut(
        &mut self,
        board: Board,
        alpha: i32,
        draft: Draft,
    ) -> Result<Option<i32>, Stopped> {
        let Some(deviations) = deviations(draft.selectivity) else {
            return Ok(None);
        };
        if draft.depth < MIN_DEPTH {
            return Ok(None);
        }
        let depth = probe_depth(draft.depth);
        let empties = board.empty_count();
        #[expect(clippy::cast_possible_truncation, reason = "a few dozen discs at most")]
        let margin = (deviations * spread(empties, draft.depth, depth)) as i32;
        // The static value must already point the way: half its own margin on top of the bound.
        #[expect(clippy::cast_possible_truncation, reason = "a few dozen discs at most")]
        let gate =
            (deviations * 0.5 * (spread(empties, depth, 0) + spread(empties, draft.depth, 0)))
                as i32;
        let estimate = self.shared.evaluator.evaluate_board(board).units();
        let probe = Draft { depth, ..draft };
        let high = alpha + margin;
        if estimate > alpha - gate
            && high < Eval::MAX.units()
            && self.null_window(board, high, probe)? > high
        {
            return Ok(Some(alpha + 1));
        }
        let low = alpha - margin;
        if estimate < alpha + gate
            && low > Eval::MIN.units()
            && self.null_window(board, low, probe)? <= low
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}
