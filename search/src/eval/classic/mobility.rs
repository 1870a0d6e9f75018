//! Mobility: how many moves each side has.

use super::term::{Line, Pair, Term};
use super::view::View;

/// Legal moves.
#[derive(Debug)]
pub(crate) struct Mobility;

impl Term<1> for Mobility {
    const LINES: [Line; 1] = [Line {
        name: "mobility",
        description: "Legal moves: who has few of them is soon forced to play a bad one.",
    }];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 1] {
        [Pair::new(view.own_moves.len(), view.opponent_moves.len())]
    }
}
