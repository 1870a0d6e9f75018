//! Thinking while the opponent does.

use crate::limits::{Limits, StopFlag, Target};
use crate::report::Analysis;
use crate::searcher::Control;
use crate::thinker::Thinker;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use xsquare_engine::{Board, Move};

/// A thinker that can also think in the background, about a position that it expects to be asked about. What it finds
/// stays in its table; if the position comes up, the analysis itself counts as well.
#[derive(Debug)]
pub struct Ponderer {
    thinker: Arc<Mutex<Box<dyn Thinker>>>,
    running: Option<Running>,
    found: Option<Found>,
}

/// A search in the background.
#[derive(Debug)]
struct Running {
    board: Board,
    target: Target,
    stop: Arc<StopFlag>,
    thread: JoinHandle<Analysis>,
}

/// What a search in the background found.
#[derive(Debug)]
struct Found {
    target: Target,
    analysis: Analysis,
}

/// The position to think about while the opponent does: that after the reply that is expected of it, or, without one
/// that is legal and leaves the other side a move, the position before its reply.
pub fn predicted(board: Board, reply: Option<Move>) -> Board {
    let child = match reply {
        Some(Move::Place(square)) => board.play(square),
        Some(Move::Pass) if board.must_pass() => Some(board.pass()),
        _ => None,
    };
    child
        .filter(|child| !child.legal_moves().is_empty())
        .unwrap_or(board)
}

impl Ponderer {
    /// Nothing runs yet.
    pub fn new(thinker: Box<dyn Thinker>) -> Self {
        Self {
            thinker: Arc::new(Mutex::new(thinker)),
            running: None,
            found: None,
        }
    }

    /// The thinker itself; what runs in the background is stopped.
    pub fn thinker(&mut self) -> MutexGuard<'_, Box<dyn Thinker>> {
        self.stop();
        lock(&self.thinker)
    }

    /// Begins to think about a position in the background, until it is stopped or the target is reached. What ran before
    /// is stopped. Does nothing if the game is over or the target was reached earlier.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(&mut self, board: Board, target: Target) -> io::Result<()> {
        self.stop();
        let is_done = |found: &Found| {
            found.analysis.board == board && found.target == target && found.analysis.complete
        };
        if board.is_over() || self.found.as_ref().is_some_and(is_done) {
            return Ok(());
        }
        let stop = Arc::new(StopFlag::new());
        let (flag, thinker) = (Arc::clone(&stop), Arc::clone(&self.thinker));
        let thread = Builder::new().name("ponder".to_owned()).spawn(move || {
            let control = Control {
                stop: &flag,
                progress: &|_| {},
            };
            lock(&thinker).analyse(board, 1, &Limits::target(target), control)
        })?;
        self.running = Some(Running {
            board,
            target,
            stop,
            thread,
        });
        Ok(())
    }

    /// What ends the search in the background from another thread; what it found is kept as by [`stop`](Self::stop).
    pub fn flag(&self) -> Option<Arc<StopFlag>> {
        let running = self.running.as_ref();
        running.map(|running| Arc::clone(&running.stop))
    }

    /// The position that is being thought about.
    pub fn position(&self) -> Option<Board> {
        self.running.as_ref().map(|running| running.board)
    }

    /// Whether the search in the background has not ended by itself.
    pub fn is_thinking(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| !running.thread.is_finished())
    }

    /// Ends what runs in the background, within milliseconds, and keeps what it found.
    ///
    /// # Panics
    /// If the search did.
    pub fn stop(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        running.stop.stop();
        let mut analysis = match running.thread.join() {
            Ok(analysis) => analysis,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        let before = self.found.take().filter(|before| {
            before.analysis.board == analysis.board && before.target == running.target
        });
        if let Some(before) = before {
            let time = before.analysis.time + analysis.time;
            analysis = Analysis {
                time,
                ..deeper(before.analysis, analysis)
            };
        }
        self.found = Some(Found {
            target: running.target,
            analysis,
        });
    }

    /// The best move of a position. If it was thought about in the background, that is carried on: the time counts
    /// towards the limits, so the answer may come at once, and the deeper result is given. Nodes and time of the
    /// analysis are those of this call.
    pub fn analyse(&mut self, board: Board, limits: &Limits, control: Control<'_>) -> Analysis {
        let start = Instant::now();
        self.stop();
        let found = self.found.take();
        let found = found.filter(|found| found.analysis.board == board);
        let Some(found) = found else {
            return lock(&self.thinker).analyse(board, 1, limits, control);
        };
        if found.settles(limits) {
            return Analysis {
                nodes: 0,
                time: start.elapsed(),
                ..found.analysis
            };
        }
        let limits = found.rest(limits);
        let analysis = lock(&self.thinker).analyse(board, 1, &limits, control);
        let (nodes, time) = (analysis.nodes, analysis.time);
        Analysis {
            nodes,
            time,
            ..deeper(found.analysis, analysis)
        }
    }
}

impl Drop for Ponderer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
            // A panic has been reported by its thread; there is nobody to hand it on to.
            let _ = running.thread.join();
        }
    }
}

impl Found {
    /// Whether a search with these limits would have nothing to add.
    fn settles(&self, limits: &Limits) -> bool {
        let is_reached = self.analysis.complete
            && (self.target == limits.target || self.target == Target::Deepest);
        let is_used_up = limits
            .soft
            .or(limits.time)
            .is_some_and(|time| self.analysis.time >= time);
        let is_counted = limits
            .nodes
            .is_some_and(|nodes| self.analysis.nodes >= nodes);
        !self.analysis.moves.is_empty() && (is_reached || is_used_up || is_counted)
    }

    /// What is left of the limits: of the soft one, or, if there is none, of the hard one.
    fn rest(&self, limits: &Limits) -> Limits {
        let rest = |time: Duration| time.saturating_sub(self.analysis.time);
        Limits {
            soft: limits.soft.map(rest),
            time: match limits.soft {
                Some(_) => limits.time,
                None => limits.time.map(rest),
            },
            ..*limits
        }
    }
}

/// The thinker is as good as new after a search that panicked: every search begins anew, and the table holds no half
/// entries.
fn lock(thinker: &Mutex<Box<dyn Thinker>>) -> MutexGuard<'_, Box<dyn Thinker>> {
    thinker.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The analysis that looked further; the second if both looked equally far.
fn deeper(one: Analysis, other: Analysis) -> Analysis {
    let reach = |analysis: &Analysis| {
        let best = analysis.moves.first();
        best.map(|report| (report.depth, report.selectivity))
    };
    if reach(&one) > reach(&other) {
        one
    } else {
        other
    }
}
