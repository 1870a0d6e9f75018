//! A board that is being set up.

use super::super::record::{self, Record};
use crate::messages::Screen;
use xsquare_engine::{Bitboard, Color, Position, Square};

/// Discs and the side to move, which need not be a position yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Setup {
    black: Bitboard,
    white: Bitboard,
    pub(super) side: Color,
}

impl Setup {
    /// Begins with what is on the board.
    pub(super) fn of(position: &Position) -> Self {
        Self {
            black: position.discs(Color::Black),
            white: position.discs(Color::White),
            side: position.side(),
        }
    }

    /// An empty board.
    pub(super) const fn clear(&mut self) {
        self.black = Bitboard::EMPTY;
        self.white = Bitboard::EMPTY;
    }

    /// The disc on a square.
    pub(super) fn disc(&self, square: Square) -> Option<Color> {
        if self.black.contains(square) {
            Some(Color::Black)
        } else {
            self.white.contains(square).then_some(Color::White)
        }
    }

    /// Puts a disc on a square, or takes it off.
    pub(super) fn put(&mut self, square: Square, disc: Option<Color>) {
        let bit = square.bitboard();
        self.black &= !bit;
        self.white &= !bit;
        match disc {
            Some(Color::Black) => self.black |= bit,
            Some(Color::White) => self.white |= bit,
            None => {}
        }
    }

    /// Empty, Black, White, and again.
    pub(super) fn cycle(&mut self, square: Square) {
        let next = match self.disc(square) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.put(square, next);
    }

    /// The number of discs of a side.
    pub(super) const fn count(&self, color: Color) -> u32 {
        match color {
            Color::Black => self.black.len(),
            Color::White => self.white.len(),
        }
    }

    /// The game that begins with this board.
    ///
    /// # Errors
    /// If no game can: a sentence that says why.
    pub(super) fn finish(&self, texts: &Screen) -> Result<Record, String> {
        if self.black.is_empty() && self.white.is_empty() {
            return Err(texts.setup_empty.to_owned());
        }
        // No square has two discs: each is put where there was none.
        let position = Position::new(self.black, self.white, self.side)
            .ok_or_else(|| texts.setup_empty.to_owned())?;
        if position.is_over() {
            return Err(texts.setup_over.to_owned());
        }
        // What is odd about it is found where boards are read.
        record::read(&position.to_string(), None).map_err(|error| error.to_string())
    }
}
