//! The worked examples of the rule books.

use xsquare_engine::{
    Bitboard, Board, ByColor, Color, Convention, Game, IllegalReason, Move, Outcome, Position,
    Square,
};

/// Plays a transcript of squares from the start; passes are made where they are forced.
fn after(transcript: &str) -> Game {
    let mut game = Game::new();
    for name in transcript.split_whitespace() {
        game.pass_if_forced();
        game.play(square(name).into())
            .unwrap_or_else(|error| panic!("{transcript}: {error}"));
    }
    game
}

fn square(name: &str) -> Square {
    Square::ALL
        .into_iter()
        .find(|square| square.to_string() == name)
        .unwrap_or_else(|| panic!("{name} is no square"))
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(square).collect()
}

/// The position of a diagram: `X` Black, `O` White, `-` empty; white space is skipped.
fn position(diagram: &str, side: Color) -> Position {
    let cells: Vec<char> = diagram.split_whitespace().flat_map(str::chars).collect();
    assert_eq!(cells.len(), 64);
    let discs = |color: Color| -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| cells[square.index()] == color.symbol())
            .collect()
    };
    Position::new(discs(Color::Black), discs(Color::White), side).expect("a cell holds one disc")
}

fn flips(position: &Position, name: &str) -> Bitboard {
    position.board().flips(square(name))
}

#[test]
fn black_starts_with_four_moves() {
    let start = Position::START;
    assert_eq!(start.side(), Color::Black);
    assert_eq!(start.discs(Color::Black), squares("e4 d5"));
    assert_eq!(start.discs(Color::White), squares("d4 e5"));
    assert_eq!(start.legal_moves(), squares("d3 c4 f5 e6"));
}

#[test]
fn the_first_move_f5_flips_e5() {
    assert_eq!(flips(&Position::START, "f5"), squares("e5"));
    let position = *after("f5").position();
    assert_eq!(position.discs(Color::Black), squares("e4 d5 e5 f5"));
    assert_eq!(position.discs(Color::White), squares("d4"));
    assert_eq!(position.legal_moves(), squares("f4 d6 f6"));
}

#[test]
fn white_answers_f5_with_f6() {
    let position = *after("f5 f6").position();
    assert_eq!(position.discs(Color::White), squares("d4 e5 f6"));
    assert_eq!(position.side(), Color::Black);
}

#[test]
fn a_move_flips_in_two_directions_at_once() {
    let game = after("f5 f6 e6");
    assert_eq!(flips(game.position(), "f4"), squares("e4 f5"));
    let position = *after("f5 f6 e6 f4").position();
    assert_eq!(position.discs(Color::White), squares("d4 e4 f4 f5 f6"));
    assert_eq!(position.discs(Color::Black), squares("d5 e5 e6"));
}

#[test]
fn a_move_flips_all_discs_of_a_run() {
    let game = after("f5 f6 e6 f4 e3");
    assert_eq!(flips(game.position(), "c5"), squares("d5 e5"));
}

#[test]
fn a_move_flips_in_all_eight_directions_at_once() {
    let position = position(
        "X--X--X-
         -O-O-O--
         --OOO---
         XOO-OOOX
         --OOO---
         -O-O-O--
         X--O--O-
         ---X---X",
        Color::Black,
    );
    let all_white = position.discs(Color::White);
    assert_eq!(flips(&position, "d4"), all_white);
    let position = position.try_play(Move::Place(Square::D4)).unwrap();
    assert_eq!(position.discs(Color::White), Bitboard::EMPTY);
    assert!(position.is_over());
}

#[test]
fn nothing_flips_across_an_empty_square() {
    // From a1 the row has a gap at d1, the column is closed.
    let position = position(
        "-OO-OX--
         O-------
         X-------
         --------
         --------
         --------
         --------
         --------",
        Color::Black,
    );
    assert_eq!(flips(&position, "a1"), squares("a2"));
    assert!(position.legal_moves().contains(Square::A1));
    assert_eq!(flips(&position, "g1"), Bitboard::EMPTY);
}

#[test]
fn a_disc_between_discs_just_flipped_stays() {
    // Black's e4 turns two runs. They enclose c3 from above and below, but it is on no line from e4.
    let position = position(
        "-X------
         --O-----
         --OO----
         -XOO----
         --------
         --------
         --------
         --------",
        Color::Black,
    );
    assert_eq!(flips(&position, "e4"), squares("c2 d3 c4 d4"));
    let position = position.try_play(Move::Place(Square::E4)).unwrap();
    assert_eq!(position.discs(Color::White), squares("c3"));
}

#[test]
fn a_side_without_a_move_passes_and_the_other_moves_again() {
    let mut game = after("c4 c3 f5 b4 a4 a5 c2 a3");
    let before = *game.position();
    assert_eq!(before.side(), Color::Black);
    assert!(before.must_pass() && before.legal_moves().is_empty());
    let refused = game.play(Square::D2.into()).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::MustPass);
    assert!(game.pass_if_forced());
    assert_eq!(game.position().side(), Color::White);
    assert_eq!(
        game.position().discs(Color::Black),
        before.discs(Color::Black)
    );
    assert!(!game.pass_if_forced());
    game.play(Square::D2.into()).unwrap();
    assert_eq!(game.turns().len(), 10);
}

#[test]
fn a_side_with_a_move_may_not_pass() {
    let refused = Position::START.play(Move::Pass).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::PassWithMoves);
}

#[test]
fn a_game_with_one_square_left_can_be_over_at_35_29() {
    // Every line from b1 is of one colour, so nobody can play there.
    let lines = squares("c1 d1 e1 f1 g1 h1 b2 b3 b4 b5 b6 b7 b8 c2 d3 e4 f5 g6 h7");
    let others = Bitboard::ALL - lines - Square::B1.bitboard();
    let black = lines | others.into_iter().take(34 - 19).collect();
    let white = others - black;
    for side in Color::ALL {
        let position = Position::new(black, white, side).unwrap();
        assert_eq!(position.board().empties(), squares("b1"));
        let discs = position.counts();
        assert_eq!(
            discs,
            ByColor {
                black: 34,
                white: 29
            }
        );
        assert!(position.is_over() && !position.must_pass());
        assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
        let counted = Convention::EmptiesToWinner.count(discs);
        assert_eq!(
            counted,
            ByColor {
                black: 35,
                white: 29
            }
        );
        let score = position.board().final_score().discs();
        assert_eq!(score, if side == Color::Black { 6 } else { -6 });
        let refused = position.play(Move::Pass).unwrap_err();
        assert_eq!(refused.reason, IllegalReason::GameOver);
    }
}

#[test]
fn a_board_of_one_colour_is_over() {
    // The shortest such game, nine discs.
    let game = after("f5 d6 c5 f6 e7 f4 g5 e6 e3");
    assert!(game.is_over());
    let position = game.position();
    assert_eq!(
        position.counts(),
        ByColor {
            black: 13,
            white: 0
        }
    );
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(position.side(), Color::White);
    assert_eq!(position.board().final_score().discs(), -64);
    let discs = ByColor {
        black: 64,
        white: 0,
    };
    assert_eq!(Convention::WipeOut64.count(position.counts()), discs);
}

#[test]
fn a_full_board_is_over() {
    let black = Bitboard::from_bits(0x0f0f_0f0f_0f0f_0f0f);
    let board = Board::new(black, !black).unwrap();
    assert!(board.is_over());
    let position = Position::from_board(board, Color::White);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}
