//! The second, simple search against plain ones, and against the solver.

use crate::common::{exact_score, random, random_artificial, random_reachable, searcher};
use std::time::Duration;
use xsquare_engine::{Board, DiscDiff};
use xsquare_search::{Claim, Limits, Proof, StopFlag, Target, Threads, plain, verify};

const NO_LIMITS: Limits = Limits::target(Target::Deepest);

fn prove(board: Board, claims: &[Claim], threads: Threads) -> Vec<Proof> {
    verify(board, claims, &NO_LIMITS, threads, &StopFlag::new())
}

/// Both claims that make a score exact hold, and the next ones on either side do not.
fn check(board: Board, score: i32, threads: Threads) {
    let discs = |score| DiscDiff::new(score).unwrap();
    let mut claims = vec![
        (Claim::AtLeast(discs(score)), true),
        (Claim::AtMost(discs(score)), true),
    ];
    if score < 64 {
        claims.push((Claim::AtLeast(discs(score + 1)), false));
        claims.push((Claim::AtMost(discs(score + 1)), true));
    }
    if score > -64 {
        claims.push((Claim::AtMost(discs(score - 1)), false));
        claims.push((Claim::AtLeast(discs(score - 1)), true));
    }
    let asked: Vec<Claim> = claims.iter().map(|&(claim, _)| claim).collect();
    let proofs = prove(board, &asked, threads);
    assert_eq!(proofs.len(), claims.len());
    for (proof, (claim, holds)) in proofs.into_iter().zip(claims) {
        assert_eq!(proof.claim, claim);
        assert_eq!(
            proof.holds,
            Some(holds),
            "{claim} where the score is {score}:\n{board:?}"
        );
        assert!(proof.nodes > 0);
    }
}

#[test]
fn claims_are_decided_as_plain_searches_decide_them() {
    let mut random = random(400);
    for (empties, count) in [
        (0, 100),
        (1, 300),
        (2, 300),
        (3, 300),
        (4, 400),
        (5, 400),
        (6, 400),
        (7, 400),
        (8, 300),
        (9, 150),
        (10, 80),
        (11, 30),
    ] {
        for index in 0..count {
            let board = if index % 2 == 0 {
                random_reachable(&mut random, empties)
            } else {
                random_artificial(&mut random, empties)
            };
            check(board, plain::alpha_beta(board, -64, 64), Threads::ONE);
        }
    }
}

#[test]
fn it_agrees_with_the_solver_where_plain_searches_take_too_long() {
    let mut random = random(401);
    let mut searcher = searcher(1);
    let two = Threads::new(2).unwrap();
    for (empties, count) in [(12, 40), (13, 30), (14, 20), (15, 8)] {
        for _ in 0..count {
            let board = random_reachable(&mut random, empties);
            check(board, exact_score(&mut searcher, board), two);
        }
    }
}

#[test]
fn the_nodes_are_the_same_in_every_run_and_with_any_number_of_threads() {
    let board = random_reachable(&mut random(402), 13);
    let claims = [
        Claim::AtLeast(DiscDiff::DRAW),
        Claim::AtMost(DiscDiff::DRAW),
    ];
    let nodes = |threads| -> Vec<u64> {
        let proofs = prove(board, &claims, Threads::new(threads).unwrap());
        proofs.iter().map(|proof| proof.nodes).collect()
    };
    assert_eq!(nodes(1), nodes(1));
    assert_eq!(nodes(1), nodes(2));
}

#[test]
fn a_limit_or_the_flag_leaves_the_claim_open() {
    let claims = [Claim::AtLeast(DiscDiff::DRAW)];
    let stop = StopFlag::new();
    let limited = Limits {
        nodes: Some(10_000),
        ..NO_LIMITS
    };
    let proof = verify(Board::START, &claims, &limited, Threads::ONE, &stop)[0];
    assert_eq!((proof.holds, proof.nodes), (None, 10_000));
    let timed = Limits {
        time: Some(Duration::from_millis(20)),
        ..NO_LIMITS
    };
    let proof = verify(Board::START, &claims, &timed, Threads::ONE, &stop)[0];
    assert_eq!(proof.holds, None);
    stop.stop();
    let proof = verify(Board::START, &claims, &NO_LIMITS, Threads::ONE, &stop)[0];
    assert_eq!((proof.holds, proof.nodes), (None, 0));
    // A claim that needs no search is decided all the same.
    let sure = [Claim::AtLeast(DiscDiff::MIN), Claim::AtMost(DiscDiff::MAX)];
    let proofs = verify(
        Board::START,
        &sure,
        &limited,
        Threads::ONE,
        &StopFlag::new(),
    );
    assert!(proofs.iter().all(|proof| proof.holds == Some(true)));
}

#[test]
#[ignore = "a minute: cargo test --release -p xsquare-search --test search -- --ignored --nocapture verification"]
fn positions_with_twenty_to_twenty_four_empties_are_practical() {
    let mut random = random(403);
    let mut searcher = searcher(2);
    let two = Threads::new(2).unwrap();
    for empties in [16, 18, 20, 22, 24] {
        let board = random_reachable(&mut random, empties);
        let score = exact_score(&mut searcher, board);
        let score = DiscDiff::new(score).unwrap();
        let claims = [Claim::AtLeast(score), Claim::AtMost(score)];
        for proof in prove(board, &claims, two) {
            println!(
                "{empties} empties, {}: {} nodes, {:?}",
                proof.claim, proof.nodes, proof.time
            );
            assert_eq!(proof.holds, Some(true));
        }
    }
}
