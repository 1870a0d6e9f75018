//! Looking into opening books: the shipped one, and one too large to be in memory. Throughput is in positions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io::Cursor;
use xsquare_benches::random_games;
use xsquare_engine::Board;
use xsquare_search::book::{Book, Deviation, Graph, Origin, Record, WHOLE_BYTES, probe};
use xsquare_search::{Eval, Selectivity};

/// How many of these positions a book has.
fn found(book: &Book, boards: &[Board]) -> usize {
    let hits = boards.iter().filter(|&&board| {
        book.lookup(black_box(board))
            .is_ok_and(|record| record.is_some())
    });
    hits.count()
}

/// Every position of the shipped book.
fn inside() -> Vec<Board> {
    let records = Book::shipped().records();
    records
        .map(|record| record.expect("the shipped book is sound").board)
        .collect()
}

/// Positions that no book has.
fn outside() -> Vec<Board> {
    let boards = random_games(100).into_iter();
    boards
        .filter(|board| board.empty_count() < 50)
        .map(|board| board.canonical().0)
        .collect()
}

fn shipped(criterion: &mut Criterion) {
    let book = Book::shipped();
    let (inside, outside) = (inside(), outside());
    assert_eq!(found(book, &inside), inside.len());
    assert_eq!(found(book, &outside), 0);
    let mut group = criterion.benchmark_group("book");
    group.throughput(Throughput::Elements(inside.len() as u64));
    group.bench_function("lookup, found", |bencher| {
        bencher.iter(|| found(book, &inside));
    });
    group.throughput(Throughput::Elements(outside.len() as u64));
    group.bench_function("lookup, not found", |bencher| {
        bencher.iter(|| found(book, &outside));
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("page of the start", |bencher| {
        bencher.iter(|| probe(book, black_box(Board::START)));
    });
    group.finish();
}

/// A book that is read block by block: with no more in memory than its index and the blocks that were looked into.
fn large(criterion: &mut Criterion) {
    // Making it takes some seconds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let boards = random_games(30_000).into_iter();
    let mut graph = Graph::new();
    graph.merge(boards.map(|board| Record {
        board: board.canonical().0,
        value: Eval::default(),
        deviation: Some(Deviation {
            turn: None,
            value: Eval::default(),
            depth: 1,
            selectivity: Selectivity::P73,
            origin: Origin::Imported,
        }),
    }));
    let bytes = graph.to_bytes();
    assert!(bytes.len() as u64 > WHOLE_BYTES, "{}", bytes.len());
    let mut group = criterion.benchmark_group(format!("book of {} positions", graph.len()));
    group.bench_function("open", |bencher| {
        bencher.iter_batched(
            || Cursor::new(bytes.clone()),
            |file| Book::open(file).map(|book| book.len()),
            criterion::BatchSize::PerIteration,
        );
    });
    let book = Book::open(Cursor::new(bytes.clone())).expect("it was just made");
    let some: Vec<Board> = graph
        .records()
        .iter()
        .take(10_000)
        .map(|record| record.board)
        .collect();
    assert_eq!(found(&book, &some), some.len());
    group.throughput(Throughput::Elements(some.len() as u64));
    group.bench_function("lookup, found", |bencher| {
        bencher.iter(|| found(&book, &some));
    });
    group.finish();
}

criterion_group!(benches, shipped, large);
criterion_main!(benches);
