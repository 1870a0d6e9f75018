//! Exact solving on one thread: the last empties, and whole problems. Throughput is in nodes.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use xsquare_benches::random_endgames;
use xsquare_engine::{Board, notation};
use xsquare_search::eval::Patterns;
use xsquare_search::{
    Config, Control, Limits, Question, Scope, Searcher, SolveRequest, StopFlag, TableSize, Target,
    Threads, plain,
};

/// Solves every board from nothing; the sum of the scores and the nodes.
fn solve(searcher: &mut Searcher<Patterns>, boards: &[Board]) -> (i32, u64) {
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };
    let limits = Limits::target(Target::Deepest);
    let request = SolveRequest {
        question: Question::Score,
        scope: Scope::Best,
        limits,
    };
    boards.iter().fold((0, 0), |(sum, nodes), &board| {
        let solution = searcher.solve(black_box(board), &request, control);
        (sum + solution.lower.discs(), nodes + solution.nodes)
    })
}

fn searcher() -> Searcher<Patterns> {
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::MIN,
    };
    Searcher::new(Patterns::default(), config).expect("a megabyte and a thread")
}

fn last_empties(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("last empties");
    for empties in [4, 6, 8, 10] {
        let boards = random_endgames(100, empties);
        let mut searcher = searcher();
        let (sum, _) = solve(&mut searcher, &boards);
        if empties <= 8 {
            let expected: i32 = boards
                .iter()
                .map(|&board| plain::minimax(board).discs())
                .sum();
            assert_eq!(sum, expected, "{empties} empties");
        }
        // The nodes of a second run: the cache is warm then, as in all that are timed.
        let (_, nodes) = solve(&mut searcher, &boards);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::from_parameter(empties), |bencher| {
            bencher.iter(|| solve(&mut searcher, &boards));
        });
    }
    group.finish();
}

fn problems(criterion: &mut Criterion) {
    let file = include_str!("../../cli/data/ffo-20-39.obf");
    let problems = file
        .lines()
        .filter(|line| !line.starts_with('%') && !line.trim().is_empty())
        .filter_map(|line| notation::parse_obf(line, None).ok())
        .filter(|problem| problem.position.board().empty_count() <= 19);
    let (boards, scores): (Vec<Board>, Vec<i32>) = problems
        .map(|problem| {
            (
                problem.position.board(),
                problem.best_score().expect("scored").discs(),
            )
        })
        .unzip();
    let mut searcher = searcher();
    let (sum, nodes) = solve(&mut searcher, &boards);
    assert_eq!(sum, scores.iter().sum::<i32>());
    let mut group = criterion.benchmark_group("problems");
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("FFO up to 19 empties", |bencher| {
        bencher.iter(|| {
            searcher.clear();
            solve(&mut searcher, &boards)
        });
    });
    group.finish();
}

criterion_group!(benches, last_empties, problems);
criterion_main!(benches);
