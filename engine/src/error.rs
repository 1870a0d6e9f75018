//! What can be wrong with a move.

use crate::moves::Move;
use crate::position::Position;
use std::fmt;

/// The rule that a move breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The square already holds a disc.
    Occupied,
    /// The disc would turn none over.
    FlipsNothing,
    /// The side to move has no move at all and must pass.
    MustPass,
    /// A side that can move may not pass.
    PassWithMoves,
    /// Neither side can move.
    GameOver,
}

/// A move that the rules forbid in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove {
    /// Where it was tried.
    pub position: Position,
    /// What was tried.
    pub turn: Move,
    /// The rule that it breaks.
    pub reason: IllegalReason,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.position.side();
        let turn = self.turn;
        match self.reason {
            IllegalReason::Occupied => {
                write!(f, "{side} cannot play {turn}: the square is occupied")?;
            }
            IllegalReason::FlipsNothing => {
                write!(f, "{side} cannot play {turn}: it flips no disc")?;
            }
            IllegalReason::MustPass => {
                return write!(
                    f,
                    "{side} cannot play {turn}: {side} has no legal move and must pass"
                );
            }
            IllegalReason::PassWithMoves => write!(f, "{side} may not pass: it has legal moves")?,
            IllegalReason::GameOver => {
                return write!(
                    f,
                    "{turn} comes after the end of the game: neither side can move"
                );
            }
        }
        f.write_str("; legal: ")?;
        if self.position.legal_moves().is_empty() {
            return f.write_str("pass");
        }
        for (index, square) in self.position.legal_moves().into_iter().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl std::error::Error for IllegalMove {}
