//! The eight symmetries of the board.
//!
//! The rules know no direction, so a position turned or mirrored plays the same. (The start position looks the same
//! only after half of them; the others exchange its colours.)

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;

/// A way to turn or mirror the board, named as seen in print.
///
/// Each is made of at most three steps, in this order: [`Transpose`](Self::Transpose) (value 4), then
/// [`MirrorColumns`](Self::MirrorColumns) (1) and [`MirrorRows`](Self::MirrorRows) (2); the value of the variant is
/// the sum.
///
/// ```
/// use xsquare_engine::{Square, Symmetry};
/// assert_eq!(Symmetry::RotateRight.apply(Square::A1), Square::H1);
/// assert_eq!(Symmetry::Transpose.apply(Square::F5), Square::E6);
/// assert_eq!(Symmetry::RotateRight.inverse(), Symmetry::RotateLeft);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// Nothing moves.
    Identity = 0,
    /// Left and right change places: a1 goes to h1.
    MirrorColumns = 1,
    /// Top and bottom change places: a1 goes to a8.
    MirrorRows = 2,
    /// A half turn: a1 goes to h8.
    Rotate180 = 3,
    /// The diagonal from a1 to h8 stays: a8 and h1 change places.
    Transpose = 4,
    /// A quarter turn clockwise: a1 goes to h1, h1 to h8.
    RotateRight = 5,
    /// A quarter turn counter-clockwise: a1 goes to a8, a8 to h8.
    RotateLeft = 6,
    /// The diagonal from h1 to a8 stays: a1 and h8 change places.
    AntiTranspose = 7,
}

/// What a symmetry can be applied to; see [`Symmetry::apply`].
pub trait Symmetric: Copy {
    /// The image under `symmetry`.
    #[must_use]
    fn image(self, symmetry: Symmetry) -> Self;
}

impl Symmetry {
    /// All eight, in order of their values.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::Rotate180,
        Self::Transpose,
        Self::RotateRight,
        Self::RotateLeft,
        Self::AntiTranspose,
    ];

    /// The image of a square, a set, a move, a board or a position.
    #[inline]
    pub fn apply<T: Symmetric>(self, to: T) -> T {
        to.image(self)
    }

    const fn transposes(self) -> bool {
        self as u8 & 4 != 0
    }

    const fn mirrors_columns(self) -> bool {
        self as u8 & 1 != 0
    }

    const fn mirrors_rows(self) -> bool {
        self as u8 & 2 != 0
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::RotateRight => Self::RotateLeft,
            Self::RotateLeft => Self::RotateRight,
            own_inverse => own_inverse,
        }
    }

    /// This symmetry followed by `next`, as one.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // A transposition after a mirroring is the other mirroring after the transposition.
        let (columns, rows) = if next.transposes() {
            (self.mirrors_rows(), self.mirrors_columns())
        } else {
            (self.mirrors_columns(), self.mirrors_rows())
        };
        let value = ((columns != next.mirrors_columns()) as usize)
            | ((rows != next.mirrors_rows()) as usize) << 1
            | ((self.transposes() != next.transposes()) as usize) << 2;
        Self::ALL[value]
    }
}

impl Symmetric for Bitboard {
    #[inline]
    fn image(self, symmetry: Symmetry) -> Self {
        let mut bits = self.bits();
        if symmetry.transposes() {
            bits = transpose(bits);
        }
        if symmetry.mirrors_columns() {
            bits = mirror_columns(bits);
        }
        if symmetry.mirrors_rows() {
            bits = bits.swap_bytes();
        }
        Self::from_bits(bits)
    }
}

/// Exchanges columns and rows: blocks of 4×4 squares, then of 2×2 within them, then single squares change places.
const fn transpose(bits: u64) -> u64 {
    const fn exchange(bits: u64, distance: u32, upper: u64) -> u64 {
        let differing = (bits ^ bits >> distance) & upper;
        bits ^ differing ^ differing << distance
    }
    let bits = exchange(bits, 28, 0x0000_0000_f0f0_f0f0);
    let bits = exchange(bits, 14, 0x0000_cccc_0000_cccc);
    exchange(bits, 7, 0x00aa_00aa_00aa_00aa)
}

/// Exchanges left and right: halves of rows, then quarters, then single squares change places.
const fn mirror_columns(bits: u64) -> u64 {
    const fn exchange(bits: u64, distance: u32, left: u64) -> u64 {
        bits >> distance & left | (bits & left) << distance
    }
    let bits = exchange(bits, 4, 0x0f0f_0f0f_0f0f_0f0f);
    let bits = exchange(bits, 2, 0x3333_3333_3333_3333);
    exchange(bits, 1, 0x5555_5555_5555_5555)
}

impl Symmetric for Square {
    fn image(self, symmetry: Symmetry) -> Self {
        let image = self.bitboard().image(symmetry).first();
        image.expect("a symmetry maps one square to one square")
    }
}

impl Symmetric for Move {
    fn image(self, symmetry: Symmetry) -> Self {
        match self {
            Self::Place(square) => Self::Place(square.image(symmetry)),
            Self::Pass => Self::Pass,
        }
    }
}

impl Symmetric for Board {
    fn image(self, symmetry: Symmetry) -> Self {
        Self::new(self.own().image(symmetry), self.opponent().image(symmetry))
            .expect("a symmetry keeps disjoint sets disjoint")
    }
}

impl Symmetric for Position {
    fn image(self, symmetry: Symmetry) -> Self {
        Self::from_board(self.board().image(symmetry), self.side())
    }
}

impl Board {
    /// The representative of the boards that are the same up to symmetry, and the symmetry that leads to it.
    ///
    /// It is the least of the eight images: the one with the least word of own discs, then of opponent's discs. Where
    /// several symmetries lead to it, the first in [`Symmetry::ALL`] is given.
    ///
    /// ```
    /// use xsquare_engine::{Board, Square};
    /// let after = |square| Board::START.play(square).unwrap().canonical().0;
    /// assert_eq!(after(Square::F5), after(Square::D3));
    /// ```
    pub fn canonical(self) -> (Self, Symmetry) {
        let mut least = (self, Symmetry::Identity);
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(self);
            if image < least.0 {
                least = (image, symmetry);
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_go_where_the_names_say() {
        for square in Square::ALL {
            let (column, row) = (square.column(), square.row());
            let expected = [
                (column, row),
                (7 - column, row),
                (column, 7 - row),
                (7 - column, 7 - row),
                (row, column),
                (7 - row, column),
                (row, 7 - column),
                (7 - row, 7 - column),
            ];
            for (symmetry, (column, row)) in Symmetry::ALL.into_iter().zip(expected) {
                let image = Square::from_coordinates(column, row).unwrap();
                assert_eq!(symmetry.apply(square), image, "{symmetry:?} of {square}");
            }
        }
    }

    #[test]
    fn sets_are_moved_square_by_square() {
        let set = Bitboard::from_bits(0x0123_4567_89ab_cdef);
        for symmetry in Symmetry::ALL {
            let expected: Bitboard = set.into_iter().map(|s| symmetry.apply(s)).collect();
            assert_eq!(symmetry.apply(set), expected, "{symmetry:?}");
        }
    }

    #[test]
    fn symmetries_form_a_group() {
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::Identity);
            assert_eq!(first.inverse().then(first), Symmetry::Identity);
            for second in Symmetry::ALL {
                for square in Square::ALL {
                    assert_eq!(
                        first.then(second).apply(square),
                        second.apply(first.apply(square)),
                        "{first:?}, then {second:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_start_keeps_its_colours_under_half_of_them() {
        for symmetry in Symmetry::ALL {
            let same = symmetry.mirrors_columns() == symmetry.mirrors_rows();
            let expected = if same {
                Board::START
            } else {
                Board::START.pass()
            };
            assert_eq!(symmetry.apply(Board::START), expected, "{symmetry:?}");
        }
    }
}
