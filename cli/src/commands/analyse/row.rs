//! Analyses as JSON lines.

use super::comparison::Comparison;
use crate::explain::about;
use crate::input::Task;
use crate::messages::ENGLISH;
use crate::output::head::Head;
use crate::output::json::{Discs, Milliseconds, Score};
use serde::Serialize;
use xsquare_engine::{Move, Position};
use xsquare_search::{Analysis, Kind};

/// `xsquare.analyse.v1`
#[derive(Debug, Serialize)]
pub(super) struct Row {
    schema: &'static str,
    #[serde(flatten)]
    head: Head,
    /// The score of the best move, or of the finished game.
    score: Option<Score>,
    kind: Option<&'static str>,
    moves: Vec<MoveRow>,
    nodes: u64,
    time_ms: Milliseconds,
    /// Whether the search went as far as was asked for.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<ExplanationRow>,
}

#[derive(Debug, Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    turn: String,
    score: Score,
    kind: &'static str,
    depth: u8,
    selectivity: u8,
    pv: Vec<String>,
}

/// The evaluation's terms before and after the best move, from the view of the side to move.
#[derive(Debug, Serialize)]
struct ExplanationRow {
    evaluation: &'static str,
    #[serde(rename = "move")]
    turn: String,
    terms: Vec<TermRow>,
    /// What can be counted on the board, in words.
    sentences: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TermRow {
    name: &'static str,
    own: i32,
    opponent: i32,
    value: Discs,
    own_after: i32,
    opponent_after: i32,
    value_after: Discs,
}

impl Row {
    pub(super) fn new(task: &Task, analysis: &Analysis, comparison: Option<&Comparison>) -> Self {
        let known = match (analysis.finished, analysis.moves.first()) {
            (Some(score), _) => Some((score.into(), Kind::Exact)),
            (None, Some(best)) => Some((best.score, best.kind)),
            (None, None) => None,
        };
        let moves = analysis
            .moves
            .iter()
            .map(|report| MoveRow {
                turn: report.turn.to_string(),
                score: Score(report.score, report.kind),
                kind: report.kind.name(),
                depth: report.depth,
                selectivity: report.selectivity.percent(),
                pv: report.pv.iter().map(ToString::to_string).collect(),
            })
            .collect();
        Self {
            schema: "xsquare.analyse.v1",
            head: Head::new(task),
            score: known.map(|(score, kind)| Score(score, kind)),
            kind: known.map(|(_, kind)| kind.name()),
            moves,
            nodes: analysis.nodes,
            time_ms: Milliseconds(analysis.time),
            complete: analysis.complete,
            explanation: comparison.map(|comparison| {
                let line = analysis.moves.first().map_or(&[][..], |best| &best.pv);
                ExplanationRow::new(comparison, &task.position, line)
            }),
        }
    }
}

impl ExplanationRow {
    fn new(comparison: &Comparison, position: &Position, line: &[Move]) -> Self {
        let terms = comparison
            .terms
            .iter()
            .map(|term| TermRow {
                name: term.name,
                own: term.before.own,
                opponent: term.before.opponent,
                value: Discs(term.before.units),
                own_after: term.after.own,
                opponent_after: term.after.opponent,
                value_after: Discs(term.after.units),
            })
            .collect();
        Self {
            evaluation: comparison.evaluation,
            turn: comparison.turn.to_string(),
            terms,
            sentences: about(position, comparison.turn, line, &ENGLISH.explain),
        }
    }
}
