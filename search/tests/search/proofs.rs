//! Scores against the second search, on many positions, and proofs that share a table.

use crate::common::{exact_score, play_out, random, random_artificial, random_reachable, searcher};
use crate::common::{solve, solve_scope};
use rand::seq::SliceRandom;
use std::thread;
use xsquare_engine::{Board, DiscDiff};
use xsquare_search::eval::Classic;
use xsquare_search::{
    Claim, Control, Depth, Eval, Kind, Level, Limits, Question, Scope, Searcher, StopFlag, Target,
    Threads, verify,
};

/// The solver's score, and that the second search confirms it.
fn check(searcher: &mut Searcher<Classic>, board: Board) {
    let score = DiscDiff::new(exact_score(searcher, board)).unwrap();
    let claims = [Claim::AtLeast(score), Claim::AtMost(score)];
    let limits = Limits::target(Target::Deepest);
    for proof in verify(board, &claims, &limits, Threads::ONE, &StopFlag::new()) {
        assert_eq!(proof.holds, Some(true), "{}:\n{board:?}", proof.claim);
    }
}

/// Checks `counts` of positions with so many empties, one in four of them artificial.
fn check_many(seed: u64, threads: usize, counts: &[(u32, usize)]) -> usize {
    let mut random = random(seed);
    let mut searcher = searcher(threads);
    let mut total = 0;
    for &(empties, count) in counts {
        for index in 0..count {
            let board = if index % 4 == 0 {
                random_artificial(&mut random, empties)
            } else {
                random_reachable(&mut random, empties)
            };
            check(&mut searcher, board);
            total += 1;
        }
    }
    total
}

#[test]
fn random_positions_of_ten_to_sixteen_empties_are_confirmed() {
    let counts = [
        (10, 1000),
        (11, 700),
        (12, 400),
        (13, 200),
        (14, 60),
        (15, 15),
        (16, 5),
    ];
    assert_eq!(check_many(600, 1, &counts), 2380);
}

#[test]
#[ignore = "an hour: cargo test --release -p xsquare-search --test search -- --ignored --nocapture hundred_thousand"]
fn a_hundred_thousand_random_positions_are_confirmed() {
    let counts = [
        (10, 280),
        (11, 250),
        (12, 200),
        (13, 130),
        (14, 80),
        (15, 40),
        (16, 20),
    ];
    let workers = Threads::available().count().min(100);
    let total: usize = thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    (worker..100)
                        .step_by(workers)
                        .map(|seed| {
                            let done = check_many(700 + seed as u64, 1 + seed % 2, &counts);
                            println!("seed {}: {done} positions", 700 + seed);
                            done
                        })
                        .sum::<usize>()
                })
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap())
            .sum()
    });
    assert_eq!(total, 100_000);
}

#[test]
fn all_moves_have_the_scores_of_their_positions_with_any_number_of_threads() {
    let mut random = random(610);
    for threads in [1, 2] {
        let mut whole = searcher(threads);
        let mut parts = searcher(1);
        for (empties, count) in [(4, 40), (8, 40), (12, 20), (15, 6), (16, 4), (17, 1)] {
            for _ in 0..count {
                let board = random_reachable(&mut random, empties);
                if board.legal_moves().is_empty() {
                    continue;
                }
                let all = solve_scope(&mut whole, board, Question::Score, Scope::AllMoves);
                assert_eq!(play_out(board, &all.pv), Some(all.lower.discs()));
                assert_eq!(all.moves.len(), board.legal_moves().into_iter().len());
                for solved in &all.moves {
                    let child = board.play(solved.turn.square().unwrap()).unwrap();
                    let alone = -exact_score(&mut parts, child);
                    assert_eq!(
                        (solved.kind, solved.score.units()),
                        (Kind::Exact, alone * Eval::PER_DISC),
                        "{} in\n{board:?}",
                        solved.turn
                    );
                }
            }
        }
    }
}

/// One thing that a searcher can be asked about a position.
#[derive(Debug, Clone, Copy)]
enum Ask {
    Solve(Question),
    Selectively(Target),
}

#[test]
fn any_order_of_questions_to_one_table_gives_the_same_answers() {
    let mut random = random(620);
    let discs = |score| DiscDiff::new(score).unwrap();
    let within = |lower, upper| {
        Ask::Solve(Question::Within {
            lower: discs(lower),
            upper: discs(upper),
        })
    };
    for threads in [1, 2] {
        // One table for all positions and questions: what one leaves there the next one finds.
        let mut searcher = searcher(threads);
        for empties in [12, 14, 15, 16, 17] {
            for _ in 0..4 {
                let board = random_reachable(&mut random, empties);
                if board.is_over() {
                    continue;
                }
                let score = exact_score(&mut crate::common::searcher(1), board);
                let mut asks = vec![
                    Ask::Solve(Question::Score),
                    Ask::Solve(Question::WinLossDraw),
                    within(-1, 1),
                    within(score.max(-63) - 1, score.min(63) + 1),
                    within(score, (score + 2).min(64).max(score + 1)),
                    within((score - 2).max(-64).min(score - 1), score),
                    within(-64, score.max(-63)),
                    within(score.min(63), 64),
                    Ask::Selectively(Target::Level(Level::new(16).unwrap())),
                    Ask::Selectively(Target::Level(Level::new(22).unwrap())),
                    Ask::Selectively(Target::Depth(Depth::new(8).unwrap())),
                ];
                asks.shuffle(&mut random);
                for &ask in &asks {
                    answer(&mut searcher, board, ask, score);
                }
            }
        }
    }
}

/// Asks, and checks that whatever is called proved is true.
fn answer(searcher: &mut Searcher<Classic>, board: Board, ask: Ask, score: i32) {
    match ask {
        Ask::Selectively(target) => {
            let stop = StopFlag::new();
            let control = Control {
                stop: &stop,
                progress: &|_| {},
            };
            let analysis = searcher.analyse(board, 1, &Limits::target(target), control);
            let best = &analysis.moves[0];
            if best.kind == Kind::Exact {
                assert_eq!(best.score.units(), score * Eval::PER_DISC, "{board:?}");
            }
        }
        Ask::Solve(question) => {
            let answer = solve(searcher, board, question);
            assert!(answer.complete);
            assert!(
                answer.lower.discs() <= score && score <= answer.upper.discs(),
                "{ask:?}: {}..{}, not {score}:\n{board:?}",
                answer.lower,
                answer.upper
            );
            match question {
                Question::Score => assert_eq!(answer.kind, Kind::Exact),
                Question::WinLossDraw => assert_eq!(answer.score.units().signum(), score.signum()),
                Question::Within { lower, upper } => {
                    let is_inside = lower.discs() < score && score < upper.discs();
                    assert!(
                        !is_inside || answer.kind == Kind::Exact,
                        "{ask:?}:\n{board:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_selective_search_that_is_wrong_does_not_spoil_the_exact_one_after_it() {
    let mut random = random(630);
    let mut shared = searcher(2);
    let mut contradictions = 0;
    for _ in 0..12 {
        let board = random_reachable(&mut random, 17);
        if board.legal_moves().is_empty() {
            continue;
        }
        let stop = StopFlag::new();
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        let shallow = Limits::target(Target::Depth(Depth::new(12).unwrap()));
        let guess = shared.analyse(board, 1, &shallow, control).moves[0].clone();
        let alone = exact_score(&mut searcher(1), board);
        let after = exact_score(&mut shared, board);
        assert_eq!(after, alone, "{board:?}");
        contradictions += usize::from(guess.score.nearest_final_score().discs() != alone);
    }
    assert!(
        contradictions > 0,
        "no search before the exact one was wrong"
    );
}
