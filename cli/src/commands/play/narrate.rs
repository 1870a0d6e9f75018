//! Events in words.

use super::event::{Choice, Ending, Event, Hint, Judgement, Patience, Refusal, Thought, View};
use super::options::{Player, Strength};
use crate::clock;
use crate::output::board::{self, Marks};
use crate::output::{style, text};
use std::fmt::Write;
use std::time::Duration;
use xsquare_engine::notation::{Layout, Note, Passes, write_transcript};
use xsquare_engine::{ByColor, Color, Convention, Game, Move, Position};
use xsquare_search::Kind;

/// How many moves of an expected line are shown.
const LINE_LENGTH: usize = 8;

/// The commands, for `help`.
const HELP: &str = "Commands:
  f5               play a move
  f5 d6 c3         play several, for both sides: as pasted from a transcript
  undo             take back your last move and the answer to it
  redo             play again what was taken back
  hint             the best moves, their scores and a reason
  why SQUARE       what a move is worth beside the best one, and what it does
  level N          how hard the engine thinks, 0 to 60; `level` alone tells
  black PLAYER     who plays Black, `human` or `engine`
  white PLAYER     who plays White
  show             the board
  moves            the transcript so far
  review [FILE]    what every move lost; FILE.html is a page, FILE.md Markdown
  save FILE        write the transcript; `save! FILE` replaces a file
  load FILE        go on with the game in a file
  new [POSITION]   another game, from the start or from this position
  resign           give up
  quit             leave
A side without a move passes by itself. Ctrl-C makes the engine move at once; at the prompt it quits.";

/// An event as text for the terminal, ending with a line feed.
pub(super) fn narrate(event: &Event) -> String {
    let mut text = match event {
        Event::Seats(seats, strength) => introduce(*seats, *strength),
        Event::Control(control) => {
            format!("Each side has {}.", clock::in_words(*control))
        }
        Event::Clocks(clocks, side, thinking) => {
            let reading = |color: Color| {
                let thinking = if color == *side {
                    *thinking
                } else {
                    Duration::ZERO
                };
                format!("{color} {}", clock::reading(&clocks[color], thinking))
            };
            format!("Time  {}  {}", reading(Color::Black), reading(Color::White))
        }
        Event::Welcome => "`help` lists the commands.".to_owned(),
        Event::Board(view) => draw(view),
        Event::Entered(turns) => format!("Played for both sides: {}.", text::moves(turns)),
        Event::EngineMoved(side, thought) => engine_move(*side, thought),
        Event::Passed(side) => format!("{side} has no move and passes."),
        Event::Over(ending) => end(*ending),
        Event::TakenBack(turns) => format!("Taken back: {}.", text::moves(turns)),
        Event::PlaysOn(side) => format!("{side} plays on."),
        Event::Restored(turns) => format!("Played again: {}.", text::moves(turns)),
        Event::Transcript(game) => transcript(game),
        Event::New => "A new game.".to_owned(),
        Event::Saved(path, turns) => {
            format!("{} saved to {}.", counted(*turns), path.display())
        }
        Event::Loaded(kind, turns) => format!("Read as {kind}: {}.", counted(*turns)),
        Event::Noted(note) => remark(note),
        Event::Hint(hint) => advise(hint),
        Event::Told(text) => text.clone(),
        Event::Help => HELP.to_owned(),
        Event::Refused(refusal) => refuse(refusal),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn introduce(seats: ByColor<Player>, strength: Strength) -> String {
    let symbol = |side: Color| format!("{side} ({})", side.symbol());
    let against = |human: Color| {
        format!(
            "You are {}, the engine is {}, {strength}.",
            symbol(human),
            symbol(!human)
        )
    };
    match (seats.black, seats.white) {
        (Player::Human, Player::Engine) => against(Color::Black),
        (Player::Engine, Player::Human) => against(Color::White),
        (Player::Human, Player::Human) => {
            let level = strength.level.unwrap_or_default();
            match strength.clock {
                Some(_) => format!("Both sides are played here; hints are of level {level}."),
                None => format!("Both sides are played here; hints are of {strength}."),
            }
        }
        (Player::Engine, Player::Engine) => format!("The engine plays both sides, {strength}."),
    }
}

fn draw(view: &View) -> String {
    let position = &view.position;
    let marks = Marks {
        moves: view.moves,
        last: view.last,
    };
    let opening = view.opening.map(|opening| opening.label.to_owned());
    let picture = board::draw_with(position, marks, opening.as_slice());
    // The picture counts under the usual convention.
    match score(position.counts(), view.convention) {
        score if position.is_over() => picture.replacen(&board::result(position), &score, 1),
        _ => picture,
    }
}

/// The result of a finished game: `White wins 33-31`, `a draw, 32-32`.
fn score(discs: ByColor<u32>, convention: Convention) -> String {
    let ByColor { black, white } = convention.count(discs);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("Black wins {black}-{white}"),
        std::cmp::Ordering::Less => format!("White wins {white}-{black}"),
        std::cmp::Ordering::Equal => format!("a draw, {black}-{white}"),
    }
}

/// How the game ended.
pub(super) fn end(ending: Ending) -> String {
    let strong = style::STRONG;
    let how = match ending {
        Ending::Finished(discs, convention) => format!(
            "{strong}Game over: {}{strong:#} ({convention}).",
            score(discs, convention)
        ),
        Ending::Resigned(side) => {
            format!(
                "{strong}Game over: {side} resigns, {} wins.{strong:#}",
                !side
            )
        }
        Ending::TimeUp(side) => {
            format!(
                "{strong}Game over: {side} has run out of time, {} wins.{strong:#}",
                !side
            )
        }
    };
    format!("{how} Now: `review`, `new`, `undo`, `save FILE` or `quit`.")
}

fn engine_move(side: Color, thought: &Thought) -> String {
    let strong = style::STRONG;
    let square = thought.square;
    let mut text = format!("{side} plays {strong}{square}{strong:#}");
    match &thought.judgement {
        None => text.push_str(", its only move."),
        Some(judgement) => {
            let score = text::score(judgement.score, judgement.kind);
            let _ = write!(text, " ({side} {score}, {})", confidence(*judgement));
            text.push('.');
        }
    }
    if thought.patience == Patience::Lost {
        text.push_str(" It was interrupted.");
    }
    text
}

/// What is known about a score, in words.
fn confidence(judgement: Judgement) -> String {
    let depth = judgement.depth;
    match judgement.kind {
        Kind::Exact => "exact".to_owned(),
        Kind::Lower => "proved: at least".to_owned(),
        Kind::Upper => "proved: at most".to_owned(),
        Kind::Selective(selectivity) => {
            format!("read to the end, {} % sure", selectivity.percent())
        }
        Kind::Heuristic if depth == 1 => "estimate, 1 ply".to_owned(),
        Kind::Heuristic => format!("estimate, {depth} plies"),
        Kind::Book => format!("book, {depth} plies"),
    }
}

fn advise(hint: &Hint) -> String {
    let mut text = format!("Best for {}:\n", hint.side);
    for (index, Choice { judgement, pv }) in hint.choices.iter().enumerate() {
        let strong = if index == 0 {
            style::STRONG
        } else {
            anstyle::Style::new()
        };
        let shown = &pv[..pv.len().min(LINE_LENGTH)];
        let dots = if shown.len() < pv.len() { " …" } else { "" };
        let _ = writeln!(
            text,
            "  {strong}{:<4}{strong:#} {:>6}  {:<28} {}{dots}",
            pv.first().copied().unwrap_or(Move::Pass),
            text::score(judgement.score, judgement.kind),
            confidence(*judgement),
            text::moves(shown)
        );
    }
    text.push_str(&hint.reason);
    if hint.patience == Patience::Lost {
        text.push_str("\nThe search was interrupted.");
    }
    text
}

/// The moves numbered for people and joined for programs.
fn transcript(game: &Game) -> String {
    let turns = game.turns();
    let mut text = String::new();
    if *game.start() != Position::START {
        let _ = writeln!(text, "From {}", game.start());
    }
    if turns.is_empty() {
        text.push_str("No move has been played.");
        return text;
    }
    let layout = match game.start().side() {
        Color::Black => Layout::NumberedPairs,
        // The first of a pair would be taken for Black's.
        Color::White => Layout::NumberedMoves,
    };
    let _ = writeln!(text, "{}", write_transcript(turns, layout, Passes::Written));
    text + &write_transcript(turns, Layout::Compact, Passes::LeftOut)
}

/// `12 turns`; passes are turns too.
fn counted(turns: usize) -> String {
    match turns {
        0 => "no moves".to_owned(),
        1 => "1 turn".to_owned(),
        _ => format!("{turns} turns"),
    }
}

fn remark(note: &Note) -> String {
    let (style, word) = if note.is_warning() {
        (style::WARNING, "warning")
    } else {
        (style::NOTE, "note")
    };
    format!("{style}{word}:{style:#} {note}")
}

/// A sentence, beginning with a capital letter unless it begins with what was typed, such as the name of a file.
fn refuse(refusal: &Refusal) -> String {
    let sentence = refusal.to_string();
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    if !sentence.split([' ', ',', ';']).next().is_some_and(is_word) {
        return sentence;
    }
    let mut chars = sentence.chars();
    match chars.next() {
        Some(first) => format!("{}{}", first.to_uppercase(), chars.as_str()),
        None => sentence,
    }
}
