#![doc = include_str!("../README.md")]

mod bitboard;
mod board;
mod color;
mod error;
mod game;
mod moves;
pub mod notation;
mod position;
mod score;
pub mod simd;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use error::{IllegalMove, IllegalReason};
pub use game::Game;
pub use moves::Move;
pub use position::Position;
pub use score::{Convention, DiscDiff, Outcome};
pub use square::{Square, SquareClass};
