//! Games of the evaluation against itself, varied enough to learn from.
//!
//! A game opens with random moves, so that no two are alike, and goes on with a shallow search whose judgement is
//! blurred, so that the positions look like play and still contain mistakes. It uses a search of its own, fixed for
//! good: the games of a seed stay the same however the real search changes.

use super::search::{self, LOWEST, Node};
use crate::eval::Evaluator;
use crate::value::Eval;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::ops::RangeInclusive;
use xsquare_engine::Board;

/// Random moves at the start of a game, chosen evenly from these.
const OPENING_PLIES: RangeInclusive<u32> = 4..=30;

/// Moves that the search for a move looks ahead.
const SEARCH_MOVES: u8 = 5;

/// The greatest error of judgement, in 1/128 disc. Each game gets a limit up to this one.
const MAX_NOISE: i32 = 3 * Eval::PER_DISC;

/// The positions of game number `game` of this seed, from the end of its random opening to before its last turn.
///
/// Every turn is by the other side than the one before it; positions in which the side to move must pass are among
/// them.
pub(super) fn play(evaluator: &impl Evaluator, seed: u64, game: u32) -> Vec<Board> {
    // The generator spreads this number over its whole state, so that neighbouring games have nothing in common.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ u64::from(game));
    let mut board = random_opening(&mut rng);
    let noise = rng.random_range(0..=MAX_NOISE);
    let mut positions = Vec::new();
    while !board.is_over() {
        positions.push(board);
        board = choose(evaluator, board, (SEARCH_MOVES, noise), &mut rng);
    }
    positions
}

/// A board after random moves; the game is not over there.
fn random_opening(rng: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let plies = rng.random_range(OPENING_PLIES);
        let board = (0..plies).fold(Board::START, |board, _| random_turn(board, rng));
        if !board.is_over() {
            return board;
        }
    }
}

/// The board after a random legal move, or after a pass if there is none.
pub(super) fn random_turn(board: Board, rng: &mut Xoshiro256PlusPlus) -> Board {
    let children: Vec<Board> = children(board).collect();
    if children.is_empty() {
        board.pass()
    } else {
        children[rng.random_range(0..children.len())]
    }
}

/// The board after the move that looks best, or after a pass, to a judge who looks this many moves ahead (at least 1) and
/// errs by up to `noise` (in 1/128 disc) in either direction.
pub(super) fn choose<E: Evaluator>(
    evaluator: &E,
    board: Board,
    (moves, noise): (u8, i32),
    rng: &mut Xoshiro256PlusPlus,
) -> Board {
    let (mut best, mut choice) = (LOWEST, board.pass());
    for child in Node::new(evaluator, board).children(evaluator) {
        let error = rng.random_range(-noise..=noise);
        // Only a value above this makes the move the new choice; of equals the last one is.
        let alpha = best.saturating_sub(error + 1).max(LOWEST);
        let value = -search::value(evaluator, &child, moves - 1, (LOWEST, -alpha));
        if value > alpha {
            (best, choice) = (value + error, child.board);
        }
    }
    choice
}

/// The boards after each legal move.
fn children(board: Board) -> impl Iterator<Item = Board> {
    let moves = board.legal_moves().into_iter();
    moves.filter_map(move |square| board.play(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classic;

    /// What [`choose`] does, without leaving anything out.
    fn choose_plainly(
        evaluator: &Classic,
        board: Board,
        (moves, noise): (u8, i32),
        rng: &mut Xoshiro256PlusPlus,
    ) -> Board {
        Node::new(evaluator, board)
            .children(evaluator)
            .map(|child| {
                let value = -search::value(evaluator, &child, moves - 1, (LOWEST, -LOWEST));
                (value + rng.random_range(-noise..=noise), child.board)
            })
            .max_by_key(|&(value, _)| value)
            .map_or(board.pass(), |(_, child)| child)
    }

    #[test]
    fn cut_offs_do_not_change_the_choice() {
        let classic = Classic::default();
        let rng = Xoshiro256PlusPlus::seed_from_u64;
        for game in 0..6 {
            for (seed, board) in (0..).zip(play(&classic, 4, game)) {
                for judge in [(1, 0), (2, 500), (3, 0), (3, 300)] {
                    assert_eq!(
                        choose(&classic, board, judge, &mut rng(seed)),
                        choose_plainly(&classic, board, judge, &mut rng(seed)),
                        "{judge:?}, {board:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn games_are_legal_differ_and_can_be_repeated() {
        let classic = Classic::default();
        let mut firsts = std::collections::HashSet::new();
        for game in 0..20 {
            let positions = play(&classic, 7, game);
            assert_eq!(positions, play(&classic, 7, game));
            assert_ne!(positions, play(&classic, 8, game));
            firsts.insert(positions[0]);
            for pair in positions.windows(2) {
                let passed = pair[0].must_pass() && pair[0].pass() == pair[1];
                assert!(passed || children(pair[0]).any(|child| child == pair[1]));
            }
            assert!(positions.iter().all(|board| !board.is_over()));
        }
        assert!(firsts.len() > 17, "{} different openings", firsts.len());
    }
}
