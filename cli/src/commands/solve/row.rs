//! Solved positions as JSON lines.

use super::outcome::{Outcome, Tally, Winner};
use crate::args::SolveArgs;
use crate::output::head::Head;
use crate::output::json::{self, Milliseconds, Score};
use serde::Serialize;
use std::time::Duration;
use xsquare_engine::{DiscDiff, Move};
use xsquare_search::{Claim, Eval, Kind, Proof};

/// `xsquare.solve.v1`
#[derive(Debug, Serialize)]
pub(super) struct Row {
    schema: &'static str,
    #[serde(flatten)]
    head: Head,
    mode: &'static str,
    /// The scores between which the exact one was asked for.
    window: Option<[i32; 2]>,
    score: Score,
    kind: &'static str,
    selectivity: Option<u8>,
    /// What is proved: the score is at least `lower` and at most `upper`.
    lower: i32,
    upper: i32,
    /// Whether the question was answered.
    complete: bool,
    best: Vec<String>,
    moves: Option<Vec<MoveRow>>,
    pv: Vec<String>,
    nodes: u64,
    time_ms: Milliseconds,
    expected: Option<i32>,
    ok: Option<bool>,
    verified: Option<bool>,
    /// What `verified` rests on.
    proofs: Option<Vec<ProofRow>>,
    /// Who wins, as far as it is proved, seen by the side to move.
    proved: Option<&'static str>,
    /// The score of the deepest search that is no proof.
    estimate: Option<ScoreRow>,
    /// What an earlier run said, if this one went on from there.
    from: Option<ScoreRow>,
}

/// A score and what it says.
#[derive(Debug, Serialize)]
struct ScoreRow {
    score: Score,
    kind: &'static str,
    selectivity: Option<u8>,
}

impl ScoreRow {
    fn new(score: Eval, kind: Kind) -> Self {
        Self {
            score: Score(score, kind),
            kind: kind.name(),
            selectivity: json::selectivity(kind),
        }
    }
}

/// What the second search says about a bound.
#[derive(Debug, Serialize)]
struct ProofRow {
    kind: &'static str,
    score: i32,
    holds: Option<bool>,
    nodes: u64,
    time_ms: Milliseconds,
}

impl From<&Proof> for ProofRow {
    fn from(proof: &Proof) -> Self {
        let (kind, score) = match proof.claim {
            Claim::AtLeast(score) => (Kind::Lower, score),
            Claim::AtMost(score) => (Kind::Upper, score),
        };
        Self {
            kind: kind.name(),
            score: score.discs(),
            holds: proof.holds,
            nodes: proof.nodes,
            time_ms: Milliseconds(proof.time),
        }
    }
}

#[derive(Debug, Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    turn: String,
    score: Score,
    kind: &'static str,
    expected: Option<i32>,
}

impl Row {
    pub(super) fn new(outcome: &Outcome<'_>, args: &SolveArgs) -> Self {
        let (task, solution) = (outcome.task, outcome.solution);
        let (proofs, earlier) = (&outcome.solved.proofs, &outcome.solved.earlier);
        let (proofs, earlier) = (proofs.as_ref(), earlier.as_ref());
        let moves = solution.moves.iter().map(|solved| MoveRow {
            turn: solved.turn.to_string(),
            score: Score(solved.score, solved.kind),
            kind: solved.kind.name(),
            expected: task.expected_of(solved.turn).map(DiscDiff::discs),
        });
        Self {
            schema: "xsquare.solve.v1",
            head: Head::new(task),
            mode: if args.wld { "wld" } else { "score" },
            window: super::asked_window(args).map(|(lower, upper)| [lower.discs(), upper.discs()]),
            score: Score(solution.score, solution.kind),
            kind: solution.kind.name(),
            selectivity: json::selectivity(solution.kind),
            lower: solution.lower.discs(),
            upper: solution.upper.discs(),
            complete: solution.complete,
            best: names(&solution.best),
            moves: args.all.then(|| moves.collect()),
            pv: names(&solution.pv),
            nodes: solution.nodes,
            time_ms: Milliseconds(solution.time),
            expected: task.expected.map(DiscDiff::discs),
            ok: outcome.is_right(),
            verified: outcome.solved.verified(),
            proofs: proofs.map(|proofs| proofs.iter().map(ProofRow::from).collect()),
            proved: outcome.winner().map(Winner::name),
            estimate: solution
                .estimate
                .map(|(score, kind)| ScoreRow::new(score, kind)),
            from: earlier.map(|earlier| ScoreRow::new(earlier.score, earlier.kind)),
        }
    }
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// `xsquare.solve.summary.v1`
#[derive(Debug, Serialize)]
pub(super) struct SummaryRow {
    schema: &'static str,
    positions: usize,
    solved: usize,
    kept: usize,
    failed: usize,
    wrong: usize,
    nodes: u64,
    time_ms: Milliseconds,
}

impl SummaryRow {
    pub(super) fn new(tally: &Tally, time: Duration) -> Self {
        Self {
            schema: "xsquare.solve.summary.v1",
            positions: tally.positions(),
            solved: tally.solved,
            kept: tally.kept,
            failed: tally.failed,
            wrong: tally.wrong,
            nodes: tally.nodes,
            time_ms: Milliseconds(time),
        }
    }
}
