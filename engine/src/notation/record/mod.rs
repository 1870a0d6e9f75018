//! Games of any format: one form that every reader fills and every writer takes.
//!
//! [`records`] reads the games of a file one by one, whatever the file is; [`write_record`] writes one as text and
//! [`WthorWriter`] makes a WTHOR file. Readers tell what they passed over as [`RecordNote`]s, writers what their
//! format cannot hold as [`Losses`].
//!
//! ```
//! use xsquare_engine::notation::{GameFormat, TranscriptStyle, records, write_record};
//! let file = "(;GM[2]PB[Ada]PW[Bo];B[f5];W[d6];B[c3])";
//! let read = records(file.as_bytes(), None)?.next().unwrap()?;
//! assert_eq!((read.format, read.record.players.black.name.as_str()), (GameFormat::Sgf, "Ada"));
//!
//! let mut text = String::new();
//! let losses = write_record(&read.record, GameFormat::Transcript, TranscriptStyle::default(), &mut text)?;
//! assert_eq!(text, "f5d6c3\n");
//! assert_eq!(losses.to_string(), "players' names");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chunk;
mod convert;
mod error;
mod format;
mod json;
mod line;
mod loss;
mod note;
mod quest;
mod result;
mod stream;
mod text;
mod write;
mod wthor;
mod wthor_write;

pub use error::{RecordError, RecordErrorKind};
pub use format::{Container, GameFormat, detect};
pub use json::{GAME_SCHEMA, JsonFault};
pub use loss::{Loss, Losses, Unwritable};
pub use note::{RecordNote, RecordNoteKind};
pub use result::{Ending, ScoreCheck, StatedResult, StatedScore};
pub use stream::{GAME_LIMIT, RecordRead, Records, records};
pub use write::{TranscriptStyle, write_record};
pub use wthor::name_players;
pub use wthor_write::{WthorLists, WthorWriter};

pub(super) use write::{clean, clean_lines};

use super::ggf::{GgfClock, GgfKomi};
use super::note::Note;
use super::obf::Problem;
use crate::color::ByColor;
use crate::game::Game;
use crate::moves::Move;
use crate::score::DiscDiff;
use std::time::Duration;

/// A game, or a position without moves, and what is known about it. Texts are empty where nothing is known.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GameRecord {
    /// The start and the turns, forced passes included.
    pub game: Game,
    /// Who played.
    pub players: ByColor<Player>,
    /// How it ended by the record, which need not be what the board says.
    pub result: Option<StatedResult>,
    /// The tournament or match.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// When it was played, in the spelling of its source.
    pub date: String,
    /// A comment on the whole game.
    pub comment: String,
    /// What is known of each turn: as many as the game has turns, or none at all.
    pub details: Vec<TurnDetail>,
    /// The match type of GGF; empty if it is the usual one.
    pub match_type: String,
    /// The bids of a komi game.
    pub komi: Option<GgfKomi>,
    /// What only WTHOR files hold.
    pub wthor: Option<WthorDetail>,
    /// Known scores of moves in the last position, seen by the side to move there.
    pub scores: Vec<(Move, DiscDiff)>,
    /// The known score of the last position, seen by the side to move there.
    pub value: Option<DiscDiff>,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Player {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating.
    pub rating: Option<f64>,
    /// The clock at the beginning.
    pub clock: Option<GgfClock>,
}

/// What is known of a turn.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct TurnDetail {
    /// The evaluation that the player noted, in discs, seen by the side that moves.
    pub eval: Option<f64>,
    /// The time that was used.
    pub time: Option<Duration>,
    /// A comment.
    pub comment: String,
}

/// What a WTHOR file tells of a game besides the moves: its numbers in the lists of names, and the score with perfect
/// play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WthorDetail {
    /// Year, month and day on which the file was made.
    pub created: (u16, u8, u8),
    /// The year of the games by the header.
    pub year: u16,
    /// Number of the tournament.
    pub tournament: u16,
    /// Numbers of the players.
    pub players: ByColor<u16>,
    /// Black's discs with perfect play, empties to the winner, and the number of empty squares from which on.
    pub theoretical: Option<(u8, u8)>,
}

impl GameRecord {
    /// The record of a game about which nothing else is known.
    pub fn new(game: Game) -> Self {
        Self {
            game,
            players: ByColor::default(),
            result: None,
            event: String::new(),
            round: String::new(),
            place: String::new(),
            date: String::new(),
            comment: String::new(),
            details: Vec::new(),
            match_type: String::new(),
            komi: None,
            wthor: None,
            scores: Vec::new(),
            value: None,
        }
    }

    /// The turns with what is known of each.
    pub fn turns(&self) -> impl Iterator<Item = (Move, Option<&TurnDetail>)> {
        let details = self.details.iter().map(Some);
        let details = details.chain(std::iter::repeat(None));
        self.game.turns().iter().copied().zip(details)
    }

    /// The detail of a turn, by its index from 0, made if there is none.
    ///
    /// # Panics
    /// If the game has no such turn.
    pub fn detail_mut(&mut self, index: usize) -> &mut TurnDetail {
        self.details
            .resize_with(self.game.turns().len(), TurnDetail::default);
        &mut self.details[index]
    }

    /// How the stated result compares with the last position; `None` if no result is stated.
    pub fn check_score(&self) -> Option<ScoreCheck> {
        self.result.map(|result| result.check(self.game.position()))
    }

    /// The year of the game: that of its WTHOR file, else the first four digits of its date that look like a year, or
    /// the one in which a date in Unix seconds lies.
    pub fn year(&self) -> Option<u16> {
        /// Seconds of a year of the calendar on the average.
        const YEAR: u64 = 31_556_952;
        if let Some(wthor) = self.wthor
            && wthor.year > 0
        {
            return Some(wthor.year);
        }
        let groups = || self.date.split(|c: char| !c.is_ascii_digit());
        let years = groups().filter(|digits| digits.len() == 4);
        let year = years
            .filter_map(|digits| digits.parse().ok())
            .find(|year| (1900..2200).contains(year));
        year.or_else(|| {
            let seconds = self.date.parse::<u64>().ok()?;
            let is_seconds = (9..=10).contains(&self.date.len());
            u16::try_from(1970 + seconds / YEAR)
                .ok()
                .filter(|_| is_seconds)
        })
    }

    /// The problem of a position without moves.
    fn problem(&self) -> Problem {
        let mut problem = Problem::new(*self.game.position());
        problem.scores.clone_from(&self.scores);
        problem.value = self.value;
        problem.label = Some(single_line(&self.comment)).filter(|label| !label.is_empty());
        problem
    }
}

/// The text on one line: control characters become blanks, blanks at the ends go.
fn single_line(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.trim().to_owned()
}

/// Whether a text survives [`single_line`].
fn is_single_line(text: &str) -> bool {
    text.trim() == text && !text.contains(char::is_control)
}

/// The comment between its marks.
fn comment_of(note: &Note) -> Option<&str> {
    let Note::Comment { text, .. } = note else {
        return None;
    };
    let inner = text.get(1..).unwrap_or_default();
    let inner = match text.chars().next() {
        Some('(' | '{') => inner
            .get(..inner.len().saturating_sub(1))
            .unwrap_or_default(),
        _ => inner,
    };
    Some(inner.trim())
}
