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

/// The discs on the rim, a byte for each edge: row 1, row 8, column a, column h. The order of the bits within a byte
/// is the order along the edge, in one direction or the other.
#[inline(always)]
const fn edges(discs: Bitboard) -> u64 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    // Multiplying by this gathers the eight bits of column a in the top byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let bits = discs.bits();
    let column_a = (bits & COLUMN_A).wrapping_mul(GATHER) >> 56;
    let column_h = (bits >> 7 & COLUMN_A).wrapping_mul(GATHER) >> 56;
    bits & 0xff | bits >> 56 << 8 | column_a << 16 | column_h << 24
}

/// The lowest and the highest bit of every byte.
const FIRST: u64 = 0x0101_0101_0101_0101;
const LAST: u64 = 0x8080_8080_8080_8080;

/// The bits of every byte in an unbroken run from either end of that byte.
#[inline(always)]
const fn anchored(discs: u64) -> u64 {
    // Runs double their reach with every step; a bit at the far end of the next byte never continues one.
    let (mut up, mut open) = (discs & FIRST, discs & !FIRST);
    up |= open & up << 1;
    open &= open << 1;
    up |= open & up << 2;
    open &= open << 2;
    up |= open & up << 4;
    let (mut down, mut open) = (discs & LAST, discs & !LAST);
    down |= open & down >> 1;
    open &= open >> 1;
    down |= open & down >> 2;
    open &= open >> 2;
    down |= open & down >> 4;
    up | down
}

/// The bytes in which every bit is set.
#[inline(always)]
const fn full(occupied: u64) -> u64 {
    let gaps = !occupied;
    let has_gap = (((gaps & !LAST) + !LAST) | gaps) & LAST;
    // The top bit of each full byte, spread over the byte.
    ((has_gap ^ LAST) >> 7) * 0xff
}

impl Term<1> for StableEdges {
    const LINES: [Line; 1] = [Line {
        name: "stable edge discs",
        description: "Edge discs that can never be turned over: in a row from a corner of their colour, or on a full edge.",
    }];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 1] {
        // Both sides at once, four bytes each.
        let discs = edges(view.own) | edges(view.opponent) << 32;
        let occupied = discs | discs << 32 | discs >> 32;
        let stable = anchored(discs) | discs & full(occupied);
        // Each corner lies on two edges and is held on both.
        let count =
            |half: u64, discs: Bitboard| half.count_ones() - (discs & Bitboard::CORNERS).len();
        [Pair::new(
            count(stable & 0xffff_ffff, view.own),
            count(stable >> 32, view.opponent),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::{Board, Square};

    fn count(own: &[Square], opponent: &[Square]) -> (i32, i32) {
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        let pair = count_sets(set(own), set(opponent));
        (pair.own, pair.opponent)
    }

    fn count_sets(own: Bitboard, opponent: Bitboard) -> Pair {
        let [pair] = StableEdges::count(&View::of(Board::new(own, opponent).unwrap()));
        pair
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

    /// The definition, disc by disc along one edge.
    fn stable_on_edge(edge: [Square; 8], own: Bitboard, opponent: Bitboard) -> Bitboard {
        let is_own = |square: &&Square| own.contains(**square);
        if edge.iter().all(|&s| (own | opponent).contains(s)) {
            return edge.iter().copied().filter(|&s| own.contains(s)).collect();
        }
        let up = edge.iter().take_while(is_own);
        up.chain(edge.iter().rev().take_while(is_own))
            .copied()
            .collect()
    }

    #[test]
    fn counts_agree_with_the_definition_on_every_edge() {
        let line = |at: fn(usize) -> (usize, usize)| {
            std::array::from_fn(|i| Square::from_coordinates(at(i).0, at(i).1).unwrap())
        };
        let rim = [
            line(|i| (i, 0)),
            line(|i| (i, 7)),
            line(|i| (0, i)),
            line(|i| (7, i)),
        ];
        for edge in rim {
            for code in 0..3_u32.pow(8) {
                let of = |digit| {
                    let cells = (0..8).zip(edge);
                    cells
                        .filter(|(i, _)| code / 3_u32.pow(*i) % 3 == digit)
                        .map(|(_, square)| square)
                        .collect::<Bitboard>()
                };
                let (own, opponent) = (of(1), of(2));
                let expected = |own, opponent| {
                    rim.into_iter().fold(Bitboard::EMPTY, |set, edge| {
                        set | stable_on_edge(edge, own, opponent)
                    })
                };
                let found = count_sets(own, opponent);
                assert_eq!(found.own, expected(own, opponent).len().cast_signed());
                assert_eq!(found.opponent, expected(opponent, own).len().cast_signed());
            }
        }
    }

    #[test]
    fn the_whole_rim_is_28_discs() {
        let rim: Vec<Square> = Bitboard::EDGES.into_iter().collect();
        assert_eq!(count(&rim, &[]), (28, 0));
    }
}
