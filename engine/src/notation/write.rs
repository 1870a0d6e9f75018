//! Transcripts written back.

use crate::moves::Move;
use std::fmt::Write as _;

/// How the moves of a transcript are set out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `f5d6c3`
    Compact,
    /// `f5 d6 c3`
    Spaced,
    /// `1. f5 d6 2. c3`
    NumberedPairs,
    /// `1.f5 2.d6 3.c3`
    NumberedMoves,
    /// One move a line, without an end of line after the last.
    Lines,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 5] = [
        Self::Compact,
        Self::Spaced,
        Self::NumberedPairs,
        Self::NumberedMoves,
        Self::Lines,
    ];
}

/// What becomes of the passes of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passes {
    /// Each is written, as `pa`.
    Written,
    /// Each is written, as `--`, which takes a place of its pair: the custom of `PlayOK`.
    Dashes,
    /// They are left out, but for a pass at the end, written as `pa`: without it the other side would be to move.
    LeftOut,
}

/// The turns of a game from the starting position, in lower case.
///
/// ```
/// use xsquare_engine::notation::{Layout, Passes, parse_transcript, write_transcript};
/// let read = parse_transcript("c4c3f5b4a4a5c2a3d2").unwrap();
/// let turns = read.game.turns();
/// assert_eq!(
///     write_transcript(turns, Layout::NumberedPairs, Passes::Written),
///     "1. c4 c3 2. f5 b4 3. a4 a5 4. c2 a3 5. pa d2"
/// );
/// assert_eq!(write_transcript(turns, Layout::Compact, Passes::LeftOut), "c4c3f5b4a4a5c2a3d2");
/// ```
pub fn write_transcript(turns: &[Move], layout: Layout, passes: Passes) -> String {
    let mut text = String::new();
    let written = turns.iter().enumerate().filter(|&(index, &turn)| {
        turn != Move::Pass || passes != Passes::LeftOut || index + 1 == turns.len()
    });
    for (place, (_, turn)) in written.enumerate() {
        let gap = match layout {
            Layout::Compact => "",
            Layout::Lines => "\n",
            Layout::Spaced | Layout::NumberedPairs | Layout::NumberedMoves => " ",
        };
        if place > 0 {
            text.push_str(gap);
        }
        match layout {
            Layout::NumberedPairs if place % 2 == 0 => {
                write!(text, "{}. ", place / 2 + 1).expect("a string takes any text");
            }
            Layout::NumberedMoves => {
                write!(text, "{}.", place + 1).expect("a string takes any text");
            }
            _ => {}
        }
        match turn {
            Move::Place(square) => {
                write!(text, "{square}").expect("a string takes any text");
            }
            Move::Pass if passes == Passes::Dashes => text.push_str("--"),
            Move::Pass => text.push_str("pa"),
        }
    }
    text
}
