//! The searcher: threads, table and evaluation, ready to think.

use crate::clock::Pacer;
use crate::error::SearchError;
use crate::eval::{Classic, Evaluator};
use crate::level::{Level, MIDGAME_SELECTIVITY, Plan};
use crate::limits::{Limits, StopFlag, TableSize, Target, Threads};
use crate::node::Draft;
use crate::report::{Analysis, Crew, MoveReport};
use crate::root::{Iteration, preparation};
use crate::table::Table;
use crate::task::{Ending, Purpose, Resources, ScratchPool, Shared, Task};
use crate::value::Selectivity;
use crate::workers::Workers;
use std::time::Instant;
use xsquare_engine::{Bitboard, Board, Move};

/// What a searcher is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Threads of the searcher's own. With one it makes no pool.
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
    /// Called with what is known after each finished iteration, from a thread of the searcher.
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
    table: Table,
    workers: Workers,
    scratch: ScratchPool,
}

impl<E: Evaluator> Searcher<E> {
    /// A searcher with this evaluation.
    ///
    /// # Errors
    /// If the system gives no memory for the table or does not start the threads.
    pub fn new(evaluator: E, config: Config) -> Result<Self, SearchError> {
        let workers = Workers::new(config.threads)?;
        let table = Table::new(config.table)?;
        Ok(Self {
            evaluator,
            config,
            table,
            workers,
            scratch: ScratchPool::new(config.threads.count()),
        })
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
    pub fn clear(&mut self) {
        self.table.clear();
        self.scratch.clear();
    }

    /// Runs `work` on the searcher's threads and returns its outcome and the nodes of all threads.
    pub(crate) fn run<T: Send>(
        &self,
        purpose: Purpose,
        limits: &Limits,
        control: Control<'_>,
        work: impl FnOnce(&mut Task<'_, E>) -> T + Send,
    ) -> (T, u64) {
        self.run_with((Crew::All, purpose), limits, control, work)
    }

    /// [`run`](Self::run) with all threads or with one of them.
    pub(crate) fn run_with<T: Send>(
        &self,
        (crew, purpose): (Crew, Purpose),
        limits: &Limits,
        control: Control<'_>,
        work: impl FnOnce(&mut Task<'_, E>) -> T + Send,
    ) -> (T, u64) {
        self.table.new_generation();
        let ending = Ending {
            stop: control.stop,
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.nodes,
        };
        let resources = Resources {
            table: &self.table,
            evaluator: &self.evaluator,
            pool: &self.scratch,
            threads: match crew {
                Crew::All => self.config.threads.count(),
                Crew::One => 1,
            },
            purpose,
        };
        let shared = Shared::new(&resources, ending);
        shared.check();
        let outcome = self.workers.run(|| {
            let mut scratch = self.scratch.take();
            let mut task = Task::new(&shared, &mut scratch, None);
            let outcome = work(&mut task);
            task.report_nodes();
            self.scratch.give_back(scratch);
            outcome
        });
        (outcome, shared.nodes())
    }

    /// The best `lines` moves of `board`, best first, searched as far as `limits` allow. Each listed move has a score of
    /// its own.
    ///
    /// A side that must pass gets the single move [`Move::Pass`]; a finished game gets no move and its final score. There
    /// is at least a static score for each move asked for, however early the search is ended.
    pub fn analyse(
        &mut self,
        board: Board,
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis {
        self.analyse_among((board, board.legal_moves()), lines, limits, control)
    }

    /// [`analyse`](Self::analyse) as if only these of the legal moves could be played. Where the side to move must pass
    /// or the game is over they do not matter; elsewhere there must be at least one.
    pub fn analyse_among(
        &mut self,
        (board, among): (Board, Bitboard),
        lines: usize,
        limits: &Limits,
        control: Control<'_>,
    ) -> Analysis {
        let start = Instant::now();
        let among = among & board.legal_moves();
        let mut analysis = Analysis {
            board,
            moves: Vec::new(),
            finished: board.is_over().then(|| board.final_score()),
            nodes: 0,
            time: start.elapsed(),
            complete: true,
        };
        if analysis.finished.is_some() {
            return analysis;
        }
        if board.must_pass() {
            let progress = |after: &Analysis| (control.progress)(&before_pass(board, after));
            let control = Control {
                progress: &progress,
                ..control
            };
            return before_pass(board, &self.analyse(board.pass(), 1, limits, control));
        }
        if limits.time.is_some_and(|time| time.is_zero()) {
            // Not even the way to another thread is paid for.
            return Analysis {
                moves: static_reports((board, among), lines, &self.evaluator),
                time: start.elapsed(),
                complete: false,
                ..analysis
            };
        }
        if limits.target == Target::Level(Level::LEAST) {
            // The weakest level looks one move ahead as all do, but only counts what a player would count.
            analysis.moves = static_reports((board, among), lines, &Classic::default());
            analysis.nodes = among.len().into();
            analysis.time = start.elapsed();
            (control.progress)(&analysis);
            return analysis;
        }
        let goals = goals(limits.target, board.empty_count());
        let mut pacer = Pacer::new(limits.soft, limits.time, among.len());
        let (moves, nodes) = self.run(Purpose::Estimate, limits, control, |task| {
            let mut known = static_reports((board, among), lines, task.shared.evaluator);
            for (index, &goal) in goals.iter().enumerate() {
                match task.iterate((board, among), lines, goal, &known) {
                    Iteration::Complete(moves) => known = moves,
                    Iteration::CutShort(better) => {
                        known = better.map_or(known, |better| vec![better]);
                        analysis.complete = false;
                        break;
                    }
                }
                task.report_nodes();
                analysis.nodes = task.shared.nodes();
                analysis.time = start.elapsed();
                analysis.moves.clone_from(&known);
                (control.progress)(&analysis);
                let is_last = index + 1 == goals.len();
                let best = known.first().map(|report| report.score);
                if let Some(score) = best
                    && !is_last
                    && !pacer.goes_on(analysis.time, score)
                {
                    analysis.complete = false;
                    break;
                }
            }
            known
        });
        Analysis {
            moves,
            nodes,
            time: start.elapsed(),
            ..analysis
        }
    }
}

/// The moves by the evaluation alone: what is known before the first iteration.
fn static_reports<E: Evaluator>(
    (board, among): (Board, Bitboard),
    lines: usize,
    evaluator: &E,
) -> Vec<MoveReport> {
    let mut reports: Vec<MoveReport> = among
        .into_iter()
        .map(|square| {
            let child = board.play_flips(square, board.flips(square));
            MoveReport::of_static(square, child, evaluator)
        })
        .collect();
    reports.sort_by_key(|report| std::cmp::Reverse(report.score));
    reports.truncate(lines);
    reports
}

/// The iterations of a search, the last of which is its target.
fn goals(target: Target, empties: u32) -> Vec<Draft> {
    let to_the_end = u8::try_from(empties.min(60)).expect("at most 60");
    let ending = |selectivity| Plan {
        depth: to_the_end,
        selectivity,
    };
    let plan = match target {
        Target::Level(level) => level.plan(empties),
        Target::Depth(depth) if depth.plies() >= to_the_end => ending(Selectivity::Exact),
        Target::Depth(depth) => Plan {
            depth: depth.plies(),
            selectivity: MIDGAME_SELECTIVITY,
        },
        Target::Ending(selectivity) => ending(selectivity),
        Target::Deepest => ending(Selectivity::Exact),
    };
    let goal = Draft {
        depth: plan.depth,
        selectivity: plan.selectivity,
    };
    let mut goals = preparation(goal, empties);
    goals.push(goal);
    goals
}

/// An analysis of the position after a forced pass, seen from before it.
fn before_pass(board: Board, after: &Analysis) -> Analysis {
    let moves = after
        .moves
        .first()
        .map(|reply| MoveReport {
            turn: Move::Pass,
            score: -reply.score,
            kind: reply.kind,
            depth: reply.depth,
            selectivity: reply.selectivity,
            pv: std::iter::once(Move::Pass)
                .chain(reply.pv.iter().copied())
                .collect(),
        })
        .into_iter()
        .collect();
    Analysis {
        board,
        moves,
        ..after.clone()
    }
}
