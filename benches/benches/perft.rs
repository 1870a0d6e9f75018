//! Perft from the start: legal moves, flips and moves together. Throughput is in leaves.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use xsquare_engine::{PerftConvention, Position, perft};

const DEPTH: u32 = 9;

fn from_the_start(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for (convention, leaves) in [
        (PerftConvention::A, 3_005_288),
        (PerftConvention::D, 3_005_320),
    ] {
        assert_eq!(perft(&Position::START, DEPTH, convention), leaves);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(
            format!("depth {DEPTH}, convention {convention}"),
            |bencher| {
                bencher.iter(|| perft(black_box(&Position::START), DEPTH, convention));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, from_the_start);
criterion_main!(benches);
