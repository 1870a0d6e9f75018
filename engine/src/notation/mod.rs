//! Text to positions, games and problems, and back.

mod board;
mod error;
mod fen;
mod moves;
mod note;
mod span;

pub use board::{Setup, parse_board};
pub use error::{NotationError, NotationErrorKind};
pub use note::{Note, Verdict};
pub use span::Span;
