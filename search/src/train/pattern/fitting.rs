//! From labelled positions to weights: the held-out set, the fit, and how good it is.

use super::design::{Block, blocks};
use super::fit::{FitRecipe, Problem, quantise};
use super::record::Record;
use super::stages::{Progress, TrainError, Workshop};
use crate::eval::pattern::Classes;
use crate::eval::{Evaluator, Patterns, Weights};
use crate::train::ErrorTable;

/// One game in this many is held out.
const HELD_OUT: u32 = 25;

/// The unit in which weights are stored, in 1/128 disc.
const UNIT: u8 = 4;

/// Weights and how good they are.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Positions that they were fitted on.
    pub fitted_on: usize,
    /// The errors on the positions of the games that were held out.
    pub held_out: ErrorTable,
    /// The mean squared error on them after each tenth step, in discs squared.
    pub course: Vec<(u32, f64)>,
    /// The unrounded weights, from which another fit can start.
    pub start: Vec<f32>,
}

impl Workshop<'_> {
    /// Fits weights on labelled positions, starting from those of an earlier fit if there is one.
    ///
    /// # Errors
    /// If a phase has no positions, or `stop` was raised.
    pub fn fit(
        &self,
        records: &[Record],
        recipe: &FitRecipe,
        start: Option<Vec<f32>>,
    ) -> Result<Fitted, TrainError> {
        let (held_out, fitted): (Vec<Record>, Vec<Record>) = records
            .iter()
            .partition(|record| record.game % HELD_OUT == 0);
        let classes = Classes::new();
        let [test, train] =
            [&held_out, &fitted].map(|records| blocks(records, &recipe.phases, &classes));
        check(&train, &recipe.phases)?;
        let mut course = Vec::new();
        let judge = Problem::new(&[], &classes, recipe);
        let weights =
            Problem::new(&train, &classes, recipe).solve(start, self.stop, &mut |step, weights| {
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
        let judged = held_out.iter().map(|record| (record.board, record.label));
        Ok(Fitted {
            held_out: ErrorTable::of(|board| judge.evaluate_board(board), judged),
            weights: stored,
            fitted_on: fitted.len(),
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
