//! The shipped evaluations against exact scores of positions from tournament games, which they were not fitted on.

use crate::common::{random, random_reachable};
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

/// The value of a search so many plies deep, from the view of the side to move, in discs.
fn searched(evaluator: &impl Evaluator, board: Board, plies: u32) -> f64 {
    if board.is_over() {
        f64::from(board.final_score().discs())
    } else if board.must_pass() {
        -searched(evaluator, board.pass(), plies)
    } else if plies == 0 {
        evaluator.evaluate_board(board).discs()
    } else {
        board
            .legal_moves()
            .into_iter()
            .filter_map(|square| board.play(square))
            .map(|child| -searched(evaluator, child, plies - 1))
            .fold(f64::MIN, f64::max)
    }
}

#[test]
fn the_side_to_move_is_not_favoured_at_any_stage() {
    const POSITIONS: u32 = 60;
    let patterns = Patterns::default();
    let mut random = random(8);
    for empties in [52, 51, 46, 41, 36, 31, 26, 21] {
        // A preference for either side to move makes searches of odd and even depth differ in opposite directions.
        let mut sum = 0.0;
        for _ in 0..POSITIONS {
            let board = random_reachable(&mut random, empties);
            let [one, two, three] = [1, 2, 3].map(|plies| searched(&patterns, board, plies));
            sum += f64::midpoint(one, three) - two;
        }
        let stripe = sum / f64::from(POSITIONS);
        assert!(stripe.abs() < 4.0, "{empties} empties: {stripe} discs");
    }
}
