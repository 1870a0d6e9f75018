//! The solver against plain searches.

use crate::common::{
    exact_score, random, random_artificial, random_reachable, searcher, solve, solve_scope,
};
use xsquare_engine::{Board, DiscDiff, Symmetry};
use xsquare_search::eval::Patterns;
use xsquare_search::{
    Config, Control, Eval, Kind, Limits, Question, Scope, Searcher, SolveRequest, StopFlag,
    TableSize, Target, Threads, plain,
};

/// Boards of every kind with `empties` empty squares.
fn boards(seed: u64, empties: u32, count: usize) -> impl Iterator<Item = Board> {
    let mut random = random(seed);
    (0..count).map(move |index| {
        if index % 2 == 0 {
            random_reachable(&mut random, empties)
        } else {
            random_artificial(&mut random, empties)
        }
    })
}

#[test]
fn scores_are_those_of_plain_minimax() {
    let mut searcher = searcher(1);
    for empties in 0..=8 {
        for board in boards(u64::from(empties), empties, 600) {
            assert_eq!(
                exact_score(&mut searcher, board),
                plain::minimax(board).discs(),
                "{board:?}"
            );
        }
    }
}

#[test]
fn scores_are_those_of_plain_alpha_beta_up_to_twelve_empties() {
    let mut searcher = searcher(1);
    for (empties, count) in [(9, 600), (10, 300), (11, 120), (12, 50)] {
        for board in boards(u64::from(empties), empties, count) {
            let score = plain::alpha_beta(board, -64, 64);
            assert_eq!(exact_score(&mut searcher, board), score, "{board:?}");
        }
    }
}

#[test]
fn scores_agree_with_the_moves_scores_above_twelve_empties() {
    // One ply up the plain search would take minutes; the solver's own scores of the children take its place.
    let mut whole = searcher(1);
    let mut parts = searcher(1);
    for board in boards(13, 14, 60) {
        if board.legal_moves().is_empty() {
            continue;
        }
        let best = board
            .legal_moves()
            .into_iter()
            .map(|square| -exact_score(&mut parts, board.play(square).unwrap()))
            .max();
        assert_eq!(Some(exact_score(&mut whole, board)), best, "{board:?}");
    }
}

#[test]
fn every_window_brackets_the_score() {
    let mut searcher = searcher(1);
    for board in boards(20, 11, 60).chain(boards(21, 14, 30)) {
        if board.is_over() {
            continue;
        }
        let score = exact_score(&mut searcher, board);
        let wld = solve(&mut searcher, board, Question::WinLossDraw);
        let expected = match score {
            0 => (Kind::Exact, 0),
            1.. => (Kind::Lower, wld.lower.discs()),
            _ => (Kind::Upper, wld.upper.discs()),
        };
        assert_eq!(
            (wld.kind, wld.score.units() / Eval::PER_DISC),
            expected,
            "{board:?}"
        );
        assert_eq!(wld.score.units().signum(), score.signum(), "{board:?}");
        for centre in (-64..=62).step_by(6) {
            let (lower, upper) = (
                DiscDiff::new(centre).unwrap(),
                DiscDiff::new(centre + 2).unwrap(),
            );
            let answer = solve(&mut searcher, board, Question::Within { lower, upper });
            assert!(
                answer.lower.discs() <= score && score <= answer.upper.discs(),
                "{board:?}"
            );
            match answer.kind {
                Kind::Lower => assert!(answer.lower >= upper),
                Kind::Upper => assert!(answer.upper <= lower),
                kind => assert_eq!(kind, Kind::Exact),
            }
        }
    }
}

#[test]
fn all_moves_have_the_scores_of_their_positions() {
    let mut searcher = searcher(1);
    for board in boards(30, 10, 60).chain(boards(31, 13, 10)) {
        let solution = solve_scope(&mut searcher, board, Question::Score, Scope::AllMoves);
        let moves = board.legal_moves();
        if board.is_over() {
            assert!(solution.moves.is_empty());
            continue;
        }
        assert_eq!(solution.moves.len(), moves.into_iter().len().max(1));
        assert!(
            solution
                .moves
                .is_sorted_by_key(|solved| std::cmp::Reverse(solved.score))
        );
        assert_eq!(solution.moves[0].score, solution.score);
        let ties = solution
            .moves
            .iter()
            .filter(|solved| solved.score == solution.score)
            .count();
        assert_eq!(solution.best.len(), ties);
        assert_eq!(solution.best.first(), solution.pv.first());
        for solved in &solution.moves {
            assert_eq!(solved.kind, Kind::Exact);
            let child = solved
                .turn
                .square()
                .map_or_else(|| board.pass(), |square| board.play(square).unwrap());
            assert_eq!(
                solved.score.units(),
                -exact_score(&mut searcher, child) * Eval::PER_DISC
            );
        }
    }
}

#[test]
fn symmetry_colour_and_threads_do_not_change_the_score() {
    let mut searchers = [searcher(1), searcher(2), searcher(4)];
    for board in boards(40, 12, 20)
        .chain(boards(41, 15, 12))
        .chain(boards(42, 17, 3))
    {
        let score = exact_score(&mut searchers[0], board);
        for symmetry in Symmetry::ALL {
            for searcher in &mut searchers {
                let image = symmetry.apply(board);
                assert_eq!(
                    exact_score(searcher, image),
                    score,
                    "{symmetry:?} of\n{board:?}"
                );
            }
        }
        // The search knows sides, not colours: both colours to move are the same board. What remains is the pass.
        if board.must_pass() {
            assert_eq!(exact_score(&mut searchers[1], board.pass()), -score);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_score() {
    let mut one = searcher(1);
    let mut several = [searcher(2), searcher(3), searcher(8)];
    for board in boards(45, 16, 60)
        .chain(boards(46, 17, 30))
        .chain(boards(47, 18, 6))
    {
        let score = exact_score(&mut one, board);
        for searcher in &mut several {
            // Threads meet in other places each time.
            searcher.clear();
            assert_eq!(exact_score(searcher, board), score, "{board:?}");
        }
    }
}

#[test]
fn a_warm_table_gives_the_scores_of_a_cold_one() {
    let mut warm = searcher(1);
    for board in boards(50, 14, 40) {
        let mut cold = searcher(1);
        let expected = exact_score(&mut cold, board);
        // A bound, the win, the score and the bound again, all from one table.
        solve(&mut warm, board, Question::WinLossDraw);
        let (lower, upper) = (DiscDiff::new(10).unwrap(), DiscDiff::new(12).unwrap());
        solve(&mut warm, board, Question::Within { lower, upper });
        assert_eq!(exact_score(&mut warm, board), expected);
        assert_eq!(exact_score(&mut warm, board), expected);
    }
}

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    for board in boards(60, 16, 4) {
        let nodes: Vec<u64> = (0..3)
            .map(|_| solve(&mut searcher(1), board, Question::Score).nodes)
            .collect();
        assert!(nodes.iter().all(|&count| count == nodes[0]), "{nodes:?}");
    }
}

#[test]
fn the_evaluation_does_not_change_the_score() {
    let config = Config {
        threads: Threads::new(3).unwrap(),
        table: TableSize::MIN,
    };
    // Proofs may take rougher values from the patterns than analyses do.
    let mut patterns = Searcher::new(Patterns::default(), config).unwrap();
    let mut classic = searcher(1);
    let stop = StopFlag::new();
    for board in boards(70, 15, 20).chain(boards(71, 18, 6)) {
        let request = SolveRequest {
            question: Question::Score,
            scope: Scope::Best,
            limits: Limits::target(Target::Deepest),
        };
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        let solution = patterns.solve(board, &request, control);
        assert_eq!(solution.kind, Kind::Exact, "{board:?}");
        assert_eq!(
            solution.lower.discs(),
            exact_score(&mut classic, board),
            "{board:?}"
        );
    }
}
