//! Measurements of X-square: see `README.md`. The benches share their positions through this crate.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use xsquare_engine::Board;

/// Every position with a move of `games` games of random moves, the same each time.
///
/// # Panics
/// Never: the random choice is among the legal moves.
pub fn random_games(games: usize) -> Vec<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() {
            let moves = board.legal_moves();
            if moves.is_empty() {
                board = board.pass();
                continue;
            }
            boards.push(board);
            let choice = random.random_range(0..moves.into_iter().len());
            let square = moves
                .into_iter()
                .nth(choice)
                .expect("the choice is below the length");
            board = board.play_flips(square, board.flips(square));
        }
    }
    boards
}

/// The positions of random games with this many empty squares.
pub fn random_endgames(games: usize, empties: u32) -> Vec<Board> {
    let mut boards = random_games(games);
    boards.retain(|board| board.empty_count() == empties);
    boards
}
