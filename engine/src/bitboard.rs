//! A set of squares in one machine word.

use crate::square::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A set of squares. Bit `n` is the square with index `n`; `-` is set difference.
///
/// ```
/// use xsquare_engine::{Bitboard, Square};
/// let edge: Bitboard = [Square::A1, Square::B1].into_iter().collect();
/// assert_eq!(edge.len(), 2);
/// assert!((edge - Square::A1.bitboard()).contains(Square::B1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(u64::MAX);
    /// a1, h1, a8, h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The X-squares b2, g2, b7, g7.
    pub const X_SQUARES: Self = Self(0x0042_0000_0000_4200);
    /// The eight C-squares, on the edges beside the corners.
    pub const C_SQUARES: Self = Self(0x4281_0000_0000_8142);
    /// The 28 squares on the rim of the board.
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets have no square in common.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The squares next to the set in any of the eight directions, members of the set included where they touch.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Self {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let sides = (self.0 << 1) & NOT_A | (self.0 >> 1) & NOT_H;
        let row = self.0 | sides;
        Self(sides | row << 8 | row >> 8)
    }
}

/// Iterates over the squares in index order.
#[derive(Debug, Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// Eight lines of eight characters, `x` for a member and `.` for the rest.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..8 {
            for column in 0..8 {
                f.write_str(if self.0 >> (row * 8 + column) & 1 != 0 {
                    "x"
                } else {
                    "."
                })?;
            }
            if row < 7 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::SquareClass;

    fn of_class(class: SquareClass) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|s| s.class() == class)
            .collect()
    }

    #[test]
    fn named_sets_agree_with_the_square_classes() {
        assert_eq!(Bitboard::CORNERS, of_class(SquareClass::Corner));
        assert_eq!(Bitboard::X_SQUARES, of_class(SquareClass::X));
        assert_eq!(Bitboard::C_SQUARES, of_class(SquareClass::C));
        let rim = [
            SquareClass::Corner,
            SquareClass::A,
            SquareClass::B,
            SquareClass::C,
        ];
        assert_eq!(
            Bitboard::EDGES,
            rim.into_iter()
                .map(of_class)
                .fold(Bitboard::EMPTY, BitOr::bitor)
        );
    }

    #[test]
    fn neighbours_agree_with_coordinates() {
        for square in Square::ALL {
            let expected: Bitboard = Square::ALL
                .into_iter()
                .filter(|&other| {
                    other != square
                        && other.column().abs_diff(square.column()) <= 1
                        && other.row().abs_diff(square.row()) <= 1
                })
                .collect();
            assert_eq!(square.bitboard().neighbours(), expected, "{square}");
        }
    }

    #[test]
    fn iteration_gives_back_the_set() {
        let set = Bitboard::from_bits(0x8040_0810_0000_0001);
        assert_eq!(set.into_iter().collect::<Bitboard>(), set);
        assert_eq!(set.into_iter().len(), 5);
        assert_eq!(Bitboard::EMPTY.first(), None);
    }
}
