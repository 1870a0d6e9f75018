//! What a reader passed over, filled in or found odd.

use super::span::Span;
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::score::{Convention, DiscDiff};
use std::fmt;

/// Something in a text that is worth telling and no error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A comment in a transcript, passed over.
    Comment {
        /// The whole comment with its marks.
        text: String,
        /// Where it stands.
        span: Span,
    },
    /// The result behind the moves of a transcript, compared with the replay.
    Result {
        /// Discs of both sides as written.
        stated: ByColor<u32>,
        /// What the replay says.
        verdict: Verdict,
    },
    /// Passes that the transcript leaves out, by the number of the turn.
    ImpliedPasses(Vec<usize>),
    /// The last move written is a pass: this side is to move.
    TrailingPass(Color),
    /// Written passes, one or two, after the game was over; they change nothing.
    PassesAfterEnd(usize),
    /// Upper and lower case follow the colours in neither of the two customs, the latest from this turn on.
    LetterCase {
        /// Number of the turn, from 1.
        ply: usize,
    },
    /// More than two moves under one number.
    UnevenNumbers {
        /// The number.
        number: usize,
        /// The moves under it.
        moves: usize,
    },
    /// A centre square is empty, which no game can reach.
    EmptyCentre,
    /// These discs are not connected with the centre, which no game can reach.
    Disconnected(Bitboard),
    /// The starting position with its colours exchanged: mirrored, or a FEN with its rows in the wrong order.
    MirroredStart,
    /// So many `--:number` fields of a problem, passed over.
    Filler(usize),
}

/// How a stated result compares with the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is the result under this way of counting.
    Agrees(Convention),
    /// It is not; these are the discs on the board.
    Differs(ByColor<u32>),
    /// The moves end before the game is over.
    NotOver,
}

impl Note {
    /// Whether the note casts doubt on the text, rather than only telling how it was read.
    pub const fn is_warning(&self) -> bool {
        match self {
            Self::Result { verdict, .. } => matches!(verdict, Verdict::Differs(_)),
            Self::LetterCase { .. }
            | Self::UnevenNumbers { .. }
            | Self::EmptyCentre
            | Self::Disconnected(_)
            | Self::MirroredStart => true,
            Self::Comment { .. }
            | Self::ImpliedPasses(_)
            | Self::TrailingPass(_)
            | Self::PassesAfterEnd(_)
            | Self::Filler(_) => false,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Comment { text, span } => {
                if span.line > 1 {
                    write!(f, "line {}, ", span.line)?;
                }
                write!(f, "column {}: comment {text:?} passed over", span.column)
            }
            Self::Result { stated, verdict } => {
                write!(f, "the result {}-{} ", stated.black, stated.white)?;
                match verdict {
                    Verdict::Agrees(convention) => write!(f, "agrees with the moves ({convention})"),
                    Verdict::Differs(discs) => write!(
                        f,
                        "differs from the moves, which end {}-{}",
                        discs.black, discs.white
                    ),
                    Verdict::NotOver => f.write_str("is not checked: the moves end before the game does"),
                }
            }
            Self::ImpliedPasses(plies) => {
                f.write_str("passes filled in at ply")?;
                for (index, ply) in plies.iter().enumerate() {
                    write!(f, "{} {ply}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::TrailingPass(side) => {
                write!(f, "the moves end with a pass: {side} is to move")
            }
            Self::PassesAfterEnd(count) => write!(
                f,
                "{} after the end of the game passed over",
                counted(*count, "pass", "passes")
            ),
            Self::LetterCase { ply } => write!(
                f,
                "upper and lower case do not follow the colours (ply {ply}); they were not used"
            ),
            Self::UnevenNumbers { number, moves } => {
                write!(f, "{moves} moves stand under number {number}; expected one or two")
            }
            Self::EmptyCentre => f.write_str("a centre square is empty: no game reaches this board"),
            Self::Disconnected(discs) => {
                f.write_str("no game reaches this board: not connected with the centre:")?;
                discs.into_iter().try_for_each(|square| write!(f, " {square}"))
            }
            Self::MirroredStart => f.write_str(
                "the starting position with its colours exchanged: mirrored, or rows in the wrong order",
            ),
            Self::Filler(count) => write!(
                f,
                "{} passed over",
                counted(*count, "filler field (--:…)", "filler fields (--:…)")
            ),
        }
    }
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What is told of a result in discs that no game of the kind can have.
pub(super) fn impossible_result(stated: &str, replayed: DiscDiff) -> String {
    format!(
        "the result {stated:?} is stated, which the game cannot have; the board says {replayed} for Black"
    )
}
