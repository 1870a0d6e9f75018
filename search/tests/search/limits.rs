//! Searches that are ended early say so, and claim nothing that they did not prove.

use crate::common::{exact_score, random, random_reachable, searcher};
use std::time::{Duration, Instant};
use xsquare_engine::Board;
use xsquare_search::{
    Control, Kind, Level, Limits, Question, Scope, Solution, SolveRequest, StopFlag, TableSize,
    Target, Threads,
};

const FOREVER: Duration = Duration::from_mins(1);

fn control(stop: &StopFlag) -> Control<'_> {
    Control {
        stop,
        progress: &|_| {},
    }
}

#[test]
fn a_stopped_analysis_still_has_a_move() {
    let stop = StopFlag::new();
    stop.stop();
    for threads in [1, 2] {
        let analysis = searcher(threads).analyse(
            Board::START,
            2,
            &Limits::target(Target::Deepest),
            control(&stop),
        );
        assert!(!analysis.complete);
        assert_eq!(analysis.moves.len(), 2);
        assert!(
            analysis
                .moves
                .iter()
                .all(|report| report.kind == Kind::Heuristic)
        );
    }
}

#[test]
fn a_flag_raised_during_the_search_ends_it() {
    let stop = StopFlag::new();
    let start = Instant::now();
    let analysis = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.stop();
        });
        searcher(2).analyse(
            Board::START,
            1,
            &Limits::target(Target::Deepest),
            control(&stop),
        )
    });
    assert!(!analysis.complete);
    assert!(start.elapsed() < FOREVER);
}

#[test]
fn time_and_nodes_end_a_search() {
    let stop = StopFlag::new();
    let deepest = Limits::target(Target::Deepest);
    for limits in [
        Limits {
            time: Some(Duration::from_millis(50)),
            ..deepest
        },
        Limits {
            nodes: Some(100_000),
            ..deepest
        },
    ] {
        let start = Instant::now();
        let analysis = searcher(2).analyse(Board::START, 1, &limits, control(&stop));
        assert!(!analysis.complete);
        assert!(start.elapsed() < FOREVER);
    }
}

#[test]
fn an_interrupted_solve_is_not_called_exact_and_its_bounds_hold() {
    let mut random = random(200);
    let stop = StopFlag::new();
    let mut interrupted = 0;
    for index in 0..12 {
        let board = random_reachable(&mut random, 16);
        if board.is_over() {
            continue;
        }
        let score = exact_score(&mut searcher(2), board);
        for nodes in [1, 5_000, 20_000, 80_000, 300_000] {
            for scope in [Scope::Best, Scope::AllMoves] {
                let request = SolveRequest {
                    question: if index % 3 == 0 {
                        Question::WinLossDraw
                    } else {
                        Question::Score
                    },
                    scope,
                    limits: Limits {
                        nodes: Some(nodes),
                        ..Limits::target(Target::Deepest)
                    },
                };
                let solution = searcher(1).solve(board, &request, control(&stop));
                assert!(
                    solution.lower.discs() <= score && score <= solution.upper.discs(),
                    "{board:?}"
                );
                if !solution.complete {
                    interrupted += 1;
                }
                if solution.lower.discs() > -64 {
                    check_best_moves(&solution, score);
                }
                match solution.kind {
                    Kind::Exact => assert_eq!(solution.lower, solution.upper),
                    Kind::Lower => assert!(solution.score.discs() <= f64::from(score)),
                    Kind::Upper => assert!(solution.score.discs() >= f64::from(score)),
                    Kind::Selective(_) | Kind::Heuristic => assert!(!solution.complete),
                    Kind::Book => panic!("a solve takes nothing from a book"),
                }
            }
        }
    }
    assert!(
        interrupted > 20,
        "the limits were too generous to test anything: {interrupted}"
    );
}

/// The moves named as best reach what they are said to reach, and the line begins with one of them.
fn check_best_moves(solution: &Solution, score: i32) {
    let board = solution.board;
    assert!(!solution.best.is_empty(), "{board:?}");
    assert_eq!(solution.best.first(), solution.pv.first());
    assert!(solution.lower.discs() <= score);
    for turn in &solution.best {
        let child = turn
            .square()
            .map_or_else(|| board.pass(), |square| board.play(square).unwrap());
        let reached = -exact_score(&mut searcher(1), child);
        assert!(
            reached >= solution.lower.discs(),
            "{turn} reaches {reached}, not {}:\n{board:?}",
            solution.lower
        );
    }
}

#[test]
fn a_limited_solve_proves_who_wins_before_it_proves_by_how_much() {
    let mut random = random(201);
    let stop = StopFlag::new();
    let (mut positions, mut sides) = (0, 0);
    while positions < 2 {
        let board = random_reachable(&mut random, 21);
        let solve = |nodes| {
            let request = SolveRequest {
                question: Question::Score,
                scope: Scope::Best,
                limits: Limits {
                    nodes: Some(nodes),
                    ..Limits::target(Target::Deepest)
                },
            };
            searcher(1).solve(board, &request, control(&stop))
        };
        let whole = solve(3_000_000);
        if !whole.complete {
            continue;
        }
        positions += 1;
        let score = whole.lower.discs();
        for eighth in 3..8 {
            let part = solve(whole.nodes * eighth / 8);
            let (lower, upper) = (part.lower.discs(), part.upper.discs());
            assert!(lower <= score && score <= upper, "{board:?}");
            let is_decided = lower > 0 || upper < 0;
            sides += usize::from(is_decided && lower < upper);
        }
    }
    assert!(sides > 0, "no limit fell between the two proofs");
}

#[test]
fn impossible_requests_are_refused() {
    assert!(Threads::new(0).is_err());
    assert!(Threads::new(257).is_err());
    assert!(TableSize::from_bytes(0).is_err());
    assert!(Level::new(61).is_none());
    let config = xsquare_search::Config {
        threads: Threads::ONE,
        table: TableSize::from_bytes(1 << 62).unwrap(),
    };
    let refused = xsquare_search::Searcher::new(xsquare_search::eval::Classic::default(), config);
    assert!(refused.is_err());
}

/// A search of eight plies with this soft limit.
fn eight_plies(soft: Option<Duration>) -> xsquare_search::Analysis {
    let limits = Limits { soft, ..depth(8) };
    let stop = StopFlag::new();
    searcher(1).analyse(Board::START, 1, &limits, control(&stop))
}

fn depth(plies: u8) -> Limits {
    Limits::target(Target::Depth(xsquare_search::Depth::new(plies).unwrap()))
}

#[test]
fn after_the_soft_limit_no_iteration_begins() {
    let first = eight_plies(Some(Duration::ZERO));
    assert!(!first.complete);
    let stop = StopFlag::new();
    let two = searcher(1).analyse(Board::START, 1, &depth(2), control(&stop));
    assert!(two.complete);
    assert_eq!((first.moves, first.nodes), (two.moves, two.nodes));
}

#[test]
fn a_soft_limit_that_is_not_reached_changes_nothing() {
    let (one, other) = (eight_plies(None), eight_plies(Some(FOREVER)));
    assert!(one.complete && other.complete);
    assert_eq!((one.moves, one.nodes), (other.moves, other.nodes));
}

#[test]
fn an_only_move_is_not_thought_about_when_time_counts() {
    let mut random = random(17);
    let board = loop {
        let board = random_reachable(&mut random, 30);
        if board.legal_moves().len() == 1 {
            break board;
        }
    };
    let limits = Limits {
        soft: Some(FOREVER),
        ..Limits::target(Target::Deepest)
    };
    let stop = StopFlag::new();
    let analysis = searcher(1).analyse(board, 1, &limits, control(&stop));
    assert_eq!(analysis.moves.len(), 1);
    assert!(!analysis.complete && analysis.moves[0].depth <= 2);
}

#[test]
fn an_iteration_cut_short_speaks_for_the_better_move_that_it_found() {
    let stop = StopFlag::new();
    let mut changed = 0;
    let mut rng = random(5);
    for _ in 0..4 {
        let board = random_reachable(&mut rng, 30);
        let mut searcher = searcher(1);
        for nodes in (2_000..30_000).step_by(2_000) {
            // The best move of the last iteration that was finished, with its depth.
            let last = std::sync::Mutex::new(None);
            let progress = |analysis: &xsquare_search::Analysis| {
                *last.lock().unwrap() = Some(analysis.moves[0].clone());
            };
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::target(Target::Deepest)
            };
            searcher.clear();
            let analysis = searcher.analyse(
                board,
                1,
                &limits,
                Control {
                    stop: &stop,
                    progress: &progress,
                },
            );
            let (best, last) = (&analysis.moves[0], last.into_inner().unwrap().unwrap());
            assert!(!analysis.complete);
            assert_eq!(best.pv.first(), Some(&best.turn));
            assert!(board.legal_moves().contains(best.turn.square().unwrap()));
            // It claims no more than the iteration before.
            assert_eq!((best.depth, best.kind), (last.depth, last.kind));
            if best.turn == last.turn {
                assert_eq!(*best, last);
            } else {
                changed += 1;
            }
        }
    }
    assert!(changed > 0);
}
