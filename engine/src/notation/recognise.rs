//! One entry point for every notation of a position.

use super::board::{Setup, is_cell, parse_board};
use super::error::{NotationError, NotationErrorKind};
use super::fen;
use super::moves::square;
use super::note::Note;
use super::obf::{Problem, parse_obf};
use super::span::{BLANKS, char_range, content_start, token};
use super::transcript::{Transcript, parse_transcript};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use std::fmt;
use std::ops::Range;

/// A text that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recognised {
    /// The word `start`.
    Start,
    /// A board string.
    Board(Setup),
    /// A FEN.
    Fen(Setup),
    /// An OBF line.
    Problem(Problem),
    /// A transcript.
    Transcript(Transcript),
}

/// What a text was recognised as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The word `start`.
    Start,
    /// 64 cells and the side to move.
    Board,
    /// Rows of digits and `p`, `P`, from row 8 up.
    Fen,
    /// A board with fields or a comment.
    Problem,
    /// A list of moves from the starting position.
    Transcript,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Start => "starting position",
            Self::Board => "board",
            Self::Fen => "FEN",
            Self::Problem => "OBF problem",
            Self::Transcript => "transcript",
        })
    }
}

impl Recognised {
    /// What the text was recognised as.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Start => Kind::Start,
            Self::Board(_) => Kind::Board,
            Self::Fen(_) => Kind::Fen,
            Self::Problem(_) => Kind::Problem,
            Self::Transcript(_) => Kind::Transcript,
        }
    }

    /// The position; of a transcript the one after its last move.
    pub fn position(&self) -> Position {
        match self {
            Self::Start => Position::START,
            Self::Board(setup) | Self::Fen(setup) => setup.position,
            Self::Problem(problem) => problem.position,
            Self::Transcript(transcript) => *transcript.game.position(),
        }
    }

    /// What was passed over, filled in or found odd.
    pub fn notes(&self) -> &[Note] {
        match self {
            Self::Start => &[],
            Self::Board(setup) | Self::Fen(setup) => &setup.notes,
            Self::Problem(problem) => &problem.notes,
            Self::Transcript(transcript) => &transcript.notes,
        }
    }
}

/// Reads a position in any notation: `start`, a board, an OBF line or a transcript, in this order.
///
/// A text that begins like a board is one, right or wrong; with a `;` or `%` behind the board it is an OBF line.
/// `side` is the side to move of a board that does not name one; a text that has another side to move is an error.
///
/// ```
/// use xsquare_engine::{Color, notation::{Kind, recognise}};
/// assert_eq!(recognise("start", None).unwrap().kind(), Kind::Start);
/// assert!(recognise("[Event \"Open\"]", None).unwrap_err().to_string().contains("PGN"));
/// let board = "---------------------------OX------XO---------------------------";
/// assert_eq!(recognise(board, Some(Color::White)).unwrap().kind(), Kind::Board);
/// assert_eq!(recognise(&format!("{board} X; F5:+0;"), None).unwrap().kind(), Kind::Problem);
/// assert_eq!(recognise("F5 d6", None).unwrap().kind().to_string(), "transcript");
/// ```
///
/// # Errors
/// If the text is none of these, or one of them with an error in it.
pub fn recognise(text: &str, side: Option<Color>) -> Result<Recognised, NotationError> {
    if let Some(at) = text.find('\0') {
        let range = char_range(text, at);
        return Err(NotationError::new(NotationErrorKind::Nul, text, range));
    }
    let start = content_start(text);
    let content = start..text.trim_end_matches(BLANKS).len().max(start);
    if content.is_empty() {
        return Err(NotationError::whole(NotationErrorKind::Empty, text));
    }
    if text[content.clone()].eq_ignore_ascii_case("start") {
        agree(text, content, Color::Black, side)?;
        return Ok(Recognised::Start);
    }
    if is_pgn(text[content.clone()].as_bytes()) {
        let word = token(text, start, |c| BLANKS.contains(&c));
        return Err(NotationError::new(NotationErrorKind::Pgn, text, word));
    }
    let head = &text[token(text, start, |c| BLANKS.contains(&c) || c == ';')];
    if fen::is_fen(head) {
        return parse_board(text, side).map(Recognised::Fen);
    }
    if is_board(head) {
        return if text.contains([';', '%']) {
            parse_obf(text, side).map(Recognised::Problem)
        } else {
            parse_board(text, side).map(Recognised::Board)
        };
    }
    let transcript = parse_transcript(text).map_err(|error| {
        if error.span.start == start && is_foreign(&error) {
            let word = token(text, start, |c| BLANKS.contains(&c));
            NotationError::new(NotationErrorKind::Unrecognised, text, word)
        } else {
            error
        }
    })?;
    agree(text, content, transcript.game.position().side(), side)?;
    Ok(Recognised::Transcript(transcript))
}

/// Whether a text begins with a tag of PGN, such as `[Event "World Open"]`.
pub(in crate::notation) fn is_pgn(text: &[u8]) -> bool {
    let Some(tag) = text.strip_prefix(b"[") else {
        return false;
    };
    let name = tag.iter().take_while(|byte| byte.is_ascii_alphabetic());
    let rest = &tag[name.count()..];
    rest.len() < tag.len()
        && rest.first().is_some_and(u8::is_ascii_whitespace)
        && rest.trim_ascii_start().starts_with(b"\"")
}

fn agree(
    text: &str,
    range: Range<usize>,
    stated: Color,
    asked: Option<Color>,
) -> Result<(), NotationError> {
    super::board::agree(text, range, stated, asked).map(|_| ())
}

/// Whether a transcript stopped at something that does not even look like a move.
fn is_foreign(error: &NotationError) -> bool {
    match error.kind {
        NotationErrorKind::UnexpectedCharacter(_) => true,
        NotationErrorKind::NotAMove => {
            !matches!(error.text.as_bytes(), [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
        }
        _ => false,
    }
}

/// Whether the first word of a text is meant as a board or its first row, mistakes and all.
///
/// At least 8 characters of which three quarters are cells, digits that some programs use for cells, or symbols that
/// are easily taken for them; or fewer, all of them cells and one of them a disc. No transcript begins so.
fn is_board(word: &str) -> bool {
    let is_move = matches!(*word.as_bytes(), [column, row, ..] if square(column, row).is_some());
    if is_move || word.parse() == Ok(Move::Pass) {
        return false;
    }
    let (mut total, mut cells, mut discs) = (0_usize, 0_usize, 0_usize);
    for c in word.chars().take(64) {
        total += 1;
        cells += usize::from(is_cell(c) || is_almost_cell(c));
        discs += usize::from(matches!(c, 'X' | 'x' | '*' | 'O' | 'o' | 'W' | 'w'));
    }
    if total < 8 {
        cells == total && discs > 0
    } else {
        cells * 4 > total * 3
    }
}

/// The symbols that people and programs take for cells and the readers refuse: digits, Cyrillic, pictures.
const fn is_almost_cell(c: char) -> bool {
    matches!(
        c,
        '0' | '1' | '_' | '@' | '·' | '●' | '○' | '⚫' | '⚪' | 'О' | 'о' | 'Х' | 'х'
    )
}
