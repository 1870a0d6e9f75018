//! What is said of a move and of its alternative, as a list for the terminal.

use super::{sentences, statements};
use crate::messages::{Explain, Messages, fill};
use crate::output::text;
use std::fmt::Write;
use xsquare_engine::{Move, Position};

/// How many things are said of one move.
const SENTENCES: usize = 5;
/// How many moves of an expected answer are shown.
const LINE_LENGTH: usize = 6;

/// A move, what it is called, and the line that is expected from it on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'a> {
    /// The heading, with `{move}` in it.
    pub(crate) heading: &'a str,
    /// The move.
    pub(crate) turn: Move,
    /// The expected line, the move first; it may be empty.
    pub(crate) line: &'a [Move],
}

/// The sentences about a move: what it does, and the expected answer to it.
pub(crate) fn about(
    position: &Position,
    turn: Move,
    line: &[Move],
    texts: &Explain,
) -> Vec<String> {
    let Some(square) = turn.square() else {
        return Vec::new();
    };
    let mut lines = sentences(position, square, SENTENCES, texts);
    if statements(position, square).is_empty() {
        lines.push(texts.nothing.to_owned());
    }
    lines.extend(answer(position, turn, line, texts));
    lines
}

/// The expected line after a move, as far as it replays.
fn answer(position: &Position, turn: Move, line: &[Move], texts: &Explain) -> Option<String> {
    let (first, rest) = line.split_first()?;
    let mut board = position.try_play(*first).filter(|_| *first == turn)?;
    let mut shown = Vec::new();
    for &step in rest.iter().take(LINE_LENGTH) {
        let Some(next) = board.try_play(step) else {
            break;
        };
        shown.push(step);
        board = next;
    }
    let dots = if shown.len() < rest.len() { " …" } else { "" };
    let line = text::moves(&shown) + dots;
    (!shown.is_empty()).then(|| fill(texts.answer, &[("line", &line)]))
}

/// The sentences about several moves, each under its heading.
pub(crate) fn list(position: &Position, subjects: &[Subject<'_>], texts: &Messages) -> String {
    let mut list = String::new();
    for subject in subjects {
        let sentences = about(position, subject.turn, subject.line, &texts.explain);
        // Of a pass there is nothing to say.
        if sentences.is_empty() {
            continue;
        }
        let turn = subject.turn.to_string();
        let _ = writeln!(list, "{}", fill(subject.heading, &[("move", &turn)]));
        for sentence in sentences {
            let _ = writeln!(list, "  - {sentence}");
        }
    }
    list
}
