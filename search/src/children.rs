//! The moves of a node and the order in which they are searched.

use crate::eval::Evaluator;
use crate::node::{Draft, Node};
use crate::principal::Window;
use crate::task::{Stopped, Task};
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use xsquare_engine::{Bitboard, Board, Square};

/// A move and the position after it.
#[derive(Debug, Clone)]
pub(crate) struct Child<S> {
    pub(crate) square: Square,
    /// Seen by the side that replies.
    pub(crate) node: Node<S>,
    /// Greater is searched earlier.
    pub(crate) order: i32,
}

/// A node's moves. A set-up board can have more than any reachable one, but two discs at least are on the board.
pub(crate) type Children<S> = ArrayVec<Child<S>, 62>;

/// The order of a move from the table: before everything else.
const TABLE_MOVE: i32 = 1 << 28;

/// What one reply of the opponent counts in the order, in 1/128 disc, when the game is searched to its end: positions
/// with few replies are cheap to search, which matters more there than what they are worth.
const REPLY_TO_THE_END: i32 = 320;
/// The same when the search stops before the end.
const REPLY: i32 = 64;

/// The opponent's replies, corners counted twice.
fn weighted_replies(board: Board) -> i32 {
    let replies = board.legal_moves();
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
            0..=7 => 0,
            8..=11 => 1,
            12..=15 => 2,
            _ => 3,
        }
    }
}

impl<E: Evaluator> Task<'_, E> {
    /// Some moves of a node, in no order. The opponent's discs may all be gone after one of them.
    pub(crate) fn children(&self, node: &Node<E::State>, moves: Bitboard) -> Children<E::State> {
        moves
            .into_iter()
            .map(|square| Child {
                square,
                node: node.play(square, self.shared.evaluator),
                order: 0,
            })
            .collect()
    }

    /// Puts the moves of a node in the order in which they are to be searched.
    ///
    /// # Errors
    /// If the node is no longer wanted.
    pub(crate) fn order_children(
        &mut self,
        children: &mut Children<E::State>,
        draft: Draft,
        to_the_end: bool,
        table_moves: [Option<Square>; 2],
    ) -> Result<(), Stopped> {
        let depth = judging_depth(draft, to_the_end);
        let reply = if to_the_end { REPLY_TO_THE_END } else { REPLY };
        for child in children.iter_mut() {
            child.order = if Some(child.square) == table_moves[0] {
                TABLE_MOVE
            } else if Some(child.square) == table_moves[1] {
                TABLE_MOVE - 1
            } else {
                -reply * weighted_replies(child.node.board)
                    - self.shallow(&child.node, depth, Window::FULL)?
            };
        }
        children.sort_unstable_by_key(|child| (Reverse(child.order), child.square));
        Ok(())
    }
}
