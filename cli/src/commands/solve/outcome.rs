//! A solved position beside what the input expects of it.

use crate::input::Task;
use xsquare_engine::{DiscDiff, Move};
use xsquare_search::{Kind, Solution, SolvedMove};

/// A position, what was found out about it, and whether that is what the input expects.
#[derive(Debug)]
pub(super) struct Outcome<'a> {
    pub(super) task: &'a Task,
    pub(super) solution: &'a Solution,
    /// Whether the position's score is the expected one; `None` if nothing is expected or too little is proved.
    pub(super) verdict: Option<bool>,
    /// The scored moves whose proved score contradicts the expected one.
    pub(super) wrong_moves: Vec<WrongMove>,
    /// Whether the score is at least the one asked for; `None` if that was not asked or is not decided.
    pub(super) proved: Option<bool>,
}

/// A move whose proved score contradicts the expected one.
#[derive(Debug)]
pub(super) struct WrongMove {
    pub(super) turn: Move,
    pub(super) expected: DiscDiff,
}

impl<'a> Outcome<'a> {
    /// `at_least` is the score of which a proof was asked for.
    pub(super) fn new(task: &'a Task, solution: &'a Solution, at_least: Option<DiscDiff>) -> Self {
        let verdict = task.expected.and_then(|expected| {
            if expected < solution.lower || expected > solution.upper {
                Some(false)
            } else {
                // What is proved agrees; that is an answer only if it was meant to be proved so far.
                solution.complete.then_some(true)
            }
        });
        let wrong_moves = solution
            .moves
            .iter()
            .filter_map(|solved| {
                let expected = task.expected_of(solved.turn)?;
                contradicts(*solved, expected).then_some(WrongMove {
                    turn: solved.turn,
                    expected,
                })
            })
            .collect();
        Self {
            task,
            solution,
            verdict,
            wrong_moves,
            proved: at_least.and_then(|asked| {
                if solution.lower >= asked {
                    Some(true)
                } else if solution.upper < asked {
                    Some(false)
                } else {
                    None
                }
            }),
        }
    }

    /// Whether everything that is expected holds; `None` if nothing is expected or too little is proved.
    pub(super) fn is_right(&self) -> Option<bool> {
        if self.wrong_moves.is_empty() {
            self.verdict
        } else {
            Some(false)
        }
    }
}

/// Whether a proved score of a move rules out `expected`.
fn contradicts(solved: SolvedMove, expected: DiscDiff) -> bool {
    let expected = xsquare_search::Eval::from(expected);
    match solved.kind {
        Kind::Exact => expected != solved.score,
        Kind::Lower => expected < solved.score,
        Kind::Upper => expected > solved.score,
        Kind::Selective(_) | Kind::Heuristic => false,
    }
}

/// Counts over a batch.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Positions whose question was answered.
    pub(super) solved: usize,
    /// Positions whose question is open: a limit or Ctrl-C came first.
    pub(super) open: usize,
    /// Positions with a score other than the expected one.
    pub(super) wrong: usize,
    /// Positions that were asked to reach a score and do not.
    pub(super) refuted: usize,
    /// Nodes of all positions.
    pub(super) nodes: u64,
}

impl Tally {
    pub(super) fn add(&mut self, outcome: &Outcome<'_>) {
        if outcome.solution.complete {
            self.solved += 1;
        } else {
            self.open += 1;
        }
        self.wrong += usize::from(outcome.is_right() == Some(false));
        self.refuted += usize::from(outcome.proved == Some(false));
        self.nodes += outcome.solution.nodes;
    }
}
