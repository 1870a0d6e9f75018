//! The last four empty squares: one routine for each number, no lists, no move generation.

use super::final_score;
use super::order::neighbours;
use super::quadrants;
use xsquare_engine::simd::{flips, last_flips};
use xsquare_engine::{Bitboard, OddQuadrants, Square};

/// Lower than any score: no move has been found yet.
const NONE: i32 = -65;

/// The lowest square of a set that is known not to be empty.
#[inline(always)]
fn lowest(set: u64) -> Square {
    // An empty set cannot occur; a1 keeps the compiler from adding a panic.
    Bitboard::from_bits(set).first().unwrap_or(Square::A1)
}

/// The exact score with one empty square.
#[inline(always)]
pub(super) fn one(own: u64, square: Square, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let discs = own.count_ones().cast_signed();
    let counts = last_flips(square, own);
    let (mine, theirs) = (counts.own(), counts.opponent());
    if mine > 0 {
        2 * discs - 62 + 2 * mine.cast_signed()
    } else if theirs > 0 {
        2 * discs - 64 - 2 * theirs.cast_signed()
    } else if discs >= 32 {
        2 * discs - 62
    } else {
        2 * discs - 64
    }
}

/// The best that `moves` gives the side to move against `(alpha, alpha + 1)`; if that is [`NONE`], what the other side
/// gets after a pass, and if that is none either, the final score.
#[inline(always)]
fn or_pass(
    (own, opponent): (u64, u64),
    alpha: i32,
    nodes: &mut u64,
    moves: impl Fn(u64, u64, i32, &mut u64) -> i32,
) -> i32 {
    *nodes += 1;
    let best = moves(own, opponent, alpha, nodes);
    if best != NONE {
        return best;
    }
    *nodes += 1;
    let best = moves(opponent, own, -alpha - 1, nodes);
    if best == NONE {
        final_score(own, opponent)
    } else {
        -best
    }
}

/// Two empty squares.
#[inline(always)]
pub(super) fn two(own: u64, opponent: u64, empties: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let squares = [lowest(empties), lowest(empties & (empties - 1))];
    or_pass(
        (own, opponent),
        alpha,
        nodes,
        |own, opponent, alpha, nodes| two_moves(own, opponent, squares, alpha, nodes),
    )
}

/// The moves with two empties, or [`NONE`] if there is none.
#[inline(always)]
fn two_moves(
    own: u64,
    opponent: u64,
    [first, second]: [Square; 2],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    let mut best = NONE;
    let flipped = flips(first, own, opponent);
    if flipped != 0 {
        best = -one(opponent ^ flipped, second, nodes);
        if best > alpha {
            return best;
        }
    }
    let flipped = flips(second, own, opponent);
    if flipped != 0 {
        best = best.max(-one(opponent ^ flipped, first, nodes));
    }
    best
}

/// Three empty squares; `odd` are their odd quadrants.
pub(super) fn three(
    own: u64,
    opponent: u64,
    odd: OddQuadrants,
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    or_pass(
        (own, opponent),
        alpha,
        nodes,
        |own, opponent, alpha, nodes| three_moves(own, opponent, odd, alpha, nodes),
    )
}

/// The moves with three empties, or [`NONE`].
#[inline(always)]
fn three_moves(own: u64, opponent: u64, odd: OddQuadrants, alpha: i32, nodes: &mut u64) -> i32 {
    let empties = !(own | opponent);
    // Three empties lie 1-1-1, 1-2 or 3 in their quadrants: one square alone in its quadrant is odd, and goes first.
    let first = lowest(empties & odd.squares().bits());
    let rest = empties ^ first.bitboard().bits();
    let second = lowest(rest);
    let third = lowest(rest & (rest - 1));
    let mut best = NONE;
    // All flips at once: the processor works on the later ones while it waits for the first.
    let squares = [first, second, third];
    let flipped = squares.map(|square| flips(square, own, opponent));
    for (square, flipped) in squares.into_iter().zip(flipped) {
        if flipped == 0 {
            continue;
        }
        let placed = square.bitboard().bits();
        let score = -two(
            opponent ^ flipped,
            own ^ flipped ^ placed,
            empties ^ placed,
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

/// Four empty squares; `odd` are their odd quadrants.
pub(super) fn four(own: u64, opponent: u64, odd: OddQuadrants, alpha: i32, nodes: &mut u64) -> i32 {
    or_pass(
        (own, opponent),
        alpha,
        nodes,
        |own, opponent, alpha, nodes| four_moves(own, opponent, odd, alpha, nodes),
    )
}

/// The moves with four empties, or [`NONE`].
#[inline(always)]
fn four_moves(own: u64, opponent: u64, odd: OddQuadrants, alpha: i32, nodes: &mut u64) -> i32 {
    let mut best = NONE;
    for square in quadrants::odd_first(!(own | opponent), odd) {
        if neighbours(square) & opponent != 0 {
            let flipped = flips(square, own, opponent);
            if flipped != 0 {
                let next = odd.after(square);
                let placed = square.bitboard().bits();
                let score = -three(
                    opponent ^ flipped,
                    own ^ flipped ^ placed,
                    next,
                    -alpha - 1,
                    nodes,
                );
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    best
}
