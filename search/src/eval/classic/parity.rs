//! Parity: who plays last, on the whole board and in its quarters.

use super::term::{Line, Pair, Term};
use super::view::View;
use xsquare_engine::{Bitboard, Quadrant};

/// The last move of the game and the last move in each region.
///
/// Regions are the four quadrants, as in endgame move ordering: cheap, and most late empty squares lie about the
/// corners.
#[derive(Debug)]
pub(crate) struct Parity;

/// The numbers of quadrants with an odd and with an even number of squares of the set; empty ones are neither.
#[inline(always)]
fn odd_and_even(set: Bitboard) -> (u32, u32) {
    let (mut odd, mut even) = (0, 0);
    for quadrant in Quadrant::ALL {
        let inside = (set & quadrant.squares()).len();
        odd += inside & 1;
        even += u32::from(inside > 0) & !inside & 1;
    }
    (odd, even)
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
        let (odd, even) = odd_and_even(view.empties);
        let plays_last = odd & 1;
        [Pair::new(plays_last, 1 - plays_last), Pair::new(odd, even)]
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
        assert_eq!(odd_and_even(Bitboard::EMPTY), (0, 0));
        assert_eq!(odd_and_even(Bitboard::ALL), (0, 4));
        assert_eq!(odd_and_even(set(&[A1, B2, D4])), (1, 0));
        assert_eq!(odd_and_even(set(&[A1, D4, E4, A8])), (2, 1));
        assert_eq!(odd_and_even(set(&[A1, E4, A8, E5])), (4, 0));
        assert_eq!(odd_and_even(set(&[E5, H8])), (0, 1));
    }

    #[test]
    fn parity_of_the_whole_is_that_of_the_quadrants() {
        for bits in (0..u64::MAX).step_by(0x0123_4567_89ab_cdef) {
            let set = Bitboard::from_bits(bits);
            assert_eq!(odd_and_even(set).0 & 1, set.len() & 1);
        }
    }
}
