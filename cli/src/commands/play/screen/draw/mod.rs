//! The picture of the state.

pub(crate) mod board;
mod overlay;
mod panel;

pub(super) use overlay::most_scroll;
use overlay::wrapped;

use super::super::loss::Loss;
use super::super::narrate;
use super::super::session::Turn;
use super::app::{App, Mode};
use super::layout::{Layout, SMALLEST, cells};
use super::look::{FAINT, STRONG};
use crate::messages::fill;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

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

/// The longest of the texts that fits.
fn too_small(buffer: &mut Buffer, area: Rect, app: &App) {
    let texts = app.texts.too_small;
    let fitting = texts.into_iter().map(|text| {
        let text = with_sizes(text, (area.width, area.height));
        wrapped(&text, area.width.into())
    });
    let fits = |lines: &Vec<String>| {
        let width = lines.iter().map(|line| line.chars().count()).max();
        lines.len() <= area.height.into() && width <= Some(area.width.into())
    };
    let mut fitting = fitting.filter(fits);
    for (index, text) in fitting.next().unwrap_or_default().iter().enumerate() {
        put(buffer, line(area, cells(index)), text, Style::new());
    }
}

/// A text about a screen of this size and the smallest one.
pub(super) fn with_sizes(text: &str, (width, height): (u16, u16)) -> String {
    let number = |number: u16| number.to_string();
    fill(
        text,
        &[
            ("width", &number(width)),
            ("height", &number(height)),
            ("least_width", &number(SMALLEST.0)),
            ("least_height", &number(SMALLEST.1)),
        ],
    )
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

/// What happened last, and what the last move lost if that is worth a word.
pub(super) fn news(app: &App) -> (String, Option<String>) {
    let mut text = app.message.trim().to_owned();
    if let Turn::Over(ending) = app.session.turn()
        && text.is_empty()
    {
        text = super::app::plain(&narrate::end_by_keys(ending));
    }
    let loss = match app.mode {
        Mode::Play => app.last_loss().filter(Loss::is_blunder),
        Mode::Line(_) | Mode::Setup(_) | Mode::Text(_) => None,
    };
    let blunder = loss.map(|loss| loss.fill(app.texts.blunder));
    (text, blunder)
}

/// The news as lines; where they do not fit, the first part ends with how to read all of it.
fn news_lines(app: &App, area: Rect) -> Vec<String> {
    let width = usize::from(area.width);
    let (text, blunder) = news(app);
    let below = blunder.map_or_else(Vec::new, |text| wrapped(&text, width));
    let mut lines = wrapped(&text, width);
    let room = usize::from(area.height).saturating_sub(below.len());
    if lines.len() > room {
        lines.truncate(room);
        if let Some(last) = lines.last_mut() {
            let more = app.texts.message_goes_on;
            let kept = width.saturating_sub(more.chars().count() + 1);
            let beginning: String = last.chars().take(kept).collect();
            let words = match beginning.rsplit_once(' ') {
                Some((words, _)) if beginning.len() < last.len() => words,
                _ => &beginning,
            };
            *last = format!("{words} {more}");
        }
    }
    lines.extend(below);
    lines
}

/// What happened, and what can be pressed.
fn foot(buffer: &mut Buffer, layout: &Layout, app: &App) {
    let lines = news_lines(app, layout.message);
    for (index, text) in lines.iter().enumerate() {
        put(
            buffer,
            line(layout.message, cells(index)),
            text,
            Style::new(),
        );
    }
    let keys = match app.mode {
        Mode::Setup(_) => app.texts.setup_keys,
        Mode::Text(_) => app.texts.page_keys,
        Mode::Play | Mode::Line(_) => app.texts.play_keys,
    };
    put(buffer, layout.keys, keys, FAINT);
}
