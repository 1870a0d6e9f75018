//! Who can play in which quadrant: the empty squares there, the moves that each side has among them, and what stands in
//! the corner or who can take it.
//!
//! Late in the game much depends on parts of the board where one side alone can move, and on who takes a corner next.
//! Neither is to be seen in a pattern, because whether a move is legal depends on squares far away; counts of the moves
//! on the whole board say it only in part.

use xsquare_engine::{Bitboard, Board, Quadrant};

/// Numbers of empty squares told apart: up to 8, and beyond odd and even ones.
const EMPTIES: usize = 11;
/// Numbers of moves told apart for each side; the last means that many or more.
const MOVES: usize = 4;
/// What a corner can be: empty, and within reach of nobody, of the side to move, of the other, or of both; or taken by
/// the side to move or by the other.
const CORNERS: usize = 6;

/// Contents that a quadrant can have.
pub(super) const LEN: usize = EMPTIES * MOVES * MOVES * CORNERS;

/// Places in a position: the quadrants.
pub(super) const PLACES: usize = Quadrant::ALL.len();

/// The content of each quadrant. `own_moves` are the legal moves of `board`, `opponent_moves` those of the other side if
/// it were its turn.
#[inline(always)]
pub(super) fn contents(
    board: Board,
    own_moves: Bitboard,
    opponent_moves: Bitboard,
) -> [usize; PLACES] {
    let empties = board.empties();
    Quadrant::ALL.map(|quadrant| {
        let squares = quadrant.squares();
        let count = |set: Bitboard| (set & squares).len() as usize;
        let most = MOVES - 1;
        let (own, opponent) = (count(own_moves).min(most), count(opponent_moves).min(most));
        let place = (empty_index(count(empties)) * MOVES + own) * MOVES + opponent;
        place * CORNERS
            + corner_index(
                board,
                own_moves,
                opponent_moves,
                squares & Bitboard::CORNERS,
            )
    })
}

#[inline(always)]
const fn empty_index(empties: usize) -> usize {
    if empties < EMPTIES - 2 {
        empties
    } else {
        EMPTIES - 1 - empties % 2
    }
}

#[inline(always)]
fn corner_index(
    board: Board,
    own_moves: Bitboard,
    opponent_moves: Bitboard,
    corner: Bitboard,
) -> usize {
    let has = |set: Bitboard| usize::from(!(set & corner).is_empty());
    // A taken corner is no move, so at most one of the two parts is not zero.
    has(own_moves) + 2 * has(opponent_moves) + 4 * has(board.own()) + 5 * has(board.opponent())
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_game;
    use super::*;
    use xsquare_engine::Square;

    /// What a content says: empty squares, moves of the side to move and of the other, state of the corner.
    fn decode(content: usize) -> [usize; 4] {
        [
            content / (MOVES * MOVES * CORNERS),
            content / (MOVES * CORNERS) % MOVES,
            content / CORNERS % MOVES,
            content % CORNERS,
        ]
    }

    #[test]
    fn contents_say_what_is_in_the_quadrants() {
        let mut corners = [0; CORNERS];
        for seed in 0..40 {
            random_game(seed, |board, _| {
                let moves = board.legal_moves();
                let replies = board.pass().legal_moves();
                let contents = contents(board, moves, replies);
                for (quadrant, content) in Quadrant::ALL.into_iter().zip(contents) {
                    let inside = |set: Bitboard| {
                        set.into_iter()
                            .filter(|&square| Quadrant::of(square) == quadrant)
                            .count()
                    };
                    let [empties, own, opponent, corner] = decode(content);
                    assert!(content < LEN);
                    match inside(board.empties()) {
                        few @ 0..=8 => assert_eq!(empties, few),
                        many => assert_eq!(empties, 10 - many % 2),
                    }
                    assert_eq!(own, inside(moves).min(3));
                    assert_eq!(opponent, inside(replies).min(3));
                    let square = [Square::A1, Square::H1, Square::A8, Square::H8]
                        .into_iter()
                        .find(|&square| Quadrant::of(square) == quadrant)
                        .unwrap();
                    let expected = if board.own().contains(square) {
                        4
                    } else if board.opponent().contains(square) {
                        5
                    } else {
                        usize::from(moves.contains(square))
                            + 2 * usize::from(replies.contains(square))
                    };
                    assert_eq!(corner, expected);
                    corners[corner] += 1;
                }
            });
        }
        assert!(corners.iter().all(|&count| count > 10), "{corners:?}");
    }
}
