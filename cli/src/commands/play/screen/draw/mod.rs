//! The picture of the state.

pub(crate) mod board;
mod overlay;
mod panel;

pub(super) use overlay::most_scroll;

use super::super::narrate;
use super::super::session::Turn;
use super::app::{App, Mode};
use super::layout::{Layout, SMALLEST, cells};
use super::look::{FAINT, STRONG};
use crate::messages::fill;
use crate::output::text;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let Some(layout) = Layout::of(area) else {
        too_small(buffer, area, app);
        return;
    };
    title(buffer, layout.title, app);
    board::draw(buffer, &layout, app);
    panel::draw(buffer, layout.panel, app);
    foot(buffer, &layout, app);
    match &app.mode {
        Mode::Text(page) => overlay::page(buffer, area, page, app),
        Mode::Line(line) => {
            let column = overlay::line(buffer, layout.keys, line);
            frame.set_cursor_position((column, layout.keys.y));
        }
        Mode::Play | Mode::Setup(_) => {}
    }
}

/// Writes a text at the beginning of an area, as far as it fits. Returns the width of what was written.
pub(crate) fn put(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    if area.is_empty() || area.y >= buffer.area.bottom() {
        return 0;
    }
    let (end, _) = buffer.set_stringn(area.x, area.y, text, area.width.into(), style);
    end - area.x
}

/// A line of an area, counted from its first.
pub(crate) const fn line(area: Rect, index: u16) -> Rect {
    Rect {
        x: area.x,
        y: area.y + index,
        width: area.width,
        height: if index < area.height { 1 } else { 0 },
    }
}

fn too_small(buffer: &mut Buffer, area: Rect, app: &App) {
    let number = |number: u16| number.to_string();
    let text = fill(
        app.texts.too_small,
        &[
            ("width", &number(area.width)),
            ("height", &number(area.height)),
            ("least_width", &number(SMALLEST.0)),
            ("least_height", &number(SMALLEST.1)),
        ],
    );
    Paragraph::new(text)
        .wrap(Wrap { trim: true })
        .render(area, buffer);
}

fn title(buffer: &mut Buffer, area: Rect, app: &App) {
    put(buffer, area, app.texts.title, STRONG);
    let opening = app
        .session
        .view()
        .opening
        .map_or("", |opening| opening.label);
    let help = app.texts.help;
    let width = |text: &str| cells(text.chars().count());
    let at = area.x + width(app.texts.title) + 2;
    let right = area.right().saturating_sub(width(help));
    let middle = Rect {
        x: at,
        width: right.saturating_sub(at + 1),
        ..area
    };
    put(buffer, middle, opening, FAINT);
    let end = Rect {
        x: right,
        width: area.right() - right,
        ..area
    };
    put(buffer, end, help, FAINT);
}

/// What happened, and what can be pressed.
fn foot(buffer: &mut Buffer, layout: &Layout, app: &App) {
    let mut text = app.message.clone();
    if let (Mode::Play, Some(loss)) = (
        &app.mode,
        app.last_loss().filter(super::insight::Loss::is_blunder),
    ) {
        let about = if loss.is_exact { "" } else { app.texts.about };
        let discs = text::units(loss.units);
        let discs = format!("{about}{}", discs.trim_start_matches('+'));
        let played = loss.played.to_string();
        let values = [("move", played.as_str()), ("discs", &discs)];
        text = format!("{text}\n{}", fill(app.texts.blunder, &values));
    }
    if let Turn::Over(ending) = app.session.turn()
        && text.is_empty()
    {
        text = super::app::plain(&narrate::end(ending));
    }
    Paragraph::new(text.trim_start().to_owned())
        .wrap(Wrap { trim: true })
        .render(layout.message, buffer);
    let keys = match app.mode {
        Mode::Setup(_) => app.texts.setup_keys,
        Mode::Text(_) => app.texts.page_keys,
        Mode::Play | Mode::Line(_) => app.texts.play_keys,
    };
    put(buffer, layout.keys, keys, FAINT);
}
