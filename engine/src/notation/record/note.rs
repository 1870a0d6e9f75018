//! What readers of games pass over, fill in or find odd.

use crate::notation::ggf::GgfNote;
use crate::notation::note::{Note, counted};
use std::collections::BTreeSet;
use std::fmt;

/// Something about a game that is worth telling and no error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordNote {
    /// What sort of thing.
    pub kind: RecordNoteKind,
    /// What it is, in words.
    pub text: String,
}

/// The sorts of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RecordNoteKind {
    /// Passes that the text leaves out are filled in, or superfluous ones are passed over.
    Passes,
    /// The text is in an old encoding.
    Encoding,
    /// Something that has no place in a record is passed over.
    PassedOver,
    /// A result that says nothing a record can hold is passed over.
    Result,
    /// A result that the game cannot have is passed over.
    ImpossibleResult,
    /// Fields that only fill a line are passed over; nothing is lost with them.
    Filler,
    /// The record tells less than it should.
    Missing,
    /// Something is odd.
    Odd,
}

impl RecordNoteKind {
    /// Whether such a note casts doubt on the text, rather than only telling how it was read.
    pub const fn is_warning(self) -> bool {
        self.is_loss() || matches!(self, Self::Odd)
    }

    /// Whether such a note tells that something of the text is not in the record.
    pub const fn is_loss(self) -> bool {
        matches!(
            self,
            Self::PassedOver | Self::Result | Self::ImpossibleResult
        )
    }

    /// The sort in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passes => "passes filled in or passed over",
            Self::Encoding => "old encodings",
            Self::PassedOver => "things passed over",
            Self::Result => "results that cannot be read",
            Self::ImpossibleResult => "results that no such game can have",
            Self::Filler => "filler fields passed over",
            Self::Missing => "things missing",
            Self::Odd => "oddities",
        }
    }
}

impl fmt::Display for RecordNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl RecordNote {
    /// A note.
    pub(in crate::notation) fn new(kind: RecordNoteKind, text: impl fmt::Display) -> Self {
        Self {
            kind,
            text: text.to_string(),
        }
    }

    /// Tells which names were passed over: the first ones, and how many more there are.
    pub(in crate::notation) fn passed_over(what: &str, names: &BTreeSet<String>) -> Option<Self> {
        const TOLD: usize = 12;
        let told: Vec<String> = names
            .iter()
            .take(TOLD)
            .map(|name| name.escape_debug().take(40).collect())
            .collect();
        let more = match names.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!names.is_empty()).then(|| {
            let text = format!("{what} passed over: {}{more}", told.join(" "));
            Self::new(RecordNoteKind::PassedOver, text)
        })
    }

    /// Tells how many comment lines before a game, or behind the last one, were passed over.
    pub(super) fn comment_lines(number: usize) -> Option<Self> {
        (number > 0).then(|| {
            let lines = counted(number, "comment line", "comment lines");
            Self::new(RecordNoteKind::PassedOver, format!("{lines} passed over"))
        })
    }

    /// Tells in which turns passes were filled in.
    pub(in crate::notation) fn implied_passes(plies: &[usize]) -> Option<Self> {
        let numbers: Vec<String> = plies.iter().map(ToString::to_string).collect();
        (!plies.is_empty()).then(|| {
            let text = format!("passes filled in at ply {}", numbers.join(", "));
            Self::new(RecordNoteKind::Passes, text)
        })
    }

    /// The note on a position or transcript; comments and results are part of the record and no notes.
    pub(super) fn of_text(note: &Note) -> Option<Self> {
        let kind = match note {
            Note::Comment { .. } | Note::Result { .. } => return None,
            Note::ImpliedPasses(_) | Note::TrailingPass(_) | Note::PassesAfterEnd(_) => {
                RecordNoteKind::Passes
            }
            Note::Filler(_) => RecordNoteKind::Filler,
            Note::LetterCase { .. }
            | Note::UnevenNumbers { .. }
            | Note::EmptyCentre
            | Note::Disconnected(_)
            | Note::MirroredStart => RecordNoteKind::Odd,
        };
        Some(Self::new(kind, note))
    }

    /// The note on a GGF game; results are compared by whoever asks for it.
    pub(super) fn of_ggf(note: &GgfNote) -> Option<Self> {
        let kind = match note {
            GgfNote::ResultDiffers { .. } => return None,
            GgfNote::UnknownTag(_) | GgfNote::RepeatedTag(_) | GgfNote::ClockOption(_) => {
                RecordNoteKind::PassedOver
            }
            GgfNote::Result(_) => RecordNoteKind::Result,
            GgfNote::ImpossibleResult { .. } => RecordNoteKind::ImpossibleResult,
            GgfNote::MatchType(_) => RecordNoteKind::Odd,
            GgfNote::ImpliedPasses(_) | GgfNote::PassesAfterEnd(_) => RecordNoteKind::Passes,
            GgfNote::SideMissing => RecordNoteKind::Missing,
        };
        Some(Self::new(kind, note))
    }
}
