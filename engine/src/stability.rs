//! A lower bound on stable discs: those that no continuation whatever can turn over.
//!
//! A disc is turned over along one of its four lines, by a disc placed on that line. So it is stable if, for each of
//! the four, the line is full, or a neighbour on the line is a stable disc of the same side (a run that is turned over
//! contains both or neither), or the disc is at the end of the line. Discs on the rim lie at the ends of all lines but
//! the edge itself, so there an exhaustive table of the edge is exact as far as one edge goes; from the rim and the
//! full lines stability spreads inwards until nothing is added.
//!
//! Not all stable discs are found, and few before the corners are taken. Source: the method is that of Logistello and
//! Edax (M. Buro, R. Delorme).

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// Discs of `own` that are stable whatever `own` and `opponent` play from now on: a lower bound.
///
/// For the other side exchange the arguments.
#[inline]
pub fn stable_discs(own: u64, opponent: u64) -> u64 {
    let full = full_lines(own | opponent);
    let inner = own & !Bitboard::EDGES.bits();
    let mut stable = own & stable_edge_discs(own, opponent);
    stable |= inner & full[0] & full[1] & full[2] & full[3];
    loop {
        let supported = (full[0] | stable << 1 | stable >> 1)
            & (full[1] | stable << 8 | stable >> 8)
            & (full[2] | stable << 9 | stable >> 9)
            & (full[3] | stable << 7 | stable >> 7);
        // Shifts wrap round the rim only to squares on it.
        let more = stable | inner & supported;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// Discs of both sides on the rim that no play along the edges can turn over. The others on the rim are not stable, or
/// so only by the lack of moves elsewhere.
#[inline]
pub fn stable_edge_discs(own: u64, opponent: u64) -> u64 {
    let top = edge(row_1(own), row_1(opponent));
    let bottom = edge(row_1(own >> 56), row_1(opponent >> 56));
    let left = edge(column_a(own), column_a(opponent));
    let right = edge(column_a(own >> 7), column_a(opponent >> 7));
    u64::from(top) | u64::from(bottom) << 56 | to_column_a(left) | to_column_a(right) << 7
}

/// The stable discs of an edge from the discs of one side and of the other on it.
#[inline(always)]
fn edge(own: u8, opponent: u8) -> u8 {
    STABLE_ON_EDGE[usize::from(own) << 8 | usize::from(opponent)]
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte is row 1")]
const fn row_1(set: u64) -> u8 {
    set as u8
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Column a as a row, top square first.
#[inline(always)]
const fn column_a(set: u64) -> u8 {
    row_1((set & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56)
}

/// A row turned into column a: each bit is singled out in its own row, then moved to the front.
#[inline(always)]
const fn to_column_a(row: u8) -> u64 {
    let one_a_row = (row as u64).wrapping_mul(COLUMN_A) & 0x8040_2010_0804_0201;
    (one_a_row + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & COLUMN_A
}

/// For each content of an edge, own discs times 256 plus opponent's: the discs of both sides that stay as they are
/// whoever plays on it, in whatever order. Any disc may be placed on an empty square of an edge, because it may flip
/// something elsewhere.
static STABLE_ON_EDGE: [u8; 1 << 16] = {
    let mut table = [0; 1 << 16];
    // A position that arises by placing a disc has more squares occupied, hence the higher number, and is done before.
    let mut occupied: u8 = 0xff;
    loop {
        let mut own = occupied;
        loop {
            let opponent = occupied ^ own;
            table[(own as usize) << 8 | opponent as usize] = stays(&table, own, opponent);
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied;
        }
        if occupied == 0 {
            break;
        }
        occupied -= 1;
    }
    table
};

/// The discs that stay, from the entries for one disc more.
const fn stays(table: &[u8; 1 << 16], own: u8, opponent: u8) -> u8 {
    let mut stable = own | opponent;
    let mut place = 0;
    while place < 8 {
        let disc = 1 << place;
        if (own | opponent) & disc == 0 {
            stable &=
                stays_after(table, disc, own, opponent) & stays_after(table, disc, opponent, own);
        }
        place += 1;
    }
    stable
}

/// The discs that stay if `mover` places `disc`.
const fn stays_after(table: &[u8; 1 << 16], disc: u8, mover: u8, other: u8) -> u8 {
    let mut up = 0;
    let mut next = disc << 1;
    while next & other != 0 {
        up |= next;
        next <<= 1;
    }
    let mut flips = if next & mover != 0 { up } else { 0 };
    let mut down = 0;
    let mut next = disc >> 1;
    while next & other != 0 {
        down |= next;
        next >>= 1;
    }
    if next & mover != 0 {
        flips |= down;
    }
    let after = ((mover | flips | disc) as usize) << 8 | (other & !flips) as usize;
    table[after] & !flips
}

/// The squares whose row, column, diagonal and anti-diagonal are full.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    // For each square and direction: all squares as far as 1, 3, 7 steps away are occupied or off the board.
    let mut full = [occupied; 8];
    for (doubling, outside) in OUTSIDE.iter().enumerate() {
        for (direction, set) in full.iter_mut().enumerate() {
            *set &= set.rotate_right(STEPS[direction] << doubling) | outside[direction];
        }
    }
    [
        full[0] & full[4],
        full[1] & full[5],
        full[2] & full[6],
        full[3] & full[7],
    ]
}

/// Steps in index order along row, column, diagonal, anti-diagonal, and back; the latter modulo 64.
const STEPS: [u32; 8] = [1, 8, 9, 7, 63, 56, 55, 57];

/// For 1, 2 and 4 steps in each direction, the squares from where they lead off the board.
const OUTSIDE: [[u64; 8]; 3] = {
    const DIRECTIONS: [(isize, isize); 8] = [
        (1, 0),
        (0, 1),
        (1, 1),
        (-1, 1),
        (-1, 0),
        (0, -1),
        (-1, -1),
        (1, -1),
    ];
    let mut sets = [[0; 8]; 3];
    let mut doubling = 0;
    while doubling < 3 {
        let mut direction = 0;
        while direction < 8 {
            let (columns, rows) = DIRECTIONS[direction];
            let mut index = 0;
            while index < Square::COUNT {
                let column = Square::ALL[index].column().cast_signed() + (columns << doubling);
                let row = Square::ALL[index].row().cast_signed() + (rows << doubling);
                if column < 0 || column > 7 || row < 0 || row > 7 {
                    sets[doubling][direction] |= 1 << index;
                }
                index += 1;
            }
            direction += 1;
        }
        doubling += 1;
    }
    sets
};

impl Board {
    /// Own discs that can never be turned over: a lower bound, see [`stability`](crate::stability).
    ///
    /// ```
    /// use xsquare_engine::{Bitboard, Board, Square};
    /// let edge = Bitboard::from_iter([Square::A1, Square::B1, Square::C1]);
    /// let board = Board::new(edge | Square::E4.bitboard(), Square::D5.bitboard()).unwrap();
    /// assert_eq!(board.stable_discs(), edge);
    /// ```
    #[inline]
    pub fn stable_discs(self) -> Bitboard {
        Bitboard::from_bits(stable_discs(self.own().bits(), self.opponent().bits()))
    }

    /// The opponent's discs that can never be turned over: a lower bound.
    #[inline]
    pub fn opponent_stable_discs(self) -> Bitboard {
        self.pass().stable_discs()
    }
}

#[cfg(test)]
mod tests;
