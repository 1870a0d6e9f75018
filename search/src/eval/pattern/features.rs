//! The contents of all lanes: computed from a board, or carried from move to move.

use super::layout::{LANES, LAYOUT, Lanes};
use xsquare_engine::{Bitboard, Board, Square};

/// The contents of all lanes, seen by the side to move. Lanes that are not in use stay zero.
///
/// The updates are plain loops over the lanes, which the compiler turns into a few vector instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features(Lanes);

impl Features {
    /// The features of a board: the discs of one side counted up, those of the other down.
    pub(super) fn of(board: Board) -> Self {
        let (own, opponent) = (sum(board.own()), sum(board.opponent()));
        Self(std::array::from_fn(|lane| {
            own[lane].wrapping_sub(opponent[lane])
        }))
    }

    /// After a disc on `square` that turns over `flips`, seen by the other side: a disc appears, and each one turned
    /// over goes from −1 to +1; then the sides change.
    #[inline]
    #[must_use]
    pub(super) fn play(&self, square: Square, flips: Bitboard) -> Self {
        let (turned, placed) = (sum(flips), &LAYOUT.discs[square.index()].0);
        Self(std::array::from_fn(|lane| {
            let gain = turned[lane].wrapping_mul(2).wrapping_add(placed[lane]);
            self.0[lane].wrapping_add(gain).wrapping_neg()
        }))
    }

    /// Seen by the other side.
    #[inline]
    #[must_use]
    pub(super) fn pass(&self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_neg()))
    }

    /// The contents of the lanes.
    #[inline]
    pub(super) const fn lanes(&self) -> &Lanes {
        &self.0
    }
}

/// What a set of discs of the side to move adds to the lanes.
#[inline(always)]
fn sum(discs: Bitboard) -> Lanes {
    let mut lanes = [0_i16; LANES];
    for square in discs {
        let disc = &LAYOUT.discs[square.index()].0;
        for (sum, part) in lanes.iter_mut().zip(disc) {
            *sum = sum.wrapping_add(*part);
        }
    }
    lanes
}
