//! The solver for those who want proofs and nothing else.

use crate::error::SearchError;
use crate::eval::Patterns;
use crate::limits::StopFlag;
use crate::report::{Approach, Crew, Solution, SolveRequest};
use crate::searcher::{Config, Control, Searcher};
use xsquare_engine::Board;

/// Solves endgames exactly, on its own threads and with its own table.
///
/// There is no global state: as many solvers as fit into memory can be at work in one process. One solver is asked in two
/// ways. [`solve`](Self::solve) puts all its threads to one position, which suits hard ones.
/// [`solve_beside`](Self::solve_beside) takes one thread and can be called from several threads at the same time, which
/// suits many easy ones: they share the table. Both end within milliseconds when the [`StopFlag`] is raised, and tell
/// what they have proved by then.
///
/// ```
/// use std::thread;
/// use xsquare_engine::Position;
/// use xsquare_search::{
///     Config, Kind, Limits, Question, Scope, SolveRequest, Solver, StopFlag, TableSize,
///     Target, Threads,
/// };
///
/// let position: Position =
///     "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X".parse()?;
/// let config = Config { threads: Threads::new(2)?, table: TableSize::MIN };
/// let mut solver = Solver::new(config)?;
/// let request = SolveRequest {
///     question: Question::Score,
///     scope: Scope::Best,
///     limits: Limits::target(Target::Deepest),
/// };
/// let stop = StopFlag::new();
///
/// // One position, all threads.
/// let solution = solver.solve(position.board(), &request, &stop);
/// assert_eq!((solution.lower.discs(), solution.kind), (6, Kind::Exact));
///
/// // Several at once, one thread each; another thread could raise the flag to end them.
/// let children: Vec<_> = position.legal_moves().into_iter()
///     .filter_map(|square| position.board().play(square))
///     .collect();
/// let (shared, request, stop) = (&solver, &request, &stop);
/// let scores: Vec<i32> = thread::scope(|scope| {
///     let workers: Vec<_> = children.iter()
///         .map(|&child| scope.spawn(move || shared.solve_beside(child, request, stop)))
///         .collect();
///     workers.into_iter().map(|worker| -worker.join().expect("no panic").lower.discs()).collect()
/// });
/// assert_eq!(scores.into_iter().max(), Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    searcher: Searcher<Patterns>,
}

impl Solver {
    /// A solver with its own threads and table.
    ///
    /// # Errors
    /// If the system gives no memory for the table or does not start the threads.
    pub fn new(config: Config) -> Result<Self, SearchError> {
        Searcher::new(Patterns::default(), config).map(|searcher| Self { searcher })
    }

    /// Proves what `request` asks about `board` with all threads, as far as its limits allow.
    pub fn solve(&mut self, board: Board, request: &SolveRequest, stop: &StopFlag) -> Solution {
        self.searcher.solve(board, request, quiet(stop))
    }

    /// Proves what `request` asks about `board` with one of the solver's threads. Calls from more threads than the solver
    /// has wait for one to become free.
    pub fn solve_beside(&self, board: Board, request: &SolveRequest, stop: &StopFlag) -> Solution {
        let approach = Approach {
            crew: Crew::One,
            hint: None,
        };
        self.searcher
            .solve_by(approach, board, request, quiet(stop))
    }

    /// The searcher behind it, which can do more.
    pub fn searcher(&mut self) -> &mut Searcher<Patterns> {
        &mut self.searcher
    }
}

/// A control that only the flag ends.
fn quiet(stop: &StopFlag) -> Control<'_> {
    Control {
        stop,
        progress: &|_| {},
    }
}
