//! Solved positions as JSON lines.

use super::outcome::{Outcome, Tally};
use crate::args::SolveArgs;
use crate::output::json::{self, Milliseconds, Score};
use serde::Serialize;
use std::time::Duration;
use xsquare_engine::{DiscDiff, Move};

/// `xsquare.solve.v1`
#[derive(Debug, Serialize)]
pub(super) struct Row {
    schema: &'static str,
    index: usize,
    line: Option<usize>,
    label: Option<String>,
    board: String,
    side: char,
    empties: u32,
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
        let moves = solution.moves.iter().map(|solved| MoveRow {
            turn: solved.turn.to_string(),
            score: Score(solved.score, solved.kind),
            kind: solved.kind.name(),
            expected: task.expected_of(solved.turn).map(DiscDiff::discs),
        });
        Self {
            schema: "xsquare.solve.v1",
            index: task.place.index,
            line: task.place.line,
            label: task.label.clone(),
            board: json::cells(&task.position),
            side: task.position.side().symbol(),
            empties: task.position.board().empty_count(),
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
            verified: None,
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
    failed: usize,
    wrong: usize,
    nodes: u64,
    time_ms: Milliseconds,
}

impl SummaryRow {
    pub(super) fn new(tally: &Tally, failed: usize, time: Duration) -> Self {
        Self {
            schema: "xsquare.solve.summary.v1",
            positions: tally.solved + tally.open + failed,
            solved: tally.solved,
            failed,
            wrong: tally.wrong,
            nodes: tally.nodes,
            time_ms: Milliseconds(time),
        }
    }
}
