//! One square, one move, one side.

use super::error::{NotationError, NotationErrorKind};
use crate::color::Color;
use crate::moves::Move;
use crate::square::Square;
use std::str::FromStr;

/// The words for a pass, in any case.
const PASSES: [&str; 7] = ["pa", "ps", "pass", "--", "@@", "@@@@", "-"];

/// The square of a column letter in any case and a row digit.
pub(super) const fn square(column: u8, row: u8) -> Option<Square> {
    let column = column.to_ascii_lowercase().wrapping_sub(b'a');
    Square::from_coordinates(column as usize, row.wrapping_sub(b'1') as usize)
}

/// The side of a symbol in a board.
pub(super) const fn side_of(symbol: char) -> Option<Color> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// Reads `f5` or `F5`.
///
/// ```
/// use xsquare_engine::Square;
/// assert_eq!("F5".parse(), Ok(Square::F5));
/// assert!("i5".parse::<Square>().is_err());
/// ```
impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match *text.as_bytes() {
            [column, row] => square(column, row),
            _ => None,
        }
        .ok_or_else(|| NotationError::whole(NotationErrorKind::NotASquare, text))
    }
}

/// Reads a square, or a pass: `pa ps pass -- @@ @@@@ -` in any case.
///
/// ```
/// use xsquare_engine::{Move, Square};
/// assert_eq!("f5".parse(), Ok(Move::Place(Square::F5)));
/// assert_eq!("PA".parse(), Ok(Move::Pass));
/// ```
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
            return Ok(Self::Pass);
        }
        match text.parse() {
            Ok(square) => Ok(Self::Place(square)),
            Err(_) => Err(NotationError::whole(NotationErrorKind::NotAMove, text)),
        }
    }
}

/// Reads the symbols of board strings, `X x * B b` and `O o W w`, and the words `black` and `white` in any case.
///
/// ```
/// use xsquare_engine::Color;
/// assert_eq!("X".parse(), Ok(Color::Black));
/// assert_eq!("white".parse(), Ok(Color::White));
/// ```
impl FromStr for Color {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut chars = text.chars();
        match (chars.next().and_then(side_of), chars.next()) {
            (Some(side), None) => Ok(side),
            _ => Self::ALL
                .into_iter()
                .find(|side| side.to_string().eq_ignore_ascii_case(text))
                .ok_or_else(|| NotationError::whole(NotationErrorKind::NotASide, text)),
        }
    }
}
