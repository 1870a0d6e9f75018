//! The empty squares by parts of the board: quadrants and connected regions, for playing by parity.
//!
//! In the endgame a side likes to enter parts with an odd number of empty squares, because it then also plays there
//! last.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// A quarter of the board, 4×4 squares around a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Quadrant {
    /// a1 to d4.
    TopLeft,
    /// e1 to h4.
    TopRight,
    /// a5 to d8.
    BottomLeft,
    /// e5 to h8.
    BottomRight,
}

impl Quadrant {
    /// All four, in order of their corners.
    pub const ALL: [Self; 4] = [
        Self::TopLeft,
        Self::TopRight,
        Self::BottomLeft,
        Self::BottomRight,
    ];

    /// The quadrant that `square` is in.
    #[inline]
    pub const fn of(square: Square) -> Self {
        match square.row() / 4 * 2 + square.column() / 4 {
            0 => Self::TopLeft,
            1 => Self::TopRight,
            2 => Self::BottomLeft,
            _ => Self::BottomRight,
        }
    }

    /// The 16 squares of the quadrant.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        const TOP_LEFT: u64 = 0x0000_0000_0f0f_0f0f;
        Bitboard::from_bits(match self {
            Self::TopLeft => TOP_LEFT,
            Self::TopRight => TOP_LEFT << 4,
            Self::BottomLeft => TOP_LEFT << 32,
            Self::BottomRight => TOP_LEFT << 36,
        })
    }
}

/// The quadrants that have an odd number of empty squares.
///
/// ```
/// use xsquare_engine::{Board, OddQuadrants, Square};
/// let odd = OddQuadrants::of(Board::START.empties());
/// assert!(odd.contains(Square::H8)); // 15 empty squares in each
/// assert!(!odd.after(Square::F5).contains(Square::H8));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OddQuadrants(u8);

impl OddQuadrants {
    /// Counts `empties` in each quadrant.
    pub const fn of(empties: Bitboard) -> Self {
        let mut odd = 0;
        let mut index = 0;
        while index < Quadrant::ALL.len() {
            let inside = Quadrant::ALL[index].squares().bits() & empties.bits();
            if inside.count_ones() % 2 == 1 {
                odd |= 1 << index;
            }
            index += 1;
        }
        Self(odd)
    }

    /// The same after a disc was placed on `square`.
    #[inline]
    #[must_use]
    pub const fn after(self, square: Square) -> Self {
        Self(self.0 ^ 1 << Quadrant::of(square) as u8)
    }

    /// Whether the quadrant of `square` is odd.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> Quadrant::of(square) as u8 & 1 != 0
    }

    /// Whether all quadrants are even.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All squares, empty or not, of the odd quadrants.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        const SQUARES: [u64; 16] = {
            let mut squares = [0; 16];
            let mut set = 0;
            while set < 16 {
                let mut index = 0;
                while index < 4 {
                    if set >> index & 1 != 0 {
                        squares[set] |= Quadrant::ALL[index].squares().bits();
                    }
                    index += 1;
                }
                set += 1;
            }
            squares
        };
        Bitboard::from_bits(SQUARES[(self.0 & 15) as usize])
    }
}

/// Which squares count as neighbours when regions are formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Squares that share a side.
    Four,
    /// Squares that share a side or a corner.
    Eight,
}

impl Connectivity {
    /// The squares next to the set, members of the set included where they touch.
    const fn neighbours(self, set: Bitboard) -> Bitboard {
        match self {
            Self::Four => {
                let bits = set.bits();
                let right = (bits << 1) & !COLUMN_A;
                let left = (bits & !COLUMN_A) >> 1;
                Bitboard::from_bits(right | left | bits << 8 | bits >> 8)
            }
            Self::Eight => set.neighbours(),
        }
    }
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Iterates over the connected regions of a set, in order of their first squares. The size of a region is its
/// [`len`](Bitboard::len).
#[derive(Debug, Clone)]
pub struct Regions {
    rest: Bitboard,
    connectivity: Connectivity,
}

impl Regions {
    /// The regions of any set.
    pub const fn of(set: Bitboard, connectivity: Connectivity) -> Self {
        Self {
            rest: set,
            connectivity,
        }
    }
}

impl Iterator for Regions {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let mut region = self.rest.first()?.bitboard();
        loop {
            let grown = (self.connectivity.neighbours(region) & self.rest) | region;
            if grown == region {
                self.rest = self.rest - region;
                return Some(region);
            }
            region = grown;
        }
    }
}

impl Board {
    /// The connected regions of empty squares.
    ///
    /// ```
    /// use xsquare_engine::{Bitboard, Board, Connectivity, Square};
    /// let empties = Bitboard::from_iter([Square::A1, Square::B2, Square::H8]);
    /// let board = Board::new(!empties, Bitboard::EMPTY).unwrap();
    /// let sizes = |connectivity| board.empty_regions(connectivity).map(|r| r.len()).collect::<Vec<_>>();
    /// assert_eq!(sizes(Connectivity::Four), [1, 1, 1]);
    /// assert_eq!(sizes(Connectivity::Eight), [2, 1]);
    /// ```
    pub const fn empty_regions(self, connectivity: Connectivity) -> Regions {
        Regions::of(self.empties(), connectivity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_share_out_the_board() {
        for square in Square::ALL {
            let holders = Quadrant::ALL.map(|quadrant| quadrant.squares().contains(square));
            let own = Quadrant::of(square);
            assert_eq!(holders, Quadrant::ALL.map(|quadrant| quadrant == own));
            assert_eq!(Quadrant::of(square.nearest_corner()), own);
        }
    }

    #[test]
    fn odd_quadrants_follow_the_moves() {
        let mut empties = Bitboard::ALL;
        let mut odd = OddQuadrants::of(empties);
        assert!(odd.is_empty());
        // Every square once, jumping about.
        for step in 0..64 {
            let square = Square::ALL[step * 29 % 64];
            empties = empties - square.bitboard();
            odd = odd.after(square);
            assert_eq!(odd, OddQuadrants::of(empties));
            for quadrant in Quadrant::ALL {
                let is_odd = (empties & quadrant.squares()).len() % 2 == 1;
                let all = odd.squares() & quadrant.squares();
                assert_eq!(all.is_empty(), !is_odd);
                assert_eq!(all.len(), if is_odd { 16 } else { 0 });
            }
            for square in Square::ALL {
                assert_eq!(odd.contains(square), odd.squares().contains(square));
            }
        }
    }

    #[test]
    fn a_checkered_board_falls_apart_only_by_sides() {
        let checkered: Bitboard = Square::ALL
            .into_iter()
            .filter(|square| (square.column() + square.row()) % 2 == 0)
            .collect();
        assert_eq!(Regions::of(checkered, Connectivity::Four).count(), 32);
        assert_eq!(
            Regions::of(checkered, Connectivity::Eight).collect::<Vec<_>>(),
            [checkered]
        );
    }

    #[test]
    fn regions_do_not_reach_round_the_rim() {
        let set = Bitboard::from_iter([Square::H1, Square::A2, Square::A3, Square::H8, Square::A8]);
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let regions: Vec<Vec<Square>> = Regions::of(set, connectivity)
                .map(|region| region.into_iter().collect())
                .collect();
            assert_eq!(
                regions,
                [
                    vec![Square::H1],
                    vec![Square::A2, Square::A3],
                    vec![Square::A8],
                    vec![Square::H8]
                ]
            );
        }
    }
}
