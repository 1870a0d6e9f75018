//! Stable edge discs: those that nothing can turn over any more, as far as the edge alone shows it.

use super::term::{Line, Pair, Term};
use super::view::View;
use xsquare_engine::Bitboard;

/// Discs on the rim in an unbroken run of their colour from a corner, or on a full edge.
///
/// A lower bound of the stable discs: a disc between two of the other colour's stable ones is stable too and is not
/// counted.
#[derive(Debug)]
pub(crate) struct StableEdges;

/// The four edges as bytes: row 1, row 8, column a, column h. The order of the bits within a byte is the order along
/// the edge, in one direction or the other.
#[inline(always)]
const fn edges(discs: Bitboard) -> [u8; 4] {
    // Multiplying by this gathers the eight bits of column a in the top byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let bits = discs.bits();
    let column_a = (bits & COLUMN_A).wrapping_mul(GATHER);
    let column_h = (bits >> 7 & COLUMN_A).wrapping_mul(GATHER);
    [
        bits.to_be_bytes()[7],
        bits.to_be_bytes()[0],
        column_a.to_be_bytes()[0],
        column_h.to_be_bytes()[0],
    ]
}

/// The discs of one side on an edge that are held fast along it.
#[inline(always)]
const fn held(discs: u8, is_full: bool) -> u32 {
    if is_full {
        return discs.count_ones();
    }
    // An edge all of one colour is full, so the two runs do not meet here.
    discs.trailing_ones() + discs.leading_ones()
}

#[inline(always)]
fn stable(discs: Bitboard, occupied: [u8; 4]) -> u32 {
    let mut count = 0;
    for (discs, occupied) in edges(discs).into_iter().zip(occupied) {
        count += held(discs, occupied == u8::MAX);
    }
    // Each corner lies on two edges and is held on both.
    count - (discs & Bitboard::CORNERS).len()
}

impl Term<1> for StableEdges {
    const LINES: [Line; 1] = [Line {
        name: "stable edge discs",
        description: "Edge discs that can never be turned over: in a row from a corner of their colour, or on a full edge.",
    }];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 1] {
        let occupied = edges(!view.empties);
        [Pair::new(
            stable(view.own, occupied),
            stable(view.opponent, occupied),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::{Board, Square};

    fn count(own: &[Square], opponent: &[Square]) -> (i32, i32) {
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        let board = Board::new(set(own), set(opponent)).unwrap();
        let [pair] = StableEdges::count(&View::new(board, Bitboard::EMPTY, Bitboard::EMPTY));
        (pair.own, pair.opponent)
    }

    #[test]
    fn runs_from_corners_are_stable() {
        use Square::{A1, A2, A3, B1, C1, D1, G8, H7, H8};
        assert_eq!(count(&[B1, C1], &[]), (0, 0));
        assert_eq!(count(&[A1], &[]), (1, 0));
        assert_eq!(count(&[A1, B1, D1], &[C1]), (2, 0));
        assert_eq!(count(&[A1, A2, A3, B1], &[H8, G8, H7]), (4, 3));
    }

    #[test]
    fn every_disc_of_a_full_edge_is_stable() {
        use Square::{A8, B8, C8, D8, E8, F8, G8, H8};
        let (own, opponent) = ([B8, D8, E8, G8], [A8, C8, F8, H8]);
        assert_eq!(count(&own, &opponent), (4, 4));
        assert_eq!(count(&[A8, B8, C8, D8, E8, F8, G8, H8], &[]), (8, 0));
    }

    #[test]
    fn the_whole_rim_is_28_discs() {
        let rim: Vec<Square> = Bitboard::EDGES.into_iter().collect();
        assert_eq!(count(&rim, &[]), (28, 0));
    }
}
