//! Static evaluation: what a position is worth without looking ahead.

pub mod classic;

pub use classic::{Classic, Explanation};

use crate::value::Eval;
use std::fmt;
use xsquare_engine::Board;

/// A static evaluation.
///
/// The same board must give the same value on every CPU, so implementations compute in integers.
pub trait Evaluator: fmt::Debug + Send + Sync {
    /// The expected final score of the side to move, in 1/128 disc, for a position that is not over. The value of a
    /// finished game has no meaning: the search counts the discs itself.
    fn evaluate(&self, board: Board) -> Eval;

    /// The name shown to users.
    fn name(&self) -> &'static str;

    /// A checksum of the weights, so that results can be told apart.
    fn checksum(&self) -> u64;
}
