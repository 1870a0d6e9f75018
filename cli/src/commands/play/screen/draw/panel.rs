//! What is beside the board: players, clocks, the evaluation, its graph, the moves.

use super::super::super::event::Ending;
use super::super::super::loss::Loss;
use super::super::super::narrate::outcome;
use super::super::super::options::Player;
use super::super::super::session::Turn;
use super::super::app::{App, Hints, Mode};
use super::super::insight::{Rank, Worth};
use super::super::jobs::Job;
use super::super::layout::cells;
use super::super::look::{FAINT, Glyphs, STRONG};
use super::{line, put};
use crate::clock;
use crate::messages::{fill, side_name};
use crate::output::graph::{self, Bricks};
use crate::output::{board, text};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::time::Duration;
use xsquare_engine::{Color, Move};
use xsquare_search::{Eval, Kind};

/// Lines above the graph.
const HEAD: u16 = 6;
/// Columns of the graph's labels.
const LABELS: u16 = 5;
/// Columns of a pair of moves.
const PAIR: u16 = 20;
/// A loss that earns two question marks: 8 discs, in 1/128.
const SEVERE: i32 = 8 * Eval::PER_DISC;
/// A lead that fills the bar, in discs.
const FULL_BAR: f64 = 32.0;

/// Draws it all.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, app: &App) {
    for (index, color) in Color::ALL.into_iter().enumerate() {
        player(buffer, line(area, cells(index)), color, app);
    }
    put(
        buffer,
        line(area, 2),
        &status(app, area.width.into()),
        STRONG,
    );
    evaluation(buffer, line(area, 3), app);
    let rest = area.height - HEAD;
    let height = (rest / 3).clamp(4, 12) & !1;
    let graph = Rect {
        y: area.y + HEAD,
        height,
        ..area
    };
    draw_graph(buffer, graph, app);
    let list = Rect {
        y: graph.bottom() + 1,
        height: area.bottom().saturating_sub(graph.bottom() + 2),
        ..area
    };
    moves(buffer, list, app);
    put(
        buffer,
        line(area, area.height - 1),
        &best_line(app),
        Style::new(),
    );
}

/// `> ● Black  you          12  4:58`
fn player(buffer: &mut Buffer, area: Rect, color: Color, app: &App) {
    let look = app.look;
    let (is_to_move, discs) = if let Mode::Setup(setup) = &app.mode {
        (setup.side == color, setup.count(color))
    } else {
        let is_over = matches!(app.session.turn(), Turn::Over(_));
        let position = app.session.position();
        (
            !is_over && position.side() == color,
            position.counts()[color],
        )
    };
    let mark = if is_to_move {
        look.choose("►", ">")
    } else {
        " "
    };
    put(buffer, area, mark, STRONG);
    let disc = Rect {
        x: area.x + 2,
        width: 1,
        ..area
    };
    put(
        buffer,
        disc,
        look.disc(color),
        look.side(color).patch(STRONG),
    );
    let who = match app.session.seats()[color] {
        Player::Human => app.texts.human.to_owned(),
        Player::Engine => app.session.strength().to_string(),
    };
    let clock = app
        .session
        .clocks()
        .map_or_else(String::new, |(clocks, thinking)| {
            let has_lost = app.session.turn() == Turn::Over(Ending::TimeUp(color));
            let thinking = if is_to_move || has_lost {
                thinking
            } else {
                Duration::ZERO
            };
            clock::reading(&clocks[color], thinking)
        });
    let side = side_name(color);
    let text = format!("{side}  {who:<19} {discs:>2}  {clock}");
    let rest = Rect {
        x: area.x + 4,
        width: area.width.saturating_sub(4),
        ..area
    };
    put(buffer, rest, &text, Style::new());
}

/// Whose turn it is, or what the engine is doing.
fn status(app: &App, width: usize) -> String {
    if let Mode::Setup(_) = app.mode {
        return app.texts.setting_up.to_owned();
    }
    let asked = |more: &Option<String>| match more {
        Some(more) => format!("{} {more}", app.texts.asked),
        None => app.texts.asked.to_owned(),
    };
    match (&app.busy, app.session.turn()) {
        (Some(Job::Answer(_)), _) => asked(&app.thinking),
        (Some(Job::Move(..)), Turn::Engine(side)) => {
            let side = side_name(side);
            let more = app.thinking.as_deref().unwrap_or_default();
            let values = [("side", side), ("more", more)];
            fill(app.texts.thinking, &values).trim_end().to_owned()
        }
        (_, Turn::Engine(_)) if app.is_paused => app.texts.paused.to_owned(),
        (_, Turn::Over(ending)) => outcome(ending, width),
        (_, Turn::Engine(_) | Turn::Human(_)) => board::turn(app.session.position()),
    }
}

/// The bar: Black's share from the left.
fn evaluation(buffer: &mut Buffer, area: Rect, app: &App) {
    let below = Rect {
        y: area.y + 1,
        ..area
    };
    let game = app.session.game();
    let last = game.turns().len();
    // Until the position is looked at, what was known before stands.
    let known = [0, 1].into_iter().find_map(|back| {
        let plies = last.checked_sub(back)?;
        app.insight.worth(game, plies)
    });
    let text = known.map_or_else(|| app.texts.unknown.to_owned(), |worth| words(worth, app));
    let width = (area.width / 2).min(30);
    let at = put(buffer, area, &format!("{text:<18} "), STRONG);
    let bar = Rect {
        x: area.x + at,
        width: area.width.saturating_sub(at).min(width),
        ..area
    };
    let Some(worth) = known else { return };
    put(buffer, below, &source(worth, app), FAINT);
    let lead = f64::from(worth.black) / f64::from(Eval::PER_DISC) / FULL_BAR;
    let share = f64::midpoint(1.0, lead.clamp(-1.0, 1.0));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of the width"
    )]
    let black = (share * f64::from(bar.width)).round() as u16;
    let (full, empty) = (app.look.choose("█", "#"), app.look.choose("░", "."));
    let left = Rect {
        width: black,
        ..bar
    };
    put(
        buffer,
        left,
        &full.repeat(black.into()),
        app.look.side(Color::Black),
    );
    let rest = bar.width - black;
    let right = Rect {
        x: bar.x + black,
        width: rest,
        ..bar
    };
    put(
        buffer,
        right,
        &empty.repeat(rest.into()),
        app.look.side(Color::White),
    );
}

/// `Black about +4.25`, `White +2`, `even`
fn words(worth: Worth, app: &App) -> String {
    let (side, units) = match worth.black {
        0.. => (Color::Black, worth.black),
        _ => (Color::White, -worth.black),
    };
    let score = text::score(Eval::from_units(units), worth.kind);
    if units == 0 {
        return app.texts.even.to_owned();
    }
    let doubt = match worth.kind {
        Kind::Exact => "",
        _ => app.texts.about,
    };
    format!("{} {doubt}{score}", side_name(side))
}

/// How far that was searched.
fn source(worth: Worth, app: &App) -> String {
    match worth.kind {
        Kind::Exact => app.texts.proved.to_owned(),
        _ => fill(app.texts.searched, &[("depth", &worth.depth.to_string())]),
    }
}

fn draw_graph(buffer: &mut Buffer, area: Rect, app: &App) {
    let game = app.session.game();
    let scores: Vec<Option<f64>> = (0..=game.turns().len())
        .map(|plies| {
            let worth = app.insight.worth(game, plies)?;
            Some(f64::from(worth.black) / f64::from(Eval::PER_DISC))
        })
        .collect();
    let bricks = match app.look.glyphs {
        Glyphs::Unicode => Bricks::BLOCKS,
        Glyphs::Ascii => Bricks::ASCII,
    };
    let width = area.width.saturating_sub(LABELS);
    let picture = graph::draw(&scores, (width.into(), area.height.into()), bricks);
    let half = picture.rows.len() / 2;
    for (index, row) in picture.rows.iter().enumerate() {
        let color = if index < half {
            Color::Black
        } else {
            Color::White
        };
        let label = match index {
            0 => format!("{} {:>2}", app.look.disc(Color::Black), picture.scale),
            _ if index + 1 == picture.rows.len() => {
                format!("{} {:>2}", app.look.disc(Color::White), picture.scale)
            }
            _ if index + 1 == half => "   0".to_owned(),
            _ => String::new(),
        };
        let place = line(area, cells(index));
        put(buffer, place, &label, FAINT);
        let place = Rect {
            x: place.x + LABELS,
            width,
            ..place
        };
        put(buffer, place, row, app.look.side(color));
    }
}

/// The last moves that fit, in pairs, with `?` behind those that lost much.
fn moves(buffer: &mut Buffer, area: Rect, app: &App) {
    let game = app.session.game();
    let turns = game.turns();
    // A game that White begins has a first pair without a first half.
    let shift = usize::from(game.start().side() == Color::White);
    let pairs = (turns.len() + shift).div_ceil(2);
    let columns = usize::from((area.width / PAIR).max(1));
    let rows = usize::from(area.height);
    // Whole rows are dropped from the top.
    let first = pairs.div_ceil(columns).saturating_sub(rows) * columns;
    for pair in first..pairs {
        let half = |index: usize| -> String {
            let Some(index) = (2 * pair + index).checked_sub(shift) else {
                return app.look.choose("…", "..").to_owned();
            };
            let Some(turn) = turns.get(index) else {
                return String::new();
            };
            format!("{turn}{}", blame(app.insight.loss(game, index).as_ref()))
        };
        let text = format!("{:>2}. {:<7}{:<7}", pair + 1, half(0), half(1));
        let (row, column) = ((pair - first) / columns, (pair - first) % columns);
        let place = line(area, cells(row));
        let place = Rect {
            x: place.x + cells(column) * PAIR,
            width: PAIR.min(place.width),
            ..place
        };
        put(buffer, place, &text, Style::new());
    }
}

/// The marks behind a move.
fn blame(loss: Option<&Loss>) -> &'static str {
    match loss {
        Some(loss) if loss.units >= SEVERE => "??",
        Some(loss) if loss.is_blunder() => "?",
        _ => "",
    }
}

/// The expected line, if hints are wanted.
fn best_line(app: &App) -> String {
    let known = app.insight.of(app.session.position());
    let known = known.filter(|known| app.hints == Hints::On && !known.moves.is_empty());
    let Some(known) = known else {
        return String::new();
    };
    let best = &known.moves[0];
    let line: &[Move] = &best.pv[..best.pv.len().min(8)];
    let more = match known.rank {
        Rank::Thorough => "",
        Rank::Unfinished | Rank::Brief => app.look.choose("…", ".."),
    };
    let depth = best.depth.to_string();
    let moves = text::moves(line);
    let values = [("line", moves.as_str()), ("depth", &depth), ("more", more)];
    fill(app.texts.line, &values)
}
