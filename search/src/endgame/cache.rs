//! A small cache of endgame positions for one thread: it fits the second-level cache and needs no synchronisation.
//!
//! A position is mixed into a key that can be unmixed again. The key's high bits number the bucket and need not be
//! stored; the bounds take their place, so that an entry is 16 bytes, board included.
//!
//! Source: thread-local endgame tables came with Edax 4.5.5 (T. Okuhara) and Egaroucid (T. Yamana).

use std::fmt;

/// Bits that number the buckets. They are not stored, which makes room for as many bits of bounds.
const BUCKET_BITS: u32 = 14;
/// Entries in a bucket.
const WAYS: usize = 2;
/// Bits of one bound: half the score plus 32 discs.
const BOUND_BITS: u32 = 7;
const BOUND: u64 = (1 << BOUND_BITS) - 1;
const _: () = assert!(2 * BOUND_BITS <= BUCKET_BITS);

/// The odd numbers that mix a key.
const OWN: u64 = 0x9e37_79b9_7f4a_7c15;
const OPPONENT: u64 = 0xc2b2_ae3d_27d4_eb4f;
const BOTH: u64 = 0xff51_afd7_ed55_8ccd;

/// The number that undoes the multiplication by an odd one.
const fn inverse(odd: u64) -> u64 {
    // Newton's method: the right bits double, from three.
    let mut inverse = odd;
    let mut bits = 3;
    while bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

/// Where a position belongs and what tells it from all others there.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Key {
    own: u64,
    /// The opponent's discs, mixed with the own ones so that nothing is lost, then multiplied by an odd number.
    mixed: u64,
}

impl Key {
    /// The key of a position.
    #[inline(always)]
    pub(super) fn of(own: u64, opponent: u64) -> Self {
        // Given own discs, each step can be undone: two different positions never have the same key.
        let mixed = own.wrapping_mul(OWN) ^ opponent.wrapping_mul(OPPONENT).rotate_left(32);
        Self {
            own,
            mixed: mixed.wrapping_mul(BOTH),
        }
    }

    /// The opponent's discs: [`Key::of`] undone.
    #[inline(always)]
    fn opponent(self) -> u64 {
        let mixed = self.mixed.wrapping_mul(inverse(BOTH)) ^ self.own.wrapping_mul(OWN);
        mixed.rotate_right(32).wrapping_mul(inverse(OPPONENT))
    }

    /// Discs on the board.
    #[inline(always)]
    fn discs(self) -> u32 {
        (self.own | self.opponent()).count_ones()
    }

    #[inline(always)]
    fn bucket(self) -> usize {
        (self.mixed >> (64 - BUCKET_BITS)) as usize
    }

    /// What is stored of the opponent's discs: all but the bits that number the bucket.
    #[inline(always)]
    fn rest(self) -> u64 {
        self.mixed << BUCKET_BITS
    }
}

/// A position with bounds of its score. The board is stored whole, in part by its place: a hit is never false.
#[derive(Debug, Clone, Copy)]
struct Entry {
    own: u64,
    /// The key's rest, then the bounds.
    rest: u64,
}

/// Bounds of a position's score in discs, from its mover's view.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// Nothing is known.
    const ALL: Self = Self {
        lower: -64,
        upper: 64,
    };

    #[inline(always)]
    fn pack(self) -> u64 {
        let half = |score: i32| u64::from((score + 64).cast_unsigned() >> 1);
        half(self.lower) << BOUND_BITS | half(self.upper)
    }

    #[inline(always)]
    fn unpack(packed: u64) -> Self {
        let score = |half: u64| 2 * (half & BOUND) as i32 - 64;
        Self {
            lower: score(packed >> BOUND_BITS),
            upper: score(packed),
        }
    }
}

impl Entry {
    /// Holds a board that cannot occur: own discs on every square.
    const EMPTY: Self = Self {
        own: u64::MAX,
        rest: 0,
    };

    /// The key of the entry, which is in the bucket numbered so.
    #[inline(always)]
    fn key(self, bucket: usize) -> Key {
        Key {
            own: self.own,
            mixed: (bucket as u64) << (64 - BUCKET_BITS) | self.rest >> BUCKET_BITS,
        }
    }

    /// Whether this is the key's position, which belongs in the bucket.
    #[inline(always)]
    fn is(self, key: Key) -> bool {
        self.own == key.own && (self.rest ^ key.rest()) >> BUCKET_BITS == 0
    }
}

/// Buckets of two entries. Of the two that were last stored the one with more empties comes first: it stands for more
/// work, and only its like replace it. The second place takes every position.
pub(crate) struct LocalCache(Box<[[Entry; WAYS]; 1 << BUCKET_BITS]>);

impl LocalCache {
    /// What is known of the position.
    #[inline(always)]
    pub(super) fn probe(&self, key: Key) -> Option<Bounds> {
        let [first, second] = self.0[key.bucket()];
        if first.is(key) {
            Some(Bounds::unpack(first.rest))
        } else if second.is(key) {
            Some(Bounds::unpack(second.rest))
        } else {
            None
        }
    }

    /// Notes the outcome of a null-window search.
    #[inline(always)]
    pub(super) fn store(&mut self, key: Key, alpha: i32, score: i32) {
        let place = key.bucket();
        let bucket = &mut self.0[place];
        let [first, second] = *bucket;
        let mut bounds = Bounds::ALL;
        let mut way = 0;
        if first.is(key) {
            bounds = Bounds::unpack(first.rest);
        } else if second.is(key) {
            bounds = Bounds::unpack(second.rest);
            way = 1;
        } else if key.discs() <= first.key(place).discs() {
            bucket[1] = first;
        } else {
            way = 1;
        }
        if score > alpha {
            bounds.lower = bounds.lower.max(score);
        } else {
            bounds.upper = bounds.upper.min(score);
        }
        bucket[way] = Entry {
            own: key.own,
            rest: key.rest() | bounds.pack(),
        };
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill([Entry::EMPTY; WAYS]);
    }
}

impl Default for LocalCache {
    fn default() -> Self {
        let entries = vec![[Entry::EMPTY; WAYS]; 1 << BUCKET_BITS].into_boxed_slice();
        Self(entries.try_into().expect("the length is right"))
    }
}

impl fmt::Debug for LocalCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalCache")
            .field("entries", &(WAYS << BUCKET_BITS))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_key_can_be_unmixed(own: u64, other: u64) {
            let opponent = other & !own;
            let key = Key::of(own, opponent);
            prop_assert_eq!((key.own, key.opponent()), (own, opponent));
            let stored = Entry { own, rest: key.rest() | Bounds::ALL.pack() };
            prop_assert!(stored.is(key));
            let known = stored.key(key.bucket());
            prop_assert_eq!((known.own, known.mixed), (key.own, key.mixed));
        }

        #[test]
        fn an_entry_is_no_other_position_of_its_bucket(own: u64, other: u64, bit in 0_u32..64) {
            let opponent = other & !own;
            let stored = Entry { own, rest: Key::of(own, opponent).rest() };
            let key = Key::of(own, opponent ^ 1 << bit);
            prop_assert!(key.bucket() != Key::of(own, opponent).bucket() || !stored.is(key));
            prop_assert!(!stored.is(Key::of(own ^ 1 << bit, opponent)));
        }
    }

    #[test]
    fn bounds_survive_packing() {
        for lower in (-64..=64).step_by(2) {
            for upper in (lower..=64).step_by(2) {
                let bounds = Bounds::unpack(Bounds { lower, upper }.pack());
                assert_eq!((bounds.lower, bounds.upper), (lower, upper));
            }
        }
    }

    /// Positions that share a bucket, by discs on the board.
    fn rivals(discs: &[u32]) -> Vec<Key> {
        let bucket = Key::of(0, 0).bucket();
        discs
            .iter()
            .enumerate()
            .map(|(index, &count)| {
                (0..1_u64 << 40)
                    .map(|seed| {
                        let own = (seed << 8 | index as u64).wrapping_mul(OWN);
                        let taken = (0..64).filter(|bit| own >> bit & 1 == 0);
                        let missing = count.saturating_sub(own.count_ones()) as usize;
                        let opponent = taken.take(missing).map(|bit| 1_u64 << bit).sum();
                        Key::of(own, opponent)
                    })
                    .find(|key| key.bucket() == bucket && key.discs() == count)
                    .expect("the numbers do not end")
            })
            .collect()
    }

    #[test]
    fn the_first_place_is_for_more_empties_the_second_for_all() {
        let mut cache = LocalCache::default();
        let keys = rivals(&[55, 52, 56, 52]);
        let known = |cache: &LocalCache| -> Vec<bool> {
            keys.iter().map(|&key| cache.probe(key).is_some()).collect()
        };
        cache.store(keys[0], 3, 10);
        cache.store(keys[1], 3, -6);
        assert_eq!(known(&cache), [true, true, false, false]);
        cache.store(keys[2], 3, 10);
        assert_eq!(known(&cache), [false, true, true, false]);
        cache.store(keys[3], 3, 10);
        assert_eq!(known(&cache), [false, true, false, true]);
        cache.store(keys[1], -9, -8);
        assert_eq!(known(&cache), [false, true, false, true]);
        let bounds = cache.probe(keys[1]).expect("stored twice");
        assert_eq!((bounds.lower, bounds.upper), (-8, -6));
        cache.clear();
        assert_eq!(known(&cache), [false; 4]);
    }
}
