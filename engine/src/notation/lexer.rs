//! The words of a transcript: moves, numbers, comments, a result.
//!
//! Which dashes separate moves and which pass is decided here: one dash that touches a move separates, one that
//! stands alone (blanks, commas or the ends of the text around it) passes, two pass, four are two passes.

use super::error::{NotationError, NotationErrorKind};
use super::moves::square;
use super::span::{BLANKS, char_range, content_start, skip_blanks, token};
use crate::color::ByColor;
use crate::moves::Move;
use std::ops::Range;

/// A word of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A move or a written pass.
    Turn(Move),
    /// A move number with its mark.
    Number(usize),
    /// A result in discs.
    Result(ByColor<u32>),
    /// A comment with its marks.
    Comment,
}

/// A word and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) range: Range<usize>,
}

/// Cuts a transcript into words.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The last word that is no comment was a move, so a separator may follow.
    after_move: bool,
    /// A separator that still waits for its move.
    separator: Option<Range<usize>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: content_start(text),
            after_move: false,
            separator: None,
        }
    }

    /// The next word, `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Lexeme>, NotationError> {
        loop {
            self.at = skip_blanks(self.text, self.at);
            let Some(first) = self.rest().chars().next() else {
                self.no_separator()?;
                return Ok(None);
            };
            let lexeme = match first {
                ',' => {
                    self.separate()?;
                    continue;
                }
                '-' if self.is_separating_dash() => {
                    self.separate()?;
                    continue;
                }
                '-' => self.dashes()?,
                '@' => self.ats()?,
                '%' | '#' => self.comment_line(),
                '(' => self.comment(')')?,
                '{' => self.comment('}')?,
                '0'..='9' => self.digits()?,
                'a'..='z' | 'A'..='Z' => self.letters()?,
                _ => {
                    let kind = NotationErrorKind::UnexpectedCharacter(first);
                    return self.fail(kind, char_range(self.text, self.at));
                }
            };
            return self.emit(lexeme).map(Some);
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, kind: NotationErrorKind, range: Range<usize>) -> Result<T, NotationError> {
        Err(NotationError::new(kind, self.text, range))
    }

    fn emit(&mut self, lexeme: Lexeme) -> Result<Lexeme, NotationError> {
        match lexeme.token {
            Token::Turn(_) => {
                self.separator = None;
                self.after_move = true;
            }
            Token::Number(_) => self.after_move = false,
            Token::Result(_) => {
                self.no_separator()?;
                self.after_move = false;
            }
            Token::Comment => {}
        }
        self.at = lexeme.range.end;
        Ok(lexeme)
    }

    /// Takes a separator of one byte.
    fn separate(&mut self) -> Result<(), NotationError> {
        let range = self.at..self.at + 1;
        if !self.after_move || self.separator.is_some() {
            return self.fail(NotationErrorKind::LooseSeparator, range);
        }
        self.at = range.end;
        self.separator = Some(range);
        Ok(())
    }

    fn no_separator(&mut self) -> Result<(), NotationError> {
        match self.separator.take() {
            Some(range) => self.fail(NotationErrorKind::LooseSeparator, range),
            None => Ok(()),
        }
    }

    fn is_separating_dash(&self) -> bool {
        let alone = |c: Option<char>| c.is_none_or(|c| c == ',' || BLANKS.contains(&c));
        let before = self.text[..self.at].chars().next_back();
        let after = self.rest()[1..].chars().next();
        after != Some('-') && !(alone(before) && alone(after))
    }

    /// One dash alone, or two of an even number.
    fn dashes(&self) -> Result<Lexeme, NotationError> {
        let run = token(self.text, self.at, |c| c != '-');
        match run.len() {
            1 => Ok(pass(run)),
            len if len % 2 == 0 => Ok(pass(run.start..run.start + 2)),
            _ => self.fail(NotationErrorKind::DashRun, run),
        }
    }

    fn ats(&self) -> Result<Lexeme, NotationError> {
        let run = token(self.text, self.at, |c| c != '@');
        match run.len() {
            2 | 4 => Ok(pass(run)),
            _ => self.fail(NotationErrorKind::NotAMove, run),
        }
    }

    fn comment_line(&self) -> Lexeme {
        Lexeme {
            token: Token::Comment,
            range: token(self.text, self.at, |c| matches!(c, '\n' | '\r')),
        }
    }

    fn comment(&self, close: char) -> Result<Lexeme, NotationError> {
        let body = token(self.text, self.at, |c| c == close);
        if body.end == self.text.len() {
            let kind = NotationErrorKind::UnclosedComment(close);
            return self.fail(kind, char_range(self.text, self.at));
        }
        Ok(Lexeme {
            token: Token::Comment,
            range: body.start..body.end + close.len_utf8(),
        })
    }

    /// A move number (`12.` or `12:`) or a result (`33-31`, `33:31`).
    fn digits(&self) -> Result<Lexeme, NotationError> {
        let first = token(self.text, self.at, |c| !c.is_ascii_digit());
        let mark = skip_blanks(self.text, first.end);
        if self.text[mark..].starts_with(['-', ':']) {
            let second = token(self.text, skip_blanks(self.text, mark + 1), |c| {
                !c.is_ascii_digit()
            });
            if !second.is_empty() {
                return self.result(first, second);
            }
        }
        let number = self.text[first.clone()].parse::<usize>();
        match (number, self.text[first.end..].starts_with(['.', ':'])) {
            (Ok(number), true) => Ok(Lexeme {
                token: Token::Number(number),
                range: first.start..first.end + 1,
            }),
            _ => self.fail(NotationErrorKind::BareNumber, first),
        }
    }

    fn result(&self, black: Range<usize>, white: Range<usize>) -> Result<Lexeme, NotationError> {
        let range = black.start..white.end;
        let discs = |digits: Range<usize>| match self.text[digits].parse::<u32>() {
            Ok(discs) if discs <= 64 => Some(discs),
            _ => None,
        };
        match (discs(black), discs(white)) {
            (Some(black), Some(white)) if (4..=64).contains(&(black + white)) => Ok(Lexeme {
                token: Token::Result(ByColor { black, white }),
                range,
            }),
            _ => self.fail(NotationErrorKind::ImpossibleResult, range),
        }
    }

    /// A square or one of the passes that are words.
    fn letters(&self) -> Result<Lexeme, NotationError> {
        for word in ["pass", "pa", "ps"] {
            let range = self.at..self.at + word.len();
            if self
                .text
                .get(range.clone())
                .is_some_and(|text| text.eq_ignore_ascii_case(word))
            {
                return Ok(pass(range));
            }
        }
        let word = token(self.text, self.at, |c| !c.is_ascii_alphanumeric());
        let is_column = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'h');
        match *self.text[word.clone()].as_bytes() {
            [column] if is_column(column) => match self.text[word.end..].chars().next() {
                // A full-width digit and the like: name it rather than say that nothing is there.
                Some(c) if !c.is_ascii() => {
                    let kind = NotationErrorKind::UnexpectedCharacter(c);
                    self.fail(kind, char_range(self.text, word.end))
                }
                _ => self.fail(NotationErrorKind::HalfMove, word),
            },
            [column, row, ..] if row.is_ascii_digit() => {
                let range = word.start..word.start + 2;
                match square(column, row) {
                    Some(square) => Ok(Lexeme {
                        token: Token::Turn(Move::Place(square)),
                        range,
                    }),
                    None => self.fail(NotationErrorKind::NotAMove, range),
                }
            }
            _ => {
                let letters = token(self.text, self.at, |c| !c.is_ascii_alphabetic());
                self.fail(NotationErrorKind::NotAMove, letters)
            }
        }
    }
}

fn pass(range: Range<usize>) -> Lexeme {
    Lexeme {
        token: Token::Turn(Move::Pass),
        range,
    }
}
