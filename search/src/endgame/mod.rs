//! The exact endgame search below the shared table: from thirteen empty squares down to the last disc.
//!
//! Scores here are whole discs, windows are null windows `(alpha, alpha + 1)`, and every function is fail-soft:
//! a result of at most `alpha` is an upper bound of the true score, a greater one a lower bound.
//!
//! | empties | file | how |
//! |---|---|---|
//! | 1–4 | `last` | one routine for each number, parity order |
//! | 5 | `shallow` | parity order, stability cut |
//! | 6–13 | `local` | thread-local cache, fitted move order (`order`), stability cut |
//! | full windows | `principal` | principal variation search down to the end, for the expected line |

mod cache;
mod last;
mod local;
mod order;
mod principal;
mod quadrants;
mod shallow;
mod stability;

pub(crate) use cache::LocalCache;
pub(crate) use principal::principal_variation;
pub(crate) use stability::{greatest_score, stability_pays};

use xsquare_engine::Board;

/// Up to this many empties the search is in this module's hands.
pub(crate) const MAX_EMPTIES: u32 = 13;

/// What a thread needs for the endgame: its node counter and its own cache.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Positions entered.
    pub(crate) nodes: u64,
    /// Positions with 6–13 empties seen by this thread.
    pub(crate) cache: LocalCache,
}

/// The score of `board` in discs against the null window `(alpha, alpha + 1)`, fail-soft.
///
/// At most [`MAX_EMPTIES`] empties.
pub(crate) fn null_window(board: Board, alpha: i32, scratch: &mut Scratch) -> i32 {
    let (own, opponent) = (board.own().bits(), board.opponent().bits());
    let empties = board.empties();
    let nodes = &mut scratch.nodes;
    match empties.len() {
        0 => {
            *nodes += 1;
            board.final_score().discs()
        }
        1 => last::one(own, empties.first().expect("one empty square"), nodes),
        2 => last::two(own, opponent, empties.bits(), alpha, nodes),
        3 => last::three(own, opponent, quadrants::odd(empties.bits()), alpha, nodes),
        4 => last::four(own, opponent, quadrants::odd(empties.bits()), alpha, nodes),
        5 => {
            let five = shallow::Five {
                own,
                opponent,
                moves: board.legal_moves().bits(),
                odd: quadrants::odd(empties.bits()),
            };
            shallow::five(five, alpha, nodes)
        }
        _ => local::search(own, opponent, alpha, scratch),
    }
}

/// The final score in discs with the empties to the winner.
#[inline(always)]
fn final_score(own: u64, opponent: u64) -> i32 {
    let (own, opponent) = (
        own.count_ones().cast_signed(),
        opponent.count_ones().cast_signed(),
    );
    let difference = own - opponent;
    difference + (64 - own - opponent) * difference.signum()
}
