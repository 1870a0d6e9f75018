//! Games as JSON objects: this program's own form, and the rows of `match --save`.
//!
//! The own form is one object a line with the schema [`GAME_SCHEMA`]. What is not known is left out; a pass is `pass`;
//! times are milliseconds.

mod read;
mod write;

pub(super) use read::{Object, fault_in, play_text, read_object};
pub(super) use write::write_json;

use thiserror::Error;

/// The schema of a game.
pub const GAME_SCHEMA: &str = "xsquare.game.v1";

/// The schema of the games that `match --save` writes.
const MATCH_GAME_SCHEMA: &str = "xsquare.match.game.v1";

/// What is wrong with an object.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JsonFault {
    /// No JSON.
    #[error("no JSON: {0}")]
    Syntax(String),
    /// A schema that holds no games.
    #[error(
        "an object of the schema {0:?}; expected {GAME_SCHEMA}, {MATCH_GAME_SCHEMA}, or a game of Othello Quest"
    )]
    Schema(String),
    /// An object that is no game at all.
    #[error("no game: an object with neither a schema nor moves (`\"m\"`)")]
    NoGame,
    /// A value that is missing or of the wrong kind.
    #[error("{key}: expected {expected}")]
    Value {
        /// Its key.
        key: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// Two lists of moves.
    #[error("more than one list of moves (`\"m\"`); expected one")]
    TwoLists,
}
