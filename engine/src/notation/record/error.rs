//! What keeps a game of a file from being read.

use crate::error::IllegalReason;
use crate::moves::Move;
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::notation::ggf::GgfFault;
use crate::notation::sgf::SgfFault;
use crate::notation::wthor::{WthorError, WthorGameErrorKind};
use crate::square::Square;
use std::io;
use thiserror::Error;

/// A game that cannot be read, or something else in a file that is no game.
#[derive(Debug, Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct RecordError {
    /// Number of the game in the file, from 1; what is no game has the number of the game before it.
    pub game: usize,
    /// The line of the file, from 1; `None` in WTHOR files.
    pub line: Option<usize>,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

/// What is wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The text breaks a rule of its format or of the game. Its span is that in the text of the game, not in the file.
    #[error("{}", .error.kind)]
    Text {
        /// The rule.
        error: Box<NotationError>,
        /// The column of the file, from 1.
        column: usize,
    },
    /// A record of a WTHOR file breaks a rule.
    #[error("{0}")]
    Wthor(WthorGameErrorKind),
    /// The file is no WTHOR file of games.
    #[error(transparent)]
    WthorFile(#[from] WthorError),
    /// The file ends in the middle of a record, or after fewer records than its header says.
    #[error("the file ends after {whole} whole records, but its header states {stated}")]
    CutOff {
        /// Records by the header.
        stated: u32,
        /// Whole records there are.
        whole: u32,
    },
    /// Bytes behind the last record.
    #[error(
        "bytes behind the last record; the header states {0} records of 68 bytes behind 16 bytes"
    )]
    TrailingBytes(u32),
    /// Text that belongs to no game.
    #[error("text between games; expected {expected}")]
    Stray {
        /// Its beginning.
        text: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A game that is longer than this number of bytes.
    #[error("the game is longer than {0} bytes and is not read")]
    TooLong(usize),
    /// A match that has not as many games as it says.
    #[error("a match of {stated} games, but {found} follow on its line")]
    MatchCount {
        /// The number in front of the match.
        stated: u64,
        /// The games behind it.
        found: u64,
    },
    /// The file cannot be read further.
    #[error("the file cannot be read further: {0}")]
    Read(io::Error),
}

impl RecordError {
    /// The number of the turn, from 1, passes included.
    pub fn ply(&self) -> Option<usize> {
        match &self.kind {
            RecordErrorKind::Text { error, .. } => error.ply,
            RecordErrorKind::Wthor(error) => error.ply(),
            _ => None,
        }
    }

    /// The column of the file, from 1.
    pub fn column(&self) -> Option<usize> {
        match self.kind {
            RecordErrorKind::Text { column, .. } => Some(column),
            _ => None,
        }
    }

    /// The text at fault, as far as it can be shown; it may hold control characters.
    pub fn text(&self) -> &str {
        match &self.kind {
            RecordErrorKind::Text { error, .. } => &error.text,
            RecordErrorKind::Stray { text, .. } => text,
            _ => "",
        }
    }

    /// The square that may not be played on.
    pub fn square(&self) -> Option<Square> {
        let illegal = match &self.kind {
            RecordErrorKind::Text { error, .. } => match &error.kind {
                NotationErrorKind::Illegal(illegal) => illegal,
                NotationErrorKind::MirroredStart { .. } => return error.text.parse().ok(),
                _ => return None,
            },
            RecordErrorKind::Wthor(WthorGameErrorKind::Illegal { illegal, .. }) => illegal,
            _ => return None,
        };
        match illegal.turn {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }

    /// A word for the rule, for programs.
    pub fn rule(&self) -> &'static str {
        match &self.kind {
            RecordErrorKind::Text { error, .. } => text_rule(&error.kind),
            RecordErrorKind::Wthor(error) => match error {
                WthorGameErrorKind::Score(_) | WthorGameErrorKind::Theoretical(_) => "score-range",
                WthorGameErrorKind::NotASquare { .. } => "not-a-move",
                WthorGameErrorKind::AfterEnd { .. } => "move-after-end",
                WthorGameErrorKind::Illegal { illegal, .. } => game_rule(illegal.reason),
            },
            RecordErrorKind::WthorFile(_) => "header",
            RecordErrorKind::CutOff { .. } | RecordErrorKind::TrailingBytes(_) => "length",
            RecordErrorKind::Stray { .. } => "stray-text",
            RecordErrorKind::TooLong(_) => "too-long",
            RecordErrorKind::MatchCount { .. } => "match-count",
            RecordErrorKind::Read(_) => "unreadable",
        }
    }
}

const fn game_rule(reason: IllegalReason) -> &'static str {
    match reason {
        IllegalReason::Occupied => "occupied",
        IllegalReason::FlipsNothing => "flips-nothing",
        IllegalReason::MustPass => "must-pass",
        IllegalReason::PassWithMoves => "pass-with-moves",
        IllegalReason::GameOver => "game-over",
    }
}

const fn text_rule(kind: &NotationErrorKind) -> &'static str {
    match kind {
        NotationErrorKind::Illegal(illegal) => game_rule(illegal.reason),
        NotationErrorKind::MirroredStart { .. } => "mirrored-start",
        NotationErrorKind::NotASquare
        | NotationErrorKind::NotAMove
        | NotationErrorKind::HalfMove => "not-a-move",
        NotationErrorKind::Ggf(GgfFault::WrongSide { .. })
        | NotationErrorKind::Sgf(SgfFault::WrongSide { .. }) => "wrong-side",
        NotationErrorKind::Ggf(GgfFault::BoardSize(_))
        | NotationErrorKind::Sgf(SgfFault::BoardSize) => "board-size",
        NotationErrorKind::Nul | NotationErrorKind::NotUtf8(_) => "encoding",
        NotationErrorKind::LineTooLong(_) | NotationErrorKind::EndlessLine(_) => "too-long",
        _ => "syntax",
    }
}
