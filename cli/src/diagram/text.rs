//! Diagrams for the terminal.

use super::graph::{Origin, caption, evaluations};
use super::{Cell, Diagram, Mark, move_count};
use crate::output::graph::{self, Bricks};
use crate::output::style;
use std::fmt::Write as _;
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{Color, Convention, Square};

/// Lines of a graph.
const GRAPH: usize = 12;

/// The diagram in lines of text: `X` and `O` are discs, `◆` and `◇` discs that were just flipped to Black and White.
pub(crate) fn text(diagram: &Diagram) -> String {
    let label = style::LABEL;
    let mut text = String::new();
    if !diagram.title.is_empty() {
        text.push_str(&title(&diagram.title));
    }
    let _ = writeln!(text, "{label}     a  b  c  d  e  f  g  h{label:#}");
    for row in 0..8 {
        let _ = write!(text, "{label}{:3}{label:#}", row + 1);
        for column in 0..8 {
            if let Some(square) = Square::from_coordinates(column, row) {
                text.push_str(&cell(&diagram.cells[square.index()]));
            }
        }
        text.push('\n');
    }
    for line in &diagram.caption {
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// The line above a diagram, or above several.
pub(crate) fn title(text: &str) -> String {
    let strong = style::STRONG;
    format!("    {strong}{text}{strong:#}\n")
}

/// The evaluations of a game as bars, a column for each move, Black's lead upwards; `None` if it has none.
pub(crate) fn graph(record: &GameRecord, origin: Origin, convention: Convention) -> Option<String> {
    let values = evaluations(record);
    let mut scores = vec![None; move_count(&record.game) + 1];
    for &(number, value) in &values {
        scores[number] = Some(value);
    }
    if values.is_empty() {
        return None;
    }
    let label = style::LABEL;
    let picture = graph::draw(&scores, (scores.len(), GRAPH), Bricks::BLOCKS);
    let mut text = String::new();
    for (index, row) in picture.rows.iter().enumerate() {
        let mark = match index {
            0 => format!("{:+}", picture.scale),
            _ if index + 1 == GRAPH / 2 => "0".to_owned(),
            _ if index + 1 == GRAPH => format!("-{}", picture.scale),
            _ => String::new(),
        };
        let _ = match (mark.as_str(), row.trim_end()) {
            ("", "") => writeln!(text),
            (mark, "") => writeln!(text, "{label}{mark:>4}{label:#}"),
            (mark, row) => writeln!(text, "{label}{mark:>4}{label:#} {row}"),
        };
    }
    let mut axis = String::new();
    for number in (0..scores.len()).step_by(10) {
        let _ = write!(axis, "{number:<10}");
    }
    let _ = writeln!(text, "{label}     {}{label:#}", axis.trim_end());
    for line in caption(record, origin, convention) {
        let _ = writeln!(text, "    {line}");
    }
    Some(text)
}

/// A square in three columns.
fn cell(cell: &Cell) -> String {
    let symbol = match (&cell.mark, cell.disc) {
        (Mark::Label(label), _) => {
            let strong = style::STRONG;
            return format!("{strong}{label:>3}{strong:#}");
        }
        (Mark::Flipped, Some(Color::Black)) => '◆',
        (Mark::Flipped, _) => '◇',
        (Mark::None, Some(color)) => color.symbol(),
        (Mark::None, None) => '-',
    };
    format!("  {symbol}")
}
