use super::features::Features;
use super::layout::{FEATURES, LANES, LAYOUT};
use super::*;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xsquare_engine::Symmetry;

/// Weights without any pattern of their own, up to some discs.
pub(crate) fn random_weights(seed: u64) -> Weights {
    let mut random = StdRng::seed_from_u64(seed);
    let phases = vec![6, 14, 30, 52];
    let count = phases.len() * ties::Ties::shared().count();
    let values = (0..count).map(|_| random.random_range(-60..=60)).collect();
    Weights::new(phases, 4, values).with_calibration(Calibration {
        midgame: [2.5, 0.1, -0.2, -0.03],
        to_the_end: [2.5, 0.1, -0.15, -0.03],
    })
}

/// The contents of the lanes, digit by digit.
fn by_definition(board: Board) -> [u16; LANES] {
    std::array::from_fn(|lane| {
        let squares = families::FAMILIES[LAYOUT.family[lane]].squares.len();
        LAYOUT.squares[lane][..squares]
            .iter()
            .rev()
            .fold(0, |content, &square| {
                let square = Square::ALL[usize::from(square)];
                // An empty square is 1: content zero in balanced ternary is 11…1 in the plain one.
                let digit = 1 + u16::from(board.own().contains(square))
                    - u16::from(board.opponent().contains(square));
                content * 3 + digit
            })
    })
}

/// Every board of a game of random moves, passes included, and how it came about.
pub(super) fn random_game(seed: u64, mut step: impl FnMut(Board, Option<(Square, Bitboard)>)) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut board = Board::START;
    while !board.is_over() {
        let moves = board.legal_moves();
        if moves.is_empty() {
            step(board, None);
            board = board.pass();
            continue;
        }
        let square = moves
            .into_iter()
            .nth(random.random_range(0..moves.len() as usize))
            .unwrap();
        let flips = board.flips(square);
        step(board, Some((square, flips)));
        board = board.play_flips(square, flips);
    }
}

#[test]
fn the_start_has_the_contents_of_the_definition() {
    assert_eq!(
        *Features::of(Board::START).lanes(),
        by_definition(Board::START)
    );
}

#[test]
fn random_games_contain_passes() {
    let mut passes = 0;
    for seed in 0..32 {
        random_game(seed, |_, turn| passes += usize::from(turn.is_none()));
    }
    assert!(passes > 0);
}

proptest! {
    #[test]
    fn carried_features_are_those_of_the_board(seed: u64) {
        let mut carried = Features::of(Board::START);
        random_game(seed, |board, turn| {
            assert_eq!(*carried.lanes(), by_definition(board), "\n{board:?}");
            assert_eq!(carried, Features::of(board));
            carried = turn.map_or_else(|| carried.pass(), |(square, flips)| carried.play(square, flips));
        });
    }

    #[test]
    fn any_board_has_the_contents_of_the_definition(own: u64, opponent: u64) {
        let board = Board::new(Bitboard::from_bits(own & !opponent), Bitboard::from_bits(opponent)).unwrap();
        prop_assert_eq!(*Features::of(board).lanes(), by_definition(board));
    }
}

#[test]
fn all_eight_images_of_a_position_have_the_same_value() {
    let patterns = Patterns::new(random_weights(1));
    for seed in 0..8 {
        random_game(seed, |board, _| {
            let value = patterns.evaluate_board(board);
            for symmetry in Symmetry::ALL {
                assert_eq!(
                    patterns.evaluate_board(symmetry.apply(board)),
                    value,
                    "{symmetry:?}\n{board:?}"
                );
            }
        });
    }
}

#[test]
fn the_value_is_the_sum_of_the_active_weights() {
    let patterns = Patterns::new(random_weights(2));
    random_game(3, |board, _| {
        let table = patterns.tables.of(board.empty_count());
        let indices = active(board);
        assert_eq!(indices.len(), FEATURES);
        let sum = indices
            .into_iter()
            .map(|index| i32::from(table[index as usize]))
            .sum();
        assert_eq!(patterns.evaluate_board(board), Eval::from_units(sum));
    });
}

#[test]
fn the_terms_add_up_to_the_value_before_it_is_clamped() {
    let patterns = Patterns::new(random_weights(4));
    let mut lopsided = 0;
    random_game(5, |board, _| {
        let terms = patterns.terms(board);
        assert_eq!(terms[0].name, "edge and X-squares");
        let sum: i32 = terms.iter().map(|term| term.value).sum();
        assert_eq!(patterns.evaluate_board(board), Eval::from_units(sum));
        lopsided += i32::from(sum != 0);
    });
    assert!(lopsided > 50);
}

#[test]
fn rough_values_are_those_of_the_table_nearby_and_known_moves_change_nothing() {
    let patterns = Patterns::new(random_weights(5));
    random_game(6, |board, _| {
        let state = patterns.start(board);
        let moves = [board.legal_moves(), board.opponent_moves()];
        let value = patterns.evaluate(board, &state);
        assert_eq!(patterns.evaluate_knowing(board, &state, moves), value);
        let rough = patterns.evaluate_roughly(board, &state, moves);
        let near = (board.empty_count() + 2) / 4 * 4;
        assert_eq!(rough, sum(patterns.tables.of(near), (board, &state), moves));
        if near == board.empty_count() {
            assert_eq!(rough, value);
        }
    });
}
