//! The board as a picture.

use super::style;
use crate::messages::{Board as Texts, ENGLISH, convention_name, fill, side_name};
use anstyle::Style;
use std::fmt::Write;
use xsquare_engine::{Bitboard, Color, Convention, Outcome, Position, Square};

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.board;

/// What is marked on the board besides the discs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Marks {
    /// Squares shown as `+`: usually the legal moves.
    pub moves: Bitboard,
    /// The square put in brackets: usually the last move.
    pub last: Option<Square>,
}

/// The picture of a position, ten lines, with the disc counts and the side to move beside it. `X` is Black, `O` White,
/// `-` empty, `+` a marked move.
pub(crate) fn draw(position: &Position, marks: Marks) -> String {
    draw_by(position, marks, Convention::default(), &[])
}

/// The same with the result of a game that is over counted in this way, and more beside it, one line each; there is room
/// for two.
pub(crate) fn draw_by(
    position: &Position,
    marks: Marks,
    convention: Convention,
    more: &[String],
) -> String {
    let mut facts = facts(position, convention);
    facts.extend(marks.last.map(|square| with_square(TEXTS.last, square)));
    facts.extend_from_slice(more);
    picture(position, marks, &facts)
}

/// The picture of a choice: the move that was made in brackets, the better one as `+`.
pub(crate) fn draw_choice(
    position: &Position,
    made: Option<Square>,
    better: Option<Square>,
) -> String {
    let marks = Marks {
        moves: better.map_or(Bitboard::EMPTY, Square::bitboard),
        last: made,
    };
    let mut facts = facts(position, Convention::default());
    facts.extend(made.map(|square| with_square(TEXTS.played, square)));
    facts.extend(better.map(|square| with_square(TEXTS.better, square)));
    picture(position, marks, &facts)
}

/// The picture with these lines beside it, from the first row down.
pub(crate) fn picture(position: &Position, marks: Marks, facts: &[String]) -> String {
    let label = style::LABEL;
    let mut picture = format!("{label}    a b c d e f g h{label:#}\n");
    for row in 0..8 {
        let _ = write!(picture, "{label}{:3}{label:#}", row + 1);
        for column in 0..8 {
            if let Some(square) = Square::from_coordinates(column, row) {
                let before = separator(marks.last, Some(square), left_of(square));
                let (symbol, style) = cell(position, marks, square);
                let _ = write!(picture, "{before}{style}{symbol}{style:#}");
            }
        }
        let end = Square::from_coordinates(7, row);
        picture.push(separator(marks.last, None, end));
        if let Some(fact) = facts.get(row) {
            let _ = write!(picture, "   {fact}");
        }
        picture.truncate(picture.trim_end().len());
        picture.push('\n');
    }
    picture
}

fn left_of(square: Square) -> Option<Square> {
    Square::from_coordinates(square.column().checked_sub(1)?, square.row())
}

/// What stands between two cells of a row: a bracket beside the last move.
fn separator(last: Option<Square>, right: Option<Square>, left: Option<Square>) -> char {
    match last {
        Some(last) if right == Some(last) => '[',
        Some(last) if left == Some(last) => ']',
        _ => ' ',
    }
}

fn cell(position: &Position, marks: Marks, square: Square) -> (char, Style) {
    let plain = Style::new();
    match position.disc(square) {
        Some(color) if marks.last == Some(square) => (color.symbol(), style::LAST),
        Some(color) => (color.symbol(), plain),
        None if marks.moves.contains(square) => ('+', style::LEGAL),
        None => ('-', style::LABEL),
    }
}

fn with_square(text: &str, square: Square) -> String {
    fill(text, &[("square", &square.to_string())])
}

/// The lines beside the board.
fn facts(position: &Position, convention: Convention) -> Vec<String> {
    let counts = position.counts();
    let [black, white] = TEXTS.sides;
    let strong = style::STRONG;
    vec![
        format!("{black} {:2}", counts.black),
        format!("{white} {:2}", counts.white),
        format!("{} {:2}", TEXTS.empty, position.board().empty_count()),
        String::new(),
        format!("{strong}{}{strong:#}", turn_by(position, convention)),
    ]
}

/// Whose turn it is, in words: `Black to move`, `Black must pass`, `Game over: White wins 33-31 (empties to the winner)`.
pub(crate) fn turn(position: &Position) -> String {
    turn_by(position, Convention::default())
}

fn turn_by(position: &Position, convention: Convention) -> String {
    if position.is_over() {
        return fill(
            TEXTS.over,
            &[("result", &named_result(position, convention))],
        );
    }
    let text = if position.must_pass() {
        TEXTS.must_pass
    } else {
        TEXTS.to_move
    };
    fill(text, &[("side", side_name(position.side()))])
}

/// The result if the game ends here, counted in this way: `White wins 33-31`, `a draw, 32-32`.
fn result_by(position: &Position, convention: Convention) -> String {
    let counts = convention.count(position.counts());
    let (more, less) = (
        counts.black.max(counts.white),
        counts.black.min(counts.white),
    );
    let (text, side) = match position.outcome() {
        Some(Outcome::Win(side)) => (TEXTS.wins, side),
        Some(Outcome::Draw) | None => (TEXTS.draw, Color::Black),
    };
    fill(
        text,
        &[
            ("side", side_name(side)),
            ("more", &more.to_string()),
            ("less", &less.to_string()),
        ],
    )
}

/// The same with the name of the way of counting: `White wins 33-31 (empties to the winner)`.
pub(crate) fn named_result(position: &Position, convention: Convention) -> String {
    format!(
        "{} ({})",
        result_by(position, convention),
        convention_name(convention)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn the_start_is_drawn_with_its_moves() {
        let marks = Marks {
            moves: Position::START.legal_moves(),
            last: None,
        };
        let expected = "    a b c d e f g h
  1 - - - - - - - -    Black X  2
  2 - - - - - - - -    White O  2
  3 - - - + - - - -    Empty   60
  4 - - + O X - - -
  5 - - - X O + - -    Black to move
  6 - - - - + - - -
  7 - - - - - - - -
  8 - - - - - - - -
";
        assert_eq!(plain(&draw(&Position::START, marks)), expected);
    }

    #[test]
    fn the_last_move_stands_in_brackets() {
        let position = Position::START.play(Square::F5.into()).unwrap();
        let marks = Marks {
            moves: Bitboard::EMPTY,
            last: Some(Square::F5),
        };
        let picture = plain(&draw(&position, marks));
        assert!(
            picture.contains("  5 - - - X X[X]- -    White to move\n"),
            "{picture}"
        );
        assert!(picture.contains("Last move f5\n"), "{picture}");
        let marks = Marks {
            moves: Bitboard::EMPTY,
            last: Some(Square::H8),
        };
        let picture = plain(&draw(&position, marks));
        assert!(picture.contains("  8 - - - - - - -[-]\n"), "{picture}");
    }

    #[test]
    fn results_give_the_empties_to_the_winner() {
        let only_black =
            Position::new(Square::A1.bitboard(), Bitboard::EMPTY, Color::White).unwrap();
        assert_eq!(
            turn(&only_black),
            "Game over: Black wins 64-0 (empties to the winner)"
        );
        let drawn = draw_by(&only_black, Marks::default(), Convention::PlainCount, &[]);
        assert!(drawn.contains("Game over: Black wins 1-0 (discs on the board)"));
    }
}
