//! Text to positions, games and problems, and back.

mod board;
mod error;
mod fen;
mod lexer;
mod moves;
mod note;
mod obf;
mod span;
mod transcript;
mod write;

pub use board::{Setup, parse_board};
pub use error::{NotationError, NotationErrorKind};
pub use note::{Note, Verdict};
pub use obf::{Problem, parse_obf};
pub use span::Span;
pub use transcript::{Transcript, parse_transcript};
pub use write::{Layout, Passes, write_transcript};
