//! Where the games of a match begin.

use crate::input::open;
use crate::output::caret::point_at;
use anyhow::{Context, bail};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::io::BufRead;
use std::path::Path;
use xsquare_engine::notation::{LineError, Recognised, lines, recognise};
use xsquare_engine::{Game, Position};

/// The list that the program ships with; its first lines tell how it was made.
const BALANCED: &str = include_str!("../../../data/openings-balanced.txt");

/// The openings that `--openings` names: `balanced`, `start`, or those of a file.
///
/// # Errors
/// If the file cannot be read, has a line that is no position, or has none that can be played on.
pub(crate) fn load(which: &str) -> anyhow::Result<Vec<Game>> {
    match which {
        "start" => Ok(vec![Game::new()]),
        "balanced" => read(BALANCED.as_bytes()).context("in the list of balanced openings"),
        path => {
            let named = || format!("openings from {path}");
            let file = open(Path::new(path))
                .with_context(|| format!("{} (or `balanced`, `start`)", named()))?;
            read(file).with_context(named)
        }
    }
}

fn read(input: impl BufRead) -> anyhow::Result<Vec<Game>> {
    let mut openings = Vec::new();
    for line in lines(input) {
        let line = match line {
            Ok(line) => line,
            Err(LineError::Text {
                number,
                text,
                error,
            }) => bail!(
                "line {number}, {error}\n{}",
                point_at(&text, error.span.range())
            ),
            Err(error) => return Err(error.into()),
        };
        let number = line.number;
        let game = match recognise(&line.text, None) {
            Ok(Recognised::Transcript(transcript)) => transcript.game,
            Ok(other) => Game::from_position(other.position()),
            Err(error) => {
                bail!(
                    "line {number}, {error}\n{}",
                    point_at(&line.text, error.span.range())
                )
            }
        };
        if game.is_over() {
            bail!("line {number}: the game is over there; expected a position to play on from");
        }
        openings.push(game);
    }
    if openings.is_empty() {
        bail!("no opening in it; expected one position or transcript a line");
    }
    Ok(openings)
}

/// Brings openings into the order of a seed.
pub(super) fn shuffle(openings: &mut [Game], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, rng.random_range(0..=last));
    }
}

/// Whether a game begins at the usual start, as programs that take only moves need it.
pub(super) fn is_usual(opening: &Game) -> bool {
    *opening.start() == Position::START
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_list_has_500_openings_of_8_moves_that_no_symmetry_joins() {
        let openings = load("balanced").unwrap();
        assert!(openings.len() >= 500, "{}", openings.len());
        let mut boards = HashSet::new();
        for opening in &openings {
            assert_eq!(opening.turns().len(), 8);
            assert!(is_usual(opening));
            assert_eq!(opening.position().board().empty_count(), 52);
            assert!(boards.insert(opening.position().board().canonical().0));
        }
    }

    #[test]
    fn files_hold_positions_and_transcripts() {
        let text = "% mine\n\nstart\nf5d6c3\n---------------------------OX------XO--------------------------- X\n";
        let openings = read(text.as_bytes()).unwrap();
        let turns: Vec<usize> = openings.iter().map(|game| game.turns().len()).collect();
        assert_eq!(turns, [0, 3, 0]);
        let error = |text: &str| format!("{:#}", read(text.as_bytes()).unwrap_err());
        assert!(error("f5\nf5d6a1\n").starts_with("line 2, ply 3, column 5"));
        assert!(error("f5\0\n").contains("line 1"));
        assert!(error("% nothing\n").contains("no opening"));
        assert!(error("f5d6c5f6e7f4g5e6e3").contains("line 1: the game is over"));
        assert!(load("/no/such/file").is_err());
    }

    #[test]
    fn the_order_is_that_of_the_seed() {
        let all = load("balanced").unwrap();
        let order = |seed| {
            let mut openings = all.clone();
            shuffle(&mut openings, seed);
            openings
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), all);
        let same: HashSet<_> = order(1).iter().map(|game| *game.position()).collect();
        assert_eq!(same.len(), all.len());
    }
}
