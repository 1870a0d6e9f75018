//! The thread that searches.

use super::lines::Inbox;
use super::{Event, GRACE};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use xsquare_engine::Board;
use xsquare_search::{Analysis, Control, Limits, StopFlag, Thinker};

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
    /// Nobody: any line ends it at once.
    Idle,
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
            .spawn(move || obey(thinker, &received, &post))?;
        Ok(Self {
            orders,
            running: None,
        })
    }

    /// Begins a search. None may be going on.
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
            Manner::Idle => (!inbox.is_empty()).then_some(running.start),
        }
    }

    /// Ends the search; its outcome comes as an event.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Takes note that the search is over, and tells how long it took.
    pub(super) fn finish(&mut self) -> Duration {
        self.running
            .take()
            .map_or(Duration::ZERO, |running| running.start.elapsed())
    }
}

/// The life of the thread.
fn obey(mut thinker: Box<dyn Thinker>, orders: &Receiver<Order>, post: &Sender<Event>) {
    for order in orders {
        let work = || match &order {
            Order::Forget => {
                thinker.clear();
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
                Some(thinker.analyse(job.board, job.lines, &job.limits, control))
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
