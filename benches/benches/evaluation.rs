//! Static evaluations on positions of random games. Throughput is in positions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use xsquare_benches::random_games;
use xsquare_engine::Board;
use xsquare_search::eval::{Classic, Evaluator, Patterns};

/// The sum of the values of all positions.
fn sum(boards: &[Board], value: impl Fn(Board) -> i32) -> i64 {
    boards
        .iter()
        .map(|&board| i64::from(value(black_box(board))))
        .sum()
}

fn measure<E: Evaluator>(criterion: &mut Criterion, evaluator: &E) {
    let boards = random_games(40);
    let states: Vec<(Board, E::State)> = boards
        .iter()
        .map(|&board| (board, evaluator.start(board)))
        .collect();
    let from_scratch = || sum(&boards, |board| evaluator.evaluate_board(board).units());
    let carried = || -> i64 {
        states
            .iter()
            .map(|(board, state)| i64::from(evaluator.evaluate(black_box(*board), state).units()))
            .sum()
    };
    assert_eq!(from_scratch(), carried(), "the state changes the value");
    let mut group = criterion.benchmark_group(format!("evaluation {}", evaluator.name()));
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("from scratch", |bencher| bencher.iter(from_scratch));
    group.bench_function("with its state", |bencher| bencher.iter(carried));
    group.finish();
}

fn evaluations(criterion: &mut Criterion) {
    measure(criterion, &Classic::default());
    measure(criterion, &Patterns::default());
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
