//! What the last disc of a game turns over, looked up line by line.
//!
//! When one square is empty, each of its lines is full but for that square, so a line is told by the discs of one
//! side alone, and one table entry can say what either side would flip there. Idea: T. Okuhara, for Edax 4.5.5.

use super::rays::{LINES, lines};
use crate::square::Square;

/// How many discs either side would flip on the last empty square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastFlips {
    /// Own count in the low byte, the opponent's in the high byte.
    packed: u16,
}

impl LastFlips {
    /// Number of discs that the side to move would flip; 0 means that it may not move there.
    #[inline(always)]
    pub const fn own(self) -> u32 {
        self.packed as u32 & 0xff
    }

    /// Number of discs that the other side would flip; 0 means that it may not move there.
    #[inline(always)]
    pub const fn opponent(self) -> u32 {
        self.packed as u32 >> 8
    }

    /// The sum over the lines through the empty square, each with the own discs on it.
    #[inline(always)]
    pub(super) fn on_lines(lines: [Line; LINES], discs: [u64; LINES]) -> Self {
        let mut packed = 0;
        for (line, discs) in lines.into_iter().zip(discs) {
            packed += line.flips(discs);
        }
        Self { packed }
    }
}

/// Number of table entries; a power of two, so that a mask keeps an index inside without a comparison.
const ENTRIES: usize = 4096;

/// For each length of a line and each place on it, one entry for each set of own discs on the line: what own flips
/// from that place, and 256 times what the opponent flips. The longest lines come first.
static FLIPS: [u16; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let start = Line::new(length, place).start as usize;
            let mut discs = 0;
            while discs < 1 << length {
                let own = flips_on_line(length, place, discs);
                let opponent = flips_on_line(length, place, !discs);
                table[start + discs] = own | opponent << 8;
                discs += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
};

/// Discs that the side with `discs` on a line flips from `place` if all others on it are the other side's.
#[expect(clippy::cast_possible_truncation, reason = "a line has 8 squares")]
const fn flips_on_line(length: usize, place: usize, discs: usize) -> u16 {
    let mut flips = 0;
    // All squares before the nearest own disc on either side, if there is one.
    let above = discs >> (place + 1) & ((1 << (length - place - 1)) - 1);
    if above != 0 {
        flips += above.trailing_zeros() as usize;
    }
    let below = discs & ((1 << place) - 1);
    if below != 0 {
        flips += place - 1 - below.ilog2() as usize;
    }
    flips as u16
}

/// A line seen from a square on it: where its entries begin in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    start: u32,
}

impl Line {
    /// The line of `length` squares (1..=8) seen from the square with number `place` on it.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the table has 4096 entries"
    )]
    const fn new(length: usize, place: usize) -> Self {
        assert!(place < length && length <= 8);
        let mut start = place << length;
        let mut longer = length + 1;
        while longer <= 8 {
            start += longer << longer;
            longer += 1;
        }
        assert!(start + (1 << length) <= ENTRIES);
        Self {
            start: start as u32,
        }
    }

    /// Both sides' flips, packed, for these own discs: bit `n` is the line's square with number `n`.
    #[inline(always)]
    fn flips(self, discs: u64) -> u16 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a line has at most 8 squares"
        )]
        let index = self.start + discs as u32;
        FLIPS[index as usize % ENTRIES]
    }
}

/// The four lines through a square. One cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct LastLines {
    /// Row, column, diagonal, anti-diagonal.
    pub(super) squares: [u64; LINES],
    /// Their places in the table, squares numbered from the top, those of the row from the left.
    pub(super) from_top: [Line; LINES],
    /// The anti-diagonal's place in the table, squares numbered from the left. The others are the same either way.
    pub(super) anti_from_left: Line,
    /// The leftmost columns of the diagonal and the anti-diagonal.
    pub(super) left: [u8; 2],
}

/// The lines through `square`.
#[inline(always)]
pub(super) fn last_lines(square: Square) -> &'static LastLines {
    &LAST_LINES[square.index()]
}

static LAST_LINES: [LastLines; Square::COUNT] = {
    let mut table = [LastLines::new(Square::A1); Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = LastLines::new(Square::ALL[index]);
        index += 1;
    }
    table
};

impl LastLines {
    #[expect(clippy::cast_possible_truncation, reason = "there are 8 columns")]
    const fn new(square: Square) -> Self {
        let squares = lines(square);
        let earlier = square.bitboard().bits() - 1;
        let mut lengths = [0; LINES];
        let mut places = [0; LINES];
        let mut from_top = [Line { start: 0 }; LINES];
        let mut line = 0;
        while line < LINES {
            lengths[line] = squares[line].count_ones() as usize;
            places[line] = (squares[line] & earlier).count_ones() as usize;
            from_top[line] = Line::new(lengths[line], places[line]);
            line += 1;
        }
        let [.., anti_length] = lengths;
        let [.., place, anti_place] = places;
        let anti_place = anti_length - 1 - anti_place;
        Self {
            squares,
            from_top,
            anti_from_left: Line::new(anti_length, anti_place),
            left: [
                (square.column() - place) as u8,
                (square.column() - anti_place) as u8,
            ],
        }
    }
}
