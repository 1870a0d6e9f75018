//! X-squares: the discs diagonally beside a corner, judged by the state of that corner.

use super::near_corners::{by_corner, x_squares};
use super::term::{Line, Pair, Term};
use super::view::View;

/// Discs on X-squares.
#[derive(Debug)]
pub(crate) struct XSquares;

impl Term<3> for XSquares {
    const LINES: [Line; 3] = [
        Line {
            name: "X-squares, corner empty",
            description: "Discs diagonally beside an empty corner: they open the diagonal to it for the other side.",
        },
        Line {
            name: "X-squares, corner held",
            description: "Discs diagonally beside a corner that the same side holds.",
        },
        Line {
            name: "X-squares, corner lost",
            description: "Discs diagonally beside a corner that the other side holds.",
        },
    ];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 3] {
        by_corner(view, x_squares)
    }
}
