//! SGF read: the properties of the main line and what they mean for a game.

use super::SgfFault;
use super::setup::{self, Setup};
use super::tree::{Property, fault, read_tree};
use super::value::{Coordinates, LineBreaks, ResultValue, clock, decode, result};
use crate::color::Color;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::notation::ggf::{GgfClock, number};
use crate::notation::note::{counted, impossible_result};
use crate::notation::record::{GameRecord, RecordNote, RecordNoteKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// Passes written behind the end of a game that do no harm: one for each side.
const MAX_PASSES_AFTER_END: usize = 2;

/// Properties that say nothing about the game itself.
const SILENT: [&str; 5] = ["FF", "AP", "CA", "ST", "GM"];

/// Reads one game: its main line, which takes the first branch at every fork.
///
/// # Errors
/// At the first thing that is no property, at the first move that breaks the rules, and if it is no game of 8×8
/// Othello.
pub(in crate::notation) fn read_sgf(
    text: &str,
) -> Result<(GameRecord, Vec<RecordNote>), NotationError> {
    let tree = read_tree(text)?;
    let mut reader = Reader::new(text, coordinates(text, &tree.properties));
    if !tree.properties.iter().any(|property| property.name == "GM") {
        return Err(fault(SgfFault::OtherGame, text, 0..0));
    }
    for node in tree.properties.chunk_by(|a, b| a.node == b.node) {
        reader.node(node)?;
    }
    reader.finish(tree.variations)
}

/// Any digit in a move or set-up means that rows are digits.
fn coordinates(text: &str, properties: &[Property]) -> Coordinates {
    let holds_squares = |name: &str| matches!(name, "B" | "W" | "AB" | "AW" | "AE");
    let has_digit = properties
        .iter()
        .filter(|property| holds_squares(&property.name))
        .flat_map(Property::values)
        .any(|value| text[value.clone()].contains(|c: char| c.is_ascii_digit()));
    if has_digit {
        Coordinates::Digits
    } else {
        Coordinates::Letters
    }
}

struct Reader<'a> {
    text: &'a str,
    coordinates: Coordinates,
    record: GameRecord,
    setup: Setup,
    has_moves: bool,
    /// Names of the properties that may stand once and have done so.
    seen: BTreeSet<String>,
    overtime: Option<Range<usize>>,
    seconds: Option<Range<usize>>,
    /// Numbers in place of a result, to be compared with the last board.
    impossible_result: Option<String>,
    implied: Vec<usize>,
    passes_after_end: usize,
    unread: BTreeSet<String>,
    notes: Vec<RecordNote>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, coordinates: Coordinates) -> Self {
        Self {
            text,
            coordinates,
            record: GameRecord::new(Game::new()),
            setup: Setup::default(),
            has_moves: false,
            seen: BTreeSet::new(),
            overtime: None,
            seconds: None,
            impossible_result: None,
            implied: Vec::new(),
            passes_after_end: 0,
            unread: BTreeSet::new(),
            notes: Vec::new(),
        }
    }

    fn fault(&self, kind: SgfFault, range: &Range<usize>) -> NotationError {
        fault(kind, self.text, range.clone())
    }

    /// Takes a node: first its set-up, then its move, then what is said about them.
    fn node(&mut self, node: &[Property]) -> Result<(), NotationError> {
        let is_setup = |property: &&Property| setup::NAMES.contains(&property.name.as_ref());
        if let Some(property) = node.iter().find(is_setup) {
            if self.has_moves {
                return Err(self.fault(SgfFault::LateSetup, &property.first));
            }
            self.setup.take(self.text, node, self.coordinates)?;
        }
        let mut moves = node
            .iter()
            .filter_map(|property| match property.name.as_ref() {
                "B" => Some((Color::Black, property)),
                "W" => Some((Color::White, property)),
                _ => None,
            });
        if let Some((side, property)) = moves.next() {
            if let Some((_, second)) = moves.next() {
                return Err(self.fault(SgfFault::TwoMoves, &second.first));
            }
            self.turn(side, property)?;
        }
        for property in node {
            let name = property.name.as_ref();
            if !(setup::NAMES.contains(&name) || matches!(name, "B" | "W")) {
                self.property(property)?;
            }
        }
        Ok(())
    }

    fn ply(&self) -> usize {
        self.record.game.turns().len() + 1
    }

    fn turn(&mut self, side: Color, property: &Property) -> Result<(), NotationError> {
        let value = &property.first;
        if let Some(second) = property.more.first() {
            let name = if side == Color::Black { "B" } else { "W" };
            return Err(self.fault(SgfFault::ManyValues(name), second));
        }
        if !self.has_moves {
            self.has_moves = true;
            self.begin(Some(side))?;
        }
        let turn = self.coordinates.turn(&self.text[value.clone()]);
        let turn = turn.ok_or_else(|| {
            let kind = NotationErrorKind::NotAMove;
            NotationError::new(kind, self.text, value.clone()).at_ply(self.ply())
        })?;
        let is_over = self.record.game.is_over();
        if turn == Move::Pass && is_over && self.passes_after_end < MAX_PASSES_AFTER_END {
            self.passes_after_end += 1;
            return Ok(());
        }
        if side != self.record.game.position().side() && !is_over {
            let ply = self.ply();
            if !self.record.game.pass_if_forced() {
                let kind = SgfFault::WrongSide { tag: side };
                return Err(self.fault(kind, value).at_ply(ply));
            }
            self.implied.push(ply);
        }
        let ply = self.ply();
        self.record.game.play(turn).map_err(|illegal| {
            let kind = NotationErrorKind::Illegal(illegal);
            NotationError::new(kind, self.text, value.clone()).at_ply(ply)
        })
    }

    /// Fixes the start.
    fn begin(&mut self, first: Option<Color>) -> Result<(), NotationError> {
        if self.setup.has_discs() && self.setup.side.is_none() {
            let text = match first {
                Some(side) => format!("PL is missing; {side} has the first move"),
                None => "PL is missing; Black is to move".to_owned(),
            };
            self.note(RecordNoteKind::Missing, &text);
        }
        let start = self.setup.position(self.text, first)?;
        self.record.game = Game::from_position(start);
        Ok(())
    }

    /// Takes what is neither a set-up nor a move.
    fn property(&mut self, property: &Property) -> Result<(), NotationError> {
        let range = &property.first;
        let raw = &self.text[range.clone()];
        match property.name.as_ref() {
            "C" => {
                self.comment(&decode(raw, LineBreaks::Kept), property.node);
                return Ok(());
            }
            "V" if self.value(raw) => return Ok(()),
            name => {
                if !self.seen.insert(name.to_owned()) {
                    self.pass_over(name);
                    return Ok(());
                }
            }
        }
        if !property.more.is_empty() {
            self.pass_over(&property.name);
        }
        let simple = || decode(raw, LineBreaks::Blanks);
        let record = &mut self.record;
        match property.name.as_ref() {
            "GM" if raw.trim() != "2" => return Err(self.fault(SgfFault::OtherGame, range)),
            "SZ" if !matches!(raw.trim(), "8" | "8:8") => {
                return Err(self.fault(SgfFault::BoardSize, range));
            }
            "PB" => record.players.black.name = simple(),
            "PW" => record.players.white.name = simple(),
            "EV" => record.event = simple(),
            "RO" => record.round = simple(),
            "PC" => record.place = simple(),
            "DT" => record.date = simple(),
            "RE" => self.result(&simple()),
            "BR" | "WR" => self.rating(&property.name, &simple()),
            "TM" => self.seconds = Some(range.clone()),
            "OT" => self.overtime = Some(range.clone()),
            name if SILENT.contains(&name) || name == "SZ" => {}
            name => self.pass_over(name),
        }
        Ok(())
    }

    fn comment(&mut self, text: &str, node: usize) {
        let turns = self.record.game.turns().len();
        let comment = if node == 0 || turns == 0 {
            &mut self.record.comment
        } else {
            &mut self.record.detail_mut(turns - 1).comment
        };
        if !(comment.is_empty() || text.is_empty()) {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// Takes the evaluation of a move, which SGF writes as Black sees it; false if it is none or has no move.
    fn value(&mut self, raw: &str) -> bool {
        let turns = self.record.game.turns().len();
        let Some(value) = number(raw.trim()).filter(|_| turns > 0) else {
            return false;
        };
        let mover = !self.record.game.position().side();
        let eval = if mover == Color::Black { value } else { -value };
        self.record.detail_mut(turns - 1).eval = Some(eval + 0.0);
        true
    }

    fn result(&mut self, text: &str) {
        match result(text) {
            ResultValue::Stated(result) => self.record.result = Some(result),
            ResultValue::Unknown => {}
            ResultValue::Void => {
                let text = format!("RE[{text}] passed over: the game has no result");
                self.note(RecordNoteKind::PassedOver, &text);
            }
            ResultValue::Impossible => self.impossible_result = Some(text.to_owned()),
            ResultValue::Odd => self.odd_result(text),
        }
    }

    fn odd_result(&mut self, text: &str) {
        let text = format!("RE[{}] is no result", text.escape_debug());
        self.note(RecordNoteKind::Result, &text);
    }

    fn note(&mut self, kind: RecordNoteKind, text: &str) {
        self.notes.push(RecordNote::new(kind, text));
    }

    fn rating(&mut self, name: &str, text: &str) {
        let rating = number(text);
        let players = &mut self.record.players;
        match name {
            "BR" => players.black.rating = rating,
            _ => players.white.rating = rating,
        }
        if rating.is_none() && !text.is_empty() {
            self.pass_over(name);
        }
    }

    fn pass_over(&mut self, name: &str) {
        self.unread.insert(name.to_owned());
    }

    fn clocks(&mut self) {
        let value = |range: Range<usize>| decode(&self.text[range], LineBreaks::Blanks);
        let overtime = self.overtime.take().map(value);
        let seconds = self.seconds.take().map(value);
        let read = seconds
            .as_deref()
            .and_then(|seconds| clock(seconds, overtime.as_deref()));
        if let Some(clock) = read {
            let clock = Some(clock).filter(|&clock| clock != GgfClock::default());
            self.record.players.black.clock = clock;
            self.record.players.white.clock = clock;
            return;
        }
        for (name, text) in [("TM", seconds), ("OT", overtime)] {
            if text.is_some_and(|text| !text.is_empty()) {
                self.pass_over(name);
            }
        }
    }

    fn finish(mut self, variations: usize) -> Result<(GameRecord, Vec<RecordNote>), NotationError> {
        if !self.has_moves {
            self.begin(None)?;
        }
        self.clocks();
        if let Some(stated) = self.impossible_result.take() {
            match self.record.game.position().difference() {
                Some(replayed) => {
                    let text = impossible_result(&stated, replayed);
                    self.note(RecordNoteKind::ImpossibleResult, &text);
                }
                None => self.odd_result(&stated),
            }
        }
        if !self.record.details.is_empty() {
            let turns = self.record.game.turns().len();
            self.record.details.resize_with(turns, Default::default);
        }
        self.notes.extend(RecordNote::implied_passes(&self.implied));
        if self.passes_after_end > 0 {
            let passes = counted(self.passes_after_end, "pass", "passes");
            let text = format!("{passes} after the end passed over");
            self.note(RecordNoteKind::Passes, &text);
        }
        if variations > 0 {
            let beside = counted(variations, "variation", "variations");
            let text = format!("{beside} passed over; only the main line is read");
            self.note(RecordNoteKind::PassedOver, &text);
        }
        let unread = RecordNote::passed_over("properties", &self.unread);
        self.notes.extend(unread);
        Ok((self.record, self.notes))
    }
}
