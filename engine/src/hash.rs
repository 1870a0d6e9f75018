//! A 64-bit hash of a board, for tables.

use crate::board::Board;

/// The bits after the point of the golden ratio and of the square root of three: odd, without pattern.
const OWN_SECRET: u64 = 0x9e37_79b9_7f4a_7c15;
const OPPONENT_SECRET: u64 = 0xbb67_ae85_84ca_a73b;

/// The hash of a board given by its discs. All bits are equally good; who is to move counts: exchanging the
/// arguments gives another value.
///
/// Different boards can have the same hash: keep the board where that matters.
///
/// The two words, each with a secret, are multiplied and the halves of the product are combined. Where one factor is
/// zero the product says nothing of the other, so the sum of the factors is mixed in. Idea: the multiply-and-fold
/// step of W. Yi's wyhash.
#[inline]
pub fn of_discs(own: u64, opponent: u64) -> u64 {
    let own = own ^ OWN_SECRET;
    let opponent = opponent ^ OPPONENT_SECRET;
    let (low, high) = own.carrying_mul(opponent, 0);
    low ^ high ^ own.wrapping_add(opponent)
}

impl Board {
    /// The hash of the board, see [`hash::of_discs`](of_discs). It is the same in every build and may be stored.
    #[inline]
    pub fn hash(self) -> u64 {
        of_discs(self.own().bits(), self.opponent().bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    /// Values computed with another program. Hashes may be stored, so a change of the function must be noticed.
    #[test]
    fn known_boards_have_known_hashes() {
        assert_eq!(Board::START.hash(), 0x4a60_6402_e908_5bb4);
        assert_eq!(Board::START.pass().hash(), 0x1de8_d6d5_df3d_82fa);
    }

    #[test]
    fn the_side_to_move_counts() {
        assert_ne!(Board::START.hash(), Board::START.pass().hash());
        assert_ne!(of_discs(0, u64::MAX), of_discs(u64::MAX, 0));
    }

    /// With one factor zero the product is the same for all values of the other.
    #[test]
    fn zero_factors_do_not_collide() {
        let hashes = |hash: fn(u64) -> u64| -> std::collections::HashSet<u64> {
            Square::ALL.map(|s| hash(s.bitboard().bits())).into()
        };
        assert_eq!(hashes(|discs| of_discs(OWN_SECRET, discs)).len(), 64);
        assert_eq!(hashes(|discs| of_discs(discs, OPPONENT_SECRET)).len(), 64);
    }
}
