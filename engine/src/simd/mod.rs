//! The kernels behind the rules: one function each, several forms.
//!
//! The form is chosen when the program is built, by the CPU features it is built for; the portable form is always
//! there, as the fallback and as the oracle of the tests.

pub mod portable;

/// Squares on which a side with the discs `own` may move against `opponent`.
#[inline(always)]
pub fn legal_moves(own: u64, opponent: u64) -> u64 {
    portable::legal_moves(own, opponent)
}

/// Discs of `opponent` that a disc of `own` on `square` turns over.
#[inline(always)]
pub fn flips(square: crate::Square, own: u64, opponent: u64) -> u64 {
    portable::flips(square, own, opponent)
}
