//! A position of a game: a board with colours and a side to move.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::error::{IllegalMove, IllegalReason};
use crate::moves::Move;
use crate::score::{DiscDiff, Outcome};
use crate::square::Square;
use std::fmt;

/// Discs of both colours and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    side: Color,
}

impl Position {
    /// The starting position; Black moves.
    pub const START: Self = Self {
        board: Board::START,
        side: Color::Black,
    };

    /// The position with these discs, or `None` if a square holds two.
    pub const fn new(black: Bitboard, white: Bitboard, side: Color) -> Option<Self> {
        let board = match side {
            Color::Black => Board::new(black, white),
            Color::White => Board::new(white, black),
        };
        match board {
            Some(board) => Some(Self { board, side }),
            None => None,
        }
    }

    /// The position in which `side` is to move on `board`.
    pub const fn from_board(board: Board, side: Color) -> Self {
        Self { board, side }
    }

    /// The board as the side to move sees it.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The discs of one colour.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side {
            self.board.own()
        } else {
            self.board.opponent()
        }
    }

    /// The number of discs of each colour.
    pub fn counts(&self) -> ByColor<u32> {
        ByColor {
            black: self.discs(Color::Black).len(),
            white: self.discs(Color::White).len(),
        }
    }

    /// The colour of the disc on `square`, if there is one.
    pub fn disc(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.discs(color).contains(square))
    }

    /// The squares on which the side to move may place a disc.
    pub fn legal_moves(&self) -> Bitboard {
        self.board.legal_moves()
    }

    /// Whether the side to move has no move while the other side has one.
    pub fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// Black's discs minus White's if the game ends here, empties to the winner; `None` while it goes on.
    pub fn difference(&self) -> Option<DiscDiff> {
        let score = self.board.final_score();
        self.is_over().then_some(match self.side {
            Color::Black => score,
            Color::White => -score,
        })
    }

    /// Who wins if the game ends here; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.difference().map(|score| match score.discs() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Color::Black),
            _ => Outcome::Win(Color::White),
        })
    }

    /// The position after `turn`.
    ///
    /// # Errors
    /// If the rules forbid the turn; the error says which rule and what would have been legal.
    pub fn play(&self, turn: Move) -> Result<Self, IllegalMove> {
        let refuse = |reason| {
            Err(IllegalMove {
                position: *self,
                turn,
                reason,
            })
        };
        if self.is_over() {
            return refuse(IllegalReason::GameOver);
        }
        let board = match turn {
            Move::Pass if self.legal_moves().is_empty() => self.board.pass(),
            Move::Pass => return refuse(IllegalReason::PassWithMoves),
            Move::Place(square) => match self.board.play(square) {
                Some(board) => board,
                None if self.board.occupied().contains(square) => {
                    return refuse(IllegalReason::Occupied);
                }
                None if self.legal_moves().is_empty() => return refuse(IllegalReason::MustPass),
                None => return refuse(IllegalReason::FlipsNothing),
            },
        };
        Ok(Self {
            board,
            side: !self.side,
        })
    }

    /// The position after `turn` if the rules allow it.
    pub fn try_play(&self, turn: Move) -> Option<Self> {
        self.play(turn).ok()
    }
}

/// The board string of OBF files: 64 cells, a blank, the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = Square::ALL
            .into_iter()
            .map(|square| self.disc(square).map_or('-', Color::symbol))
            .collect();
        write!(f, "{cells} {}", self.side.symbol())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
