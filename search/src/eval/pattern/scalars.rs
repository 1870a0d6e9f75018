//! The features beside the patterns: mobility, potential mobility, parity, the number of discs and the access to the
//! quadrants.

use super::access;
use super::layout::{MAX_MOVES, SCALAR_FEATURES, SCALAR_STARTS};
use xsquare_engine::{Bitboard, Board, Quadrant};

/// The indices of these features in a table. `own_moves` are the legal moves of `board`, `opponent_moves` those of the
/// other side if it were its turn.
#[inline(always)]
pub(super) fn indices(
    board: Board,
    own_moves: Bitboard,
    opponent_moves: Bitboard,
) -> [usize; SCALAR_FEATURES] {
    let potential = pair(board.potential_moves(), board.pass().potential_moves());
    let [first, second, third, fourth] = access::contents(board, own_moves, opponent_moves)
        .map(|content| SCALAR_STARTS[4] + content);
    [
        SCALAR_STARTS[0] + pair(own_moves, opponent_moves),
        SCALAR_STARTS[1] + potential,
        SCALAR_STARTS[2] + quadrants(board.empties()),
        SCALAR_STARTS[3] + board.own().len() as usize,
        first,
        second,
        third,
        fourth,
    ]
}

/// One number for both sides' counts.
#[inline(always)]
fn pair(own: Bitboard, opponent: Bitboard) -> usize {
    (own.len().min(MAX_MOVES) * (MAX_MOVES + 1) + opponent.len().min(MAX_MOVES)) as usize
}

/// A ternary number with a digit for each quadrant: 0 if it is full, 1 if an odd number of squares is empty, 2 if an
/// even one.
#[inline(always)]
fn quadrants(empties: Bitboard) -> usize {
    /// The digit for each number of empty squares.
    const DIGITS: [u8; 17] = [0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
    Quadrant::ALL.iter().rev().fold(0, |number, quadrant| {
        3 * number + usize::from(DIGITS[(empties & quadrant.squares()).len() as usize])
    })
}
