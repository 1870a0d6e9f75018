//! Shallow full-width searches: the leaves of the mid-game search and the judges of its move order.

use crate::children::Candidate;
use crate::eval::Evaluator;
use crate::node::Node;
use crate::principal::Window;
use crate::task::{Stopped, Task};
use crate::value::Eval;

impl<E: Evaluator> Task<'_, E> {
    /// The value of a node in 1/128 disc by a search of `depth` plies in the window, fail-soft: an upper bound if at most
    /// alpha, a lower bound if at least beta. Finished games count exactly. Not for deep searches: the table is not used.
    ///
    /// # Errors
    /// If the search is no longer wanted.
    pub(crate) fn shallow(
        &mut self,
        node: &Node<E::State>,
        depth: u8,
        window: Window,
    ) -> Result<i32, Stopped> {
        self.enter()?;
        let board = node.board;
        let evaluator = self.shared.evaluator;
        if depth == 0 || node.moves.is_empty() {
            let opponent_moves = board.opponent_moves();
            if node.moves.is_empty() {
                if opponent_moves.is_empty() {
                    return Ok(Eval::from(board.final_score()).units());
                }
                if depth > 0 {
                    return Ok(-self.shallow(&node.pass(evaluator), depth, window.flipped())?);
                }
            }
            return Ok(self.static_value(node, opponent_moves));
        }
        let mut best = i32::MIN;
        for square in node.moves {
            let child = node.after(&Candidate::new(board, square), evaluator);
            let score = -self.shallow(&child, depth - 1, window.raised(best).flipped())?;
            best = best.max(score);
            if best >= window.beta() {
                break;
            }
        }
        Ok(best)
    }
}
