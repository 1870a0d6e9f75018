//! A null-window node: is the score of this position above alpha or not?

use crate::children::{Candidate, Candidates, Child, bring_first, candidates, sort};
use crate::endgame;
use crate::eval::Evaluator;
use crate::principal::Window;
use crate::table::Entry;
use crate::task::{Stopped, Task};
use crate::value::{Eval, Selectivity};
use xsquare_engine::{Bitboard, Board, Square};

/// A position in the search: the board, its legal moves, and what the evaluation carries along with it.
#[derive(Debug, Clone)]
pub(crate) struct Node<S> {
    pub(crate) board: Board,
    pub(crate) moves: Bitboard,
    pub(crate) state: S,
}

impl<S> Node<S> {
    /// The node of a board.
    pub(crate) fn new<E: Evaluator<State = S>>(board: Board, evaluator: &E) -> Self {
        Self {
            board,
            moves: board.legal_moves(),
            state: evaluator.start(board),
        }
    }

    /// The node after a legal move.
    #[inline]
    pub(crate) fn after<E: Evaluator<State = S>>(
        &self,
        candidate: &Candidate,
        evaluator: &E,
    ) -> Self {
        Self {
            board: candidate.board,
            moves: candidate.board.legal_moves(),
            state: evaluator.play(&self.state, candidate.square, candidate.flips),
        }
    }

    /// The node after a pass.
    #[inline]
    pub(crate) fn pass<E: Evaluator<State = S>>(&self, evaluator: &E) -> Self {
        let board = self.board.pass();
        Self {
            board,
            moves: board.legal_moves(),
            state: evaluator.pass(&self.state),
        }
    }
}

/// How far and how surely a node is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Plies to search; the number of empties or more means to the end of the game.
    pub(crate) depth: u8,
    /// Confidence of the cuts that leave something out.
    pub(crate) selectivity: Selectivity,
}

impl Draft {
    /// The draft of a child.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self {
            depth: self.depth.saturating_sub(1),
            ..self
        }
    }

    /// The draft of a child that comes late in the order of a node with so many empties; `None` if it is searched like the
    /// others. Searches to the end of the game leave nothing out in this way.
    ///
    /// The idea is old in chess (late move reductions); in Othello neural-reversi has it. Two plies keep the parity.
    #[inline]
    fn late(self, empties: u32) -> Option<Self> {
        let is_reduced = !self.reaches_end(empties)
            && self.depth >= MIN_REDUCED_DEPTH
            && self.selectivity != Selectivity::Exact;
        is_reduced.then(|| Self {
            depth: self.depth - 1 - LATE_PLIES,
            ..self
        })
    }

    /// Whether the search goes to the end of the game.
    #[inline]
    pub(crate) fn reaches_end(self, empties: u32) -> bool {
        u32::from(self.depth) >= empties
    }
}

/// So many children of a null-window node are searched as deeply as the node asks for; the others are late.
const EARLY: usize = 3;
/// How many plies less late children are searched.
const LATE_PLIES: u8 = 2;
/// The least depth of a node with late children.
const MIN_REDUCED_DEPTH: u8 = 8;
/// Below this depth a mid-game node is searched without table and ordering.
const MIN_DEPTH: u8 = 3;
/// The least depth at which all children are looked up in the table before any is searched.
const MIN_CHILD_PROBE_DEPTH: u8 = 5;

/// What looking up the children settled.
enum Probed {
    /// A child refutes the node's upper bound: the score is at least this.
    Cut(i32, Square),
    /// The best score among the children that the table refuted; they are no longer in the list.
    Rest(i32),
}

impl<E: Evaluator> Task<'_, E> {
    /// The score of `board` in 1/128 disc against `(alpha, alpha + 1)`, fail-soft: at most alpha it is an upper bound of
    /// the score of this draft, above it a lower bound.
    ///
    /// # Errors
    /// If the result is no longer wanted.
    pub(crate) fn null_window(
        &mut self,
        node: &Node<E::State>,
        alpha: i32,
        draft: Draft,
    ) -> Result<i32, Stopped> {
        let board = node.board;
        let empties = board.empty_count();
        let to_the_end = draft.reaches_end(empties);
        // 1. The last empties belong to the endgame search, which knows whole discs only: a score is above alpha
        //    if and only if it is above alpha rounded down to discs.
        if to_the_end && empties <= endgame::MAX_EMPTIES {
            let discs = alpha.div_euclid(Eval::PER_DISC);
            return Ok(endgame::null_window(board, discs, self.scratch) * Eval::PER_DISC);
        }
        if !to_the_end && draft.depth < MIN_DEPTH {
            return self.shallow(node, draft.depth, Window::null(alpha));
        }
        self.enter()?;
        // 2. Discs that the opponent cannot lose.
        if endgame::stability_pays(empties, alpha.div_euclid(Eval::PER_DISC)) {
            let greatest = endgame::greatest_score(board.own().bits(), board.opponent().bits())
                * Eval::PER_DISC;
            if greatest <= alpha {
                return Ok(greatest);
            }
        }
        // 3. No move: pass, or the end.
        if node.moves.is_empty() {
            if board.opponent_moves().is_empty() {
                return Ok(Eval::from(board.final_score()).units());
            }
            let passed = node.pass(self.shared.evaluator);
            return Ok(-self.null_window(&passed, -alpha - 1, draft)?);
        }
        // 4. The table.
        let known = self.shared.table.probe(board);
        if let Some(entry) = known
            && entry.serves(draft.depth, draft.selectivity)
        {
            if entry.lower > alpha {
                return Ok(entry.lower);
            }
            if entry.upper <= alpha {
                return Ok(entry.upper);
            }
        }
        // 5. The children: a win of all discs, or a bound from the table.
        let mut candidates = candidates(board, node.moves);
        if let Some(winner) = candidates
            .iter()
            .find(|candidate| candidate.board.own().is_empty())
        {
            self.store(
                board,
                draft,
                (Eval::MAX.units(), alpha),
                Some(winner.square),
            );
            return Ok(Eval::MAX.units());
        }
        let mut best = i32::MIN;
        if draft.depth >= MIN_CHILD_PROBE_DEPTH {
            match self.probe_children(&mut candidates, alpha, draft) {
                Probed::Cut(score, square) => {
                    self.store(board, draft, (score, alpha), Some(square));
                    return Ok(score);
                }
                Probed::Rest(refuted) => best = refuted,
            }
        }
        // 6. A shallow search that is far outside the window.
        if let Some(bound) = self.probcut(node, alpha, draft)? {
            return Ok(best.max(bound));
        }
        // 7. The move that the table knows, before time is spent on putting the others in order.
        let table_moves = known.map_or([None; 2], |entry| entry.moves);
        let first = self.search_known(node, &mut candidates, alpha, (draft, table_moves[0]))?;
        if let Some((score, square)) = first {
            best = best.max(score);
            if score > alpha {
                self.store(board, draft, (best, alpha), Some(square));
                return Ok(best);
            }
        }
        // 8. Order and search them.
        let mut children = self.children(node, &candidates);
        self.judge(&mut children, draft, to_the_end, table_moves)?;
        let (score, square) =
            self.search_children(&mut children, alpha, (draft, to_the_end), first)?;
        best = best.max(score);
        self.store(board, draft, (best, alpha), square);
        Ok(best)
    }

    /// Searches the child that the table's best move leads to, if it is among the candidates, which it leaves: its score
    /// and the move.
    fn search_known(
        &mut self,
        node: &Node<E::State>,
        candidates: &mut Candidates,
        alpha: i32,
        (draft, best): (Draft, Option<Square>),
    ) -> Result<Option<(i32, Square)>, Stopped> {
        let Some(place) = candidates
            .iter()
            .position(|candidate| Some(candidate.square) == best)
        else {
            return Ok(None);
        };
        let candidate = candidates.remove(place);
        let child = node.after(&candidate, self.shared.evaluator);
        let score = -self.null_window(&child, -alpha - 1, draft.next())?;
        Ok(Some((score, candidate.square)))
    }

    /// Looks the children up in the table: enhanced transposition cut-off.
    ///
    /// Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Exploiting graph properties of game trees", 1996.
    fn probe_children(&mut self, candidates: &mut Candidates, alpha: i32, draft: Draft) -> Probed {
        let draft = draft.next();
        let mut best = i32::MIN;
        let mut cut = None;
        for candidate in candidates.iter() {
            self.shared.table.prefetch(candidate.board);
        }
        candidates.retain(|candidate| {
            if cut.is_some() {
                return true;
            }
            let Some(entry) = self.shared.table.probe(candidate.board) else {
                return true;
            };
            if !entry.serves(draft.depth, draft.selectivity) {
                return true;
            }
            if -entry.upper > alpha {
                cut = Some((-entry.upper, candidate.square));
                self.scratch.nodes += 1;
            } else if -entry.lower <= alpha {
                best = best.max(-entry.lower);
                self.scratch.nodes += 1;
                return false;
            }
            true
        });
        cut.map_or(Probed::Rest(best), |(score, square)| {
            Probed::Cut(score, square)
        })
    }

    /// Searches children in their order until one is above alpha; the best score and its move, those of a child searched
    /// `before` included.
    fn search_children(
        &mut self,
        children: &mut [Child<E::State>],
        alpha: i32,
        (draft, to_the_end): (Draft, bool),
        before: Option<(i32, Square)>,
    ) -> Result<(i32, Option<Square>), Stopped> {
        let mut best = before.map_or((i32::MIN, None), |(score, square)| (score, Some(square)));
        let mut index = 0;
        while index < children.len() {
            let pending = &mut children[index..];
            let searched = index + usize::from(before.is_some());
            if searched > 0
                && let Some((score, square)) =
                    self.search_pending(pending, alpha, (draft, to_the_end), searched)?
            {
                return Ok(if score > best.0 {
                    (score, Some(square))
                } else {
                    best
                });
            }
            bring_first(pending);
            let Child { square, node, .. } = &pending[0];
            let score = self.search_child(node, alpha, draft, searched >= EARLY)?;
            if score > best.0 {
                best = (score, Some(*square));
                if score > alpha {
                    break;
                }
            }
            index += 1;
        }
        Ok(best)
    }

    /// The score of a child against a null window at alpha, both seen by its parent, which has this draft. A late child
    /// that a shallower search does not find above alpha is left at that.
    ///
    /// # Errors
    /// If the parent is no longer wanted.
    pub(crate) fn search_child(
        &mut self,
        child: &Node<E::State>,
        alpha: i32,
        draft: Draft,
        is_late: bool,
    ) -> Result<i32, Stopped> {
        if is_late && let Some(late) = draft.late(child.board.empty_count() + 1) {
            let score = -self.null_window(child, -alpha - 1, late)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        Ok(-self.null_window(child, -alpha - 1, draft.next())?)
    }

    /// Shares out the pending children of a node that has searched so many others, if somebody is idle: the best score
    /// among them and its move, or `None` if nobody is.
    fn search_pending(
        &mut self,
        pending: &mut [Child<E::State>],
        alpha: i32,
        (draft, to_the_end): (Draft, bool),
        searched: usize,
    ) -> Result<Option<(i32, Square)>, Stopped> {
        if !self.wants_split(draft, to_the_end, pending.len()) {
            return Ok(None);
        }
        sort(pending);
        let Some(result) = self.split(pending, alpha, (draft, EARLY.saturating_sub(searched)))?
        else {
            return Ok(None);
        };
        let (score, best) = result.best;
        Ok(Some((score, pending[best].square)))
    }

    /// Notes a result of a null-window search at alpha.
    pub(crate) fn store(
        &self,
        board: Board,
        draft: Draft,
        (score, alpha): (i32, i32),
        best: Option<Square>,
    ) {
        let (lower, upper) = if score > alpha {
            (score, Eval::MAX.units())
        } else {
            (Eval::MIN.units(), score)
        };
        self.shared.table.store(
            board,
            Entry {
                lower,
                upper,
                depth: draft.depth,
                selectivity: draft.selectivity,
                moves: [best, None],
            },
        );
    }
}
