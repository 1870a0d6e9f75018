//! Making the weights of [`Classic`] from nothing but the rules: self-play, exact labels, least squares.
//!
//! The result depends on the [`Recipe`] alone: not on the number of threads, not on the weights that the program is
//! shipped with, and not on how the solver finds its scores.

mod errors;
mod fit;
mod parallel;
pub mod pattern;
mod probcut;
mod samples;
mod search;
mod selfplay;

pub use errors::{ErrorRow, ErrorTable};
pub use probcut::{CalibrationError, CalibrationRecipe, CalibrationRow, fit_calibration};
pub use samples::Sample;

use crate::error::SearchError;
use crate::eval::classic::{Row, Weights, join};
use crate::eval::{Classic, Evaluator};
use crate::limits::Threads;
use samples::Labeller;

/// What a fit is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// Games of the last round; the first is a quarter of it.
    pub games: u32,
    /// The number that all games are derived from.
    pub seed: u64,
    /// Positions with at most this many empty squares are solved (one more in every second game).
    pub solved: u32,
}

/// What a fit is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The round, 1 or 2.
    pub round: u32,
    /// Games played and labelled in this round.
    pub done: u32,
    /// Games of this round.
    pub games: u32,
}

/// Weights and what they were fitted and measured on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The number of positions that they were fitted on.
    pub fitted_on: usize,
    /// The errors on the positions of the games that were held out.
    pub held_out: ErrorTable,
}

/// One game in this many is held out. Games are taken in pairs, so that both ways of labelling are held out alike.
const HELD_OUT: u32 = 10;

/// Fits the weights of the classic evaluation.
///
/// Two rounds: games of a crude evaluation give weights that play better, and their games give the result.
///
/// # Errors
/// If the system gives no memory or threads.
pub fn fit_classic(
    recipe: Recipe,
    threads: Threads,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Fitted, SearchError> {
    let first = Recipe {
        games: recipe.games / 4,
        solved: recipe.solved.min(10),
        ..recipe
    };
    let crude = Classic::new(crude_weights());
    let better = Classic::new(round((1, first), &crude, threads, progress)?.weights);
    round((2, recipe), &better, threads, progress)
}

/// Plays the games of one round with `player`, and fits and measures new weights on them.
fn round(
    (number, recipe): (u32, Recipe),
    player: &Classic,
    threads: Threads,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Fitted, SearchError> {
    let seed = recipe.seed.wrapping_mul(2).wrapping_add(number.into());
    let games = parallel::map(
        recipe.games,
        threads,
        Labeller::new,
        |labeller, game| samples::labelled_game(labeller, player, seed, game, recipe.solved),
        &|done| {
            progress(Progress {
                round: number,
                done,
                games: recipe.games,
            });
        },
    )?;
    let part = |is_held_out: bool| {
        let games = (0..).zip(&games);
        games
            .filter(move |(game, _)| (game / 2 % HELD_OUT == 0) == is_held_out)
            .flat_map(|(_, samples)| samples)
    };
    let weights = fit::fit(part(false));
    let classic = Classic::new(weights.clone());
    Ok(Fitted {
        held_out: ErrorTable::of(
            |board| classic.evaluate_board(board),
            part(true).map(|sample| (sample.board, sample.score.into())),
        ),
        fitted_on: part(false).count(),
        weights,
    })
}

/// The weights to begin with: what every beginner is told, the same at every stage of the game.
fn crude_weights() -> Weights {
    let (mobility, potential, frontier) = ([128], [0], [-64]);
    let (corners, c_squares, x_squares) = ([1024, 512], [-128, 0, 0], [-512, 0, 0]);
    let (edges, parity, discs, tempo) = ([128], [0, 0], [0], [0]);
    let weights = join(
        mobility, potential, frontier, corners, c_squares, x_squares, edges, parity, discs, tempo,
    );
    Weights::from_rows(std::array::from_fn(|_| Row(weights)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_does_not_depend_on_the_number_of_threads() {
        let recipe = Recipe {
            games: 24,
            seed: 1,
            solved: 6,
        };
        let fit = |threads| fit_classic(recipe, Threads::new(threads).unwrap(), &|_| ()).unwrap();
        let one = fit(1);
        assert_eq!(one, fit(3));
        let other = Recipe { seed: 2, ..recipe };
        assert_ne!(
            one.weights,
            fit_classic(other, Threads::ONE, &|_| ()).unwrap().weights
        );
    }

    #[test]
    fn a_fit_on_few_games_already_knows_something() {
        let recipe = Recipe {
            games: 160,
            seed: 1,
            solved: 6,
        };
        let fitted = fit_classic(recipe, Threads::available(), &|_| ()).unwrap();
        assert!(fitted.fitted_on > 4_000);
        for row in fitted.held_out.rows.iter().filter(|row| row.empties <= 6) {
            assert!(row.mean_error < 0.6 * row.mean_score, "{row:?}");
        }
    }
}
