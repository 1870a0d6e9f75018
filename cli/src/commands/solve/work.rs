//! What is done with one position: solving it, and with `--verify` confirming what was found.

use super::earlier::Earlier;
use crate::args::SolveArgs;
use crate::input::Task;
use crate::interrupt;
use crate::thinking;
use xsquare_engine::DiscDiff;
use xsquare_search::{
    Approach, Claim, Crew, Kind, Limits, Proof, Solution, SolveRequest, Target, Thinker, Threads,
    verify,
};

/// Up to this many empties the second search needs no limit.
pub(super) const MAX_PRACTICAL_EMPTIES: u32 = 24;
/// Above, and without `--limit`, it ends after this many nodes for each claim.
pub(super) const NODE_BUDGET: u64 = 2_000_000_000;

/// A position to be solved.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) task: Task,
    /// What an earlier run said about it.
    pub(super) earlier: Option<Earlier>,
}

/// A position that has been worked on.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) task: Task,
    pub(super) earlier: Option<Earlier>,
    pub(super) solution: Solution,
    /// What became of the claims of the solution; `None` if that was not asked.
    pub(super) proofs: Option<Vec<Proof>>,
}

impl Solved {
    /// Whether the claims are confirmed; `None` if that was not asked, is not decided, or nothing is claimed.
    pub(super) fn verified(&self) -> Option<bool> {
        let proofs = self.proofs.as_deref().filter(|proofs| !proofs.is_empty())?;
        if proofs.iter().any(|proof| proof.holds == Some(false)) {
            return Some(false);
        }
        proofs
            .iter()
            .all(|proof| proof.holds == Some(true))
            .then_some(true)
    }
}

/// What all positions of a run have in common.
pub(super) struct Method<'a> {
    pub(super) thinker: &'a dyn Thinker,
    pub(super) request: SolveRequest,
    pub(super) threads: Threads,
    pub(super) verify: bool,
}

impl<'a> Method<'a> {
    pub(super) fn new(
        thinker: &'a dyn Thinker,
        request: SolveRequest,
        threads: Threads,
        args: &SolveArgs,
    ) -> Self {
        Self {
            thinker,
            request,
            threads,
            verify: args.verify,
        }
    }

    /// Solves a position, and confirms it if that is asked.
    pub(super) fn solve(&self, job: Job, crew: Crew) -> Solved {
        let Job { task, earlier } = job;
        let board = task.position.board();
        let approach = Approach {
            crew,
            hint: earlier.as_ref().map(Earlier::hint),
        };
        let solution = self
            .thinker
            .solve_by(approach, board, &self.request, thinking::quiet());
        let proofs = self.verify.then(|| {
            let limits = verification_limits(board.empty_count(), &self.request.limits);
            let threads = match crew {
                Crew::All => self.threads,
                Crew::One => Threads::ONE,
            };
            let claims = claims(&solution);
            verify(board, &claims, &limits, threads, interrupt::stop_flag())
        });
        Solved {
            task,
            earlier,
            solution,
            proofs,
        }
    }
}

/// How far the second search may go for a position with so many empties.
fn verification_limits(empties: u32, limits: &Limits) -> Limits {
    let needs_budget = empties > MAX_PRACTICAL_EMPTIES && limits.time.is_none();
    Limits {
        time: limits.time,
        nodes: needs_budget.then_some(NODE_BUDGET),
        ..Limits::target(Target::Deepest)
    }
}

/// What a solution claims to have proved: both bounds of an exact score, else those that say something.
fn claims(solution: &Solution) -> Vec<Claim> {
    let is_exact = solution.kind == Kind::Exact;
    let lower =
        (is_exact || solution.lower > DiscDiff::MIN).then_some(Claim::AtLeast(solution.lower));
    let upper =
        (is_exact || solution.upper < DiscDiff::MAX).then_some(Claim::AtMost(solution.upper));
    lower.into_iter().chain(upper).collect()
}
