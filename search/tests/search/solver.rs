//! Several solvers, and several positions in one solver, at once.

use crate::common::{exact_score, play_out, random, random_reachable, searcher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use xsquare_engine::Board;
use xsquare_search::{
    Config, Crew, Kind, Limits, Question, Scope, Solution, SolveRequest, Solver, StopFlag,
    TableSize, Target, Threads,
};

const REQUEST: SolveRequest = SolveRequest {
    question: Question::Score,
    scope: Scope::Best,
    limits: Limits::target(Target::Deepest),
};

fn solver(threads: usize) -> Solver {
    let config = Config {
        threads: Threads::new(threads).unwrap(),
        table: TableSize::MIN,
    };
    Solver::new(config).unwrap()
}

/// Positions and their scores, found one after the other.
fn problems(seed: u64, empties: u32, count: usize) -> Vec<(Board, i32)> {
    let mut random = random(seed);
    let mut searcher = searcher(1);
    (0..count)
        .map(|_| random_reachable(&mut random, empties))
        .map(|board| (board, exact_score(&mut searcher, board)))
        .collect()
}

fn check(solution: &Solution, (board, score): (Board, i32)) {
    assert!(solution.complete);
    assert_eq!(
        (solution.kind, solution.lower.discs()),
        (Kind::Exact, score)
    );
    assert_eq!(play_out(board, &solution.pv), Some(score), "{board:?}");
}

#[test]
fn several_solvers_work_at_once_in_one_process() {
    let problems = problems(500, 15, 24);
    thread::scope(|scope| {
        for threads in [1, 2, 3] {
            let problems = &problems;
            scope.spawn(move || {
                let mut solver = solver(threads);
                for &problem in problems {
                    let solution = solver.solve(problem.0, &REQUEST, &StopFlag::new());
                    check(&solution, problem);
                }
            });
        }
    });
}

#[test]
fn one_solver_solves_several_positions_at_once() {
    let problems = problems(501, 14, 60);
    let mut solver = solver(3);
    let next = AtomicUsize::new(0);
    let stop = StopFlag::new();
    // More callers than threads: some wait.
    thread::scope(|scope| {
        for _ in 0..5 {
            scope.spawn(|| {
                while let Some(&problem) = problems.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(&solver.solve_beside(problem.0, &REQUEST, &stop), problem);
                }
            });
        }
    });
    // And with all threads afterwards, from the table they have filled together.
    for &problem in &problems {
        check(&solver.solve(problem.0, &REQUEST, &stop), problem);
    }
}

#[test]
fn one_flag_ends_one_solve_and_not_the_other() {
    let (hopeless, easy) = (StopFlag::new(), StopFlag::new());
    let problems = problems(502, 14, 10);
    let start = Instant::now();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| solver(2).solve(Board::START, &REQUEST, &hopeless));
        let mut other = solver(1);
        for &problem in &problems {
            check(&other.solve(problem.0, &REQUEST, &easy), problem);
        }
        hopeless.stop();
        let solution = waiting.join().unwrap();
        assert!(!solution.complete && solution.kind != Kind::Exact);
    });
    assert!(start.elapsed() < Duration::from_mins(1));
}

#[test]
fn easy_positions_get_one_thread_and_hard_ones_all() {
    let mut random = random(503);
    let crew = |board, question, scope| {
        let request = SolveRequest {
            question,
            scope,
            ..REQUEST
        };
        Crew::suited_to(board, &request)
    };
    let easy = random_reachable(&mut random, 12);
    let hard = random_reachable(&mut random, 30);
    let border = random_reachable(&mut random, 20);
    for question in [Question::Score, Question::WinLossDraw] {
        for scope in [Scope::Best, Scope::AllMoves] {
            assert_eq!(crew(easy, question, scope), Crew::One);
            assert_eq!(crew(hard, question, scope), Crew::All);
        }
    }
    assert_eq!(crew(border, Question::Score, Scope::Best), Crew::One);
    assert_eq!(crew(border, Question::Score, Scope::AllMoves), Crew::All);
}
