//! What a side does in its turn.

use crate::square::Square;
use std::fmt;

/// A turn: a disc on a square, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc placed on this square.
    Place(Square),
    /// The forced turn of a side without a legal move.
    Pass,
}

impl Move {
    /// The square of a placed disc, `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Place(square)
    }
}

/// Prints the square in lower case, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => fmt::Display::fmt(square, f),
            Self::Pass => f.pad("pass"),
        }
    }
}
