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
const SEARCH_MOVES: u32 = 5;

/// The greatest error of judgement, in 1/128 disc. Each game gets a limit up to this one.
const MAX_NOISE: i32 = 3 * Eval::PER_DISC;

/// Below every value by more than any error, in 1/128 disc.
const LOWEST: i32 = 4 * Eval::MIN.units();

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
    let (mut best, mut choice) = (LOWEST, board.pass());
    for child in ordered_children(board) {
        let error = rng.random_range(-noise..=noise);
        // Only a value above this makes the move the new choice.
        let alpha = (best - error).max(LOWEST);
        let value = -search(evaluator, child, SEARCH_MOVES - 1, LOWEST, -alpha);
        if value > alpha {
            (best, choice) = (value + error, child);
        }
    }
    choice
}

/// The boards after each legal move.
fn children(board: Board) -> impl Iterator<Item = Board> {
    let moves = board.legal_moves().into_iter();
    moves.filter_map(move |square| board.play(square))
}

/// The boards after each legal move, first those that leave the other side few moves: most often the best ones.
fn ordered_children(board: Board) -> Vec<Board> {
    let mut children: Vec<Board> = children(board).collect();
    children.sort_by_cached_key(|child| child.legal_moves().len());
    children
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
    // Above the leaves the order does not pay for itself.
    let children = if moves == 1 {
        children(board).collect()
    } else {
        ordered_children(board)
    };
    for child in children {
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
        for game in 0..8 {
            for board in play(&classic, 1, game).into_iter().step_by(3) {
                let exact = minimax(&classic, board, 3);
                let around = |alpha, beta| search(&classic, board, 3, alpha, beta);
                assert_eq!(around(LOWEST, -LOWEST), exact, "{board:?}");
                assert!(around(exact, -LOWEST) <= exact, "{board:?}");
                assert!(around(LOWEST, exact) >= exact, "{board:?}");
            }
        }
    }

    #[test]
    fn a_judge_without_errors_plays_a_best_move() {
        let classic = Classic::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for board in play(&classic, 4, 0).into_iter().step_by(4) {
            let value = |child| -minimax(&classic, child, SEARCH_MOVES - 1);
            let chosen = choose(&classic, board, 0, &mut rng);
            let best = children(board).map(value).max();
            assert!(best.is_none_or(|best| value(chosen) == best), "{board:?}");
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
