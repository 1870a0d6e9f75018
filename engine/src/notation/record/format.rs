//! The formats, and how a file's beginning tells them apart.

use crate::notation::recognise::is_pgn;
use std::fmt;
use std::str::FromStr;

/// A format that games can be read from or written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GameFormat {
    /// Lists of moves, one game a line; set-up positions stand before the moves.
    Transcript,
    /// Board strings.
    Board,
    /// Problems with the scores of moves.
    Obf,
    /// The databases of the French federation.
    Wthor,
    /// The Generic Game Format of the server GGS.
    Ggf,
    /// The Smart Game Format with `GM[2]`.
    Sgf,
    /// JSON of Othello Quest.
    Quest,
    /// This program's JSON lines.
    Json,
}

impl GameFormat {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Transcript,
        Self::Board,
        Self::Obf,
        Self::Wthor,
        Self::Ggf,
        Self::Sgf,
        Self::Quest,
        Self::Json,
    ];

    /// The word for it, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcript => "transcript",
            Self::Board => "board",
            Self::Obf => "obf",
            Self::Wthor => "wthor",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Quest => "quest",
            Self::Json => "json",
        }
    }

    /// The format that files with this extension usually have.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "txt" | "moves" => Self::Transcript,
            "obf" => Self::Obf,
            "board" | "boards" => Self::Board,
            "wtb" => Self::Wthor,
            "ggf" => Self::Ggf,
            "sgf" => Self::Sgf,
            "json" | "jsonl" | "ndjson" => Self::Json,
            _ => return None,
        })
    }

    /// The kind of file that it stands in.
    pub const fn container(self) -> Container {
        match self {
            Self::Transcript | Self::Board | Self::Obf => Container::Lines,
            Self::Wthor => Container::Wthor,
            Self::Ggf => Container::Ggf,
            Self::Sgf => Container::Sgf,
            Self::Quest | Self::Json => Container::Json,
        }
    }
}

impl fmt::Display for GameFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Transcript => "a transcript",
            Self::Board => "a board string",
            Self::Obf => "OBF",
            Self::Wthor => "WTHOR",
            Self::Ggf => "GGF",
            Self::Sgf => "SGF",
            Self::Quest => "Othello Quest JSON",
            Self::Json => "X-square JSON",
        })
    }
}

impl FromStr for GameFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = |format: &Self| text.eq_ignore_ascii_case(format.name());
        Self::ALL.into_iter().find(name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|format| format.name()).collect();
            format!("not a format; expected {}", names.join(", "))
        })
    }
}

/// How the games of a file are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Container {
    /// Lines of text, each a transcript, a board or a problem; numbered transcripts may go on over several lines.
    Lines,
    /// A WTHOR file.
    Wthor,
    /// GGF games, by themselves or as matches.
    Ggf,
    /// A collection of SGF games.
    Sgf,
    /// JSON objects, one after the other or in an array.
    Json,
}

/// Tells by its first bytes what a file is. No file is refused: what is nothing else is taken for lines of text, whose
/// reader will say what is wrong with them.
///
/// ```
/// use xsquare_engine::notation::{Container, detect};
/// assert_eq!(detect(b"f5d6c3\n"), Container::Lines);
/// assert_eq!(detect(b"\xef\xbb\xbf 1 (;GM[Othello]PC[]"), Container::Ggf);
/// assert_eq!(detect(b"(;FF[4]GM[2]SZ[8];B[f5])"), Container::Sgf);
/// assert_eq!(detect(b"[{\"players\":"), Container::Json);
/// assert_eq!(detect(b"{Game 1} f5d6c3"), Container::Lines);
/// assert_eq!(detect(b"[Event \"Open\"]"), Container::Lines);
/// assert_eq!(detect(&[20, 7, 5, 22, 12, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0]), Container::Wthor);
/// ```
pub fn detect(head: &[u8]) -> Container {
    // A WTHOR file begins with the century in which it was made.
    let is_binary = |&byte: &u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if head.first().is_some_and(is_binary) {
        return Container::Wthor;
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let text = text.trim_ascii_start();
    match text.first() {
        // Its reader says what it is.
        Some(b'[') if is_pgn(text) => Container::Lines,
        Some(b'[') => Container::Json,
        Some(b'{') if begins_object(&text[1..]) => Container::Json,
        Some(b'(') if text[1..].trim_ascii_start().starts_with(b";") => ggf_or_sgf(text),
        Some(b'0'..=b'9') => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let rest = text[digits..].trim_ascii_start();
            if rest.starts_with(b"(;") {
                Container::Ggf
            } else {
                Container::Lines
            }
        }
        _ => Container::Lines,
    }
}

/// Whether what stands behind a brace makes it the beginning of an object in JSON, and not of a comment on a transcript.
fn begins_object(text: &[u8]) -> bool {
    let next = text.trim_ascii_start().first();
    matches!(next, None | Some(b'"' | b'}'))
}

/// Which of the two a text that begins with `(;` is. The game tag says it; without one, GGF always has a board.
fn ggf_or_sgf(text: &[u8]) -> Container {
    let find = |tag: &[u8]| text.windows(tag.len()).position(|window| window == tag);
    let game = find(b"GM[").map(|at| text[at + 3..].trim_ascii_start());
    match game {
        Some([b'O' | b'o', ..]) => Container::Ggf,
        None if find(b"BO[").is_some() => Container::Ggf,
        _ => Container::Sgf,
    }
}
