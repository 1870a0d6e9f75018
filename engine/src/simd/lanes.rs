//! The four lines through a square as the four 64-bit lanes of a 256-bit register: in and out.
//!
//! Registers never cross a function that is not inlined: Rust would pass them through memory.

use super::rays::LINES;
use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
};

/// The index distance of neighbours on each line: row, column, diagonal, anti-diagonal.
pub(super) const STEPS: [u64; LINES] = [1, 8, 9, 7];

/// The four words, one a lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes(words: &[u64; LINES]) -> __m256i {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The word in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn splat(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(lanes: __m256i) -> u64 {
    union_of_two(_mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    ))
}

/// The union of two lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union_of_two(lanes: __m128i) -> u64 {
    let word = _mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes));
    _mm_cvtsi128_si64(word).cast_unsigned()
}
