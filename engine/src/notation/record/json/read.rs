//! Game objects read.

use super::{GAME_SCHEMA, JsonFault, MATCH_GAME_SCHEMA};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::notation::ggf::{GgfClock, GgfKomi, parse_ggf_turn};
use crate::notation::recognise::recognise;
use crate::notation::record::quest::read_quest;
use crate::notation::record::{
    Ending, GameFormat, GameRecord, Player, RecordNote, StatedResult, StatedScore, WthorDetail,
};
use crate::score::{DiscDiff, Outcome};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Duration;

pub(in crate::notation::record) type Object = Map<String, Value>;

/// Reads the game of an object.
pub(in crate::notation::record) fn read_object(
    text: &str,
) -> Result<(GameFormat, GameRecord, Vec<RecordNote>), NotationError> {
    let value: Value = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
    let fail = |fault: JsonFault| fault_in(fault, text);
    let Value::Object(object) = value else {
        return Err(fail(JsonFault::NoGame));
    };
    let mut reader = Reader {
        text,
        object,
        record: GameRecord::new(Game::new()),
        unread: BTreeSet::new(),
    };
    let format = match reader.object.get("schema").map(Value::as_str) {
        Some(Some(GAME_SCHEMA)) => {
            reader.game()?;
            GameFormat::Json
        }
        Some(Some(MATCH_GAME_SCHEMA)) => {
            reader.match_game()?;
            GameFormat::Json
        }
        Some(schema) => {
            let name = schema.unwrap_or_default().to_owned();
            return Err(fail(JsonFault::Schema(name)));
        }
        None => {
            let (record, notes) = read_quest(&reader.object, text)?;
            return Ok((GameFormat::Quest, record, notes));
        }
    };
    let mut unread = reader.unread;
    unread.extend(reader.object.keys().cloned());
    let notes = RecordNote::passed_over("keys", &unread);
    Ok((format, reader.record, notes.into_iter().collect()))
}

pub(in crate::notation::record) fn fault_in(fault: JsonFault, text: &str) -> NotationError {
    NotationError::new(NotationErrorKind::Json(fault), text, 0..0)
}

/// The error of the JSON parser at its place.
fn syntax(text: &str, error: &serde_json::Error) -> NotationError {
    let message = error.to_string();
    // The place is told by the span.
    let message = message.split(" at line ").next().unwrap_or_default();
    let kind = NotationErrorKind::Json(JsonFault::Syntax(message.to_owned()));
    let before = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1));
    let line = before.map(str::len).sum::<usize>();
    let mut at = (line + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    NotationError::new(kind, text, at..at)
}

/// The error about an illegal or unreadable move.
pub(in crate::notation::record) fn play_text(
    game: &mut Game,
    word: &str,
    text: &str,
) -> Result<(), NotationError> {
    let ply = game.turns().len() + 1;
    let at = |kind| {
        let mut error = NotationError::new(kind, text, 0..0).at_ply(ply);
        word.clone_into(&mut error.text);
        error
    };
    let turn: Move = word
        .parse()
        .map_err(|error: NotationError| at(error.kind))?;
    game.play(turn)
        .map_err(|illegal| at(NotationErrorKind::Illegal(illegal)))
}

/// What WTHOR tells of a game.
const WTHOR_KEYS: [&str; 7] = [
    "created",
    "year",
    "tournament",
    "black",
    "white",
    "theoretical",
    "theory_empties",
];

/// Takes the keys of an object one by one; what is left was not understood.
struct Reader<'a> {
    text: &'a str,
    object: Object,
    record: GameRecord,
    /// Keys of inner objects that were not understood.
    unread: BTreeSet<String>,
}

impl Reader<'_> {
    fn fail(&self, key: &str, expected: &'static str) -> NotationError {
        let key = key.to_owned();
        fault_in(JsonFault::Value { key, expected }, self.text)
    }

    /// Takes a value; `null` is none.
    fn take(&mut self, key: &str) -> Option<Value> {
        self.object.remove(key).filter(|value| !value.is_null())
    }

    fn string(&mut self, key: &str) -> Result<String, NotationError> {
        match self.take(key) {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(self.fail(key, "a string")),
        }
    }

    fn array(&mut self, key: &str) -> Result<Vec<Value>, NotationError> {
        match self.take(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => Ok(values),
            Some(_) => Err(self.fail(key, "an array")),
        }
    }

    /// An inner object, which has these keys.
    fn inner(&mut self, key: &str, known: &[&str]) -> Result<Option<Object>, NotationError> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Object(mut object)) => {
                object.retain(|_, value| !value.is_null());
                let unknown = object.keys().filter(|name| !known.contains(&name.as_str()));
                self.unread
                    .extend(unknown.map(|name| format!("{key}.{name}")));
                Ok(Some(object))
            }
            Some(_) => Err(self.fail(key, "an object")),
        }
    }

    fn game(&mut self) -> Result<(), NotationError> {
        self.take("schema");
        self.moves()?;
        for (key, side) in [("black", Color::Black), ("white", Color::White)] {
            if let Some(player) = self.inner(key, &["name", "rating", "clock"])? {
                self.record.players[side] = self.player(key, player)?;
            }
        }
        self.stated_result()?;
        self.record.event = self.string("event")?;
        self.record.round = self.string("round")?;
        self.record.place = self.string("place")?;
        self.record.date = self.string("date")?;
        self.record.comment = self.string("comment")?;
        self.record.match_type = self.string("match_type")?;
        self.details()?;
        if let Some(komi) = self.inner("komi", &["black", "white", "discs"])? {
            self.record.komi = Some(self.komi(&komi)?);
        }
        if let Some(wthor) = self.inner("wthor", &WTHOR_KEYS)? {
            self.record.wthor = Some(self.wthor(&wthor)?);
        }
        self.scores()
    }

    /// A row of `match --save`: the configurations are the players.
    fn match_game(&mut self) -> Result<(), NotationError> {
        self.take("schema");
        self.moves()?;
        self.record.players.black.name = self.string("black")?;
        self.record.players.white.name = self.string("white")?;
        self.stated_result()?;
        // Derived from the moves and the result, or about the match rather than the game.
        for key in ["transcript", "score", "ending", "at_fault", "fault", "log"] {
            self.take(key);
        }
        Ok(())
    }

    fn stated_result(&mut self) -> Result<(), NotationError> {
        let keys = ["black", "white", "difference", "winner", "ending"];
        if let Some(result) = self.inner("result", &keys)? {
            self.record.result = Some(self.result(&result)?);
        }
        Ok(())
    }

    fn moves(&mut self) -> Result<(), NotationError> {
        let start = self.string("start")?;
        if !start.is_empty() {
            let read = recognise(&start, None).map_err(|error| {
                let mut inner = NotationError::new(error.kind, self.text, 0..0);
                inner.text.clone_from(&start);
                inner
            })?;
            let position = read.position();
            self.record.game = Game::from_position(position);
        }
        let Some(Value::Array(moves)) = self.take("moves") else {
            return Err(self.fail("moves", "an array of moves such as \"f5\" and \"pass\""));
        };
        for value in &moves {
            let Some(word) = value.as_str() else {
                return Err(self.fail("moves", "moves such as \"f5\" and \"pass\""));
            };
            play_text(&mut self.record.game, word, self.text)?;
        }
        Ok(())
    }

    fn player(&self, key: &str, mut object: Object) -> Result<Player, NotationError> {
        let mut player = Player::default();
        match object.remove("name") {
            None | Some(Value::Null) => {}
            Some(Value::String(name)) => player.name = name,
            Some(_) => return Err(self.fail(&format!("{key}.name"), "a string")),
        }
        if let Some(rating) = object.remove("rating").filter(|value| !value.is_null()) {
            let rating = rating.as_f64();
            player.rating =
                Some(rating.ok_or_else(|| self.fail(&format!("{key}.rating"), "a number"))?);
        }
        if let Some(clock) = object.remove("clock").filter(|value| !value.is_null()) {
            let read = clock.as_str().and_then(GgfClock::read);
            let expected = "a clock such as \"15:00//02:00\"";
            let (clock, _) = read.ok_or_else(|| self.fail(&format!("{key}.clock"), expected))?;
            player.clock = clock;
        }
        Ok(player)
    }

    fn result(&self, object: &Object) -> Result<StatedResult, NotationError> {
        let number = |key: &str| object.get(key).and_then(Value::as_i64);
        let winner = object.get("winner").and_then(Value::as_str);
        let discs = number("black").zip(number("white"));
        let score = if let Some((black, white)) = discs {
            let count = |discs: i64| u32::try_from(discs).ok().filter(|&discs| discs <= 64);
            let counts = count(black).zip(count(white)).filter(|(a, b)| a + b <= 64);
            counts.map(|(black, white)| StatedScore::Discs(ByColor { black, white }))
        } else if let Some(difference) = number("difference") {
            let difference = i32::try_from(difference).ok().and_then(DiscDiff::new);
            difference.map(StatedScore::Difference)
        } else {
            match winner {
                Some("X") => Some(StatedScore::Winner(Outcome::Win(Color::Black))),
                Some("O") => Some(StatedScore::Winner(Outcome::Win(Color::White))),
                Some("draw") => Some(StatedScore::Winner(Outcome::Draw)),
                _ => None,
            }
        };
        let expected = "discs as black and white, a difference for Black, or a winner X, O or draw";
        let score = score.ok_or_else(|| self.fail("result", expected))?;
        let ending = match object.get("ending") {
            None | Some(Value::Null) => Some(Ending::Played),
            Some(value) => Ending::ALL
                .into_iter()
                .find(|ending| Some(ending.name()) == value.as_str()),
        };
        let expected = "played, resigned, time, forfeit or agreed";
        let ending = ending.ok_or_else(|| self.fail("result.ending", expected))?;
        Ok(StatedResult { score, ending })
    }

    /// The lists with a value, or null, for each turn.
    fn details(&mut self) -> Result<(), NotationError> {
        const EXPECTED: &str = "a value or null for each move";
        let turns = self.record.game.turns().len();
        for key in ["evals", "times_ms", "comments"] {
            let values = self.array(key)?;
            if values.len() > turns {
                return Err(self.fail(key, EXPECTED));
            }
            for (index, value) in values.into_iter().enumerate() {
                let detail = self.record.detail_mut(index);
                let is_read = match (key, &value) {
                    (_, Value::Null) => true,
                    ("evals", value) => {
                        detail.eval = value.as_f64();
                        detail.eval.is_some()
                    }
                    ("times_ms", value) => {
                        let seconds = value.as_f64().map(|time| time / 1e3);
                        detail.time =
                            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                        detail.time.is_some()
                    }
                    (_, Value::String(comment)) => {
                        detail.comment.clone_from(comment);
                        true
                    }
                    _ => false,
                };
                if !is_read {
                    return Err(self.fail(&format!("{key}[{index}]"), EXPECTED));
                }
            }
        }
        Ok(())
    }

    fn komi(&self, object: &Object) -> Result<GgfKomi, NotationError> {
        let bid = |key: &str| match object.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let bid = value.as_str().map(parse_ggf_turn);
                let expected = "a move and an evaluation such as \"e6/0.90\"";
                match bid {
                    Some(Ok(bid)) => Ok(Some(bid)),
                    _ => Err(self.fail(&format!("komi.{key}"), expected)),
                }
            }
        };
        let bids = ByColor {
            black: bid("black")?,
            white: bid("white")?,
        };
        let discs = object.get("discs").and_then(Value::as_f64);
        let discs = discs.ok_or_else(|| self.fail("komi.discs", "a number"))?;
        Ok(GgfKomi::new(bids, discs))
    }

    fn wthor(&self, object: &Object) -> Result<WthorDetail, NotationError> {
        let number = |key: &'static str| {
            let value = object.get(key).map_or(Some(0), Value::as_u64);
            let value = value.and_then(|value| u16::try_from(value).ok());
            value.ok_or_else(|| self.fail(&format!("wthor.{key}"), "a number from 0 to 65535"))
        };
        let created = match object.get("created").map(Value::as_str) {
            None => Some((0, 0, 0)),
            Some(text) => text.and_then(read_day),
        };
        let created =
            created.ok_or_else(|| self.fail("wthor.created", "a day such as \"2007-05-22\""))?;
        let theory = object.get("theoretical").map(Value::as_u64);
        let empties = object.get("theory_empties").and_then(Value::as_u64);
        let theoretical = match theory {
            None => None,
            Some(score) => {
                let pair = score
                    .zip(empties)
                    .filter(|&(score, empties)| score <= 64 && empties <= 60);
                let expected = "Black's discs, 0 to 64, with theory_empties, 0 to 60";
                let (score, empties) =
                    pair.ok_or_else(|| self.fail("wthor.theoretical", expected))?;
                u8::try_from(score).ok().zip(u8::try_from(empties).ok())
            }
        };
        Ok(WthorDetail {
            created,
            year: number("year")?,
            tournament: number("tournament")?,
            players: ByColor {
                black: number("black")?,
                white: number("white")?,
            },
            theoretical,
        })
    }

    /// Known scores of the last position.
    fn scores(&mut self) -> Result<(), NotationError> {
        const EXPECTED: &str = "an even number from -64 to 64";
        let score = |value: &Value| {
            let discs = value.as_i64().and_then(|value| i32::try_from(value).ok());
            discs.filter(|discs| discs % 2 == 0).and_then(DiscDiff::new)
        };
        if let Some(value) = self.take("value") {
            self.record.value = Some(score(&value).ok_or_else(|| self.fail("value", EXPECTED))?);
        }
        for value in self.array("scores")? {
            let word = value.get("move").and_then(Value::as_str);
            let turn = word.and_then(|word| word.parse::<Move>().ok());
            let position = self.record.game.position();
            let is_new = |turn: &Move| !self.record.scores.iter().any(|(listed, _)| listed == turn);
            let legal = turn
                .filter(|&turn| position.try_play(turn).is_some())
                .filter(is_new);
            let turn = legal.ok_or_else(|| self.fail("scores", "a legal move, once"))?;
            let score = value.get("score").and_then(score);
            let score = score.ok_or_else(|| self.fail("scores", EXPECTED))?;
            self.record.scores.push((turn, score));
        }
        Ok(())
    }
}

/// `2007-05-22`
fn read_day(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let day = (
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
    );
    parts.next().is_none().then_some(day)
}
