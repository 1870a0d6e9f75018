//! Parity order: squares in quadrants with an odd number of empties first.
//!
//! Who enters an odd region tends to play last there. Source: known from Zebra and Edax.

use xsquare_engine::{Bitboard, OddQuadrants, Square};

/// The odd quadrants of a set of empty squares.
#[inline]
pub(super) fn odd(empties: u64) -> OddQuadrants {
    OddQuadrants::of(Bitboard::from_bits(empties))
}

/// The squares of `empties`, those in odd quadrants first.
#[inline(always)]
pub(super) fn odd_first(empties: u64, odd: OddQuadrants) -> impl Iterator<Item = Square> {
    let empties = Bitboard::from_bits(empties);
    let first = empties & odd.squares();
    first.into_iter().chain(empties - first)
}
