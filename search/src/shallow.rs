//! Shallow full-width searches: the leaves of the mid-game search and the judges of its move order.

use crate::eval::Evaluator;
use crate::task::{Stopped, Task};
use crate::value::Eval;
use xsquare_engine::Board;

impl<E: Evaluator> Task<'_, E> {
    /// The value of `board` in 1/128 disc by a search of `depth` plies with the window (alpha, beta), fail-soft: an upper
    /// bound if at most alpha, a lower bound if at least beta. Finished games count exactly. Not for deep searches: the
    /// table is not used.
    ///
    /// # Errors
    /// If the search is no longer wanted.
    pub(crate) fn shallow(
        &mut self,
        board: Board,
        depth: u8,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        self.enter()?;
        let moves = board.legal_moves();
        if moves.is_empty() {
            if board.opponent_moves().is_empty() {
                return Ok(Eval::from(board.final_score()).units());
            }
            if depth == 0 {
                return Ok(self.shared.evaluator.evaluate_board(board).units());
            }
            return Ok(-self.shallow(board.pass(), depth, (-window.1, -window.0))?);
        }
        if depth == 0 {
            return Ok(self.shared.evaluator.evaluate_board(board).units());
        }
        let (alpha, beta) = window;
        let mut best = i32::MIN;
        for square in moves {
            let child = board.play_flips(square, board.flips(square));
            let score = -self.shallow(child, depth - 1, (-beta, -alpha.max(best)))?;
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }
}
