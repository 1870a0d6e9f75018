//! `solve`: exact scores, proofs and what the input expects of them.

mod crew;
mod desk;
mod earlier;
mod eta;
mod ledger;
mod outcome;
mod progress;
mod queue;
mod row;
mod words;
mod work;

use crate::args::SolveArgs;
use crate::batch::{self, Batch};
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::output::{self, json};
use crate::{interrupt, thinking};
use desk::Counter;
use ledger::Ledger;
use outcome::Tally;
use progress::Progress;
use row::SummaryRow;
use std::io::Write;
use std::time::Instant;
use work::Method;
use xsquare_engine::DiscDiff;
use xsquare_search::{Limits, Question, Scope, SolveRequest, Target};

/// Above this many empties a proof without a limit may not end in anybody's lifetime.
const HARD_EMPTIES: u32 = 36;

/// How results are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// One position, for a reader: board and lines.
    Block,
    /// Many positions, for a reader: a table.
    Table,
    /// For programs.
    Json,
}

/// Solves each position of the input.
pub(crate) fn run(args: &SolveArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let mut batch = Batch::new(&args.input, settings)?;
    if args.strict {
        batch.refuse_failures()?;
    }
    let style = match settings.format {
        Format::Json => Style::Json,
        Format::Text if args.input.is_batch() || batch.read_ahead() > 1 => Style::Table,
        Format::Text => Style::Block,
    };
    let name = batch.name().to_owned();
    let ledger = Ledger::open(args)?;
    let request = request(args);
    let thinker = thinking::thinker(settings)?;
    let progress = Progress::new(&mut batch, &args.input);
    let threads = settings.search.threads;
    let method = Method::new(&*thinker, request, threads, args);
    let mut counter = Counter::new((args, settings), request, style, ledger, progress);
    let _watch = interrupt::watch();
    crew::work_off(
        batch,
        threads.count(),
        &|job, crew| method.solve(job, crew),
        &mut counter,
    )?;
    finish(&name, &counter.close()?, style, start)
}

/// The scores between which the exact one is asked for, if not the exact one itself.
fn asked_window(args: &SolveArgs) -> Option<(DiscDiff, DiscDiff)> {
    let proof = args.at_least.map(|score| {
        let below = DiscDiff::new(score.discs() - 1).unwrap_or(DiscDiff::MIN);
        (below, score)
    });
    args.window.or(proof)
}

/// What the options ask the solver.
fn request(args: &SolveArgs) -> SolveRequest {
    let question = match asked_window(args) {
        Some((lower, upper)) => Question::Within { lower, upper },
        None if args.wld => Question::WinLossDraw,
        None => Question::Score,
    };
    SolveRequest {
        question,
        scope: if args.all {
            Scope::AllMoves
        } else {
            Scope::Best
        },
        limits: Limits {
            time: args.limit,
            ..Limits::target(Target::Deepest)
        },
    }
}

/// The summary and the exit code.
fn finish(name: &str, tally: &Tally, style: Style, start: Instant) -> anyhow::Result<ExitCode> {
    let code = if interrupt::is_pressed() {
        ExitCode::Interrupted
    } else {
        batch::ending(name, tally.solved + tally.open, tally.failed)?
    };
    let time = start.elapsed();
    match style {
        Style::Json => json::line(&SummaryRow::new(tally, time))?,
        Style::Table => writeln!(output::stdout(), "{}", words::summary(tally, time))?,
        Style::Block => {}
    }
    let is_negative = tally.wrong + tally.refuted + tally.disproved > 0;
    Ok(match code {
        ExitCode::Success if is_negative => ExitCode::Negative,
        code => code,
    })
}
