//! Games as lines of text read: transcripts, set-up positions with moves, boards, problems.

use super::format::{Container, detect};
use super::{GameFormat, GameRecord, RecordNote, StatedResult, StatedScore, comment_of};
use crate::game::Game;
use crate::notation::error::NotationError;
use crate::notation::note::Note;
use crate::notation::recognise::{Recognised, recognise};
use crate::notation::span::{BLANKS, content_start, token};
use crate::notation::transcript::{Transcript, parse_transcript_from};

/// Reads a game from a line, or from the lines of a numbered transcript.
pub(super) fn read_line(
    text: &str,
) -> Result<(GameFormat, GameRecord, Vec<RecordNote>), NotationError> {
    if let Some((board, moves)) = split_setup(text) {
        let setup = recognise(board, None)?;
        let transcript = parse_transcript_from(setup.position(), &moves)?;
        let (record, mut notes) = of_transcript(transcript);
        notes.extend(setup.notes().iter().filter_map(RecordNote::of_text));
        return Ok((GameFormat::Transcript, record, notes));
    }
    if let Some(comment) = comment_on_start(text) {
        let mut record = GameRecord::new(Game::new());
        comment.clone_into(&mut record.comment);
        return Ok((GameFormat::Transcript, record, Vec::new()));
    }
    let (format, record, notes) = match recognise(text, None)? {
        Recognised::Transcript(transcript) => {
            let (record, notes) = of_transcript(transcript);
            return Ok((GameFormat::Transcript, record, notes));
        }
        Recognised::Problem(problem) => {
            let mut record = GameRecord::new(Game::from_position(problem.position));
            record.comment = problem.label.unwrap_or_default();
            record.scores = problem.scores;
            record.value = problem.value;
            (GameFormat::Obf, record, problem.notes)
        }
        Recognised::Board(setup) | Recognised::Fen(setup) => {
            let record = GameRecord::new(Game::from_position(setup.position));
            (GameFormat::Board, record, setup.notes)
        }
        Recognised::Start => {
            let record = GameRecord::new(Game::new());
            (GameFormat::Transcript, record, Vec::new())
        }
    };
    let notes = notes.iter().filter_map(RecordNote::of_text).collect();
    Ok((format, record, notes))
}

fn of_transcript(transcript: Transcript) -> (GameRecord, Vec<RecordNote>) {
    let mut record = GameRecord::new(transcript.game);
    let comments = transcript.notes.iter().filter_map(comment_of);
    record.comment = comments.collect::<Vec<_>>().join("; ");
    for note in &transcript.notes {
        if let Note::Result { stated, .. } = *note {
            record.result = Some(StatedResult::played(StatedScore::Discs(stated)));
        }
    }
    let notes = transcript.notes.iter();
    (record, notes.filter_map(RecordNote::of_text).collect())
}

/// Board and moves of `BOARD SIDE;MOVES`, as Edax writes games with a set-up; the fields of a problem are no moves.
///
/// Blanks stand for the board before the moves, so that columns are those of the line.
fn split_setup(text: &str) -> Option<(&str, String)> {
    let comment = text.find('%').unwrap_or(text.len());
    let (board, moves) = text[..comment].split_once(';')?;
    let trimmed = moves.trim_start_matches(BLANKS);
    let is_moves = (trimmed.starts_with(|c: char| c.is_ascii_alphabetic())
        || trimmed.starts_with("1.")
        || trimmed.starts_with("--"))
        && !moves.contains([':', ';', '+']);
    is_moves.then(|| {
        let width = board.chars().count() + 1;
        let moves = format!("{:width$}{}", "", &text[board.len() + 1..]);
        (board, moves)
    })
}

/// The comment behind the word `start`.
fn comment_on_start(text: &str) -> Option<&str> {
    let word = token(text, content_start(text), |c| {
        BLANKS.contains(&c) || c == '%'
    });
    let comment = text[word.end..].trim_matches(BLANKS).strip_prefix('%')?;
    text[word]
        .eq_ignore_ascii_case("start")
        .then(|| comment.trim())
}

/// How a line hangs together with the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// It begins with a move number other than 1: it continues a transcript.
    Numbered,
    /// One move, perhaps with a comment.
    SingleMove,
    /// One move and a result.
    LastMove,
    /// A result alone.
    Result,
    /// Anything else: a game of its own.
    Other,
}

/// What the first line of a game looks like: behind a set-up position its moves count.
pub(super) fn first_kind(line: &str) -> LineKind {
    match split_setup(line) {
        Some((_, moves)) => line_kind(&moves),
        None => line_kind(line),
    }
}

/// Whether a game whose first line this is numbers its moves.
pub(super) fn is_numbered(line: &str) -> bool {
    without_comments(line).starts_with(|c: char| c.is_ascii_digit())
}

/// A text from its first word that is no comment in brackets.
fn without_comments(line: &str) -> &str {
    let mut text = line.trim_start_matches(BLANKS);
    loop {
        let close = match text.chars().next() {
            Some('(') => ')',
            Some('{') => '}',
            _ => return text,
        };
        let Some((_, rest)) = text.split_once(close) else {
            return text;
        };
        text = rest.trim_start_matches(BLANKS);
    }
}

/// Whether a line is all comment in brackets, and no object of JSON.
pub(super) fn is_comment(line: &str) -> bool {
    without_comments(line).is_empty() && detect(line.as_bytes()) == Container::Lines
}

/// What a line looks like.
pub(super) fn line_kind(line: &str) -> LineKind {
    let text = without_comments(line);
    let text = text.split(['%', '#']).next().unwrap_or_default();
    let text = text.trim_matches(BLANKS);
    if is_result(text) {
        return LineKind::Result;
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && text[digits..].starts_with(['.', ':']) {
        return match &text[..digits] {
            "1" => LineKind::Other,
            _ => LineKind::Numbered,
        };
    }
    let (turn, rest) = text.split_once(BLANKS).unwrap_or((text, ""));
    let rest = rest.trim_start_matches(BLANKS);
    match turn.len() <= 4 && turn.parse::<crate::moves::Move>().is_ok() {
        true if rest.is_empty() => LineKind::SingleMove,
        true if is_result(rest) => LineKind::LastMove,
        _ => LineKind::Other,
    }
}

/// `33-31` or `33:31`
fn is_result(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once(['-', ':'])
        .is_some_and(|(black, white)| is_number(black) && is_number(white))
}

/// Whether a line of the second kind continues a game whose lines so far began with the first and ended with `last`.
pub(super) fn continues(last: LineKind, is_numbered: bool, next: LineKind) -> bool {
    match next {
        LineKind::Numbered => is_numbered,
        LineKind::SingleMove | LineKind::LastMove => last == LineKind::SingleMove,
        LineKind::Result => is_numbered || last == LineKind::SingleMove,
        LineKind::Other => false,
    }
}
