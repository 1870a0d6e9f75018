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

/// How many of a searcher's threads work on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Crew {
    /// All of them. Solves of one searcher that do this at the same time hinder each other.
    #[default]
    All,
    /// One, while others may work on other positions.
    One,
}

/// Up to this many empties a position is done before several threads have shared it out.
const MAX_EASY_EMPTIES: u32 = 20;

impl Crew {
    /// What suits a position if there are many to be solved: easy ones are solved side by side, each by one thread, hard
    /// ones by all threads together, one after the other.
    pub fn suited_to(board: Board, request: &SolveRequest) -> Self {
        let all_moves = match request.scope {
            Scope::AllMoves => 2,
            Scope::Best => 0,
        };
        let bounds_only = match request.question {
            Question::Score => 0,
            Question::WinLossDraw | Question::Within { .. } => 1,
        };
        if board.empty_count() + all_moves <= MAX_EASY_EMPTIES + bounds_only {
            Self::One
        } else {
            Self::All
        }
    }
}

/// What an earlier search said about a position.
///
/// It is where a solve begins to look, and is never taken for proved: a wrong hint costs time, nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The least score that is believed to be proved.
    pub lower: DiscDiff,
    /// The greatest score that is believed to be proved.
    pub upper: DiscDiff,
    /// The score of the deepest search and what it said. A selective score saves the searches that are less sure.
    pub score: Option<(Eval, Kind)>,
    /// The expected line. What of it is legal gives the order of moves.
    pub line: Vec<Move>,
}

impl Default for Hint {
    /// Nothing is known.
    fn default() -> Self {
        Self {
            lower: DiscDiff::MIN,
            upper: DiscDiff::MAX,
            score: None,
            line: Vec::new(),
        }
    }
}

/// How a solve goes about its work; the proof is the same whatever it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Approach<'a> {
    /// The threads that work on it.
    pub crew: Crew,
    /// What is known already.
    pub hint: Option<&'a Hint>,
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
    /// The score of the deepest search that is no proof, and what it says; `None` if there was none.
    pub estimate: Option<(Eval, Kind)>,
    /// Positions entered by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Whether the question was answered; `false` if a limit or the stop flag ended the solve first.
    pub complete: bool,
}
