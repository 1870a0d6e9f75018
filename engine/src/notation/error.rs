//! What can be wrong with a text.

use super::ggf::GgfFault;
use super::record::JsonFault;
use super::sgf::SgfFault;
use super::span::Span;
use crate::color::Color;
use crate::error::{IllegalMove, IllegalReason};
use crate::moves::Move;
use crate::score::DiscDiff;
use std::fmt;
use std::ops::Range;

/// A text that breaks a rule: where, what, and which rule.
///
/// Printed as `ply 3, column 5: "a1": Black cannot play a1: it flips no disc; legal: …`. Lines and columns count
/// from 1; the line is printed from the second on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotationError {
    /// The rule.
    pub kind: NotationErrorKind,
    /// Where in the text the reader was given.
    pub span: Span,
    /// In a transcript the number of the turn, from 1; passes count, those left out in the text too.
    pub ply: Option<usize>,
    /// The offending text, at most 40 characters of it; empty where something is missing.
    pub text: String,
}

/// The rule that a text breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationErrorKind {
    /// The text is empty or blank.
    #[error("the text is empty; expected `start`, a board, an OBF line or a transcript")]
    Empty,
    /// None of the notations.
    #[error(
        "not understood; expected `start`, a board of 64 cells X O - with the side to move, an OBF line or a transcript such as f5d6c3"
    )]
    Unrecognised,
    /// Tags of PGN.
    #[error(
        "PGN, the notation of chess, is not read; expected the moves alone as a transcript such as f5d6c3, or WTHOR, GGF, SGF or JSON"
    )]
    Pgn,
    /// A NUL in the text.
    #[error("a NUL byte; this is no text")]
    Nul,
    /// Bytes that are not UTF-8.
    #[error("byte 0x{0:02x} is not UTF-8")]
    NotUtf8(u8),
    /// A line is longer than this number of bytes.
    #[error("the line is longer than {0} bytes")]
    LineTooLong(usize),
    /// A line is still not over after this number of bytes; the rest of the input was not read.
    #[error("no end of line within {0} bytes; the rest is not read")]
    EndlessLine(usize),

    /// No square.
    #[error("not a square; expected a column a-h and a row 1-8, such as f5")]
    NotASquare,
    /// No square and no pass.
    #[error("not a move; expected a square a1-h8 or a pass (pa ps pass -- @@ @@@@ -)")]
    NotAMove,
    /// No side.
    #[error("not a side; expected X x * B b or black, O o W w or white")]
    NotASide,
    /// The rules of the game forbid the move.
    #[error(fmt = write_illegal)]
    Illegal(IllegalMove),

    /// A column letter without a row.
    #[error("a column without a row; expected a digit 1-8 after it")]
    HalfMove,
    /// A character that has no place in a transcript.
    #[error("U+{:04X} has no place in a transcript; expected moves, numbers such as `1.`, comments after %", u32::from(*.0))]
    UnexpectedCharacter(char),
    /// Digits that neither number a move nor tell a result.
    #[error(
        "digits without meaning; expected a move number such as `1.` or `1:`, or a result such as 33-31"
    )]
    BareNumber,
    /// A move number that does not follow the one before it.
    #[error("the moves are numbered out of order; expected {expected}")]
    NumberOrder {
        /// The number that would follow.
        expected: usize,
    },
    /// A move number with no move behind it.
    #[error("a move number without a move")]
    NumberWithoutMove,
    /// A comma or dash that does not stand between two moves.
    #[error("a separator that does not stand between two moves")]
    LooseSeparator,
    /// An odd number of dashes, three or more.
    #[error("so many dashes can be neither a separator (-) nor passes (--)")]
    DashRun,
    /// A comment in parentheses or braces without an end.
    #[error("a comment without an end; expected `{0}`")]
    UnclosedComment(char),
    /// A result that no game can have.
    #[error("no game has this result; expected the discs of Black and White, together 4 to 64")]
    ImpossibleResult,
    /// Something behind the result.
    #[error("text behind the result; a result ends the transcript")]
    AfterResult,
    /// The first move belongs to the mirrored starting position.
    #[error(fmt = write_mirrored)]
    MirroredStart {
        /// The same transcript mirrored left to right, compact and without passes, if that is a legal game.
        mirrored: Option<String>,
    },
    /// A transcript without a move.
    #[error("a transcript without a move")]
    NoMoves,

    /// A `0` or `1` in a board.
    #[error(
        "the digit {0} is Black in some programs and White in others; expected X O - (or x * B b, o W w, .)"
    )]
    AmbiguousDigit(char),
    /// A character that is no cell.
    #[error("U+{:04X} is no cell; expected X x * B b for Black, O o W w for White, - or . for empty", u32::from(*.0))]
    NotACell(char),
    /// Fewer than 64 cells.
    #[error("the board has {found} cells; expected 64")]
    TooFewCells {
        /// The cells there are.
        found: usize,
    },
    /// More than 64 cells.
    #[error("the board has {found} cells; expected 64 and the side to move")]
    TooManyCells {
        /// The cells there are.
        found: usize,
    },
    /// A row of a board written row by row that has not 8 cells.
    #[error("row {row} has {found} cells; expected 8")]
    RowLength {
        /// The number of the row, 1 to 8.
        row: usize,
        /// The cells there are.
        found: usize,
    },
    /// A FEN without 8 rows.
    #[error("{found} rows; expected 8 rows from row 8 up to row 1, separated by /")]
    FenRows {
        /// The rows there are.
        found: usize,
    },
    /// A character that has no place in a FEN.
    #[error("U+{:04X} has no place in a FEN; expected p for Black, P for White, 1-8 for empty", u32::from(*.0))]
    NotFen(char),
    /// A side in a FEN that is not `b` or `w`.
    #[error("not a side of a FEN; expected b or w")]
    NotAFenSide,
    /// A board without a side to move, and the caller gave none.
    #[error("the side to move is missing; expected X or O after the board")]
    SideMissing,
    /// The text and the caller name different sides.
    #[error("{stated} is to move here, but {asked} was asked for")]
    SideConflict {
        /// The side to move by the text.
        stated: Color,
        /// The side that the caller gave.
        asked: Color,
    },
    /// A board without discs.
    #[error("a board without discs is not a position of the game")]
    NoDiscs,
    /// Something behind the end.
    #[error("text behind the end of the {0}")]
    TrailingText(&'static str),

    /// A problem that goes on in another line.
    #[error("text in a second line; a problem is one line")]
    SecondLine,
    /// A field of a problem that is neither `move:score` nor a score.
    #[error("not a field; expected move:score, such as h5:+6, or one score")]
    NotAField,
    /// A move without its score.
    #[error("the score is missing; expected an even number from -64 to +64")]
    ScoreMissing,
    /// A score that is no whole number.
    #[error("not a score; expected an even number from -64 to +64")]
    NotAScore,
    /// A score beyond ±64.
    #[error("the score is out of range; expected an even number from -64 to +64")]
    ScoreOutOfRange,
    /// An odd score: no finished game has one when the empties go to the winner.
    #[error("the score is odd; expected an even number from -64 to +64")]
    OddScore,
    /// A move with two scores.
    #[error("{0} is listed twice")]
    DuplicateMove(Move),
    /// Two values of one position.
    #[error("a second value of the position; expected at most one score without a move")]
    DuplicateValue,
    /// The value of the position is not that of its best move.
    #[error("the value of the position is {value}, but its best listed move scores {best}")]
    ValueConflict {
        /// The score without a move.
        value: DiscDiff,
        /// The best listed score.
        best: DiscDiff,
    },

    /// The rules of GGF.
    #[error(transparent)]
    Ggf(GgfFault),
    /// The rules of SGF.
    #[error(transparent)]
    Sgf(SgfFault),
    /// The rules of game objects in JSON.
    #[error(transparent)]
    Json(JsonFault),
}

fn write_illegal(illegal: &IllegalMove, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{illegal}")?;
    let position = &illegal.position;
    let side = position.side();
    match (illegal.reason, illegal.turn) {
        (IllegalReason::FlipsNothing, Move::Place(square))
            if position.board().pass().play(square).is_some() =>
        {
            write!(
                f,
                "; it would be legal for {}, but {side} is to move",
                !side
            )
        }
        (IllegalReason::GameOver, _) => {
            let counts = position.counts();
            let discs = counts.black + counts.white;
            write!(
                f,
                "; it ended {}-{} with {discs} discs",
                counts.black, counts.white
            )
        }
        _ => Ok(()),
    }
}

#[expect(
    clippy::ref_option,
    reason = "the derive hands over the field by reference"
)]
fn write_mirrored(mirrored: &Option<String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(
        "legal only from the mirrored start (Black on d4 e5), not from the usual one (Black on d5 e4); legal: d3 c4 f5 e6; ",
    )?;
    match mirrored {
        Some(moves) => write!(f, "mirrored left to right the game reads {moves}"),
        None => f.write_str("the moves after it are no legal game from there either"),
    }
}

impl NotationError {
    /// The error at `range` of `text`.
    pub(super) fn new(kind: NotationErrorKind, text: &str, range: Range<usize>) -> Self {
        Self {
            kind,
            span: Span::new(text, &range),
            ply: None,
            text: clip(&text[range]),
        }
    }

    /// The error about the whole of `text`.
    pub(super) fn whole(kind: NotationErrorKind, text: &str) -> Self {
        Self::new(kind, text, 0..text.len())
    }

    /// The same error at this turn.
    pub(super) fn at_ply(self, ply: usize) -> Self {
        Self {
            ply: Some(ply),
            ..self
        }
    }
}

/// The first 40 characters, with dots if there are more.
fn clip(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.span.line > 1 {
            write!(f, "line {}, ", self.span.line)?;
        }
        if let Some(ply) = self.ply {
            write!(f, "ply {ply}, ")?;
        }
        write!(f, "column {}: ", self.span.column)?;
        if !self.text.is_empty() {
            // Escaped: text from files must not steer a terminal.
            write!(f, "{:?}: ", self.text)?;
        }
        write!(f, "{}", self.kind)?;
        match self.kind {
            NotationErrorKind::Illegal(_) if self.text == "-" => {
                f.write_str(" (a dash that stands alone is a pass)")
            }
            _ => Ok(()),
        }
    }
}

impl std::error::Error for NotationError {}
