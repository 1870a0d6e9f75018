//! `eval`: what the evaluation says of a position, term by term, without looking ahead.

use crate::args::EvalArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::Task;
use crate::output::board::{self, Marks};
use crate::output::json::{self, Discs};
use crate::output::{self, style, text};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use xsquare_engine::Move;
use xsquare_search::eval::{Classic, Evaluator, Explanation};
use xsquare_search::{Eval, Kind};

/// Evaluates each position of the input.
pub(crate) fn run(args: &EvalArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let classic = Classic::default();
    let mut batch = Batch::new(&args.input, settings)?;
    let mut gap = "";
    while let Some(task) = batch.next_task()? {
        let found = Evaluation::of(&task, &classic);
        match settings.format {
            Format::Json => json::line(&Row::new(&task, &classic, &found))?,
            Format::Text => write!(
                output::stdout(),
                "{gap}{}",
                describe(&task, &classic, &found)
            )?,
        }
        gap = "\n";
    }
    batch.finish()
}

/// What is known of a position without search.
enum Evaluation {
    /// The game goes on.
    Estimate(Explanation),
    /// It is over: this is its score.
    Final(Eval),
}

impl Evaluation {
    fn of(task: &Task, classic: &Classic) -> Self {
        let board = task.position.board();
        if board.is_over() {
            Self::Final(board.final_score().into())
        } else {
            Self::Estimate(classic.explain(board))
        }
    }

    fn score(&self) -> (Eval, Kind) {
        match self {
            Self::Estimate(explanation) => (explanation.score(), Kind::Heuristic),
            Self::Final(score) => (*score, Kind::Exact),
        }
    }
}

fn describe(task: &Task, classic: &Classic, found: &Evaluation) -> String {
    let position = &task.position;
    let strong = style::STRONG;
    let mut text = task.heading();
    text += &board::draw(
        position,
        Marks {
            moves: position.legal_moves(),
            last: task.last.and_then(Move::square),
        },
    );
    let (score, kind) = found.score();
    let score = text::score(score, kind);
    let Evaluation::Estimate(explanation) = found else {
        let _ = writeln!(
            text,
            "\nScore {strong}{score}{strong:#}: {}",
            board::result(position)
        );
        return text;
    };
    let label = style::LABEL;
    let side = position.side();
    let _ = writeln!(
        text,
        "\n{label}{:<24} {side:>6} {:>6} {:>8}{label:#}",
        format!("{} evaluation", classic.name()),
        !side,
        "discs"
    );
    for term in &explanation.terms {
        let _ = writeln!(
            text,
            "{:<24} {:>6} {:>6} {:>8}",
            term.name,
            term.own,
            term.opponent,
            text::units(term.value)
        );
    }
    let _ = writeln!(
        text,
        "{strong}{:<24} {:>6} {:>6} {score:>8}{strong:#}  for {side}, without looking ahead",
        "together", "", ""
    );
    text
}

/// `xsquare.eval.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    index: usize,
    line: Option<usize>,
    label: Option<String>,
    board: String,
    side: char,
    empties: u32,
    score: json::Score,
    kind: &'static str,
    evaluation: &'static str,
    checksum: String,
    terms: Vec<TermRow>,
}

/// A term: `value` in discs, not rounded, so that the values add up to the score.
#[derive(Debug, Serialize)]
struct TermRow {
    name: &'static str,
    own: Option<i32>,
    opponent: Option<i32>,
    value: Discs,
}

impl Row {
    fn new(task: &Task, classic: &Classic, found: &Evaluation) -> Self {
        let (score, kind) = found.score();
        let terms = match found {
            Evaluation::Estimate(explanation) => explanation
                .terms
                .iter()
                .map(|term| TermRow {
                    name: term.name,
                    own: Some(term.own),
                    opponent: Some(term.opponent),
                    value: Discs(term.value),
                })
                .collect(),
            Evaluation::Final(score) => vec![TermRow {
                name: "final score",
                own: None,
                opponent: None,
                value: Discs(score.units()),
            }],
        };
        Self {
            schema: "xsquare.eval.v1",
            index: task.place.index,
            line: task.place.line,
            label: task.label.clone(),
            board: json::cells(&task.position),
            side: task.position.side().symbol(),
            empties: task.position.board().empty_count(),
            score: json::Score(score, kind),
            kind: kind.name(),
            evaluation: classic.name(),
            checksum: format!("{:016x}", classic.checksum()),
            terms,
        }
    }
}
