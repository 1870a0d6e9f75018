//! Games of the evaluation against itself, varied enough to learn from.
//!
//! A game opens with random moves, so that no two are alike, and goes on with a shallow search whose judgement is
//! blurred, so that the positions look like play and still contain mistakes. It uses a search of its own, fixed for
//! good: the games of a seed stay the same however the real search changes.

use crate::eval::Evaluator;
use crate::value::Eval;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::ops::RangeInclusive;
use xsquare_engine::Board;

/// Random moves at the start of a game, chosen evenly from these.
const OPENING_PLIES: RangeInclusive<u32> = 4..=30;

/// Moves that the search for a move looks ahead.
const SEARCH_MOVES: u32 = 3;

/// The greatest error of judgement, in 1/128 disc. Each game gets a limit up to this one.
const MAX_NOISE: i32 = 3 * Eval::PER_DISC;

/// Below every value and safe to negate.
const LOWEST: i32 = -i32::MAX;

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
        board = choose(evaluator, board, noise, &mut rng);
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
fn random_turn(board: Board, rng: &mut Xoshiro256PlusPlus) -> Board {
    let children: Vec<Board> = children(board).collect();
    if children.is_empty() {
        board.pass()
    } else {
        children[rng.random_range(0..children.len())]
    }
}

/// The board after the move that looks best to a judge who errs by up to `noise` in either direction.
fn choose(
    evaluator: &impl Evaluator,
    board: Board,
    noise: i32,
    rng: &mut Xoshiro256PlusPlus,
) -> Board {
    children(board)
        .map(|child| {
            let value = -search(evaluator, child, SEARCH_MOVES - 1, LOWEST, -LOWEST);
            (value + rng.random_range(-noise..=noise), child)
        })
        .max_by_key(|&(value, _)| value)
        .map_or(board.pass(), |(_, child)| child)
}

/// The boards after each legal move.
fn children(board: Board) -> impl Iterator<Item = Board> {
    let moves = board.legal_moves().into_iter();
    moves.filter_map(move |square| board.play(square))
}

/// The value of `board` in 1/128 disc by alpha-beta over `moves` moves (passes are free), fail-soft: exact between
/// `alpha` and `beta`, an upper bound up to `alpha`, a lower bound from `beta`.
fn search(evaluator: &impl Evaluator, board: Board, moves: u32, alpha: i32, beta: i32) -> i32 {
    if board.legal_moves().is_empty() {
        return if board.opponent_moves().is_empty() {
            Eval::from(board.final_score()).units()
        } else {
            -search(evaluator, board.pass(), moves, -beta, -alpha)
        };
    }
    if moves == 0 {
        return evaluator.evaluate_board(board).units();
    }
    let mut best = LOWEST;
    for child in children(board) {
        let value = -search(evaluator, child, moves - 1, -beta, -alpha.max(best));
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classic;

    /// Minimax without any cut, the oracle of [`search`].
    fn minimax(evaluator: &impl Evaluator, board: Board, moves: u32) -> i32 {
        if board.is_over() {
            Eval::from(board.final_score()).units()
        } else if board.must_pass() {
            -minimax(evaluator, board.pass(), moves)
        } else if moves == 0 {
            evaluator.evaluate_board(board).units()
        } else {
            let values = children(board).map(|child| -minimax(evaluator, child, moves - 1));
            values.max().unwrap()
        }
    }

    #[test]
    fn search_is_minimax() {
        let classic = Classic::default();
        for game in 0..20 {
            for board in play(&classic, 1, game).into_iter().step_by(3) {
                let value = search(&classic, board, 2, LOWEST, -LOWEST);
                assert_eq!(value, minimax(&classic, board, 2), "{board:?}");
            }
        }
    }

    #[test]
    fn games_are_legal_differ_and_can_be_repeated() {
        let classic = Classic::default();
        let mut firsts = std::collections::HashSet::new();
        for game in 0..50 {
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
        assert!(firsts.len() > 45, "{} different openings", firsts.len());
    }
}
