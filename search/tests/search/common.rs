//! Positions and searchers for the tests.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xsquare_engine::{Bitboard, Board, Move, Square};
use xsquare_search::eval::Classic;
use xsquare_search::{
    Config, Control, Kind, Limits, Question, Scope, Searcher, Solution, SolveRequest, StopFlag,
    TableSize, Target, Threads,
};

/// The random numbers of the tests: the same every run.
pub(crate) fn random(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A searcher with a table of 1 MiB.
pub(crate) fn searcher(threads: usize) -> Searcher<Classic> {
    let config = Config {
        threads: Threads::new(threads).unwrap(),
        table: TableSize::MIN,
    };
    Searcher::new(Classic::default(), config).unwrap()
}

/// A position of a game of random moves with `empties` empty squares, or, if the game ended before, of another.
pub(crate) fn random_reachable(random: &mut StdRng, empties: u32) -> Board {
    loop {
        let mut board = Board::START;
        while board.empty_count() > empties && !board.is_over() {
            board = random_move(random, board).map_or_else(|| board.pass(), |(_, child)| child);
        }
        if board.empty_count() == empties {
            return board;
        }
    }
}

/// A random legal move and the board after it.
pub(crate) fn random_move(random: &mut StdRng, board: Board) -> Option<(Square, Board)> {
    let moves = board.legal_moves();
    let count = moves.into_iter().len();
    (count > 0).then(|| {
        let square = moves
            .into_iter()
            .nth(random.random_range(0..count))
            .unwrap();
        (square, board.play(square).unwrap())
    })
}

/// A board that no game reaches: discs thrown at random, one side more often than the other.
pub(crate) fn random_artificial(random: &mut StdRng, empties: u32) -> Board {
    let share = random.random_range(0.02..0.98);
    let mut board = [(0_u64, 0_u64); 1];
    let mut holes: Vec<usize> = (0..64).collect();
    while holes.len() > empties as usize {
        let hole = holes.swap_remove(random.random_range(0..holes.len()));
        if random.random_bool(share) {
            board[0].0 |= 1 << hole;
        } else {
            board[0].1 |= 1 << hole;
        }
    }
    let [(own, opponent)] = board;
    Board::new(Bitboard::from_bits(own), Bitboard::from_bits(opponent)).unwrap()
}

/// Solves without limits.
pub(crate) fn solve(
    searcher: &mut Searcher<Classic>,
    board: Board,
    question: Question,
) -> Solution {
    solve_scope(searcher, board, question, Scope::Best)
}

/// Solves some or all moves without limits.
pub(crate) fn solve_scope(
    searcher: &mut Searcher<Classic>,
    board: Board,
    question: Question,
    scope: Scope,
) -> Solution {
    let request = SolveRequest {
        question,
        scope,
        limits: Limits::target(Target::Deepest),
    };
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };
    searcher.solve(board, &request, control)
}

/// The exact score, checked for everything that a solution promises about itself.
pub(crate) fn exact_score(searcher: &mut Searcher<Classic>, board: Board) -> i32 {
    let solution = solve(searcher, board, Question::Score);
    assert!(solution.complete);
    assert_eq!(solution.kind, Kind::Exact, "{board:?}");
    assert_eq!(solution.lower, solution.upper, "{board:?}");
    let score = solution.lower.discs();
    assert_eq!(
        solution.score.units(),
        score * xsquare_search::Eval::PER_DISC
    );
    assert_eq!(
        play_out(board, &solution.pv),
        Some(score),
        "line {:?} of\n{board:?}",
        solution.pv
    );
    if !board.is_over() {
        assert_eq!(solution.best.first(), solution.pv.first());
    }
    score
}

/// The score at the end of a line from the view of the side to move at its start, if the line is legal and ends the game.
pub(crate) fn play_out(start: Board, line: &[Move]) -> Option<i32> {
    let mut board = start;
    let mut sign = 1;
    for &turn in line {
        board = match turn {
            Move::Place(square) => board.play(square)?,
            Move::Pass if board.must_pass() => board.pass(),
            Move::Pass => return None,
        };
        sign = -sign;
    }
    board.is_over().then(|| sign * board.final_score().discs())
}
