//! The pattern evaluation: the sum of fitted weights for the contents of 64 patterns and a few counts.
//!
//! Source: the method is that of M. Buro's Logistello ("Improving heuristic mini-max search by supervised learning",
//! 2002). See `families` for the patterns, `layout` for how they are coded, `tables` for the phases of the game and
//! `weights` for the file.

mod access;
mod families;
mod features;
mod glance;
mod lanes;
mod layout;
mod scalars;
mod shipped;
mod tables;
mod ties;
mod weights;

pub use features::Features;
#[cfg(feature = "train")]
pub use glance::FeatureSet;
pub(crate) use glance::{Glance, GlanceTable};
#[cfg(feature = "train")]
pub(crate) use tables::Blend;
pub use weights::{Weights, WeightsError};

use super::Evaluator;
use crate::probcut::Calibration;
use crate::value::Eval;
use layout::{IMAGES, SEGMENTS, segment_of};
use tables::{NAMED, Table, Tables};
use xsquare_engine::{Bitboard, Board, Square};

/// The pattern evaluation with its weights.
#[derive(Debug)]
pub struct Patterns {
    tables: Tables,
}

impl Patterns {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        Self {
            tables: Tables::new(weights),
        }
    }

    /// The weights in use.
    pub const fn weights(&self) -> &Weights {
        self.tables.weights()
    }

    /// What each family of patterns and each other feature contributes to the value of `board`, always in the same
    /// order. The sum, clamped to the board, is what [`evaluate`](Evaluator::evaluate) gives.
    ///
    /// ```
    /// use xsquare_engine::Board;
    /// use xsquare_search::Eval;
    /// use xsquare_search::eval::{Evaluator, Patterns};
    /// let patterns = Patterns::default();
    /// let sum = patterns.terms(Board::START).iter().map(|term| term.value).sum();
    /// assert_eq!(Eval::from_units(sum), patterns.evaluate_board(Board::START));
    /// ```
    pub fn terms(&self, board: Board) -> Vec<PatternTerm> {
        let table = self.tables.of(board.empty_count());
        let mut terms: Vec<PatternTerm> = SEGMENTS
            .iter()
            .map(|segment| PatternTerm {
                name: segment.name,
                value: 0,
            })
            .collect();
        for (feature, index) in active(board).into_iter().enumerate() {
            terms[segment_of(feature)].value += i32::from(table[index as usize]);
        }
        terms
    }

    /// [`evaluate`](Evaluator::evaluate) for a caller that knows the moves already: `own_moves` are the legal moves of
    /// `board`, `opponent_moves` those of the other side if it were its turn.
    #[inline]
    pub fn evaluate_with_moves(
        &self,
        (board, state): (Board, &Features),
        own_moves: Bitboard,
        opponent_moves: Bitboard,
    ) -> Eval {
        let table = self.tables.of(board.empty_count());
        sum(table, (board, state), [own_moves, opponent_moves])
    }
}

/// The weights of all features of a board.
#[inline(always)]
fn sum(table: &Table, (board, state): (Board, &Features), moves: [Bitboard; 2]) -> Eval {
    let scalars = scalars::indices(board, moves[0], moves[1]);
    let scalars: i32 = scalars
        .into_iter()
        .map(|index| i32::from(table[index]))
        .sum();
    // One sum for each image of a family: additions that do not wait for each other.
    let mut patterns = [0; IMAGES];
    for (contents, segment) in state.lanes().as_chunks::<IMAGES>().0.iter().zip(&SEGMENTS) {
        let weights: &[i16; NAMED] = table[segment.start..]
            .first_chunk()
            .expect("tables are long enough");
        for (sum, &content) in patterns.iter_mut().zip(contents) {
            *sum += i32::from(weights[usize::from(content)]);
        }
    }
    Eval::from_units(scalars + patterns.iter().sum::<i32>())
}

/// What the patterns of a family, or one of the other features, contribute to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternTerm {
    /// A few words: `corner 3×3`.
    pub name: &'static str,
    /// The contribution in 1/128 disc from the view of the side to move.
    pub value: i32,
}

/// Features of a position.
#[cfg(feature = "train")]
pub(crate) const CLASS_COUNTED_FEATURES: usize = layout::FEATURES;

/// The classes of the features of boards, as the fit counts them.
#[cfg(feature = "train")]
#[derive(Debug)]
pub(crate) struct Classes(&'static ties::Ties);

#[cfg(feature = "train")]
impl Classes {
    pub(crate) fn new() -> Self {
        Self(ties::Ties::shared())
    }

    /// The number of classes.
    pub(crate) fn count(&self) -> usize {
        self.0.count()
    }

    /// The first class that each feature can have.
    pub(crate) fn bases(&self) -> [usize; layout::FEATURES] {
        std::array::from_fn(|feature| self.0.of_segment(segment_of(feature)).start)
    }

    /// For each family of patterns: the number of its squares, and the class of each of its contents, ternary numbers.
    pub(crate) fn families(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let families = families::FAMILIES.iter().zip(SEGMENTS);
        families.map(|(family, segment)| {
            let classes = &self.0.classes()[segment.start..][..segment.len];
            (family.squares.len(), classes)
        })
    }

    /// The class of each feature of `board`, counted from the first that it can have.
    pub(crate) fn of(&self, board: Board) -> [u16; layout::FEATURES] {
        let (indices, bases) = (active(board), self.bases());
        std::array::from_fn(|feature| {
            let class = self.0.classes()[indices[feature] as usize] as usize - bases[feature];
            u16::try_from(class).expect("no segment has more classes")
        })
    }
}

/// The indices of the features of `board` in a table, lane by lane, then the other features.
pub(crate) fn active(board: Board) -> [u32; layout::FEATURES] {
    let features = Features::of(board);
    let lanes = features
        .lanes()
        .iter()
        .enumerate()
        .map(|(lane, &content)| SEGMENTS[segment_of(lane)].start + usize::from(content));
    let scalars = scalars::indices(board, board.legal_moves(), board.opponent_moves());
    let mut indices = lanes
        .chain(scalars)
        .map(|index| u32::try_from(index).expect("tables are small"));
    std::array::from_fn(|_| indices.next().expect("as many as features"))
}

impl Evaluator for Patterns {
    type State = Features;

    #[inline]
    fn start(&self, board: Board) -> Features {
        Features::of(board)
    }

    #[inline]
    fn play(&self, state: &Features, square: Square, flips: Bitboard) -> Features {
        state.play(square, flips)
    }

    #[inline]
    fn pass(&self, state: &Features) -> Features {
        state.pass()
    }

    #[inline]
    fn evaluate(&self, board: Board, state: &Features) -> Eval {
        self.evaluate_with_moves((board, state), board.legal_moves(), board.opponent_moves())
    }

    #[inline]
    fn evaluate_knowing(&self, board: Board, state: &Features, moves: [Bitboard; 2]) -> Eval {
        self.evaluate_with_moves((board, state), moves[0], moves[1])
    }

    #[inline]
    fn evaluate_roughly(&self, board: Board, state: &Features, moves: [Bitboard; 2]) -> Eval {
        sum(self.tables.near(board.empty_count()), (board, state), moves)
    }

    fn calibration(&self) -> &Calibration {
        self.weights().calibration()
    }

    fn name(&self) -> &'static str {
        "patterns"
    }

    fn checksum(&self) -> u64 {
        self.weights().checksum()
    }

    #[cfg(feature = "train")]
    fn static_checksum(&self) -> u64 {
        self.weights().uncalibrated_checksum()
    }
}

#[cfg(test)]
pub(crate) mod tests;
