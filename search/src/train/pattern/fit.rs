//! Weights by least squares, with the conjugate gradient method on the normal equations.
//!
//! The unknowns are the weights of each class in each phase. To the squared errors are added a ridge, which draws the
//! weights of rare contents to zero as if there were more positions that know nothing of them, and bonds between
//! neighbouring phases and between similar contents, which draw them together where data are few. With the weights of an
//! earlier generation, ridge and likeness apply to what is new. The steps are scaled by how often each weight is active.
//!
//! Sources: M. R. Hestenes and E. Stiefel (1952) for the method, M. Buro (2002) for its use here.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a fit is arithmetic with rounding"
)]

use super::design::{Block, Row};
use super::likeness;
use crate::eval::pattern::{Classes, FeatureSet, Weights};
use crate::limits::StopFlag;
use crate::value::Eval;
use rayon::prelude::*;

/// What a fit is made of, beside the positions.
#[derive(Debug, Clone, PartialEq)]
pub struct FitRecipe {
    /// What the positions are seen by; the weights of other features stay zero.
    pub features: FeatureSet,
    /// The centre of each phase: a number of empty squares, ascending.
    pub phases: Vec<u8>,
    /// Positions that know nothing, for each weight.
    pub ridge: f32,
    /// The strength of the bond between neighbouring phases, in the same unit.
    pub bond: f32,
    /// The strength of the bond between contents that differ in one square, in the same unit.
    pub likeness: f32,
    /// How often positions of real games count.
    pub real_weight: usize,
    /// Steps of the method.
    pub steps: u32,
    /// Errors beyond this many discs count linearly, not squared: the mean error matters, not the worst.
    pub outlier: f32,
    /// How often the errors are looked at anew to find the outliers, at least 1; the steps are shared among them.
    pub rounds: u32,
}

impl Default for FitRecipe {
    fn default() -> Self {
        Self {
            features: FeatureSet::All,
            phases: (0..=14).map(|phase| 4 * phase + 2).collect(),
            ridge: 4.0,
            bond: 150.0,
            likeness: 0.0,
            real_weight: 1,
            steps: 60,
            outlier: 64.0,
            rounds: 1,
        }
    }
}

/// Unknowns: phase by phase, class by class.
type Vector = Vec<f32>;

/// The equations of a fit.
pub(super) struct Problem<'a> {
    blocks: &'a [Block],
    /// For each block and row: what its squared error counts.
    importance: Vec<Vec<f32>>,
    /// The features in use and the first class that each of them can have.
    bases: Vec<(usize, usize)>,
    classes: &'a Classes,
    /// Number of classes.
    count: usize,
    recipe: &'a FitRecipe,
    /// Where the ridge draws the weights to, if not to zero.
    prior: Option<&'a [f32]>,
}

/// What one feature of a row looks like while a block is worked on: both phases side by side.
type Pair = [f32; 2];

impl<'a> Problem<'a> {
    pub(super) fn new(blocks: &'a [Block], classes: &'a Classes, recipe: &'a FitRecipe) -> Self {
        let importance = blocks
            .iter()
            .map(|block| vec![1.0; block.rows.len()])
            .collect();
        Self {
            blocks,
            importance,
            bases: bases(classes, recipe.features),
            classes,
            count: classes.count(),
            recipe,
            prior: None,
        }
    }

    /// Draws the weights to these instead of to zero; there may be more than are fitted.
    pub(super) const fn with_prior(mut self, prior: Option<&'a [f32]>) -> Self {
        self.prior = prior;
        self
    }

    fn len(&self) -> usize {
        self.recipe.phases.len() * self.count
    }

    /// The fitted weights, starting from `weights` (zeros if there are none). `progress` is told the steps done.
    /// Ends early, with what it has, if `stop` is raised.
    pub(super) fn solve(
        &mut self,
        weights: Option<Vector>,
        stop: &StopFlag,
        progress: &mut dyn FnMut(u32, &[f32]),
    ) -> Vector {
        let mut weights = weights.unwrap_or_else(|| vec![0.0; self.len()]);
        let rounds = self.recipe.rounds.max(1);
        for round in 0..rounds {
            if round > 0 {
                self.weigh(&weights);
            }
            let steps = self.recipe.steps / rounds;
            self.descend(&mut weights, steps, stop, &mut |step, weights| {
                progress(round * steps + step, weights);
            });
        }
        weights
    }

    /// Steps of the conjugate gradient method with diagonal scaling.
    fn descend(
        &self,
        weights: &mut Vector,
        steps: u32,
        stop: &StopFlag,
        progress: &mut dyn FnMut(u32, &[f32]),
    ) {
        let (mut residual, scale) = self.gradient(weights);
        let mut scaled = zip(&residual, &scale, |r, s| r * s);
        let mut direction = scaled.clone();
        let mut norm = dot(&residual, &scaled);
        for step in 1..=steps {
            if stop.is_stopped() || norm <= f64::from(f32::MIN_POSITIVE) {
                break;
            }
            let image = self.apply(&direction);
            let length = (norm / dot(&direction, &image)) as f32;
            add(weights, length, &direction);
            add(&mut residual, -length, &image);
            scaled = zip(&residual, &scale, |r, s| r * s);
            let next = dot(&residual, &scaled);
            let share = (next / norm) as f32;
            direction
                .par_iter_mut()
                .zip(&scaled)
                .for_each(|(d, s)| *d = s + share * *d);
            norm = next;
            progress(step, weights);
        }
    }

    /// Gives each row the importance of its error: full up to the limit, beyond it so that the error counts linearly.
    fn weigh(&mut self, weights: &[f32]) {
        let limit = self.recipe.outlier;
        let importance = self.blocks.par_iter().map(|block| {
            let pairs = self.pairs(weights, block);
            let rows = block.rows.iter().zip(&block.shares).zip(&block.labels);
            rows.map(|((row, shares), label)| {
                limit
                    / (label - self.predict(&pairs, row, *shares))
                        .abs()
                        .max(limit)
            })
            .collect()
        });
        self.importance = importance.collect();
    }

    /// Half the negative gradient at `weights`, and the inverse of the diagonal.
    fn gradient(&self, weights: &[f32]) -> (Vector, Vector) {
        let sums: Vec<(usize, Vec<Pair>, Vec<Pair>)> = (0..self.blocks.len())
            .into_par_iter()
            .map(|number| {
                let block = &self.blocks[number];
                let pairs = self.pairs(weights, block);
                let mut pull = vec![[0.0; 2]; self.count];
                let mut diagonal = vec![[0.0; 2]; self.count];
                for (index, (row, shares)) in block.rows.iter().zip(&block.shares).enumerate() {
                    let importance = self.importance[number][index];
                    let error =
                        importance * (block.labels[index] - self.predict(&pairs, row, *shares));
                    for &(feature, base) in &self.bases {
                        let place = base + usize::from(row[feature]);
                        for side in 0..2 {
                            pull[place][side] += error * shares[side];
                            diagonal[place][side] += importance * shares[side] * shares[side];
                        }
                    }
                }
                (number, pull, diagonal)
            })
            .collect();
        let mut residual = self.pull_to_prior(weights);
        let mut scale = self.diagonal_of_prior();
        for (number, pull, diagonal) in &sums {
            self.collect(&mut residual, &self.blocks[*number], pull);
            self.collect(&mut scale, &self.blocks[*number], diagonal);
        }
        scale
            .par_iter_mut()
            .for_each(|value| *value = 1.0 / value.max(1e-6));
        (residual, scale)
    }

    /// The normal matrix times a vector.
    fn apply(&self, vector: &[f32]) -> Vector {
        let sums: Vec<Vec<Pair>> = (0..self.blocks.len())
            .into_par_iter()
            .map(|number| {
                let block = &self.blocks[number];
                let pairs = self.pairs(vector, block);
                let mut sums = vec![[0.0; 2]; self.count];
                let rows = block
                    .rows
                    .iter()
                    .zip(&block.shares)
                    .zip(&self.importance[number]);
                for ((row, shares), importance) in rows {
                    let value = importance * self.predict(&pairs, row, *shares);
                    let [left, right] = [value * shares[0], value * shares[1]];
                    for &(feature, base) in &self.bases {
                        let place = &mut sums[base + usize::from(row[feature])];
                        place[0] += left;
                        place[1] += right;
                    }
                }
                sums
            })
            .collect();
        let mut image = self.pull(vector, vector);
        for (block, sums) in self.blocks.iter().zip(&sums) {
            self.collect(&mut image, block, sums);
        }
        image
    }

    /// Half the negative gradient of all terms that do not come from positions.
    fn pull_to_prior(&self, weights: &[f32]) -> Vector {
        let mut pull = match self.prior {
            None => self.pull(weights, weights),
            Some(prior) => self.pull(
                weights,
                &zip(weights, prior, |weight, prior| weight - prior),
            ),
        };
        pull.par_iter_mut().for_each(|value| *value = -*value);
        pull
    }

    /// Ridge and likeness at `new`, the bond between phases at `weights`.
    fn pull(&self, weights: &[f32], new: &[f32]) -> Vector {
        let (ridge, bond, count) = (self.recipe.ridge, self.recipe.bond, self.count);
        let mut pull: Vector = (0..self.len())
            .into_par_iter()
            .map(|place| {
                let own = weights[place];
                let before = if place >= count {
                    own - weights[place - count]
                } else {
                    0.0
                };
                let after = if place + count < self.len() {
                    own - weights[place + count]
                } else {
                    0.0
                };
                ridge * new[place] + bond * (before + after)
            })
            .collect();
        if self.recipe.likeness > 0.0 {
            likeness::add_pulls(self.classes, self.recipe.likeness, new, &mut pull);
        }
        pull
    }

    /// The diagonal of the part of the normal matrix that does not come from positions.
    fn diagonal_of_prior(&self) -> Vector {
        let mut diagonal = vec![self.recipe.ridge + 2.0 * self.recipe.bond; self.len()];
        let degrees = likeness::degrees(self.classes);
        diagonal.par_chunks_mut(self.count).for_each(|phase| {
            for (value, degree) in phase.iter_mut().zip(&degrees) {
                *value += self.recipe.likeness * degree;
            }
        });
        diagonal
    }

    /// The values of a vector for a block's two phases, side by side.
    fn pairs(&self, vector: &[f32], block: &Block) -> Vec<Pair> {
        let of = |phase: usize| &vector[phase * self.count..][..self.count];
        of(block.left)
            .iter()
            .zip(of(block.right))
            .map(|(&left, &right)| [left, right])
            .collect()
    }

    /// Adds a block's sums to the phases that they belong to.
    fn collect(&self, vector: &mut [f32], block: &Block, sums: &[Pair]) {
        for (phase, side) in [(block.left, 0), (block.right, 1)] {
            let part = &mut vector[phase * self.count..][..self.count];
            part.par_iter_mut()
                .zip(sums)
                .with_min_len(1 << 14)
                .for_each(|(value, sum)| *value += sum[side]);
        }
    }

    /// The value of a row.
    #[inline]
    fn predict(&self, pairs: &[Pair], row: &Row, shares: Pair) -> f32 {
        let mut sums = [0.0; 2];
        for &(feature, base) in &self.bases {
            let pair = pairs[base + usize::from(row[feature])];
            sums[0] += pair[0];
            sums[1] += pair[1];
        }
        sums[0] * shares[0] + sums[1] * shares[1]
    }

    /// The mean squared error over all rows of other blocks, in discs squared.
    pub(super) fn mean_square(&self, weights: &[f32], blocks: &[Block]) -> f64 {
        let sums: Vec<(f64, usize)> = blocks
            .par_iter()
            .map(|block| {
                let pairs = self.pairs(weights, block);
                let rows = block.rows.iter().zip(&block.shares).zip(&block.labels);
                let squares = rows.map(|((row, shares), label)| {
                    let error = f64::from(label - self.predict(&pairs, row, *shares));
                    error * error
                });
                (squares.sum(), block.rows.len())
            })
            .collect();
        let (sum, count) = sums
            .iter()
            .fold((0.0, 0), |(sum, count), (s, c)| (sum + s, count + c));
        sum / count.max(1) as f64
    }
}

/// The features of a set, and the first class that each can have.
fn bases(classes: &Classes, features: FeatureSet) -> Vec<(usize, usize)> {
    let chosen = classes.bases().into_iter().enumerate();
    chosen
        .filter(|&(feature, _)| features.contains(feature))
        .collect()
}

/// The weights as they are stored, in `unit`/128 disc.
pub(super) fn quantise(weights: &[f32], phases: &[u8], unit: u8) -> Weights {
    let scale = Eval::PER_DISC as f32 / f32::from(unit);
    let round = |weight: &f32| {
        (weight * scale)
            .round()
            .clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    };
    Weights::new(phases.to_vec(), unit, weights.iter().map(round).collect())
}

fn zip(one: &[f32], other: &[f32], with: impl Fn(f32, f32) -> f32 + Sync) -> Vector {
    one.par_iter()
        .zip(other)
        .map(|(&one, &other)| with(one, other))
        .collect()
}

fn add(to: &mut [f32], factor: f32, vector: &[f32]) {
    to.par_iter_mut()
        .zip(vector)
        .for_each(|(to, value)| *to += factor * value);
}

/// Sums in pieces of fixed size, so that the result does not depend on the number of threads.
fn dot(one: &[f32], other: &[f32]) -> f64 {
    let pieces: Vec<f64> = one
        .par_chunks(1 << 16)
        .zip(other.par_chunks(1 << 16))
        .map(|(one, other)| {
            one.iter()
                .zip(other)
                .map(|(&a, &b)| f64::from(a) * f64::from(b))
                .sum()
        })
        .collect();
    pieces.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::design::blocks;
    use super::super::record::{Record, Source};
    use super::*;
    use crate::eval::pattern::tests::random_weights;
    use crate::eval::{Classic, Evaluator, Patterns};
    use crate::train::selfplay;

    /// Positions labelled by `judge`.
    fn records(judge: &impl Evaluator, games: u32) -> Vec<Record> {
        let positions = (0..games).flat_map(|game| {
            selfplay::play(&Classic::default(), 4, game)
                .into_iter()
                .map(move |board| (game, board))
        });
        positions
            .map(|(game, board)| Record {
                board,
                label: judge.evaluate_board(board),
                source: Source::Search(1),
                game,
            })
            .collect()
    }

    fn recipe(steps: u32) -> FitRecipe {
        FitRecipe {
            phases: vec![10, 30, 50],
            ridge: 0.01,
            bond: 0.0,
            steps,
            ..FitRecipe::default()
        }
    }

    fn fit(records: &[Record], recipe: &FitRecipe) -> (Vec<f32>, f64) {
        let classes = Classes::new();
        let blocks = blocks(records, &recipe.phases, &classes);
        let mut problem = Problem::new(&blocks, &classes, recipe);
        let weights = problem.solve(None, &StopFlag::new(), &mut |_, _| ());
        let error = problem.mean_square(&weights, &blocks);
        (weights, error)
    }

    #[test]
    fn labels_that_weights_can_explain_are_explained() {
        let judge = Patterns::new(random_weights(1));
        let records = records(&judge, 4);
        let mean_square =
            records.iter().map(|r| r.label.discs().powi(2)).sum::<f64>() / records.len() as f64;
        let (weights, error) = fit(&records, &recipe(80));
        assert!(error < 1e-3 * mean_square, "{error} of {mean_square}");
        // The stored weights are the fitted ones: the evaluation's error is that of the fit, but for rounding.
        let stored = Patterns::new(quantise(&weights, &recipe(80).phases, 1));
        let square = |record: &Record| {
            (stored.evaluate_board(record.board).discs() - record.label.discs()).powi(2)
        };
        let stored_error = records.iter().map(square).sum::<f64>() / records.len() as f64;
        assert!(
            (stored_error - error).abs() < 0.02 + error,
            "{stored_error} instead of {error}"
        );
    }

    #[test]
    fn the_gradient_vanishes_at_the_solution() {
        let records = records(&Classic::default(), 3);
        let recipe = FitRecipe {
            ridge: 5.0,
            bond: 3.0,
            ..recipe(150)
        };
        let classes = Classes::new();
        let blocks = blocks(&records, &recipe.phases, &classes);
        let mut problem = Problem::new(&blocks, &classes, &recipe);
        let norm =
            |weights: &Vec<f32>| dot(&problem.gradient(weights).0, &problem.gradient(weights).0);
        let before = norm(&vec![0.0; problem.len()]);
        let weights = {
            let mut problem = Problem::new(&blocks, &classes, &recipe);
            problem.solve(None, &StopFlag::new(), &mut |_, _| ())
        };
        let after = norm(&weights);
        assert!(after < 1e-6 * before, "{after} of {before}");
        // The scale is the inverse of the diagonal of the matrix that is applied.
        let (_, scale) = problem.gradient(&weights);
        let mut unit = vec![0.0; problem.len()];
        let place = problem.len() / 2 - 7;
        unit[place] = 1.0;
        assert!((problem.apply(&unit)[place] * scale[place] - 1.0).abs() < 1e-3);
        problem.weigh(&weights);
    }

    #[test]
    fn outliers_lose_importance() {
        let mut records = records(&Classic::default(), 30);
        let truth: Vec<f64> = records.iter().map(|record| record.label.discs()).collect();
        for record in records.iter_mut().step_by(9) {
            record.label = Eval::MAX;
        }
        let recipe = FitRecipe {
            ridge: 30.0,
            ..recipe(60)
        };
        let distance = |recipe: &FitRecipe| {
            let fitted = Patterns::new(quantise(&fit(&records, recipe).0, &recipe.phases, 1));
            let values = records
                .iter()
                .map(|record| fitted.evaluate_board(record.board).discs());
            values
                .zip(&truth)
                .map(|(value, truth)| (value - truth).abs())
                .sum::<f64>()
        };
        let plain = distance(&recipe);
        let robust = distance(&FitRecipe {
            outlier: 2.0,
            rounds: 3,
            ..recipe
        });
        assert!(robust < 0.95 * plain, "{robust} instead of {plain}");
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let records = records(&Classic::default(), 4);
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                fit(
                    &records,
                    &FitRecipe {
                        rounds: 2,
                        outlier: 4.0,
                        ..recipe(8)
                    },
                )
                .0
            })
        };
        assert_eq!(on(1), on(3));
    }
}
