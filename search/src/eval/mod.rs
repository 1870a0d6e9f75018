//! Static evaluation: what a position is worth without looking ahead.

pub mod classic;
pub mod pattern;

pub use classic::{Classic, Explanation};
pub(crate) use pattern::{Glance, GlanceTable};
pub use pattern::{PatternTerm, Patterns, Weights, WeightsError};

use crate::probcut::Calibration;
use crate::value::Eval;
use std::fmt;
use xsquare_engine::{Bitboard, Board, Square};

/// A static evaluation.
///
/// The same board must give the same value on every CPU, so implementations compute in integers.
///
/// An evaluation may look at features that are cheaper to carry from a position to its successor than to compute
/// anew. A search keeps them in a [`State`](Self::State) beside each board; callers that look at single positions use
/// [`evaluate_board`](Self::evaluate_board).
pub trait Evaluator: fmt::Debug + Send + Sync {
    /// The features of one board, seen by the side to move.
    type State: Clone + fmt::Debug + Send + Sync;

    /// The features of a board.
    fn start(&self, board: Board) -> Self::State;

    /// The features of `board.play_flips(square, flips)`, where `state` holds those of `board`.
    fn play(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State;

    /// The features of `board.pass()`, where `state` holds those of `board`.
    fn pass(&self, state: &Self::State) -> Self::State;

    /// The expected final score of the side to move, in 1/128 disc, for a position that is not over. The value of a
    /// finished game has no meaning: the search counts the discs itself. `state` must hold the features of `board`.
    fn evaluate(&self, board: Board, state: &Self::State) -> Eval;

    /// [`evaluate`](Self::evaluate) for a caller that knows the moves already: `moves` are the legal moves of `board`,
    /// then those of the other side if it were its turn.
    #[inline]
    fn evaluate_knowing(&self, board: Board, state: &Self::State, moves: [Bitboard; 2]) -> Eval {
        let _ = moves;
        self.evaluate(board, state)
    }

    /// A value that is cheaper where there is one, for a caller that wants nothing of it but a good order of the moves.
    #[inline]
    fn evaluate_roughly(&self, board: Board, state: &Self::State, moves: [Bitboard; 2]) -> Eval {
        self.evaluate_knowing(board, state, moves)
    }

    /// [`evaluate`](Self::evaluate) for a caller without a state.
    fn evaluate_board(&self, board: Board) -> Eval {
        self.evaluate(board, &self.start(board))
    }

    /// How far its searches of different depths lie apart: what selective pruning rests on.
    fn calibration(&self) -> &Calibration;

    /// The name shown to users.
    fn name(&self) -> &'static str;

    /// A checksum of the weights and the calibration, so that results can be told apart.
    fn checksum(&self) -> u64;

    /// A checksum of what [`evaluate`](Self::evaluate) depends on: of the weights without the calibration.
    #[cfg(feature = "train")]
    fn static_checksum(&self) -> u64 {
        self.checksum()
    }
}

/// An evaluation that somebody else keeps, for several searchers to share.
impl<E: Evaluator> Evaluator for &E {
    type State = E::State;

    #[inline]
    fn start(&self, board: Board) -> Self::State {
        (**self).start(board)
    }

    #[inline]
    fn play(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State {
        (**self).play(state, square, flips)
    }

    #[inline]
    fn pass(&self, state: &Self::State) -> Self::State {
        (**self).pass(state)
    }

    #[inline]
    fn evaluate(&self, board: Board, state: &Self::State) -> Eval {
        (**self).evaluate(board, state)
    }

    #[inline]
    fn evaluate_knowing(&self, board: Board, state: &Self::State, moves: [Bitboard; 2]) -> Eval {
        (**self).evaluate_knowing(board, state, moves)
    }

    #[inline]
    fn evaluate_roughly(&self, board: Board, state: &Self::State, moves: [Bitboard; 2]) -> Eval {
        (**self).evaluate_roughly(board, state, moves)
    }

    fn calibration(&self) -> &Calibration {
        (**self).calibration()
    }

    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn checksum(&self) -> u64 {
        (**self).checksum()
    }

    #[cfg(feature = "train")]
    fn static_checksum(&self) -> u64 {
        (**self).static_checksum()
    }
}
