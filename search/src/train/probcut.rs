//! Fitting the [`Calibration`] of an evaluation: how far deep searches lie from shallow ones.
//!
//! Positions of self-play games are searched full-width at several depths, the late ones to the end of the game. For
//! each pair of depths and each band of empties the spread of the difference is taken, and a linear form is fitted to
//! its square root, each cell weighing as many positions as it has.

use super::{parallel, selfplay};
use crate::error::SearchError;
use crate::eval::Evaluator;
use crate::limits::{Limits, StopFlag, TableSize, Target, Threads};
use crate::node::{Draft, Node};
use crate::principal::Window;
use crate::probcut::Calibration;
use crate::searcher::{Config, Control, Searcher};
use crate::task::Purpose;
use crate::value::{Eval, Selectivity};
use nalgebra::{Matrix4, Vector4};
use std::collections::BTreeMap;
use thiserror::Error;
use xsquare_engine::Board;

/// The greatest depth of a search that stops before the end of the game.
const MAX_DEPTH: u8 = 9;
/// The most empties that are searched to the end, and the depth of the shallow search against it.
const MAX_TO_THE_END: u32 = 18;
/// Empties in a band.
const BAND: u32 = 4;
/// Fewer differences say nothing about their spread.
const LEAST_COUNT: f64 = 20.0;

/// What one cell of the fit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    to_the_end: bool,
    band: u32,
    depth: u8,
    probe: u8,
}

/// Sums over the differences of a cell, in discs.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn deviation(&self) -> f64 {
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(0.0).sqrt()
    }
}

/// One line of the report: a cell with the spread found and the spread of the fitted form, in discs.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CalibrationRow {
    /// The least number of empties of the band of four.
    pub empties: u32,
    /// The deep search's plies.
    pub depth: u8,
    /// The shallow search's plies.
    pub probe: u8,
    /// Positions.
    pub count: usize,
    /// The mean difference, deep less shallow, in discs.
    pub bias: f64,
    /// The standard deviation found, in discs.
    pub found: f64,
    /// The standard deviation of the fitted form, in discs.
    pub fitted: f64,
}

/// Why no calibration was fitted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CalibrationError {
    /// The system gives no memory or threads.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The stop flag was raised.
    #[error("stopped before the calibration was fitted")]
    Stopped,
    /// The fit says nothing that a search can rest on.
    #[error(
        "{games} games are too few for a calibration: each kind of difference is needed some dozen times"
    )]
    TooFewGames {
        /// The number of games.
        games: u32,
    },
}

impl CalibrationRow {
    /// The numbers of empties that a row is about: this many from [`empties`](Self::empties).
    pub const BAND: u32 = BAND;
}

/// What a calibration is fitted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalibrationRecipe {
    /// Games of self-play.
    pub games: u32,
    /// The number that all games are derived from.
    pub seed: u64,
}

/// Fits the calibration of `evaluator`; also the cells it was fitted to. `progress` is told how many games are done.
/// The coefficients are rounded to four decimal places.
///
/// # Errors
/// If the system gives no memory or threads, `stop` was raised, or the games are too few.
pub fn fit_calibration<E: Evaluator>(
    evaluator: &E,
    recipe: CalibrationRecipe,
    threads: Threads,
    stop: &StopFlag,
    progress: &(dyn Fn(u32) + Sync),
) -> Result<(Calibration, Vec<CalibrationRow>), CalibrationError> {
    let CalibrationRecipe { games, seed } = recipe;
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::MIN,
    };
    let searched = parallel::map(
        games,
        threads,
        || Searcher::new(evaluator, config),
        |searcher, game| {
            if stop.is_stopped() {
                return Vec::new();
            }
            let boards = selfplay::play(evaluator, seed, game);
            // One position of each band of the game, another in each game.
            let chosen = boards
                .into_iter()
                .filter(|board| board.empty_count() % BAND == game % BAND);
            chosen
                .flat_map(|board| differences(searcher, board))
                .collect::<Vec<_>>()
        },
        progress,
    )?;
    if stop.is_stopped() {
        return Err(CalibrationError::Stopped);
    }
    let mut cells: BTreeMap<Cell, Sums> = BTreeMap::new();
    for (cell, difference) in searched.into_iter().flatten() {
        cells.entry(cell).or_default().add(difference);
    }
    cells.retain(|_, sums| sums.count >= LEAST_COUNT);
    let calibration = Calibration {
        midgame: form(&cells, false),
        to_the_end: form(&cells, true),
    };
    if !calibration.is_valid() {
        return Err(CalibrationError::TooFewGames { games });
    }
    let rows = cells
        .iter()
        .map(|(cell, sums)| row(&calibration, *cell, sums))
        .collect();
    Ok((calibration, rows))
}

/// The differences between all pairs of searches of a board, in discs.
fn differences<E: Evaluator>(searcher: &mut Searcher<E>, board: Board) -> Vec<(Cell, f64)> {
    let empties = board.empty_count();
    if board.legal_moves().is_empty() {
        return Vec::new();
    }
    let to_the_end = empties <= MAX_TO_THE_END;
    let limits = Limits::target(Target::Deepest);
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };
    searcher.clear();
    let (scores, _) = searcher.run(Purpose::Estimate, &limits, control, |task| {
        let node = Node::new(board, task.shared.evaluator);
        let last = u8::try_from(empties)
            .unwrap_or(u8::MAX)
            .saturating_sub(1)
            .min(MAX_DEPTH);
        let mut scores: Vec<(u8, i32)> = Vec::new();
        let depths = (0..=last).chain(to_the_end.then(|| u8::try_from(empties).unwrap_or(0)));
        for depth in depths {
            let draft = Draft {
                depth,
                selectivity: Selectivity::Exact,
            };
            let mut line = crate::line::Line::new();
            let score = task.principal(&node, Window::FULL, draft, &mut line);
            scores.push((depth, score.expect("nothing stops this search")));
        }
        scores
    });
    let mut found = Vec::new();
    for &(depth, deep) in &scores {
        for &(probe, shallow) in scores.iter().filter(|&&(probe, _)| probe < depth) {
            let is_end = u32::from(depth) == empties;
            let cell = Cell {
                to_the_end: is_end,
                band: empties / BAND,
                depth,
                probe,
            };
            found.push((cell, f64::from(deep - shallow) / f64::from(Eval::PER_DISC)));
        }
    }
    found
}

/// The middle of a band of empties.
fn middle(cell: Cell) -> f64 {
    f64::from(cell.band * BAND) + f64::from(BAND - 1) / 2.0
}

/// Least squares of the square root of the spread on base, depth, probe and empties.
fn form(cells: &BTreeMap<Cell, Sums>, to_the_end: bool) -> [f64; 4] {
    let mut normal = Matrix4::<f64>::identity() * 1e-6;
    let mut right = Vector4::<f64>::zeros();
    for (cell, sums) in cells
        .iter()
        .filter(|(cell, _)| cell.to_the_end == to_the_end)
    {
        let x = Vector4::new(
            1.0,
            f64::from(cell.depth),
            f64::from(cell.probe),
            middle(*cell),
        );
        normal += sums.count * x * x.transpose();
        right += sums.count * sums.deviation().sqrt() * x;
    }
    let coefficients: [f64; 4] = normal.lu().solve(&right).map_or([0.0; 4], Into::into);
    coefficients.map(|number| (number * 1e4).round() / 1e4)
}

fn row(calibration: &Calibration, cell: Cell, sums: &Sums) -> CalibrationRow {
    let empties = if cell.to_the_end {
        u32::from(cell.depth)
    } else {
        cell.band * BAND + BAND / 2
    };
    let fitted =
        f64::from(calibration.spread(empties, cell.depth, cell.probe)) / f64::from(Eval::PER_DISC);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let count = sums.count as usize;
    CalibrationRow {
        empties: cell.band * BAND,
        depth: cell.depth,
        probe: cell.probe,
        count,
        bias: sums.sum / sums.count,
        found: sums.deviation(),
        fitted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classic;

    fn fit(
        games: u32,
        stop: &StopFlag,
    ) -> Result<(Calibration, Vec<CalibrationRow>), CalibrationError> {
        let recipe = CalibrationRecipe { games, seed: 7 };
        let threads = Threads::available();
        fit_calibration(&Classic::default(), recipe, threads, stop, &|_| ())
    }

    #[test]
    fn too_few_games_and_a_raised_flag_give_no_calibration() {
        let stop = StopFlag::new();
        assert_eq!(
            fit(1, &stop),
            Err(CalibrationError::TooFewGames { games: 1 })
        );
        stop.stop();
        assert_eq!(fit(90, &stop), Err(CalibrationError::Stopped));
    }

    #[test]
    fn deeper_probes_are_nearer_and_the_form_follows_what_was_found() {
        let (calibration, rows) = fit(90, &StopFlag::new()).unwrap();
        assert!(!rows.is_empty());
        assert!(calibration.midgame[2] < 0.0, "{calibration:?}");
        assert!(calibration.to_the_end[2] < 0.0, "{calibration:?}");
        for row in rows.iter().filter(|row| row.count > 100) {
            assert!(
                row.fitted < 3.0 * row.found + 1.0 && row.found < 3.0 * row.fitted,
                "{row:?}"
            );
        }
    }
}
