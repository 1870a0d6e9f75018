//! All terms of the evaluation in one list, and the place where they are counted.

use super::c_squares::CSquares;
use super::corners::Corners;
use super::discs::{Discs, Tempo};
use super::edges::StableEdges;
use super::mobility::Mobility;
use super::parity::Parity;
use super::potential::{Frontier, PotentialMobility};
use super::term::{Line, Pair, Term};
use super::view::View;
use super::x_squares::XSquares;

/// Number of pairs of counts.
pub(crate) const LINE_COUNT: usize = 16;

/// One entry per pair, in the order of the rows of [`Weights`](super::Weights).
pub(crate) type PerLine<T> = [T; LINE_COUNT];

/// The names and meanings of all pairs.
pub(crate) const LINES: PerLine<Line> = join(
    Mobility::LINES,
    PotentialMobility::LINES,
    Frontier::LINES,
    Corners::LINES,
    CSquares::LINES,
    XSquares::LINES,
    StableEdges::LINES,
    Parity::LINES,
    Discs::LINES,
    Tempo::LINES,
);

/// The counts of all terms in a position.
#[inline(always)]
pub(crate) fn count(view: &View) -> PerLine<Pair> {
    join(
        Mobility::count(view),
        PotentialMobility::count(view),
        Frontier::count(view),
        Corners::count(view),
        CSquares::count(view),
        XSquares::count(view),
        StableEdges::count(view),
        Parity::count(view),
        Discs::count(view),
        Tempo::count(view),
    )
}

/// Lays the parts of all terms side by side. The one place that knows their order.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "one for each term, so that none can be left out"
)]
pub(crate) const fn join<T: Copy>(
    [mobility]: [T; 1],
    [potential]: [T; 1],
    [frontier]: [T; 1],
    [corners, corner_moves]: [T; 2],
    [c_empty, c_held, c_lost]: [T; 3],
    [x_empty, x_held, x_lost]: [T; 3],
    [edges]: [T; 1],
    [last_move, regions]: [T; 2],
    [discs]: [T; 1],
    [tempo]: [T; 1],
) -> PerLine<T> {
    [
        mobility,
        potential,
        frontier,
        corners,
        corner_moves,
        c_empty,
        c_held,
        c_lost,
        x_empty,
        x_held,
        x_lost,
        edges,
        last_move,
        regions,
        discs,
        tempo,
    ]
}
