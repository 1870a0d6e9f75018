//! Edax's picture of a game: the board, the clocks, the counts, and the order of the moves.

use super::table::clock;
use std::time::Duration;
use xsquare_engine::{ByColor, Color, Game, Position, Square};

/// The picture, eleven lines.
pub(super) fn draw(game: &Game, times: ByColor<Duration>) -> String {
    let position = game.position();
    let mut lines =
        vec!["  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H".to_owned()];
    for row in 0..8 {
        let number = row + 1;
        let (mut cells, mut orders) = (String::new(), String::new());
        for square in (0..8).filter_map(|column| Square::from_coordinates(column, row)) {
            cells.extend([cell(position, square), ' ']);
            orders += &order(game, square);
            orders.push('|');
        }
        let fact = fact(game, row, times);
        lines.push(format!(
            "{number} {cells}{number} {fact:^24}{number}|{orders}{number}"
        ));
    }
    lines.push("  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H".to_owned());
    lines.join("\n") + "\n"
}

fn cell(position: &Position, square: Square) -> char {
    match position.disc(square) {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None if position.legal_moves().contains(square) => '.',
        None => '-',
    }
}

/// When a square was played on, or what it held at the start.
fn order(game: &Game, square: Square) -> String {
    let place = game
        .turns()
        .iter()
        .position(|turn| turn.square() == Some(square));
    match (place, game.start().disc(square)) {
        (Some(place), _) => format!("{:2}", place + 1),
        (None, Some(Color::Black)) => "##".to_owned(),
        (None, Some(Color::White)) => "()".to_owned(),
        (None, None) => "  ".to_owned(),
    }
}

/// What stands beside a row.
fn fact(game: &Game, row: usize, times: ByColor<Duration>) -> String {
    let position = game.position();
    let counts = position.counts();
    let of = |color: Color| {
        let board = position.board();
        let moves = if color == position.side() {
            board.legal_moves()
        } else {
            board.opponent_moves()
        };
        format!("{:2} discs  {:2} moves", counts[color], moves.len())
    };
    match row {
        0 => clock(times.black),
        1 => of(Color::Black),
        3 => format!(
            "ply {:2} ({} empties)",
            game.turns().len() + 1,
            position.board().empty_count()
        ),
        4 if position.is_over() => "Game over".to_owned(),
        4 => match position.side() {
            Color::Black => "Black's turn (*)".to_owned(),
            Color::White => "White's turn (O)".to_owned(),
        },
        6 => of(Color::White),
        7 => clock(times.white),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_drawn() {
        let picture = draw(&Game::new(), ByColor::default());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines.len(), 10);
        assert!(lines[4].starts_with("4 - - . O * - - - 4  "), "{picture}");
        assert!(
            lines[4].ends_with("4|  |  |  |()|##|  |  |  |4"),
            "{picture}"
        );
        assert!(lines[5].contains("Black's turn (*)"), "{picture}");
        let widths: Vec<usize> = lines[1..9].iter().map(|line| line.len()).collect();
        assert_eq!(widths, [lines[1].len(); 8]);
    }
}
