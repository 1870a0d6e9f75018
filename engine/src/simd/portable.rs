//! Kernels without SIMD.

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

/// The rays from each square, nearest first: `[square][line]`, lines being row, column, diagonal, anti-diagonal.
#[derive(Debug)]
pub(crate) struct Rays {
    /// Squares beyond in increasing index order.
    pub(crate) up: [[u64; 4]; 64],
    /// Squares beyond in decreasing index order.
    pub(crate) down: [[u64; 4]; 64],
}

pub(crate) static RAYS: Rays = rays();

const fn ray(square: usize, columns: isize, rows: isize) -> u64 {
    let mut column = (square % 8) as isize + columns;
    let mut row = (square / 8) as isize + rows;
    let mut set = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        set |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    set
}

const fn rays() -> Rays {
    let mut rays = Rays {
        up: [[0; 4]; 64],
        down: [[0; 4]; 64],
    };
    let mut square = 0;
    while square < 64 {
        rays.up[square] = [
            ray(square, 1, 0),
            ray(square, 0, 1),
            ray(square, 1, 1),
            ray(square, -1, 1),
        ];
        rays.down[square] = [
            ray(square, -1, 0),
            ray(square, 0, -1),
            ray(square, -1, -1),
            ray(square, 1, -1),
        ];
        square += 1;
    }
    rays
}

/// Flips line by line: find the nearest square that is no opponent disc; if it is an own disc, all before it flip.
#[inline]
pub fn flips(square: Square, own: u64, opponent: u64) -> u64 {
    let up = &RAYS.up[square.index()];
    let down = &RAYS.down[square.index()];
    let mut flips = 0;
    for line in 0..4 {
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
