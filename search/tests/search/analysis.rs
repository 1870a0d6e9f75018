//! What an analysis promises.

use crate::common::{play_out, random, random_artificial, random_reachable, searcher};
use std::cell::Cell;
use std::sync::Mutex;
use xsquare_engine::{Board, Move};
use xsquare_search::{
    Analysis, Control, Depth, Kind, Level, Limits, MoveReport, Selectivity, StopFlag, Target, plain,
};

fn analyse(board: Board, lines: usize, target: Target) -> Analysis {
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };
    searcher(1).analyse(board, lines, &Limits::target(target), control)
}

fn level(number: u8) -> Target {
    Target::Level(Level::new(number).unwrap())
}

/// Whether the line can be played.
fn is_legal(start: Board, line: &[Move]) -> bool {
    let mut board = start;
    line.iter().all(|&turn| {
        let next = match turn {
            Move::Place(square) => board.play(square),
            Move::Pass => board.must_pass().then(|| board.pass()),
        };
        next.is_some_and(|next| {
            board = next;
            true
        })
    })
}

#[test]
fn every_line_is_legal_and_starts_with_its_move() {
    let mut random = random(100);
    for empties in [60, 50, 40, 30, 20, 12, 5, 1] {
        for _ in 0..4 {
            for board in [
                random_reachable(&mut random, empties),
                random_artificial(&mut random, empties),
            ] {
                let analysis = analyse(board, usize::MAX, level(4));
                assert_eq!(analysis.finished.is_some(), board.is_over());
                let moves = board
                    .legal_moves()
                    .into_iter()
                    .len()
                    .max(usize::from(board.must_pass()));
                assert_eq!(analysis.moves.len(), moves, "{board:?}");
                assert!(
                    analysis
                        .moves
                        .is_sorted_by_key(|report| std::cmp::Reverse(report.score))
                );
                for report in &analysis.moves {
                    assert_eq!(report.pv.first(), Some(&report.turn));
                    assert!(is_legal(board, &report.pv), "{:?} of\n{board:?}", report.pv);
                }
            }
        }
    }
}

#[test]
fn scores_called_exact_are_exact() {
    let mut random = random(101);
    for _ in 0..60 {
        let board = random_reachable(&mut random, 9);
        if board.is_over() {
            continue;
        }
        let score = plain::alpha_beta(board, -64, 64);
        for target in [level(10), Target::Deepest, Target::Depth(Depth::MAX)] {
            let best: MoveReport = analyse(board, 1, target).moves[0].clone();
            assert_eq!(
                (best.kind, best.selectivity, best.depth),
                (Kind::Exact, Selectivity::Exact, 9)
            );
            assert_eq!(best.score.discs().round().to_string(), score.to_string());
            assert_eq!(play_out(board, &best.pv), Some(score));
        }
    }
}

#[test]
fn searches_that_stop_before_the_end_are_called_heuristic() {
    let mut random = random(102);
    for _ in 0..20 {
        let board = random_reachable(&mut random, 30);
        for report in analyse(board, 3, Target::Depth(Depth::new(5).unwrap())).moves {
            assert_eq!((report.kind, report.depth), (Kind::Heuristic, 5));
        }
    }
}

#[test]
fn a_forced_pass_is_the_only_move_and_negates_the_reply() {
    let mut random = random(103);
    let mut passes = 0;
    while passes < 10 {
        let board = random_reachable(&mut random, 10);
        if !board.must_pass() {
            continue;
        }
        passes += 1;
        let before = analyse(board, 5, Target::Deepest);
        let after = analyse(board.pass(), 1, Target::Deepest);
        assert_eq!(before.moves.len(), 1);
        assert_eq!(before.moves[0].turn, Move::Pass);
        assert_eq!(before.moves[0].score, -after.moves[0].score);
        assert_eq!(before.moves[0].pv[1..], after.moves[0].pv);
    }
}

#[test]
fn progress_is_reported_with_rising_depth() {
    let board = Board::START;
    let seen = Mutex::new(Vec::new());
    let stop = StopFlag::new();
    let progress = |analysis: &Analysis| {
        seen.lock()
            .unwrap()
            .push((analysis.moves[0].depth, analysis.nodes));
    };
    let control = Control {
        stop: &stop,
        progress: &progress,
    };
    let last = searcher(1).analyse(board, 1, &Limits::target(level(8)), control);
    let seen = seen.into_inner().unwrap();
    assert!(seen.len() > 1 && seen.is_sorted(), "{seen:?}");
    assert_eq!(
        seen.last().map(|&(depth, _)| depth),
        Some(last.moves[0].depth)
    );
}

#[test]
fn the_searcher_may_be_asked_from_inside_a_search_of_another() {
    let inner_score = Cell::new(None);
    let inner = analyse(Board::START, 1, level(3));
    inner_score.set(Some(inner.moves[0].score));
    let stop = StopFlag::new();
    let found = Mutex::new(None);
    let progress = |_: &Analysis| {
        *found.lock().unwrap() = Some(analyse(Board::START, 1, level(3)).moves[0].score);
    };
    let control = Control {
        stop: &stop,
        progress: &progress,
    };
    searcher(2).analyse(Board::START, 1, &Limits::target(level(2)), control);
    assert_eq!(found.into_inner().unwrap(), inner_score.get());
}

#[test]
fn the_lowest_level_looks_one_move_ahead_and_solves_nothing_but_the_last_square() {
    let mut random = random(107);
    for empties in [50, 30, 10, 2, 1] {
        let board = random_reachable(&mut random, empties);
        if board.is_over() || board.must_pass() {
            continue;
        }
        let lowest = analyse(board, usize::MAX, level(0));
        assert!(lowest.complete);
        // The searcher of these tests judges by the classic evaluation too.
        let one_ply = analyse(board, usize::MAX, Target::Depth(Depth::new(1).unwrap()));
        let scores = |analysis: &Analysis| -> Vec<_> {
            let moves = analysis.moves.iter();
            moves.map(|report| (report.score, report.kind)).collect()
        };
        if empties > 2 {
            assert_eq!(scores(&lowest), scores(&one_ply), "{board:?}");
        }
        if empties == 1 {
            assert_eq!(lowest.moves[0].kind, Kind::Exact);
        }
    }
}
