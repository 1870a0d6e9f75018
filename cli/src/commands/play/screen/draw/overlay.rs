//! What lies over the rest: pages to read, and the line that is being typed.

use super::super::app::{App, Page};
use super::super::layout::cells;
use super::super::line::Line;
use super::super::look::{FAINT, Glyphs, STRONG};
use super::{line as line_of, put};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

/// Where a page is: as wide as the screen, so that nothing of what is below shows beside it.
const fn place(screen: Rect) -> Rect {
    Rect {
        y: screen.y + 1,
        height: screen.height.saturating_sub(2),
        ..screen
    }
}

/// How far a page can be scrolled.
pub(in super::super) fn most_scroll(text: &str, screen: Rect) -> usize {
    let area = place(screen);
    let lines = wrapped(text, area.width.saturating_sub(4).into()).len();
    lines.saturating_sub(area.height.saturating_sub(2).into())
}

/// Draws a page.
pub(super) fn page(buffer: &mut Buffer, screen: Rect, page: &Page, app: &App) {
    let area = place(screen);
    let lines = wrapped(&page.text, area.width.saturating_sub(4).into());
    // No higher than the text.
    let height = cells(lines.len()).saturating_add(2).min(area.height);
    let area = Rect { height, ..area };
    Clear.render(area, buffer);
    let set = match app.look.glyphs {
        Glyphs::Unicode => border::PLAIN,
        Glyphs::Ascii => border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
    };
    Block::bordered()
        .border_set(set)
        .border_style(FAINT)
        .render(area, buffer);
    let inside = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    };
    let shown = lines.iter().skip(page.scroll).take(inside.height.into());
    for (index, text) in shown.enumerate() {
        put(buffer, line_of(inside, cells(index)), text, Style::new());
    }
    if page.scroll + usize::from(inside.height) < lines.len() {
        let more = app.texts.more;
        let width = cells(more.chars().count());
        let place = Rect {
            x: area.right().saturating_sub(width + 2),
            y: area.bottom() - 1,
            width,
            height: 1,
        };
        put(buffer, place, more, STRONG);
    }
}

/// Draws the line that is being typed. Returns the column of the cursor.
pub(super) fn line(buffer: &mut Buffer, area: Rect, line: &Line) -> u16 {
    Clear.render(area, buffer);
    let (before, behind) = line.parts();
    // The end is seen if it does not fit.
    let room = usize::from(area.width).saturating_sub(4);
    let hidden = before.chars().count().saturating_sub(room);
    let seen: String = before.chars().skip(hidden).collect();
    let start = put(buffer, area, ":", Style::new());
    let rest = Rect {
        x: area.x + start,
        width: area.width - start,
        ..area
    };
    let end = put(buffer, rest, &seen, Style::new());
    let tail = Rect {
        x: rest.x + end,
        width: rest.width.saturating_sub(end),
        ..rest
    };
    put(buffer, tail, &behind, Style::new());
    (rest.x + end).min(area.right().saturating_sub(1))
}

/// The lines of a text, none longer than `width` characters; those that go on are indented as they began.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = line.chars().take_while(|c| *c == ' ').count();
        let mut rest: Vec<char> = line.chars().collect();
        while rest.len() > width && width > indent + 8 {
            let at = (indent + 1..=width).rev().find(|&at| rest[at] == ' ');
            let mut tail: Vec<char> = vec![' '; indent];
            match at {
                Some(at) => tail.extend(rest.drain(at..).skip(1)),
                None => tail.extend(rest.drain(width..)),
            }
            lines.push(rest.iter().collect());
            rest = tail;
        }
        lines.push(rest.iter().collect());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_keep_their_indent() {
        let text = "  one two three four\n\nword";
        assert_eq!(wrapped(text, 14), ["  one two", "  three four", "", "word"]);
        assert_eq!(
            wrapped(&"x".repeat(25), 10),
            ["x".repeat(10), "x".repeat(10), "x".repeat(5)]
        );
    }
}
