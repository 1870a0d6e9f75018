//! Kernels without SIMD.

use super::last::{LastFlips, last_lines};
use super::rays::{LINES, Rays, rays};
use crate::square::Square;

/// Everything but the outer columns: no line along a row or a diagonal flips a disc there.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Legal moves by parallel-prefix fill: runs of opponent discs that start at an own disc, doubled at each step.
///
/// Source: the Kogge–Stone fill known from chess programming; see G. Jaquenod's and T. Okuhara's notes.
#[inline]
pub fn legal_moves(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let reached = fill::<1>(own, inner)
        | fill::<7>(own, inner)
        | fill::<9>(own, inner)
        | fill::<8>(own, opponent);
    reached & !(own | opponent)
}

/// The squares one step beyond each run of `through` that starts next to `from`, both ways along one direction.
#[inline(always)]
fn fill<const STEP: u32>(from: u64, through: u64) -> u64 {
    let mut up = through & (from << STEP);
    let mut down = through & (from >> STEP);
    up |= through & (up << STEP);
    down |= through & (down >> STEP);
    let pairs_up = through & (through << STEP);
    let pairs_down = through & (through >> STEP);
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// Flips line by line: find the nearest square that is no opponent disc; if it is an own disc, all before it flip.
#[inline]
pub fn flips(square: Square, own: u64, opponent: u64) -> u64 {
    let Rays { up, down } = rays(square);
    let mut flips = 0;
    for line in 0..LINES {
        // Upwards the nearest is the lowest bit. With no end on the ray `end` is 0 and so is the outcome.
        let stop = up[line] & !opponent;
        let end = stop & stop.wrapping_neg() & own;
        flips |= up[line] & end.wrapping_sub(u64::from(end != 0));
        // Downwards it is the highest; the discs above it are those that the doubled bit's negation covers.
        let stop = down[line] & !opponent | 1;
        let end = (1_u64 << 63 >> stop.leading_zeros()) & own & down[line];
        flips |= down[line] & (end << 1).wrapping_neg() & u64::from(end != 0).wrapping_neg();
    }
    flips
}

/// The last empty square's flips for both sides; the discs on each line are gathered by multiplication.
#[inline]
pub fn last_flips(square: Square, own: u64) -> LastFlips {
    /// Column a. Multiplied by this, a set with at most one square a column is projected on the top byte.
    const ONE_A_ROW: u64 = 0x0101_0101_0101_0101;
    /// Multiplied by this, column a is turned on its side into the top byte.
    const COLUMN_TO_BYTE: u64 = 0x0102_0408_1020_4080;
    let lines = last_lines(square);
    let [row, column, diagonal, _] = lines.from_top;
    let [_, _, on_diagonal, on_anti_diagonal] = lines.squares;
    let [left, anti_left] = lines.left;
    LastFlips::on_lines(
        [row, column, diagonal, lines.anti_from_left],
        [
            own >> (8 * square.row()) & 0xff,
            (own >> square.column() & ONE_A_ROW).wrapping_mul(COLUMN_TO_BYTE) >> 56,
            (own & on_diagonal).wrapping_mul(ONE_A_ROW) >> 56 >> left,
            (own & on_anti_diagonal).wrapping_mul(ONE_A_ROW) >> 56 >> anti_left,
        ],
    )
}
