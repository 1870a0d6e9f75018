//! Transcripts: the moves of a game from the starting position.

use super::error::{NotationError, NotationErrorKind};
use super::lexer::{Lexeme, Lexer, Token};
use super::note::{Note, Verdict};
use super::span::{Cursor, content_start};
use super::write::{Layout, Passes, write_transcript};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::score::Convention;
use crate::square::Square;
use std::ops::Range;
use std::str::FromStr;

/// The first moves of the mirrored starting position; none is legal from the usual one.
const MIRRORED_FIRST: [Square; 4] = [Square::C5, Square::D6, Square::E3, Square::F4];

/// Passes written behind the end of a game that do no harm: one for each side.
const MAX_PASSES_AFTER_END: usize = 2;

/// A replayed transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transcript {
    /// The game, forced passes included.
    pub game: Game,
    /// What was filled in, passed over or found odd.
    pub notes: Vec<Note>,
}

/// Reads and replays a list of moves from the starting position.
///
/// Moves may be joined, blank-separated, joined by commas or dashes, one a line, numbered singly or in pairs (`1.`
/// or `1:`), in any case. Passes may be written (`pa ps pass -- @@ @@@@`, or `-` standing alone) or left out; those
/// left out are filled in just before the next move. Comments (`%` and `#` to the end of the line, `(…)`, `{…}`) and a
/// result such as `33-31` or `33:31` at the end become notes. Everything else is an error.
///
/// ```
/// use xsquare_engine::{Move, notation::{Note, parse_transcript}};
/// let left_out = parse_transcript("c4c3f5b4a4a5c2a3d2").unwrap();
/// let written = parse_transcript("1. c4 c3 2. f5 b4 3. a4 a5 4. c2 a3 5. -- d2").unwrap();
/// assert_eq!(left_out.game, written.game);
/// assert_eq!(left_out.game.turns()[8], Move::Pass);
/// assert_eq!(left_out.notes, [Note::ImpliedPasses(vec![9])]);
/// ```
///
/// # Errors
/// At the first word that is no move or breaks the rules; the error has the number of the turn.
pub fn parse_transcript(text: &str) -> Result<Transcript, NotationError> {
    parse_transcript_from(Position::START, text)
}

/// Reads and replays a list of moves from a position, in the same forms as [`parse_transcript`].
///
/// # Errors
/// As [`parse_transcript`].
pub fn parse_transcript_from(start: Position, text: &str) -> Result<Transcript, NotationError> {
    if content_start(text) == text.len() {
        return Err(NotationError::whole(NotationErrorKind::Empty, text));
    }
    let mut lexer = Lexer::new(text);
    let mut reader = Reader::new(start, text);
    loop {
        match lexer.next() {
            Ok(Some(lexeme)) => reader.take(lexeme)?,
            Ok(None) => return reader.finish(),
            Err(error) => return Err(error.at_ply(reader.ply())),
        }
    }
}

impl FromStr for Transcript {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_transcript(text)
    }
}

/// The state of a replay.
struct Reader<'a> {
    text: &'a str,
    /// Where the last comment stands.
    cursor: Cursor<'a>,
    game: Game,
    notes: Vec<Note>,
    implied: Vec<usize>,
    /// Written passes after the end of the game.
    passes_after_end: usize,
    numbers: Numbers,
    case: LetterCase,
    result: Option<ByColor<u32>>,
    last: Option<Move>,
}

impl<'a> Reader<'a> {
    fn new(start: Position, text: &'a str) -> Self {
        Self {
            text,
            cursor: Cursor::new(text),
            game: Game::from_position(start),
            notes: Vec::new(),
            implied: Vec::new(),
            passes_after_end: 0,
            numbers: Numbers::default(),
            case: LetterCase::default(),
            result: None,
            last: None,
        }
    }

    /// The number of the next turn, from 1.
    fn ply(&self) -> usize {
        self.game.turns().len() + 1
    }

    fn fail(&self, kind: NotationErrorKind, range: Range<usize>) -> NotationError {
        NotationError::new(kind, self.text, range).at_ply(self.ply())
    }

    fn take(&mut self, Lexeme { token, range }: Lexeme) -> Result<(), NotationError> {
        if token == Token::Comment {
            let span = self.cursor.span(&range);
            let text = self.text[range].to_owned();
            self.notes.push(Note::Comment { text, span });
            return Ok(());
        }
        if self.result.is_some() {
            return Err(self.fail(NotationErrorKind::AfterResult, range));
        }
        match token {
            Token::Turn(Move::Place(square)) => self.place(square, range)?,
            Token::Turn(Move::Pass) => self.pass(range)?,
            Token::Number(number) => {
                if let Err(kind) = self.numbers.start(number, range.clone(), &mut self.notes) {
                    let range = match &kind {
                        NotationErrorKind::NumberWithoutMove => self.numbers.range.clone(),
                        _ => range,
                    };
                    return Err(self.fail(kind, range));
                }
            }
            Token::Result(discs) => self.result = Some(discs),
            Token::Comment => {}
        }
        if let Token::Turn(turn) = token {
            self.numbers.moves += 1;
            self.last = Some(turn);
        }
        Ok(())
    }

    fn place(&mut self, square: Square, range: Range<usize>) -> Result<(), NotationError> {
        let is_usual = *self.game.start() == Position::START;
        if self.last.is_none() && is_usual && MIRRORED_FIRST.contains(&square) {
            let mirrored = mirrored(self.text);
            return Err(self.fail(NotationErrorKind::MirroredStart { mirrored }, range));
        }
        let ply = self.ply();
        if self.game.pass_if_forced() {
            self.implied.push(ply);
        }
        let side = self.game.position().side();
        let ply = self.ply();
        if let Err(illegal) = self.game.play(square.into()) {
            return Err(self.fail(NotationErrorKind::Illegal(illegal), range));
        }
        let is_upper = self.text.as_bytes()[range.start].is_ascii_uppercase();
        self.case.take(is_upper, side, ply);
        Ok(())
    }

    fn pass(&mut self, range: Range<usize>) -> Result<(), NotationError> {
        if self.game.is_over() && self.passes_after_end < MAX_PASSES_AFTER_END {
            self.passes_after_end += 1;
            return Ok(());
        }
        match self.game.play(Move::Pass) {
            Ok(()) => Ok(()),
            Err(illegal) => Err(self.fail(NotationErrorKind::Illegal(illegal), range)),
        }
    }

    fn finish(mut self) -> Result<Transcript, NotationError> {
        let Some(last) = self.last else {
            return Err(NotationError::whole(NotationErrorKind::NoMoves, self.text));
        };
        if self.numbers.moves == 0 {
            let range = self.numbers.range.clone();
            return Err(self.fail(NotationErrorKind::NumberWithoutMove, range));
        }
        self.numbers.close(&mut self.notes);
        if !self.implied.is_empty() {
            self.notes.push(Note::ImpliedPasses(self.implied));
        }
        if self.passes_after_end > 0 {
            self.notes.push(Note::PassesAfterEnd(self.passes_after_end));
        } else if last == Move::Pass {
            let side = self.game.position().side();
            self.notes.push(Note::TrailingPass(side));
        }
        self.notes.extend(
            self.case
                .contradiction()
                .map(|ply| Note::LetterCase { ply }),
        );
        self.notes.extend(self.result.map(|stated| Note::Result {
            stated,
            verdict: compare(stated, self.game.position()),
        }));
        Ok(Transcript {
            game: self.game,
            notes: self.notes,
        })
    }
}

/// The numbers of a numbered list: they must count up from 1, whether they count moves or pairs.
#[derive(Default)]
struct Numbers {
    /// The last number, 0 before the first.
    last: usize,
    /// Where it stands.
    range: Range<usize>,
    /// Moves since then.
    moves: usize,
}

impl Numbers {
    fn start(
        &mut self,
        number: usize,
        range: Range<usize>,
        notes: &mut Vec<Note>,
    ) -> Result<(), NotationErrorKind> {
        if self.last > 0 && self.moves == 0 {
            return Err(NotationErrorKind::NumberWithoutMove);
        }
        let expected = self.last + 1;
        if number != expected || self.last == 0 && self.moves > 0 {
            return Err(NotationErrorKind::NumberOrder { expected });
        }
        self.close(notes);
        (self.last, self.range, self.moves) = (number, range, 0);
        Ok(())
    }

    /// Ends the moves under the last number.
    fn close(&self, notes: &mut Vec<Note>) {
        if self.last > 0 && self.moves > 2 {
            notes.push(Note::UnevenNumbers {
                number: self.last,
                moves: self.moves,
            });
        }
    }
}

/// Whether the case of the letters follows the colours. Two opposite customs exist, so it decides nothing.
#[derive(Default)]
struct LetterCase {
    has_upper: bool,
    has_lower: bool,
    /// The first turn whose case contradicts "upper is Black" and "upper is White".
    against: ByColor<Option<usize>>,
}

impl LetterCase {
    fn take(&mut self, is_upper: bool, side: Color, ply: usize) {
        self.has_upper |= is_upper;
        self.has_lower |= !is_upper;
        let wrong = if is_upper { !side } else { side };
        self.against[wrong].get_or_insert(ply);
    }

    /// The turn from which neither custom fits a text in mixed case.
    fn contradiction(&self) -> Option<usize> {
        if !(self.has_upper && self.has_lower) {
            return None;
        }
        Some(self.against.black?.max(self.against.white?))
    }
}

fn compare(stated: ByColor<u32>, end: &Position) -> Verdict {
    if !end.is_over() {
        return Verdict::NotOver;
    }
    let discs = end.counts();
    Convention::ALL
        .into_iter()
        .find(|convention| convention.count(discs) == stated)
        .map_or(Verdict::Differs(discs), Verdict::Agrees)
}

/// The transcript reflected left to right, compact and with passes left out, if it is a legal game that way.
fn mirrored(text: &str) -> Option<String> {
    let mut lexer = Lexer::new(text);
    let mut game = Game::new();
    let mut passes_after_end = 0;
    while let Some(lexeme) = lexer.next().ok()? {
        let Token::Turn(turn) = lexeme.token else {
            continue;
        };
        match turn {
            Move::Pass if game.is_over() && passes_after_end < MAX_PASSES_AFTER_END => {
                passes_after_end += 1;
            }
            Move::Pass => game.play(Move::Pass).ok()?,
            Move::Place(square) => {
                game.pass_if_forced();
                let image = Square::from_coordinates(7 - square.column(), square.row())?;
                game.play(image.into()).ok()?;
            }
        }
    }
    Some(write_transcript(
        game.turns(),
        Layout::Compact,
        Passes::LeftOut,
    ))
}
