//! The contents of lanes as numbers, computed from a board or carried from move to move.
//!
//! A content is the number in balanced ternary of `layout` with the content of an empty lane added, so that it is never
//! negative and is an index as it stands. The updates are plain loops, which the compiler turns into a few vector instructions.

use xsquare_engine::Square;

/// What is added up for some lanes, modulo 2¹⁶.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Plan<const N: usize> {
    /// What one disc of the side to move adds to the contents.
    pub(super) discs: [[u16; N]; Square::COUNT],
    /// The contents of an empty board.
    pub(super) centres: [u16; N],
}

impl<const N: usize> Plan<N> {
    /// The contents of a board: the discs of one side counted up, those of the other down.
    #[inline(always)]
    pub(super) fn of(&self, own: u64, opponent: u64) -> [u16; N] {
        let (own, opponent) = (self.sum(own), self.sum(opponent));
        std::array::from_fn(|lane| {
            self.centres[lane]
                .wrapping_add(own[lane])
                .wrapping_sub(opponent[lane])
        })
    }

    /// The contents after a disc on `square` that turns over `flips`, seen by the other side: a disc appears, and each one
    /// turned over goes from −1 to +1; then the sides change.
    #[inline(always)]
    pub(super) fn play(&self, contents: &[u16; N], square: Square, flips: u64) -> [u16; N] {
        let (turned, placed) = (self.sum(flips), &self.discs[square.index()]);
        std::array::from_fn(|lane| {
            let gain = turned[lane].wrapping_mul(2).wrapping_add(placed[lane]);
            self.other_side(lane, contents[lane].wrapping_add(gain))
        })
    }

    /// The contents seen by the other side.
    #[inline(always)]
    pub(super) fn pass(&self, contents: &[u16; N]) -> [u16; N] {
        std::array::from_fn(|lane| self.other_side(lane, contents[lane]))
    }

    #[inline(always)]
    const fn other_side(&self, lane: usize, content: u16) -> u16 {
        self.centres[lane].wrapping_mul(2).wrapping_sub(content)
    }

    /// What a set of discs of the side to move adds.
    #[inline(always)]
    fn sum(&self, mut discs: u64) -> [u16; N] {
        let mut sum = [0_u16; N];
        while discs != 0 {
            let disc = &self.discs[discs.trailing_zeros() as usize];
            for (sum, part) in sum.iter_mut().zip(disc) {
                *sum = sum.wrapping_add(*part);
            }
            discs &= discs - 1;
        }
        sum
    }
}
