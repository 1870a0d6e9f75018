//! `book build`: a book grows by searches.

use super::files;
use super::options::{BuildArgs, GrowArgs};
use super::report::Report;
use crate::config::{Settings, check_memory};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::{self, text};
use crate::thinking::thinker;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::time::{Duration, Instant};
use xsquare_engine::Board;
use xsquare_search::book::{Builder, Change, Graph, Round};
use xsquare_search::{Config, Level, TableSize, Thinker, Threads};

/// The time between two writings of a book that grows, if that takes next to no time.
const PAUSE: Duration = Duration::from_secs(20);

/// What is to grow.
pub(super) struct Growth<'a> {
    pub(super) command: &'static str,
    pub(super) file: &'a Path,
    pub(super) args: &'a GrowArgs,
    /// Canonical positions that the book grows from.
    pub(super) roots: Vec<Board>,
    /// How many positions the book is to have.
    pub(super) positions: Option<usize>,
}

/// Builds a book from the start position.
pub(super) fn build(args: &BuildArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut graph = files::load_or_begin(&args.file)?;
    let growth = Growth {
        command: "build",
        file: &args.file,
        args: &args.grow,
        roots: vec![Board::START.canonical().0],
        positions: args.positions,
    };
    growth.run(&mut graph, settings)
}

/// One searcher for each thread. Their tables do not depend on `--hash`: what is found must not.
///
/// # Errors
/// If the system does not give them.
pub(super) fn crew(level: Level, settings: &Settings) -> anyhow::Result<Vec<Box<dyn Thinker>>> {
    let bytes: u64 = match level.number() {
        0..=16 => 8 << 20,
        17..=21 => 32 << 20,
        _ => 128 << 20,
    };
    let count = settings.search.threads.count();
    check_memory(TableSize::from_bytes(bytes * count as u64)?)?;
    let alone = Settings {
        search: Config {
            threads: Threads::ONE,
            table: TableSize::from_bytes(bytes)?,
        },
        ..settings.clone()
    };
    (0..count).map(|_| thinker(&alone)).collect()
}

impl Growth<'_> {
    /// Grows the book and writes it.
    pub(super) fn run(&self, graph: &mut Graph, settings: &Settings) -> anyhow::Result<ExitCode> {
        let start = Instant::now();
        let mut thinkers = crew(self.args.level, settings)?;
        warn_of_mixture(graph, &*thinkers, self.args.level);
        let _watch = interrupt::watch();
        let mut builder = Builder {
            thinkers: &mut thinkers,
            level: self.args.level,
            stop: interrupt::stop_flag(),
        };
        let mut report = Report {
            command: self.command,
            file: self.file,
            change: Change::default(),
            searched: 0,
            faults: 0,
            complete: true,
            time: Duration::ZERO,
        };
        let bar = bar(self.positions, graph.len())?;
        let mut saved = Instant::now();
        let mut pause = PAUSE;
        loop {
            let is_late = self.args.time.is_some_and(|time| start.elapsed() >= time);
            let most = self.positions.map_or(usize::MAX, |positions| {
                positions.saturating_sub(graph.len())
            });
            if is_late || most == 0 {
                break;
            }
            let scope = self.args.scope.scope();
            match builder.round(graph, &self.roots, (&scope, most)) {
                Round::Grown { added, searched } => {
                    report.change.added += added;
                    report.searched += searched;
                }
                Round::Complete => break,
                Round::Stopped => {
                    report.complete = false;
                    break;
                }
            }
            bar.set_position(graph.len() as u64);
            if saved.elapsed() >= pause {
                let begin = Instant::now();
                files::save(self.file, graph)?;
                saved = Instant::now();
                pause = PAUSE.max(begin.elapsed() * 20);
                settings.tell(&format!(
                    "{} positions after {}",
                    text::count(graph.len() as u64),
                    text::time(start.elapsed())
                ));
            }
        }
        bar.finish_and_clear();
        files::save(self.file, graph)?;
        report.time = start.elapsed();
        report.print(graph, settings)?;
        Ok(if interrupt::is_pressed() {
            ExitCode::Interrupted
        } else {
            ExitCode::Success
        })
    }
}

/// Tells if a book was searched in another way before.
fn warn_of_mixture(graph: &Graph, thinkers: &[Box<dyn Thinker>], level: Level) {
    let about = graph.about();
    let evaluation = thinkers.first().map_or(0, |thinker| thinker.checksum());
    if about.evaluation != 0 && about.evaluation != evaluation {
        output::note(&format!(
            "the book was searched with the evaluation {:016x} before, now with {evaluation:016x}: values of both meet in it",
            about.evaluation
        ));
    }
    if let Some(before) = about.level.filter(|&before| before != level) {
        output::note(&format!(
            "the book was searched at level {before} before, now at level {level}: values of both meet in it"
        ));
    }
}

/// A bar on standard error, if that is a terminal.
fn bar(positions: Option<usize>, len: usize) -> anyhow::Result<ProgressBar> {
    let (bar, template) = match positions {
        Some(positions) => (
            ProgressBar::new(positions as u64),
            "{bar:24} {pos}/{len} positions  {elapsed_precise}, about {eta} left (Ctrl-C ends it)",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{spinner} {pos} positions  {elapsed_precise} (Ctrl-C ends it)",
        ),
    };
    bar.set_style(ProgressStyle::with_template(template)?);
    bar.set_position(len as u64);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(500));
    Ok(bar)
}
