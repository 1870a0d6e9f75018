//! C-squares: the discs on the edge beside a corner, judged by the state of that corner.

use super::near_corners::{by_corner, c_squares};
use super::term::{Line, Pair, Term};
use super::view::View;

/// Discs on C-squares.
#[derive(Debug)]
pub(crate) struct CSquares;

impl Term<3> for CSquares {
    const LINES: [Line; 3] = [
        Line {
            name: "C-squares, corner empty",
            description: "Discs on the edge beside an empty corner: they can give it away, or leave a gap in the edge.",
        },
        Line {
            name: "C-squares, corner held",
            description: "Discs on the edge beside a corner that the same side holds.",
        },
        Line {
            name: "C-squares, corner lost",
            description: "Discs on the edge beside a corner that the other side holds.",
        },
    ];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 3] {
        by_corner(view, c_squares)
    }
}
