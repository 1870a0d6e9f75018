//! The recipes of the shipped weights: a small run that starts from the classic evaluation, and the run whose games are
//! played with its weights.

use super::fit::FitRecipe;
use super::fitting::Fitted;
use super::games::{Habits, Openings};
use super::label::Method;
use super::recipe::Recipe;
use super::stages::{Band, TrainError, Workshop};
use crate::eval::{Classic, Patterns};
use std::ops::RangeInclusive;

/// Moves that the classic evaluation looks ahead in the small run's games.
const CLASSIC_MOVES: u8 = 2;
/// Moves that the players of the great run look ahead: their evaluation is better, but its tables are too large to stay
/// in the cache from one move of a game to the next.
const PATTERN_MOVES: u8 = 1;

const fn band(empties: RangeInclusive<u32>, method: Method, per_mille: u32) -> Band {
    Band {
        empties,
        method,
        per_mille,
    }
}

/// The recipe of the small run: half a million positions, minutes of work.
pub fn bootstrap(seed: u64) -> Recipe {
    let solved = [
        (0..=5, 50),
        (6..=9, 300),
        (10..=11, 700),
        (12..=12, 1000),
        (13..=13, 400),
        (14..=14, 200),
    ];
    let solved = solved
        .map(|(empties, share)| band(empties, Method::Solve, share))
        .to_vec();
    let searched = (15..=55)
        .step_by(4)
        .map(|first| vec![band(first..=first + 3, Method::Search(4), 150)]);
    Recipe {
        habits: Habits {
            seed,
            moves: CLASSIC_MOVES,
        },
        games: 60_000,
        groups: std::iter::once(solved).chain(searched).collect(),
        fit: FitRecipe::default(),
    }
}

/// The recipe of the great run: some nine million positions, about an hour of two cores.
pub fn great(seed: u64) -> Recipe {
    let solved = [
        (0..=5, 30),
        (6..=9, 150),
        (10..=11, 500),
        (12..=12, 1000),
        (13..=13, 600),
        (14..=14, 250),
        (15..=15, 40),
        (16..=16, 20),
    ];
    let solved = solved
        .map(|(empties, share)| band(empties, Method::Solve, share))
        .to_vec();
    let searched = [
        (15..=18, 5, 225),
        (19..=22, 5, 175),
        (23..=26, 5, 150),
        (27..=30, 5, 110),
        (31..=34, 4, 80),
        (35..=38, 4, 80),
        (39..=42, 4, 80),
        (43..=46, 4, 80),
        (47..=50, 4, 60),
        (51..=54, 4, 60),
        (55..=58, 4, 60),
    ];
    let searched =
        searched.map(|(empties, moves, share)| vec![band(empties, Method::Search(moves), share)]);
    Recipe {
        habits: Habits {
            seed,
            moves: PATTERN_MOVES,
        },
        games: 800_000,
        groups: std::iter::once(solved).chain(searched).collect(),
        fit: FitRecipe::default(),
    }
}

/// The recipes of a generation: the small run and the great one.
pub fn generation(seed: u64) -> [Recipe; 2] {
    [bootstrap(seed), great(seed.wrapping_add(1))]
}

/// Runs a small recipe and a big one whose games are played with its weights, each in a workshop of its own. `report`
/// is called after each fit.
///
/// # Errors
/// See [`TrainError`]; what is finished stays on disk.
pub fn train_generation(
    (small, big): (&Workshop<'_>, &Workshop<'_>),
    [first, second]: &[Recipe; 2],
    report: &mut dyn FnMut(&Fitted),
) -> Result<Fitted, TrainError> {
    let openings = Openings::default();
    let first = small.train(&Classic::default(), &openings, first, report)?;
    let player = Patterns::new(first.weights);
    big.train(&player, &openings, second, report)
}
