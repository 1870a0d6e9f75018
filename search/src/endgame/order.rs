//! Which moves come first at six to fourteen empty squares.
//!
//! A move is worth trying early if its refutation, should it fail, is cheap, and if it is likely not to fail. Few replies
//! tell of both ("fastest first"); the other signs are those that players know. The weights are fitted: they make the
//! search of the problems in `TUNING.md` visit the fewest nodes.

use xsquare_engine::{Bitboard, Square};

/// What the signs of a move count, in points; greater is earlier. A reply counts −64.
struct Weights {
    /// A reply in a corner, on top.
    corner_reply: i32,
    /// The move is in a quadrant with an odd number of empty squares.
    odd: i32,
    /// An empty square next to the one played on.
    neighbour: i32,
    /// A corner held by the mover.
    corner: i32,
    /// A disc of the mover next to a corner of his.
    beside_corner: i32,
    /// Any disc of the mover.
    disc: i32,
    /// Two discs for the mover by the small evaluation, where that is asked.
    glance: i32,
}

/// For each number of empty squares before the move.
static WEIGHTS: [Weights; 16] = {
    const fn weights(values: [i32; 7]) -> Weights {
        let [
            corner_reply,
            odd,
            neighbour,
            corner,
            beside_corner,
            disc,
            glance,
        ] = values;
        Weights {
            corner_reply,
            odd,
            neighbour,
            corner,
            beside_corner,
            disc,
            glance,
        }
    }
    let mut table = [const { weights([-32, 28, -6, -12, 8, 0, 0]) }; 16];
    table[8] = weights([-48, 12, -4, 16, 4, 0, 0]);
    table[9] = weights([-48, 12, -4, 16, 4, 0, 0]);
    table[10] = weights([-64, 20, -20, 16, 16, -8, 0]);
    table[11] = weights([-40, 8, -4, -8, 16, -8, 12]);
    table[12] = weights([-32, 12, -4, -22, 24, -8, 20]);
    table[13] = weights([-32, 12, -4, -34, 24, -8, 16]);
    table[14] = weights([-32, 0, -12, -22, 24, -8, 28]);
    table
};

/// What all moves of a position have in common.
pub(super) struct Ranking {
    weights: &'static Weights,
    empties: u64,
    odd_squares: u64,
}

impl Ranking {
    /// For a position with these empty squares, of which `odd_squares` are in odd quadrants.
    #[inline(always)]
    pub(super) fn new(empties: u64, odd_squares: u64) -> Self {
        Self {
            weights: &WEIGHTS[empties.count_ones() as usize & 15],
            empties,
            odd_squares,
        }
    }

    /// The rank of a move on `square` after which the mover has `discs` and the other side `replies`.
    #[inline(always)]
    pub(super) fn of(&self, square: Square, discs: u64, replies: u64) -> i32 {
        let count = |set: u64| set.count_ones().cast_signed();
        let corners = Bitboard::CORNERS.bits();
        let weights = self.weights;
        let odd = (self.odd_squares >> square.index() & 1)
            .count_ones()
            .cast_signed();
        -64 * count(replies)
            + weights.corner_reply * count(replies & corners)
            + weights.odd * odd
            + weights.neighbour * count(neighbours(square) & self.empties)
            + weights.corner * count(discs & corners)
            + weights.beside_corner * count(beside_corners(discs))
            + weights.disc * count(discs)
    }

    /// What is taken from the rank of a move after which the other side has this `value` by the small evaluation, in
    /// eighths of a disc.
    #[inline(always)]
    pub(super) const fn of_glance(&self, value: i32) -> i32 {
        (value * self.weights.glance) >> 4
    }
}

/// Those of the discs that lie next to a corner which is among them.
#[inline(always)]
fn beside_corners(discs: u64) -> u64 {
    /// The squares around the corners.
    const BESIDE: u64 = 0x42c3_0000_0000_c342;
    let corners = Bitboard::from_bits(discs) & Bitboard::CORNERS;
    corners.neighbours().bits() & discs & BESIDE
}

/// The squares around a square.
#[inline(always)]
pub(super) fn neighbours(square: Square) -> u64 {
    static NEIGHBOURS: [u64; 64] = {
        let mut table = [0; 64];
        let mut index = 0;
        while index < 64 {
            table[index] = Bitboard::from_bits(1 << index).neighbours().bits();
            index += 1;
        }
        table
    };
    NEIGHBOURS[square.index()]
}
