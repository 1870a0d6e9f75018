//! Kernels for AVX2 and BMI2: the four lines through a square are the four 64-bit lanes of a register.
//!
//! All functions are safe to call where the CPU has these; the dispatcher upholds that.

use super::lanes::{STEPS, lanes, splat, union};
use super::last::{LastFlips, last_lines};
use super::rays::{LINES, rays};
use crate::square::Square;
use std::arch::x86_64::{
    _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64, _mm256_or_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_xor_si256,
    _pext_u64,
};

/// Where an opponent's disc can be outflanked on a line at all. Off these squares the steps of the line would wrap
/// round the rim.
const INNER: [u64; LINES] = [
    0x7e7e_7e7e_7e7e_7e7e,
    u64::MAX,
    0x7e7e_7e7e_7e7e_7e7e,
    0x7e7e_7e7e_7e7e_7e7e,
];

/// Legal moves by parallel-prefix fill along the four lines at once, one register for each way.
///
/// Runs of opponent discs are doubled: one step, one step more, then twice two steps make six.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn legal_moves(own: u64, opponent: u64) -> u64 {
    let step = lanes(&STEPS);
    let two_steps = _mm256_add_epi64(step, step);
    let discs = splat(own);
    let inner = _mm256_and_si256(splat(opponent), lanes(&INNER));

    let mut up = _mm256_and_si256(inner, _mm256_sllv_epi64(discs, step));
    let mut down = _mm256_and_si256(inner, _mm256_srlv_epi64(discs, step));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(
            up,
            _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)),
        );
        down = _mm256_or_si256(
            down,
            _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)),
        );
    }
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    union(reached) & !(own | opponent)
}

/// Flips along the four lines at once.
///
/// Upwards the nearest square that is no opponent disc is a lowest bit, which subtraction finds. Downwards it is a
/// highest bit, for which AVX2 has no instruction: there own discs are smeared down the line, which leaves what lies
/// above the first, and the line counts if its highest own disc is above its highest empty square. The comparison is
/// signed, which is the same: bit 63, h8, is on no downward ray.
///
/// Idea: the compare-and-mask flip kernels of T. Okuhara's notes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(square: Square, own: u64, opponent: u64) -> u64 {
    let rays = rays(square);
    let (own, opponent) = (splat(own), splat(opponent));

    let ray = lanes(&rays.up);
    let stops = _mm256_andnot_si256(opponent, ray);
    let below = _mm256_add_epi64(stops, splat(u64::MAX));
    let to_stop = _mm256_and_si256(_mm256_xor_si256(stops, below), ray);
    let others = _mm256_andnot_si256(own, to_stop);
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(others, to_stop), others);

    let ray = lanes(&rays.down);
    let ends = _mm256_and_si256(own, ray);
    let gaps = _mm256_xor_si256(_mm256_andnot_si256(opponent, ray), ends);
    let step = lanes(&STEPS);
    let two_steps = _mm256_add_epi64(step, step);
    let mut smear = _mm256_or_si256(ends, _mm256_srlv_epi64(ends, step));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, two_steps));
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, four_steps));
    let beyond = _mm256_andnot_si256(smear, ray);
    let down = _mm256_and_si256(_mm256_cmpgt_epi64(ends, gaps), beyond);

    union(_mm256_or_si256(up, down))
}

/// The last empty square's flips for both sides; `pext` takes the discs off each line in one step.
///
/// AMD's CPUs before Zen 3 have that instruction but run it slowly.
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn last_flips(square: Square, own: u64) -> LastFlips {
    let lines = last_lines(square);
    LastFlips::on_lines(
        lines.from_top,
        lines.squares.map(|line| _pext_u64(own, line)),
    )
}
