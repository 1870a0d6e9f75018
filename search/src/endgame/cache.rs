//! A small cache of endgame positions for one thread: it fits the second-level cache and needs no synchronisation.
//!
//! Source: thread-local endgame tables came with Edax 4.5.5 (T. Okuhara) and Egaroucid (T. Yamana).

use std::fmt;

/// Entries, a power of two. 24 bytes each.
const ENTRIES: usize = 1 << 14;

/// Bounds of a position's score in discs, from its mover's view. The board is stored whole: a hit is never false.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    own: u64,
    opponent: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
}

impl Entry {
    /// Holds a board that cannot occur: both sides on every square.
    const EMPTY: Self = Self {
        own: u64::MAX,
        opponent: u64::MAX,
        lower: -64,
        upper: 64,
    };
}

/// Direct-mapped, always overwriting.
pub(crate) struct LocalCache(Box<[Entry; ENTRIES]>);

impl LocalCache {
    /// The slot of a position.
    #[inline(always)]
    pub(super) fn slot(own: u64, opponent: u64) -> usize {
        // Two odd multipliers, one for each side, so that swapped sides differ; the high bits are the best mixed.
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the high bits that number the entries"
        )]
        let slot =
            (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> (64 - ENTRIES.trailing_zeros())) as usize;
        slot
    }

    /// What is known of the position, which belongs in `slot`.
    #[inline(always)]
    pub(super) fn probe(&self, slot: usize, own: u64, opponent: u64) -> Option<Entry> {
        let entry = self.0[slot & (ENTRIES - 1)];
        (entry.own == own && entry.opponent == opponent).then_some(entry)
    }

    /// Notes the outcome of a null-window search.
    #[inline(always)]
    pub(super) fn store(&mut self, slot: usize, own: u64, opponent: u64, alpha: i32, score: i32) {
        let entry = &mut self.0[slot & (ENTRIES - 1)];
        if entry.own != own || entry.opponent != opponent {
            *entry = Entry {
                own,
                opponent,
                lower: -64,
                upper: 64,
            };
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "scores are within 64 discs"
        )]
        let score_byte = score as i8;
        if score > alpha {
            entry.lower = entry.lower.max(score_byte);
        } else {
            entry.upper = entry.upper.min(score_byte);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill(Entry::EMPTY);
    }
}

impl Default for LocalCache {
    fn default() -> Self {
        let entries = vec![Entry::EMPTY; ENTRIES].into_boxed_slice();
        Self(entries.try_into().expect("the length is right"))
    }
}

impl fmt::Debug for LocalCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalCache")
            .field("entries", &ENTRIES)
            .finish()
    }
}
