//! Pictures of boards, as they are printed here, copied and pasted.

use xsquare_engine::Color;

/// The board of a picture in one line, with the side to move if the picture tells it; `None` of anything else.
///
/// A picture is a line with the letters of the columns, and eight that begin with their number and have eight cells. What
/// is behind those is passed over, but for whose turn it is.
pub(super) fn flat(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let letters: String = lines.next()?.split_whitespace().collect();
    if !letters.eq_ignore_ascii_case("abcdefgh") {
        return None;
    }
    let mut board = String::new();
    let mut side = None;
    for row in '1'..='8' {
        let mut rest = lines.next()?.strip_prefix(row)?.chars();
        for _ in 0..8 {
            // Brackets are around the last move.
            let cell = rest.find(|c| !c.is_whitespace() && !"[]|".contains(*c))?;
            board.push(if cell == '+' { '-' } else { cell });
        }
        side = side.or_else(|| mover(rest.as_str()));
    }
    side = side.or_else(|| lines.find_map(mover));
    if let Some(side) = side {
        board.push(' ');
        board.push(side.symbol());
    }
    Some(board)
}

/// The side that is to move by `Black to move` or `Black must pass`.
fn mover(text: &str) -> Option<Color> {
    let words: Vec<&str> = text
        .trim_matches(['[', ']', ' '])
        .split_whitespace()
        .collect();
    match words.as_slice() {
        [side, "to", "move"] | [side, "must", "pass"] => side.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::play::record;
    use crate::output::board::{self, Marks};
    use xsquare_engine::notation::parse_transcript;

    #[test]
    fn every_picture_that_is_drawn_is_read() {
        let moves = "f5d6c3d3c4f4f6f3e6e7d7c6d8f7";
        let game = parse_transcript(moves).unwrap().game;
        for plies in 0..=game.turns().len() {
            let position = game.position_at(plies).unwrap();
            let marks = Marks {
                moves: position.legal_moves(),
                last: plies
                    .checked_sub(1)
                    .and_then(|last| game.turns()[last].square()),
            };
            let picture = board::draw(position, marks);
            let picture = anstream::adapter::strip_str(&picture).to_string();
            let read = record::read(&picture, None).unwrap();
            assert_eq!(read.game.position(), position, "{picture}");
        }
    }

    #[test]
    fn what_is_no_picture_is_left_alone() {
        let row = " - - - - - - - -\n";
        let rows = |numbers: &str| -> String {
            let rows = numbers.chars().map(|number| format!("{number}{row}"));
            "a b c d e f g h\n".to_owned() + &rows.collect::<String>()
        };
        assert_eq!(flat(&rows("12345678")).unwrap(), "-".repeat(64));
        let black = rows("12345678") + "Black to move\n";
        assert_eq!(flat(&black).unwrap(), "-".repeat(64) + " X");
        for text in [
            "",
            "f5d6c3",
            "a b c",
            &rows("1234567"),
            &rows("12345687"),
            &rows("12345678").replace("8 - ", "8 "),
        ] {
            assert_eq!(flat(text), None, "{text}");
        }
    }
}
