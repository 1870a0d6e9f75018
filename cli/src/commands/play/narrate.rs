//! Events in words.

use super::event::{
    Choice, Ending, Event, Hint, Judgement, Loaded, Patience, Refusal, Saved, Thought, View,
};
use super::options::{Player, Strength};
use super::record::Remark;
use crate::clock;
use crate::messages::{ENGLISH, Play as Texts, convention_name, fill, side_name};
use crate::output::board::{self, Marks};
use crate::output::{style, text};
use std::fmt::Write;
use std::time::Duration;
use xsquare_engine::notation::{Layout, Passes, write_transcript};
use xsquare_engine::{ByColor, Color, Convention, Game, Move, Position};
use xsquare_search::Kind;

/// How many moves of an expected line are shown.
const LINE_LENGTH: usize = 8;

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// An event as text for the terminal, ending with a line feed.
pub(super) fn narrate(event: &Event) -> String {
    let mut text = match event {
        Event::Seats(seats, strength) => introduce(*seats, *strength),
        Event::Control(control) => {
            let time = clock::in_words(*control);
            fill(TEXTS.each_side_has, &[("time", &time)])
        }
        Event::Clocks(clocks, side, thinking) => {
            let reading = |color: Color| {
                let thinking = if color == *side {
                    *thinking
                } else {
                    Duration::ZERO
                };
                format!(
                    "{} {}",
                    side_name(color),
                    clock::reading(&clocks[color], thinking)
                )
            };
            let [black, white] = [reading(Color::Black), reading(Color::White)];
            fill(TEXTS.clocks, &[("black", &black), ("white", &white)])
        }
        Event::Welcome => TEXTS.welcome.to_owned(),
        Event::Board(view) => draw(view),
        Event::Entered(turns) => with_moves(TEXTS.played_for_both, turns),
        Event::EngineMoved(side, thought) => engine_move(*side, thought),
        Event::Passed(side) => with_side(TEXTS.passes, *side),
        Event::Over(ending) => end(*ending),
        Event::TakenBack(turns) => with_moves(TEXTS.taken_back, turns),
        Event::PlaysOn(side) => with_side(TEXTS.plays_on, *side),
        Event::Restored(turns) => with_moves(TEXTS.played_again, turns),
        Event::Transcript(game) => transcript(game),
        Event::New => TEXTS.new_game.to_owned(),
        Event::Saved(saved) => save(saved),
        Event::Loaded(loaded) => load(loaded),
        Event::Noted(remark) => note(remark),
        Event::Hint(hint) => advise(hint),
        Event::Told(text) => text.clone(),
        Event::Help => TEXTS.help.to_owned(),
        Event::Refused(refusal) => refuse(refusal),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn with_side(text: &str, side: Color) -> String {
    fill(text, &[("side", side_name(side))])
}

fn with_moves(text: &str, turns: &[Move]) -> String {
    fill(text, &[("moves", &text::moves(turns))])
}

fn save(saved: &Saved) -> String {
    let (turns, file) = (counted(saved.turns), saved.file.display().to_string());
    let text = if saved.losses.is_empty() {
        TEXTS.saved
    } else {
        TEXTS.saved_in_part
    };
    let losses = saved.losses.to_string();
    let values = [("turns", &*turns), ("file", &file), ("losses", &losses)];
    fill(text, &values)
}

fn load(loaded: &Loaded) -> String {
    let turns = counted(loaded.turns);
    let mut values = vec![("kind", loaded.kind.as_str()), ("turns", &turns)];
    match &loaded.title {
        None => fill(TEXTS.loaded, &values),
        Some(title) => {
            values.push(("title", title));
            fill(TEXTS.loaded_title, &values)
        }
    }
}

fn introduce(seats: ByColor<Player>, strength: Strength) -> String {
    let symbol = |side: Color| format!("{} ({})", side_name(side), side.symbol());
    let against = |human: Color| {
        let (human, engine) = (symbol(human), symbol(!human));
        let strength = strength.to_string();
        let values = [
            ("human", human.as_str()),
            ("engine", &engine),
            ("strength", &strength),
        ];
        fill(TEXTS.against, &values)
    };
    match (seats.black, seats.white) {
        (Player::Human, Player::Engine) => against(Color::Black),
        (Player::Engine, Player::Human) => against(Color::White),
        (Player::Human, Player::Human) => {
            // The clocks are those of the players.
            let strength = Strength {
                clock: None,
                ..strength
            };
            fill(TEXTS.two_humans, &[("strength", &strength.to_string())])
        }
        (Player::Engine, Player::Engine) => {
            fill(TEXTS.two_engines, &[("strength", &strength.to_string())])
        }
    }
}

fn draw(view: &View) -> String {
    let position = &view.position;
    let marks = Marks {
        moves: view.moves,
        last: view.last,
    };
    let opening = view.opening.map(|opening| opening.label.to_owned());
    board::draw_by(position, marks, view.convention, opening.as_slice())
}

/// The result of a finished game: `White wins 33-31`, `a draw, 32-32`.
fn score(discs: ByColor<u32>, convention: Convention) -> String {
    let ByColor { black, white } = convention.count(discs);
    let (text, side) = match black.cmp(&white) {
        std::cmp::Ordering::Greater => (ENGLISH.board.wins, Color::Black),
        std::cmp::Ordering::Less => (ENGLISH.board.wins, Color::White),
        std::cmp::Ordering::Equal => (ENGLISH.board.draw, Color::Black),
    };
    let values = [
        ("side", side_name(side).to_owned()),
        ("more", black.max(white).to_string()),
        ("less", black.min(white).to_string()),
    ];
    fill(
        text,
        &values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str())),
    )
}

/// How the game ended, and what can be typed then.
pub(super) fn end(ending: Ending) -> String {
    end_with(ending, TEXTS.what_now)
}

/// The same with what can be pressed.
pub(super) fn end_by_keys(ending: Ending) -> String {
    end_with(ending, TEXTS.what_now_keys)
}

fn end_with(ending: Ending, what_now: &str) -> String {
    let strong = style::STRONG;
    // Ends what is to be seen first.
    let plain = format!("{strong:#}");
    let over = fill(TEXTS.game_over, &[("how", &how(ending, &plain))]);
    format!("{strong}{over} {what_now}")
}

/// How the game ended, in a few words; without the way of counting if there is no room for it.
pub(super) fn outcome(ending: Ending, columns: usize) -> String {
    let whole = how(ending, "").trim_end_matches('.').to_owned();
    match ending {
        Ending::Finished(discs, convention) if whole.chars().count() > columns => {
            score(discs, convention)
        }
        _ => whole,
    }
}

fn how(ending: Ending, plain: &str) -> String {
    match ending {
        Ending::Finished(discs, convention) => {
            let result = score(discs, convention);
            let values = [
                ("result", result.as_str()),
                ("plain", plain),
                ("convention", convention_name(convention)),
            ];
            fill(TEXTS.finished, &values)
        }
        Ending::Resigned(side) | Ending::TimeUp(side) => {
            let text = match ending {
                Ending::Resigned(_) => TEXTS.resigned,
                _ => TEXTS.time_up,
            };
            let values = [
                ("side", side_name(side)),
                ("winner", side_name(!side)),
                ("plain", plain),
            ];
            fill(text, &values)
        }
    }
}

fn engine_move(side: Color, thought: &Thought) -> String {
    let strong = style::STRONG;
    let square = format!("{strong}{}{strong:#}", thought.square);
    let side = side_name(side);
    let mut text = fill(TEXTS.engine_plays, &[("side", side), ("move", &square)]);
    match &thought.judgement {
        None => text += TEXTS.only_move,
        Some(judgement) => {
            let score = text::score(judgement.score, judgement.kind);
            let sure = confidence(*judgement);
            let values = [("side", side), ("score", &score), ("sure", &sure)];
            text += &fill(TEXTS.engine_judges, &values);
        }
    }
    if thought.patience == Patience::Lost {
        text += TEXTS.move_interrupted;
    }
    text
}

/// What is known about a score, in words.
fn confidence(judgement: Judgement) -> String {
    let depth = judgement.depth.to_string();
    let text = match judgement.kind {
        Kind::Exact => TEXTS.exact,
        Kind::Lower => TEXTS.at_least,
        Kind::Upper => TEXTS.at_most,
        Kind::Selective(selectivity) => {
            let percent = selectivity.percent().to_string();
            return fill(TEXTS.selective, &[("percent", &percent)]);
        }
        Kind::Heuristic if judgement.depth == 1 => TEXTS.one_ply,
        Kind::Heuristic => TEXTS.plies,
        Kind::Book => TEXTS.book,
    };
    fill(text, &[("plies", &depth)])
}

fn advise(hint: &Hint) -> String {
    let mut text = with_side(TEXTS.best_for, hint.side) + "\n";
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
        text.push('\n');
        text.push_str(TEXTS.search_interrupted);
    }
    text
}

/// The moves numbered for people and joined for programs.
fn transcript(game: &Game) -> String {
    let turns = game.turns();
    let mut text = String::new();
    if *game.start() != Position::START {
        let start = game.start().to_string();
        let _ = writeln!(text, "{}", fill(TEXTS.from, &[("board", &start)]));
    }
    if turns.is_empty() {
        text.push_str(TEXTS.no_moves);
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
    let text = TEXTS.turns[turns.min(2)];
    fill(text, &[("turns", &turns.to_string())])
}

fn note(remark: &Remark) -> String {
    let [warning, note] = TEXTS.remarks;
    let (style, word) = if remark.is_warning {
        (style::WARNING, warning)
    } else {
        (style::NOTE, note)
    };
    format!("{style}{word}{style:#} {}", remark.text)
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
