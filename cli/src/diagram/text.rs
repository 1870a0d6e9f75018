//! Diagrams for the terminal.

use super::{Cell, Diagram, Mark};
use crate::output::style;
use std::fmt::Write as _;
use xsquare_engine::{Color, Square};

/// The diagram in lines of text: `X` and `O` are discs, `◆` and `◇` discs that were just flipped to Black and White.
pub(crate) fn text(diagram: &Diagram) -> String {
    let label = style::LABEL;
    let strong = style::STRONG;
    let mut text = String::new();
    if !diagram.title.is_empty() {
        let _ = writeln!(text, "    {strong}{}{strong:#}", diagram.title);
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
