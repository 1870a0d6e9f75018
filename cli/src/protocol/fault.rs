//! What a program can do wrong.

use crate::output::text;
use std::time::Duration;
use thiserror::Error;

/// Why a program cannot go on: what it did, as a clause with the program as its subject.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Fault {
    /// An answer that is no legal move.
    #[error("answered {answer:?}: {reason}")]
    Illegal {
        /// The answer.
        answer: String,
        /// The rule.
        reason: String,
    },
    /// No answer in time.
    #[error("did not answer `{command}` within {}", text::time(*.limit))]
    Late {
        /// What was asked.
        command: String,
        /// The time that it had.
        limit: Duration,
    },
    /// An answer, but the clock had run out.
    #[error("overstepped its clock by {} ({control})", text::time(*.over))]
    TimeUp {
        /// What it had, in words.
        control: String,
        /// By how much.
        over: Duration,
    },
    /// It ended, or closed its output.
    #[error("{how}")]
    Ended {
        /// How.
        how: String,
    },
    /// It refused something that is right.
    #[error("refused `{command}` with {answer:?}")]
    Refused {
        /// What was asked.
        command: String,
        /// Its words.
        answer: String,
    },
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// It could not be started again.
    #[error("cannot be started: {reason}")]
    NotStarted {
        /// What the system says.
        reason: String,
    },
    /// Nobody is interested any more; no fault of the program.
    #[error("was stopped")]
    Stopped,
}

impl Fault {
    /// One word for tables.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Illegal { .. } => "illegal",
            Self::Late { .. } | Self::TimeUp { .. } => "late",
            Self::Ended { .. } => "ended",
            Self::Refused { .. } => "refused",
            Self::Resigned => "resigned",
            Self::NotStarted { .. } => "not-started",
            Self::Stopped => "stopped",
        }
    }
}
