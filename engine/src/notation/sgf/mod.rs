//! SGF, the Smart Game Format, for Othello (`GM[2]`): one game read and written.
//!
//! The format has no chapter on Othello, so programs differ: squares are `f5` or, as in Go, `fe`; passes are empty
//! values, words, or left out; Edax puts the first move into the root node. All are read. Written are letter and digit,
//! `PA` for a pass, and a set-up only where the start is not the usual one.
//!
//! Source: the property list of SGF FF\[4\] by Arno Hollosi, and the files of programs.

mod read;
mod setup;
mod tree;
mod value;
mod write;

pub(super) use read::read_sgf;
pub(super) use write::write_sgf;

use crate::color::Color;
use thiserror::Error;

/// The rule that an SGF text breaks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SgfFault {
    /// Something else than SGF.
    #[error("no SGF; expected `(;`, properties such as GM[2] and B[f5], and `)`")]
    NoSgf,
    /// Something between properties.
    #[error(
        "not a property; expected letters and a value in brackets, such as B[f5], or `;`, `(`, `)`"
    )]
    NotAProperty,
    /// A value without an end.
    #[error("a value without its end; expected `]`")]
    UnclosedValue,
    /// A game or variation without an end.
    #[error("the game has no end; expected `)`")]
    NoEnd,
    /// A node behind the variations of the one before.
    #[error("a node behind a variation; expected `(` or `)`")]
    NodeBehindVariation,
    /// A variation without a node.
    #[error("a game or variation without a node; expected `;` behind `(`")]
    NoNode,
    /// Another game.
    #[error("this is another game; expected GM[2] for Othello")]
    OtherGame,
    /// A board that is not 8×8.
    #[error("the board is not 8×8; expected SZ[8]")]
    BoardSize,
    /// More values than the property has.
    #[error("more than one value; {0} has one")]
    ManyValues(&'static str),
    /// A set-up behind a move.
    #[error("a set-up behind a move; expected it in the root node")]
    LateSetup,
    /// A square that is set up twice.
    #[error("{0} is set up twice in one node")]
    SetupTwice(crate::square::Square),
    /// A point of a set-up that is none.
    #[error(
        "not a point; expected a square such as f5 (or fe as in Go), or a rectangle such as a1:h2"
    )]
    NotAPoint,
    /// A side that is none.
    #[error("not a side; expected B or W")]
    NotASide,
    /// Moves of both sides in one node.
    #[error("moves of both sides in one node")]
    TwoMoves,
    /// A move of the wrong side.
    #[error("a move of {tag}, but {} is to move", !*.tag)]
    WrongSide {
        /// The side whose move it is by its property.
        tag: Color,
    },
    /// An encoding that cannot be decoded.
    #[error("the charset is not supported; expected UTF-8 or Latin-1 (ISO-8859-1)")]
    Charset,
}
