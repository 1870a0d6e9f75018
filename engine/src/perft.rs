//! Perft: the number of ways to play a given number of plies, for checking the rules and for measuring.
//!
//! Four conventions are in use, because a pass may or may not count as a ply, and a game that ends early may or may
//! not count. They agree from the starting position up to depth 8; the first forced pass comes after 8 discs, the first
//! ended games after 9.

use crate::board::Board;
use crate::moves::Move;
use crate::position::Position;
use std::fmt;

/// What a perft counts.
///
/// | | a game that ended earlier counts as one | only what is played to the full depth counts |
/// |---|---|---|
/// | a forced pass is a ply | A | B |
/// | a pass costs no ply | C | D |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PerftConvention {
    /// A forced pass is a ply; a game that has ended earlier is one leaf at every larger depth (A. Bik).
    #[default]
    A,
    /// A forced pass is a ply; ended games are not counted (Edax).
    B,
    /// Depth counts discs placed, a pass costs nothing; ended games are one leaf each (Egaroucid).
    C,
    /// Depth counts discs placed; ended games are not counted.
    D,
}

impl PerftConvention {
    /// All four.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Whether a forced pass is a ply of its own.
    pub const fn counts_passes(self) -> bool {
        matches!(self, Self::A | Self::B)
    }

    /// Whether a game that ends before the depth is reached is a leaf.
    pub const fn counts_ended_games(self) -> bool {
        matches!(self, Self::A | Self::C)
    }

    /// The leaves of a position in which the game has ended, at any depth but 0.
    const fn ended(self) -> u64 {
        self.counts_ended_games() as u64
    }
}

/// Prints the letter.
impl fmt::Display for PerftConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        })
    }
}

/// The number of leaves `depth` plies below a position. At depth 0 it is 1.
///
/// Depth 9 takes a fraction of a second from the starting position, and each further ply about nine times as long.
///
/// ```
/// use xsquare_engine::{PerftConvention, Position, perft};
/// assert_eq!(perft(&Position::START, 4, PerftConvention::A), 244);
/// ```
pub fn perft(position: &Position, depth: u32, convention: PerftConvention) -> u64 {
    leaves(position.board(), depth, convention)
}

/// The leaves below each turn from a position, in index order of the squares. They add up to [`perft`].
///
/// A forced pass is listed as the only turn, even where it costs no ply. There is nothing to list at depth 0 and when
/// the game is over.
pub fn divide(position: &Position, depth: u32, convention: PerftConvention) -> Vec<(Move, u64)> {
    let board = position.board();
    let Some(deeper) = depth.checked_sub(1) else {
        return Vec::new();
    };
    if board.must_pass() {
        return vec![(Move::Pass, leaves(board, depth, convention))];
    }
    let below = |square| {
        let board = board.play_flips(square, board.flips(square));
        (Move::Place(square), leaves(board, deeper, convention))
    };
    board.legal_moves().into_iter().map(below).collect()
}

fn leaves(board: Board, depth: u32, convention: PerftConvention) -> u64 {
    let Some(deeper) = depth.checked_sub(1) else {
        return 1;
    };
    let moves = board.legal_moves();
    if moves.is_empty() {
        return leaves_after_pass(board.pass(), depth, convention);
    }
    if deeper == 0 {
        return u64::from(moves.len());
    }
    moves
        .into_iter()
        .map(|square| {
            let child = board.play_flips(square, board.flips(square));
            leaves(child, deeper, convention)
        })
        .sum()
}

/// The leaves where the side that was to move had no move; `board` is seen by the other side.
#[cold]
fn leaves_after_pass(board: Board, depth: u32, convention: PerftConvention) -> u64 {
    if board.legal_moves().is_empty() {
        convention.ended()
    } else if convention.counts_passes() {
        leaves(board, depth - 1, convention)
    } else {
        leaves(board, depth, convention)
    }
}
