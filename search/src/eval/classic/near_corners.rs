//! The squares beside the corners, and how the corners decide what they are worth.

use super::term::Pair;
use super::view::View;
use xsquare_engine::Bitboard;

const CORNERS_ON_A: u64 = 0x0100_0000_0000_0001;
const CORNERS_ON_H: u64 = 0x8000_0000_0000_0080;

/// The squares one step along the rows from these corners.
const fn sideways(corners: Bitboard) -> u64 {
    (corners.bits() & CORNERS_ON_A) << 1 | (corners.bits() & CORNERS_ON_H) >> 1
}

/// The C-squares of these corners.
#[inline(always)]
pub(super) const fn c_squares(corners: Bitboard) -> Bitboard {
    let corner_bits = corners.bits();
    Bitboard::from_bits(sideways(corners) | corner_bits << 8 | corner_bits >> 8)
}

/// The X-squares of these corners.
#[inline(always)]
pub(super) const fn x_squares(corners: Bitboard) -> Bitboard {
    let sideways = sideways(corners);
    Bitboard::from_bits(sideways << 8 | sideways >> 8)
}

/// Discs on the squares that `beside` finds near the corners, by the state of the corner: empty, taken by the side of
/// the disc, taken by the other side.
#[inline(always)]
pub(super) fn by_corner(view: &View, beside: impl Fn(Bitboard) -> Bitboard) -> [Pair; 3] {
    let empty = beside(view.empties & Bitboard::CORNERS);
    let own = beside(view.own & Bitboard::CORNERS);
    let opponent = beside(view.opponent & Bitboard::CORNERS);
    [
        Pair::new((view.own & empty).len(), (view.opponent & empty).len()),
        Pair::new((view.own & own).len(), (view.opponent & opponent).len()),
        Pair::new((view.own & opponent).len(), (view.opponent & own).len()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::{Square, SquareClass};

    #[test]
    fn squares_near_a_corner_are_those_of_the_literature() {
        let of_class = |corner, class| {
            Square::ALL
                .into_iter()
                .filter(|s| s.class() == class && s.nearest_corner() == corner)
                .collect::<Bitboard>()
        };
        for corner in Bitboard::CORNERS {
            let set = corner.bitboard();
            assert_eq!(c_squares(set), of_class(corner, SquareClass::C), "{corner}");
            assert_eq!(x_squares(set), of_class(corner, SquareClass::X), "{corner}");
        }
        assert_eq!(c_squares(Bitboard::CORNERS), Bitboard::C_SQUARES);
        assert_eq!(x_squares(Bitboard::CORNERS), Bitboard::X_SQUARES);
    }
}
