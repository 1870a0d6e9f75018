//! The thread that searches.

use super::lines::Inbox;
use super::{Event, GRACE};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use xsquare_engine::{Board, Move};
use xsquare_search::{Analysis, Control, Limits, Ponderer, StopFlag, Target, Thinker, predicted};

/// News of a search.
pub(super) enum Outcome {
    /// An iteration is finished.
    Progress(Analysis),
    /// The search is over.
    Found(Analysis),
    /// The search panicked.
    Broken,
}

/// Who waits for a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// The other side: lines wait until it is done, unless they end it.
    Asked,
    /// The other side, as long as it says nothing: any line ends it. The grace begins at this time.
    Open(Instant),
}

/// What is to be searched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Job {
    /// The position.
    pub(crate) board: Board,
    /// How many moves are to be scored.
    pub(crate) lines: usize,
    /// What ends the search, besides the other side.
    pub(crate) limits: Limits,
}

/// What the thread is to do.
enum Order {
    Think(Job, Arc<StopFlag>),
    Ponder(Board),
    Rest,
    Forget,
}

/// The search that is going on.
#[derive(Debug)]
struct Running {
    stop: Arc<StopFlag>,
    start: Instant,
    manner: Manner,
}

/// A searcher on a thread of its own.
#[derive(Debug)]
pub(crate) struct Brain {
    orders: Sender<Order>,
    running: Option<Running>,
    /// Whether there may be a search in the background.
    is_pondering: bool,
    /// Whether the other side has said something that is not answered yet.
    is_awaited: bool,
    /// Whether the last search was ended by the other side.
    was_stopped: bool,
}

impl Brain {
    /// Starts the thread; it tells its news through `post`.
    ///
    /// # Errors
    /// If the system does not start it.
    pub(super) fn new(thinker: Box<dyn Thinker>, post: Sender<Event>) -> io::Result<Self> {
        let (orders, received) = channel();
        thread::Builder::new()
            .name("brain".to_owned())
            .spawn(move || obey(Ponderer::new(thinker), &received, &post))?;
        Ok(Self {
            orders,
            running: None,
            is_pondering: false,
            is_awaited: false,
            was_stopped: false,
        })
    }

    /// Begins a search. None may be going on, but one in the background, which is carried on if it is about the same.
    pub(crate) fn start(&mut self, job: Job, manner: Manner) {
        debug_assert!(self.running.is_none(), "one search at a time");
        let stop = Arc::new(StopFlag::new());
        self.running = Some(Running {
            stop: Arc::clone(&stop),
            start: Instant::now(),
            manner,
        });
        // A thread that is gone has said so: it ends the program.
        let _ = self.orders.send(Order::Think(job, stop));
    }

    /// Begins to think in the background about what the reply to this move leads to: `pv` is the line that begins with it,
    /// `after` the position after it. Whatever is said next ends it, but what was found counts when it is asked for.
    pub(crate) fn ponder(&mut self, after: Board, pv: &[Move]) {
        let board = predicted(after, pv.get(1).copied());
        self.is_pondering = true;
        let _ = self.orders.send(Order::Ponder(board));
    }

    /// Ends a search in the background.
    pub(super) fn rest(&mut self) {
        if std::mem::take(&mut self.is_pondering) {
            let _ = self.orders.send(Order::Rest);
        }
    }

    /// Forgets everything searched before; to be called between games.
    pub(crate) fn forget(&self) {
        let _ = self.orders.send(Order::Forget);
    }

    /// Whether a search is going on.
    pub(super) const fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// When the search must be ended because of the lines that wait, if it must.
    pub(super) fn deadline(&self, inbox: &Inbox) -> Option<Instant> {
        let running = self.running.as_ref()?;
        if running.stop.is_stopped() {
            return None;
        }
        match running.manner {
            Manner::Asked => inbox.ends_search().then(|| running.start + GRACE),
            Manner::Open(since) => (!inbox.is_empty()).then(|| since + GRACE),
        }
    }

    /// Ends the search; its outcome comes as an event.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Whether a line waits: then no search must be begun that nobody asked for.
    pub(crate) const fn is_awaited(&self) -> bool {
        self.is_awaited
    }

    /// Whether the last search was ended by the other side.
    pub(crate) const fn was_stopped(&self) -> bool {
        self.was_stopped
    }

    /// Takes note that the search is over, and tells how long it took.
    pub(super) fn finish(&mut self, inbox: &Inbox) -> Duration {
        self.is_awaited = !inbox.is_empty();
        let Some(running) = self.running.take() else {
            return Duration::ZERO;
        };
        self.was_stopped = running.stop.is_stopped();
        running.start.elapsed()
    }
}

/// The life of the thread.
fn obey(mut thinker: Ponderer, orders: &Receiver<Order>, post: &Sender<Event>) {
    for order in orders {
        let work = || match &order {
            Order::Forget => {
                thinker.thinker().clear();
                None
            }
            Order::Rest => {
                thinker.stop();
                None
            }
            Order::Ponder(board) => {
                // Without another thread there is no pondering, and nothing else is lost.
                let _ = thinker.start(*board, Target::Deepest);
                None
            }
            Order::Think(job, stop) => {
                let tell = post.clone();
                let progress = move |analysis: &Analysis| {
                    // Nobody listens any more only when the program ends.
                    let _ = tell.send(Event::Search(Outcome::Progress(analysis.clone())));
                };
                let control = Control {
                    stop,
                    progress: &progress,
                };
                Some(match job.lines {
                    1 => thinker.analyse(job.board, &job.limits, control),
                    lines => thinker
                        .thinker()
                        .analyse(job.board, lines, &job.limits, control),
                })
            }
        };
        let outcome = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(None) => continue,
            Ok(Some(analysis)) => Outcome::Found(analysis),
            Err(_) => Outcome::Broken,
        };
        if post.send(Event::Search(outcome)).is_err() {
            return;
        }
    }
}
