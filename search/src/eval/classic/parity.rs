//! Parity: who plays last, on the whole board and in its quarters.

use super::term::{Line, Pair, Term};
use super::view::View;
use xsquare_engine::Bitboard;

/// The last move of the game and the last move in each region.
///
/// Regions are the four quadrants, as in endgame move ordering: cheap, and most late empty squares lie about the
/// corners.
#[derive(Debug)]
pub(crate) struct Parity;

/// The lowest bit of each quadrant.
const QUADRANTS: u64 = 0x0000_0011_0000_0011;

/// The quadrants with an odd number of squares of the set, and those with any.
#[inline(always)]
const fn odd_and_any(set: Bitboard) -> (u32, u32) {
    let mut odd = set.bits();
    odd ^= odd >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    let mut any = set.bits();
    any |= any >> 1;
    any |= any >> 2;
    any |= any >> 8;
    any |= any >> 16;
    (
        (odd & QUADRANTS).count_ones(),
        (any & QUADRANTS).count_ones(),
    )
}

impl Term<2> for Parity {
    const LINES: [Line; 2] = [
        Line {
            name: "last move",
            description: "Who fills the last empty square if nobody passes: its discs stay turned.",
        },
        Line {
            name: "regions",
            description: "Quarters of the board by their empty squares: odd ones suit the side to move, even ones the other.",
        },
    ];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 2] {
        let (odd, any) = odd_and_any(view.empties);
        let plays_last = odd & 1;
        [
            Pair::new(plays_last, 1 - plays_last),
            Pair::new(odd, any - odd),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Square;

    #[test]
    fn quadrants_are_counted_by_the_parity_of_their_empties() {
        use Square::{A1, A8, B2, D4, E4, E5, H8};
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        assert_eq!(odd_and_any(Bitboard::EMPTY), (0, 0));
        assert_eq!(odd_and_any(Bitboard::ALL), (0, 4));
        assert_eq!(odd_and_any(set(&[A1, B2, D4])), (1, 1));
        assert_eq!(odd_and_any(set(&[A1, D4, E4, A8])), (2, 3));
        assert_eq!(odd_and_any(set(&[A1, E4, A8, E5])), (4, 4));
        assert_eq!(odd_and_any(set(&[E5, H8])), (0, 1));
    }

    #[test]
    fn parity_of_the_whole_is_that_of_the_quadrants() {
        for bits in (0..u64::MAX).step_by(0x0123_4567_89ab_cdef) {
            let set = Bitboard::from_bits(bits);
            assert_eq!(odd_and_any(set).0 & 1, set.len() & 1);
        }
    }
}
