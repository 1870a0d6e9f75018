//! How far an evaluation is from known scores.

use crate::value::Eval;
use std::fmt;
use xsquare_engine::Board;

/// The errors over positions with the same number of empty squares, in discs.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ErrorRow {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of positions.
    pub positions: u32,
    /// The mean distance of the evaluation from the score.
    pub mean_error: f64,
    /// The mean of evaluation less score: positive if the side to move is thought better off than it is.
    pub bias: f64,
    /// The mean distance of the scores from 0, which is the error of an evaluation that knows nothing.
    pub mean_score: f64,
}

/// The errors of an evaluation by number of empty squares, fewest first; numbers without positions are left out.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ErrorTable {
    /// One row for each number of empty squares.
    pub rows: Vec<ErrorRow>,
}

/// Sums over positions with the same number of empty squares, in 1/128 disc.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    positions: u32,
    distance: i64,
    signed: i64,
    score: i64,
}

impl Sums {
    fn add(&mut self, evaluation: Eval, score: Eval) {
        let error = i64::from(evaluation - score);
        self.positions += 1;
        self.distance += error.abs();
        self.signed += error;
        self.score += i64::from(score.units().abs());
    }

    fn row(self, empties: u32) -> ErrorRow {
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let mean = |sum: i64| sum as f64 / f64::from(self.positions) / f64::from(Eval::PER_DISC);
        ErrorRow {
            empties,
            positions: self.positions,
            mean_error: mean(self.distance),
            bias: mean(self.signed),
            mean_score: mean(self.score),
        }
    }
}

impl ErrorTable {
    /// Compares the `value` that an evaluation gives with scores of positions, from the view of the side to move.
    pub fn of(
        value: impl Fn(Board) -> Eval,
        scores: impl IntoIterator<Item = (Board, Eval)>,
    ) -> Self {
        let mut sums = [Sums::default(); 65];
        for (board, score) in scores {
            sums[board.empty_count() as usize].add(value(board), score);
        }
        let rows = (0..)
            .zip(sums)
            .filter(|(_, sums)| sums.positions > 0)
            .map(|(empties, sums)| sums.row(empties))
            .collect();
        Self { rows }
    }
}

/// A Markdown table, discs with two places.
impl fmt::Display for ErrorTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| empties | positions | mean error | bias | mean score |"
        )?;
        write!(f, "|---:|---:|---:|---:|---:|")?;
        for row in &self.rows {
            write!(
                f,
                "\n| {} | {} | {:.2} | {:+.2} | {:.2} |",
                row.empties, row.positions, row.mean_error, row.bias, row.mean_score
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::{DiscDiff, Square};

    #[test]
    fn errors_are_means_by_number_of_empties() {
        let sample = |board: Board, discs| (board, Eval::from(DiscDiff::new(discs).unwrap()));
        let next = Board::START.play(Square::F5).unwrap();
        let samples = [
            sample(Board::START, 10),
            sample(next, 2),
            sample(Board::START, -2),
        ];
        let table = ErrorTable::of(|_| Eval::from_units(2 * Eval::PER_DISC), samples);
        assert_eq!(
            table.to_string(),
            "| empties | positions | mean error | bias | mean score |\n\
             |---:|---:|---:|---:|---:|\n\
             | 59 | 1 | 0.00 | +0.00 | 2.00 |\n\
             | 60 | 2 | 6.00 | -2.00 | 6.00 |"
        );
    }
}
