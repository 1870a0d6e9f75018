//! Sharing a node's moves between threads.
//!
//! When a thread is idle and a node has moves left, the node becomes a split: everyone, the node's own thread included,
//! takes the next move from a shared cursor until none is left or one of them fails high. A thread that waits for its
//! helpers to finish can only find work from below its own split, because no more tasks are spawned than threads are
//! idle. Sources: young brothers wait (R. Feldmann), split points with a shared cursor as in Edax (R. Delorme).

use crate::children::Child;
use crate::eval::Evaluator;
use crate::node::Draft;
use crate::task::{Shared, Stopped, Task};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, AtomicUsize, Ordering};

/// The least depth at which a node is split: smaller subtrees cost less than the hand-over.
const MIN_DEPTH: u8 = 15;
/// The least depth of a split when the search stops before the end of the game, where nodes are dearer.
const MIN_DEPTH_MIDGAME: u8 = 7;
/// More helpers at one node mostly search moves that a cut makes needless. Measured by the authors of deft-reversi.
const MAX_HELPERS: usize = 3;

/// How many threads have nothing to do.
#[derive(Debug)]
pub(crate) struct Idle(AtomicIsize);

impl Idle {
    /// All but the one that starts the search.
    pub(crate) fn new(threads: usize) -> Self {
        Self(AtomicIsize::new(threads.cast_signed() - 1))
    }

    // ORDERING: the number is a hint that sizes the work; rayon synchronises the tasks themselves.
    fn reserve(&self, most: usize) -> usize {
        let mut now = self.0.load(Ordering::Relaxed);
        loop {
            let take = now.clamp(0, most.cast_signed());
            if take == 0 {
                return 0;
            }
            match self.0.compare_exchange_weak(
                now,
                now - take,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return take.unsigned_abs(),
                Err(changed) => now = changed,
            }
        }
    }

    fn enter(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn leave(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    fn any(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// A node whose moves are shared out.
#[derive(Debug)]
pub(crate) struct Split<'a> {
    parent: Option<&'a Split<'a>>,
    children: &'a [Child],
    alpha: i32,
    draft: Draft,
    /// The next child that nobody has taken.
    next: AtomicUsize,
    /// Raised when a child failed high: the rest is needless.
    cut: AtomicBool,
    /// Bit `i`: child `i` was searched to its end.
    done: AtomicU64,
    /// The best score so far and the index of its child.
    best: Mutex<Option<(i32, usize)>>,
}

impl Split<'_> {
    /// Whether this node's result, or that of a node above, is no longer wanted.
    pub(crate) fn is_cut(&self) -> bool {
        // ORDERING: a lone flag.
        self.cut.load(Ordering::Relaxed) || self.parent.is_some_and(Split::is_cut)
    }

    fn note(&self, score: i32, index: usize) {
        self.done.fetch_or(1 << index, Ordering::Relaxed);
        if let Ok(mut best) = self.best.lock()
            && best.is_none_or(|(known, _)| score > known)
        {
            *best = Some((score, index));
        }
        if score > self.alpha {
            self.cut.store(true, Ordering::Relaxed);
        }
    }
}

/// What the threads found out about a split's children.
pub(crate) struct SplitResult {
    /// The best score and the index of its child; above alpha it is a cut.
    pub(crate) best: Option<(i32, usize)>,
    /// Bit `i`: child `i` was searched to its end.
    pub(crate) done: u64,
}

impl<'a, E: Evaluator> Task<'a, E> {
    /// Whether `left` remaining moves of a node of this depth should be shared out.
    #[inline]
    pub(crate) fn wants_split(&self, draft: Draft, to_the_end: bool, left: usize) -> bool {
        let least = if to_the_end {
            MIN_DEPTH
        } else {
            MIN_DEPTH_MIDGAME
        };
        draft.depth >= least && left >= 2 && self.shared.idle.any()
    }

    /// Searches `children` against the null window at `alpha` with whoever is idle; `None` if nobody is.
    ///
    /// # Errors
    /// If the node's own result is no longer wanted.
    pub(crate) fn split(
        &mut self,
        children: &[Child],
        alpha: i32,
        draft: Draft,
    ) -> Result<Option<SplitResult>, Stopped> {
        let shared = self.shared;
        let helpers = shared.idle.reserve(MAX_HELPERS.min(children.len() - 1));
        if helpers == 0 {
            return Ok(None);
        }
        let split = Split {
            parent: self.split,
            children,
            alpha,
            draft,
            next: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            done: AtomicU64::new(0),
            best: Mutex::new(None),
        };
        rayon::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    help(shared, &split);
                    shared.idle.enter();
                });
            }
            self.work_on(&split);
            // While this thread waits for the others it is free for work from below this split.
            shared.idle.enter();
        });
        shared.idle.leave();
        if shared.is_expired() || self.split.is_some_and(Split::is_cut) {
            return Err(Stopped);
        }
        let best = split.best.into_inner().unwrap_or(None);
        Ok(Some(SplitResult {
            best,
            done: split.done.into_inner(),
        }))
    }

    /// The node's own thread takes its share.
    fn work_on(&mut self, split: &Split<'_>) {
        let mut task = Task::new(self.shared, Some(split));
        take_children(&mut task, split);
        task.finish();
    }
}

/// A helper's share.
fn help<E: Evaluator>(shared: &Shared<'_, E>, split: &Split<'_>) {
    let mut task = Task::new(shared, Some(split));
    take_children(&mut task, split);
    task.finish();
}

/// Searches the next child until none is left.
fn take_children<E: Evaluator>(task: &mut Task<'_, E>, split: &Split<'_>) {
    loop {
        let index = split.next.fetch_add(1, Ordering::Relaxed);
        let Some(child) = split.children.get(index) else {
            return;
        };
        let Ok(score) = task.null_window(child.board, -split.alpha - 1, split.draft.next()) else {
            return;
        };
        split.note(-score, index);
        if split.is_cut() {
            return;
        }
    }
}
