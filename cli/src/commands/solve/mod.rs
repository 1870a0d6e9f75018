//! `solve`: exact scores, proofs and what the input expects of them.

mod outcome;
mod progress;
mod row;
mod words;

use crate::args::SolveArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::Task;
use crate::output::{self, json};
use crate::{interrupt, thinking};
use outcome::{Outcome, Tally};
use progress::Progress;
use row::{Row, SummaryRow};
use std::io::Write;
use std::time::Instant;
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
    let request = request(args);
    let mut thinker = thinking::thinker(settings)?;
    let progress = Progress::new(&mut batch, &args.input);
    let mut tally = Tally::default();
    let _watch = interrupt::watch();
    while !interrupt::is_pressed()
        && let Some(task) = progress.pause(|| next_task(&mut batch))?
    {
        warn_of_the_end_of_time(&task, args);
        progress.begin(&task);
        let solution = thinker.solve(task.position.board(), &request, thinking::quiet());
        progress.end();
        let outcome = Outcome::new(&task, &solution, args.at_least);
        progress.pause(|| show(&outcome, args, style, tally.solved + tally.open == 0))?;
        tally.add(&outcome);
    }
    progress.finish();
    finish(&batch, &tally, style, start)
}

/// The next position; while its line is awaited, Ctrl-C ends the program.
fn next_task(batch: &mut Batch<'_>) -> anyhow::Result<Option<Task>> {
    interrupt::pause_watch(|| batch.next_task())
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

fn warn_of_the_end_of_time(task: &Task, args: &SolveArgs) {
    let empties = task.position.board().empty_count();
    if empties > HARD_EMPTIES && args.limit.is_none() && !task.position.is_over() {
        output::note(&format!(
            "{} has {empties} empties: a proof may take longer than you can wait; Ctrl-C or --limit TIME ends it \
             with what is proved by then",
            task.place
        ));
    }
}

fn show(
    outcome: &Outcome<'_>,
    args: &SolveArgs,
    style: Style,
    is_first: bool,
) -> anyhow::Result<()> {
    match style {
        Style::Json => json::line(&Row::new(outcome, args))?,
        Style::Block => write!(output::stdout(), "{}", words::block(outcome, args))?,
        Style::Table => {
            let mut out = output::stdout();
            if is_first {
                writeln!(out, "{}", words::table_head())?;
            }
            writeln!(out, "{}", words::table_row(outcome, args))?;
        }
    }
    Ok(())
}

/// The summary and the exit code.
fn finish(
    batch: &Batch<'_>,
    tally: &Tally,
    style: Style,
    start: Instant,
) -> anyhow::Result<ExitCode> {
    let code = batch.finish()?;
    let time = start.elapsed();
    match style {
        Style::Json => json::line(&SummaryRow::new(tally, batch.failures(), time))?,
        Style::Table => writeln!(
            output::stdout(),
            "{}",
            words::summary(tally, batch.failures(), time)
        )?,
        Style::Block => {}
    }
    Ok(if interrupt::is_pressed() {
        ExitCode::Interrupted
    } else if tally.wrong + tally.refuted > 0 {
        ExitCode::Negative
    } else {
        code
    })
}
