//! The contents of all lanes, which a search carries along.

use super::layout::{LANES, LAYOUT};
use xsquare_engine::{Bitboard, Board, Square};

/// The contents of all lanes, seen by the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features([u16; LANES]);

impl Features {
    /// The features of a board.
    pub(super) fn of(board: Board) -> Self {
        let plan = &LAYOUT.plan;
        Self(plan.of(board.own().bits(), board.opponent().bits()))
    }

    /// After a disc on `square` that turns over `flips`, seen by the other side.
    #[inline]
    #[must_use]
    pub(super) fn play(&self, square: Square, flips: Bitboard) -> Self {
        Self(LAYOUT.plan.play(&self.0, square, flips.bits()))
    }

    /// Seen by the other side.
    #[inline]
    #[must_use]
    pub(super) fn pass(&self) -> Self {
        Self(LAYOUT.plan.pass(&self.0))
    }

    /// The contents of the lanes.
    #[inline]
    pub(super) const fn lanes(&self) -> &[u16; LANES] {
        &self.0
    }
}
