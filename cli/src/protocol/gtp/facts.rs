//! What GTP programs are told about a position.

use super::vertex;
use crate::output::{board, text};
use std::fmt::Write;
use xsquare_engine::{Color, Move, Position, Square};
use xsquare_search::{Analysis, Kind};

/// A picture of the board for people.
pub(super) fn picture(position: &Position, last: Option<Square>) -> String {
    let marks = board::Marks {
        moves: position.legal_moves(),
        last,
    };
    let picture = board::draw(position, marks);
    format!("\n{}", anstream::adapter::strip_str(&picture))
}

/// The board as GoGui reads it: row 8 first, because its rows are counted from the bottom.
pub(super) fn gogui_board(position: &Position) -> String {
    let mut rows = String::new();
    for row in (0..8).rev() {
        rows.push('\n');
        for square in (0..8).filter_map(|column| Square::from_coordinates(column, row)) {
            let cell = position.disc(square).map_or('.', Color::symbol);
            let gap = if square.column() == 0 { "" } else { " " };
            let _ = write!(rows, "{gap}{cell}");
        }
    }
    rows
}

/// The legal turns: `pass` if it is forced, nothing if the game is over.
pub(super) fn legal_moves(position: &Position) -> String {
    if position.must_pass() {
        return vertex(Move::Pass);
    }
    let moves = position.legal_moves().into_iter();
    let moves: Vec<String> = moves.map(|square| vertex(square.into())).collect();
    moves.join(" ")
}

/// `black`, `white`.
pub(super) fn side_to_move(position: &Position) -> String {
    position.side().to_string().to_ascii_lowercase()
}

/// `B+12`, `W+4`, `0`: empties to the winner. `None` while the game goes on.
pub(super) fn final_score(position: &Position) -> Option<String> {
    let score = position.board().final_score().discs();
    let winner = if score > 0 {
        position.side()
    } else {
        !position.side()
    };
    position.is_over().then(|| match (score.abs(), winner) {
        (0, _) => "0".to_owned(),
        (discs, Color::Black) => format!("B+{discs}"),
        (discs, Color::White) => format!("W+{discs}"),
    })
}

/// A line for each move of an analysis, and one for the effort. Scores are in discs, seen by the side to move.
pub(super) fn info(analysis: &Analysis) -> String {
    let mut lines = String::new();
    for report in &analysis.moves {
        let pv: Vec<String> = report.pv.iter().map(|&turn| vertex(turn)).collect();
        let confidence = match report.kind {
            Kind::Selective(selectivity) => format!(" selectivity {}", selectivity.percent()),
            _ => String::new(),
        };
        let _ = writeln!(
            lines,
            "info move {} score {} kind {}{confidence} depth {} pv {}",
            vertex(report.turn),
            text::score(report.score, report.kind),
            report.kind.name(),
            report.depth,
            pv.join(" ")
        );
    }
    let seconds = analysis.time.as_secs_f64();
    let _ = write!(lines, "info nodes {} time {seconds:.2}", analysis.nodes);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn scores_give_the_empties_to_the_winner() {
        let over = "--------------------X------XXX----XXXXX----XXX------X-----------";
        for side in ["X", "O"] {
            let over = position(&format!("{over} {side}"));
            assert_eq!(final_score(&over).unwrap(), "B+64");
        }
        let white = position(&format!("{} X", over.replace('X', "O")));
        assert_eq!(final_score(&white).unwrap(), "W+64");
        let half = format!("{}{} X", "X".repeat(32), "O".repeat(32));
        assert_eq!(final_score(&position(&half)).unwrap(), "0");
        assert_eq!(final_score(&Position::START), None);
    }

    #[test]
    fn gogui_sees_row_eight_first() {
        let start = Position::START.play(Square::F5.into()).unwrap();
        let board = gogui_board(&start);
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows.len(), 9);
        assert_eq!(rows[4], ". . . X X X . .");
        assert_eq!(rows[5], ". . . O X . . .");
        assert_eq!(side_to_move(&start), "white");
        assert_eq!(legal_moves(&start), "F4 D6 F6");
    }

    #[test]
    fn forced_passes_are_moves_and_the_end_has_none() {
        let pass = position("OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X");
        assert_eq!(legal_moves(&pass), "pass");
        let over = position(&format!("{} O", "X".repeat(64)));
        assert_eq!(legal_moves(&over), "");
    }
}
