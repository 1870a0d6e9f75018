//! What a searching thread holds: the state shared by all, its own scratch, and where it stands in the tree of splits.

use crate::endgame::Scratch;
use crate::eval::Evaluator;
use crate::limits::StopFlag;
use crate::node::Node;
use crate::parallel::{Idle, Split};
use crate::table::Table;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use xsquare_engine::Bitboard;

/// The search was ended from outside or its result is no longer wanted: nothing it returns may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 4096;

/// Scratch that nobody is using, kept between searches: a stack for each thread, so that a thread finds in its own
/// caches what it left there.
#[derive(Debug)]
pub(crate) struct ScratchPool(Vec<Mutex<Vec<Scratch>>>);

impl ScratchPool {
    /// For this many threads, at least one.
    pub(crate) fn new(threads: usize) -> Self {
        Self((0..threads).map(|_| Mutex::default()).collect())
    }

    /// The stack of the thread that asks; threads of other pools share.
    fn own(&self) -> &Mutex<Vec<Scratch>> {
        &self.0[rayon::current_thread_index().unwrap_or(0) % self.0.len()]
    }

    /// Scratch for one more strand. A thread that waits for its helpers may run another strand meanwhile, so scratch
    /// belongs to strands, not to threads.
    pub(crate) fn take(&self) -> Scratch {
        self.own()
            .lock()
            .ok()
            .and_then(|mut free| free.pop())
            .unwrap_or_default()
    }

    pub(crate) fn give_back(&self, scratch: Scratch) {
        if let Ok(mut free) = self.own().lock() {
            free.push(scratch);
        }
    }

    /// Forgets what all scratch remembers.
    pub(crate) fn clear(&mut self) {
        for free in &mut self.0 {
            if let Ok(free) = free.get_mut() {
                for scratch in free.iter_mut() {
                    scratch.cache.clear();
                }
            }
        }
    }
}

/// What the values of a search are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Somebody is told them.
    Estimate,
    /// They only prepare a search to the end of the game, whose result is proved.
    Proof,
}

/// The state that all threads of one search share.
#[derive(Debug)]
pub(crate) struct Shared<'a, E> {
    pub(crate) table: &'a Table,
    pub(crate) evaluator: &'a E,
    pub(crate) idle: Idle,
    purpose: Purpose,
    stop: &'a StopFlag,
    deadline: Option<Instant>,
    node_limit: u64,
    /// Nodes of all tasks, brought up to date now and then.
    nodes: AtomicU64,
    /// Raised once by whoever finds that the search must end.
    expired: AtomicBool,
    pub(crate) pool: &'a ScratchPool,
}

/// What a [`Shared`] is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resources<'a, E> {
    pub(crate) table: &'a Table,
    pub(crate) evaluator: &'a E,
    pub(crate) pool: &'a ScratchPool,
    pub(crate) threads: usize,
    pub(crate) purpose: Purpose,
}

/// When a search ends before it is done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ending<'a> {
    pub(crate) stop: &'a StopFlag,
    pub(crate) deadline: Option<Instant>,
    pub(crate) nodes: Option<u64>,
}

impl<'a, E> Shared<'a, E> {
    /// The state of a new search.
    pub(crate) fn new(resources: &Resources<'a, E>, ending: Ending<'a>) -> Self {
        Self {
            table: resources.table,
            evaluator: resources.evaluator,
            idle: Idle::new(resources.threads),
            purpose: resources.purpose,
            stop: ending.stop,
            deadline: ending.deadline,
            node_limit: ending.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            expired: AtomicBool::new(false),
            pool: resources.pool,
        }
    }

    /// Nodes of all tasks that have ended or reported.
    pub(crate) fn nodes(&self) -> u64 {
        // ORDERING: a counter.
        self.nodes.load(Ordering::Relaxed)
    }

    /// Looks at everything that can end the search.
    pub(crate) fn check(&self) {
        let over = self.stop.is_stopped()
            || self.nodes() >= self.node_limit
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            // ORDERING: a lone flag.
            self.expired.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the whole search must end.
    pub(crate) fn is_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }
}

/// One strand of the search, run by one thread at a time.
pub(crate) struct Task<'a, E> {
    pub(crate) shared: &'a Shared<'a, E>,
    pub(crate) scratch: &'a mut Scratch,
    /// The split whose work this is, if any.
    pub(crate) split: Option<&'a Split<'a>>,
    /// Nodes at which the clock is looked at next.
    next_poll: u64,
}

impl<'a, E: Evaluator> Task<'a, E> {
    /// A strand below `split`.
    pub(crate) fn new(
        shared: &'a Shared<'a, E>,
        scratch: &'a mut Scratch,
        split: Option<&'a Split<'a>>,
    ) -> Self {
        scratch.nodes = 0;
        Self {
            shared,
            scratch,
            split,
            next_poll: POLL_INTERVAL,
        }
    }

    /// The static value of a node in 1/128 disc; `opponent_moves` are those of the other side if it were its turn.
    #[inline]
    pub(crate) fn static_value(&self, node: &Node<E::State>, opponent_moves: Bitboard) -> i32 {
        let evaluator = self.shared.evaluator;
        let moves = [node.moves, opponent_moves];
        match self.shared.purpose {
            Purpose::Estimate => evaluator.evaluate_knowing(node.board, &node.state, moves),
            Purpose::Proof => evaluator.evaluate_roughly(node.board, &node.state, moves),
        }
        .units()
    }

    /// Counts a node and looks whether its search is still wanted.
    ///
    /// # Errors
    /// If it is not.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        self.scratch.nodes += 1;
        if self.scratch.nodes >= self.next_poll {
            self.report_nodes();
            self.shared.check();
        }
        if self.shared.is_expired() || self.split.is_some_and(Split::is_cut) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Adds this task's nodes to the common count.
    pub(crate) fn report_nodes(&mut self) {
        self.shared
            .nodes
            .fetch_add(self.scratch.nodes, Ordering::Relaxed);
        self.scratch.nodes = 0;
        self.next_poll = POLL_INTERVAL;
    }
}
