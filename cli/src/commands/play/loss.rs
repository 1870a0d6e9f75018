//! Moves that lost something, and how far one has to look to say so.

use crate::messages::{ENGLISH, fill};
use crate::output::text;
use xsquare_engine::Move;
use xsquare_search::{Eval, Kind, Level, Limits, MoveReport, Target};

/// A loss that is worth a word: 3 discs, in 1/128.
const BLUNDER: i32 = 3 * Eval::PER_DISC;
/// The level of the brief searches for the graph and for blunders: some ten milliseconds each.
const BRIEF: u8 = 8;

/// How far a brief look goes.
pub(super) fn brief() -> Limits {
    Limits::target(Target::Level(Level::new(BRIEF).unwrap_or_default()))
}

/// A move that lost something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loss {
    /// What was played.
    pub(super) played: Move,
    /// What would have been better.
    pub(super) better: Move,
    /// In 1/128 disc; not negative.
    pub(super) units: i32,
    /// Whether it is proved.
    pub(super) is_exact: bool,
}

impl Loss {
    /// What a move lost by these, the best first; `None` where there was no choice or the move is not among them.
    pub(super) fn of(moves: &[MoveReport], played: Move) -> Option<Self> {
        let best = moves.first().filter(|_| moves.len() > 1)?;
        let report = moves.iter().find(|report| report.turn == played)?;
        Some(Self {
            played,
            better: best.turn,
            units: (best.score - report.score).max(0),
            is_exact: best.kind == Kind::Exact && report.kind == Kind::Exact,
        })
    }

    /// Whether it is worth a word.
    pub(super) const fn is_blunder(&self) -> bool {
        self.units >= BLUNDER
    }

    /// A text with `{move}` and `{discs}`.
    pub(super) fn fill(&self, text: &str) -> String {
        let about = if self.is_exact {
            ""
        } else {
            ENGLISH.screen.about
        };
        let discs = text::units(self.units);
        let discs = format!("{about}{}", discs.trim_start_matches('+'));
        let played = self.played.to_string();
        fill(text, &[("move", &played), ("discs", &discs)])
    }
}
