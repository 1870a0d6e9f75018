//! Weights by least squares.
//!
//! Each number of empty squares gets a row of its own, fitted on the positions of that number and, with less weight,
//! on those with a few more or fewer: neighbouring rows share most of their data and so change slowly. The rows are
//! fitted from the middle of the game outwards, and each is drawn a little (ridge) to the one before it, so that terms
//! of which a phase holds few examples or none keep the weight that they have where there are more.

use super::samples::Sample;
use crate::eval::classic::{LINE_COUNT, PerLine, ROW_COUNT, Row, Weights, differences};
use crate::value::Eval;
use nalgebra::{SMatrix, SVector};

/// What positions count for that have 0, 1, 2, 3 empty squares more or fewer; others do not count.
const NEARNESS: [f64; 4] = [1.0, 0.75, 0.5, 0.25];

/// The row that is fitted first: there all terms occur, and nearly all games have reached it.
const MIDDLE: usize = 24;

/// The strength of the pull to the row before, as if there were this many positions in which the term occurs once.
const RIDGE: f64 = 1000.0;

type Matrix = SMatrix<f64, LINE_COUNT, LINE_COUNT>;
type Vector = SVector<f64, LINE_COUNT>;

/// The sums that least squares needs, of all positions with the same number of empty squares. Whole numbers: the order
/// of adding does not matter.
#[derive(Debug, Clone)]
struct Sums {
    /// Of products of two terms.
    terms: PerLine<PerLine<i64>>,
    /// Of products of a term and the score.
    scores: PerLine<i64>,
}

impl Sums {
    const NONE: Self = Self {
        terms: [[0; LINE_COUNT]; LINE_COUNT],
        scores: [0; LINE_COUNT],
    };

    fn add(&mut self, sample: &Sample) {
        let terms = differences(sample.board).map(i64::from);
        let score = i64::from(sample.score.discs());
        for (row, term) in terms.into_iter().enumerate() {
            self.scores[row] += term * score;
            for (sum, other) in self.terms[row].iter_mut().zip(terms) {
                *sum += term * other;
            }
        }
    }
}

/// The weights, in 1/128 disc, that come nearest to the scores of the samples.
pub(super) fn fit<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Weights {
    let mut sums = vec![Sums::NONE; ROW_COUNT];
    for sample in samples {
        let empties = sample.board.empty_count() as usize;
        sums[empties.min(ROW_COUNT - 1)].add(sample);
    }
    let mut weights = vec![Vector::zeros(); ROW_COUNT];
    weights[MIDDLE] = solve(&sums, MIDDLE, Vector::zeros());
    for empties in (0..MIDDLE).rev() {
        weights[empties] = solve(&sums, empties, weights[empties + 1]);
    }
    for empties in MIDDLE + 1..ROW_COUNT {
        weights[empties] = solve(&sums, empties, weights[empties - 1]);
    }
    Weights::from_rows(std::array::from_fn(|empties| {
        Row(std::array::from_fn(|term| units(weights[empties][term])))
    }))
}

/// The weights in discs for one number of empty squares, drawn to those of a neighbouring number.
fn solve(sums: &[Sums], empties: usize, neighbour: Vector) -> Vector {
    let (terms, scores) = window(sums, empties);
    let cholesky = (terms + Matrix::identity() * RIDGE)
        .cholesky()
        .expect("sums of squares and a ridge are positive definite");
    cholesky.solve(&(scores + neighbour * RIDGE))
}

/// The weighted sums of the rows around `empties`.
fn window(sums: &[Sums], empties: usize) -> (Matrix, Vector) {
    let (mut terms, mut scores) = (Matrix::zeros(), Vector::zeros());
    for (other, sums) in sums.iter().enumerate() {
        if let Some(&nearness) = NEARNESS.get(other.abs_diff(empties)) {
            terms += Matrix::from_fn(|row, column| float(sums.terms[row][column])) * nearness;
            scores += Vector::from_fn(|row, _| float(sums.scores[row])) * nearness;
        }
    }
    (terms, scores)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "even a billion positions stay below 2^53"
)]
const fn float(sum: i64) -> f64 {
    sum as f64
}

/// Discs in 1/128 disc, rounded.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a weight of more than 255 discs stops there"
)]
fn units(discs: f64) -> i16 {
    (discs * f64::from(Eval::PER_DISC)).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Classic, Evaluator};
    use crate::train::selfplay;

    /// Positions of some games, labelled by what an evaluation with known weights says, in discs.
    fn labelled_by(classic: &Classic) -> Vec<Sample> {
        let boards = (0..100).flat_map(|game| selfplay::play(&Classic::default(), 5, game));
        boards
            .map(|board| Sample {
                board,
                score: classic.evaluate_board(board).nearest_final_score(),
            })
            .collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        // Small enough for scores to stay on the board, and the same in every phase.
        let weights: PerLine<i16> = std::array::from_fn(|term| [40, -20, 60, 0][term % 4]);
        let known = Classic::new(Weights::from_rows(std::array::from_fn(|_| Row(weights))));
        let samples = labelled_by(&known);
        // Often enough for the ridge not to matter.
        let often = std::iter::repeat_n(&samples, 100).flatten();
        let fitted = Classic::new(fit(often));
        for sample in &samples {
            let error = fitted.evaluate_board(sample.board) - known.evaluate_board(sample.board);
            assert!(error.abs() < Eval::PER_DISC, "{:?}: {error}", sample.board);
        }
    }

    #[test]
    fn the_order_of_samples_does_not_matter() {
        let mut samples = labelled_by(&Classic::default());
        let weights = fit(&samples);
        samples.reverse();
        assert_eq!(fit(&samples), weights);
    }

    #[test]
    fn without_samples_every_weight_is_zero() {
        assert_eq!(
            fit(&[]),
            Weights::from_rows(std::array::from_fn(|_| Row::default()))
        );
    }
}
