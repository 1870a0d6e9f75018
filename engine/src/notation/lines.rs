//! A file cut into lines, one at a time.

use super::error::{NotationError, NotationErrorKind};
use super::span::{BLANKS, char_range};
use std::borrow::Cow;
use std::io::{self, BufRead, ErrorKind};

/// The longest line that is read, in bytes.
pub const LINE_LIMIT: usize = 64 * 1024;

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// How many bytes of a line that is too long an error shows.
const SHOWN: usize = 60;

/// How much of a line that is too long is passed over in search of its end, in bytes.
const SKIP_LIMIT: usize = 16 * 1024 * 1024;

/// A line with something in it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Number in the file, from 1; blank and comment lines count.
    pub number: usize,
    /// The text without the end of line, blanks at both ends kept, so that columns are those of the file.
    pub text: String,
    /// How the bytes were read.
    pub encoding: Encoding,
    /// The comment lines before it that no line before them had.
    pub comments: usize,
}

/// How bytes become characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// As UTF-8.
    Utf8,
    /// As Latin-1 (ISO-8859-1), where they are no UTF-8.
    Latin1,
}

/// A line that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line is no text.
    #[error("line {number}, {error}")]
    Text {
        /// Number in the file, from 1.
        number: usize,
        /// The line as far as it can be shown; the span of the error lies in it.
        text: String,
        /// What is wrong.
        error: Box<NotationError>,
    },
    /// The input failed; nothing follows.
    #[error("line {number} cannot be read")]
    Read {
        /// Number in the file, from 1.
        number: usize,
        /// Why.
        source: io::Error,
    },
}

/// The lines of an input, made by [`lines`].
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// Lines begun so far.
    number: usize,
    buffer: Vec<u8>,
    state: State,
    /// What is done with lines that are no UTF-8: Latin-1 is tried, or they are refused.
    encoding: Encoding,
    /// The last line ended with a carriage return: a line feed right after it belongs to it.
    after_return: bool,
    /// Comment lines since the last line that was handed out.
    comments: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the beginning of a line.
    Fresh,
    /// In a line that was refused for its length.
    TooLong,
    /// At the end of the input.
    Done,
}

/// How a search for the end of a line went.
enum Scan {
    /// The line is in the buffer.
    Line,
    /// The line has more bytes than the limit; the buffer holds its beginning.
    TooLong {
        /// Where the input stands now.
        next: State,
    },
    /// The input is over and no line began.
    End,
}

/// Cuts an input into lines and passes over blank lines and comment lines (`%`, `#`).
///
/// LF, CRLF and CR end a line; the last one needs no end; a byte order mark at the beginning is taken off. Each line
/// is handed out as soon as it is there. A line with a NUL, with bytes that are not UTF-8, or longer than
/// [`LINE_LIMIT`] is an error; the lines after it follow.
///
/// ```
/// use xsquare_engine::notation::lines;
/// let file = "% two games\r\n\r\nf5d6\r\nf5f6";
/// let read: Vec<_> = lines(file.as_bytes()).map(|line| line.unwrap()).collect();
/// assert_eq!((read[0].number, read[0].text.as_str()), (3, "f5d6"));
/// assert_eq!((read[1].number, read[1].text.as_str()), (4, "f5f6"));
/// ```
pub fn lines<R: BufRead>(input: R) -> Lines<R> {
    Lines {
        input,
        number: 0,
        buffer: Vec::new(),
        state: State::Fresh,
        encoding: Encoding::Utf8,
        after_return: false,
        comments: 0,
    }
}

impl<R: BufRead> Lines<R> {
    /// Reads lines that are no UTF-8 in another encoding, instead of refusing them.
    #[must_use]
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// The comment lines that no line was told to have: those at the end of the input.
    pub(super) const fn take_comments(&mut self) -> usize {
        std::mem::replace(&mut self.comments, 0)
    }

    /// Reads to the end of a line of at most `limit` bytes, or gives up soon after so many.
    fn scan(&mut self, limit: usize) -> io::Result<Scan> {
        let mut passed = 0;
        self.buffer.clear();
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(if passed > 0 { Scan::Line } else { Scan::End });
            }
            let is_rest_of_crlf = self.after_return && chunk[0] == b'\n';
            self.after_return = false;
            if is_rest_of_crlf {
                self.input.consume(1);
                continue;
            }
            let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = LINE_LIMIT.saturating_sub(self.buffer.len());
            self.buffer.extend_from_slice(&part[..part.len().min(room)]);
            passed += part.len();
            self.after_return = end.is_some_and(|end| chunk[end] == b'\r');
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            match (end, passed > limit) {
                (Some(_), false) => return Ok(Scan::Line),
                (Some(_), true) => return Ok(Scan::TooLong { next: State::Fresh }),
                (None, true) => {
                    return Ok(Scan::TooLong {
                        next: State::TooLong,
                    });
                }
                (None, false) => {}
            }
        }
    }

    /// Passes over the rest of a line that is too long; an error if it does not end.
    fn skip(&mut self) -> io::Result<Option<LineError>> {
        match self.scan(SKIP_LIMIT)? {
            Scan::TooLong {
                next: State::TooLong,
            } => {
                self.state = State::Done;
                Ok(Some(
                    self.too_long(NotationErrorKind::EndlessLine(SKIP_LIMIT)),
                ))
            }
            Scan::TooLong { .. } | Scan::Line | Scan::End => {
                self.state = State::Fresh;
                Ok(None)
            }
        }
    }

    /// The next line or error; `None` where a line is passed over.
    fn step(&mut self) -> io::Result<Option<Result<Line, LineError>>> {
        if self.state == State::TooLong {
            return Ok(self.skip()?.map(Err));
        }
        self.number += 1;
        match self.scan(LINE_LIMIT)? {
            Scan::End => {
                self.state = State::Done;
                Ok(None)
            }
            Scan::TooLong { next } => {
                self.state = next;
                Ok(Some(Err(
                    self.too_long(NotationErrorKind::LineTooLong(LINE_LIMIT))
                )))
            }
            Scan::Line => Ok(self.line().transpose()),
        }
    }

    /// The line in the buffer, `None` if it is blank or a comment.
    fn line(&mut self) -> Result<Option<Line>, LineError> {
        let bytes = match self.buffer.strip_prefix(MARK) {
            Some(bytes) if self.number == 1 => bytes,
            _ => &self.buffer,
        };
        let mut encoding = Encoding::Utf8;
        let text: Cow<'_, str> = match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => text.into(),
            Err(_) if self.encoding == Encoding::Latin1 && !bytes.contains(&0) => {
                encoding = Encoding::Latin1;
                // Latin-1 is the beginning of Unicode.
                bytes.iter().copied().map(char::from).collect()
            }
            outcome => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                let (kind, at) = match outcome {
                    Err(error) if !bytes[..error.valid_up_to()].contains(&0) => {
                        let at = error.valid_up_to();
                        (NotationErrorKind::NotUtf8(bytes[at]), at)
                    }
                    _ => (NotationErrorKind::Nul, text.find('\0').unwrap_or(0)),
                };
                let error = NotationError::new(kind, &text, char_range(&text, at));
                return Err(self.error(text, error));
            }
        };
        let content = text.trim_matches(BLANKS);
        let is_comment = content.starts_with(['%', '#']);
        if content.is_empty() || is_comment {
            self.comments += usize::from(is_comment);
            return Ok(None);
        }
        let text = text.into_owned();
        Ok(Some(Line {
            number: self.number,
            text,
            encoding,
            comments: self.take_comments(),
        }))
    }

    /// The error about a line of which only the beginning is kept.
    fn too_long(&self, kind: NotationErrorKind) -> LineError {
        let shown = &self.buffer[..self.buffer.len().min(SHOWN)];
        let text = String::from_utf8_lossy(shown).into_owned();
        let error = NotationError::whole(kind, &text);
        self.error(text, error)
    }

    fn error(&self, text: String, error: NotationError) -> LineError {
        LineError::Text {
            number: self.number,
            text,
            error: Box::new(error),
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.state != State::Done {
            match self.step() {
                Ok(Some(item)) => return Some(item),
                Ok(None) => {}
                Err(source) => {
                    self.state = State::Done;
                    let number = self.number;
                    return Some(Err(LineError::Read { number, source }));
                }
            }
        }
        None
    }
}
