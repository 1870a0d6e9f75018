//! `book build`, `extend` and `learn`: a book grows by searches.

use super::files;
use super::options::{BuildArgs, ExtendArgs, GrowArgs, LearnArgs};
use super::report::Report;
use crate::batch::Batch;
use crate::config::{Settings, check_memory};
use crate::exit::ExitCode;
use crate::games::{GameFiles, fault_line};
use crate::interrupt::{self, Watch};
use crate::output::{self, text};
use crate::thinking::thinker;
use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};
use xsquare_engine::{Board, Game, Position};
use xsquare_search::book::{Builder, Evaluations, Graph, Round};
use xsquare_search::{Config, Level, TableSize, Thinker, Threads};

/// The time between two writings of a book that grows, if that takes next to no time.
const PAUSE: Duration = Duration::from_secs(20);
/// Positions of games that are added at a time.
const BATCH: usize = 256;

/// What is to grow, and how far.
struct Growth<'a> {
    args: &'a GrowArgs,
    /// Canonical positions that the book grows from.
    roots: Vec<Board>,
    /// How many positions the book is to have.
    positions: Option<usize>,
}

/// Builds a book from the start position.
pub(super) fn build(args: &BuildArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut workshop = Workshop::open(("build", &args.file), args.grow.level, settings)?;
    let growth = Growth {
        args: &args.grow,
        roots: vec![Board::START.canonical().0],
        positions: args.positions,
    };
    workshop.grow(&growth)?;
    workshop.close()
}

/// Adds the positions of a game, and grows from its last one.
pub(super) fn extend(args: &ExtendArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut batch = Batch::new(&args.input, settings)?;
    let task = batch.only()?;
    let boards = match &task.game {
        Some(game) => turns_of(game, 0),
        None => turns_of(&Game::from_position(task.position), 0),
    };
    let last = task.position.board();
    let last = if last.must_pass() { last.pass() } else { last };
    if last.is_over() {
        bail!("the game is over there: nothing can grow from it");
    }
    let mut workshop = Workshop::open(("extend", &args.file), args.grow.level, settings)?;
    let growth = Growth {
        args: &args.grow,
        roots: vec![last.canonical().0],
        positions: Some(workshop.graph.len() + args.add),
    };
    if workshop.add(&boards)? == Going::On {
        workshop.grow(&growth)?;
    }
    workshop.close()
}

/// Adds the positions of games.
pub(super) fn learn(args: &LearnArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut files = GameFiles::new(args.from, &args.names)?;
    let (mut boards, mut faults, mut games) = (BTreeSet::new(), 0, 0_u64);
    for path in &args.games {
        let file = files.open(path)?;
        let name = file.name();
        for item in file {
            match item {
                Ok(read) => {
                    games += 1;
                    boards.extend(turns_of(&read.record.game, args.until.into()));
                }
                Err(error) => {
                    faults += 1;
                    output::complain(&fault_line(&name, &error));
                }
            }
        }
    }
    if games + faults == 0 {
        bail!("the files hold no game");
    }
    let mut workshop = Workshop::open(("learn", &args.file), args.level, settings)?;
    workshop.report.faults = faults;
    // The last positions of the games first: what they are worth decides about those before.
    let mut boards: Vec<Board> = boards.into_iter().collect();
    boards.sort_by_key(|board| board.empty_count());
    workshop.add(&boards)?;
    let code = workshop.close()?;
    Ok(if faults > 0 && code == ExitCode::Success {
        ExitCode::Negative
    } else {
        code
    })
}

/// The canonical positions of a game in which a side has a move, with at least so many empty squares.
fn turns_of(game: &Game, least_empties: u32) -> Vec<Board> {
    (0..=game.turns().len())
        .map_while(|plies| game.position_at(plies))
        .map(Position::board)
        .filter(|board| board.empty_count() >= least_empties && !board.legal_moves().is_empty())
        .map(|board| board.canonical().0)
        .collect()
}

/// One searcher for each thread. Their tables do not depend on `--hash`: what is found must not.
///
/// # Errors
/// If the system does not give them.
fn crew(level: Level, settings: &Settings) -> anyhow::Result<Vec<Box<dyn Thinker>>> {
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

/// Whether the work goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Going {
    On,
    Interrupted,
}

/// A book that is being changed by searches.
struct Workshop<'a> {
    settings: &'a Settings,
    graph: Graph,
    report: Report<'a>,
    thinkers: Vec<Box<dyn Thinker>>,
    level: Level,
    start: Instant,
    saved: Instant,
    pause: Duration,
    _watch: Watch,
}

impl<'a> Workshop<'a> {
    /// Reads the book, or begins one.
    fn open(
        (command, file): (&'static str, &'a Path),
        level: Level,
        settings: &'a Settings,
    ) -> anyhow::Result<Self> {
        let graph = files::load_or_begin(file)?;
        let thinkers = crew(level, settings)?;
        warn_of_mixture(&graph, &thinkers, level);
        let start = Instant::now();
        Ok(Self {
            settings,
            graph,
            report: Report::new(command, file, start),
            thinkers,
            level,
            start,
            saved: start,
            pause: PAUSE,
            _watch: interrupt::watch(),
        })
    }

    /// Does a round, and takes note of what it came to.
    fn round(&mut self, work: impl FnOnce(&mut Builder<'_>, &mut Graph) -> Round) -> Round {
        let mut builder = Builder {
            thinkers: &mut self.thinkers,
            level: self.level,
            stop: interrupt::stop_flag(),
        };
        let round = work(&mut builder, &mut self.graph);
        match round {
            Round::Grown { added, searched } => {
                self.report.change.added += added;
                self.report.searched += searched;
            }
            Round::Stopped => self.report.complete = false,
            Round::Complete => {}
        }
        round
    }

    /// Adds positions, some at a time.
    fn add(&mut self, boards: &[Board]) -> anyhow::Result<Going> {
        let graph = &self.graph;
        let new: Vec<Board> = boards
            .iter()
            .copied()
            .filter(|&board| graph.lookup(board).is_none())
            .collect();
        let bar = bar(Some(graph.len() + new.len()), graph.len())?;
        for some in new.chunks(BATCH) {
            if self.round(|builder, graph| builder.add(graph, some)) == Round::Stopped {
                return Ok(Going::Interrupted);
            }
            bar.set_position(self.graph.len() as u64);
            self.save_now_and_then()?;
        }
        bar.finish_and_clear();
        Ok(Going::On)
    }

    /// Adds what comes next, round after round.
    fn grow(&mut self, growth: &Growth<'_>) -> anyhow::Result<()> {
        let bar = bar(growth.positions, self.graph.len())?;
        let scope = growth.args.scope.scope();
        loop {
            let time = growth.args.time;
            let is_late = time.is_some_and(|time| self.start.elapsed() >= time);
            let most = growth.positions.map_or(usize::MAX, |positions| {
                positions.saturating_sub(self.graph.len())
            });
            if is_late || most == 0 {
                break;
            }
            let round =
                self.round(|builder, graph| builder.round(graph, &growth.roots, (&scope, most)));
            if matches!(round, Round::Stopped | Round::Complete) {
                break;
            }
            bar.set_position(self.graph.len() as u64);
            self.save_now_and_then()?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Writes the book if that was long ago.
    fn save_now_and_then(&mut self) -> anyhow::Result<()> {
        if self.saved.elapsed() < self.pause {
            return Ok(());
        }
        let begin = Instant::now();
        files::save(self.report.file, &self.graph)?;
        self.saved = Instant::now();
        // A large book takes its time; most of it is to be spent on searches.
        self.pause = PAUSE.max(begin.elapsed() * 20);
        self.settings.tell(&format!(
            "{} after {}",
            text::counted(self.graph.len(), "position"),
            text::time(self.start.elapsed())
        ));
        Ok(())
    }

    /// Writes the book and tells what became of it.
    fn close(mut self) -> anyhow::Result<ExitCode> {
        files::save(self.report.file, &self.graph)?;
        self.report.time = self.start.elapsed();
        self.report.print(&self.graph, self.settings)?;
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
    let before = match about.evaluation {
        Evaluations::Unknown => None,
        Evaluations::One(before) if before == evaluation => None,
        Evaluations::One(before) => Some(format!("the evaluation {before:016x}")),
        Evaluations::Several => Some("several evaluations".to_owned()),
    };
    if let Some(before) = before {
        output::note(&format!(
            "the book was searched with {before} before, now with {evaluation:016x}: values of all meet in it"
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
