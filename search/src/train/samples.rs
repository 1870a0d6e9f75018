//! Positions with the scores that the evaluation is to learn.

use super::selfplay;
use crate::error::SearchError;
use crate::eval::{Classic, Evaluator};
use crate::limits::{Limits, StopFlag, TableSize, Target, Threads};
use crate::report::{Question, Scope, SolveRequest};
use crate::searcher::{Config, Control, Searcher};
use xsquare_engine::{Board, DiscDiff};

/// A position and its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The position; the game is not over.
    pub board: Board,
    /// The final score of the side to move.
    pub score: DiscDiff,
}

/// Solves positions one by one on one thread.
pub(super) struct Labeller {
    searcher: Searcher<Classic>,
}

impl Labeller {
    pub(super) fn new() -> Result<Self, SearchError> {
        let config = Config {
            threads: Threads::ONE,
            table: TableSize::MIN,
        };
        Ok(Self {
            searcher: Searcher::new(Classic::default(), config)?,
        })
    }

    /// The exact score of the side to move.
    fn exact(&mut self, board: Board) -> DiscDiff {
        let request = SolveRequest {
            question: Question::Score,
            scope: Scope::Best,
            limits: Limits::target(Target::Deepest),
        };
        let control = Control {
            stop: &StopFlag::default(),
            progress: &|_| (),
        };
        let solution = self.searcher.solve(board, &request, control);
        assert!(
            solution.complete && solution.lower == solution.upper,
            "a solve without limits is exact"
        );
        solution.lower
    }
}

/// The labelled positions of game number `game`.
///
/// With `solved` empty squares or fewer the label is the exact score of the position. The positions before have that of
/// the first solved position of their game. In every second game the solved part starts one move earlier: the side that
/// moves first in it gains, as it is the first to play without mistakes, and this must not look like a gift of parity.
pub(super) fn labelled_game(
    labeller: &mut Labeller,
    evaluator: &impl Evaluator,
    seed: u64,
    game: u32,
    solved: u32,
) -> Vec<Sample> {
    let boards = selfplay::play(evaluator, seed, game);
    let solved = solved + game % 2;
    let Some(first) = boards
        .iter()
        .position(|board| board.empty_count() <= solved)
    else {
        // The game ended before; it taught nothing exact.
        return Vec::new();
    };
    let (early, late) = boards.split_at(first);
    let late: Vec<Sample> = late
        .iter()
        .map(|&board| Sample {
            board,
            score: labeller.exact(board),
        })
        .collect();
    // Sides take turns, so the score changes its sign with every turn back.
    let mut score = late[0].score;
    let mut samples: Vec<Sample> = early
        .iter()
        .rev()
        .map(|&board| {
            score = -score;
            Sample { board, score }
        })
        .collect();
    samples.reverse();
    samples.extend(late);
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;

    #[test]
    fn labels_are_exact_late_and_handed_back_early() {
        let mut labeller = Labeller::new().unwrap();
        let classic = Classic::default();
        for game in 0..10 {
            let samples = labelled_game(&mut labeller, &classic, 3, game, 7);
            let mut known = None;
            for (turn, sample) in samples.iter().enumerate().rev() {
                if sample.board.empty_count() <= 7 + game % 2 {
                    assert_eq!(sample.score, plain::minimax(sample.board));
                    known = Some((turn, sample.score));
                } else {
                    let (first, score) = known.unwrap();
                    let expected = if (first - turn) % 2 == 0 {
                        score
                    } else {
                        -score
                    };
                    assert_eq!(sample.score, expected);
                }
            }
        }
    }
}
