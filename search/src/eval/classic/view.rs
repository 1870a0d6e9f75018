//! What all terms look at: the board and the sets of squares derived from it, each computed once.

use xsquare_engine::{Bitboard, Board};

/// A board with its empty squares and the moves of both sides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    pub(crate) board: Board,
    pub(crate) own: Bitboard,
    pub(crate) opponent: Bitboard,
    pub(crate) empties: Bitboard,
    pub(crate) own_moves: Bitboard,
    pub(crate) opponent_moves: Bitboard,
}

impl View {
    /// The view of a board.
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Self {
        Self::new(board, board.legal_moves(), board.opponent_moves())
    }

    /// The view of a board whose moves are already known: `own_moves` of the side to move, `opponent_moves` of the
    /// other if it were its turn.
    #[inline(always)]
    pub(crate) const fn new(board: Board, own_moves: Bitboard, opponent_moves: Bitboard) -> Self {
        Self {
            board,
            own: board.own(),
            opponent: board.opponent(),
            empties: board.empties(),
            own_moves,
            opponent_moves,
        }
    }
}
