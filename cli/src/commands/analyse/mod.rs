//! `analyse`: the best moves of a position and what they are worth.

mod comparison;
mod row;
mod words;

use crate::args::AnalyseArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::explain::{self, Subject};
use crate::input::Task;
use crate::interrupt;
use crate::messages::ENGLISH;
use crate::opening_book::{BookChoice, BookUse, Repertoire};
use crate::output::{self, json};
use crate::thinking::{self, Live};
use comparison::Comparison;
use row::Row;
use std::io::{self, BufRead, IsTerminal, Write};
use xsquare_search::eval::Classic;
use xsquare_search::{Analysis, Control, Limits, Target, Thinker};

/// Analyses each position of the input.
pub(crate) fn run(args: &AnalyseArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut batch = Batch::new(&args.input, settings)?;
    let mut repertoire = repertoire(args)?;
    let mut thinker = thinking::thinker(settings)?;
    let is_many = args.input.is_batch();
    let mut gap = "";
    if args.watch && io::stdin().is_terminal() && !args.input.reads_stdin() {
        stop_on_enter();
    }
    let _watch = interrupt::watch();
    while !interrupt::is_pressed()
        && let Some(task) = interrupt::pause_watch(|| batch.next_task())?
    {
        // It may be up from the last position, ended by the Enter key.
        interrupt::stop_flag().clear();
        if settings.format == Format::Text {
            write!(output::stdout(), "{gap}{}", words::head(&task, is_many))?;
        }
        let known = repertoire.analysis(task.position.board(), lines(args));
        let analysis = match known {
            Some(known) => known,
            None => analyse(&task, &mut *thinker, args, settings)?,
        };
        show(&task, &analysis, args, settings)?;
        gap = "\n";
    }
    let code = batch.finish()?;
    Ok(if interrupt::is_pressed() {
        ExitCode::Interrupted
    } else {
        code
    })
}

/// The book that is asked before a search is made. Who says how far to search wants a search.
fn repertoire(args: &AnalyseArgs) -> anyhow::Result<Repertoire> {
    let is_effort_given =
        args.watch || args.level.is_some() || args.depth.is_some() || args.time.is_some();
    let otherwise = if is_effort_given {
        BookChoice::Off
    } else {
        BookChoice::Shipped
    };
    let usage = BookUse {
        book: args.book.clone(),
        book_variety: None,
    };
    Repertoire::new(&usage, &otherwise)
}

/// How many moves are to be scored.
fn lines(args: &AnalyseArgs) -> usize {
    if args.all {
        usize::MAX
    } else {
        args.lines.into()
    }
}

/// How far the options let a search go.
fn limits(args: &AnalyseArgs) -> Limits {
    let target = match (args.depth, args.level) {
        (Some(depth), _) => Target::Depth(depth),
        (None, Some(level)) => Target::Level(level),
        (None, None) if args.watch || args.time.is_some() => Target::Deepest,
        (None, None) => Target::Level(xsquare_search::Level::DEFAULT),
    };
    Limits {
        time: args.time,
        ..Limits::target(target)
    }
}

/// Searches, and with `--watch` shows every iteration and lets the Enter key end the search.
fn analyse(
    task: &Task,
    thinker: &mut dyn Thinker,
    args: &AnalyseArgs,
    settings: &Settings,
) -> anyhow::Result<Analysis> {
    let board = task.position.board();
    let lines = lines(args);
    let limits = limits(args);
    if !args.watch {
        return Ok(thinker.analyse(board, lines, &limits, thinking::quiet()));
    }
    if settings.format == Format::Text {
        writeln!(output::stdout(), "{}", words::watch_head())?;
    }
    let live = Live::new(|analysis: &Analysis| match settings.format {
        Format::Json => json::line(&Row::new(task, analysis, None)),
        Format::Text => writeln!(output::stdout(), "{}", words::watch_row(analysis)),
    });
    let analysis = thinker.analyse(
        board,
        lines,
        &limits,
        Control {
            stop: interrupt::stop_flag(),
            progress: &|analysis| live.progress(analysis),
        },
    );
    live.finish()?;
    if settings.format == Format::Text {
        writeln!(output::stdout())?;
    }
    Ok(analysis)
}

/// Lets a line typed on the terminal end the running search, as often as one is typed. The thread waits for the
/// terminal until the program ends.
fn stop_on_enter() {
    output::note(&"press Enter to stop");
    std::thread::spawn(|| {
        let mut line = String::new();
        while io::stdin()
            .lock()
            .read_line(&mut line)
            .is_ok_and(|length| length > 0)
        {
            interrupt::stop_flag().stop();
            line.clear();
        }
    });
}

fn show(
    task: &Task,
    analysis: &Analysis,
    args: &AnalyseArgs,
    settings: &Settings,
) -> anyhow::Result<()> {
    let comparison = match analysis.moves.first() {
        Some(best) if args.explain => {
            // Whatever evaluation thinks, this one can say why.
            Comparison::new(&Classic::default(), &task.position, best.turn)
        }
        _ => None,
    };
    match settings.format {
        Format::Json => json::line(&Row::new(task, analysis, comparison.as_ref()))?,
        Format::Text => {
            let mut out = output::stdout();
            write!(out, "{}", words::body(task, analysis))?;
            if let Some(comparison) = &comparison {
                write!(out, "\n{comparison}")?;
            }
            if let Some(best) = analysis.moves.first().filter(|_| args.explain) {
                let subject = Subject {
                    heading: ENGLISH.explain.about,
                    turn: best.turn,
                    line: &best.pv,
                };
                let list = explain::list(&task.position, &[subject], &ENGLISH);
                write!(out, "\n{list}")?;
            }
        }
    }
    Ok(())
}
