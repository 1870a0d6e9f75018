//! Every form of every kernel against a walk over the board, square by square.

mod common;

use common::{Random, naive_flips, naive_legal_moves, pick, random, random_board, random_game};
use rand::RngExt;
use xsquare_engine::simd::{self, Form};
use xsquare_engine::{Bitboard, Board, Square};

/// Compares all forms on a board: legal moves, and flips on each empty square.
fn check(board: Board) {
    let expected = naive_legal_moves(board);
    let (own, opponent) = (board.own().bits(), board.opponent().bits());
    for Form {
        name,
        legal_moves,
        flips,
        ..
    } in simd::forms()
    {
        let moves = Bitboard::from_bits(legal_moves(own, opponent));
        assert_eq!(moves, expected, "{name}, moves of\n{board:?}");
        for square in board.empties() {
            let flips = Bitboard::from_bits(flips(square, own, opponent));
            assert_eq!(
                flips,
                naive_flips(board, square),
                "{name}, {square} on\n{board:?}"
            );
        }
    }
    assert_eq!(board.legal_moves(), expected, "the form in use");
}

/// Tells which forms were compared, so that a log shows what a build covered.
fn names() -> Vec<&'static str> {
    simd::forms().iter().map(|form| form.name).collect()
}

#[test]
fn the_build_has_the_forms_of_its_target() {
    let mut expected = vec!["portable"];
    if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
        expected.push("avx2");
        if cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512vl",
            target_feature = "avx512cd"
        )) {
            expected.push("avx512");
        }
    }
    assert_eq!(names(), expected);
}

#[test]
fn all_forms_follow_the_rules_in_random_games() {
    println!("forms: {}", names().join(" "));
    let mut random = random(1);
    let mut boards = 0;
    while boards < 500_000 {
        for board in random_game(&mut random) {
            check(board);
            boards += 1;
        }
    }
}

#[test]
fn all_forms_follow_the_rules_on_artificial_boards() {
    println!("forms: {}", names().join(" "));
    let mut random = random(2);
    for _ in 0..550_000 {
        check(random_board(&mut random));
    }
}

/// Runs that end at the rim, in an empty square or in an own disc, at every distance from every square.
#[test]
fn runs_of_every_length_flip_only_if_an_own_disc_ends_them() {
    for square in Square::ALL {
        for direction in common::DIRECTIONS {
            let mut run = Bitboard::EMPTY;
            for distance in 1.. {
                let Some(next) = common::step(square, direction, distance) else {
                    check(Board::new(Bitboard::EMPTY, run).unwrap());
                    break;
                };
                check(Board::new(Bitboard::EMPTY, run).unwrap());
                check(Board::new(next.bitboard(), run).unwrap());
                // All others own, all others the opponent's: nothing may leak round the rim.
                let others = !(run | next.bitboard() | square.bitboard());
                check(Board::new(others, run).unwrap());
                check(Board::new(next.bitboard(), run | others).unwrap());
                run |= next.bitboard();
            }
        }
    }
}

#[test]
fn a_board_with_thirty_five_moves_has_them_all() {
    let cells = "---------OOXO-O---XXXXO--OX-OXO--XX---X--OXOXXO--O-OOXO---------";
    let of = |symbol| -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| cells.as_bytes()[square.index()] == symbol)
            .collect()
    };
    let board = Board::new(of(b'X'), of(b'O')).unwrap();
    check(board);
    assert_eq!(board.legal_moves().len(), 35);
}

#[test]
fn boards_of_one_colour_have_no_moves() {
    let mut random = random(3);
    for _ in 0..1000 {
        let discs = Bitboard::from_bits(random.random());
        for board in [
            Board::new(discs, Bitboard::EMPTY).unwrap(),
            Board::new(Bitboard::EMPTY, discs).unwrap(),
        ] {
            check(board);
            assert!(board.legal_moves().is_empty() && board.is_over());
        }
    }
}

/// Compares the last-flip kernels with the flips of both sides, the square being the only empty one.
fn check_last(square: Square, own: Bitboard) {
    let own = own - square.bitboard();
    let board = Board::new(own, !own - square.bitboard()).expect("no square has two discs");
    let expected = (
        naive_flips(board, square).len(),
        naive_flips(board.pass(), square).len(),
    );
    for Form {
        name, last_flips, ..
    } in simd::forms()
    {
        let counts = last_flips(square, own.bits());
        assert_eq!(
            (counts.own(), counts.opponent()),
            expected,
            "{name}, {square} on\n{board:?}"
        );
    }
    let counts = simd::last_flips(square, own.bits());
    assert_eq!((counts.own(), counts.opponent()), expected);
}

/// Discs with a random chance for each to be own, so that there are long runs of either side.
fn random_discs(random: &mut Random) -> Bitboard {
    let owned = random.random_range(0..=100);
    Square::ALL
        .into_iter()
        .filter(|_| random.random_range(0..100) < owned)
        .collect()
}

#[test]
fn last_flips_count_what_flips_turn_over() {
    let mut random = random(4);
    for _ in 0..20_000 {
        let discs = random_discs(&mut random);
        for square in Square::ALL {
            check_last(square, discs);
        }
    }
}

/// The discs of one line in all combinations, among discs of either side.
#[test]
fn last_flips_are_right_for_every_content_of_every_line() {
    for square in Square::ALL {
        for direction in &common::DIRECTIONS[..4] {
            let line: Bitboard = (-7..=7)
                .filter_map(|distance| common::step(square, *direction, distance))
                .collect();
            for content in 0..1_u32 << line.len() {
                let discs: Bitboard = line
                    .into_iter()
                    .enumerate()
                    .filter(|(place, _)| content >> place & 1 != 0)
                    .map(|(_, square)| square)
                    .collect();
                check_last(square, discs);
                check_last(square, discs | !line);
            }
        }
    }
}

#[test]
fn playing_is_flipping() {
    let mut random = random(5);
    for _ in 0..10_000 {
        let board = random_board(&mut random);
        let moves = board.legal_moves();
        if moves.is_empty() {
            continue;
        }
        let square = pick(&mut random, moves);
        let flips = naive_flips(board, square);
        let expected = Board::new(
            board.opponent() - flips,
            board.own() | flips | square.bitboard(),
        );
        assert_eq!(board.play(square), expected, "{square} on\n{board:?}");
    }
}
