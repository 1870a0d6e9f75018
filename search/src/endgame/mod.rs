//! The exact endgame search below the shared table: from fourteen empty squares down to the last disc.
//!
//! Scores here are whole discs, windows are null windows `(alpha, alpha + 1)`, and every function is fail-soft:
//! a result of at most `alpha` is an upper bound of the true score, a greater one a lower bound.
//!
//! | empties | file | how |
//! |---|---|---|
//! | 1–4 | `last` | one routine for each number, parity order |
//! | 5 | `shallow` | parity order, stability cut |
//! | 6–14 | `local` | thread-local cache, fitted move order (`order`), stability cut |
//! | 11–14 | `guided` | the same with a small evaluation for the order |
//! | full windows | `principal` | principal variation search down to the end, for the expected line |

mod cache;
mod guided;
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
pub(crate) const MAX_EMPTIES: u32 = 14;

/// What a thread needs for the endgame: its node counter and its own cache.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Positions entered.
    pub(crate) nodes: u64,
    /// Positions with 6–14 empties seen by this thread.
    pub(crate) cache: LocalCache,
    guide: guided::Guide,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use xsquare_engine::{Bitboard, Symmetry};

    /// A board with `empties` empty squares and `own` discs of the side to move on the others, all thrown at random:
    /// it has passes, wiped-out sides and early ends far more often than a game.
    fn random_board(random: &mut StdRng, empties: usize) -> Board {
        let mut holes = 0_u64;
        while (holes.count_ones() as usize) < empties {
            holes |= 1 << random.random_range(0..64);
        }
        let own = match random.random_range(0..4) {
            0 => random.random::<u64>() & random.random::<u64>(),
            1 => random.random::<u64>() | random.random::<u64>(),
            _ => random.random(),
        } & !holes;
        let [own, opponent] = [own, !own & !holes].map(Bitboard::from_bits);
        Board::new(own, opponent).unwrap()
    }

    /// Asks all null windows about a board, in all its images, of one cache.
    fn check(board: Board, scratch: &mut Scratch) {
        let score = plain::alpha_beta(board, -64, 64);
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(board);
            for alpha in -65..=64 {
                let found = null_window(image, alpha, scratch);
                let holds = if found > alpha {
                    found <= score
                } else {
                    found >= score
                };
                assert!(
                    holds && (found > alpha) == (score > alpha),
                    "{found} at {alpha}, but it is {score}: {symmetry:?} of\n{board:?}"
                );
            }
        }
    }

    #[test]
    fn every_null_window_is_answered_rightly_in_every_symmetry() {
        let mut random = StdRng::seed_from_u64(1);
        let mut scratch = Scratch::default();
        for (empties, count) in [(0, 50), (1, 200), (2, 300), (3, 300), (4, 300)]
            .into_iter()
            .chain([(5, 200), (6, 150), (7, 60), (8, 25), (9, 8), (10, 3)])
        {
            for _ in 0..count {
                check(random_board(&mut random, empties), &mut scratch);
            }
        }
    }

    #[test]
    fn a_full_cache_of_other_windows_changes_no_answer() {
        let mut random = StdRng::seed_from_u64(2);
        let mut warm = Scratch::default();
        for _ in 0..40 {
            let board = random_board(&mut random, 10);
            let score = plain::alpha_beta(board, -64, 64);
            for _ in 0..40 {
                let alpha = random.random_range(-64..64);
                let found = null_window(board, alpha, &mut warm);
                assert_eq!(found > alpha, score > alpha, "{alpha} of\n{board:?}");
            }
        }
    }
}
