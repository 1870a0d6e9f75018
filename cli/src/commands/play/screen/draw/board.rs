//! The board.

use super::super::app::{App, Hints, Mode};
use super::super::flips::Shape;
use super::super::insight::Rank;
use super::super::layout::{Layout, Scale, cells};
use super::super::look::{CURSOR, FAINT, Glyphs, STRONG};
use super::put;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use xsquare_engine::{Bitboard, Color, Square};
use xsquare_search::Eval;

/// Draws the board with its labels.
pub(super) fn draw(buffer: &mut Buffer, layout: &Layout, app: &App) {
    grid(buffer, layout, app);
    labels(buffer, layout, app);
    let view = app.session.view();
    let moves = match app.mode {
        Mode::Setup(_) => Bitboard::EMPTY,
        _ => app.session.legal_moves(),
    };
    for row in 0..8 {
        for column in 0..8 {
            let Some(seen) = Square::from_coordinates(column, row) else {
                continue;
            };
            let square = app.view.inverse().apply(seen);
            let area = layout.cell(cells(column), cells(row));
            let disc = match &app.mode {
                Mode::Setup(setup) => setup.disc(square).map(Shape::Disc),
                _ => view.position.disc(square).map(|color| match &app.flips {
                    Some(flips) => flips.shape(square, color),
                    None => Shape::Disc(color),
                }),
            };
            match disc {
                Some(shape) => draw_disc(buffer, area, shape, (layout.scale, app)),
                None if moves.contains(square) => draw_move(buffer, area, square, app),
                None => {}
            }
            if view.last == Some(square) && !matches!(app.mode, Mode::Setup(_)) {
                brackets(buffer, area);
            }
            if square == app.cursor && !matches!(app.mode, Mode::Text(_)) {
                buffer.set_style(area, CURSOR);
            }
        }
    }
}

/// The lines between the squares.
fn grid(buffer: &mut Buffer, layout: &Layout, app: &App) {
    let (width, height) = layout.scale.cell();
    let origin = layout.cell(0, 0);
    let (left, top) = (origin.x - 1, origin.y - 1);
    // Corners, crossings and edges: first, middle, last; of the first line, those between, the last one.
    let lines: [[&str; 3]; 3] = match app.look.glyphs {
        Glyphs::Unicode => [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
        Glyphs::Ascii => [["+"; 3]; 3],
    };
    let (dash, bar) = (app.look.choose("─", "-"), app.look.choose("│", "|"));
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
fn labels(buffer: &mut Buffer, layout: &Layout, app: &App) {
    let square = |column: usize, row: usize| {
        let seen = Square::from_coordinates(column, row)?;
        Some(app.view.inverse().apply(seen).to_string())
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

fn draw_disc(buffer: &mut Buffer, area: Rect, shape: Shape, (scale, app): (Scale, &App)) {
    let look = app.look;
    match (shape, scale) {
        (Shape::Disc(color), Scale::Large) => {
            for (index, line) in look.large_disc(color).iter().enumerate() {
                let area = Rect::new(area.x + 1, area.y + cells(index), 5, 1);
                put(buffer, area, line, side(app, color));
            }
        }
        (Shape::Disc(color), Scale::Small | Scale::Middle) => {
            centre(buffer, area, look.disc(color), side(app, color));
        }
        (Shape::Edge, _) => centre(buffer, area, look.choose("│", "|"), STRONG),
    }
}

fn side(app: &App, color: Color) -> Style {
    app.look.side(color).patch(STRONG)
}

/// A legal move: a mark, or what the move is worth for the side to move, in whole discs.
fn draw_move(buffer: &mut Buffer, area: Rect, square: Square, app: &App) {
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
    match hint {
        Some((text, style)) => centre(buffer, area, &text, style),
        None => centre(buffer, area, "+", Style::new()),
    }
}

/// The last move.
fn brackets(buffer: &mut Buffer, area: Rect) {
    let y = area.y + (area.height - 1) / 2;
    put(buffer, Rect::new(area.x, y, 1, 1), "[", STRONG);
    put(buffer, Rect::new(area.right() - 1, y, 1, 1), "]", STRONG);
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
