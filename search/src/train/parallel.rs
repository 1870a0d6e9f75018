//! The same work for many numbered games, on several threads.

use crate::error::SearchError;
use crate::limits::Threads;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// The results of `work` for 0..`count`, in order, whichever thread did them.
///
/// Each thread has a state of its own, made by `state`; results must not depend on what it did before. `progress` is
/// told how many are done, from any thread.
///
/// # Errors
/// If a state cannot be made.
pub(super) fn map<S, T: Send>(
    count: u32,
    threads: Threads,
    state: impl Fn() -> Result<S, SearchError> + Sync,
    work: impl Fn(&mut S, u32) -> T + Sync,
    progress: &(dyn Fn(u32) + Sync),
) -> Result<Vec<T>, SearchError> {
    // ORDERING: plain counters; the results themselves are handed over by joining.
    let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
    let worker = || {
        let mut state = state()?;
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(results);
            }
            results.push((number, work(&mut state, number)));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let parts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.count()).map(|_| scope.spawn(worker)).collect();
        let results = workers.into_iter().map(|worker| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        results.collect::<Result<Vec<Vec<(u32, T)>>, SearchError>>()
    })?;
    let mut results: Vec<(u32, T)> = parts.into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let highest = AtomicU32::new(0);
            let results = map(
                1000,
                Threads::new(threads).unwrap(),
                || Ok(()),
                |(), number| number * 2,
                &|done| {
                    highest.fetch_max(done, Ordering::Relaxed);
                },
            );
            assert_eq!(results, Ok((0..2000).step_by(2).collect()));
            assert_eq!(highest.into_inner(), 1000);
        }
    }

    #[test]
    fn a_state_that_cannot_be_made_is_an_error() {
        let error = SearchError::Threads { count: 0 };
        let result = map(
            3,
            Threads::ONE,
            || Err::<(), _>(error.clone()),
            |(), _| (),
            &|_| (),
        );
        assert_eq!(result, Err(error));
    }
}
