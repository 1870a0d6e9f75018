//! A solved position beside what the input expects of it.

use super::earlier::Record;
use super::work::Solved;
use crate::input::Task;
use xsquare_engine::{DiscDiff, Move};
use xsquare_search::{Kind, Solution, SolvedMove};

/// A position, what was found out about it, and whether that is what the input expects.
#[derive(Debug)]
pub(super) struct Outcome<'a> {
    pub(super) task: &'a Task,
    pub(super) solution: &'a Solution,
    /// Both, and how they came about.
    pub(super) solved: &'a Solved,
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
    pub(super) fn new(solved: &'a Solved, at_least: Option<DiscDiff>) -> Self {
        let Solved { task, solution, .. } = solved;
        let bounds = (solution.lower.discs(), solution.upper.discs());
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
            solved,
            verdict: verdict(task.expected, bounds, solution.complete),
            wrong_moves,
            proved: proved(at_least, bounds),
        }
    }

    /// Who wins, as far as it is proved.
    pub(super) fn winner(&self) -> Option<Winner> {
        Winner::between(self.solution.lower.discs(), self.solution.upper.discs())
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

/// Who wins with perfect play, as far as it is proved, seen by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Winner {
    /// The side to move wins.
    Own,
    /// Nobody does.
    Nobody,
    /// The opponent wins.
    Opponent,
    /// The side to move wins or it is a draw.
    OwnOrNobody,
    /// The opponent wins or it is a draw.
    OpponentOrNobody,
}

impl Winner {
    /// What scores between two bounds, in discs, say; `None` if anybody can win.
    pub(super) const fn between(lower: i32, upper: i32) -> Option<Self> {
        match (lower.signum(), upper.signum()) {
            (1, _) => Some(Self::Own),
            (_, -1) => Some(Self::Opponent),
            (0, 0) => Some(Self::Nobody),
            (0, _) => Some(Self::OwnOrNobody),
            (_, 0) => Some(Self::OpponentOrNobody),
            _ => None,
        }
    }

    /// The word for it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Own => "win",
            Self::Nobody => "draw",
            Self::Opponent => "loss",
            Self::OwnOrNobody => "win or draw",
            Self::OpponentOrNobody => "draw or loss",
        }
    }
}

/// Whether the proved bounds agree with what is expected. That they do not exclude it is an answer only if the question is
/// answered: it was meant to be proved so far.
pub(super) fn verdict(
    expected: Option<DiscDiff>,
    (lower, upper): (i32, i32),
    is_complete: bool,
) -> Option<bool> {
    let expected = expected?.discs();
    if expected < lower || expected > upper {
        Some(false)
    } else {
        is_complete.then_some(true)
    }
}

/// Whether the score is at least `asked`, as far as the proved bounds tell.
pub(super) fn proved(asked: Option<DiscDiff>, (lower, upper): (i32, i32)) -> Option<bool> {
    let asked = asked?.discs();
    if lower >= asked {
        Some(true)
    } else if upper < asked {
        Some(false)
    } else {
        None
    }
}

/// Whether a proved score of a move rules out `expected`.
fn contradicts(solved: SolvedMove, expected: DiscDiff) -> bool {
    let expected = xsquare_search::Eval::from(expected);
    match solved.kind {
        Kind::Exact => expected != solved.score,
        Kind::Lower => expected < solved.score,
        Kind::Upper => expected > solved.score,
        Kind::Selective(_) | Kind::Heuristic | Kind::Book => false,
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
    /// Positions whose score the second search disproved.
    pub(super) disproved: usize,
    /// Positions that an earlier run has solved; they count as solved as well.
    pub(super) kept: usize,
    /// Lines that are no position.
    pub(super) failed: usize,
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
        self.disproved += usize::from(outcome.solved.verified() == Some(false));
        self.nodes += outcome.solution.nodes;
    }

    /// Counts a position that an earlier run has solved.
    pub(super) fn keep(&mut self, record: &Record, at_least: Option<DiscDiff>) {
        self.solved += 1;
        self.kept += 1;
        self.wrong += usize::from(record.is_wrong());
        self.refuted += usize::from(record.is_refuted(at_least));
        self.disproved += usize::from(record.is_disproved());
    }

    /// Positions and lines that are none, all together.
    pub(super) fn positions(&self) -> usize {
        self.solved + self.open + self.failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_tell_who_wins() {
        for (lower, upper, word) in [
            (2, 64, Some("win")),
            (6, 6, Some("win")),
            (0, 0, Some("draw")),
            (-64, -2, Some("loss")),
            (0, 64, Some("win or draw")),
            (-64, 0, Some("draw or loss")),
            (-2, 2, None),
            (-64, 64, None),
        ] {
            let winner = Winner::between(lower, upper).map(Winner::name);
            assert_eq!(winner, word, "{lower} to {upper}");
        }
    }
}
