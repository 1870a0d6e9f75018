//! Board strings: 64 cells and the side to move.

use super::error::{NotationError, NotationErrorKind};
use super::fen;
use super::moves::side_of;
use super::note::Note;
use super::span::{BLANKS, char_range, content_start, skip_blanks, token};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::position::Position;
use crate::square::Square;
use std::ops::Range;
use std::str::FromStr;

/// The four squares that are occupied in every position a game can reach.
const CENTRE: Bitboard = Bitboard::from_bits(0x0000_0018_1800_0000);

/// A position that was written down, with what is odd about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// The position.
    pub position: Position,
    /// What no game can have reached.
    pub notes: Vec<Note>,
}

/// Reads a board: 64 cells a1 … h8 (`X x * B b`, `O o W w`, `- .`), then the side to move (the same symbols, or
/// `black`, `white`). Blanks may stand before the side and between rows. FEN is recognised by its slashes.
///
/// `side` is the side to move of a text that does not name one; it must not contradict a text that does.
///
/// ```
/// use xsquare_engine::{Color, Position, notation::{NotationErrorKind, parse_board}};
/// let text = "---------------------------OX------XO---------------------------";
/// let setup = parse_board(&format!("{text} X"), None).unwrap();
/// assert_eq!(setup.position, Position::START);
/// assert_eq!(parse_board("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", None), Ok(setup.clone()));
///
/// assert_eq!(parse_board(text, None).unwrap_err().kind, NotationErrorKind::SideMissing);
/// assert_eq!(parse_board(text, Some(Color::Black)), Ok(setup));
/// ```
///
/// # Errors
/// If the text is no such board, has no side to move, or has no discs.
pub fn parse_board(text: &str, side: Option<Color>) -> Result<Setup, NotationError> {
    if content_start(text) == text.len() {
        return Err(NotationError::whole(NotationErrorKind::Empty, text));
    }
    read_board(text, side)
}

/// Reads a board that may turn out to be empty.
pub(super) fn read_board(text: &str, side: Option<Color>) -> Result<Setup, NotationError> {
    let start = content_start(text);
    if fen::is_fen(&text[token(text, start, |c| BLANKS.contains(&c))]) {
        return fen::parse(text, start, side);
    }
    let cells = Cells::read(text, start)?;
    let (side, end) = read_side(text, cells.end, side)?;
    expect_end(text, end, "board")?;
    setup(text, cells.range(), cells.discs, side)
}

/// Reads a board string that names the side to move; what is odd about it is not reported, see [`parse_board`].
impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(parse_board(text, None)?.position)
    }
}

/// The 64 cells of a board string.
struct Cells {
    discs: ByColor<Bitboard>,
    /// Offset of the first cell.
    start: usize,
    /// Offset behind the last cell.
    end: usize,
}

impl Cells {
    fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Reads 64 cells from `start` on.
    fn read(text: &str, start: usize) -> Result<Self, NotationError> {
        let mut discs = ByColor {
            black: Bitboard::EMPTY,
            white: Bitboard::EMPTY,
        };
        let mut at = start;
        for (index, square) in Square::ALL.into_iter().enumerate() {
            if index % 8 == 0 {
                at = skip_blanks(text, at);
            }
            match text[at..].chars().next() {
                Some('-' | '.') => {}
                Some(symbol) => match side_of(symbol) {
                    Some(side) => discs[side] |= square.bitboard(),
                    None => return Err(not_a_cell(text, start, at, index)),
                },
                None => return Err(not_a_cell(text, start, at, index)),
            }
            at += 1; // every symbol is one byte
        }
        let more = token(text, at, |c| !is_cell(c)).len();
        let last = text[at..].chars().next().and_then(side_of);
        if more > 1 || more == 1 && last.is_none() {
            let kind = NotationErrorKind::TooManyCells { found: 64 + more };
            return Err(NotationError::new(kind, text, at..at + more));
        }
        Ok(Self {
            discs,
            start,
            end: at,
        })
    }
}

/// Whether the character is a cell of a board string.
pub(super) const fn is_cell(c: char) -> bool {
    matches!(c, '-' | '.') || side_of(c).is_some()
}

/// What is wrong when something else stands at `at`, where cell number `index` (from 0) is due.
fn not_a_cell(text: &str, start: usize, at: usize, index: usize) -> NotationError {
    let symbol = match text[at..].chars().next() {
        Some(c) if !BLANKS.contains(&c) && !matches!(c, ';' | '%') => c,
        _ => return too_few(text, start, at, index),
    };
    let kind = match symbol {
        '0' | '1' => NotationErrorKind::AmbiguousDigit(symbol),
        _ => NotationErrorKind::NotACell(symbol),
    };
    NotationError::new(kind, text, char_range(text, at))
}

/// The board stops at `at` after `found` cells: a short board, or a short row of a board written row by row.
fn too_few(text: &str, start: usize, at: usize, found: usize) -> NotationError {
    let read = &text[start..at];
    let Some(last) = read.trim_end_matches(BLANKS).rfind(BLANKS) else {
        let kind = NotationErrorKind::TooFewCells { found };
        return NotationError::new(kind, text, start..at);
    };
    // Rows apart. One symbol alone at the end is the side to move behind too few rows.
    let (row, last) = (found / 8 + 1, start + last + 1);
    let kind = match found % 8 {
        0 => NotationErrorKind::TooFewCells { found },
        1 if text[at..].trim_matches(BLANKS).is_empty() => {
            NotationErrorKind::TooFewCells { found: found - 1 }
        }
        found => NotationErrorKind::RowLength { row, found },
    };
    NotationError::new(kind, text, last..at)
}

/// Reads the side to move behind the cells, which end at `at`: the side, and the offset behind it.
fn read_side(text: &str, at: usize, asked: Option<Color>) -> Result<(Color, usize), NotationError> {
    let start = skip_blanks(text, at);
    let word = token(text, start, |c| {
        BLANKS.contains(&c) || matches!(c, ';' | '%')
    });
    if word.is_empty() {
        return side_missing(text, asked, at);
    }
    let Ok(stated) = text[word.clone()].parse() else {
        return Err(NotationError::new(NotationErrorKind::NotASide, text, word));
    };
    Ok((agree(text, word.clone(), stated, asked)?, word.end))
}

/// The side that the caller gave for a text that ends at `at` without one.
pub(super) fn side_missing(
    text: &str,
    asked: Option<Color>,
    at: usize,
) -> Result<(Color, usize), NotationError> {
    match asked {
        Some(side) => Ok((side, at)),
        None => Err(NotationError::new(
            NotationErrorKind::SideMissing,
            text,
            at..at,
        )),
    }
}

/// The side that the text states, at `range`, unless the caller asked for the other.
pub(super) fn agree(
    text: &str,
    range: Range<usize>,
    stated: Color,
    asked: Option<Color>,
) -> Result<Color, NotationError> {
    match asked {
        Some(asked) if asked != stated => {
            let kind = NotationErrorKind::SideConflict { stated, asked };
            Err(NotationError::new(kind, text, range))
        }
        _ => Ok(stated),
    }
}

/// An error if anything but blanks follows from `at` on.
pub(super) fn expect_end(text: &str, at: usize, what: &'static str) -> Result<(), NotationError> {
    let rest = skip_blanks(text, at);
    if rest == text.len() {
        return Ok(());
    }
    let kind = NotationErrorKind::TrailingText(what);
    let end = text.trim_end_matches(BLANKS).len();
    Err(NotationError::new(kind, text, rest..end))
}

/// The position with these discs, which stand at `range`, and what is odd about it.
pub(super) fn setup(
    text: &str,
    range: Range<usize>,
    discs: ByColor<Bitboard>,
    side: Color,
) -> Result<Setup, NotationError> {
    if (discs.black | discs.white).is_empty() {
        return Err(NotationError::new(NotationErrorKind::NoDiscs, text, range));
    }
    let position = Position::new(discs.black, discs.white, side)
        .expect("a cell is read as one disc at most, so no square holds two");
    let occupied = position.board().occupied();
    let mut notes = Vec::new();
    if !CENTRE.is_subset(occupied) {
        notes.push(Note::EmptyCentre);
    } else if !(occupied - connected(occupied)).is_empty() {
        notes.push(Note::Disconnected(occupied - connected(occupied)));
    }
    let start = Position::START;
    if discs.black == start.discs(Color::White) && discs.white == start.discs(Color::Black) {
        notes.push(Note::MirroredStart);
    }
    Ok(Setup { position, notes })
}

/// The members of `occupied` that a chain of neighbours joins to the centre.
fn connected(occupied: Bitboard) -> Bitboard {
    let mut group = CENTRE & occupied;
    loop {
        let grown = group | group.neighbours() & occupied;
        if grown == group {
            return group;
        }
        group = grown;
    }
}
