//! What happens in a game, for the player to hear of.

use super::command::Misread;
use super::moves::Fault;
use super::options::{Player, Strength};
use super::record::Remark;
use crate::opening_names::Opening;
use std::path::PathBuf;
use std::time::Duration;
use xsquare_engine::notation::{self, Losses, StatedResult, StatedScore};
use xsquare_engine::{
    Bitboard, ByColor, Color, Convention, DiscDiff, Game, IllegalMove, Move, Outcome, Square,
};
use xsquare_search::{Clock, Eval, Kind, TimeControl};

/// Something to tell.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Event {
    /// Who plays, and how hard the engine thinks.
    Seats(ByColor<Player>, Strength),
    /// How much time both sides have.
    Control(TimeControl),
    /// What the clocks show, and how long the side to move has been thinking.
    Clocks(Box<ByColor<Clock>>, Color, Duration),
    /// Where to find out more.
    Welcome,
    /// The board as it stands.
    Board(Box<View>),
    /// Several moves were entered, passes among them.
    Entered(Vec<Move>),
    /// The engine moved.
    EngineMoved(Color, Thought),
    /// A side had no move.
    Passed(Color),
    /// The game is over.
    Over(Ending),
    /// These turns were taken back, the first one played first.
    TakenBack(Vec<Move>),
    /// This side gave up or ran out of time, and plays on all the same.
    PlaysOn(Color),
    /// These turns were played again.
    Restored(Vec<Move>),
    /// The moves so far, and how many are taken back.
    Transcript(Box<Game>),
    /// Another game begins.
    New,
    /// The game was written to a file.
    Saved(Saved),
    /// A game was read.
    Loaded(Loaded),
    /// What was filled in, passed over or found odd in a text.
    Noted(Remark),
    /// The best moves.
    Hint(Hint),
    /// What was asked for, in words.
    Told(String),
    /// The commands.
    Help,
    /// Something that cannot be done.
    Refused(Refusal),
}

/// What is to be seen on the board.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct View {
    /// The position.
    pub position: xsquare_engine::Position,
    /// The moves of the player, if it is a human's turn.
    pub moves: Bitboard,
    /// The last move that was no pass.
    pub last: Option<Square>,
    /// How the discs of a finished game are counted.
    pub convention: Convention,
    /// The opening that the game passed through last.
    pub opening: Option<&'static Opening>,
}

/// A game that was written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Saved {
    /// The file.
    pub file: PathBuf,
    /// Turns of the game.
    pub turns: usize,
    /// What the format of the file cannot hold.
    pub losses: Losses,
}

/// A game that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loaded {
    /// What the text was recognised as.
    pub kind: String,
    /// Who played it and where, as far as the text tells.
    pub title: Option<String>,
    /// Turns of the game.
    pub turns: usize,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Neither side can move; discs on the board, and how they are counted.
    Finished(ByColor<u32>, Convention),
    /// This side gave up.
    Resigned(Color),
    /// This side ran out of time.
    TimeUp(Color),
}

impl Ending {
    /// The same as records state it.
    pub(super) fn stated(self) -> StatedResult {
        let (loser, ending) = match self {
            Self::Finished(discs, convention) => {
                let counted = convention.count(discs);
                let difference = counted.black.cast_signed() - counted.white.cast_signed();
                return StatedResult {
                    score: StatedScore::Difference(
                        DiscDiff::new(difference).expect("64 squares hold 64 discs"),
                    ),
                    ending: notation::Ending::Played,
                };
            }
            Self::Resigned(side) => (side, notation::Ending::Resigned),
            Self::TimeUp(side) => (side, notation::Ending::TimedOut),
        };
        StatedResult {
            score: StatedScore::Winner(Outcome::Win(!loser)),
            ending,
        }
    }
}

/// A score and what is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Judgement {
    /// From the view of the side to move.
    pub score: Eval,
    /// What the score says.
    pub kind: Kind,
    /// Plies searched.
    pub depth: u8,
}

/// What the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thought {
    /// Its move; never a pass.
    pub square: Square,
    /// What it thinks of it; `None` if there was no choice.
    pub judgement: Option<Judgement>,
    /// How its search ended.
    pub patience: Patience,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// By itself.
    Kept,
    /// By Ctrl-C.
    Lost,
}

/// The best moves and why.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hint {
    /// The side to move.
    pub side: Color,
    /// Best first.
    pub choices: Vec<Choice>,
    /// One sentence or two about the first.
    pub reason: String,
    /// How the search ended.
    pub patience: Patience,
}

/// A move of a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    /// What it is worth.
    pub judgement: Judgement,
    /// The expected line, the move first.
    pub pv: Vec<Move>,
}

/// Why something cannot be done: one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Not understood; these squares are the legal moves, none if the game is over.
    Misread {
        /// What was read and what was expected.
        misread: Misread,
        /// The legal moves.
        moves: Bitboard,
    },
    /// A line that is no text.
    NotText(String),
    /// A move that is none.
    NotAMove {
        /// What was read.
        fault: Fault,
        /// The legal moves.
        moves: Bitboard,
    },
    /// One move, against the rules.
    Illegal(IllegalMove),
    /// Several moves, one of them against the rules.
    IllegalAmong(Fault),
    /// Pasted moves that are no transcript.
    NoTranscript(String),
    /// A text that is no game.
    NoGame(String),
    /// A written pass that the program made already.
    PassedAlready {
        /// Who has passed.
        passed: Color,
        /// The legal moves.
        moves: Bitboard,
    },
    /// The game is over.
    Over(Ending),
    /// No turn of a human's lies behind.
    NothingToTakeBack,
    /// Nobody plays but the engine.
    NoHuman,
    /// Nothing was taken back, or something else has been played since.
    NothingToRestore,
    /// A file that cannot be written or read, or the engine; in full.
    Failed(String),
}
