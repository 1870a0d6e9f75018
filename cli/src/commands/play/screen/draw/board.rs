//! The board.

use super::super::app::{App, Hints, Mode};
use super::super::flips::Shape;
use super::super::insight::Rank;
use super::super::layout::{Layout, Scale, cells};
use super::super::look::{CURSOR, FAINT, Glyphs, Look, STRONG};
use super::put;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use xsquare_engine::{Bitboard, Square, Symmetry};
use xsquare_search::Eval;

/// What a board is drawn from.
pub(crate) struct Picture<'a> {
    /// Characters and colours.
    pub(crate) look: Look,
    /// How the board is turned: squares are shown at their images.
    pub(crate) view: Symmetry,
    /// What stands on a square.
    pub(crate) shape: &'a dyn Fn(Square) -> Option<Shape>,
    /// What is written on an empty square.
    pub(crate) label: &'a dyn Fn(Square) -> Option<(String, Style)>,
    /// What stands on the left and on the right of a square.
    pub(crate) sides: &'a dyn Fn(Square) -> Option<[&'static str; 2]>,
    /// Where the cursor is.
    pub(crate) cursor: Option<Square>,
}

/// What stands around the last move.
pub(crate) const BRACKETS: [&str; 2] = ["[", "]"];

/// Draws the board of a game that is played.
pub(super) fn draw(buffer: &mut Buffer, layout: &Layout, app: &App) {
    let view = app.session.view();
    let moves = match app.mode {
        Mode::Setup(_) => Bitboard::EMPTY,
        _ => app.session.legal_moves(),
    };
    let is_set_up = matches!(app.mode, Mode::Setup(_));
    let picture = Picture {
        look: app.look,
        view: app.view,
        shape: &|square| match &app.mode {
            Mode::Setup(setup) => setup.disc(square).map(Shape::Disc),
            _ => view.position.disc(square).map(|color| match &app.flips {
                Some(flips) => flips.shape(square, color),
                None => Shape::Disc(color),
            }),
        },
        label: &|square| moves.contains(square).then(|| label_of_move(square, app)),
        sides: &|square| (view.last == Some(square) && !is_set_up).then_some(BRACKETS),
        cursor: Some(app.cursor).filter(|_| !matches!(app.mode, Mode::Text(_))),
    };
    paint(buffer, layout, &picture);
}

/// Draws a board with its labels.
pub(crate) fn paint(buffer: &mut Buffer, layout: &Layout, picture: &Picture<'_>) {
    grid(buffer, layout, picture.look);
    labels(buffer, layout, picture.view);
    for row in 0..8 {
        for column in 0..8 {
            let Some(seen) = Square::from_coordinates(column, row) else {
                continue;
            };
            let square = picture.view.inverse().apply(seen);
            let area = layout.cell(cells(column), cells(row));
            if let Some(shape) = (picture.shape)(square) {
                draw_disc(buffer, area, shape, (layout.scale, picture.look));
            } else if let Some((text, style)) = (picture.label)(square) {
                centre(buffer, area, &text, style);
            }
            if let Some(sides) = (picture.sides)(square) {
                enclose(buffer, area, sides);
            }
            if picture.cursor == Some(square) {
                buffer.set_style(area, CURSOR);
            }
        }
    }
}

/// The lines between the squares.
fn grid(buffer: &mut Buffer, layout: &Layout, look: Look) {
    let (width, height) = layout.scale.cell();
    let origin = layout.cell(0, 0);
    let (left, top) = (origin.x - 1, origin.y - 1);
    // Corners, crossings and edges: first, middle, last; of the first line, those between, the last one.
    let lines: [[&str; 3]; 3] = match look.glyphs {
        Glyphs::Unicode => [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
        Glyphs::Ascii => [["+"; 3]; 3],
    };
    let (dash, bar) = (look.choose("─", "-"), look.choose("│", "|"));
    let place = |index: u16| match index {
        0 => 0,
        8 => 2,
        _ => 1,
    };
    for row in 0..=8 {
        let y = top + row * (height + 1);
        let mut text = String::new();
        for column in 0..=8 {
            text += lines[place(row)][place(column)];
            if column < 8 {
                text += &dash.repeat(width.into());
            }
        }
        let area = Rect::new(left, y, 8 * (width + 1) + 1, 1);
        put(buffer, area, &text, FAINT);
        for column in (0..=8).filter(|_| row < 8) {
            for line in 1..=height {
                let area = Rect::new(left + column * (width + 1), y + line, 1, 1);
                put(buffer, area, bar, FAINT);
            }
        }
    }
}

/// Letters and digits, wherever the board is turned to.
fn labels(buffer: &mut Buffer, layout: &Layout, view: Symmetry) {
    let square = |column: usize, row: usize| {
        let seen = Square::from_coordinates(column, row)?;
        Some(view.inverse().apply(seen).to_string())
    };
    // What the squares of a line have in common is the letter or the digit of its ends.
    let common = |one: Option<String>, other: Option<String>| -> String {
        let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
        one.chars().filter(|c| other.contains(*c)).collect()
    };
    for index in 0..8 {
        let top = layout.cell(cells(index), 0);
        let label = common(square(index, 0), square(index, 7));
        let middle = top.x + top.width / 2;
        put(buffer, Rect::new(middle, top.y - 2, 1, 1), &label, FAINT);
        let left = layout.cell(0, cells(index));
        let label = common(square(0, index), square(7, index));
        let middle = left.y + (left.height - 1) / 2;
        put(buffer, Rect::new(left.x - 3, middle, 1, 1), &label, FAINT);
    }
}

fn draw_disc(buffer: &mut Buffer, area: Rect, shape: Shape, (scale, look): (Scale, Look)) {
    let style = |color| look.side(color).patch(STRONG);
    match (shape, scale) {
        (Shape::Disc(color), Scale::Large) => {
            for (index, line) in look.large_disc(color).iter().enumerate() {
                let area = Rect::new(area.x + 1, area.y + cells(index), 5, 1);
                put(buffer, area, line, style(color));
            }
        }
        (Shape::Disc(color), Scale::Small | Scale::Middle) => {
            centre(buffer, area, look.disc(color), style(color));
        }
        (Shape::Edge, _) => centre(buffer, area, look.choose("│", "|"), STRONG),
    }
}

/// A legal move: a mark, or what the move is worth for the side to move, in whole discs.
fn label_of_move(square: Square, app: &App) -> (String, Style) {
    let known = app.insight.of(app.session.position());
    let hint = known.filter(|_| app.hints == Hints::On).and_then(|known| {
        let best = known.moves.first()?.score;
        let mut moves = known.moves.iter();
        let report = moves.find(|report| report.turn.square() == Some(square))?;
        let discs = f64::from(report.score.units()) / f64::from(Eval::PER_DISC);
        let text = format!("{:+}", discs.round() + 0.0);
        let style = if report.score == best {
            STRONG
        } else if known.rank < Rank::Thorough {
            FAINT
        } else {
            Style::new()
        };
        Some((text, style))
    });
    hint.unwrap_or_else(|| ("+".to_owned(), Style::new()))
}

/// Signs on both sides of a square.
fn enclose(buffer: &mut Buffer, area: Rect, [left, right]: [&str; 2]) {
    let y = area.y + (area.height - 1) / 2;
    put(buffer, Rect::new(area.x, y, 1, 1), left, STRONG);
    put(buffer, Rect::new(area.right() - 1, y, 1, 1), right, STRONG);
}

/// A text in the middle of a square.
fn centre(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let width = cells(text.chars().count()).min(area.width);
    let area = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - 1) / 2,
        width,
        height: 1,
    };
    put(buffer, area, text, style);
}
