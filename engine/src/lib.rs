#![doc = include_str!("../README.md")]

mod bitboard;
mod board;
mod color;
mod error;
mod game;
pub mod hash;
mod moves;
pub mod notation;
mod parity;
mod perft;
mod position;
mod score;
pub mod simd;
mod square;
pub mod stability;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use error::{IllegalMove, IllegalReason};
pub use game::Game;
pub use moves::Move;
pub use parity::{Connectivity, OddQuadrants, Quadrant, Regions};
pub use perft::{PerftConvention, divide, perft};
pub use position::Position;
pub use score::{Convention, DiscDiff, Outcome};
pub use square::{Square, SquareClass};
pub use symmetry::{Symmetric, Symmetry};
