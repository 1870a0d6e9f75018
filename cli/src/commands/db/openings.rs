//! The openings by their names.

use super::score::{HEADS, Score, ScoreRow};
use super::short;
use crate::opening_names;
use crate::output::{self, json, text};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use xsquare_engine::Convention;
use xsquare_engine::notation::GameRecord;

/// What is known of an opening in a collection.
#[derive(Debug, Clone, Copy)]
struct Line {
    score: Score,
    years: Option<(u16, u16)>,
}

/// The openings of a collection.
pub(super) struct Openings {
    lines: HashMap<&'static str, Line>,
    convention: Convention,
}

impl Openings {
    /// None yet; discs are counted this way.
    pub(super) fn new(convention: Convention) -> Self {
        Self {
            lines: HashMap::new(),
            convention,
        }
    }

    pub(super) fn add(&mut self, record: &GameRecord) {
        let opening = opening_names::of_game(&record.game);
        let name = opening.map_or("(no name)", |opening| opening.label);
        let line = self.lines.entry(name).or_insert_with(|| Line {
            score: Score::by(self.convention),
            years: None,
        });
        line.score.add(record);
        if let Some(year) = record.year() {
            let (first, last) = line.years.unwrap_or((year, year));
            line.years = Some((first.min(year), last.max(year)));
        }
    }

    /// Prints the most frequent ones.
    pub(super) fn print(&self, limit: usize, is_json: bool) -> anyhow::Result<()> {
        let mut lines: Vec<_> = self.lines.iter().collect();
        lines.sort_by_key(|(name, line)| (std::cmp::Reverse(line.score.games), **name));
        if !is_json {
            writeln!(
                output::stdout(),
                "{:<36} {:>7} {HEADS}  years",
                "opening",
                "games"
            )?;
        }
        let more = lines.len().saturating_sub(limit);
        for (name, line) in lines.into_iter().take(limit) {
            if is_json {
                json::line(&OpeningRow {
                    schema: "xsquare.db.opening.v1",
                    opening: name,
                    games: line.score.games,
                    score: line.score.row(),
                    first_year: line.years.map(|years| years.0),
                    last_year: line.years.map(|years| years.1),
                })?;
                continue;
            }
            let years = match line.years {
                None => String::new(),
                Some((first, last)) if first == last => first.to_string(),
                Some((first, last)) => format!("{first}-{last}"),
            };
            let text = format!(
                "{:<36} {:>7} {}  {years}",
                short(name, 36),
                text::count(line.score.games),
                line.score.columns(),
            );
            writeln!(output::stdout(), "{}", text.trim_end())?;
        }
        if more > 0 && !is_json {
            writeln!(output::stdout(), "and {more} more (see --limit)")?;
        }
        Ok(())
    }
}

/// `xsquare.db.opening.v1`
#[derive(Debug, Serialize)]
struct OpeningRow {
    schema: &'static str,
    opening: &'static str,
    games: u64,
    #[serde(flatten)]
    score: ScoreRow,
    first_year: Option<u16>,
    last_year: Option<u16>,
}
