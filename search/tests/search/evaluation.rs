//! The shipped evaluations against exact scores of positions from tournament games, which they were not fitted on.

use std::collections::BTreeMap;
use xsquare_engine::{Board, Position};
use xsquare_search::eval::{Classic, Evaluator, Patterns};

const POSITIONS: &str = include_str!("../data/eval-exact.tsv");

/// The positions with their exact scores in discs, by the number of empty squares.
fn positions() -> BTreeMap<u32, Vec<(Board, f64)>> {
    let mut positions: BTreeMap<u32, Vec<(Board, f64)>> = BTreeMap::new();
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position: Position = format!("{} {}", fields[0], fields[1]).parse().unwrap();
        let board = position.board();
        positions
            .entry(board.empty_count())
            .or_default()
            .push((board, fields[3].trim().parse().unwrap()));
    }
    positions
}

/// The mean distance of an evaluation from the scores, in discs.
fn mean_error(evaluator: &impl Evaluator, positions: &[(Board, f64)]) -> f64 {
    let distance =
        |(board, score): &(Board, f64)| (evaluator.evaluate_board(*board).discs() - score).abs();
    let sum: f64 = positions.iter().map(distance).sum();
    sum / f64::from(u32::try_from(positions.len()).unwrap())
}

#[test]
fn the_evaluations_are_as_near_to_exact_scores_as_the_readme_says() {
    let limits = BTreeMap::from([
        (12, (10.1, 7.3)),
        (16, (9.9, 7.1)),
        (20, (9.2, 6.6)),
        (24, (8.1, 5.7)),
    ]);
    let (classic, patterns) = (Classic::default(), Patterns::default());
    let positions = positions();
    assert_eq!(
        positions.keys().copied().collect::<Vec<_>>(),
        limits.keys().copied().collect::<Vec<_>>()
    );
    for (empties, positions) in positions {
        let (classic_limit, patterns_limit) = limits[&empties];
        let found = (
            mean_error(&classic, &positions),
            mean_error(&patterns, &positions),
        );
        assert!(
            found.0 < classic_limit && found.1 < patterns_limit,
            "{empties} empties: {found:?}"
        );
    }
}
