//! The kernels one by one, on boards from random games. Throughput is in calls.
//!
//! Each form that the build has is called through a function pointer, so that forms can be compared with each other;
//! `inlined` is the form in use as a search sees it. What the kernels return is summed up and compared with a known
//! value before anything is timed.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use xsquare_benches::random_games;
use xsquare_engine::{Board, Square, hash, simd, stability};

/// Boards of random games, all that have a move.
fn boards() -> Vec<Board> {
    random_games(34)
}

/// Own and opponent's discs.
type Words = (u64, u64);

fn words(board: Board) -> Words {
    (board.own().bits(), board.opponent().bits())
}

/// What a kernel is called with, and what its results must add up to.
struct Calls<T> {
    arguments: Vec<T>,
    sum: u64,
}

impl<T: Copy> Calls<T> {
    fn run(&self, kernel: impl Fn(T) -> u64) -> u64 {
        // The order of the terms matters, so that no two errors cancel out.
        self.arguments.iter().fold(0, |sum: u64, &argument| {
            sum.rotate_left(1) ^ kernel(black_box(argument))
        })
    }

    /// Checks a kernel, then measures it.
    fn measure(
        &self,
        group: &mut BenchmarkGroup<'_, WallTime>,
        name: &str,
        kernel: impl Fn(T) -> u64,
    ) {
        assert_eq!(self.run(&kernel), self.sum, "{name}");
        group.throughput(Throughput::Elements(self.arguments.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| self.run(&kernel)));
    }
}

fn legal_moves(criterion: &mut Criterion) {
    let calls = Calls {
        arguments: boards().into_iter().map(words).collect(),
        sum: 0x3c04_65a2_b5b6_f308,
    };
    let mut group = criterion.benchmark_group("legal moves");
    for form in simd::forms() {
        let kernel = black_box(form.legal_moves);
        calls.measure(&mut group, form.name, |(own, opponent)| {
            kernel(own, opponent)
        });
    }
    calls.measure(&mut group, "inlined", |(own, opponent)| {
        simd::legal_moves(own, opponent)
    });
    group.finish();
}

fn flips(criterion: &mut Criterion) {
    let moves = |board: Board| {
        let squares = board.legal_moves().into_iter();
        squares.map(move |square| (square, words(board)))
    };
    let calls = Calls {
        arguments: boards().into_iter().flat_map(moves).collect(),
        sum: 0xd06e_b5bb_24dc_81c2,
    };
    let mut group = criterion.benchmark_group("flips");
    for form in simd::forms() {
        let kernel = black_box(form.flips);
        calls.measure(&mut group, form.name, |(square, (own, opponent))| {
            kernel(square, own, opponent)
        });
    }
    calls.measure(&mut group, "inlined", |(square, (own, opponent))| {
        simd::flips(square, own, opponent)
    });
    group.finish();
}

fn last_flips(criterion: &mut Criterion) {
    // Each square in turn as the last one; what is not own counts as the opponent's.
    let lasts = Square::ALL.into_iter().cycle().zip(boards());
    let calls = Calls {
        arguments: lasts
            .map(|(square, board)| (square, (board.own() - square.bitboard()).bits()))
            .collect(),
        sum: 0xe4c6_d48d_992b_be0e,
    };
    let packed = |counts: simd::LastFlips| u64::from(counts.own() << 8 | counts.opponent());
    let mut group = criterion.benchmark_group("last flips, both sides");
    for form in simd::forms() {
        let kernel = black_box(form.last_flips);
        calls.measure(&mut group, form.name, |(square, own)| {
            packed(kernel(square, own))
        });
    }
    calls.measure(&mut group, "inlined", |(square, own)| {
        packed(simd::last_flips(square, own))
    });
    group.finish();
}

/// What move ordering asks for: the number of replies to each move. Throughput is in moves.
fn replies(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("children");
    let replies = |board: Board| {
        let moves = board.legal_moves().into_iter();
        let children = moves.map(|square| board.play_flips(square, board.flips(square)));
        children
            .map(|child| u64::from(child.legal_moves().len()))
            .sum::<u64>()
    };
    let total: u64 = boards.iter().map(|&board| replies(board)).sum();
    assert_eq!(total, 165_482);
    let moves = boards
        .iter()
        .map(|board| u64::from(board.legal_moves().len()))
        .sum();
    group.throughput(Throughput::Elements(moves));
    group.bench_function("replies to all moves", |bencher| {
        bencher.iter(|| {
            boards
                .iter()
                .map(|&board| replies(black_box(board)))
                .sum::<u64>()
        });
    });
    group.finish();
}

/// Other questions to a board.
fn others(criterion: &mut Criterion) {
    let boards = boards();
    let calls = |sum| Calls {
        arguments: boards.iter().copied().map(words).collect(),
        sum,
    };
    let mut group = criterion.benchmark_group("board");
    calls(0x42d5_bc44_9044_8cd6).measure(
        &mut group,
        "stable discs, one side",
        |(own, opponent)| stability::stable_discs(own, opponent),
    );
    calls(0x5f73_9dc9_53dc_f940).measure(&mut group, "hash", |(own, opponent)| {
        hash::of_discs(own, opponent)
    });
    let calls = Calls {
        arguments: boards,
        sum: 0x19b2_506f_24b8_edc8,
    };
    calls.measure(&mut group, "canonical", |board| {
        board.canonical().0.own().bits()
    });
    group.finish();
}

criterion_group!(benches, legal_moves, flips, last_flips, replies, others);
criterion_main!(benches);
