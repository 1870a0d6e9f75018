//! A stream cut into games: GGF, SGF and JSON, whose games are set apart by brackets.
//!
//! Each byte is looked at once, and never more than one game is held, so memory and time are bounded whatever stands
//! in the file. After a game that has no end the next one is found again where the format allows it.

use super::format::Container;
use std::io::{self, BufRead, ErrorKind};

/// How much text between games an error shows, in bytes.
const SHOWN: usize = 60;

/// A game's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chunk {
    /// The line of the file in which it begins, from 1.
    pub(super) line: usize,
    /// The column in which it begins, in bytes from 1.
    pub(super) column: usize,
    /// The bytes from the opening bracket to the closing one.
    pub(super) bytes: Vec<u8>,
}

/// Something in the stream that is no game.
#[derive(Debug)]
pub(super) enum Stray {
    /// Text between games.
    Text {
        /// Its line.
        line: usize,
        /// Its beginning.
        bytes: Vec<u8>,
    },
    /// A game with more bytes than the limit, passed over.
    TooLong {
        /// The line in which it begins.
        line: usize,
    },
    /// A match of GGF that has not as many games as it says.
    MatchCount {
        /// The line of the number.
        line: usize,
        /// The number.
        stated: u64,
        /// The games that follow it.
        found: u64,
    },
    /// The stream cannot be read further.
    Read(io::Error),
}

/// What the reader stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between games.
    Between,
    /// In text between games that does not belong there.
    Stray,
    /// In a game, outside of values.
    Game,
    /// In a value.
    Value,
    /// In a value, behind a backslash.
    Escape,
    /// Nothing follows.
    Done,
}

/// The number of games before a match of GGF.
#[derive(Debug, Clone, Copy)]
struct Match {
    line: usize,
    stated: u64,
    found: u64,
}

/// Cuts a stream into games.
#[derive(Debug)]
pub(super) struct Chunks<R> {
    input: R,
    scanner: Scanner,
}

/// What is known of the stream so far.
#[derive(Debug)]
struct Scanner {
    container: Container,
    limit: usize,
    state: State,
    /// Brackets that are open, in SGF and JSON.
    depth: usize,
    /// The line of the next byte.
    line: usize,
    /// The column of the next byte.
    column: usize,
    /// The byte before.
    last: u8,
    /// Where the game or stray text in the buffer began.
    begin: (usize, usize),
    buffer: Vec<u8>,
    is_too_long: bool,
    /// Digits in front of a game of GGF, and the games behind them so far.
    number: Option<u64>,
    games: Option<Match>,
    /// Bytes read so far, 3 at most: a byte order mark is passed over.
    offset: usize,
}

/// What comes of a byte.
enum Step {
    /// Go on.
    Next,
    /// Something is complete; the byte belongs to it.
    Done(Result<Chunk, Stray>),
    /// Something is complete; the byte is yet to be looked at.
    Again(Result<Chunk, Stray>),
}

impl Scanner {
    const fn new(container: Container, limit: usize) -> Self {
        Self {
            container,
            limit,
            state: State::Between,
            depth: 0,
            line: 1,
            column: 1,
            last: 0,
            begin: (1, 1),
            buffer: Vec::new(),
            is_too_long: false,
            number: None,
            games: None,
            offset: 0,
        }
    }

    fn count_line(&mut self, byte: u8) {
        let is_end = byte == b'\r' || byte == b'\n' && self.last != b'\r';
        self.line += usize::from(is_end);
        // A line feed behind a carriage return belongs to the end of line as well.
        self.column = if matches!(byte, b'\n' | b'\r') {
            1
        } else {
            self.column + 1
        };
        self.last = byte;
        self.offset = (self.offset + 1).min(3);
    }

    fn step(&mut self, byte: u8) -> Step {
        match self.state {
            State::Between => self.between(byte),
            State::Stray => self.stray(byte),
            State::Done => Step::Next,
            State::Game | State::Value | State::Escape => self.inside(byte),
        }
    }

    const fn opening(&self) -> u8 {
        match self.container {
            Container::Json => b'{',
            _ => b'(',
        }
    }

    fn between(&mut self, byte: u8) -> Step {
        const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
        if byte == self.opening() {
            self.open(byte);
            return Step::Next;
        }
        match byte {
            b' ' | b'\t' => Step::Next,
            b'\n' | b'\r' => match self.end_match() {
                Some(stray) => Step::Again(Err(stray)),
                None => Step::Next,
            },
            b'[' | b']' | b',' if self.container == Container::Json => Step::Next,
            b'0'..=b'9' if self.container == Container::Ggf => {
                if self.number.is_none()
                    && let Some(stray) = self.end_match()
                {
                    return Step::Again(Err(stray));
                }
                let number = self.number.unwrap_or(0).saturating_mul(10);
                self.number = Some(number.saturating_add(u64::from(byte - b'0')));
                Step::Next
            }
            _ if self.offset < 3 && byte == MARK[self.offset] => Step::Next,
            _ => {
                self.begin = (self.line, self.column);
                self.buffer.clear();
                self.buffer.push(byte);
                self.state = State::Stray;
                Step::Next
            }
        }
    }

    fn open(&mut self, byte: u8) {
        if let Some(stated) = self.number.take() {
            self.games = Some(Match {
                line: self.line,
                stated,
                found: 0,
            });
        }
        if let Some(games) = &mut self.games {
            games.found += 1;
        }
        self.begin = (self.line, self.column);
        self.buffer.clear();
        self.buffer.push(byte);
        self.is_too_long = false;
        self.depth = 1;
        self.state = State::Game;
    }

    /// Closes a match at the end of its line or of the file.
    fn end_match(&mut self) -> Option<Stray> {
        if let Some(number) = self.number.take() {
            return Some(Stray::Text {
                line: self.line,
                bytes: number.to_string().into_bytes(),
            });
        }
        let games = self.games.take()?;
        (games.stated != games.found).then_some(Stray::MatchCount {
            line: games.line,
            stated: games.stated,
            found: games.found,
        })
    }

    fn stray(&mut self, byte: u8) -> Step {
        if byte == self.opening() || matches!(byte, b'\n' | b'\r') {
            self.state = State::Between;
            return Step::Again(Err(self.take_stray()));
        }
        if self.buffer.len() < SHOWN {
            self.buffer.push(byte);
        }
        Step::Next
    }

    fn take_stray(&mut self) -> Stray {
        Stray::Text {
            line: self.begin.0,
            bytes: std::mem::take(&mut self.buffer),
        }
    }

    fn inside(&mut self, byte: u8) -> Step {
        if self.is_new_game(byte) {
            self.state = State::Between;
            return Step::Again(self.take_game());
        }
        if self.buffer.len() >= self.limit {
            self.is_too_long = true;
            self.buffer.clear();
        }
        if !self.is_too_long {
            self.buffer.push(byte);
        }
        let is_over = match self.container {
            Container::Json => self.inside_json(byte),
            Container::Sgf => self.inside_sgf(byte),
            _ => self.inside_ggf(byte),
        };
        if is_over {
            self.state = State::Between;
            return Step::Done(self.take_game());
        }
        Step::Next
    }

    /// Whether a new game begins although the last one has not ended. In SGF that cannot be told from a variation.
    fn is_new_game(&self, byte: u8) -> bool {
        match self.container {
            Container::Json => byte == b'{' && matches!(self.last, b'\n' | b'\r'),
            Container::Ggf => byte == b'(' && self.state == State::Game,
            _ => false,
        }
    }

    fn inside_ggf(&mut self, byte: u8) -> bool {
        match (self.state, byte) {
            (State::Value, b']') => self.state = State::Game,
            (State::Game, b'[') => self.state = State::Value,
            (State::Game, b')') => return true,
            _ => {}
        }
        false
    }

    fn inside_sgf(&mut self, byte: u8) -> bool {
        match (self.state, byte) {
            (State::Value, b'\\') => self.state = State::Escape,
            (State::Value, b']') => self.state = State::Game,
            (State::Escape, _) | (State::Game, b'[') => self.state = State::Value,
            (State::Game, b'(') => self.depth += 1,
            (State::Game, b')') => self.depth -= 1,
            _ => {}
        }
        self.depth == 0
    }

    fn inside_json(&mut self, byte: u8) -> bool {
        match (self.state, byte) {
            (State::Value, b'\\') => self.state = State::Escape,
            // A string cannot go on in another line.
            (State::Value, b'"' | b'\n' | b'\r') => self.state = State::Game,
            (State::Escape, _) | (State::Game, b'"') => self.state = State::Value,
            (State::Game, b'{' | b'[') => self.depth += 1,
            (State::Game, b'}' | b']') => self.depth -= 1,
            _ => {}
        }
        self.depth == 0
    }

    fn take_game(&mut self) -> Result<Chunk, Stray> {
        let (line, column) = self.begin;
        if self.is_too_long {
            self.buffer = Vec::new();
            return Err(Stray::TooLong { line });
        }
        let bytes = std::mem::take(&mut self.buffer);
        Ok(Chunk {
            line,
            column,
            bytes,
        })
    }

    /// What is left at the end of the stream. A game without an end is handed out: its reader says what is missing.
    fn end(&mut self) -> Option<Result<Chunk, Stray>> {
        match self.state {
            State::Done => None,
            State::Between => {
                let stray = self.end_match();
                self.state = State::Done;
                stray.map(Err)
            }
            State::Stray => {
                self.state = State::Between;
                Some(Err(self.take_stray()))
            }
            State::Game | State::Value | State::Escape => {
                self.state = State::Between;
                Some(self.take_game())
            }
        }
    }
}

impl<R: BufRead> Chunks<R> {
    /// Cuts a stream into the games of this container, which must be one with brackets.
    pub(super) const fn new(input: R, container: Container, limit: usize) -> Self {
        Self {
            input,
            scanner: Scanner::new(container, limit),
        }
    }

    fn advance(&mut self) -> io::Result<Option<Result<Chunk, Stray>>> {
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                return Ok(self.scanner.end());
            }
            let mut found = None;
            let mut used = 0;
            while found.is_none() && used < bytes.len() {
                let byte = bytes[used];
                match self.scanner.step(byte) {
                    Step::Again(item) => found = Some(item),
                    step => {
                        self.scanner.count_line(byte);
                        used += 1;
                        if let Step::Done(item) = step {
                            found = Some(item);
                        }
                    }
                }
            }
            self.input.consume(used);
            if found.is_some() {
                return Ok(found);
            }
        }
    }
}

impl<R: BufRead> Iterator for Chunks<R> {
    type Item = Result<Chunk, Stray>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.scanner.state == State::Done {
            return None;
        }
        self.advance().unwrap_or_else(|error| {
            self.scanner.state = State::Done;
            Some(Err(Stray::Read(error)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(container: Container, text: &str) -> Vec<String> {
        let chunks = Chunks::new(text.as_bytes(), container, 40);
        let show = |item: Result<Chunk, Stray>| match item {
            Ok(chunk) => format!("{}:{}", chunk.line, String::from_utf8_lossy(&chunk.bytes)),
            Err(Stray::Text { line, bytes }) => {
                format!("{line}!{}", String::from_utf8_lossy(&bytes))
            }
            Err(Stray::TooLong { line }) => format!("{line}! too long"),
            Err(Stray::MatchCount { stated, found, .. }) => format!("! {stated} {found}"),
            Err(Stray::Read(error)) => format!("! {error}"),
        };
        chunks.map(show).collect()
    }

    #[test]
    fn games_are_cut_out_of_archives() {
        let text = "\u{feff}1 (;A[)];)\n2 (;B[(];)(;C[];)\r\n\r\n(;D[a;)";
        assert_eq!(
            cut(Container::Ggf, text),
            ["1:(;A[)];)", "2:(;B[(];)", "2:(;C[];)", "4:(;D[a;)"]
        );
        let text = "2 (;A[];)\nx (;B[];) 3 (;C[] (;D[];)";
        assert_eq!(
            cut(Container::Ggf, text),
            [
                "1:(;A[];)",
                "! 2 1",
                "2!x ",
                "2:(;B[];)",
                "2:(;C[] ",
                "2:(;D[];)",
                "! 3 2"
            ]
        );
    }

    #[test]
    fn brackets_in_values_and_strings_do_not_count() {
        let text = "(;A[\\])](;B[(])(;C))\n\n(;D";
        assert_eq!(
            cut(Container::Sgf, text),
            ["1:(;A[\\])](;B[(])(;C))", "3:(;D"]
        );
        let text = "[{\"a\":\"}\\\"{\"},\r{\"b\":[{}]}]\n{\"c\":\"x\n{}";
        assert_eq!(
            cut(Container::Json, text),
            [
                "1:{\"a\":\"}\\\"{\"}",
                "2:{\"b\":[{}]}",
                "3:{\"c\":\"x\n",
                "4:{}"
            ]
        );
    }

    #[test]
    fn long_games_are_passed_over() {
        let long = format!("(;A[{}];)(;B[];)", "x".repeat(100));
        assert_eq!(cut(Container::Ggf, &long), ["1! too long", "1:(;B[];)"]);
        assert_eq!(cut(Container::Ggf, "  \n"), [""; 0]);
    }
}
