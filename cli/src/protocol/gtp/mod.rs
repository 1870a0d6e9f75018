//! GTP, the Go text protocol as Othello programs speak it: squares by their Othello names, whatever the protocol says
//! about where rows are counted from.

pub(crate) mod client;
mod command;
mod facts;
pub(crate) mod server;

use xsquare_engine::{Color, Move};

/// A side in a command.
const fn letter(side: Color) -> char {
    match side {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// A turn as it is written: `F5`, `pass`.
fn vertex(turn: Move) -> String {
    match turn {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "pass".to_owned(),
    }
}

/// A side as a command names it: `b`, `w`, `black`, `white` in any case.
fn side(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
