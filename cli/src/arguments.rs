//! Arguments before they are options and positions: boards that look like options, positions in several arguments.

use std::ffi::OsString;
use xsquare_engine::{Color, Move};

/// Joins arguments that belong together: a board and the side to move behind it, and single moves in a row.
pub(crate) fn group(arguments: &[String]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    // What the last text is, as far as it matters for joining.
    let mut last = Shape::Other;
    for argument in arguments {
        let argument = unshield(argument);
        let shape = Shape::of(argument);
        match (last, shape, texts.last_mut()) {
            (Shape::Board, Shape::Side, Some(text)) => {
                text.push(' ');
                text.push_str(argument);
                last = Shape::Other;
            }
            (Shape::Moves, Shape::Moves, Some(text)) => {
                text.push(' ');
                text.push_str(argument);
            }
            _ => {
                texts.push(argument.to_owned());
                last = shape;
            }
        }
    }
    texts
}

/// What an argument looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A board without a side to move.
    Board,
    /// A side to move.
    Side,
    /// One move, perhaps with its number, or a number alone.
    Moves,
    /// Anything else.
    Other,
}

impl Shape {
    fn of(argument: &str) -> Self {
        let text = argument.trim();
        if text.parse::<Color>().is_ok() {
            Self::Side
        } else if looks_like_board(text) && !text.contains([' ', ';']) {
            Self::Board
        } else if text != "-" && is_single_move(text) {
            Self::Moves
        } else {
            Self::Other
        }
    }
}

/// `f5`, `pass`, `1.f5`, `1.`
fn is_single_move(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match digits.strip_prefix(['.', ':']) {
        Some("") => return digits.len() < text.len(),
        Some(rest) if digits.len() < text.len() => rest,
        _ => text,
    };
    rest.parse::<Move>().is_ok()
}

/// Whether a text is meant as a board rather than as an option: long, and nearly all of it symbols of cells.
fn looks_like_board(text: &str) -> bool {
    let word = text.split([' ', ';']).next().unwrap_or_default();
    let cells = word.chars().filter(|&c| "-.XxOo*BbWw".contains(c)).count();
    let total = word.chars().count();
    total >= 20 && cells * 4 >= total * 3
}

/// Makes boards that begin with a dash pass for arguments: with a blank before it nobody takes them for an option.
/// [`group`] takes the blank off again.
pub(crate) fn shield_board(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with('-') && looks_like_board(text) => format!(" {text}").into(),
        _ => argument,
    }
}

fn unshield(argument: &str) -> &str {
    match argument.strip_prefix(' ') {
        Some(rest) if rest.starts_with('-') => rest,
        _ => argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    fn grouped(arguments: &[&str]) -> Vec<String> {
        let shielded: Vec<String> = arguments
            .iter()
            .map(|argument| shield_board(argument.into()).into_string().unwrap())
            .collect();
        group(&shielded)
    }

    #[test]
    fn a_board_and_its_side_are_one_position() {
        let one = format!("{BOARD} X");
        assert_eq!(grouped(&[BOARD, "X"]), [one.as_str()]);
        assert_eq!(grouped(&[&one]), [one.as_str()]);
        assert_eq!(grouped(&[&one, "start"]), [one.as_str(), "start"]);
        assert_eq!(
            grouped(&[BOARD, "white", "start"]),
            [&format!("{BOARD} white"), "start"]
        );
        assert_eq!(grouped(&[BOARD, BOARD]), [BOARD, BOARD]);
        assert_eq!(grouped(&[&format!("{BOARD} X"), "X"]).len(), 2);
    }

    #[test]
    fn single_moves_in_a_row_are_one_transcript() {
        assert_eq!(grouped(&["f5", "d6", "C3"]), ["f5 d6 C3"]);
        assert_eq!(grouped(&["1.", "f5", "d6", "2.c3"]), ["1. f5 d6 2.c3"]);
        assert_eq!(grouped(&["f5d6", "c4c3"]), ["f5d6", "c4c3"]);
        assert_eq!(grouped(&["-", "-"]), ["-", "-"]);
        assert_eq!(grouped(&["f5", "-"]), ["f5", "-"]);
    }

    #[test]
    fn boards_are_told_from_options() {
        let is_shielded = |text: &str| shield_board(text.into()) != text;
        assert!(is_shielded(BOARD));
        assert!(is_shielded("--xo--xo--xo--xo--xo--xo--xo--xo"));
        assert!(is_shielded(&BOARD.replacen("---", "-?-", 1)));
        assert!(is_shielded(&format!("{BOARD} X; f5:+0;")));
        for option in [
            "--as-completed",
            "--convention=A",
            "-",
            "--",
            "-v",
            "--file=boards",
            "-4,4",
        ] {
            assert!(!is_shielded(option), "{option}");
        }
    }
}
