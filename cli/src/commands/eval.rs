//! `eval`: what the evaluations say of a position, term by term, without looking ahead.

use crate::args::EvalArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::evaluation::{Judge, Terms};
use crate::exit::ExitCode;
use crate::input::Task;
use crate::output::board::{self, Marks};
use crate::output::head::Head;
use crate::output::json::{self, Discs};
use crate::output::{self, style, text};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use xsquare_engine::{Color, Convention, Move};
use xsquare_search::eval::{Classic, Evaluator, Explanation};
use xsquare_search::{Eval, Kind};

/// Evaluates each position of the input.
pub(crate) fn run(args: &EvalArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let judge = Judge::new(settings);
    let mut batch = Batch::new(&args.input, settings)?;
    let mut gap = "";
    while let Some(task) = batch.next_task()? {
        let found = Finding::of(&task, &judge);
        match settings.format {
            Format::Json => json::line(&Row::new(&task, &judge, &found))?,
            Format::Text => write!(output::stdout(), "{gap}{}", describe(&task, &judge, &found))?,
        }
        gap = "\n";
    }
    batch.finish()
}

/// What is known of a position without search.
enum Finding {
    /// The game goes on.
    Estimate(Terms),
    /// It is over: this is its score.
    Final(Eval),
}

impl Finding {
    fn of(task: &Task, judge: &Judge) -> Self {
        let board = task.position.board();
        if board.is_over() {
            Self::Final(board.final_score().into())
        } else {
            Self::Estimate(judge.terms(board))
        }
    }

    fn score(&self) -> (Eval, Kind) {
        match self {
            Self::Estimate(terms) => (terms.score(), Kind::Heuristic),
            Self::Final(score) => (*score, Kind::Exact),
        }
    }
}

fn describe(task: &Task, judge: &Judge, found: &Finding) -> String {
    let position = &task.position;
    let mut text = task.heading();
    text += &board::draw(
        position,
        Marks {
            moves: position.legal_moves(),
            last: task.last.and_then(Move::square),
        },
    );
    let (score, kind) = found.score();
    let Finding::Estimate(terms) = found else {
        let strong = style::STRONG;
        let _ = writeln!(
            text,
            "\nScore {strong}{}{strong:#}: {}",
            text::score(score, kind),
            board::named_result(position, Convention::default())
        );
        return text;
    };
    let (classic, side) = (Classic::default(), position.side());
    if let Judge::Patterns(_) = judge {
        text += &patterns(judge.name(), terms, side);
    }
    text += &players_terms(classic.name(), &classic.explain(position.board()), side);
    text
}

/// The score, and what each family of patterns contributes to it.
fn patterns(name: &str, terms: &Terms, side: Color) -> String {
    let strong = style::STRONG;
    let mut text = format!(
        "\n{strong}{:<38} {:>8}{strong:#}  for {side}, without looking ahead\n",
        format!("{name} evaluation"),
        text::score(terms.score(), Kind::Heuristic)
    );
    for term in &terms.0 {
        let _ = writeln!(text, "{:<38} {:>8}", term.name, text::units(term.value));
    }
    text
}

/// The terms of the classic evaluation with the counts behind them.
fn players_terms(name: &str, explanation: &Explanation, side: Color) -> String {
    let (strong, label) = (style::STRONG, style::LABEL);
    let mut text = format!(
        "\n{label}{:<24} {side:>6} {:>6} {:>8}{label:#}\n",
        format!("{name} evaluation"),
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
    let score = text::score(explanation.score(), Kind::Heuristic);
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
    #[serde(flatten)]
    head: Head,
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
    fn new(task: &Task, judge: &Judge, found: &Finding) -> Self {
        let (score, kind) = found.score();
        let terms = match found {
            Finding::Estimate(terms) => terms
                .0
                .iter()
                .map(|term| TermRow {
                    name: term.name,
                    own: term.counts.map(|(own, _)| own),
                    opponent: term.counts.map(|(_, opponent)| opponent),
                    value: Discs(term.value),
                })
                .collect(),
            Finding::Final(score) => vec![TermRow {
                name: "final score",
                own: None,
                opponent: None,
                value: Discs(score.units()),
            }],
        };
        Self {
            schema: "xsquare.eval.v1",
            head: Head::new(task),
            score: json::Score(score, kind),
            kind: kind.name(),
            evaluation: judge.name(),
            checksum: judge.checksum(),
            terms,
        }
    }
}
