//! The picture of the state: the board as in full-screen play, and beside it the players, the last turn and the list of moves.

use super::state::Stepper;
use crate::commands::play::screen::draw::board::{self, BRACKETS, Picture};
use crate::commands::play::screen::draw::{line, put};
use crate::commands::play::screen::flips::Shape;
use crate::commands::play::screen::layout::{Layout, SMALLEST, cells};
use crate::commands::play::screen::look::{CURSOR, FAINT, STRONG};
use crate::diagram::{move_count, turn_by};
use crate::games::printable;
use crate::opening_names;
use crate::output::text;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use xsquare_engine::{Color, Move, Symmetry};

/// Lines above the list of moves.
const HEAD: u16 = 9;
/// Columns of a pair of moves.
const PAIR: u16 = 20;
/// What stands around a disc that was just flipped.
const FLIPPED: [&str; 2] = ["(", ")"];
const KEYS: &str =
    "Left/Right: step  PgUp/PgDn: ten  Home/End  N Enter: move N  n/p: game  q: quit";

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, stepper: &Stepper) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let Some(layout) = Layout::of(area) else {
        let text = format!(
            "This screen has {} columns and {} lines; stepping through a game needs {} and {}. Make it larger, or press \
             q and take --at N.",
            area.width, area.height, SMALLEST.0, SMALLEST.1
        );
        wrap(buffer, area, text);
        return;
    };
    title(buffer, layout.title, stepper);
    let position = *stepper.position();
    let legal = position.legal_moves();
    let last = stepper.last().and_then(|(turn, ..)| turn.square());
    let flips = stepper.flips();
    let picture = Picture {
        look: stepper.look,
        view: Symmetry::Identity,
        shape: &|square| position.disc(square).map(Shape::Disc),
        label: &|square| {
            legal
                .contains(square)
                .then(|| ("+".to_owned(), Style::new()))
        },
        sides: &|square| {
            if last == Some(square) {
                Some(BRACKETS)
            } else {
                flips.contains(square).then_some(FLIPPED)
            }
        },
        cursor: None,
    };
    board::paint(buffer, &layout, &picture);
    panel(buffer, layout.panel, stepper);
    wrap(buffer, layout.message, message(stepper));
    put(buffer, layout.keys, KEYS, FAINT);
}

fn wrap(buffer: &mut Buffer, area: Rect, text: String) {
    Paragraph::new(text)
        .wrap(Wrap { trim: true })
        .render(area, buffer);
}

/// Where the game comes from, and the opening so far.
fn title(buffer: &mut Buffer, area: Rect, stepper: &Stepper) {
    let place = match stepper.shelf.place() {
        place if place.is_empty() => "X-square".to_owned(),
        place => place,
    };
    let width = put(buffer, area, &place, STRONG);
    let game = stepper.game();
    let opening = (0..=stepper.plies)
        .rev()
        .filter_map(|plies| game.position_at(plies))
        .find_map(opening_names::of_position);
    let rest = Rect {
        x: area.x + width + 2,
        width: area.width.saturating_sub(width + 2),
        ..area
    };
    put(
        buffer,
        rest,
        opening.map_or("", |opening| opening.label),
        FAINT,
    );
}

/// The lines below: what cannot be done, what is being typed, what is odd about the game or was said of the turn.
fn message(stepper: &Stepper) -> String {
    if let Some(typed) = &stepper.typed {
        return format!("Go to move: {typed}_");
    }
    if !stepper.message.is_empty() {
        return stepper.message.clone();
    }
    let entry = stepper.shelf.entry();
    if stepper.plies == 0 {
        let remarks = entry.remarks.iter().chain([&entry.record.comment]);
        let remarks: Vec<String> = remarks.map(|text| printable(text)).collect();
        return remarks.join("\n").trim().to_owned();
    }
    let said = stepper.last().and_then(|(_, _, detail)| detail);
    said.map_or_else(String::new, |detail| printable(&detail.comment))
}

/// What is beside the board.
fn panel(buffer: &mut Buffer, area: Rect, stepper: &Stepper) {
    for (index, color) in Color::ALL.into_iter().enumerate() {
        player(buffer, line(area, cells(index)), color, stepper);
    }
    let record = &stepper.shelf.entry().record;
    let event = [&record.event, &record.round, &record.place, &record.date];
    let event = event.into_iter().filter(|text| !text.is_empty());
    let event: Vec<String> = event.map(|text| printable(text)).collect();
    put(buffer, line(area, 2), &event.join(", "), FAINT);
    if let Some(result) = record.result {
        put(buffer, line(area, 3), &format!("Stated: {result}"), FAINT);
    }
    let flips = stepper.flips();
    let flipped = if flips.is_empty() {
        String::new()
    } else {
        format!("flips {}: {}", flips.len(), text::squares(flips))
    };
    let turn = turn_by(stepper.position(), stepper.convention);
    put(buffer, line(area, 5), &last_turn(stepper), STRONG);
    put(buffer, line(area, 6), &flipped, Style::new());
    put(buffer, line(area, 7), &turn, STRONG);
    let list = Rect {
        y: area.y + HEAD,
        height: area.height.saturating_sub(HEAD),
        ..area
    };
    moves(buffer, list, stepper);
}

/// `> ● Black  Tamenori Hideshi          12`
fn player(buffer: &mut Buffer, area: Rect, color: Color, stepper: &Stepper) {
    let look = stepper.look;
    let position = stepper.position();
    let mark = if !position.is_over() && position.side() == color {
        look.choose("►", ">")
    } else {
        " "
    };
    put(buffer, area, mark, STRONG);
    let at = |x: u16| Rect {
        x: area.x + x,
        width: area.width.saturating_sub(x),
        ..area
    };
    put(
        buffer,
        at(2),
        look.disc(color),
        look.side(color).patch(STRONG),
    );
    let name = printable(&stepper.shelf.entry().record.players[color].name);
    let name: String = name.chars().take(24).collect();
    let text = format!("{color}  {name:<24} {:>2}", position.counts()[color]);
    put(buffer, at(4), &text, Style::new());
}

/// `Move 23 of 60: Black e3 (+2.50, 4.09 s)`
fn last_turn(stepper: &Stepper) -> String {
    let count = move_count(stepper.game());
    let Some((turn, side, detail)) = stepper.last() else {
        return if stepper.shelf.entry().is_sound {
            format!("The start of {}", text::counted(count, "move"))
        } else {
            "This game cannot be read.".to_owned()
        };
    };
    let what = match turn {
        Move::Pass => format!("{side} passes"),
        Move::Place(square) => format!("{side} {square}"),
    };
    let eval = detail.and_then(|detail| detail.eval);
    let eval = eval.map(|eval| format!("{:+.2}", eval + 0.0));
    let time = detail.and_then(|detail| detail.time).map(text::time);
    let facts: Vec<String> = eval.into_iter().chain(time).collect();
    let facts = if facts.is_empty() {
        String::new()
    } else {
        format!(" ({})", facts.join(", "))
    };
    format!("Move {} of {count}: {what}{facts}", stepper.moves())
}

/// The moves in pairs, in as many columns as there is room for, the last one marked; of a long list the part around it.
fn moves(buffer: &mut Buffer, area: Rect, stepper: &Stepper) {
    let game = stepper.game();
    let turns = game.turns();
    // A game that White begins has a first pair without a first half.
    let shift = usize::from(game.start().side() == Color::White);
    let pairs = (turns.len() + shift).div_ceil(2);
    let columns = usize::from((area.width / PAIR).max(1));
    let rows = usize::from(area.height);
    let room = rows * columns;
    let current = shift.midpoint(stepper.plies.saturating_sub(1));
    // Down the first column, then down the next one; the list moves on by columns.
    let first = if pairs > room && rows > 0 {
        (current / rows).saturating_sub(columns - 1) * rows
    } else {
        0
    };
    for pair in (first..pairs).take(room) {
        let (column, row) = ((pair - first) / rows, (pair - first) % rows);
        let mut place = line(area, cells(row));
        place.x += cells(column) * PAIR;
        place.width = PAIR.min(area.right().saturating_sub(place.x));
        let number = format!("{:>2}.", pair + 1);
        put(buffer, place, &number, FAINT);
        for half in 0..2_usize {
            let Some(index) = (2 * pair + half).checked_sub(shift) else {
                continue;
            };
            let Some(turn) = turns.get(index) else {
                continue;
            };
            let is_last = index + 1 == stepper.plies;
            let (text, style) = if is_last {
                (format!("[{turn}]"), CURSOR)
            } else {
                (format!(" {turn} "), Style::new())
            };
            let place = Rect {
                x: place.x + 4 + 7 * cells(half),
                width: 6,
                ..place
            };
            put(buffer, place, &text, style);
        }
    }
}
