//! GGF read: tags first, then what they mean.

use super::clock::{GgfClock, number, read_time};
use super::write::result_value;
use super::{Ggf, GgfDetail, GgfEnding, GgfFault, GgfGame, GgfKomi, GgfNote, GgfPlayer, GgfResult};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::notation::span::{BLANKS, char_range, content_start, skip_blanks, token};
use crate::position::Position;
use crate::score::DiscDiff;
use crate::square::Square;
use std::collections::BTreeSet;
use std::ops::Range;

/// Passes written behind the end of a game that do no harm: one for each side.
const MAX_PASSES_AFTER_END: usize = 2;

/// Reads one game.
///
/// The number of games that servers write before a match (`1 (;…;)`) is accepted. Passes that are left out are filled
/// in. Clocks' server options are passed over.
///
/// ```
/// use xsquare_engine::notation::parse_ggf;
/// let text = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
///     BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.5]W[F6/-1.25];)";
/// let read = parse_ggf(text)?.game;
/// assert_eq!(read.game.turns().len(), 2);
/// assert_eq!((read.details[0].eval, read.details[1].eval), (None, Some(-1.25)));
///
/// let error = parse_ggf(&text.replace("TY[8]", "TY[8k]")).unwrap_err();
/// assert!(error.to_string().contains("a komi game"));
/// # Ok::<(), xsquare_engine::notation::NotationError>(())
/// ```
///
/// # Errors
/// At the first tag that is none or means nothing, at the first move that breaks the rules, and if the game is not a
/// single one of 8×8 Othello without komi.
pub fn parse_ggf(text: &str) -> Result<Ggf, NotationError> {
    parse(text, Scope::Single)
}

/// Reads one game as archives hold them: also komi games, whose result is the difference less the komi, and the games
/// of synchro matches one by one.
///
/// # Errors
/// As [`parse_ggf`].
pub(in crate::notation) fn parse_archived_ggf(text: &str) -> Result<Ggf, NotationError> {
    parse(text, Scope::Archive)
}

/// Which games are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those that can be played on: no komi, no synchro match.
    Single,
    /// Those too.
    Archive,
}

fn parse(text: &str, scope: Scope) -> Result<Ggf, NotationError> {
    if let Some(at) = text.find('\0') {
        let range = char_range(text, at);
        return Err(NotationError::new(NotationErrorKind::Nul, text, range));
    }
    let mut tags = Tags::open(text)?;
    let mut reader = Reader::new(text, scope);
    while let Some(tag) = tags.next()? {
        reader.take(&tag)?;
    }
    reader.finish(tags.at)
}

/// The error about this part of a text.
fn fault(fault: GgfFault, text: &str, range: Range<usize>) -> NotationError {
    NotationError::new(NotationErrorKind::Ggf(fault), text, range)
}

/// A tag: where its name and its value stand.
struct Tag {
    name: Range<usize>,
    value: Range<usize>,
}

/// The tags of a game, one after the other.
struct Tags<'a> {
    text: &'a str,
    /// Offset of what is read next.
    at: usize,
}

impl<'a> Tags<'a> {
    /// Reads what stands before the first tag.
    fn open(text: &'a str) -> Result<Self, NotationError> {
        let start = content_start(text);
        if start == text.len() {
            return Err(NotationError::whole(NotationErrorKind::Empty, text));
        }
        let count = token(text, start, |c: char| !c.is_ascii_digit());
        let begin = skip_blanks(text, count.end);
        if !text[begin..].starts_with("(;") {
            let word = token(text, start, |c| BLANKS.contains(&c));
            return Err(fault(GgfFault::NoGgf, text, word));
        }
        match text[count.clone()].parse() {
            Ok(1) => {}
            Ok(games) => return Err(fault(GgfFault::Match(games), text, count)),
            Err(_) if count.is_empty() => {}
            Err(_) => return Err(fault(GgfFault::Match(usize::MAX), text, count)),
        }
        Ok(Self {
            text,
            at: begin + "(;".len(),
        })
    }

    /// The next tag, `None` at the end of the game. Nothing may follow it.
    fn next(&mut self) -> Result<Option<Tag>, NotationError> {
        let text = self.text;
        let start = skip_blanks(text, self.at);
        if text[start..].starts_with(";)") {
            self.at = start;
            let rest = skip_blanks(text, start + ";)".len());
            let kind = match &text[rest..] {
                "" => return Ok(None),
                more if more.starts_with("(;") => NotationErrorKind::Ggf(GgfFault::Match(2)),
                _ => NotationErrorKind::TrailingText("game"),
            };
            return Err(NotationError::new(kind, text, rest..text.len()));
        }
        if start == text.len() {
            return Err(fault(GgfFault::NoEnd, text, start..start));
        }
        let name = token(text, start, |c: char| !c.is_ascii_alphabetic());
        if name.is_empty() || !text[name.end..].starts_with('[') {
            let word = token(text, start, |c| BLANKS.contains(&c) || c == '[');
            let word = if word.is_empty() {
                char_range(text, start)
            } else {
                word
            };
            return Err(fault(GgfFault::NotATag, text, word));
        }
        let value = token(text, name.end + 1, |c| c == ']');
        if value.end == text.len() {
            return Err(fault(GgfFault::UnclosedValue, text, name.start..text.len()));
        }
        self.at = value.end + 1;
        Ok(Some(Tag { name, value }))
    }
}

/// What is known so far.
struct Reader<'a> {
    text: &'a str,
    scope: Scope,
    read: GgfGame,
    has_game: bool,
    has_board: bool,
    /// Names of the tags that may stand once and have done so.
    seen: BTreeSet<&'a str>,
    result: Option<&'a str>,
    implied: Vec<usize>,
    passes_after_end: usize,
    notes: Vec<GgfNote>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, scope: Scope) -> Self {
        Self {
            text,
            scope,
            read: GgfGame::new(Game::new()),
            has_game: false,
            has_board: false,
            seen: BTreeSet::new(),
            result: None,
            implied: Vec::new(),
            passes_after_end: 0,
            notes: Vec::new(),
        }
    }

    fn take(&mut self, tag: &Tag) -> Result<(), NotationError> {
        let name = &self.text[tag.name.clone()];
        match name {
            "B" => return self.turn(Color::Black, tag),
            "W" => return self.turn(Color::White, tag),
            "BO" => return self.board(tag),
            "CO" => {
                let comment = self.text[tag.value.clone()].to_owned();
                let turns = self.read.game.turns().len();
                self.read.comments.push((turns, comment));
                return Ok(());
            }
            "KB" | "KW" | "KM" if self.scope == Scope::Single => {
                return Err(self.fault(GgfFault::Komi, tag));
            }
            _ => {}
        }
        if !self.seen.insert(name) {
            self.notes.push(GgfNote::RepeatedTag(name.to_owned()));
            return Ok(());
        }
        let value = &self.text[tag.value.clone()];
        let players = &mut self.read.players;
        match name {
            "GM" if value.trim().eq_ignore_ascii_case("othello") => self.has_game = true,
            "GM" => return Err(self.fault(GgfFault::OtherGame, tag)),
            "PC" => value.clone_into(&mut self.read.place),
            "DT" => value.clone_into(&mut self.read.date),
            "PB" => value.clone_into(&mut players.black.name),
            "PW" => value.clone_into(&mut players.white.name),
            "RB" => self.rating(tag, |players| &mut players.black)?,
            "RW" => self.rating(tag, |players| &mut players.white)?,
            "TI" => {
                let clock = self.clock(tag)?;
                self.read.clocks = ByColor {
                    black: clock,
                    white: clock,
                };
            }
            "TB" => self.read.clocks.black = self.clock(tag)?,
            "TW" => self.read.clocks.white = self.clock(tag)?,
            "TY" => self.match_type(tag)?,
            "RE" => self.result = Some(value),
            "KB" => self.bid(tag, Color::Black)?,
            "KW" => self.bid(tag, Color::White)?,
            "KM" => {
                let discs = number(value.trim());
                let discs = discs.ok_or_else(|| self.fault(GgfFault::NotAKomi, tag))?;
                self.read.komi.get_or_insert_default().discs = discs;
            }
            _ => self.notes.push(GgfNote::UnknownTag(name.to_owned())),
        }
        Ok(())
    }

    /// The error about the value of a tag.
    fn fault(&self, kind: GgfFault, tag: &Tag) -> NotationError {
        fault(kind, self.text, tag.value.clone())
    }

    fn rating(
        &mut self,
        tag: &Tag,
        player: impl FnOnce(&mut ByColor<GgfPlayer>) -> &mut GgfPlayer,
    ) -> Result<(), NotationError> {
        let value = self.text[tag.value.clone()].trim();
        if !value.is_empty() {
            let rating = number(value).ok_or_else(|| self.fault(GgfFault::NotARating, tag))?;
            player(&mut self.read.players).rating = Some(rating);
        }
        Ok(())
    }

    fn bid(&mut self, tag: &Tag, side: Color) -> Result<(), NotationError> {
        let bid = read_turn(self.text, tag.value.clone())?;
        self.read.komi.get_or_insert_default().bids[side] = Some(bid);
        Ok(())
    }

    fn clock(&mut self, tag: &Tag) -> Result<Option<GgfClock>, NotationError> {
        let value = &self.text[tag.value.clone()];
        let (clock, has_options) =
            GgfClock::read(value).ok_or_else(|| self.fault(GgfFault::NotATime, tag))?;
        if has_options {
            self.notes.push(GgfNote::ClockOption(value.to_owned()));
        }
        Ok(clock)
    }

    fn match_type(&mut self, tag: &Tag) -> Result<(), NotationError> {
        let value = self.text[tag.value.clone()].trim();
        value.clone_into(&mut self.read.match_type);
        let oddity = judge_match_type(value, self.scope).map_err(|fault| self.fault(fault, tag))?;
        if oddity {
            self.notes.push(GgfNote::MatchType(value.to_owned()));
        }
        Ok(())
    }

    fn board(&mut self, tag: &Tag) -> Result<(), NotationError> {
        if self.has_board {
            return Err(self.fault(GgfFault::SecondBoard, tag));
        }
        let (start, has_side) = self.read_board(tag)?;
        if !has_side {
            self.notes.push(GgfNote::SideMissing);
        }
        self.read.game = Game::from_position(start);
        self.has_board = true;
        Ok(())
    }

    /// The position of `8 CELLS SIDE`, and whether it names the side. Blanks may stand anywhere.
    fn read_board(&self, tag: &Tag) -> Result<(Position, bool), NotationError> {
        let text = self.text;
        let value = &text[..tag.value.end];
        let at = skip_blanks(value, tag.value.start);
        let size = token(value, at, |c: char| !c.is_ascii_digit());
        match value[size.clone()].parse() {
            Ok(8) => {}
            Ok(other) => return Err(fault(GgfFault::BoardSize(other), text, size)),
            Err(_) => return Err(self.fault(GgfFault::NotABoard, tag)),
        }
        let mut discs = ByColor {
            black: Bitboard::EMPTY,
            white: Bitboard::EMPTY,
        };
        let mut side = None;
        let mut found = 0;
        let symbols = value[size.end..].char_indices();
        for (offset, symbol) in symbols.filter(|(_, c)| !BLANKS.contains(c)) {
            let disc = match symbol {
                '*' | 'X' | 'x' => Some(Color::Black),
                'O' | 'o' => Some(Color::White),
                '-' => None,
                _ => {
                    let range = char_range(text, size.end + offset);
                    return Err(fault(GgfFault::NotACell, text, range));
                }
            };
            match (Square::from_index(found), disc) {
                (Some(square), Some(color)) => discs[color] |= square.bitboard(),
                (None, color) => side = color,
                (Some(_), None) => {}
            }
            found += 1;
        }
        if !(found == 64 || found == 65 && side.is_some()) {
            return Err(self.fault(GgfFault::CellCount(found), tag));
        }
        if (discs.black | discs.white).is_empty() {
            let range = tag.value.clone();
            return Err(NotationError::new(NotationErrorKind::NoDiscs, text, range));
        }
        let position = Position::new(discs.black, discs.white, side.unwrap_or(Color::Black))
            .expect("a cell is read as one disc at most, so no square holds two");
        Ok((position, side.is_some()))
    }

    /// A move by the side of the tag.
    fn turn(&mut self, side: Color, tag: &Tag) -> Result<(), NotationError> {
        if !self.has_board {
            return Err(self.fault(GgfFault::MoveBeforeBoard, tag));
        }
        let (turn, detail) =
            read_turn(self.text, tag.value.clone()).map_err(|error| error.at_ply(self.ply()))?;
        let is_over = self.read.game.is_over();
        if turn == Move::Pass && is_over && self.passes_after_end < MAX_PASSES_AFTER_END {
            self.passes_after_end += 1;
            return Ok(());
        }
        if side != self.read.game.position().side() && !is_over {
            let ply = self.ply();
            if !self.read.game.pass_if_forced() {
                return Err(self
                    .fault(GgfFault::WrongSide { tag: side }, tag)
                    .at_ply(ply));
            }
            self.implied.push(ply);
            self.read.details.push(GgfDetail::default());
        }
        let ply = self.ply();
        self.read.game.play(turn).map_err(|illegal| {
            let kind = NotationErrorKind::Illegal(illegal);
            NotationError::new(kind, self.text, tag.value.clone()).at_ply(ply)
        })?;
        self.read.details.push(detail);
        Ok(())
    }

    /// The number of the next turn, from 1.
    fn ply(&self) -> usize {
        self.read.game.turns().len() + 1
    }

    /// Takes the result, which is compared with the board of a finished game.
    fn take_result(&mut self, text: &str) {
        let (stated, komi) = (text.to_owned(), self.read.komi);
        let replayed = self.read.replayed();
        let difference = |discs, ending| GgfResult::Difference { discs, ending };
        let read = read_result(text);
        let whole = read.and_then(|(value, ending)| Some((whole_discs(value, komi)?, ending)));
        let note = match (read, whole, replayed) {
            (_, Some((discs, ending)), _) => {
                self.read.result = difference(discs, ending);
                let differs = replayed.filter(|&replayed| replayed != discs);
                differs.map(|replayed| GgfNote::ResultDiffers {
                    stated: discs,
                    replayed,
                })
            }
            (Some(_), None, Some(replayed)) => Some(GgfNote::ImpossibleResult {
                stated,
                replayed,
                less_komi: komi
                    .map(|_| result_value(difference(replayed, GgfEnding::Played), komi)),
            }),
            _ => (!matches!(text.trim(), "?" | "")).then_some(GgfNote::Result(stated)),
        };
        self.notes.extend(note);
    }

    /// Checks the whole; the game ends at `end`.
    fn finish(mut self, end: usize) -> Result<Ggf, NotationError> {
        let missing = |what| Err(fault(GgfFault::Missing(what), self.text, end..end));
        if !self.has_game {
            return missing("GM");
        }
        if !self.has_board {
            return missing("BO");
        }
        if !self.implied.is_empty() {
            self.notes
                .push(GgfNote::ImpliedPasses(std::mem::take(&mut self.implied)));
        }
        if self.passes_after_end > 0 {
            self.notes
                .push(GgfNote::PassesAfterEnd(self.passes_after_end));
        }
        if let Some(text) = self.result {
            self.take_result(text);
        }
        Ok(Ggf {
            game: self.read,
            notes: self.notes,
        })
    }
}

/// Reads a move with what was noted, as NBoard hands over single moves: `F5`, `F5/-1.25`, `PA//0.4`.
///
/// # Errors
/// If it is no move, or evaluation or time are none. Nothing is known of the position, so the move may be illegal.
pub fn parse_ggf_turn(text: &str) -> Result<(Move, GgfDetail), NotationError> {
    read_turn(text, 0..text.len())
}

/// Reads `MOVE[/[EVAL][/TIME]]` at this place of a text.
fn read_turn(text: &str, range: Range<usize>) -> Result<(Move, GgfDetail), NotationError> {
    let mut rest = range;
    let mut part = || {
        let part = token(&text[..rest.end], rest.start, |c| c == '/');
        rest.start = (part.end + 1).min(rest.end);
        let start = skip_blanks(&text[..part.end], part.start);
        start..start + text[start..part.end].trim_end_matches(BLANKS).len()
    };
    let (turn, eval, time) = (part(), part(), part());
    let turn = text[turn.clone()]
        .parse()
        .map_err(|error: NotationError| NotationError::new(error.kind, text, turn))?;
    let eval = if eval.is_empty() {
        None
    } else {
        match number(&text[eval.clone()]) {
            Some(discs) => Some(discs),
            None => return Err(fault(GgfFault::NotAnEval, text, eval)),
        }
    };
    let time = if time.is_empty() {
        None
    } else {
        match read_time(&text[time.clone()]) {
            Some(time) => Some(time),
            None => return Err(fault(GgfFault::NotATime, text, time)),
        }
    };
    if rest.is_empty() {
        Ok((turn, GgfDetail { eval, time }))
    } else {
        Err(fault(GgfFault::NotATime, text, rest))
    }
}

/// `+2.000`, `-64.00:r`: a number and how the game ended; `None` if it is none.
fn read_result(text: &str) -> Option<(f64, GgfEnding)> {
    let (discs, ending) = match text.trim().split_once(':') {
        Some((discs, "r")) => (discs, GgfEnding::Resigned),
        Some((discs, "t")) => (discs, GgfEnding::TimedOut),
        Some((discs, "s")) => (discs, GgfEnding::Agreed),
        Some(_) => return None,
        None => (text.trim(), GgfEnding::Played),
    };
    Some((number(discs)?, ending))
}

/// The difference on the board that this number states, which in komi games is less the komi.
fn whole_discs(value: f64, komi: Option<GgfKomi>) -> Option<DiscDiff> {
    /// Servers round results and komis to two or three places.
    const ROUNDING: f64 = 0.011;
    let (komi, tolerance) = komi.map_or((0.0, 0.0), |komi| (komi.discs, ROUNDING));
    let is_near = |whole: &i32| f64::abs(value + komi - f64::from(*whole)) <= tolerance;
    (-64..=64).find(is_near).and_then(DiscDiff::new)
}

/// Looks at a match type such as `s8kr20`: synchro, size, komi, random start with so many discs. Tells whether a part of it
/// has no meaning.
///
/// # Errors
/// If it is that of another game than can be read.
fn judge_match_type(value: &str, scope: Scope) -> Result<bool, GgfFault> {
    let value = match (value.strip_prefix('s'), scope) {
        (Some(_), Scope::Single) => return Err(GgfFault::Synchro),
        (Some(rest), Scope::Archive) => rest,
        (None, _) => value,
    };
    let options = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let size = &value[..value.len() - options.len()];
    // Programs have written 0, and letters without a number; only another board is another game.
    let number = size.parse().unwrap_or(u32::MAX);
    if !size.is_empty() && !matches!(number, 0 | 8) {
        return Err(GgfFault::BoardSize(number));
    }
    if options.contains('k') && scope == Scope::Single {
        return Err(GgfFault::Komi);
    }
    if options.contains('a') {
        return Err(GgfFault::Anti);
    }
    let discs = options.trim_start_matches(['b', 'w', 'k']);
    let is_random = discs
        .strip_prefix('r')
        .is_some_and(|discs| discs.parse::<u8>().is_ok());
    Ok(size != "8" || !(discs.is_empty() || is_random))
}

/// Whether a match type is one of a game that can be read and written.
pub(in crate::notation) fn is_match_type(value: &str) -> bool {
    judge_match_type(value, Scope::Archive).is_ok()
}
