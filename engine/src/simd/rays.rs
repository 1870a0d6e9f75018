//! The four lines through each square, cut at the square: what the flip kernels walk along.

use crate::square::Square;

/// Number of lines through a square: in order row, column, diagonal (a1–h8), anti-diagonal (h1–a8).
pub(super) const LINES: usize = 4;

/// The eight rays of one square, two for each line. One cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Rays {
    /// Squares beyond in increasing index order.
    pub(super) up: [u64; LINES],
    /// Squares beyond in decreasing index order.
    pub(super) down: [u64; LINES],
}

/// The rays of `square`.
#[inline(always)]
pub(super) fn rays(square: Square) -> &'static Rays {
    &RAYS[square.index()]
}

static RAYS: [Rays; Square::COUNT] = {
    let mut table = [Rays {
        up: [0; LINES],
        down: [0; LINES],
    }; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::ALL[index];
        let mut line = 0;
        while line < LINES {
            let (columns, rows) = DIRECTIONS[line];
            table[index].up[line] = ray(square, columns, rows);
            table[index].down[line] = ray(square, -columns, -rows);
            line += 1;
        }
        index += 1;
    }
    table
};

/// The lines through `square`, the square itself included.
pub(super) const fn lines(square: Square) -> [u64; LINES] {
    let mut lines = [square.bitboard().bits(); LINES];
    let mut line = 0;
    while line < LINES {
        let (columns, rows) = DIRECTIONS[line];
        lines[line] |= ray(square, columns, rows) | ray(square, -columns, -rows);
        line += 1;
    }
    lines
}

/// Columns and rows from a square to the next in increasing index order, for each line.
const DIRECTIONS: [(isize, isize); LINES] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The squares from `square` (exclusive) to the rim, by steps of so many columns and rows.
const fn ray(square: Square, columns: isize, rows: isize) -> u64 {
    let mut set = 0;
    let mut column = square.column().checked_add_signed(columns);
    let mut row = square.row().checked_add_signed(rows);
    while let (Some(c), Some(r)) = (column, row) {
        let Some(next) = Square::from_coordinates(c, r) else {
            break;
        };
        set |= next.bitboard().bits();
        column = c.checked_add_signed(columns);
        row = r.checked_add_signed(rows);
    }
    set
}
