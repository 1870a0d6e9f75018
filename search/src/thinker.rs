//! A searcher whose evaluation is chosen when the program runs.

use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::report::{Analysis, Approach, Solution, SolveRequest};
use crate::searcher::{Config, Control, Searcher};
use std::fmt;
use xsquare_engine::{Bitboard, Board};

/// A [`Searcher`] of any evaluation. The choice is made once for each request: below it the search is compiled for its
/// evaluation.
pub trait Thinker: fmt::Debug + Send + Sync {
    /// See [`Searcher::analyse`].
    fn analyse(
        &mut self,
        board: Board,
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis;

    /// See [`Searcher::analyse_among`].
    fn analyse_among(
        &mut self,
        board: (Board, Bitboard),
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis;

    /// See [`Searcher::solve`].
    fn solve(&mut self, board: Board, request: &SolveRequest, control: Control<'_>) -> Solution;

    /// See [`Searcher::solve_by`].
    fn solve_by(
        &self,
        approach: Approach<'_>,
        board: Board,
        request: &SolveRequest,
        control: Control<'_>,
    ) -> Solution;

    /// See [`Searcher::clear`].
    fn clear(&mut self);

    /// See [`Searcher::config`].
    fn config(&self) -> &Config;

    /// The [name](Evaluator::name) of the evaluation.
    fn evaluation(&self) -> &'static str;

    /// The [checksum](Evaluator::checksum) of the evaluation.
    fn checksum(&self) -> u64;
}

impl<E: Evaluator> Thinker for Searcher<E> {
    fn analyse(
        &mut self,
        board: Board,
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis {
        Self::analyse(self, board, lines, limits, control)
    }

    fn analyse_among(
        &mut self,
        board: (Board, Bitboard),
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis {
        Self::analyse_among(self, board, lines, limits, control)
    }

    fn solve(&mut self, board: Board, request: &SolveRequest, control: Control<'_>) -> Solution {
        Self::solve(self, board, request, control)
    }

    fn solve_by(
        &self,
        approach: Approach<'_>,
        board: Board,
        request: &SolveRequest,
        control: Control<'_>,
    ) -> Solution {
        Self::solve_by(self, approach, board, request, control)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn config(&self) -> &Config {
        Self::config(self)
    }

    fn evaluation(&self) -> &'static str {
        self.evaluator().name()
    }

    fn checksum(&self) -> u64 {
        self.evaluator().checksum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::pattern::tests::random_weights;
    use crate::eval::{Classic, Patterns};
    use crate::limits::{Depth, StopFlag, TableSize, Target, Threads};
    use crate::report::{Question, Scope};

    /// The answers of a searcher, asked directly or through the trait.
    fn ask(thinker: &mut dyn Thinker, board: Board) -> (Analysis, Solution) {
        let stop = StopFlag::new();
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        let limits = Limits::target(Target::Depth(Depth::new(4).unwrap()));
        let request = SolveRequest {
            question: Question::WinLossDraw,
            scope: Scope::Best,
            limits: Limits {
                nodes: Some(1000),
                ..Limits::target(Target::Deepest)
            },
        };
        thinker.clear();
        let analysis = thinker.analyse(board, 2, &limits, control);
        (analysis, thinker.solve(board, &request, control))
    }

    #[test]
    fn any_evaluation_can_think_behind_one_type() {
        let config = Config {
            threads: Threads::ONE,
            table: TableSize::MIN,
        };
        let patterns = Patterns::new(random_weights(6));
        let checksum = patterns.checksum();
        let mut direct = Searcher::new(&patterns, config).unwrap();
        let mut thinkers: [Box<dyn Thinker>; 2] = [
            Box::new(Searcher::new(Classic::default(), config).unwrap()),
            Box::new(Searcher::new(Patterns::new(random_weights(6)), config).unwrap()),
        ];
        assert_eq!(
            thinkers.each_ref().map(|thinker| thinker.evaluation()),
            ["classic", "patterns"]
        );
        assert_eq!(thinkers[1].checksum(), checksum);
        assert_eq!(*thinkers[1].config(), config);
        let [classic, boxed] = thinkers
            .each_mut()
            .map(|thinker| ask(&mut **thinker, Board::START));
        let (analysis, solution) = ask(&mut direct, Board::START);
        assert_eq!(boxed.0.moves, analysis.moves);
        assert_eq!(
            (boxed.0.nodes, boxed.1.nodes),
            (analysis.nodes, solution.nodes)
        );
        assert_ne!(classic.0.moves, analysis.moves);
    }
}
