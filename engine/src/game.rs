//! A game in progress: a start, the turns since, and the way back.

use crate::error::IllegalMove;
use crate::moves::Move;
use crate::position::Position;

/// A game with its history. Passes are turns of their own, so undo and redo step over them one by one.
///
/// ```
/// use xsquare_engine::{Game, Square};
/// let mut game = Game::new();
/// game.play(Square::F5.into()).unwrap();
/// assert_eq!(game.undo(), Some(Square::F5.into()));
/// assert_eq!(game.redo(), Some(Square::F5.into()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    /// Turns played, and behind them those taken back.
    turns: Vec<Move>,
    /// The position after each of `turns`.
    positions: Vec<Position>,
    /// How many of `turns` are on the board.
    played: usize,
}

impl Game {
    /// A game from the starting position.
    pub fn new() -> Self {
        Self::from_position(Position::START)
    }

    /// A game from a set-up position.
    pub fn from_position(start: Position) -> Self {
        Self {
            start,
            turns: Vec::new(),
            positions: Vec::new(),
            played: 0,
        }
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        if self.played == 0 {
            &self.start
        } else {
            &self.positions[self.played - 1]
        }
    }

    /// The position after the first `plies` turns (passes count), or `None` if there were fewer.
    pub fn position_at(&self, plies: usize) -> Option<&Position> {
        match plies {
            0 => Some(&self.start),
            _ if plies <= self.played => Some(&self.positions[plies - 1]),
            _ => None,
        }
    }

    /// The turns on the board, passes included.
    pub fn turns(&self) -> &[Move] {
        &self.turns[..self.played]
    }

    /// Plays a turn; what had been taken back is forgotten.
    ///
    /// # Errors
    /// If the rules forbid it; the game is unchanged.
    pub fn play(&mut self, turn: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(turn)?;
        self.turns.truncate(self.played);
        self.positions.truncate(self.played);
        self.turns.push(turn);
        self.positions.push(next);
        self.played += 1;
        Ok(())
    }

    /// Passes if the side to move must; tells whether it did.
    pub fn pass_if_forced(&mut self) -> bool {
        self.position().must_pass() && self.play(Move::Pass).is_ok()
    }

    /// Takes back the last turn and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.played = self.played.checked_sub(1)?;
        Some(self.turns[self.played])
    }

    /// Plays the turn taken back last and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let turn = *self.turns.get(self.played)?;
        self.played += 1;
        Some(turn)
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}
