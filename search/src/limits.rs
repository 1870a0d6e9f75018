//! How far a search may go, and how it is told to stop.

use crate::error::SearchError;
use crate::level::Level;
use crate::value::Selectivity;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A search depth in plies, 1..=60.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u8);

impl Depth {
    /// The greatest depth: a whole game.
    pub const MAX: Self = Self(60);

    /// The depth of this many plies, or `None` outside 1..=60.
    pub const fn new(plies: u8) -> Option<Self> {
        match plies {
            1..=60 => Some(Self(plies)),
            _ => None,
        }
    }

    /// The depth in plies.
    pub const fn plies(self) -> u8 {
        self.0
    }
}

/// What a search aims at; when it is reached the search ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The depth and selectivity that this level has for the position.
    Level(Level),
    /// A full iteration at exactly this depth, with the selective pruning of all mid-game searches; exact if the depth
    /// reaches the end of the game.
    Depth(Depth),
    /// The end of the game with this confidence.
    Ending(Selectivity),
    /// The exact score: deepen until the end of the game or until stopped.
    Deepest,
}

/// A target and the means that may be spent on it, whichever ends first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// What ends the search when reached.
    pub target: Target,
    /// Wall-clock time after which the search is ended by force, or no limit.
    pub time: Option<Duration>,
    /// Wall-clock time after which an analysis begins no other iteration, or no such limit. It begins none either that
    /// cannot be expected to end within `time`, and none after the first one if there is only one move; it may begin one
    /// a little later if the best score has just dropped. Solves do not look at it.
    pub soft: Option<Duration>,
    /// Nodes of all threads together, or no limit. Checked now and then: a search may go a little over.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Only the target ends the search.
    pub const fn target(target: Target) -> Self {
        Self {
            target,
            time: None,
            soft: None,
            nodes: None,
        }
    }
}

/// Number of threads, 1..=256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threads(u16);

impl Threads {
    /// One thread: the deterministic reference.
    pub const ONE: Self = Self(1);

    /// This many threads.
    ///
    /// # Errors
    /// [`SearchError::Threads`] outside 1..=256.
    pub const fn new(count: usize) -> Result<Self, SearchError> {
        match count {
            #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
            1..=256 => Ok(Self(count as u16)),
            _ => Err(SearchError::Threads { count }),
        }
    }

    /// As many threads as the machine runs at once.
    pub fn available() -> Self {
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new(count.min(256)).unwrap_or(Self::ONE)
    }

    /// The number of threads.
    pub const fn count(self) -> usize {
        self.0 as usize
    }
}

/// Memory of the transposition table in bytes, at least 1 MiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSize(u64);

impl TableSize {
    /// The smallest table: 1 MiB.
    pub const MIN: Self = Self(1 << 20);
    /// The default: 256 MiB.
    pub const DEFAULT: Self = Self(256 << 20);

    /// A table of at most this many bytes.
    ///
    /// # Errors
    /// [`SearchError::TableTooSmall`] below 1 MiB.
    pub const fn from_bytes(bytes: u64) -> Result<Self, SearchError> {
        if bytes < Self::MIN.0 {
            Err(SearchError::TableTooSmall { bytes })
        } else {
            Ok(Self(bytes))
        }
    }

    /// The size in bytes.
    pub const fn bytes(self) -> u64 {
        self.0
    }
}

/// A flag that ends a running search from outside: another thread, a signal handler, a protocol.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicBool);

impl StopFlag {
    /// A flag that is down.
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Asks the search to end; it returns within milliseconds with what it knows.
    pub fn stop(&self) {
        // ORDERING: a lone flag; nothing else is published through it.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the flag down for the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is up.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
