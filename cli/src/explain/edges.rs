//! Wedges: discs between two of the other side's on an edge.

use xsquare_engine::{Bitboard, Square};

/// The two squares beside one on its edge; `None` for corners and squares that are on no edge.
pub(super) fn beside(square: Square) -> Option<[Square; 2]> {
    let (column, row) = (square.column(), square.row());
    let is_inside = |at: usize| (1..7).contains(&at);
    let at = Square::from_coordinates;
    match (is_inside(column), is_inside(row)) {
        (true, false) => Some([at(column - 1, row)?, at(column + 1, row)?]),
        (false, true) => Some([at(column, row - 1)?, at(column, row + 1)?]),
        _ => None,
    }
}

/// Whether a square of an edge lies between two of these discs.
pub(super) fn is_between(square: Square, discs: Bitboard) -> bool {
    beside(square).is_some_and(|[one, other]| discs.contains(one) && discs.contains(other))
}
