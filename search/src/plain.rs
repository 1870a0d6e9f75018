//! Plain searches, kept slow and obvious: the oracles that the real ones are tested against.
//!
//! Nothing here orders moves, remembers positions or bounds scores by anything but the rules.

use xsquare_engine::{Board, DiscDiff};

/// The exact score of the side to move by minimax over every line of play.
///
/// Time grows about eightfold with each empty square: meant for up to nine or so.
pub fn minimax(board: Board) -> DiscDiff {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.opponent_moves().is_empty() {
            board.final_score()
        } else {
            -minimax(board.pass())
        };
    }
    moves
        .into_iter()
        .filter_map(|square| board.play(square))
        .fold(DiscDiff::MIN, |best, child| best.max(-minimax(child)))
}

/// The score of the side to move by alpha-beta with the window (alpha, beta), in discs, fail-soft.
///
/// The result is exact if it lies strictly between the two, an upper bound if it is at most `alpha`, a lower bound if
/// it is at least `beta`. Meant for up to twelve or so empty squares.
pub fn alpha_beta(board: Board, alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.opponent_moves().is_empty() {
            board.final_score().discs()
        } else {
            -alpha_beta(board.pass(), -beta, -alpha)
        };
    }
    let mut best = -64;
    for child in moves.into_iter().filter_map(|square| board.play(square)) {
        best = best.max(-alpha_beta(child, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}
