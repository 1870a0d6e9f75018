//! Where in a text something stands.

use std::ops::Range;

/// A place in the text that a reader was given.
///
/// `start` and `end` are byte offsets on character borders, for slicing; `line` and `column` are for people: they
/// count from 1, the column in characters (a tab is one, a byte order mark none). For a caret under the text, print
/// the line, then `column - 1` blanks, then one `^` for each character of the slice (at least one).
///
/// ```
/// use xsquare_engine::notation::parse_transcript;
/// let text = "f5 d6\nc3 z9";
/// let span = parse_transcript(text).unwrap_err().span;
/// assert_eq!(&text[span.range()], "z9");
/// assert_eq!((span.line, span.column), (2, 4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte; equal to `start` where something is missing.
    pub end: usize,
    /// Line of the first character, from 1.
    pub line: usize,
    /// Column of the first character in its line, from 1.
    pub column: usize,
}

impl Span {
    /// The place of `range`, which must lie in `text` on character borders.
    pub(super) fn new(text: &str, range: &Range<usize>) -> Self {
        Cursor::new(text).span(range)
    }

    /// The bytes, for slicing the text.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Finds places in a text, each at or behind the one before, in one pass over it.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
    after_return: bool,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            column: 1,
            after_return: false,
        }
    }

    /// The place of `range`, which must not begin before the range asked for last.
    pub(super) fn span(&mut self, range: &Range<usize>) -> Span {
        for (offset, c) in self.text[self.at..range.start].char_indices() {
            match c {
                '\n' if self.after_return => {}
                '\n' | '\r' => (self.line, self.column) = (self.line + 1, 1),
                '\u{feff}' if self.at + offset == 0 => {}
                _ => self.column += 1,
            }
            self.after_return = c == '\r';
        }
        self.at = range.start;
        Span {
            start: range.start,
            end: range.end,
            line: self.line,
            column: self.column,
        }
    }
}

/// The characters that notations take for blank: no others, so that a non-breaking space is an error with a column.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// `text` from `from` on without blanks and byte order mark before it: the offset of its first character.
pub(super) fn skip_blanks(text: &str, from: usize) -> usize {
    text.len() - text[from..].trim_start_matches(BLANKS).len()
}

/// The offset of the first character that is neither blank nor a leading byte order mark.
pub(super) fn content_start(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    skip_blanks(text, mark)
}

/// The part of `text` from `from` up to the next character for which `stop` holds.
pub(super) fn token(text: &str, from: usize, stop: impl Fn(char) -> bool) -> Range<usize> {
    let len = text[from..].find(stop).unwrap_or(text.len() - from);
    from..from + len
}

/// The byte range of the character that begins at `at`, or the empty range at the end of the text.
pub(super) fn char_range(text: &str, at: usize) -> Range<usize> {
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}
