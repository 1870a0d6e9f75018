//! GGF, the Generic Game Format of the game server GGS: one game of 8×8 Othello, read and written.
//!
//! NBoard hands positions over in it. Komi, synchro and anti games and other boards are refused by name: they are
//! valid GGF, but other games.
//!
//! Source: the format's description by Michael Buro, and the games of servers and programs.

mod clock;
mod read;
mod write;

pub use clock::GgfClock;
pub(super) use clock::number;
pub(super) use read::{is_match_type, parse_archived_ggf};
pub use read::{parse_ggf, parse_ggf_turn};
pub use write::{write_ggf, write_ggf_turn};

use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::note::impossible_result;
use crate::score::DiscDiff;
use std::fmt;
use std::time::Duration;

/// A game with what GGF tells about it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GgfGame {
    /// The start and the turns, forced passes included.
    pub game: Game,
    /// What the players noted, one entry for each turn of the game.
    pub details: Vec<GgfDetail>,
    /// Where it was played; empty if unknown.
    pub place: String,
    /// When, in any of the format's spellings; empty if unknown.
    pub date: String,
    /// Who played.
    pub players: ByColor<GgfPlayer>,
    /// The clocks at the beginning, `None` where there is none.
    pub clocks: ByColor<Option<GgfClock>>,
    /// How it ended by the record, which need not be what the board says.
    pub result: GgfResult,
    /// The match type, such as `8` or `s8r18`.
    pub match_type: String,
    /// What was bid for the first move in a komi game.
    pub komi: Option<GgfKomi>,
    /// Comments in their order, each with the number of turns before it: with 0 it is about the whole game.
    pub comments: Vec<(usize, String)>,
}

/// The bids of a komi game. Its result is the difference on the board less the komi.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct GgfKomi {
    /// The secret bids: a first move and its evaluation, seen by Black.
    pub bids: ByColor<Option<(Move, GgfDetail)>>,
    /// What Black gives in advance, in discs.
    pub discs: f64,
}

impl GgfKomi {
    /// These bids and this komi.
    pub const fn new(bids: ByColor<Option<(Move, GgfDetail)>>, discs: f64) -> Self {
        Self { bids, discs }
    }
}

/// A player.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct GgfPlayer {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating.
    pub rating: Option<f64>,
}

/// What a player noted with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct GgfDetail {
    /// The evaluation in discs from the view of the side that moves. Writers leave out 0.
    pub eval: Option<f64>,
    /// The time that was used.
    pub time: Option<Duration>,
}

impl GgfDetail {
    /// These notes.
    pub const fn new(eval: Option<f64>, time: Option<Duration>) -> Self {
        Self { eval, time }
    }
}

/// The result of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GgfResult {
    /// Not finished, or not told.
    #[default]
    Unknown,
    /// Finished.
    Difference {
        /// Black's discs minus White's, empties to the winner.
        discs: DiscDiff,
        /// How.
        ending: GgfEnding,
    },
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GgfEnding {
    /// Neither side could move.
    Played,
    /// One side gave up (`:r`).
    Resigned,
    /// One side ran out of time (`:t`).
    TimedOut,
    /// Both sides agreed on the score (`:s`).
    Agreed,
}

/// A game that was read, and what was passed over, filled in or found odd.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Ggf {
    /// The game.
    pub game: GgfGame,
    /// The rest.
    pub notes: Vec<GgfNote>,
}

/// Something in a GGF text that is worth telling and no error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GgfNote {
    /// A tag that the format does not have, passed over.
    UnknownTag(String),
    /// A tag that stands twice; the first one counts.
    RepeatedTag(String),
    /// A match type with parts that have no meaning.
    MatchType(String),
    /// Part of a clock that has no meaning here, passed over.
    ClockOption(String),
    /// A result that is no disc difference, passed over.
    Result(String),
    /// A result in discs that a finished game cannot have, passed over.
    ImpossibleResult {
        /// As written.
        stated: String,
        /// Black's difference by the final position.
        replayed: DiscDiff,
        /// The same less the komi of a komi game, as it would be written.
        less_komi: Option<String>,
    },
    /// The result is not that of the board, both Black's difference.
    ResultDiffers {
        /// As written.
        stated: DiscDiff,
        /// By the final position.
        replayed: DiscDiff,
    },
    /// Passes that were left out, by the number of the turn, from 1.
    ImpliedPasses(Vec<usize>),
    /// Written passes after the game was over; they change nothing.
    PassesAfterEnd(usize),
    /// The board does not tell the side to move, so it is Black.
    SideMissing,
}

impl fmt::Display for GgfNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Texts are escaped: they must not steer a terminal.
        match self {
            Self::UnknownTag(name) => write!(f, "tag {name:?} is unknown and passed over"),
            Self::RepeatedTag(name) => write!(f, "tag {name} stands twice; the first one counts"),
            Self::MatchType(text) => write!(f, "match type {text:?} has parts without meaning"),
            Self::ClockOption(text) => {
                write!(f, "clock {text:?} has parts that are passed over")
            }
            Self::Result(text) => write!(
                f,
                "result {text:?} is no difference that the game can end with, and passed over"
            ),
            Self::ImpossibleResult {
                stated,
                replayed,
                less_komi,
            } => {
                f.write_str(&impossible_result(stated, *replayed))?;
                match less_komi {
                    Some(less) => write!(f, ", {less} less the komi"),
                    None => Ok(()),
                }
            }
            Self::ResultDiffers { stated, replayed } => write!(
                f,
                "the result is {stated} for Black, but the board says {replayed}"
            ),
            Self::ImpliedPasses(plies) => {
                let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
                write!(f, "passes filled in at ply {}", plies.join(", "))
            }
            Self::PassesAfterEnd(count) => write!(f, "{count} written after the end: pass"),
            Self::SideMissing => f.write_str("the side to move is missing; Black is taken"),
        }
    }
}

/// The rule that a GGF text breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GgfFault {
    /// Something else than GGF.
    #[error("no GGF; expected `(;`, tags such as GM[Othello], and `;)`")]
    NoGgf,
    /// A match of several games.
    #[error("a match of {0} games; only single games are supported, not synchro matches")]
    Match(usize),
    /// Something between the tags.
    #[error("not a tag; expected letters and a value in brackets, such as B[f5], or `;)`")]
    NotATag,
    /// A value without an end.
    #[error("a value without its end; expected `]`")]
    UnclosedValue,
    /// A game without an end.
    #[error("the game has no end; expected `;)`")]
    NoEnd,
    /// A game without a tag that every game has.
    #[error("the game has no {0}")]
    Missing(&'static str),
    /// Another game.
    #[error("this is another game; expected GM[Othello]")]
    OtherGame,
    /// A board that is not 8×8.
    #[error("board size {0} is not supported; expected 8")]
    BoardSize(u32),
    /// A board size that is none.
    #[error("not a board; expected `8`, 64 cells * O - and the side to move")]
    NotABoard,
    /// A symbol that is no cell.
    #[error("no cell of a board; expected * for Black, O for White, - for empty")]
    NotACell,
    /// Too few or too many cells.
    #[error("the board has {0} cells; expected 64")]
    CellCount(usize),
    /// Two boards.
    #[error("a second board; a game has one")]
    SecondBoard,
    /// A move before the board.
    #[error("a move before the board; expected BO before the first B or W")]
    MoveBeforeBoard,
    /// Bids for the first move.
    #[error("a komi game; only games without komi are supported")]
    Komi,
    /// Fewest discs win.
    #[error("an anti game, which the fewest discs win, is not supported")]
    Anti,
    /// Two games at once.
    #[error("a synchro game; only single games are supported")]
    Synchro,
    /// A move of the wrong side.
    #[error("a move of {tag}, but {} is to move", !*.tag)]
    WrongSide {
        /// The side whose move it is by its tag.
        tag: Color,
    },
    /// An evaluation that is none.
    #[error("not an evaluation; expected discs such as -1.25")]
    NotAnEval,
    /// A time that is none.
    #[error("not a time; expected seconds such as 0.25 or minutes and seconds such as 1:30")]
    NotATime,
    /// A komi that is none.
    #[error("not a komi; expected discs such as -0.500")]
    NotAKomi,
    /// A rating that is none.
    #[error("not a rating; expected a number such as 1720.5")]
    NotARating,
}

impl GgfGame {
    /// The record of a game about which nothing else is known.
    pub fn new(game: Game) -> Self {
        Self {
            details: vec![GgfDetail::default(); game.turns().len()],
            game,
            place: String::new(),
            date: String::new(),
            players: ByColor::default(),
            clocks: ByColor::default(),
            result: GgfResult::Unknown,
            match_type: "8".to_owned(),
            komi: None,
            comments: Vec::new(),
        }
    }

    /// Black's final difference on the board, `None` while the game goes on.
    pub fn replayed(&self) -> Option<DiscDiff> {
        self.game.position().difference()
    }

    /// The turns with what was noted.
    pub fn turns(&self) -> impl Iterator<Item = (Move, GgfDetail)> {
        let details = self.details.iter().copied();
        let details = details.chain(std::iter::repeat(GgfDetail::default()));
        self.game.turns().iter().copied().zip(details)
    }
}
