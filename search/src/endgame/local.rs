//! Seven to thirteen empty squares, where most of an endgame's time goes.
//!
//! Children are looked up in the thread's cache before their moves are generated; those left are ordered by the
//! opponent's mobility ("fastest first"). Sources: the order of work merges ideas of Edax (R. Delorme, T. Okuhara),
//! Egaroucid (T. Yamana) and neural-reversi, as published by their authors.

use super::cache::LocalCache;
use super::quadrants;
use super::stability::{greatest_score, stability_pays};
use super::{Scratch, final_score, shallow};
use arrayvec::ArrayVec;
use xsquare_engine::simd::{flips, legal_moves};
use xsquare_engine::{Bitboard, OddQuadrants, Square};

/// The fewest empties of this layer; below it nothing is cached.
const MIN_EMPTIES: u32 = 7;

/// A move that has to be searched.
#[derive(Clone, Copy)]
struct Child {
    own: u64,
    opponent: u64,
    moves: u64,
    slot: usize,
    square: Square,
    /// Greater is searched earlier.
    order: i32,
}

/// The score in discs against `(alpha, alpha + 1)`, fail-soft, at 7 to 13 empties.
pub(super) fn search(own: u64, opponent: u64, alpha: i32, scratch: &mut Scratch) -> i32 {
    let slot = LocalCache::slot(own, opponent);
    if let Some(entry) = scratch.cache.probe(slot, own, opponent) {
        if i32::from(entry.lower) > alpha {
            scratch.nodes += 1;
            return entry.lower.into();
        }
        if i32::from(entry.upper) <= alpha {
            scratch.nodes += 1;
            return entry.upper.into();
        }
    }
    let node = Child {
        own,
        opponent,
        moves: legal_moves(own, opponent),
        slot,
        square: Square::A1,
        order: 0,
    };
    descend(node, alpha, scratch)
}

/// [`search`] of a position that is not in the cache and whose moves are known.
fn descend(node: Child, alpha: i32, scratch: &mut Scratch) -> i32 {
    let Child {
        own,
        opponent,
        moves,
        slot,
        ..
    } = node;
    scratch.nodes += 1;
    let empties = !(own | opponent);
    let count = empties.count_ones();
    if stability_pays(count, alpha) {
        let greatest = greatest_score(own, opponent);
        if greatest <= alpha {
            return greatest;
        }
    }
    if moves == 0 {
        let replies = legal_moves(opponent, own);
        if replies == 0 {
            return final_score(own, opponent);
        }
        let passed = Child {
            own: opponent,
            opponent: own,
            moves: replies,
            slot: LocalCache::slot(opponent, own),
            ..node
        };
        return -descend(passed, -alpha - 1, scratch);
    }
    let odd = quadrants::odd(empties);
    let score = if count == MIN_EMPTIES {
        above_shallow(node, odd, alpha, scratch)
    } else {
        above_cached(node, odd, alpha, scratch)
    };
    scratch.cache.store(slot, own, opponent, alpha, score);
    score
}

/// The child after `square`, or `None` if the move wins every disc.
#[inline(always)]
fn child_of(own: u64, opponent: u64, square: Square) -> Option<(u64, u64)> {
    let flipped = flips(square, own, opponent);
    (flipped != opponent).then(|| (opponent ^ flipped, own ^ flipped ^ square.bitboard().bits()))
}

/// How early a move is searched: few replies first, corners count twice, odd quadrants break ties.
#[inline(always)]
fn order(replies: u64, square: Square, odd_squares: Bitboard) -> i32 {
    let weighted = replies.count_ones() + (replies & Bitboard::CORNERS.bits()).count_ones();
    let bonus = if odd_squares.contains(square) { 17 } else { 0 };
    18 * (38 - weighted.cast_signed()) + bonus
}

/// The moves of a node whose children have six empties.
fn above_shallow(node: Child, odd: OddQuadrants, alpha: i32, scratch: &mut Scratch) -> i32 {
    let Child {
        own,
        opponent,
        moves,
        ..
    } = node;
    let odd_squares = odd.squares();
    let mut children: ArrayVec<Child, 14> = ArrayVec::new();
    for square in Bitboard::from_bits(moves) {
        let Some((child_own, child_opponent)) = child_of(own, opponent, square) else {
            scratch.nodes += 1;
            return 64;
        };
        let replies = legal_moves(child_own, child_opponent);
        let order = order(replies, square, odd_squares);
        children.push(Child {
            own: child_own,
            opponent: child_opponent,
            moves: replies,
            slot: 0,
            square,
            order,
        });
    }
    let mut best = -64;
    while let Some(child) = take_first(&mut children) {
        let next = odd.after(child.square);
        let score = -shallow::search(
            child.own,
            child.opponent,
            next,
            -alpha - 1,
            &mut scratch.nodes,
        );
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// The moves of a node whose children are cached.
fn above_cached(node: Child, odd: OddQuadrants, alpha: i32, scratch: &mut Scratch) -> i32 {
    let Child {
        own,
        opponent,
        moves,
        ..
    } = node;
    let odd_squares = odd.squares();
    let mut children: ArrayVec<Child, 14> = ArrayVec::new();
    let mut best = -64;
    for square in Bitboard::from_bits(moves) {
        let Some((child_own, child_opponent)) = child_of(own, opponent, square) else {
            scratch.nodes += 1;
            return 64;
        };
        let slot = LocalCache::slot(child_own, child_opponent);
        if let Some(entry) = scratch.cache.probe(slot, child_own, child_opponent) {
            if -i32::from(entry.upper) > alpha {
                scratch.nodes += 1;
                return -i32::from(entry.upper);
            }
            if -i32::from(entry.lower) <= alpha {
                scratch.nodes += 1;
                best = best.max(-i32::from(entry.lower));
                continue;
            }
        }
        children.push(Child {
            own: child_own,
            opponent: child_opponent,
            moves: 0,
            slot,
            square,
            order: 0,
        });
    }
    for child in &mut children {
        child.moves = legal_moves(child.own, child.opponent);
        child.order = order(child.moves, child.square, odd_squares);
    }
    while let Some(child) = take_first(&mut children) {
        let score = -descend(child, -alpha - 1, scratch);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// Takes the child that comes first in the order.
#[inline(always)]
fn take_first(children: &mut ArrayVec<Child, 14>) -> Option<Child> {
    let (mut first, mut greatest) = (0, i32::MIN);
    for (index, child) in children.iter().enumerate() {
        if child.order > greatest {
            (first, greatest) = (index, child.order);
        }
    }
    (!children.is_empty()).then(|| children.swap_remove(first))
}
