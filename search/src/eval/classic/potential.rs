//! Potential mobility and frontier: the moves that may come, seen from the empty squares and from the discs.

use super::term::{Line, Pair, Term};
use super::view::View;

/// Empty squares beside the other side's discs.
#[derive(Debug)]
pub(crate) struct PotentialMobility;

impl Term<1> for PotentialMobility {
    const LINES: [Line; 1] = [Line {
        name: "potential mobility",
        description: "Empty squares beside discs of the other side: early on the moves of the future, late mostly places that stay closed.",
    }];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 1] {
        [Pair::new(
            view.board.potential_moves().len(),
            view.board.pass().potential_moves().len(),
        )]
    }
}

/// Discs beside an empty square.
#[derive(Debug)]
pub(crate) struct Frontier;

impl Term<1> for Frontier {
    const LINES: [Line; 1] = [Line {
        name: "frontier",
        description: "Discs beside an empty square: each of them gives the other side something to turn over.",
    }];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 1] {
        let outer = view.empties.neighbours();
        [Pair::new(
            (view.own & outer).len(),
            (view.opponent & outer).len(),
        )]
    }
}
