//! Real games that a generation begins with.

use super::samples::read_samples;
use crate::input::read;
use crate::output::{self, text};
use anyhow::{Context, bail};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{WthorLength, parse_wthor};
use xsquare_engine::{Board, Game, Position};
use xsquare_search::train::pattern::Openings;

/// Of a thousand games of self-play, how many leave a real one.
const LEAVE_REAL_GAMES: u32 = 600;

/// The games of WTHOR databases, without those that a position of `exclude` occurs in.
///
/// # Errors
/// If a file cannot be read or is none of the expected, or no game is left.
pub(super) fn openings(real: &[PathBuf], exclude: Option<&Path>) -> anyhow::Result<Openings> {
    let excluded: HashSet<Board> = match exclude {
        None => HashSet::new(),
        Some(path) => {
            let samples = read_samples(path)?;
            samples
                .iter()
                .map(|sample| sample.board.canonical().0)
                .collect()
        }
    };
    let mut games = Vec::new();
    let (mut broken, mut left_out) = (0, 0);
    for path in real {
        let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = parse_wthor(&bytes, WthorLength::Strict)
            .with_context(|| format!("cannot use {}", path.display()))?;
        for game in file.games() {
            let Ok(game) = game else {
                broken += 1;
                continue;
            };
            let boards = boards(&game.game);
            if boards
                .iter()
                .any(|board| excluded.contains(&board.canonical().0))
            {
                left_out += 1;
            } else if !boards.is_empty() {
                games.push(boards);
            }
        }
    }
    if !real.is_empty() {
        if games.is_empty() {
            bail!("no game is left of {} files", real.len());
        }
        output::note(&format!(
            "real games: {}; left out because of positions to be excluded: {left_out}; broken: {broken}",
            text::count(games.len() as u64)
        ));
    }
    Ok(Openings {
        games,
        per_mille: LEAVE_REAL_GAMES,
        excluded,
    })
}

/// The positions of a game in which the side to move has a turn.
fn boards(game: &Game) -> Vec<Board> {
    (0..=game.turns().len())
        .filter_map(|plies| game.position_at(plies))
        .map(Position::board)
        .filter(|board| !board.is_over())
        .collect()
}
