//! The classic evaluation: the few things a player looks at, counted and weighed.
//!
//! Mobility and potential mobility, frontier, corners, C- and X-squares judged by their corner, stable edge discs,
//! parity and discs: each a count for both sides with weights that depend on the number of empty squares. It sees no
//! shapes and looks nothing ahead, so it is not the strongest that can be had; it is the one that can say why.
//!
//! The counts are the classics of the game's literature, from Rose's "Othello: A Minute to Learn…" to the programs
//! Iago (Rosenbloom, 1982) and Bill (Lee and Mahajan, 1990); the weights are fitted to exact endgame scores, see
//! `search/weights/README.md`.

mod c_squares;
mod corners;
mod discs;
mod edges;
mod explanation;
mod mobility;
mod near_corners;
mod parity;
mod potential;
mod term;
mod terms;
mod view;
mod weights;
mod x_squares;

pub use explanation::{Explanation, TermValue};
#[cfg(feature = "train")]
pub(crate) use terms::{LINE_COUNT, PerLine, join};
#[cfg(feature = "train")]
pub(crate) use weights::{ROW_COUNT, Row};
pub use weights::{Weights, WeightsError};

use super::Evaluator;
use crate::probcut::Calibration;
use crate::value::Eval;
use term::Pair;
use terms::LINES;
use view::View;

use xsquare_engine::{Bitboard, Board, Square};

/// The weights that the program is shipped with.
const SHIPPED: &str = include_str!("../../../weights/classic.tsv");

/// Fitted to these weights; see `search/weights/README.md`.
const CALIBRATION: Calibration = Calibration {
    midgame: [2.2895, 0.1294, -0.1916, -0.0186],
    to_the_end: [2.5792, 0.0403, -0.1253, 0.0175],
};

/// The classic evaluation with its weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classic {
    weights: Weights,
    checksum: u64,
}

impl Classic {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        Self {
            checksum: weights.checksum(),
            weights,
        }
    }

    /// The weights in use.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// [`evaluate`](Evaluator::evaluate) for a caller that knows the moves already: `own_moves` are the legal moves of
    /// `board`, `opponent_moves` those of the other side if it were its turn.
    #[inline]
    pub fn evaluate_with_moves(
        &self,
        board: Board,
        own_moves: Bitboard,
        opponent_moves: Bitboard,
    ) -> Eval {
        let row = self.weights.row(board.empty_count());
        let counts = terms::count(&View::new(board, own_moves, opponent_moves));
        let mut units = 0;
        for (pair, weight) in counts.into_iter().zip(row.0) {
            units += value(pair, weight);
        }
        Eval::from_units(units)
    }

    /// The evaluation of `board` term by term. Its [`score`](Explanation::score) is what
    /// [`evaluate`](Evaluator::evaluate) gives.
    ///
    /// ```
    /// use xsquare_engine::Board;
    /// use xsquare_search::eval::Classic;
    /// let explanation = Classic::default().explain(Board::START);
    /// let mobility = explanation.terms[0];
    /// assert_eq!((mobility.name, mobility.own, mobility.opponent), ("mobility", 4, 4));
    /// ```
    pub fn explain(&self, board: Board) -> Explanation {
        let row = self.weights.row(board.empty_count());
        let counts = terms::count(&View::of(board));
        let terms = LINES
            .into_iter()
            .zip(counts.into_iter().zip(row.0))
            .map(|(line, (pair, weight))| TermValue::new(line, pair, value(pair, weight)))
            .collect();
        Explanation { terms }
    }
}

/// By how much the side to move exceeds the other in each count of the evaluation.
#[cfg(feature = "train")]
pub(crate) fn differences(board: Board) -> PerLine<i32> {
    terms::count(&View::of(board)).map(Pair::difference)
}

/// What a pair of counts contributes, in 1/128 disc.
#[inline(always)]
const fn value(pair: Pair, weight: i16) -> i32 {
    pair.difference() * weight as i32
}

impl Default for Classic {
    /// With the weights that the program is shipped with.
    fn default() -> Self {
        Self::new(Weights::from_text(SHIPPED).expect("a test reads the shipped weights"))
    }
}

impl Evaluator for Classic {
    /// The terms are counted from the board alone.
    type State = ();

    #[inline]
    fn start(&self, _board: Board) {}

    #[inline]
    fn play(&self, _state: &(), _square: Square, _flips: Bitboard) {}

    #[inline]
    fn pass(&self, _state: &()) {}

    #[inline]
    fn evaluate(&self, board: Board, _state: &()) -> Eval {
        self.evaluate_with_moves(board, board.legal_moves(), board.opponent_moves())
    }

    #[inline]
    fn evaluate_knowing(&self, board: Board, (): &(), moves: [Bitboard; 2]) -> Eval {
        self.evaluate_with_moves(board, moves[0], moves[1])
    }

    fn calibration(&self) -> &Calibration {
        &CALIBRATION
    }

    fn name(&self) -> &'static str {
        "classic"
    }

    fn checksum(&self) -> u64 {
        self.checksum
    }
}

#[cfg(test)]
mod tests;
