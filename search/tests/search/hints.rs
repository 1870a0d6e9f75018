//! Solves that begin with what an earlier search said.

use crate::common::{exact_score, play_out, random, random_reachable, searcher};
use rand::RngExt;
use xsquare_engine::{Board, DiscDiff, Move, Square};
use xsquare_search::{
    Approach, Control, Crew, Eval, Hint, Kind, Limits, Question, Scope, Selectivity, Solution,
    SolveRequest, StopFlag, Target,
};

fn solve(board: Board, hint: Option<&Hint>, nodes: Option<u64>) -> Solution {
    let request = SolveRequest {
        question: Question::Score,
        scope: Scope::Best,
        limits: Limits {
            nodes,
            ..Limits::target(Target::Deepest)
        },
    };
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };
    let approach = Approach {
        crew: Crew::One,
        hint,
    };
    searcher(1).solve_by(approach, board, &request, control)
}

/// What a solution says, for the next solve.
fn hint_of(solution: &Solution) -> Hint {
    Hint {
        lower: solution.lower,
        upper: solution.upper,
        score: solution.estimate,
        line: solution.pv.clone(),
    }
}

#[test]
fn no_hint_changes_a_score() {
    let mut random = random(300);
    let mut searcher = searcher(1);
    let kinds = [
        Kind::Exact,
        Kind::Lower,
        Kind::Upper,
        Kind::Selective(Selectivity::P73),
        Kind::Selective(Selectivity::P99),
        Kind::Heuristic,
    ];
    for index in 0..150 {
        let board = random_reachable(&mut random, [8, 12, 14, 15, 16][index % 5]);
        let score = exact_score(&mut searcher, board);
        let mut discs = || DiscDiff::new(random.random_range(-64..=64)).unwrap();
        let hint = Hint {
            lower: discs(),
            upper: discs(),
            score: Some((discs().into(), kinds[index % kinds.len()])),
            line: if index % 3 == 0 {
                vec![Move::Pass, Square::A1.into()]
            } else {
                let last = board.legal_moves().into_iter().last();
                last.map(Move::Place).into_iter().collect()
            },
        };
        let solution = solve(board, Some(&hint), None);
        assert_eq!(solution.kind, Kind::Exact, "{hint:?} for\n{board:?}");
        assert_eq!(solution.lower.discs(), score, "{hint:?} for\n{board:?}");
        assert_eq!(play_out(board, &solution.pv), Some(score));
    }
}

#[test]
fn an_interrupted_solve_goes_on_where_it_ended() {
    let mut random = random(777);
    let (mut anew, mut continued, mut cases) = (0, 0, 0);
    while cases < 3 {
        let board = random_reachable(&mut random, 20);
        let whole = solve(board, None, Some(2_500_000));
        let first = solve(board, None, Some(whole.nodes / 2));
        if !whole.complete || !matches!(first.estimate, Some((_, Kind::Selective(_)))) {
            continue;
        }
        cases += 1;
        let hint = hint_of(&first);
        let rest = solve(board, Some(&hint), None);
        assert_eq!((rest.kind, rest.score), (Kind::Exact, whole.score));
        anew += whole.nodes;
        continued += rest.nodes;
        // Ended at once, it still knows what it was told, and calls it what it is.
        let nothing = solve(board, Some(&hint), Some(1));
        assert!(!nothing.complete);
        assert_eq!(Some((nothing.score, nothing.kind)), first.estimate);
        assert_eq!(nothing.lower, DiscDiff::MIN, "hints are not proofs");
    }
    assert!(
        continued < anew,
        "{continued} nodes instead of {anew}: the hints were of no use"
    );
}

#[test]
fn an_exact_score_is_confirmed_with_fewer_nodes_than_it_is_found() {
    let mut random = random(302);
    let (mut found, mut confirmed) = (0, 0);
    for _ in 0..6 {
        let board = random_reachable(&mut random, 17);
        let first = solve(board, None, None);
        let hint = Hint {
            score: Some((first.score, first.kind)),
            ..hint_of(&first)
        };
        let again = solve(board, Some(&hint), None);
        assert_eq!((again.kind, again.score), (first.kind, first.score));
        found += first.nodes;
        confirmed += again.nodes;
    }
    assert!(confirmed < found, "{confirmed} nodes instead of {found}");
}

#[test]
fn hints_pass_through_a_forced_pass() {
    let mut random = random(303);
    let mut passes = 0;
    while passes < 10 {
        let board = random_reachable(&mut random, 12);
        if !board.must_pass() {
            continue;
        }
        passes += 1;
        let first = solve(board, None, None);
        let hint = Hint {
            score: Some((first.score, Kind::Selective(Selectivity::P99))),
            ..hint_of(&first)
        };
        let again = solve(board, Some(&hint), None);
        assert_eq!((again.score, again.kind), (first.score, Kind::Exact));
        let ended = solve(board, Some(&hint), Some(1));
        assert_eq!(ended.score, first.score);
        assert_eq!(ended.pv, first.pv);
        assert_eq!(
            Eval::from(first.lower),
            first.score,
            "an exact score has equal bounds"
        );
    }
}
