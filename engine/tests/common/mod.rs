//! What the tests share: rules written as a walk over the board, and random boards.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use xsquare_engine::{Bitboard, Board, Square};

pub(crate) type Random = Xoshiro256PlusPlus;

/// The generator of a test. Its algorithm is fixed, so that a failing test fails again.
pub(crate) fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// Column and row steps of the eight directions.
pub(crate) const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// The square `distance` steps away in a direction, if it is on the board.
pub(crate) fn step(square: Square, (columns, rows): (i8, i8), distance: i8) -> Option<Square> {
    let coordinate = |from: usize, by: i8| from.checked_add_signed(isize::from(by * distance));
    Square::from_coordinates(
        coordinate(square.column(), columns)?,
        coordinate(square.row(), rows)?,
    )
}

/// Discs turned over by a disc on an empty square: the rule as the rule books have it, square by square.
pub(crate) fn naive_flips(board: Board, square: Square) -> Bitboard {
    let mut flips = Bitboard::EMPTY;
    for direction in DIRECTIONS {
        let mut run = Bitboard::EMPTY;
        for distance in 1.. {
            match step(square, direction, distance) {
                Some(next) if board.opponent().contains(next) => run |= next.bitboard(),
                Some(next) if board.own().contains(next) => {
                    flips |= run;
                    break;
                }
                _ => break,
            }
        }
    }
    flips
}

/// The empty squares where [`naive_flips`] turns something over.
pub(crate) fn naive_legal_moves(board: Board) -> Bitboard {
    board
        .empties()
        .into_iter()
        .filter(|&square| !naive_flips(board, square).is_empty())
        .collect()
}

/// A member of a set that is not empty.
pub(crate) fn pick(random: &mut Random, set: Bitboard) -> Square {
    let index = random.random_range(0..set.into_iter().len());
    set.into_iter()
        .nth(index)
        .expect("the index is below the length")
}

/// All boards of a game of random moves, the start and the end included.
pub(crate) fn random_game(random: &mut Random) -> Vec<Board> {
    let mut board = Board::START;
    let mut boards = vec![board];
    loop {
        let moves = board.legal_moves();
        board = if !moves.is_empty() {
            let square = pick(random, moves);
            board.play(square).expect("the move is legal")
        } else if !board.opponent_moves().is_empty() {
            board.pass()
        } else {
            return boards;
        };
        boards.push(board);
    }
}

/// A board that no game need reach: each square gets a disc or none with chances that are themselves random, so that
/// there are crowded and nearly empty boards, and some with discs of one side only.
pub(crate) fn random_board(random: &mut Random) -> Board {
    let filled = random.random_range(0..=100);
    let owned = match random.random_range(0..20) {
        0 => 0,
        1 => 100,
        _ => random.random_range(0..=100),
    };
    let (mut own, mut opponent) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in Square::ALL {
        if random.random_range(0..100) < filled {
            if random.random_range(0..100) < owned {
                own |= square.bitboard();
            } else {
                opponent |= square.bitboard();
            }
        }
    }
    Board::new(own, opponent).expect("each square got one disc at most")
}
