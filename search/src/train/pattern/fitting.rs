//! From labelled positions to weights: the held-out set, the fit, and how good it is.

use super::design::{Block, blocks};
use super::fit::{FitRecipe, Problem, quantise};
use super::record::Record;
use super::stages::{Progress, TrainError, Workshop};
use crate::eval::pattern::Classes;
use crate::eval::{Evaluator, Patterns, Weights};
use crate::train::ErrorTable;

/// One game in this many is held out.
pub(super) const HELD_OUT: u32 = 25;

/// The unit in which weights are stored, in 1/128 disc.
const UNIT: u8 = 4;

/// What a fit begins with, beside the positions.
#[derive(Debug, Default)]
pub struct Basis<'a> {
    /// The weights of an earlier fit to go on from.
    pub start: Option<Vec<f32>>,
    /// Weights that rare contents are drawn to instead of to zero; there may be more than are fitted.
    pub prior: Option<&'a [f32]>,
    /// The first so many games are real ones.
    pub real_games: usize,
}

/// Weights and how good they are.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Positions that they were fitted on.
    pub fitted_on: usize,
    /// The errors on the positions of the games of self-play that were held out.
    pub held_out: ErrorTable,
    /// The errors on those of the real games that were held out.
    pub held_out_real: ErrorTable,
    /// The mean squared error on all of them after each tenth step, in discs squared.
    pub course: Vec<(u32, f64)>,
    /// The unrounded weights, from which another fit can start.
    pub start: Vec<f32>,
}

impl Workshop<'_> {
    /// Fits weights on labelled positions.
    ///
    /// # Errors
    /// If a phase has no positions, or `stop` was raised.
    pub fn fit(
        &self,
        records: &[Record],
        recipe: &FitRecipe,
        basis: Basis<'_>,
    ) -> Result<Fitted, TrainError> {
        let (held_out, fitted): (Vec<Record>, Vec<Record>) = records
            .iter()
            .partition(|record| record.game % HELD_OUT == 0);
        let fitted_on = fitted.len();
        let is_real = |record: &Record| (record.game as usize) < basis.real_games;
        let weighted: Vec<Record> = fitted
            .into_iter()
            .flat_map(|record| {
                let times = if is_real(&record) {
                    recipe.real_weight
                } else {
                    1
                };
                std::iter::repeat_n(record, times)
            })
            .collect();
        let classes = Classes::new();
        let [test, train] =
            [&held_out, &weighted].map(|records| blocks(records, &recipe.phases, &classes));
        check(&train, &recipe.phases)?;
        let mut course = Vec::new();
        let judge = Problem::new(&[], &classes, recipe);
        let weights = Problem::new(&train, &classes, recipe)
            .with_prior(basis.prior)
            .solve(basis.start, self.stop, &mut |step, weights| {
                if step % 10 == 0 {
                    course.push((step, judge.mean_square(weights, &test)));
                }
                (self.progress)(Progress {
                    stage: "fit",
                    done: step,
                    total: recipe.steps,
                });
            });
        if self.stop.is_stopped() {
            return Err(TrainError::Stopped);
        }
        let stored = quantise(&weights, &recipe.phases, UNIT);
        let judge = Patterns::new(stored.clone());
        let (real, played): (Vec<Record>, Vec<Record>) =
            held_out.iter().partition(|record| is_real(record));
        let [held_out, held_out_real] = [played, real].map(|records| {
            let judged = records.iter().map(|record| (record.board, record.label));
            ErrorTable::of(|board| judge.evaluate_board(board), judged)
        });
        Ok(Fitted {
            held_out,
            held_out_real,
            weights: stored,
            fitted_on,
            course,
            start: weights,
        })
    }
}

/// Every phase needs positions that it has the greater share of, or at the ends any.
fn check(blocks: &[Block], phases: &[u8]) -> Result<(), TrainError> {
    let has_positions = |phase| {
        blocks
            .iter()
            .any(|block| block.left == phase || block.right == phase)
    };
    match (0..phases.len()).find(|&phase| !has_positions(phase)) {
        Some(phase) => Err(TrainError::NoPositions {
            empties: phases[phase],
        }),
        None => Ok(()),
    }
}
