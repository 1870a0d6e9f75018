//! The moves of a node and the order in which they are searched.

use crate::eval::Evaluator;
use crate::node::{Draft, Node};
use crate::principal::Window;
use crate::task::{Stopped, Task};
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use xsquare_engine::{Bitboard, Board, Square};

/// The most moves of a node. A set-up board can have more than any reachable one, but two discs at least are on the
/// board.
const MAX_MOVES: usize = 62;

/// A legal move and the board after it, before more is made of them: looking a board up takes no features.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    /// Seen by the side that replies.
    pub(crate) board: Board,
}

impl Candidate {
    /// The legal move on `square`.
    #[inline]
    pub(crate) fn new(board: Board, square: Square) -> Self {
        let flips = board.flips(square);
        Self {
            square,
            flips,
            board: board.play_flips(square, flips),
        }
    }
}

/// A node's moves.
pub(crate) type Candidates = ArrayVec<Candidate, MAX_MOVES>;

/// Some moves of a board, in the order of the squares. The opponent's discs may all be gone after one of them.
pub(crate) fn candidates(board: Board, moves: Bitboard) -> Candidates {
    moves
        .into_iter()
        .map(|square| Candidate::new(board, square))
        .collect()
}

/// A move and the position after it.
#[derive(Debug, Clone)]
pub(crate) struct Child<S> {
    pub(crate) square: Square,
    /// Seen by the side that replies.
    pub(crate) node: Node<S>,
    /// Greater is searched earlier.
    order: i32,
}

/// The moves that are left to search.
pub(crate) type Children<S> = ArrayVec<Child<S>, MAX_MOVES>;

/// The order of a move from the table: before everything else.
const TABLE_MOVE: i32 = 1 << 28;

/// What one reply of the opponent counts in the order, in 1/128 disc, when the game is searched to its end: positions
/// with few replies are cheap to search, which matters more there than what they are worth.
const REPLY_TO_THE_END: i32 = 320;
/// The same when the search stops before the end.
const REPLY: i32 = 64;

/// The opponent's replies, corners counted twice.
fn weighted_replies(replies: Bitboard) -> i32 {
    (replies.len() + (replies & Bitboard::CORNERS).len()).cast_signed()
}

/// The depth of the search that judges a move; zero is the static evaluation. The dearer the subtree, the more a good
/// order is worth.
fn judging_depth(draft: Draft, to_the_end: bool) -> u8 {
    if to_the_end {
        match draft.depth {
            0..=19 => 0,
            20..=28 => 1,
            29..=32 => 2,
            _ => 3,
        }
    } else {
        match draft.depth {
            0..=13 => 0,
            14..=17 => 1,
            18..=21 => 2,
            _ => 3,
        }
    }
}

/// What comes first in the order.
type Rank = (Reverse<i32>, Square);

/// The place of a child in the order; smaller is searched earlier.
fn rank<S>(child: &Child<S>) -> Rank {
    (Reverse(child.order), child.square)
}

/// Puts children in order, all at once.
pub(crate) fn sort<S>(children: &mut [Child<S>]) {
    children.sort_unstable_by_key(rank);
}

/// Puts the first of the children in front. Where the first often settles the node this is cheaper than sorting all.
pub(crate) fn bring_first<S>(children: &mut [Child<S>]) {
    let first = (0..children.len()).min_by_key(|&index| rank(&children[index]));
    if let Some(first) = first {
        children.swap(0, first);
    }
}

impl<E: Evaluator> Task<'_, E> {
    /// The children after these moves, in no order.
    pub(crate) fn children(
        &self,
        node: &Node<E::State>,
        candidates: &[Candidate],
    ) -> Children<E::State> {
        let evaluator = self.shared.evaluator;
        let child = |candidate: &Candidate| Child {
            square: candidate.square,
            node: node.after(candidate, evaluator),
            order: 0,
        };
        candidates.iter().map(child).collect()
    }

    /// Tells the children how early they are to be searched.
    ///
    /// # Errors
    /// If the node is no longer wanted.
    pub(crate) fn judge(
        &mut self,
        children: &mut [Child<E::State>],
        draft: Draft,
        to_the_end: bool,
        table_moves: [Option<Square>; 2],
    ) -> Result<(), Stopped> {
        let depth = judging_depth(draft, to_the_end);
        let reply = if to_the_end { REPLY_TO_THE_END } else { REPLY };
        for child in children {
            child.order = if Some(child.square) == table_moves[0] {
                TABLE_MOVE
            } else if Some(child.square) == table_moves[1] {
                TABLE_MOVE - 1
            } else {
                -reply * weighted_replies(child.node.moves)
                    - self.shallow(&child.node, depth, Window::FULL)?
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classic;

    #[test]
    fn children_brought_forward_one_by_one_come_in_sorted_order() {
        let evaluator = Classic::default();
        let node = Node::new(Board::START, &evaluator);
        let [first, ..] = candidates(node.board, node.moves)[..] else {
            panic!("the start has moves");
        };
        // Equal orders too: then the square decides.
        let mut one_by_one: Vec<Child<()>> = [3, -7, 3, TABLE_MOVE, 0, 3]
            .into_iter()
            .zip(Square::ALL.into_iter().rev())
            .map(|(order, square)| Child {
                square,
                node: node.after(&first, &evaluator),
                order,
            })
            .collect();
        let mut sorted = one_by_one.clone();
        sort(&mut sorted);
        for index in 0..one_by_one.len() {
            bring_first(&mut one_by_one[index..]);
        }
        let places = |children: &[Child<()>]| -> Vec<(i32, Square)> {
            children
                .iter()
                .map(|child| (child.order, child.square))
                .collect()
        };
        assert_eq!(places(&one_by_one), places(&sorted));
        assert_eq!(sorted[0].order, TABLE_MOVE);
    }
}
