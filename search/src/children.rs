//! The moves of a node and the order in which they are searched.

use crate::eval::Evaluator;
use crate::node::Draft;
use crate::task::{Stopped, Task};
use crate::value::Eval;
use arrayvec::ArrayVec;
use xsquare_engine::{Bitboard, Board, Square};

/// A move and the position after it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    pub(crate) square: Square,
    /// Seen by the side that replies.
    pub(crate) board: Board,
    /// Greater is searched earlier.
    pub(crate) order: i32,
}

/// A node's moves. A set-up board can have more than any reachable one, but two discs at least are on the board.
pub(crate) type Children = ArrayVec<Child, 62>;

/// The order of a move from the table: before everything but a win of all discs.
const TABLE_MOVE: i32 = 1 << 28;

/// What one reply of the opponent counts in the order, in 1/128 disc, when the game is searched to its end: positions
/// with few replies are cheap to search, which matters more there than what they are worth.
const REPLY_TO_THE_END: i32 = 240;
/// The same when the search stops before the end.
const REPLY: i32 = 64;

/// All moves of `board`, in no order. The opponent's discs may all be gone after one of them.
pub(crate) fn generate(board: Board, moves: Bitboard) -> Children {
    moves
        .into_iter()
        .map(|square| Child {
            square,
            board: board.play_flips(square, board.flips(square)),
            order: 0,
        })
        .collect()
}

/// The opponent's replies, corners counted twice.
fn weighted_replies(board: Board) -> i32 {
    let replies = board.legal_moves();
    (replies.len() + (replies & Bitboard::CORNERS).len()).cast_signed()
}

/// How a node of this kind judges its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judge {
    /// By the opponent's mobility alone.
    Mobility,
    /// By a search of this many plies as well; zero is the static evaluation.
    Search(u8),
}

/// The judge for a node: the dearer the subtree, the more a good order is worth.
fn judge(draft: Draft, empties: u32) -> Judge {
    let depth = draft.depth;
    if draft.reaches_end(empties) {
        match depth {
            0..=13 => Judge::Mobility,
            14..=17 => Judge::Search(0),
            18..=21 => Judge::Search(1),
            22..=25 => Judge::Search(2),
            _ => Judge::Search(3),
        }
    } else {
        match depth {
            0..=2 => Judge::Mobility,
            3..=7 => Judge::Search(0),
            8..=11 => Judge::Search(1),
            12..=15 => Judge::Search(2),
            _ => Judge::Search(3),
        }
    }
}

impl<E: Evaluator> Task<'_, E> {
    /// Puts the moves in the order in which they are to be searched.
    ///
    /// # Errors
    /// If the node is no longer wanted.
    pub(crate) fn order_children(
        &mut self,
        children: &mut Children,
        node: (Board, Draft),
        table_moves: [Option<Square>; 2],
    ) -> Result<(), Stopped> {
        let (board, draft) = node;
        let empties = board.empty_count();
        let judge = judge(draft, empties);
        let reply = if draft.reaches_end(empties) {
            REPLY_TO_THE_END
        } else {
            REPLY
        };
        for child in children.iter_mut() {
            child.order = if Some(child.square) == table_moves[0] {
                TABLE_MOVE
            } else if Some(child.square) == table_moves[1] {
                TABLE_MOVE - 1
            } else if child.board.own().is_empty() {
                i32::MAX
            } else {
                let mut order = -reply * weighted_replies(child.board);
                if let Judge::Search(depth) = judge {
                    order -= self.shallow(
                        child.board,
                        depth,
                        (Eval::MIN.units() - 1, Eval::MAX.units() + 1),
                    )?;
                }
                order
            };
        }
        children.sort_unstable_by_key(|child| (std::cmp::Reverse(child.order), child.square));
        Ok(())
    }
}
