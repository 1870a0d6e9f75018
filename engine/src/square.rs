//! The 64 squares of the board, their names and their classes.
//!
//! There is no "none" square: absence is `Option<Square>`, which is still one byte, and a pass is
//! [`Move::Pass`](crate::Move::Pass).

use crate::bitboard::Bitboard;
use std::fmt;

/// A square. Index 0 is a1, the top left corner as printed; columns a–h run left to right, rows 1–8 downwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "64 self-explanatory names")]
#[rustfmt::skip]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

/// The class of a square in the literature, by its place relative to the nearest corner.
///
/// A is on the edge two away from the corner, B on the edge next to the middle line, C on the edge beside the
/// corner, X diagonally next to the corner. Source: the strategy guides of the national federations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SquareClass {
    /// a1, h1, a8, h8.
    Corner,
    /// c1 and its images.
    A,
    /// d1 and its images.
    B,
    /// b1 and its images.
    C,
    /// b2, g2, b7, g7.
    X,
    /// Every square off the edge that is no X-square.
    Inner,
}

impl fmt::Display for SquareClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Corner => "corner",
            Self::A => "A-square",
            Self::B => "B-square",
            Self::C => "C-square",
            Self::X => "X-square",
            Self::Inner => "inner square",
        })
    }
}

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// All squares in index order.
    #[rustfmt::skip]
    pub const ALL: [Self; Self::COUNT] = {
        use Square::{
            A1, B1, C1, D1, E1, F1, G1, H1,
            A2, B2, C2, D2, E2, F2, G2, H2,
            A3, B3, C3, D3, E3, F3, G3, H3,
            A4, B4, C4, D4, E4, F4, G4, H4,
            A5, B5, C5, D5, E5, F5, G5, H5,
            A6, B6, C6, D6, E6, F6, G6, H6,
            A7, B7, C7, D7, E7, F7, G7, H7,
            A8, B8, C8, D8, E8, F8, G8, H8,
        };
        [
            A1, B1, C1, D1, E1, F1, G1, H1,
            A2, B2, C2, D2, E2, F2, G2, H2,
            A3, B3, C3, D3, E3, F3, G3, H3,
            A4, B4, C4, D4, E4, F4, G4, H4,
            A5, B5, C5, D5, E5, F5, G5, H5,
            A6, B6, C6, D6, E6, F6, G6, H6,
            A7, B7, C7, D7, E7, F7, G7, H7,
            A8, B8, C8, D8, E8, F8, G8, H8,
        ]
    };

    /// The square with this index (0..64), or `None`.
    ///
    /// Written out, so that the compiler sees that the number of a square is its index: no table is read, and the lowest
    /// bit of a set is a square after one instruction.
    #[inline]
    #[rustfmt::skip]
    pub const fn from_index(index: usize) -> Option<Self> {
        use Square::{
            A1, B1, C1, D1, E1, F1, G1, H1,
            A2, B2, C2, D2, E2, F2, G2, H2,
            A3, B3, C3, D3, E3, F3, G3, H3,
            A4, B4, C4, D4, E4, F4, G4, H4,
            A5, B5, C5, D5, E5, F5, G5, H5,
            A6, B6, C6, D6, E6, F6, G6, H6,
            A7, B7, C7, D7, E7, F7, G7, H7,
            A8, B8, C8, D8, E8, F8, G8, H8,
        };
        Some(match index {
            0 => A1, 1 => B1, 2 => C1, 3 => D1, 4 => E1, 5 => F1, 6 => G1, 7 => H1,
            8 => A2, 9 => B2, 10 => C2, 11 => D2, 12 => E2, 13 => F2, 14 => G2, 15 => H2,
            16 => A3, 17 => B3, 18 => C3, 19 => D3, 20 => E3, 21 => F3, 22 => G3, 23 => H3,
            24 => A4, 25 => B4, 26 => C4, 27 => D4, 28 => E4, 29 => F4, 30 => G4, 31 => H4,
            32 => A5, 33 => B5, 34 => C5, 35 => D5, 36 => E5, 37 => F5, 38 => G5, 39 => H5,
            40 => A6, 41 => B6, 42 => C6, 43 => D6, 44 => E6, 45 => F6, 46 => G6, 47 => H6,
            48 => A7, 49 => B7, 50 => C7, 51 => D7, 52 => E7, 53 => F7, 54 => G7, 55 => H7,
            56 => A8, 57 => B8, 58 => C8, 59 => D8, 60 => E8, 61 => F8, 62 => G8, 63 => H8,
            _ => return None,
        })
    }

    /// The square in column `column` (0 = a) and row `row` (0 = 1), or `None` off the board.
    pub const fn from_coordinates(column: usize, row: usize) -> Option<Self> {
        if column < 8 && row < 8 {
            Self::from_index(row * 8 + column)
        } else {
            None
        }
    }

    /// Index, 0..64.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Column, 0 (a) to 7 (h).
    #[inline]
    pub const fn column(self) -> usize {
        self.index() & 7
    }

    /// Row, 0 (row 1, top) to 7 (row 8, bottom).
    #[inline]
    pub const fn row(self) -> usize {
        self.index() >> 3
    }

    /// The set that holds just this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self.index())
    }

    /// The literature's name for this kind of square.
    ///
    /// ```
    /// use xsquare_engine::{Square, SquareClass};
    /// assert_eq!(Square::B2.class(), SquareClass::X);
    /// assert_eq!(Square::A7.class(), SquareClass::C);
    /// ```
    pub const fn class(self) -> SquareClass {
        // Fold the board on both middle lines: distances from the nearest vertical and horizontal edge.
        let column = if self.column() < 4 {
            self.column()
        } else {
            7 - self.column()
        };
        let row = if self.row() < 4 {
            self.row()
        } else {
            7 - self.row()
        };
        match (column, row) {
            (0, 0) => SquareClass::Corner,
            (0, 1) | (1, 0) => SquareClass::C,
            (0, 2) | (2, 0) => SquareClass::A,
            (0, 3) | (3, 0) => SquareClass::B,
            (1, 1) => SquareClass::X,
            _ => SquareClass::Inner,
        }
    }

    /// The corner of this square's quadrant.
    ///
    /// For X- and C-squares this is the corner that they give access to.
    #[must_use]
    pub const fn nearest_corner(self) -> Self {
        match (self.column() < 4, self.row() < 4) {
            (true, true) => Self::A1,
            (false, true) => Self::H1,
            (true, false) => Self::A8,
            (false, false) => Self::H8,
        }
    }
}

/// Prints lower case, as in transcripts: `f5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b"abcdefgh"[self.column()]);
        let row = char::from(b"12345678"[self.row()]);
        // Through `pad`, so that widths in format strings work.
        f.pad([column, row].iter().collect::<String>().as_str())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_coordinates_round_trip() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(
                Square::from_coordinates(square.column(), square.row()),
                Some(square)
            );
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::from_coordinates(8, 0), None);
        assert_eq!(Square::from_coordinates(0, 8), None);
    }

    #[test]
    fn classes_have_the_sizes_of_the_literature() {
        let count = |class| {
            Square::ALL
                .into_iter()
                .filter(|s| s.class() == class)
                .count()
        };
        assert_eq!(count(SquareClass::Corner), 4);
        assert_eq!(count(SquareClass::A), 8);
        assert_eq!(count(SquareClass::B), 8);
        assert_eq!(count(SquareClass::C), 8);
        assert_eq!(count(SquareClass::X), 4);
        assert_eq!(count(SquareClass::Inner), 32);
    }

    #[test]
    fn option_of_square_is_one_byte() {
        assert_eq!(std::mem::size_of::<Option<Square>>(), 1);
    }
}
