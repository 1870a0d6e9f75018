//! The openings by their names.

use super::score::{HEADS, Score, ScoreRow};
use super::short;
use crate::output::{self, json, text};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use xsquare_engine::notation::{GameRecord, parse_transcript};
use xsquare_engine::{Board, Game};

/// Names and the moves that lead to them, one a line.
const LINES: &str = include_str!("../../../data/openings.tsv");

/// The openings with a name, by their positions: an opening is what stands on the board, in whatever order the moves
/// came and in whatever symmetry.
pub(super) struct Book {
    names: HashMap<Board, &'static str>,
    /// Turns of the longest and the shortest opening.
    longest: usize,
    shortest: usize,
}

impl Book {
    /// The openings that the program knows.
    pub(super) fn new() -> Self {
        let mut book = Self {
            names: HashMap::new(),
            longest: 0,
            shortest: usize::MAX,
        };
        let lines = LINES.lines().filter(|line| !line.starts_with('#'));
        for (moves, name) in lines.filter_map(|line| line.split_once('\t')) {
            let Ok(read) = parse_transcript(moves) else {
                continue;
            };
            let board = read.game.position().board();
            let turns = read.game.turns().len();
            book.longest = book.longest.max(turns);
            book.shortest = book.shortest.min(turns);
            book.names.insert(board.canonical().0, name);
        }
        book
    }

    /// All names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.values().copied()
    }

    /// The name of the latest position of a game that has one.
    pub(super) fn opening(&self, game: &Game) -> Option<&'static str> {
        let last = self.longest.min(game.turns().len());
        (self.shortest..=last).rev().find_map(|plies| {
            let (board, _) = game.position_at(plies)?.board().canonical();
            self.names.get(&board).copied()
        })
    }
}

/// What is known of an opening in a collection.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    score: Score,
    years: Option<(u16, u16)>,
}

/// The openings of a collection.
pub(super) struct Openings(HashMap<&'static str, Line>);

impl Openings {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    pub(super) fn add(&mut self, record: &GameRecord, book: &Book) {
        let name = book.opening(&record.game).unwrap_or("(no name)");
        let line = self.0.entry(name).or_default();
        line.score.add(record);
        if let Some(year) = record.year() {
            let (first, last) = line.years.unwrap_or((year, year));
            line.years = Some((first.min(year), last.max(year)));
        }
    }

    /// Prints the most frequent ones.
    pub(super) fn print(&self, limit: usize, is_json: bool) -> anyhow::Result<()> {
        let mut lines: Vec<_> = self.0.iter().collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_opening() {
        let lines = LINES.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let (moves, _) = line.split_once('\t').unwrap();
            parse_transcript(moves).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        assert!(Book::new().names().count() > 70);
    }

    #[test]
    fn openings_count_in_every_symmetry_and_order() {
        let book = Book::new();
        let name = |moves| book.opening(&parse_transcript(moves).unwrap().game);
        assert_eq!(name("c4c3d3c5b2"), Some("X-square Opening"));
        assert_eq!(name("f5f6e6f4"), name("c4c3d3c5"));
        assert_eq!(name("f5f6"), Some("Diagonal Opening"));
        assert_eq!(name("f5f4"), Some("Parallel Opening"));
        assert_eq!(name("f5"), None);
    }
}
