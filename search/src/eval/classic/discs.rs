//! Discs and the value of the move.

use super::term::{Line, Pair, Term};
use super::view::View;

/// Discs on the board.
#[derive(Debug)]
pub(crate) struct Discs;

impl Term<1> for Discs {
    const LINES: [Line; 1] = [Line {
        name: "discs",
        description: "Discs on the board: they count for little until the end of the game, where they are the score.",
    }];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 1] {
        [Pair::new(view.own.len(), view.opponent.len())]
    }
}

/// The turn itself.
#[derive(Debug)]
pub(crate) struct Tempo;

impl Term<1> for Tempo {
    const LINES: [Line; 1] = [Line {
        name: "tempo",
        description: "What it is worth to be the side to move.",
    }];

    #[inline(always)]
    fn count(_: &View) -> [Pair; 1] {
        [Pair::new(1, 0)]
    }
}
