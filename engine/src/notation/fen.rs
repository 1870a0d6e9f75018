//! FEN as some board programs write it for Othello: `8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1`.
//!
//! `p` is Black, `P` is White, digits count empty squares. The rows come from row 8 up to row 1.

use super::board::{Setup, agree, expect_end, setup, side_missing};
use super::error::{NotationError, NotationErrorKind};
use super::span::{BLANKS, char_range, skip_blanks, token};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::square::Square;
use std::ops::Range;

/// Whether the first word of a text is meant as the rows of a FEN.
pub(super) fn is_fen(word: &str) -> bool {
    word.contains('/') && word.starts_with(|c: char| matches!(c, 'p' | 'P' | '0'..='9' | '/'))
}

/// Reads a FEN that begins at `start`.
pub(super) fn parse(
    text: &str,
    start: usize,
    asked: Option<Color>,
) -> Result<Setup, NotationError> {
    let rows = token(text, start, |c| BLANKS.contains(&c));
    let discs = read_rows(text, rows.clone())?;
    let (side, end) = read_side(text, rows.end, asked)?;
    expect_end(text, skip_counters(text, end), "FEN")?;
    setup(text, rows, discs, side)
}

fn read_rows(text: &str, rows: Range<usize>) -> Result<ByColor<Bitboard>, NotationError> {
    let found = text[rows.clone()].split('/').count();
    if found != 8 {
        let kind = NotationErrorKind::FenRows { found };
        return Err(NotationError::new(kind, text, rows));
    }
    let mut discs = ByColor {
        black: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
    };
    let mut at = rows.start;
    for (index, symbols) in text[rows].split('/').enumerate() {
        let row = 7 - index;
        let mut column = 0;
        for (offset, symbol) in symbols.char_indices() {
            let side = match symbol {
                'p' => Color::Black,
                'P' => Color::White,
                '1'..='8' => {
                    column += symbol as usize - '0' as usize;
                    continue;
                }
                _ => {
                    let kind = NotationErrorKind::NotFen(symbol);
                    return Err(NotationError::new(
                        kind,
                        text,
                        char_range(text, at + offset),
                    ));
                }
            };
            if let Some(square) = Square::from_coordinates(column, row) {
                discs[side] |= square.bitboard();
            }
            column += 1;
        }
        let range = at..at + symbols.len();
        at = range.end + 1; // behind the slash
        if column != 8 {
            let kind = NotationErrorKind::RowLength {
                row: row + 1,
                found: column,
            };
            return Err(NotationError::new(kind, text, range));
        }
    }
    Ok(discs)
}

fn read_side(text: &str, at: usize, asked: Option<Color>) -> Result<(Color, usize), NotationError> {
    let word = token(text, skip_blanks(text, at), |c| BLANKS.contains(&c));
    let stated = match &text[word.clone()] {
        "" => return side_missing(text, asked, at),
        "b" => Color::Black,
        "w" => Color::White,
        _ => {
            return Err(NotationError::new(
                NotationErrorKind::NotAFenSide,
                text,
                word,
            ));
        }
    };
    Ok((agree(text, word.clone(), stated, asked)?, word.end))
}

/// The offset behind the fields that chess needs and Othello does not: two dashes and two numbers, or fewer.
fn skip_counters(text: &str, at: usize) -> usize {
    let mut end = at;
    for is_number in [false, false, true, true] {
        let word = token(text, skip_blanks(text, end), |c| BLANKS.contains(&c));
        let field = &text[word.clone()];
        let fits = if is_number {
            !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit())
        } else {
            field == "-"
        };
        if !fits {
            break;
        }
        end = word.end;
    }
    end
}
