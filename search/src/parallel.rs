//! Sharing a node's moves between threads.
//!
//! When a thread is idle and a node has moves left, the node becomes a split: everyone, the node's own thread included,
//! takes the next move from a shared cursor until none is left or one of them fails high. A thread that waits for its
//! helpers to finish can only find work from below its own split, because no more tasks are spawned than threads are
//! idle. Sources: young brothers wait (R. Feldmann), split points with a shared cursor as in Edax (R. Delorme).

use crate::children::Child;
use crate::eval::Evaluator;
use crate::node::Draft;
use crate::task::{Stopped, Task};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, AtomicUsize, Ordering};

/// The least depth at which a node is split: smaller subtrees cost less than the hand-over.
const MIN_DEPTH: u8 = 16;
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
    parent: Option<&'a Self>,
    alpha: i32,
    /// The next child that nobody has taken.
    next: AtomicUsize,
    /// Raised when a child failed high: the rest is needless.
    cut: AtomicBool,
    /// Bit `i`: child `i` was searched and is not above alpha.
    refuted: AtomicU64,
    /// The best score so far and the index of its child.
    best: Mutex<Option<(i32, usize)>>,
}

impl<'a> Split<'a> {
    fn new(parent: Option<&'a Self>, alpha: i32) -> Self {
        Self {
            parent,
            alpha,
            next: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            refuted: AtomicU64::new(0),
            best: Mutex::new(None),
        }
    }

    /// Whether this node's result, or that of a node above, is no longer wanted.
    pub(crate) fn is_cut(&self) -> bool {
        // ORDERING: a lone flag.
        self.cut.load(Ordering::Relaxed) || self.parent.is_some_and(Split::is_cut)
    }

    fn note(&self, score: i32, index: usize) {
        if let Ok(mut best) = self.best.lock()
            && best.is_none_or(|(known, _)| score > known)
        {
            *best = Some((score, index));
        }
        if score > self.alpha {
            self.cut.store(true, Ordering::Relaxed);
        } else {
            // ORDERING: the bits are read after the threads have been joined.
            self.refuted.fetch_or(1 << index, Ordering::Relaxed);
        }
    }
}

/// What the threads found out about a split's children.
pub(crate) struct SplitResult {
    /// The best score and the index of its child; above alpha it is a cut.
    pub(crate) best: (i32, usize),
    /// Bit `i`: child `i` was searched and is not above alpha. Several others may have failed high at the same time, and
    /// any of them may be the best.
    pub(crate) refuted: u64,
}

impl<E: Evaluator> Task<'_, E> {
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

    /// Searches `children` of a node of this draft, the first of which are `early`, against the null window at `alpha` with
    /// whoever is idle; `None` if nobody is.
    ///
    /// # Errors
    /// If the node's own result is no longer wanted.
    pub(crate) fn split(
        &mut self,
        children: &[Child<E::State>],
        alpha: i32,
        (draft, early): (Draft, usize),
    ) -> Result<Option<SplitResult>, Stopped> {
        let shared = self.shared;
        let helpers = shared.idle.reserve(MAX_HELPERS.min(children.len() - 1));
        if helpers == 0 {
            return Ok(None);
        }
        let split = Split::new(self.split, alpha);
        self.report_nodes();
        rayon::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    let mut scratch = shared.pool.take();
                    take_children(
                        Task::new(shared, &mut scratch, Some(&split)),
                        children,
                        (draft, early),
                    );
                    shared.pool.give_back(scratch);
                    shared.idle.enter();
                });
            }
            take_children(
                Task::new(shared, self.scratch, Some(&split)),
                children,
                (draft, early),
            );
            // While this thread waits for the others it is free for work from below this split.
            shared.idle.enter();
        });
        shared.idle.leave();
        if shared.is_expired() || self.split.is_some_and(Split::is_cut) {
            return Err(Stopped);
        }
        let best = split.best.into_inner().ok().flatten();
        let best = best.expect("a split that was not stopped has searched a child");
        Ok(Some(SplitResult {
            best,
            refuted: split.refuted.into_inner(),
        }))
    }
}

/// One thread's share of the split that the strand works for: the next child until none is left.
fn take_children<E: Evaluator>(
    mut task: Task<'_, E>,
    children: &[Child<E::State>],
    (draft, early): (Draft, usize),
) {
    let split = task.split.expect("the strand works for a split");
    while !split.is_cut() {
        // ORDERING: the cursor only hands out numbers.
        let index = split.next.fetch_add(1, Ordering::Relaxed);
        let Some(child) = children.get(index) else {
            break;
        };
        let Ok(score) = task.search_child(&child.node, split.alpha, draft, index >= early) else {
            break;
        };
        split.note(score, index);
    }
    task.report_nodes();
}
