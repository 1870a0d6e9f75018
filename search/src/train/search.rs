//! The search behind the labels: plain, and fixed for good, so that a recipe gives the same labels however the real
//! search changes.

use crate::eval::Evaluator;
use crate::value::Eval;
use arrayvec::ArrayVec;
use xsquare_engine::Board;

/// Below every value and safe to negate.
pub(super) const LOWEST: i32 = -i32::MAX;

/// A board with the evaluation's features of it.
#[derive(Debug, Clone)]
pub(super) struct Node<S> {
    pub(super) board: Board,
    pub(super) state: S,
}

/// A child and its place in the order: smaller is searched earlier.
type Child<S> = (i32, Node<S>);

impl<S> Node<S> {
    pub(super) fn new<E: Evaluator<State = S>>(evaluator: &E, board: Board) -> Self {
        Self {
            board,
            state: evaluator.start(board),
        }
    }

    fn pass<E: Evaluator<State = S>>(&self, evaluator: &E) -> Self {
        Self {
            board: self.board.pass(),
            state: evaluator.pass(&self.state),
        }
    }

    /// The positions after each move, in the order of the squares.
    pub(super) fn children<E: Evaluator<State = S>>(
        &self,
        evaluator: &E,
    ) -> impl Iterator<Item = Self> {
        self.board.legal_moves().into_iter().map(|square| {
            let flips = self.board.flips(square);
            Self {
                board: self.board.play_flips(square, flips),
                state: evaluator.play(&self.state, square, flips),
            }
        })
    }
}

/// The value of `node` in 1/128 disc over `moves` moves (passes are free), fail-soft: exact between `alpha` and `beta`,
/// an upper bound up to `alpha`, a lower bound from `beta`.
pub(super) fn value<E: Evaluator>(
    evaluator: &E,
    node: &Node<E::State>,
    moves: u8,
    (alpha, beta): (i32, i32),
) -> i32 {
    let board = node.board;
    if board.legal_moves().is_empty() {
        return if board.opponent_moves().is_empty() {
            Eval::from(board.final_score()).units()
        } else {
            -value(evaluator, &node.pass(evaluator), moves, (-beta, -alpha))
        };
    }
    if moves == 0 {
        return evaluator.evaluate(board, &node.state).units();
    }
    let mut best = LOWEST;
    for (_, child) in ordered(evaluator, node, moves) {
        let lower = alpha.max(best);
        let mut score = LOWEST;
        let null_window = best > LOWEST && beta > lower + 1 && moves > 1;
        if null_window {
            score = -value(evaluator, &child, moves - 1, (-lower - 1, -lower));
        }
        if !null_window || (score > lower && score < beta) {
            score = -value(evaluator, &child, moves - 1, (-beta, -lower));
        }
        best = best.max(score);
        if best >= beta {
            break;
        }
    }
    best
}

/// The children, promising ones first: by the evaluation where the subtrees are worth it, by the opponent's replies
/// where they are small.
fn ordered<E: Evaluator>(
    evaluator: &E,
    node: &Node<E::State>,
    moves: u8,
) -> ArrayVec<Child<E::State>, 62> {
    let mut children: ArrayVec<Child<E::State>, 62> =
        node.children(evaluator).map(|child| (0, child)).collect();
    for (order, child) in &mut children {
        *order = match moves {
            0 | 1 => 0,
            2 => child.board.legal_moves().len().cast_signed(),
            _ => evaluator.evaluate(child.board, &child.state).units(),
        };
    }
    if moves > 1 {
        children.sort_by_key(|(order, _)| *order);
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::pattern::tests::random_weights;
    use crate::eval::{Classic, Patterns};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Minimax without any cut.
    fn minimax(evaluator: &impl Evaluator, board: Board, moves: u8) -> i32 {
        if board.is_over() {
            Eval::from(board.final_score()).units()
        } else if board.must_pass() {
            -minimax(evaluator, board.pass(), moves)
        } else if moves == 0 {
            evaluator.evaluate_board(board).units()
        } else {
            let children = board
                .legal_moves()
                .into_iter()
                .filter_map(|square| board.play(square));
            children
                .map(|child| -minimax(evaluator, child, moves - 1))
                .max()
                .unwrap()
        }
    }

    fn check(evaluator: &impl Evaluator) {
        let mut random = StdRng::seed_from_u64(5);
        for _ in 0..10 {
            let mut board = Board::START;
            while !board.is_over() {
                for moves in 0..=3 {
                    let node = Node::new(evaluator, board);
                    let expected = minimax(evaluator, board, moves);
                    assert_eq!(
                        value(evaluator, &node, moves, (LOWEST, -LOWEST)),
                        expected,
                        "{board:?}"
                    );
                    let bound = value(evaluator, &node, moves, (expected, expected + 1));
                    assert!(bound <= expected, "{board:?}");
                    let bound = value(evaluator, &node, moves, (expected - 1, expected));
                    assert!(bound >= expected, "{board:?}");
                }
                for _ in 0..random.random_range(1..8) {
                    let children: Vec<Board> = board
                        .legal_moves()
                        .into_iter()
                        .filter_map(|square| board.play(square))
                        .collect();
                    board = match children.len() {
                        0 => board.pass(),
                        count => children[random.random_range(0..count)],
                    };
                    if board.is_over() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn values_and_bounds_are_those_of_minimax() {
        check(&Classic::default());
        check(&Patterns::new(random_weights(4)));
    }
}
