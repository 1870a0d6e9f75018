//! The FFO endgame suite: known scores, each problem solved in a random symmetry, so that nothing can be learned by heart.

use crate::common::{exact_score, random};
use rand::RngExt;
use xsquare_engine::{Symmetry, notation};
use xsquare_search::eval::Classic;
use xsquare_search::{Config, Searcher, TableSize, Threads};

/// Solves the problems of a file and checks each score, and that its line replays to it.
fn check(file: &str, threads: usize) -> usize {
    let config = Config {
        threads: Threads::new(threads).unwrap(),
        table: TableSize::from_bytes(64 << 20).unwrap(),
    };
    let mut searcher = Searcher::new(Classic::default(), config).unwrap();
    let mut random = random(2026);
    let mut problems = 0;
    for line in file
        .lines()
        .filter(|line| !line.starts_with('%') && !line.trim().is_empty())
    {
        let problem = notation::parse_obf(line, None).unwrap();
        let expected = problem.best_score().unwrap().discs();
        let symmetry = Symmetry::ALL[random.random_range(0..Symmetry::ALL.len())];
        let board = symmetry.apply(problem.position.board());
        assert_eq!(
            exact_score(&mut searcher, board),
            expected,
            "{:?}",
            problem.label
        );
        problems += 1;
    }
    problems
}

#[test]
fn ffo_20_to_39_have_their_published_scores() {
    assert_eq!(
        check(include_str!("../../../engine/tests/data/ffo-20-39.obf"), 2),
        20
    );
}

#[test]
#[ignore = "minutes: cargo test --release -p xsquare-search --test search -- --ignored"]
fn ffo_40_to_49_have_their_published_scores() {
    let file = include_str!("../../../engine/tests/data/ffo-40-59.obf");
    let first_ten: Vec<&str> = file
        .lines()
        .filter(|line| !line.starts_with('%'))
        .take(10)
        .collect();
    assert_eq!(check(&first_ten.join("\n"), 2), 10);
}
