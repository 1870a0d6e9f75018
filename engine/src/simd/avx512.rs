//! Kernels for AVX-512 (F, VL and CD).
//!
//! All functions are safe to call where the CPU has these; the dispatcher upholds that.

use super::lanes::{lanes, splat, union, union_of_two};
use super::rays::rays;
use crate::square::Square;
use std::arch::x86_64::{
    __m512i, _mm_or_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_lzcnt_epi64, _mm256_min_epu64, _mm256_or_si256, _mm256_rorv_epi64, _mm256_setzero_si256,
    _mm256_sub_epi64, _mm512_and_si512, _mm512_castsi512_si128, _mm512_extracti32x4_epi32,
    _mm512_or_si512, _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_setr_epi64,
};

/// Where an opponent's disc can be outflanked on a row, a column and a diagonal: not at the ends of the line.
const INNER: [u64; 3] = [
    0x7e7e_7e7e_7e7e_7e7e,
    0x00ff_ffff_ffff_ff00,
    0x007e_7e7e_7e7e_7e00,
];

/// Legal moves by parallel-prefix fill in all eight directions at once.
///
/// The eight lanes rotate by the steps of the four lines, upwards and downwards, so that one instruction serves both
/// ways. What a rotation carries round the rim lands outside the squares at which a disc can be outflanked.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
pub(super) fn legal_moves(own: u64, opponent: u64) -> u64 {
    let [row, column, diagonal] = INNER;
    let step = directions([1, 8, 9, 7, 63, 56, 55, 57]);
    let two_steps = directions([2, 16, 18, 14, 62, 48, 46, 50]);
    let inner = _mm512_and_si512(
        _mm512_set1_epi64(opponent.cast_signed()),
        directions([
            row, column, diagonal, diagonal, row, column, diagonal, diagonal,
        ]),
    );
    let discs = _mm512_set1_epi64(own.cast_signed());

    let mut run = _mm512_and_si512(inner, _mm512_rolv_epi64(discs, step));
    run = _mm512_or_si512(run, _mm512_and_si512(inner, _mm512_rolv_epi64(run, step)));
    let pairs = _mm512_and_si512(inner, _mm512_rolv_epi64(inner, step));
    for _ in 0..2 {
        run = _mm512_or_si512(
            run,
            _mm512_and_si512(pairs, _mm512_rolv_epi64(run, two_steps)),
        );
    }
    let reached = _mm512_rolv_epi64(run, step);
    // Three extractions side by side are sooner done than two in turn.
    let quarters = [
        _mm512_castsi512_si128(reached),
        _mm512_extracti32x4_epi32::<1>(reached),
        _mm512_extracti32x4_epi32::<2>(reached),
        _mm512_extracti32x4_epi32::<3>(reached),
    ];
    let [first, others @ ..] = quarters;
    let lines = others.into_iter().fold(first, |a, b| _mm_or_si128(a, b));
    union_of_two(lines) & !(own | opponent)
}

/// Flips along the four lines at once, one register for each way: the nearest square that is no opponent disc is the
/// lowest bit upwards, the highest downwards. If it is an own disc, all before it flip.
///
/// Idea: the flip kernels with vector lzcnt of T. Okuhara's notes; the rotation is ours.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
pub(super) fn flips(square: Square, own: u64, opponent: u64) -> u64 {
    let rays = rays(square);
    let (own, opponent) = (splat(own), splat(opponent));

    let ray = lanes(&rays.up);
    let stops = _mm256_andnot_si256(opponent, ray);
    let nearest = _mm256_and_si256(stops, _mm256_sub_epi64(_mm256_setzero_si256(), stops));
    let end = _mm256_and_si256(nearest, own);
    // The squares below the end, or none if there is no end.
    let below = _mm256_sub_epi64(end, _mm256_min_epu64(end, splat(1)));
    let up = _mm256_and_si256(below, ray);

    let ray = lanes(&rays.down);
    let stops = _mm256_andnot_si256(opponent, ray);
    // One above the highest stop: 1 rotated down by its distance from the top. A rotation takes its count modulo 64, as
    // the instruction does; a shift would cost a comparison for counts of 64. Without a stop this is bit 0, which
    // no doubled set contains.
    let above_nearest = _mm256_rorv_epi64(splat(1), _mm256_lzcnt_epi64(stops));
    let above_end = _mm256_and_si256(above_nearest, _mm256_add_epi64(own, own));
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), above_end);
    let down = _mm256_and_si256(above, ray);

    union(_mm256_or_si256(up, down))
}

/// The eight words as the lanes of a register.
#[inline]
#[target_feature(enable = "avx512f")]
fn directions(words: [u64; 8]) -> __m512i {
    let w = words.map(u64::cast_signed);
    _mm512_setr_epi64(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7])
}
