//! Games of Othello Quest: JSON objects with the players, Black first, and moves under the key `m`.
//!
//! Versions of the app put the moves in different places and add times, ratings and more, so the list of moves is
//! found by its key wherever it stands; what else there is, is told and passed over. The start is always the usual one.

use super::json::{JsonFault, Object, fault_in, play_text};
use super::loss::{Loss, Losses, Unwritable};
use super::write::{clean, has_scores, heading_losses, loses_result};
use super::{GameFormat, GameRecord, RecordNote};
use crate::color::Color;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::error::NotationError;
use crate::position::Position;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The key of a move.
const MOVE: &str = "m";

/// Reads a game.
pub(super) fn read_quest(
    object: &Object,
    text: &str,
) -> Result<(GameRecord, Vec<RecordNote>), NotationError> {
    let mut search = Search::default();
    for (key, value) in object {
        if key != "players" {
            search.visit(key, value);
        }
    }
    let [list] = search.lists.as_slice() else {
        let fault = match search.lists.len() {
            0 => JsonFault::NoGame,
            _ => JsonFault::TwoLists,
        };
        return Err(fault_in(fault, text));
    };
    let mut record = GameRecord::new(Game::new());
    let mut unread = search.unread;
    let mut implied = Vec::new();
    for element in *list {
        let word = element.get(MOVE).and_then(Value::as_str);
        let Some(word) = word else {
            unread.insert("(an element without a move)".to_owned());
            continue;
        };
        let is_place = word.parse().is_ok_and(|turn: Move| turn != Move::Pass);
        if is_place && record.game.pass_if_forced() {
            implied.push(record.game.turns().len());
        }
        play_text(&mut record.game, word, text)?;
        let others = element
            .as_object()
            .into_iter()
            .flat_map(|object| object.keys());
        unread.extend(others.filter(|key| *key != MOVE).cloned());
    }
    players(object, &mut record, &mut unread, text)?;
    let unread = RecordNote::passed_over("keys", &unread);
    let mut notes: Vec<RecordNote> = unread.into_iter().collect();
    notes.extend(RecordNote::implied_passes(&implied));
    Ok((record, notes))
}

/// The lists of moves in an object, and the keys beside them.
#[derive(Default)]
struct Search<'a> {
    lists: Vec<&'a [Value]>,
    unread: BTreeSet<String>,
}

impl<'a> Search<'a> {
    /// Looks into a value; the parser has bounded how deep it goes.
    fn visit(&mut self, key: &str, value: &'a Value) {
        match value {
            Value::Array(values) if values.iter().any(|value| value.get(MOVE).is_some()) => {
                self.lists.push(values);
            }
            Value::Array(values) if key == "moves" && values.is_empty() => self.lists.push(values),
            Value::Object(object) => {
                for (key, value) in object {
                    self.visit(key, value);
                }
            }
            _ => {
                self.unread.insert(key.to_owned());
            }
        }
    }
}

fn players(
    object: &Object,
    record: &mut GameRecord,
    unread: &mut BTreeSet<String>,
    text: &str,
) -> Result<(), NotationError> {
    let Some(players) = object.get("players") else {
        return Ok(());
    };
    let fault = |key: &str, expected| {
        let key = key.to_owned();
        fault_in(JsonFault::Value { key, expected }, text)
    };
    let list = players.as_array().filter(|list| list.len() <= 2);
    let list = list.ok_or_else(|| fault("players", "two players, Black first"))?;
    for (player, side) in list.iter().zip(Color::ALL) {
        let Some(player) = player.as_object() else {
            return Err(fault("players", "objects with a name"));
        };
        for (key, value) in player {
            match (key.as_str(), value) {
                ("name", Value::String(name)) => {
                    name.trim().clone_into(&mut record.players[side].name);
                }
                ("rating", Value::Number(rating)) => {
                    record.players[side].rating = rating.as_f64();
                }
                _ => {
                    unread.insert(format!("players.{key}"));
                }
            }
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Row<'a> {
    players: [PlayerRow<'a>; 2],
    moves: Vec<MoveRow>,
}

#[derive(Serialize)]
struct PlayerRow<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

#[derive(Serialize)]
struct MoveRow {
    m: String,
}

/// Writes a game as an object on one line.
pub(super) fn write_quest(record: &GameRecord, out: &mut String) -> Result<Losses, Unwritable> {
    if *record.game.start() != Position::START {
        return Err(Unwritable::Setup(GameFormat::Quest));
    }
    let mut losses = heading_losses(record).without(&[Loss::Names, Loss::Ratings]);
    let names = Color::ALL.map(|side| clean(&record.players[side].name, &mut losses));
    let player = |side| PlayerRow {
        name: &names[side as usize],
        rating: record.players[side].rating,
    };
    let word = |turn: &Move| match turn {
        Move::Place(square) => square.to_string(),
        Move::Pass => "-".to_owned(),
    };
    let moves = record
        .game
        .turns()
        .iter()
        .map(|turn| MoveRow { m: word(turn) });
    let row = Row {
        players: [player(Color::Black), player(Color::White)],
        moves: moves.collect(),
    };
    let text = serde_json::to_string(&row).expect("the row has neither maps nor fallible values");
    out.push_str(&text);
    out.push('\n');
    losses.add_if(!record.comment.is_empty(), Loss::Comment);
    losses.add_if(has_scores(record), Loss::Scores);
    losses.add_if(loses_result(record), Loss::Result);
    Ok(losses)
}
