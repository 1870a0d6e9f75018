//! Games counted beside a book.

use super::options::GamesArgs;
use crate::commands::db::{Moves, Score, Sought};
use crate::games::{GameFiles, fault_line};
use crate::interrupt;
use crate::output;
use std::collections::HashMap;
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{Board, Position};

/// Calls `take` for each game of the files, and returns how many could not be read.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn each(args: &GamesArgs, mut take: impl FnMut(&GameRecord)) -> anyhow::Result<u64> {
    let mut files = GameFiles::new(None, &args.names)?;
    let mut faults = 0;
    for path in &args.games {
        let file = files.open(path)?;
        let name = file.name();
        for item in file {
            match item {
                Ok(read) => take(&read.record),
                Err(error) => {
                    faults += 1;
                    output::complain(&fault_line(&name, &error));
                }
            }
            if interrupt::is_pressed() {
                return Ok(faults);
            }
        }
    }
    Ok(faults)
}

/// The moves that were played from positions; `None` if no games are to be counted.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn moves_from(
    args: &GamesArgs,
    positions: impl Iterator<Item = Position>,
) -> anyhow::Result<Option<Vec<Moves>>> {
    if args.games.is_empty() {
        return Ok(None);
    }
    let mut tables: Vec<(Sought, Moves)> = positions
        .map(|position| (Sought::new(position), Moves::new(position)))
        .collect();
    each(args, |record| {
        for (sought, moves) in &mut tables {
            if let Some(hit) = sought.find(record) {
                moves.add(record, hit);
            }
        }
    })?;
    Ok(Some(tables.into_iter().map(|(_, moves)| moves).collect()))
}

/// How the games fared that came through a position, in whatever order of moves and in whatever symmetry.
#[derive(Debug, Default)]
pub(super) struct Visits(HashMap<Board, Score>);

impl Visits {
    /// Counts the games; `None` if none are to be counted.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn count(args: &GamesArgs) -> anyhow::Result<Option<Self>> {
        if args.games.is_empty() {
            return Ok(None);
        }
        let mut visits = Self::default();
        each(args, |record| {
            let game = &record.game;
            for position in (0..=game.turns().len()).map_while(|plies| game.position_at(plies)) {
                let canonical = position.board().canonical().0;
                visits.0.entry(canonical).or_default().add(record);
            }
        })?;
        Ok(Some(visits))
    }

    /// The games through a board.
    pub(super) fn of(&self, board: Board) -> Score {
        let score = self.0.get(&board.canonical().0);
        score.copied().unwrap_or_default()
    }
}
