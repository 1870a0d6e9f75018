//! The transposition table that all threads share.
//!
//! Plain atomics, no locks that anyone waits for: a bucket of one cache line carries a sequence number that is odd while
//! somebody writes. A reader that meets a write in progress, or sees the number change, takes it for a miss; a writer
//! that meets another gives up. The whole board is stored, so a hit is never false, and no torn entry is ever seen.

use crate::error::SearchError;
use crate::limits::TableSize;
use crate::memory::{prefer_large_pages, prefetch};
use crate::value::Selectivity;
use std::fmt;
use std::slice::ChunksExact;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering, fence};
use xsquare_engine::{Board, Square};

/// Entries in a bucket.
const WAYS: usize = 2;
/// Words of an entry: own discs, opponent's discs, the rest.
const WORDS: usize = 3;
/// Generations are told apart by this many bits.
const GENERATION_BITS: u32 = 5;

/// Words of a bucket.
const BUCKET_WORDS: usize = 8;
/// A cache line: the sequence number, then the entries; the last word is not used.
type Bucket = [AtomicU64; BUCKET_WORDS];

/// The number that tells whether somebody writes.
fn sequence(bucket: &Bucket) -> &AtomicU64 {
    &bucket[0]
}

/// The places for entries.
fn ways(bucket: &Bucket) -> ChunksExact<'_, AtomicU64> {
    bucket[1..=WAYS * WORDS].chunks_exact(WORDS)
}

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Least score in 1/128 disc, from the view of the side to move.
    pub(crate) lower: i32,
    /// Greatest score in 1/128 disc.
    pub(crate) upper: i32,
    /// Plies searched.
    pub(crate) depth: u8,
    /// Confidence of that search.
    pub(crate) selectivity: Selectivity,
    /// The best move found, then the one that was best before it.
    pub(crate) moves: [Option<Square>; 2],
}

impl Entry {
    /// Whether a search of this depth and confidence may rely on the entry's bounds.
    #[inline]
    pub(crate) fn serves(&self, depth: u8, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }

    /// Packs all but the board: lower and upper (16 bits each), depth (8), selectivity (3), generation (5), moves (8 each).
    fn pack(&self, generation: u8) -> u64 {
        let bound = |value: i32| {
            u64::from(
                i16::try_from(value)
                    .expect("64 discs are 8192 units")
                    .cast_unsigned(),
            )
        };
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        bound(self.lower)
            | bound(self.upper) << 16
            | u64::from(self.depth) << 32
            | (self.selectivity as u64) << 40
            | u64::from(generation) << 43
            | square(self.moves[0]) << 48
            | square(self.moves[1]) << 56
    }

    /// The inverse of [`Entry::pack`]; every bit pattern decodes to something valid.
    fn unpack(data: u64) -> Self {
        let [a, b, c, d, depth, mixed, first, second] = data.to_le_bytes();
        Self {
            lower: i16::from_le_bytes([a, b]).into(),
            upper: i16::from_le_bytes([c, d]).into(),
            depth,
            selectivity: Selectivity::ALL[usize::from(mixed & 7).min(Selectivity::ALL.len() - 1)],
            moves: [
                Square::from_index(first.into()),
                Square::from_index(second.into()),
            ],
        }
    }
}

/// How much an entry is worth keeping: those of earlier searches first to go, then the shallow, then the unsure.
fn worth(data: u64, generation: u8) -> u32 {
    let [.., depth, mixed, _, _] = data.to_le_bytes();
    let age = generation.wrapping_sub(mixed >> 3) & ((1 << GENERATION_BITS) - 1);
    (u32::from(!age & ((1 << GENERATION_BITS) - 1)) << 16)
        | (u32::from(depth) << 8)
        | u32::from(mixed & 7)
}

/// The shared table.
pub(crate) struct Table {
    /// Memory of which the system gives zeros without writing them, as it does for words but not for whole cache lines.
    words: Box<[AtomicU64]>,
    /// Where the first cache line begins.
    offset: usize,
    /// Number of buckets.
    count: usize,
    generation: AtomicU8,
    /// Whether a search has begun since the table was last empty.
    used: AtomicBool,
}

impl Table {
    /// An empty table of at most `size`.
    ///
    /// # Errors
    /// [`SearchError::TableMemory`] if the system does not give the memory.
    pub(crate) fn new(size: TableSize) -> Result<Self, SearchError> {
        let bytes = size.bytes();
        let refused = SearchError::TableMemory { bytes };
        let Ok(len) = usize::try_from(bytes / size_of::<AtomicU64>() as u64) else {
            return Err(refused);
        };
        let Ok(mut words) = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(len) else {
            return Err(refused);
        };
        prefer_large_pages(&mut words);
        let misaligned = words.as_ptr().addr() / size_of::<AtomicU64>() % BUCKET_WORDS;
        let offset = (BUCKET_WORDS - misaligned) % BUCKET_WORDS;
        Ok(Self {
            offset,
            count: len.saturating_sub(offset) / BUCKET_WORDS,
            words,
            generation: AtomicU8::new(0),
            used: AtomicBool::new(false),
        })
    }

    /// Starts a new search: what earlier ones left is the first to be replaced.
    pub(crate) fn new_generation(&self) {
        // ORDERING: called between searches only.
        let next =
            self.generation.load(Ordering::Relaxed).wrapping_add(1) & ((1 << GENERATION_BITS) - 1);
        self.generation.store(next, Ordering::Relaxed);
        self.used.store(true, Ordering::Relaxed);
    }

    /// Forgets everything. A table that no search has used is left alone: most of its memory has not been given yet.
    pub(crate) fn clear(&mut self) {
        if !std::mem::take(self.used.get_mut()) {
            return;
        }
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    #[inline]
    fn bucket(&self, board: Board) -> &Bucket {
        let index = (u128::from(board.hash()) * self.count as u128) >> 64;
        let start = self.offset + usize::try_from(index).unwrap_or(0) * BUCKET_WORDS;
        self.words[start..]
            .first_chunk()
            .expect("every bucket is whole")
    }

    /// Starts to load the place of a board that will be probed soon: the table is far larger than any cache.
    #[inline]
    pub(crate) fn prefetch(&self, board: Board) {
        prefetch(self.bucket(board));
    }

    /// What is known of the board.
    #[inline]
    pub(crate) fn probe(&self, board: Board) -> Option<Entry> {
        let bucket = self.bucket(board);
        // ORDERING: acquire keeps the words' loads after this one; the fence keeps them before the second look.
        let before = sequence(bucket).load(Ordering::Acquire);
        for way in ways(bucket) {
            if way[0].load(Ordering::Relaxed) == board.own().bits()
                && way[1].load(Ordering::Relaxed) == board.opponent().bits()
            {
                let data = way[2].load(Ordering::Relaxed);
                fence(Ordering::Acquire);
                let unchanged =
                    before & 1 == 0 && sequence(bucket).load(Ordering::Relaxed) == before;
                // An empty slot looks like a board without discs, which is never searched.
                return unchanged.then(|| Entry::unpack(data));
            }
        }
        None
    }

    /// Stores what a search of `board` found. An entry of the same board is tightened if it comes from a search of the
    /// same kind and kept if it comes from a better one.
    pub(crate) fn store(&self, board: Board, found: Entry) {
        let bucket = self.bucket(board);
        let before = sequence(bucket).load(Ordering::Relaxed);
        if before & 1 != 0 {
            return;
        }
        // ORDERING: acquire on success pairs with the release of the last writer, so that the words read below are its.
        if sequence(bucket)
            .compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            return;
        }
        // ORDERING: no word may be seen changed before the number is odd.
        fence(Ordering::Release);
        Self::write(
            bucket,
            board,
            found,
            self.generation.load(Ordering::Relaxed),
        );
        sequence(bucket).store(before + 2, Ordering::Release);
    }

    /// The part of [`Table::store`] that runs while the bucket is held.
    fn write(bucket: &Bucket, board: Board, found: Entry, generation: u8) {
        let mut ways = ways(bucket);
        let own = ways.clone().find(|way| {
            way[0].load(Ordering::Relaxed) == board.own().bits()
                && way[1].load(Ordering::Relaxed) == board.opponent().bits()
        });
        let mut entry = found;
        if let Some(way) = own {
            let known = Entry::unpack(way[2].load(Ordering::Relaxed));
            entry = merge(known, found);
            way[2].store(entry.pack(generation), Ordering::Relaxed);
            return;
        }
        let victim = ways
            .by_ref()
            .min_by_key(|way| worth(way[2].load(Ordering::Relaxed), generation))
            .expect("a bucket has ways");
        victim[0].store(board.own().bits(), Ordering::Relaxed);
        victim[1].store(board.opponent().bits(), Ordering::Relaxed);
        victim[2].store(entry.pack(generation), Ordering::Relaxed);
    }
}

/// What two searches of one position tell together.
fn merge(known: Entry, found: Entry) -> Entry {
    let moves = match found.moves[0] {
        Some(best) if known.moves[0] != Some(best) => [Some(best), known.moves[0]],
        _ => known.moves,
    };
    if (known.depth, known.selectivity) == (found.depth, found.selectivity) {
        let lower = known.lower.max(found.lower);
        let upper = known.upper.min(found.upper);
        if lower <= upper {
            return Entry {
                lower,
                upper,
                moves,
                ..found
            };
        }
        // Searches that leave things out can contradict each other: the newer one counts.
        return Entry { moves, ..found };
    }
    if known.serves(found.depth, found.selectivity) {
        Entry { moves, ..known }
    } else {
        Entry { moves, ..found }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("buckets", &self.count)
            .finish_non_exhaustive()
    }
}
