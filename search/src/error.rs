//! Requests that cannot be met.

use thiserror::Error;

/// Why a searcher could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The number of threads is outside 1..=256.
    #[error("{count} threads asked for: from 1 to 256 can be used")]
    Threads {
        /// The number asked for.
        count: usize,
    },
    /// The table would be smaller than its smallest size.
    #[error("a table of {bytes} bytes asked for: the smallest is 1 MiB")]
    TableTooSmall {
        /// The size asked for.
        bytes: u64,
    },
    /// The system does not give that much memory.
    #[error("no memory for a table of {} MiB", bytes >> 20)]
    TableMemory {
        /// The size asked for.
        bytes: u64,
    },
    /// The system does not start the threads.
    #[error("cannot start {count} threads: {reason}")]
    ThreadStart {
        /// The number asked for.
        count: usize,
        /// What the system said.
        reason: String,
    },
}
