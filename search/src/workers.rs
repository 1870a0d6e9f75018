//! Where searches run: on a pool of rayon's, or, with one thread, without any.

use crate::error::SearchError;
use crate::limits::Threads;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Stack of each thread in bytes. A search nests some hundred frames, and a thread that waits for its helpers may run
/// another task on top of its own.
const STACK_BYTES: usize = 16 << 20;

/// The threads of a searcher.
#[derive(Debug)]
pub(crate) enum Workers {
    /// Several threads.
    Pool(ThreadPool),
    /// One thread, which lives as long as a search. Of several searches asked for at the same time one runs.
    Alone(Mutex<()>),
}

impl Workers {
    /// So many threads. A single one is not started before there is work.
    ///
    /// # Errors
    /// If the system does not start them.
    pub(crate) fn new(threads: Threads) -> Result<Self, SearchError> {
        if threads == Threads::ONE {
            return Ok(Self::Alone(Mutex::default()));
        }
        let count = threads.count();
        ThreadPoolBuilder::new()
            .num_threads(count)
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("search-{index}"))
            .build()
            .map(Self::Pool)
            .map_err(|error| SearchError::ThreadStart {
                count,
                reason: error.to_string(),
            })
    }

    /// Does the work on one of the threads and waits for it.
    ///
    /// A system without threads does a single thread's work on the stack of the caller.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let turn = match self {
            Self::Pool(pool) => return pool.install(work),
            Self::Alone(turn) => turn,
        };
        // A search that panicked has told its own caller; the lock guards nothing that it could have left broken.
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        // The work stays here until the thread takes it, so that it is not lost if there is no thread.
        let mut work = Some(work);
        let slot = &mut work;
        let outcome = thread::scope(|scope| {
            thread::Builder::new()
                .name("search-0".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || slot.take().map(|work| work()))
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        match (outcome, work) {
            (Ok(Some(outcome)), _) => outcome,
            (_, Some(work)) => work(),
            (_, None) => unreachable!("work is either done or still here"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn one_thread_has_no_pool() {
        let alone = Workers::new(Threads::ONE).unwrap();
        assert!(matches!(alone, Workers::Alone(_)));
        let (index, name) = alone.run(|| {
            (
                rayon::current_thread_index(),
                thread::current().name().map(str::to_owned),
            )
        });
        assert_eq!((index, name.as_deref()), (None, Some("search-0")));

        let pool = Workers::new(Threads::new(2).unwrap()).unwrap();
        assert!(pool.run(rayon::current_thread_index).is_some());
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_next_search_runs() {
        let alone = Workers::new(Threads::ONE).unwrap();
        let panic = catch_unwind(AssertUnwindSafe(|| alone.run(|| panic!("as planned"))));
        assert_eq!(
            panic.unwrap_err().downcast_ref::<&str>(),
            Some(&"as planned")
        );
        assert_eq!(alone.run(|| 7), 7);
    }

    #[test]
    fn searches_on_one_thread_take_turns() {
        let alone = Workers::new(Threads::ONE).unwrap();
        let inside = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    alone.run(|| {
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    });
                });
            }
        });
    }
}
