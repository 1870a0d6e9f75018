//! Corners: those that are held, and those that can be taken.

use super::term::{Line, Pair, Term};
use super::view::View;
use xsquare_engine::Bitboard;

/// Corners held and corners within reach.
#[derive(Debug)]
pub(crate) struct Corners;

impl Term<2> for Corners {
    const LINES: [Line; 2] = [
        Line {
            name: "corners",
            description: "Corners held: they can never be turned over and anchor everything beside them.",
        },
        Line {
            name: "corner moves",
            description: "Corners that a legal move would take.",
        },
    ];

    #[inline(always)]
    fn count(view: &View) -> [Pair; 2] {
        let corners = Bitboard::CORNERS;
        [
            Pair::new((view.own & corners).len(), (view.opponent & corners).len()),
            Pair::new(
                (view.own_moves & corners).len(),
                (view.opponent_moves & corners).len(),
            ),
        ]
    }
}
