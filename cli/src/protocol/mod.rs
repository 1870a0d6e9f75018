//! Talking with other programs in the protocols of Othello.

pub(crate) mod edax;
pub(crate) mod fault;
pub(crate) mod gtp;
pub(crate) mod nboard;
pub(crate) mod program;
pub(crate) mod serve;
pub(crate) mod time;

use fault::Fault;
use std::time::Duration;
use xsquare_engine::{ByColor, Color, Game, Move};
use xsquare_search::{Clock, StopFlag, TimeControl};

/// The longest line that is taken as one, in bytes.
pub(crate) const LINE_LIMIT: usize = 64 * 1024;

/// How long a program may take for anything but choosing a move: starting, setting up, taking note of a move.
const SERVICE: Duration = Duration::from_secs(30);

/// What a client needs to know of the conversation it is in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms<'a> {
    /// Ends all waiting when raised.
    pub(crate) stop: &'a StopFlag,
    /// How long the program may think about a move; after that it is late.
    pub(crate) patience: Duration,
    /// What the program has of time.
    pub(crate) time: Option<TimeControl>,
    /// Its clock, when it is to move and has one.
    pub(crate) clock: Option<Clock>,
    /// What both sides have for the whole game, `None` for those that no clock watches.
    pub(crate) clocks: ByColor<Option<TimeControl>>,
}

/// A turn that a program is told of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heard {
    /// Whose it was.
    pub(crate) side: Color,
    /// The turn.
    pub(crate) turn: Move,
    /// How long it took.
    pub(crate) time: Duration,
}

/// The side of a protocol that asks: a program that plays, as its opponent or the referee sees it.
pub(crate) trait Client: Send {
    /// Begins another game with what was played so far.
    ///
    /// # Errors
    /// If the program is late, ends, or does not take the game.
    fn begin(&mut self, game: &Game, terms: Terms<'_>) -> Result<(), Fault>;

    /// Asks for a move of the side to move, which has one. Afterwards the move is made on the program's board too.
    ///
    /// # Errors
    /// If the program is late, ends, or answers anything but a legal move.
    fn choose(&mut self, game: &Game, terms: Terms<'_>) -> Result<Move, Fault>;

    /// Tells of a turn that the program did not choose.
    ///
    /// # Errors
    /// If the program is late, ends, or does not take the turn.
    fn observe(&mut self, heard: Heard, terms: Terms<'_>) -> Result<(), Fault>;

    /// The end of the conversation, as far as it is kept: what was said (`>`), answered (`<`) and complained (`!`).
    fn log(&self) -> Vec<String>;
}

/// Reads an answer as a move and holds it against the rules.
///
/// # Errors
/// If it is none or illegal, with the answer and the rule.
fn legal(answer: &str, game: &Game) -> Result<Move, Fault> {
    let illegal = |reason: String| Fault::Illegal {
        answer: answer.to_owned(),
        reason,
    };
    let Ok(turn) = answer.parse() else {
        return Err(illegal("that is no move".to_owned()));
    };
    match game.position().play(turn) {
        Ok(_) => Ok(turn),
        Err(error) => Err(illegal(error.to_string())),
    }
}
