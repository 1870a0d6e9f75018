//! Diagrams as in the literature: positions with the last move numbered and the flipped discs marked, transcripts with
//! the numbers of the moves on their squares, the names of squares.
//!
//! A [`Diagram`] says what stands on each square; `draw` makes a picture of shapes of it, which `svg`, `png` and `pdf`
//! write. `text` is for the terminal.

pub(crate) mod draw;
pub(crate) mod font;
pub(crate) mod graph;
pub(crate) mod ink;
pub(crate) mod page;
pub(crate) mod pdf;
pub(crate) mod png;
pub(crate) mod scene;
pub(crate) mod svg;
pub(crate) mod text;

use crate::games::{between, player, printable};
use crate::output::board::named_result;
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{ByColor, Color, Convention, Game, Move, Position, Square, SquareClass};

/// What stands on each square, and the words above and below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagram {
    /// The line above; empty if there is none.
    pub title: String,
    /// The squares, from a1 row by row.
    pub cells: [Cell; 64],
    /// The lines below.
    pub caption: Vec<String>,
}

/// What stands on a square.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The disc.
    pub disc: Option<Color>,
    /// What is drawn on it.
    pub mark: Mark,
}

/// What is drawn on a disc or an empty square.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The sign of a disc that was just flipped.
    Flipped,
    /// A number or letter.
    Label(String),
}

/// The discs placed in a game, which is what moves are numbered by: passes have no number.
pub(crate) fn move_count(game: &Game) -> usize {
    let is_place = |turn: &&Move| **turn != Move::Pass;
    game.turns().iter().filter(is_place).count()
}

/// How many turns it takes until so many discs are placed, `None` if there are fewer. A pass behind the last of them
/// does not count.
pub(crate) fn plies_until(game: &Game, moves: usize) -> Option<usize> {
    if moves == 0 {
        return Some(0);
    }
    let placed = game.turns().iter().enumerate();
    let placed = placed.filter(|(_, turn)| **turn != Move::Pass);
    placed.map(|(index, _)| index + 1).nth(moves - 1)
}

impl Diagram {
    fn of_position(position: &Position) -> Self {
        Self {
            title: String::new(),
            cells: std::array::from_fn(|index| Cell {
                disc: Square::from_index(index).and_then(|square| position.disc(square)),
                mark: Mark::None,
            }),
            caption: Vec::new(),
        }
    }

    fn mark(&mut self, square: Square, mark: Mark) {
        self.cells[square.index()].mark = mark;
    }

    /// The board after so many moves: the last one numbered, the discs that it flipped marked, and below who is to move.
    /// `None` if the game has fewer moves.
    pub(crate) fn after(game: &Game, moves: usize, convention: Convention) -> Option<Self> {
        let plies = plies_until(game, moves)?;
        let position = game.position_at(plies)?;
        let mut diagram = Self::of_position(position);
        let last = plies
            .checked_sub(1)
            .and_then(|ply| game.turns()[ply].square().zip(game.position_at(ply)));
        if let Some((square, before)) = last {
            for flipped in before.board().flips(square) {
                diagram.mark(flipped, Mark::Flipped);
            }
            diagram.mark(square, Mark::Label(moves.to_string()));
        }
        diagram.caption.push(turn_by(position, convention));
        Some(diagram)
    }

    /// The moves from one number to another on their squares; the discs placed before are on the board as they were.
    pub(crate) fn transcript(record: &GameRecord, from: usize, to: usize) -> Option<Self> {
        let game = &record.game;
        let start = game.position_at(plies_until(game, from.checked_sub(1)?)?)?;
        let mut diagram = Self::of_position(start);
        let mut number = 0;
        let mut side = game.start().side();
        let mut passes = ByColor::<Vec<String>>::default();
        for turn in game.turns() {
            match turn.square() {
                Some(square) => {
                    number += 1;
                    if (from..=to).contains(&number) {
                        diagram.cells[square.index()] = Cell {
                            disc: Some(side),
                            mark: Mark::Label(number.to_string()),
                        };
                    }
                }
                None if (from..=to).contains(&number) => {
                    passes[side].push(number.to_string());
                }
                None => {}
            }
            side = !side;
        }
        for side in Color::ALL
            .into_iter()
            .filter(|&side| !passes[side].is_empty())
        {
            let numbers = passes[side].join(", ");
            diagram
                .caption
                .push(format!("{side} passes after {numbers}"));
        }
        (from <= to && to <= number).then_some(diagram)
    }

    /// The names of the squares beside the corners: A, B, C and X.
    pub(crate) fn square_names() -> Self {
        let mut diagram = Self::of_position(&Position::START);
        for square in Square::ALL {
            let name = match square.class() {
                SquareClass::A => "A",
                SquareClass::B => "B",
                SquareClass::C => "C",
                SquareClass::X => "X",
                _ => continue,
            };
            diagram.mark(square, Mark::Label(name.to_owned()));
        }
        diagram
    }
}

/// Whose turn it is: `Black to move`, `White passes`, `Black wins 34-30 (empties to the winner)`.
pub(crate) fn turn_by(position: &Position, convention: Convention) -> String {
    let side = position.side();
    if position.is_over() {
        named_result(position, convention)
    } else if position.must_pass() {
        format!("{side} passes")
    } else {
        format!("{side} to move")
    }
}

/// Who played and how it ended, and where and when.
pub(crate) fn headings(record: &GameRecord, convention: Convention) -> Vec<String> {
    let end = record.game.position();
    let mut lines = Vec::new();
    if end.is_over() {
        let [black, white] = Color::ALL.map(|side| player(record, side));
        let discs = convention.count(end.counts());
        lines.push(format!("{black} {} - {} {white}", discs.black, discs.white));
        lines.push(format!("({convention})"));
    } else {
        lines.extend(between(record));
    }
    let event = [&record.event, &record.round, &record.place, &record.date];
    let event: Vec<String> = event
        .into_iter()
        .filter(|text| !text.is_empty())
        .map(|text| printable(text))
        .collect();
    if !event.is_empty() {
        lines.push(event.join(", "));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::parse_transcript;

    /// Black must pass after eight moves.
    fn game() -> Game {
        parse_transcript("c4c3f5b4a4a5c2a3d2").unwrap().game
    }

    fn after(moves: usize) -> Diagram {
        Diagram::after(&game(), moves, Convention::EmptiesToWinner).unwrap()
    }

    #[test]
    fn the_last_move_is_numbered_and_what_it_flipped_is_marked() {
        let diagram = after(1);
        let marks: Vec<_> = Square::ALL
            .into_iter()
            .filter(|square| diagram.cells[square.index()].mark != Mark::None)
            .map(|square| (square, diagram.cells[square.index()].mark.clone()))
            .collect();
        assert_eq!(
            marks,
            [
                (Square::C4, Mark::Label("1".into())),
                (Square::D4, Mark::Flipped)
            ]
        );
        assert_eq!(diagram.caption, ["White to move"]);
        assert_eq!(after(0).caption, ["Black to move"]);
        assert!(Diagram::after(&game(), 10, Convention::PlainCount).is_none());
    }

    #[test]
    fn passes_are_told_and_have_no_number() {
        assert_eq!(after(8).caption, ["Black passes"]);
        assert_eq!(
            after(9).cells[Square::D2.index()].mark,
            Mark::Label("9".into())
        );
        let record = GameRecord::new(game());
        let diagram = Diagram::transcript(&record, 1, 9).unwrap();
        assert_eq!(diagram.caption, ["Black passes after 8"]);
        assert_eq!(diagram.cells[Square::A3.index()].disc, Some(Color::White));
        let part = Diagram::transcript(&record, 3, 5).unwrap();
        assert_eq!(part.caption, [""; 0]);
        assert_eq!(
            part.cells[Square::C3.index()],
            Cell {
                disc: Some(Color::White),
                mark: Mark::None
            }
        );
        assert_eq!(part.cells[Square::C2.index()], Cell::default());
        assert_eq!(Diagram::transcript(&record, 3, 10), None);
        assert_eq!(Diagram::transcript(&record, 0, 3), None);
    }

    #[test]
    fn results_name_their_way_of_counting() {
        let game = parse_transcript("f5d6c5f6e7f4g5e6e3").unwrap().game;
        let caption = |convention| Diagram::after(&game, 9, convention).unwrap().caption;
        assert_eq!(
            caption(Convention::PlainCount),
            ["Black wins 13-0 (discs on the board)"]
        );
        assert_eq!(
            caption(Convention::EmptiesToWinner),
            ["Black wins 64-0 (empties to the winner)"]
        );
    }

    #[test]
    fn corners_and_centre_have_no_letter() {
        let diagram = Diagram::square_names();
        let label = |square: Square| match &diagram.cells[square.index()].mark {
            Mark::Label(text) => text.clone(),
            _ => String::new(),
        };
        let row: String = (0..8)
            .map(|column| label(Square::from_coordinates(column, 0).unwrap()))
            .collect();
        assert_eq!(row, "CABBAC");
        assert_eq!(
            (label(Square::B2), label(Square::A1), label(Square::D4)),
            ("X".into(), String::new(), String::new())
        );
    }
}
