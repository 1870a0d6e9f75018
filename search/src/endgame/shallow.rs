//! Five empty squares: moves in parity order, stability cut; no cache.

use super::stability::{greatest_score, stability_pays};
use super::{final_score, last, quadrants};
use xsquare_engine::OddQuadrants;
use xsquare_engine::simd::{flips, legal_moves};

/// A position with five empty squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Five {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) moves: u64,
    /// The odd quadrants of the empty squares.
    pub(super) odd: OddQuadrants,
}

/// The score in discs against `(alpha, alpha + 1)`, fail-soft.
pub(super) fn five(node: Five, alpha: i32, nodes: &mut u64) -> i32 {
    let Five {
        own,
        opponent,
        moves,
        odd,
    } = node;
    *nodes += 1;
    if stability_pays(5, alpha) {
        let greatest = greatest_score(own, opponent);
        if greatest <= alpha {
            return greatest;
        }
    }
    if moves == 0 {
        return pass(node, alpha, nodes);
    }
    let mut best = -64;
    for square in quadrants::odd_first(moves, odd) {
        let flipped = flips(square, own, opponent);
        let score = -last::four(
            opponent ^ flipped,
            own ^ flipped ^ square.bitboard().bits(),
            odd.after(square),
            -alpha - 1,
            nodes,
        );
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// The score of a position without a move.
#[cold]
#[inline(never)]
fn pass(node: Five, alpha: i32, nodes: &mut u64) -> i32 {
    let (own, opponent) = (node.opponent, node.own);
    let moves = legal_moves(own, opponent);
    if moves == 0 {
        return final_score(opponent, own);
    }
    let passed = Five {
        own,
        opponent,
        moves,
        odd: node.odd,
    };
    -five(passed, -alpha - 1, nodes)
}
