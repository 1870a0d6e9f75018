//! The moves of a position as the book sees them: on canonical boards, with forced passes followed.

use xsquare_engine::{Board, DiscDiff, Square, Symmetry};

/// A move and what it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) turn: Square,
    pub(super) child: Child,
}

/// What a move leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    /// The end of the game, with this score for the side that made the move.
    Over(DiscDiff),
    /// The turn of a side that has a move.
    Turn(Turn),
}

/// The turn of a side that has a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    /// The board as it stands.
    pub(super) board: Board,
    /// Its canonical image.
    pub(super) canonical: Board,
    /// The symmetry that leads to the image.
    pub(super) symmetry: Symmetry,
    /// Whose turn it is.
    pub(super) mover: Mover,
}

/// Whose turn it is after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    /// The other side's, as usual.
    Other,
    /// The same side's again: the other one had to pass.
    Same,
}

impl Mover {
    /// A value as the side before the move sees it.
    pub(super) fn seen_before<T: std::ops::Neg<Output = T>>(self, value: T) -> T {
        match self {
            Self::Other => -value,
            Self::Same => value,
        }
    }
}

/// The legal moves of a board.
pub(super) fn steps(board: Board) -> impl Iterator<Item = Step> {
    let moves = board.legal_moves().into_iter();
    moves.map(move |turn| Step {
        turn,
        child: child(board, turn),
    })
}

/// What a legal move leads to.
///
/// # Panics
/// If the move is illegal.
pub(super) fn child(board: Board, turn: Square) -> Child {
    let after = board.play(turn).expect("the move is legal");
    if !after.legal_moves().is_empty() {
        return Child::Turn(Turn::new(after, Mover::Other));
    }
    let passed = after.pass();
    if passed.legal_moves().is_empty() {
        return Child::Over(-after.final_score());
    }
    Child::Turn(Turn::new(passed, Mover::Same))
}

impl Turn {
    fn new(board: Board, mover: Mover) -> Self {
        let (canonical, symmetry) = board.canonical();
        Self {
            board,
            canonical,
            symmetry,
            mover,
        }
    }
}
