//! Nodes with a window wider than null: the expected line and the exact scores along it.
//!
//! Principal variation search: the first move gets the whole window, the others a null window that asks whether they are
//! better; only one that is gets searched again. The table orders moves here but cuts nothing off, so that the line
//! stays whole.

use crate::children::{Child, Children, candidates, sort};
use crate::endgame;
use crate::eval::Evaluator;
use crate::line::Line;
use crate::node::{Draft, Node};
use crate::table::Entry;
use crate::task::{Stopped, Task};
use crate::value::Eval;
use xsquare_engine::{Bitboard, Move, Square};

/// The best score of a set of children and the one among them that is above alpha.
type Probe<S> = (i32, Option<Child<S>>);

/// An open interval of scores in 1/128 disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// Every score lies in it.
    pub(crate) const FULL: Self = Self {
        alpha: Eval::MIN.units() - 1,
        beta: Eval::MAX.units() + 1,
    };

    /// The scores strictly between the two, no wider than [`Window::FULL`].
    pub(crate) fn new(alpha: i32, beta: i32) -> Self {
        debug_assert!(alpha < beta);
        Self {
            alpha: alpha.max(Self::FULL.alpha),
            beta: beta.min(Self::FULL.beta),
        }
    }

    /// Whether a score is above alpha or not.
    pub(crate) fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Scores up to this one fail low.
    pub(crate) const fn alpha(self) -> i32 {
        self.alpha
    }

    /// Scores from this one on fail high.
    pub(crate) const fn beta(self) -> i32 {
        self.beta
    }

    /// The same scores as the other side sees them.
    pub(crate) fn flipped(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The window that is left when `score` is in hand.
    pub(crate) fn raised(self, score: i32) -> Self {
        Self {
            alpha: self.alpha.max(score),
            ..self
        }
    }

    /// Whether a score lies strictly inside.
    pub(crate) const fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }
}

impl<E: Evaluator> Task<'_, E> {
    /// The score of `board` in 1/128 disc in the window, fail-soft: exact for this draft if it lies inside, an upper bound
    /// if at most alpha, a lower bound if at least beta. `line` becomes the expected line if the score lies inside.
    ///
    /// # Errors
    /// If the result is no longer wanted.
    pub(crate) fn principal(
        &mut self,
        node: &Node<E::State>,
        window: Window,
        draft: Draft,
        line: &mut Line,
    ) -> Result<i32, Stopped> {
        line.clear();
        let board = node.board;
        let empties = board.empty_count();
        if draft.reaches_end(empties) && empties <= endgame::MAX_EMPTIES {
            let alpha = window.alpha.div_euclid(Eval::PER_DISC);
            let beta = -(-window.beta).div_euclid(Eval::PER_DISC);
            let score = endgame::principal_variation(board, (alpha, beta), self.scratch, line);
            return Ok(score * Eval::PER_DISC);
        }
        if draft.depth == 0 {
            return self.shallow(node, 0, window);
        }
        self.enter()?;
        if node.moves.is_empty() {
            if board.opponent_moves().is_empty() {
                return Ok(Eval::from(board.final_score()).units());
            }
            let mut rest = Line::new();
            let score = -self.principal(
                &node.pass(self.shared.evaluator),
                window.flipped(),
                draft,
                &mut rest,
            )?;
            line.replace(Move::Pass, &rest);
            return Ok(score);
        }
        let mut left = window;
        let (score, best) = self.principal_moves((node, node.moves), &mut left, draft, line)?;
        let lower = if score > window.alpha {
            score
        } else {
            Eval::MIN.units()
        };
        let upper = if score < window.beta {
            score
        } else {
            Eval::MAX.units()
        };
        let (depth, selectivity) = (draft.depth, draft.selectivity);
        self.shared.table.store(
            board,
            Entry {
                lower,
                upper,
                depth,
                selectivity,
                moves: [best, None],
            },
        );
        Ok(score)
    }

    /// [`principal`](Self::principal) over some of the moves of a board, at least one; also the best move. `window` becomes
    /// what is left of it with the best score in hand.
    ///
    /// # Errors
    /// If the result is no longer wanted. If the window has been raised by then, its alpha is a lower bound of the score,
    /// and `line` the line that supports it.
    pub(crate) fn principal_moves(
        &mut self,
        (node, moves): (&Node<E::State>, Bitboard),
        window: &mut Window,
        draft: Draft,
        line: &mut Line,
    ) -> Result<(i32, Option<Square>), Stopped> {
        let board = node.board;
        let to_the_end = draft.reaches_end(board.empty_count());
        let mut pending = self.children(node, &candidates(board, moves));
        let known = self
            .shared
            .table
            .probe(board)
            .map_or([None; 2], |entry| entry.moves);
        self.judge(&mut pending, draft, to_the_end, known)?;
        sort(&mut pending);
        let mut rest = Line::new();
        let first = pending.remove(0);
        let mut best = -self.principal(&first.node, window.flipped(), draft.next(), &mut rest)?;
        let mut best_move = (best > window.alpha).then_some(first.square);
        if best > window.alpha {
            line.replace(first.square.into(), &rest);
        }
        while best < window.beta && !pending.is_empty() {
            *window = window.raised(best);
            let (score, better) =
                self.null_windows(&mut pending, window.alpha, (draft, to_the_end))?;
            let Some(child) = better else {
                best = best.max(score);
                break;
            };
            let mut score = score;
            if score < window.beta {
                score = -self.principal(&child.node, window.flipped(), draft.next(), &mut rest)?;
            } else {
                rest.clear();
            }
            if score > window.alpha {
                line.replace(child.square.into(), &rest);
                best_move = Some(child.square);
            }
            best = best.max(score);
        }
        Ok((best, best_move))
    }

    /// Searches the pending children against a null window at alpha until one is above it, which is returned with its
    /// score; otherwise the best score of all. The children searched are no longer pending.
    fn null_windows(
        &mut self,
        pending: &mut Children<E::State>,
        alpha: i32,
        (draft, to_the_end): (Draft, bool),
    ) -> Result<Probe<E::State>, Stopped> {
        let mut best = i32::MIN;
        while !pending.is_empty() {
            if self.wants_split(draft, to_the_end, pending.len())
                && let Some(result) = self.split(pending, alpha, (draft, usize::MAX))?
            {
                let (score, index) = result.best;
                let child = pending[index].clone();
                let settled = result.refuted | 1 << index;
                let mut bits = 0..;
                pending.retain(|_| bits.next().is_some_and(|bit| settled >> bit & 1 == 0));
                return Ok((best.max(score), (score > alpha).then_some(child)));
            }
            let child = pending.remove(0);
            let score = -self.null_window(&child.node, -alpha - 1, draft.next())?;
            best = best.max(score);
            if score > alpha {
                return Ok((score, Some(child)));
            }
        }
        Ok((best, None))
    }
}
