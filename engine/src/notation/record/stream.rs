//! The games of a file one by one, whatever the file is.

use super::chunk::{Chunk, Chunks, Stray};
use super::error::{RecordError, RecordErrorKind};
use super::format::{Container, GameFormat, detect};
use super::line::{LineKind, continues, first_kind, is_comment, is_numbered, line_kind, read_line};
use super::loss::{Loss, Losses};
use super::note::{RecordNote, RecordNoteKind};
use super::wthor::WthorGames;
use super::{GameRecord, convert, json};
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::notation::lines::{Encoding, Line, LineError, Lines, lines};
use crate::notation::sgf::{SgfFault, read_sgf};
use crate::notation::span::char_range;
use std::io::{self, BufRead, Cursor, Read};

/// The longest game that is read, in bytes.
pub const GAME_LIMIT: usize = 4 << 20;

/// How much of a file is looked at to tell what it is, in bytes.
const HEAD: u64 = 4096;

/// The most text in which the lines of one game are put together, in bytes.
const LINES_LIMIT: usize = 16 * 1024;

/// A game that was read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RecordRead {
    /// Number in the file, from 1; games that cannot be read count.
    pub number: usize,
    /// The line in which it begins, from 1; `None` in WTHOR files.
    pub line: Option<usize>,
    /// What it was.
    pub format: GameFormat,
    /// The game.
    pub record: GameRecord,
    /// What was passed over, filled in or found odd.
    pub notes: Vec<RecordNote>,
}

impl RecordRead {
    /// What the record has not of the text that was read, whatever it is written as.
    pub fn losses(&self) -> Losses {
        let mut losses = Losses::NONE;
        let is_unread = self.notes.iter().any(|note| note.kind.is_loss());
        losses.add_if(is_unread, Loss::Unread);
        losses
    }
}

/// The games of a file, made by [`records`].
#[derive(Debug)]
pub struct Records<R: BufRead> {
    container: Container,
    source: Source<Input<R>>,
    number: usize,
}

/// A file whose beginning was looked at.
type Input<R> = io::Chain<Cursor<Vec<u8>>, R>;

#[derive(Debug)]
enum Source<R: BufRead> {
    Lines(Ahead<R>),
    Chunks(Chunks<R>),
    Wthor(WthorGames<R>),
}

/// Lines, of which the next one can be looked at.
#[derive(Debug)]
struct Ahead<R> {
    lines: Lines<R>,
    next: Option<Result<Line, LineError>>,
    /// Comment lines since the last line that was handed out.
    comments: usize,
}

impl<R: BufRead> Ahead<R> {
    const fn new(lines: Lines<R>) -> Self {
        Self {
            lines,
            next: None,
            comments: 0,
        }
    }

    /// The next line that is not all comment in brackets.
    fn next(&mut self) -> Option<Result<Line, LineError>> {
        if self.next.is_some() {
            return self.next.take();
        }
        loop {
            let mut item = self.lines.next()?;
            if let Ok(line) = &mut item {
                self.comments += line.comments;
                if is_comment(&line.text) {
                    self.comments += 1;
                    continue;
                }
                line.comments = std::mem::take(&mut self.comments);
            }
            return Some(item);
        }
    }

    /// The comment lines that no line was told to have: those at the end of the input.
    const fn take_comments(&mut self) -> usize {
        let comments = self.comments + self.lines.take_comments();
        self.comments = 0;
        comments
    }

    /// The next line if it is such a one.
    fn next_if(&mut self, test: impl FnOnce(&Line) -> bool) -> Option<Line> {
        match self.next()? {
            Ok(line) if test(&line) => Some(line),
            other => {
                self.next = Some(other);
                None
            }
        }
    }
}

/// Reads the games of a file one by one. What the file is, is told by its beginning unless `container` says it.
///
/// A game that cannot be read does not end the reading. Memory is bounded by [`GAME_LIMIT`], time by the length of the
/// file.
///
/// # Errors
/// If the beginning of the file cannot be read.
pub fn records<R: BufRead>(mut input: R, container: Option<Container>) -> io::Result<Records<R>> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head)?;
    let container = container.unwrap_or_else(|| detect(&head));
    let input = Cursor::new(head).chain(input);
    Ok(Records {
        container,
        source: match container {
            Container::Lines => {
                Source::Lines(Ahead::new(lines(input).with_encoding(Encoding::Latin1)))
            }
            Container::Wthor => Source::Wthor(WthorGames::new(input)),
            _ => Source::Chunks(Chunks::new(input, container, GAME_LIMIT)),
        },
        number: 0,
    })
}

impl<R: BufRead> Records<R> {
    /// What the file is.
    pub const fn container(&self) -> Container {
        self.container
    }

    fn next_lines(&mut self) -> Option<Result<RecordRead, RecordError>> {
        let Source::Lines(lines) = &mut self.source else {
            return None;
        };
        let first = match lines.next()? {
            Ok(line) => line,
            Err(error) => {
                self.number += 1;
                return Some(Err(of_line_error(self.number, error)));
            }
        };
        self.number += 1;
        let number = self.number;
        let (text, encoding) = gather(&first, lines);
        let comments = first.comments + lines.take_comments();
        let place = Place {
            number,
            line: first.number,
            first_column: 1,
        };
        Some(match read_line(&text) {
            Ok((format, record, mut notes)) => {
                notes.extend(RecordNote::comment_lines(comments));
                Ok(place.read(format, record, notes, encoding))
            }
            Err(error) => {
                if matches!(error.kind, NotationErrorKind::Pgn) {
                    // Nothing of it is read, so nothing more is to be said of it.
                    while lines.next().is_some() {}
                }
                Err(place.error(error))
            }
        })
    }

    fn next_chunk(&mut self) -> Option<Result<RecordRead, RecordError>> {
        let Source::Chunks(chunks) = &mut self.source else {
            return None;
        };
        match chunks.next()? {
            Ok(chunk) => {
                self.number += 1;
                Some(read_chunk(self.number, self.container, chunk))
            }
            Err(stray) => {
                self.number += usize::from(matches!(stray, Stray::TooLong { .. }));
                Some(Err(of_stray(self.number, self.container, stray)))
            }
        }
    }

    fn next_wthor(&mut self) -> Option<Result<RecordRead, RecordError>> {
        let Source::Wthor(games) = &mut self.source else {
            return None;
        };
        let item = games.next()?;
        let number = games.number();
        Some(match item {
            Ok(record) => Ok(RecordRead {
                number,
                line: None,
                format: GameFormat::Wthor,
                record,
                notes: Vec::new(),
            }),
            Err(kind) => Err(RecordError {
                game: number,
                line: None,
                kind,
            }),
        })
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<RecordRead, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.source {
            Source::Lines(_) => self.next_lines(),
            Source::Chunks(_) => self.next_chunk(),
            Source::Wthor(_) => self.next_wthor(),
        }
    }
}

/// Where in a file a text stands.
#[derive(Debug, Clone, Copy)]
struct Place {
    number: usize,
    line: usize,
    /// The column of the first character in its line.
    first_column: usize,
}

impl Place {
    fn error(self, error: NotationError) -> RecordError {
        let column = match error.span.line {
            1 => error.span.column + self.first_column - 1,
            _ => error.span.column,
        };
        RecordError {
            game: self.number,
            line: Some(self.line + error.span.line - 1),
            kind: RecordErrorKind::Text {
                error: Box::new(error),
                column,
            },
        }
    }

    fn read(
        self,
        format: GameFormat,
        record: GameRecord,
        mut notes: Vec<RecordNote>,
        encoding: Encoding,
    ) -> RecordRead {
        if encoding == Encoding::Latin1 {
            let text = "not UTF-8; read as Latin-1";
            notes.push(RecordNote::new(RecordNoteKind::Encoding, text));
        }
        RecordRead {
            number: self.number,
            line: Some(self.line),
            format,
            record,
            notes,
        }
    }
}

/// A line with those that continue it: of a transcript numbered over several lines, or with a move on each.
fn gather<R: BufRead>(first: &Line, lines: &mut Ahead<R>) -> (String, Encoding) {
    let mut text = first.text.clone();
    let mut encoding = first.encoding;
    let mut last = first_kind(&text);
    let is_numbered = is_numbered(&text);
    let mut number = first.number;
    loop {
        let next = lines.next_if(|next| {
            next.number == number + 1
                && text.len() + next.text.len() < LINES_LIMIT
                && continues(last, is_numbered, line_kind(&next.text))
        });
        let Some(next) = next else {
            return (text, encoding);
        };
        number = next.number;
        last = line_kind(&next.text);
        if next.encoding == Encoding::Latin1 {
            encoding = Encoding::Latin1;
        }
        text.push('\n');
        text.push_str(&next.text);
        if matches!(last, LineKind::Result | LineKind::LastMove) {
            return (text, encoding);
        }
    }
}

fn of_line_error(game: usize, error: LineError) -> RecordError {
    match error {
        LineError::Text { number, error, .. } => RecordError {
            game,
            line: Some(number),
            kind: RecordErrorKind::Text {
                column: error.span.column,
                error,
            },
        },
        LineError::Read { number, source } => RecordError {
            game,
            line: Some(number),
            kind: RecordErrorKind::Read(source),
        },
    }
}

fn of_stray(game: usize, container: Container, stray: Stray) -> RecordError {
    let (line, kind) = match stray {
        Stray::Text { line, bytes } => {
            let kind = RecordErrorKind::Stray {
                text: String::from_utf8_lossy(&bytes).trim_end().to_owned(),
                expected: match container {
                    Container::Json => "an object in braces, or an array of them",
                    Container::Ggf => "`(;`, or the number of games of a match",
                    _ => "`(;`",
                },
            };
            (Some(line), kind)
        }
        Stray::TooLong { line } => (Some(line), RecordErrorKind::TooLong(GAME_LIMIT)),
        Stray::MatchCount {
            line,
            stated,
            found,
        } => (Some(line), RecordErrorKind::MatchCount { stated, found }),
        Stray::Read(error) => (None, RecordErrorKind::Read(error)),
    };
    RecordError { game, line, kind }
}

/// Reads a game of a file with brackets.
fn read_chunk(
    number: usize,
    container: Container,
    chunk: Chunk,
) -> Result<RecordRead, RecordError> {
    let place = Place {
        number,
        line: chunk.line,
        first_column: chunk.column,
    };
    let charset = if container == Container::Sgf {
        charset(&chunk.bytes)
    } else {
        Charset::Utf8
    };
    let (text, encoding) = decode(chunk.bytes, charset).map_err(|error| place.error(error))?;
    let read = match container {
        Container::Sgf => read_sgf(&text).map(|(record, notes)| (GameFormat::Sgf, record, notes)),
        Container::Json => json::read_object(&text),
        _ => {
            convert::read_ggf_record(&text).map(|(record, notes)| (GameFormat::Ggf, record, notes))
        }
    };
    match read {
        Ok((format, record, notes)) => Ok(place.read(format, record, notes, encoding)),
        Err(error) => Err(place.error(error)),
    }
}

/// What a text says about its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Charset {
    Utf8,
    Latin1,
    Other,
}

/// The charset that an SGF game names.
fn charset(bytes: &[u8]) -> Charset {
    let Some(at) = bytes.windows(3).position(|window| window == b"CA[") else {
        return Charset::Utf8;
    };
    let value = bytes[at + 3..].iter().take_while(|&&byte| byte != b']');
    let name: String = value
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|&byte| char::from(byte.to_ascii_lowercase()))
        .take(20)
        .collect();
    match name.as_str() {
        "" | "utf8" | "ascii" | "usascii" => Charset::Utf8,
        "latin1" | "iso88591" | "iso885915" | "windows1252" | "cp1252" => Charset::Latin1,
        _ => Charset::Other,
    }
}

/// The text of a game: UTF-8 unless it says otherwise; what is no UTF-8 is Latin-1, as old files have it.
fn decode(bytes: Vec<u8>, charset: Charset) -> Result<(String, Encoding), NotationError> {
    let is_ascii = bytes.is_ascii();
    let is_latin = charset == Charset::Latin1 && !is_ascii;
    let (text, encoding) = if is_latin {
        (latin1(&bytes), Encoding::Utf8)
    } else {
        match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(error) => (latin1(error.as_bytes()), Encoding::Latin1),
        }
    };
    if let Some(at) = text.find('\0') {
        let range = char_range(&text, at);
        return Err(NotationError::new(NotationErrorKind::Nul, &text, range));
    }
    if charset == Charset::Other && !is_ascii {
        let at = text.find("CA[").unwrap_or(0);
        let kind = NotationErrorKind::Sgf(SgfFault::Charset);
        return Err(NotationError::new(kind, &text, at..at + 3));
    }
    Ok((text, encoding))
}

/// Latin-1 is the beginning of Unicode.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}
