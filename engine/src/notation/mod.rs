//! Text to positions, games and problems, and back.

mod error;
mod moves;
mod note;
mod span;

pub use error::{NotationError, NotationErrorKind};
pub use note::{Note, Verdict};
pub use span::Span;
