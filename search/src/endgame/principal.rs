//! Full windows at the end of the game: the exact score with the line that reaches it.

use super::{MAX_EMPTIES, Scratch, null_window};
use crate::line::Line;
use arrayvec::ArrayVec;
use xsquare_engine::{Board, Move, Square};

/// The score of `board` in discs against the window `(alpha, beta)`, fail-soft; `line` becomes the expected line, which
/// is complete if the score lies strictly between the two.
///
/// At most [`MAX_EMPTIES`] empties. Few positions of a search have a full window, so this is kept simple: the null
/// windows inside do the work.
pub(crate) fn principal_variation(
    board: Board,
    window: (i32, i32),
    scratch: &mut Scratch,
    line: &mut Line,
) -> i32 {
    debug_assert!(board.empty_count() <= MAX_EMPTIES);
    let (mut alpha, beta) = window;
    line.clear();
    if beta - alpha == 1 {
        return null_window(board, alpha, scratch);
    }
    scratch.nodes += 1;
    let moves = board.legal_moves();
    if moves.is_empty() {
        if board.opponent_moves().is_empty() {
            return board.final_score().discs();
        }
        let mut rest = Line::new();
        let score = -principal_variation(board.pass(), (-beta, -alpha), scratch, &mut rest);
        line.replace(Move::Pass, &rest);
        return score;
    }
    let mut children: ArrayVec<(Square, Board), 14> = moves
        .into_iter()
        .map(|square| (square, board.play_flips(square, board.flips(square))))
        .collect();
    children.sort_by_key(|(_, child)| child.legal_moves().len());
    let mut best = -65;
    let mut rest = Line::new();
    for (square, child) in children {
        let mut score = -65;
        let first = best == -65;
        if !first {
            score = -null_window(child, -alpha - 1, scratch);
        }
        if first || (score > alpha && score < beta) {
            score = -principal_variation(child, (-beta, -alpha), scratch, &mut rest);
        }
        if score > best {
            best = score;
            if score > alpha {
                alpha = score;
                line.replace(square.into(), &rest);
            }
            if score >= beta {
                break;
            }
        }
    }
    best
}
