//! The games that were found, as a table.

use super::score::result_of;
use super::short;
use crate::opening_names;
use crate::output::{self, json, text};
use serde::Serialize;
use std::io::Write;
use xsquare_engine::notation::{Layout, Passes, RecordRead, write_transcript};
use xsquare_engine::{Convention, Outcome};

/// The first games that were found.
pub(super) struct GameList {
    limit: usize,
    convention: Convention,
    rows: Vec<Row>,
    more: u64,
}

/// `xsquare.db.game.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    file: String,
    game: usize,
    year: Option<u16>,
    event: String,
    black: String,
    white: String,
    /// Black's difference in discs.
    difference: Option<i64>,
    /// `X`, `O` or `draw`.
    winner: Option<&'static str>,
    opening: Option<&'static str>,
    moves: String,
}

impl GameList {
    pub(super) const fn new(limit: usize, convention: Convention) -> Self {
        Self {
            limit,
            convention,
            rows: Vec::new(),
            more: 0,
        }
    }

    pub(super) fn add(&mut self, file: &str, read: &RecordRead) {
        if self.rows.len() >= self.limit {
            self.more += 1;
            return;
        }
        let record = &read.record;
        let result = result_of(record, self.convention);
        self.rows.push(Row {
            schema: "xsquare.db.game.v1",
            file: file.to_owned(),
            game: read.number,
            year: record.year(),
            event: record.event.clone(),
            black: record.players.black.name.clone(),
            white: record.players.white.name.clone(),
            difference: result.and_then(|(_, difference)| difference),
            winner: result.map(|(outcome, _)| match outcome {
                Outcome::Win(xsquare_engine::Color::Black) => "X",
                Outcome::Win(xsquare_engine::Color::White) => "O",
                Outcome::Draw => "draw",
            }),
            opening: opening_names::of_game(&record.game).map(|opening| opening.label),
            moves: write_transcript(record.game.turns(), Layout::Compact, Passes::LeftOut),
        });
    }

    pub(super) fn print(&self, is_json: bool) -> anyhow::Result<()> {
        if is_json {
            self.rows.iter().try_for_each(json::line)?;
            return Ok(());
        }
        let mut out = output::stdout();
        if !self.rows.is_empty() {
            writeln!(
                out,
                "{:>6} {:>4}  {:<20} {:<20} {:>6}  {:<20} opening",
                "game", "year", "black", "white", "result", "event"
            )?;
        }
        let mut file = "";
        for row in &self.rows {
            if row.file != file {
                file = &row.file;
                writeln!(out, "{file}")?;
            }
            let result = match (row.difference, row.winner) {
                (Some(0), _) | (None, Some("draw")) => "0".to_owned(),
                (Some(difference), _) => format!("{difference:+}"),
                (None, Some(winner)) => format!("{winner} won"),
                (None, None) => "?".to_owned(),
            };
            let line = format!(
                "{:>6} {:>4}  {:<20} {:<20} {result:>6}  {:<20} {}",
                row.game,
                row.year.map_or(String::new(), |year| year.to_string()),
                short(&row.black, 20),
                short(&row.white, 20),
                short(&row.event, 20),
                row.opening.unwrap_or_default()
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        if self.more > 0 {
            writeln!(out, "and {} more (see --limit)", text::count(self.more))?;
        }
        Ok(())
    }
}
