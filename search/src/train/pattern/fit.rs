//! Weights by least squares, with the conjugate gradient method on the normal equations.
//!
//! The unknowns are the weights of each class in each phase. To the squared errors are added a ridge, which draws the
//! weights of rare contents to zero as if there were more positions that know nothing of them, and a bond between
//! neighbouring phases, which draws them together where data are few. The steps are scaled by how often each weight is
//! active.
//!
//! Sources: M. R. Hestenes and E. Stiefel (1952) for the method, M. Buro (2002) for its use here.

use super::design::{Block, Row};
use crate::eval::pattern::{Classes, Weights};
use crate::limits::StopFlag;
use crate::value::Eval;
use rayon::prelude::*;

/// What a fit is made of, beside the positions.
#[derive(Debug, Clone, PartialEq)]
pub struct FitRecipe {
    /// The centre of each phase: a number of empty squares, ascending.
    pub phases: Vec<u8>,
    /// Positions that know nothing, for each weight.
    pub ridge: f32,
    /// The strength of the bond between neighbouring phases, in the same unit.
    pub bond: f32,
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
            phases: (0..=14).map(|phase| 4 * phase + 2).collect(),
            ridge: 20.0,
            bond: 10.0,
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
    bases: [usize; size_of::<Row>() / 2],
    classes: usize,
    recipe: &'a FitRecipe,
}

/// What one feature of a row looks like while a block is worked on: both phases side by side.
type Pair = [f32; 2];

impl<'a> Problem<'a> {
    pub(super) fn new(blocks: &'a [Block], classes: &Classes, recipe: &'a FitRecipe) -> Self {
        let importance = blocks
            .iter()
            .map(|block| vec![1.0; block.rows.len()])
            .collect();
        Self {
            blocks,
            importance,
            bases: classes.bases(),
            classes: classes.count(),
            recipe,
        }
    }

    fn len(&self) -> usize {
        self.recipe.phases.len() * self.classes
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
                progress(round * steps + step, weights)
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
                limit / (label - self.predict(&pairs, row, shares)).abs().max(limit)
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
                let mut pull = vec![[0.0; 2]; self.classes];
                let mut diagonal = vec![[0.0; 2]; self.classes];
                for (index, (row, shares)) in block.rows.iter().zip(&block.shares).enumerate() {
                    let importance = self.importance[number][index];
                    let error =
                        importance * (block.labels[index] - self.predict(&pairs, row, shares));
                    for (base, class) in self.bases.iter().zip(row) {
                        let place = base + usize::from(*class);
                        for side in 0..2 {
                            pull[place][side] += error * shares[side];
                            diagonal[place][side] += importance * shares[side] * shares[side];
                        }
                    }
                }
                (number, pull, diagonal)
            })
            .collect();
        let mut residual = self.pull_of_prior(weights);
        residual.par_iter_mut().for_each(|value| *value = -*value);
        let mut scale = vec![self.recipe.ridge + 2.0 * self.recipe.bond; self.len()];
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
                let mut sums = vec![[0.0; 2]; self.classes];
                let rows = block
                    .rows
                    .iter()
                    .zip(&block.shares)
                    .zip(&self.importance[number]);
                for ((row, shares), importance) in rows {
                    let value = importance * self.predict(&pairs, row, shares);
                    let [left, right] = [value * shares[0], value * shares[1]];
                    for (base, class) in self.bases.iter().zip(row) {
                        let place = &mut sums[base + usize::from(*class)];
                        place[0] += left;
                        place[1] += right;
                    }
                }
                sums
            })
            .collect();
        let mut image = self.pull_of_prior(vector);
        for (block, sums) in self.blocks.iter().zip(&sums) {
            self.collect(&mut image, block, sums);
        }
        image
    }

    /// The part of the normal matrix that does not come from positions, times a vector.
    fn pull_of_prior(&self, vector: &[f32]) -> Vector {
        let (ridge, bond, classes) = (self.recipe.ridge, self.recipe.bond, self.classes);
        (0..self.len())
            .into_par_iter()
            .map(|place| {
                let own = vector[place];
                let before = if place >= classes {
                    own - vector[place - classes]
                } else {
                    0.0
                };
                let after = if place + classes < self.len() {
                    own - vector[place + classes]
                } else {
                    0.0
                };
                ridge * own + bond * (before + after)
            })
            .collect()
    }

    /// The values of a vector for a block's two phases, side by side.
    fn pairs(&self, vector: &[f32], block: &Block) -> Vec<Pair> {
        let of = |phase: usize| &vector[phase * self.classes..][..self.classes];
        of(block.left)
            .iter()
            .zip(of(block.right))
            .map(|(&left, &right)| [left, right])
            .collect()
    }

    /// Adds a block's sums to the phases that they belong to.
    fn collect(&self, vector: &mut [f32], block: &Block, sums: &[Pair]) {
        for (phase, side) in [(block.left, 0), (block.right, 1)] {
            let part = &mut vector[phase * self.classes..][..self.classes];
            part.par_iter_mut()
                .zip(sums)
                .with_min_len(1 << 14)
                .for_each(|(value, sum)| *value += sum[side]);
        }
    }

    /// The value of a row.
    #[inline]
    fn predict(&self, pairs: &[Pair], row: &Row, shares: &Pair) -> f32 {
        let mut sums = [0.0; 2];
        for (base, class) in self.bases.iter().zip(row) {
            let pair = pairs[base + usize::from(*class)];
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
                    let error = f64::from(label - self.predict(&pairs, row, shares));
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
