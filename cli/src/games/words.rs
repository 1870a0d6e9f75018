//! Faults and notes of games in words.

use crate::output::text::counted;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use xsquare_engine::Color;
use xsquare_engine::notation::{GameRecord, RecordError};

/// A fault with its place, the game if there is one: `bad.sgf, game 2, line 3, column 5, ply 7: "a1": Black cannot play a1: …`.
pub(crate) fn fault_line(file: &str, error: &RecordError) -> String {
    let mut text = file.to_owned();
    if error.game > 0 {
        let _ = write!(text, ", game {}", error.game);
    }
    let numbers = [
        ("line", error.line),
        ("column", error.column()),
        ("ply", error.ply()),
    ];
    for (word, number) in numbers {
        if let Some(number) = number {
            let _ = write!(text, ", {word} {number}");
        }
    }
    let at_fault = error.text();
    if !at_fault.is_empty() {
        // Escaped: text from files must not steer a terminal.
        let _ = write!(text, ": {at_fault:?}");
    }
    let _ = write!(text, ": {error}");
    text
}

/// The text with control characters shown as `?`: names from files must not steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}

/// The name of a player, or the colour if it is not known.
pub(crate) fn player(record: &GameRecord, side: Color) -> String {
    match record.players[side].name.as_str() {
        "" => side.to_string(),
        name => printable(name),
    }
}

/// Who played, Black first, if the name of either is known: `Leader - Tastet`.
pub(crate) fn between(record: &GameRecord) -> Option<String> {
    let is_known = |&side: &Color| !record.players[side].name.is_empty();
    let [black, white] = Color::ALL.map(|side| player(record, side));
    Color::ALL
        .iter()
        .any(is_known)
        .then(|| format!("{black} - {white}"))
}

/// Things of a kind that happened in many games, counted, with the first of each kept as an example.
#[derive(Debug, Clone)]
pub(crate) struct Tally<K>(BTreeMap<K, (u64, String)>);

impl<K: Ord> Tally<K> {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Counts one; `example` is asked for only the first time.
    pub(crate) fn add(&mut self, kind: K, example: impl FnOnce() -> String) {
        self.add_many(kind, 1, example);
    }

    /// Counts so many.
    pub(crate) fn add_many(&mut self, kind: K, number: u64, example: impl FnOnce() -> String) {
        self.0.entry(kind).or_insert_with(|| (0, example())).0 += number;
    }

    /// What was counted: kind, number, example.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, u64, &str)> {
        self.0
            .iter()
            .map(|(kind, (number, example))| (kind, *number, example.as_str()))
    }
}

/// `1 game`, `1,234 games`.
pub(crate) fn games(number: u64) -> String {
    counted(number, "game")
}
