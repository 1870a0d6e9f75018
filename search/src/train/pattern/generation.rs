//! The recipes of the shipped weights. The first generation begins with nothing: a small run that starts from the classic
//! evaluation, and the run whose games are played with its weights. Each later one starts from the weights before it.

use super::fit::FitRecipe;
use super::fitting::Fitted;
use super::games::{Habits, Openings};
use super::label::Method;
use super::recipe::Recipe;
use super::stages::{Band, TrainError, Workshop};
use crate::eval::{Classic, Patterns, Weights};
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
        middle_steps: FitRecipe::default().steps,
        fit: FitRecipe::default(),
    }
}

/// The recipe of the great run: some five million positions, about an hour of two cores.
pub fn great(seed: u64) -> Recipe {
    let solved = [
        (0..=5, 30),
        (6..=9, 150),
        (10..=11, 500),
        (12..=12, 1000),
        (13..=13, 600),
        (14..=14, 250),
    ];
    let solved = solved
        .map(|(empties, share)| band(empties, Method::Solve, share))
        .to_vec();
    let searched = [
        (15..=18, 5, 130),
        (19..=22, 5, 100),
        (23..=26, 5, 80),
        (27..=30, 5, 60),
        (31..=34, 4, 45),
        (35..=38, 4, 45),
        (39..=42, 4, 45),
        (43..=46, 4, 45),
        (47..=50, 4, 35),
        (51..=54, 4, 35),
        (55..=58, 4, 35),
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
        middle_steps: FitRecipe::default().steps,
        fit: FitRecipe::default(),
    }
}

/// The recipe of a later generation: some ten million positions, about two hours of two cores.
pub fn next(seed: u64) -> Recipe {
    let solved = [
        (0..=5, 30),
        (6..=9, 100),
        (10..=11, 500),
        (12..=12, 1000),
        (13..=13, 500),
        (14..=14, 300),
        (15..=15, 60),
        (16..=16, 40),
    ];
    let solved = solved
        .map(|(empties, share)| band(empties, Method::Solve, share))
        .to_vec();
    let searched = [
        (15..=18, 130),
        (19..=22, 110),
        (23..=26, 90),
        (27..=30, 80),
        (31..=34, 80),
        (35..=38, 80),
        (39..=42, 80),
        (43..=46, 90),
        (47..=50, 110),
        (51..=54, 200),
        (55..=58, 400),
    ];
    let searched = searched.map(|(empties, share)| vec![band(empties, Method::Searches(4), share)]);
    Recipe {
        habits: Habits {
            seed,
            moves: PATTERN_MOVES,
        },
        games: 2_000_000,
        groups: std::iter::once(solved).chain(searched).collect(),
        middle_steps: 12,
        fit: FitRecipe {
            ridge: 50.0,
            likeness: 2.0,
            real_weight: 4,
            steps: 40,
            ..FitRecipe::default()
        },
    }
}

/// The recipes of a first generation: the small run and the great one.
pub fn first(seed: u64) -> [Recipe; 2] {
    [bootstrap(seed), great(seed.wrapping_add(1))]
}

/// Runs a small recipe and a big one whose games are played with its weights, each in a workshop of its own. `report`
/// is called after each fit.
///
/// # Errors
/// See [`TrainError`]; what is finished stays on disk.
pub fn train_first(
    (small, big): (&Workshop<'_>, &Workshop<'_>),
    [first, second]: &[Recipe; 2],
    report: &mut dyn FnMut(&Fitted),
) -> Result<Fitted, TrainError> {
    let openings = Openings::default();
    let first = small.train(&Classic::default(), &openings, (first, None), report)?;
    let player = Patterns::new(first.weights);
    big.train(&player, &openings, (second, None), report)
}

/// Runs the recipe of a generation that starts from the weights of an `earlier` one. `report` is called after each fit.
///
/// # Errors
/// See [`TrainError`]; what is finished stays on disk.
pub fn train_next(
    workshop: &Workshop<'_>,
    earlier: &Weights,
    openings: &Openings,
    recipe: &Recipe,
    report: &mut dyn FnMut(&Fitted),
) -> Result<Fitted, TrainError> {
    let player = Patterns::new(earlier.clone());
    workshop.train(&player, openings, (recipe, Some(earlier)), report)
}
