//! Six to fourteen empty squares, where most of an endgame's time goes.
//!
//! Children are looked up in the thread's cache before their moves are generated; those left are ordered by the
//! opponent's mobility and other signs. Sources: the order of work merges ideas of Edax (R. Delorme, T. Okuhara),
//! Egaroucid (T. Yamana) and neural-reversi, as published by their authors.

use super::cache::Key;
use super::order::Ranking;
use super::shallow::{self, Five};
use super::stability::{greatest_score, stability_pays};
use super::{Scratch, final_score, guided, quadrants};
use arrayvec::ArrayVec;
use xsquare_engine::simd::{flips, legal_moves};
use xsquare_engine::{Bitboard, OddQuadrants, Square};

/// The fewest empties of a position in the cache.
const MIN_CACHED: u32 = 6;
/// The fewest empties of this layer.
const MIN_EMPTIES: u32 = 6;
/// Room for the moves of a node.
pub(super) const MOST_MOVES: usize = 14;

/// The children of a node.
pub(super) type Children = ArrayVec<Child, MOST_MOVES>;

/// A position to search.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) moves: u64,
    pub(super) key: Key,
    /// The odd quadrants of the empty squares.
    pub(super) odd: OddQuadrants,
}

/// A move that has to be searched, and the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) node: Node,
    pub(super) square: Square,
}

/// The score in discs against `(alpha, alpha + 1)`, fail-soft, at 6 to 14 empties.
pub(super) fn search(own: u64, opponent: u64, alpha: i32, scratch: &mut Scratch) -> i32 {
    let key = Key::of(own, opponent);
    if let Some(bounds) = scratch.cache.probe(key) {
        if bounds.lower > alpha {
            scratch.nodes += 1;
            return bounds.lower;
        }
        if bounds.upper <= alpha {
            scratch.nodes += 1;
            return bounds.upper;
        }
    }
    let node = Node {
        own,
        opponent,
        moves: legal_moves(own, opponent),
        key,
        odd: quadrants::odd(!(own | opponent)),
    };
    scratch.guide.start(own, opponent);
    descend(&node, alpha, scratch)
}

/// [`search`] of a position that is not in the cache and whose moves are known.
pub(super) fn descend(node: &Node, alpha: i32, scratch: &mut Scratch) -> i32 {
    let &Node {
        own,
        opponent,
        moves,
        key,
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
        return pass(node, alpha, scratch);
    }
    if count == MIN_EMPTIES {
        let score = above_shallow(node, alpha, scratch);
        if MIN_EMPTIES >= MIN_CACHED {
            scratch.cache.store(key, alpha, score);
        }
        score
    } else {
        let score = if count >= guided::MIN_EMPTIES {
            guided::above_cached(node, alpha, scratch)
        } else {
            above_cached(node, alpha, scratch)
        };
        scratch.cache.store(key, alpha, score);
        score
    }
}

/// The score of a position without a move.
#[cold]
#[inline(never)]
fn pass(node: &Node, alpha: i32, scratch: &mut Scratch) -> i32 {
    let (own, opponent) = (node.opponent, node.own);
    let moves = legal_moves(own, opponent);
    if moves == 0 {
        return final_score(opponent, own);
    }
    let passed = Node {
        own,
        opponent,
        moves,
        key: Key::of(own, opponent),
        odd: node.odd,
    };
    scratch.guide.pass(own, opponent);
    -descend(&passed, -alpha - 1, scratch)
}

/// The child after `square`, or `None` if the move wins every disc.
#[inline(always)]
fn child_of(own: u64, opponent: u64, square: Square) -> Option<(u64, u64)> {
    let flipped = flips(square, own, opponent);
    (flipped != opponent).then(|| (opponent ^ flipped, own ^ flipped ^ square.bitboard().bits()))
}

/// The moves of a node whose children are not cached.
fn above_shallow(node: &Node, alpha: i32, scratch: &mut Scratch) -> i32 {
    let &Node {
        own,
        opponent,
        moves,
        odd,
        ..
    } = node;
    let ranking = Ranking::new(!(own | opponent), odd.squares().bits());
    let mut children: ArrayVec<Child, { MIN_EMPTIES as usize }> = ArrayVec::new();
    let mut ranks = [i32::MIN; MIN_EMPTIES as usize];
    for (square, rank) in Bitboard::from_bits(moves).into_iter().zip(&mut ranks) {
        let Some((own, opponent)) = child_of(own, opponent, square) else {
            scratch.nodes += 1;
            return 64;
        };
        let moves = legal_moves(own, opponent);
        *rank = ranking.of(square, opponent, moves);
        let node = Node {
            own,
            opponent,
            moves,
            key: Key::default(),
            odd: odd.after(square),
        };
        children.push(Child { node, square });
    }
    let mut best = -64;
    for _ in 0..children.len() {
        let node = &children[take_first(&mut ranks)].node;
        let five = Five {
            own: node.own,
            opponent: node.opponent,
            moves: node.moves,
            odd: node.odd,
        };
        let score = -shallow::five(five, -alpha - 1, &mut scratch.nodes);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// The moves of a node whose children are cached.
fn above_cached(node: &Node, alpha: i32, scratch: &mut Scratch) -> i32 {
    let mut children = Children::new();
    let mut best = match unsettled(node, alpha, &mut children, scratch) {
        Ok(best) => best,
        Err(score) => return score,
    };
    let ranking = Ranking::new(!(node.own | node.opponent), node.odd.squares().bits());
    let mut ranks = [i32::MIN; MOST_MOVES];
    for (Child { node, square }, rank) in children.iter_mut().zip(&mut ranks) {
        node.moves = legal_moves(node.own, node.opponent);
        *rank = ranking.of(*square, node.opponent, node.moves);
    }
    for _ in 0..children.len() {
        let child = &children[take_first(&mut ranks[..children.len()])];
        let score = -descend(&child.node, -alpha - 1, scratch);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// Finds the `children` that the cache says too little about, and the greatest score of the others. An error is the score
/// of the node: one of them is above alpha.
#[inline(always)]
pub(super) fn unsettled(
    node: &Node,
    alpha: i32,
    children: &mut Children,
    scratch: &mut Scratch,
) -> Result<i32, i32> {
    let mut best = -64;
    for square in Bitboard::from_bits(node.moves) {
        let Some((own, opponent)) = child_of(node.own, node.opponent, square) else {
            scratch.nodes += 1;
            return Err(64);
        };
        let key = Key::of(own, opponent);
        if let Some(bounds) = scratch.cache.probe(key) {
            if -bounds.upper > alpha {
                scratch.nodes += 1;
                return Err(-bounds.upper);
            }
            if -bounds.lower <= alpha {
                scratch.nodes += 1;
                best = best.max(-bounds.lower);
                continue;
            }
        }
        let node = Node {
            own,
            opponent,
            moves: 0,
            key,
            odd: node.odd.after(square),
        };
        children.push(Child { node, square });
    }
    Ok(best)
}

/// The index of the greatest rank, which is then no longer there.
#[inline(always)]
pub(super) fn take_first(ranks: &mut [i32]) -> usize {
    let (mut first, mut greatest) = (0, i32::MIN);
    for (index, &rank) in ranks.iter().enumerate() {
        if rank > greatest {
            (first, greatest) = (index, rank);
        }
    }
    ranks[first] = i32::MIN;
    first
}
