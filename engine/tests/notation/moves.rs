//! One square, one move, one side.

use crate::check_error;
use xsquare_engine::notation::NotationErrorKind;
use xsquare_engine::{Color, Move, Square};

#[test]
fn squares_round_trip_in_both_cases() {
    for square in Square::ALL {
        let name = square.to_string();
        assert_eq!(name.parse(), Ok(square));
        assert_eq!(name.to_uppercase().parse(), Ok(square));
        assert_eq!(name.parse(), Ok(Move::Place(square)));
    }
}

#[test]
fn every_pass_word_is_a_pass_in_any_case() {
    let words = [
        "pa", "PA", "Pa", "ps", "PS", "pass", "PASS", "Pass", "--", "@@", "@@@@", "-",
    ];
    for word in words {
        assert_eq!(word.parse(), Ok(Move::Pass), "{word}");
        assert_eq!(
            word.parse::<Square>().unwrap_err().kind,
            NotationErrorKind::NotASquare
        );
    }
    assert_eq!(Move::Pass.to_string().parse(), Ok(Move::Pass));
}

#[test]
fn what_is_no_move_is_refused_with_what_would_be_one() {
    let texts = [
        "", " ", "f", "5", "f0", "f9", "i3", "z9", "f5 ", " f5", "f5d6", "5f", "p", "pas", "passs",
        "@", "@@@", "---", "ｆ５", "f５", "é1", "P@f5", "\0", "f\u{a0}5",
    ];
    for text in texts {
        let error = text.parse::<Move>().unwrap_err();
        assert_eq!(error.kind, NotationErrorKind::NotAMove, "{text:?}");
        assert_eq!(error.span.range(), 0..text.len());
        assert!(error.to_string().contains("a1-h8"), "{error}");
        check_error(text, &error);
        check_error(text, &text.parse::<Square>().unwrap_err());
    }
}

#[test]
fn sides_are_read_as_symbols_and_words() {
    for text in ["X", "x", "*", "B", "b", "black", "Black", "BLACK"] {
        assert_eq!(text.parse(), Ok(Color::Black), "{text}");
    }
    for text in ["O", "o", "W", "w", "white", "White"] {
        assert_eq!(text.parse(), Ok(Color::White), "{text}");
    }
    for text in ["", "0", "1", "-", "XX", "bl", "О", "whites", "p"] {
        let error = text.parse::<Color>().unwrap_err();
        assert_eq!(error.kind, NotationErrorKind::NotASide, "{text:?}");
        check_error(text, &error);
    }
}
