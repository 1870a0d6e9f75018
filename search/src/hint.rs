//! What an earlier search said about a position, put to use: where to look first, and which searches need not be done
//! again. Nothing of it is taken for proved.

use crate::eval::Evaluator;
use crate::report::Hint;
use crate::table::Entry;
use crate::task::Task;
use crate::value::{Eval, Kind, Selectivity};
use xsquare_engine::{Board, Move};

/// A hint in the search's own terms, in 1/128 disc.
#[derive(Debug, Clone)]
pub(crate) struct Advice {
    lower: i32,
    upper: i32,
    score: Option<(i32, Kind)>,
    line: Vec<Move>,
}

/// A score that an earlier search to the end of the game believed.
#[derive(Debug, Clone)]
pub(crate) struct Believed {
    /// In 1/128 disc.
    pub(crate) score: i32,
    /// How sure it was; never proved.
    pub(crate) kind: Kind,
    /// The expected line, as far as it is legal.
    pub(crate) line: Vec<Move>,
}

impl Default for Advice {
    fn default() -> Self {
        Self::new(&Hint::default())
    }
}

impl Advice {
    /// The advice of a hint. Bounds that contradict each other say nothing.
    pub(crate) fn new(hint: &Hint) -> Self {
        let (lower, upper) = if hint.lower <= hint.upper {
            (Eval::from(hint.lower), Eval::from(hint.upper))
        } else {
            (Eval::MIN, Eval::MAX)
        };
        Self {
            lower: lower.units(),
            upper: upper.units(),
            score: hint.score.map(|(score, kind)| (score.units(), kind)),
            line: hint.line.clone(),
        }
    }

    /// The advice for the other side, after a forced pass.
    pub(crate) fn after_pass(&self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
            score: self.score.map(|(score, kind)| (-score, kind)),
            line: match self.line.split_first() {
                Some((Move::Pass, rest)) => rest.to_vec(),
                _ => Vec::new(),
            },
        }
    }

    /// The result of an earlier selective search to the end of the game, if there was one and its line is legal.
    pub(crate) fn belief(&self, board: Board) -> Option<Believed> {
        let (score, kind @ Kind::Selective(_)) = self.score? else {
            return None;
        };
        let line = self.legal_line(board);
        (!line.is_empty()).then_some(Believed { score, kind, line })
    }

    /// Whether a surer search to the end of the game than one of this confidence has been done. The surest is worth doing
    /// again: with its score as a guess it costs little, and what it leaves in the table is not to be had otherwise.
    ///
    /// Measured: fourteen solves of 20 and 23 empties gone on from their middle, nodes against solves anew: 91 % if it is
    /// done again, 95 % if not.
    pub(crate) fn passes_over(&self, selectivity: Selectivity) -> bool {
        match self.score {
            Some((_, Kind::Selective(done))) => done > selectivity,
            Some((_, Kind::Exact)) => true,
            // A bound may be far from the score.
            Some((_, Kind::Lower | Kind::Upper | Kind::Heuristic | Kind::Book)) | None => false,
        }
    }

    /// Where the score is looked for first: the guess, or the earlier score if there is none, between the earlier bounds.
    pub(crate) fn guess(&self, guess: Option<i32>) -> Option<i32> {
        guess
            .or(self.score.map(|(score, _)| score))
            .map(|guess| guess.clamp(self.lower, self.upper))
    }

    /// The moves of the line up to the first that cannot be played.
    fn legal_line(&self, start: Board) -> Vec<Move> {
        let mut board = Some(start);
        self.line
            .iter()
            .copied()
            .take_while(|&turn| {
                board = board.and_then(|board| play(board, turn));
                board.is_some()
            })
            .collect()
    }
}

/// The board after a move, if it is legal.
fn play(board: Board, turn: Move) -> Option<Board> {
    match turn {
        Move::Place(square) => board.play(square),
        Move::Pass => board.must_pass().then(|| board.pass()),
    }
}

impl<E: Evaluator> Task<'_, E> {
    /// Notes the moves of an earlier line, so that they are tried first.
    pub(crate) fn take(&self, start: Board, advice: &Advice) {
        let mut board = start;
        for turn in advice.legal_line(start) {
            if let Move::Place(square) = turn {
                let entry = Entry {
                    lower: Eval::MIN.units(),
                    upper: Eval::MAX.units(),
                    depth: 0,
                    selectivity: Selectivity::P73,
                    moves: [Some(square), None],
                };
                self.shared.table.store(board, entry);
            }
            let Some(next) = play(board, turn) else { break };
            board = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::{DiscDiff, Square};

    fn hint(lower: i32, upper: i32, score: i32, kind: Kind) -> Hint {
        Hint {
            lower: DiscDiff::new(lower).unwrap(),
            upper: DiscDiff::new(upper).unwrap(),
            score: Some((Eval::from_units(score), kind)),
            line: vec![Square::F5.into(), Square::D6.into(), Square::A1.into()],
        }
    }

    #[test]
    fn guesses_lie_between_the_earlier_bounds() {
        let advice = Advice::new(&hint(2, 10, 0, Kind::Lower));
        assert_eq!(advice.guess(None), Some(2 * 128));
        assert_eq!(advice.guess(Some(20 * 128)), Some(10 * 128));
        assert_eq!(advice.after_pass().guess(Some(0)), Some(-2 * 128));
        let nonsense = Advice::new(&hint(10, 2, 5 * 128, Kind::Lower));
        assert_eq!(nonsense.guess(None), Some(5 * 128));
        assert_eq!(Advice::default().guess(None), None);
    }

    #[test]
    fn only_the_legal_part_of_a_line_is_used() {
        let advice = Advice::new(&hint(-64, 64, 256, Kind::Selective(Selectivity::P95)));
        let believed = advice.belief(Board::START).unwrap();
        assert_eq!(believed.line, [Square::F5, Square::D6].map(Move::from));
        assert!(advice.passes_over(Selectivity::P87) && !advice.passes_over(Selectivity::P95));
        // After a pass that the line does not begin with, the line is of no use.
        assert!(advice.after_pass().belief(Board::START).is_none());
        let heuristic = Advice::new(&hint(-64, 64, 256, Kind::Heuristic));
        assert!(heuristic.belief(Board::START).is_none());
    }
}
