//! What a search found out.

use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::value::{Eval, Kind, Selectivity};
use std::time::Duration;
use xsquare_engine::{Board, DiscDiff, Move, Square};

/// One move of an analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move; [`Move::Pass`] if the side to move must pass.
    pub turn: Move,
    /// Its score from the view of the side to move; whole discs where `kind` is proved.
    pub score: Eval,
    /// What the score says.
    pub kind: Kind,
    /// Plies searched, the move itself included; the number of empties when searched to the end of the game.
    pub depth: u8,
    /// The confidence of the search behind it.
    pub selectivity: Selectivity,
    /// The expected line, this move first. It replays legally.
    pub pv: Vec<Move>,
}

impl MoveReport {
    /// What the evaluation alone says of the move to `square` that leads to `child`; exact if the game is over there.
    pub(crate) fn of_static<E: Evaluator>(square: Square, child: Board, evaluator: &E) -> Self {
        let (score, kind) = if child.is_over() {
            (-Eval::from(child.final_score()), Kind::Exact)
        } else {
            (-evaluator.evaluate_board(child), Kind::Heuristic)
        };
        Self {
            turn: square.into(),
            score,
            kind,
            depth: 1,
            selectivity: Selectivity::Exact,
            pv: vec![square.into()],
        }
    }
}

/// The moves of a position, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The position.
    pub board: Board,
    /// The moves asked for, best first; empty if the game is over.
    pub moves: Vec<MoveReport>,
    /// The final score if the game is over.
    pub finished: Option<DiscDiff>,
    /// Positions entered by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Whether the target was reached; `false` if a limit or the stop flag ended the search first.
    pub complete: bool,
}

/// What is to be proved about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// The exact score.
    Score,
    /// Win, draw or loss: a win is reported as the lower bound +2, a loss as the upper bound −2, a draw as exact.
    WinLossDraw,
    /// The score if it lies strictly between the two, else which side it lies on, as a bound: `lower` is less than
    /// `upper`.
    Within {
        /// Scores up to this one are reported as the upper bound found.
        lower: DiscDiff,
        /// Scores from this one are reported as the lower bound found.
        upper: DiscDiff,
    },
}

/// What [`solve`](crate::Searcher::solve) is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveRequest {
    /// What is to be proved.
    pub question: Question,
    /// Which root moves are to be scored.
    pub scope: Scope,
    /// Time and nodes; the target is not used.
    pub limits: Limits,
}

/// Which root moves a solve scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One best move.
    Best,
    /// Every legal move, each answering the question on its own.
    AllMoves,
}

/// A root move and its proved score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The move.
    pub turn: Move,
    /// Its score from the view of the side to move.
    pub score: Eval,
    /// What the score says.
    pub kind: Kind,
}

/// What a solve found out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The position.
    pub board: Board,
    /// The score of the side to move. Whole even discs where `kind` is proved.
    pub score: Eval,
    /// What the score says; never [`Kind::Exact`] for an interrupted solve.
    pub kind: Kind,
    /// The least score that is proved, −64 if nothing is.
    pub lower: DiscDiff,
    /// The greatest score that is proved, +64 if nothing is.
    pub upper: DiscDiff,
    /// The moves known to reach `score`: one found by the search, or with [`Scope::AllMoves`] every one. Empty if
    /// the game is over, and when only an upper bound is known of the position.
    pub best: Vec<Move>,
    /// With [`Scope::AllMoves`] every legal move, best first; otherwise empty.
    pub moves: Vec<SolvedMove>,
    /// The expected line; it replays legally and, when exact, ends with the score.
    pub pv: Vec<Move>,
    /// Positions entered by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Whether the question was answered; `false` if a limit or the stop flag ended the solve first.
    pub complete: bool,
}
