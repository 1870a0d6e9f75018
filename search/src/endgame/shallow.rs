//! Five and six empty squares: squares in parity order, stability cut; no move generation, no cache.

use super::last::{self, touches};
use super::stability::{greatest_score, stability_pays};
use super::{final_score, quadrants};
use xsquare_engine::OddQuadrants;
use xsquare_engine::simd::flips;

/// Lower than any score.
const NONE: i32 = -65;

/// The score in discs against `(alpha, alpha + 1)`, fail-soft; `odd` are the odd quadrants of the empties.
pub(super) fn search(
    own: u64,
    opponent: u64,
    odd: OddQuadrants,
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let empties = !(own | opponent);
    if stability_pays(empties.count_ones(), alpha) {
        let greatest = greatest_score(own, opponent);
        if greatest <= alpha {
            return greatest;
        }
    }
    let best = moves(own, opponent, odd, alpha, nodes);
    if best != NONE {
        return best;
    }
    *nodes += 1;
    let best = moves(opponent, own, odd, -alpha - 1, nodes);
    if best == NONE {
        final_score(own, opponent)
    } else {
        -best
    }
}

/// The best of the moves, or [`NONE`] if there is none.
#[inline(always)]
fn moves(own: u64, opponent: u64, odd: OddQuadrants, alpha: i32, nodes: &mut u64) -> i32 {
    let empties = !(own | opponent);
    let five = empties.count_ones() == 5;
    let mut best = NONE;
    for square in quadrants::odd_first(empties, odd) {
        if !touches(square, opponent) {
            continue;
        }
        let flipped = flips(square, own, opponent);
        if flipped == 0 {
            continue;
        }
        let child_own = opponent ^ flipped;
        let child_opponent = own ^ flipped ^ square.bitboard().bits();
        let child_odd = odd.after(square);
        let score = if five {
            -last::four(child_own, child_opponent, child_odd, -alpha - 1, nodes)
        } else {
            -search(child_own, child_opponent, child_odd, -alpha - 1, nodes)
        };
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}
