//! The entry point for every notation.

use crate::check_error;
use NotationErrorKind as ErrorKind;
use xsquare_engine::notation::{
    Kind, NotationError, NotationErrorKind, Recognised, lines, recognise,
};
use xsquare_engine::{Color, Move, Position};

const START: &str = "---------------------------OX------XO---------------------------";

fn refused(text: &str, side: Option<Color>) -> NotationError {
    let error = recognise(text, side).expect_err(text);
    check_error(text, &error);
    error
}

#[test]
fn every_notation_is_recognised_and_named() {
    let cases = [
        ("start".to_owned(), Kind::Start, "starting position"),
        (" START\r\n".to_owned(), Kind::Start, "starting position"),
        (format!("{START} X"), Kind::Board, "board"),
        (format!("{START}X"), Kind::Board, "board"),
        (format!("\u{feff}{START} X\n"), Kind::Board, "board"),
        (
            format!("{} *", START.replace('X', "*")),
            Kind::Board,
            "board",
        ),
        (
            format!("{} b", START.replace('X', "b")),
            Kind::Board,
            "board",
        ),
        (
            "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X".to_owned(),
            Kind::Board,
            "board",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1".to_owned(),
            Kind::Fen,
            "FEN",
        ),
        (format!("{START} X;"), Kind::Problem, "OBF problem"),
        (
            format!("{START} X; F5:+0; D3:+0; % start"),
            Kind::Problem,
            "OBF problem",
        ),
        (format!("{START} X % start"), Kind::Problem, "OBF problem"),
    ];
    for (text, kind, name) in cases {
        let recognised = recognise(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(recognised.kind(), kind, "{text}");
        assert_eq!(recognised.kind().to_string(), name);
        assert_eq!(recognised.position(), Position::START, "{text}");
        assert_eq!(recognised.notes(), [], "{text}");
        let with_side = recognise(&text, Some(Color::Black));
        assert_eq!(with_side, Ok(recognised), "{text}");
        let error = refused(&text, Some(Color::White));
        assert!(
            matches!(error.kind, ErrorKind::SideConflict { .. }),
            "{text}: {error}"
        );
    }
    for text in [
        "f5d6c3",
        "F5 D6 C3",
        "1. f5 d6 2. c3",
        "f5-d6-c3",
        "1.f5 2.d6 3.c3 % b",
    ] {
        let recognised = recognise(text, None).unwrap();
        assert_eq!(recognised.kind().to_string(), "transcript", "{text}");
        assert_eq!(recognised.position().side(), Color::White);
        let Recognised::Transcript(transcript) = recognised else {
            panic!("{text}");
        };
        assert_eq!(transcript.game.turns().len(), 3);
        let error = refused(text, Some(Color::Black));
        assert!(
            matches!(error.kind, ErrorKind::SideConflict { .. }),
            "{text}: {error}"
        );
    }
    let pass = recognise("c4c3f5b4a4a5c2a3d2", None).unwrap();
    assert_eq!(pass.notes().len(), 1);
    assert_eq!(pass.position().counts().white, 6);
}

#[test]
fn a_text_that_begins_like_a_board_is_judged_as_one() {
    let replaced = |symbol: &str| format!("{}{symbol}{} X", &START[..3], &START[4..]);
    let cases = [
        (START.to_owned(), ErrorKind::SideMissing),
        (format!("{START}; F5:+0;"), ErrorKind::SideMissing),
        (replaced("0"), ErrorKind::AmbiguousDigit('0')),
        (
            START.replace('X', "0").replace('O', "1") + " 0",
            ErrorKind::AmbiguousDigit('1'),
        ),
        (
            START.replace('-', "0") + " X",
            ErrorKind::AmbiguousDigit('0'),
        ),
        (replaced("О"), ErrorKind::NotACell('О')),
        (START.replace('-', "·") + " X", ErrorKind::NotACell('·')),
        (
            format!("{} X", &START[..63]),
            ErrorKind::TooFewCells { found: 63 },
        ),
        (
            format!("{START}-- X"),
            ErrorKind::TooManyCells { found: 66 },
        ),
        ("XO-".to_owned(), ErrorKind::TooFewCells { found: 3 }),
        ("-".repeat(64) + " X", ErrorKind::NoDiscs),
        (format!("{START} Q"), ErrorKind::NotASide),
        ("8/8/8/8 b".to_owned(), ErrorKind::FenRows { found: 4 }),
    ];
    for (text, kind) in cases {
        assert_eq!(refused(&text, None).kind, kind, "{text}");
    }
    let setup = recognise(START, Some(Color::White)).unwrap();
    assert_eq!(
        (setup.kind(), setup.position().side()),
        (Kind::Board, Color::White)
    );
}

#[test]
fn what_is_nothing_at_all_is_told_what_would_do() {
    for text in ["", " ", "\n", "\u{feff}", "\u{feff} \t"] {
        assert_eq!(refused(text, None).kind, ErrorKind::Empty, "{text:?}");
    }
    for text in [
        "hello world",
        "Game: F5D6",
        "→",
        "\u{a0}",
        "ｆ５",
        "\u{1b}[31m",
        "pos",
    ] {
        let error = refused(text, None);
        assert_eq!(error.kind, ErrorKind::Unrecognised, "{text:?}");
        assert!(
            error.to_string().contains("expected `start`, a board"),
            "{error}"
        );
    }
    // The first word looks like a move: the fault is in the move.
    for text in ["z9d6", "i3"] {
        assert_eq!(refused(text, None).kind, ErrorKind::NotAMove, "{text:?}");
    }
    assert_eq!(refused("f5\0d6", None).kind, ErrorKind::Nul);
    assert_eq!(refused("start f5", None).kind, ErrorKind::Unrecognised);
    assert!(matches!(refused("--", None).kind, ErrorKind::Illegal(_)));
}

#[test]
fn a_file_is_recognised_line_by_line() {
    let file =
        format!("\u{feff}% mixed\r\n{START} X\r\n\r\n# moves\r\n  f5d6\r\n{START} X; F5:+0;");
    let read: Vec<_> = lines(file.as_bytes())
        .map(|line| {
            let line = line.unwrap();
            (line.number, recognise(&line.text, None).unwrap().kind())
        })
        .collect();
    assert_eq!(
        read,
        [(2, Kind::Board), (5, Kind::Transcript), (6, Kind::Problem)]
    );
}

#[test]
fn long_texts_are_judged_like_short_ones() {
    let size = 70 * 1024;
    let long = "f5".repeat(size);
    let error = refused(&long, None);
    assert!(
        matches!(error.kind, ErrorKind::Illegal(ref illegal) if illegal.turn == "f5".parse::<Move>().unwrap())
    );
    assert_eq!(
        refused(&"-".repeat(size), None).kind,
        ErrorKind::TooManyCells { found: size }
    );
    assert_eq!(
        refused(&"X".repeat(size), None).kind,
        ErrorKind::TooManyCells { found: size }
    );
    assert_eq!(
        refused(&"é".repeat(size), None).kind,
        ErrorKind::Unrecognised
    );
    assert_eq!(refused(&" ".repeat(size), None).kind, ErrorKind::Empty);
    assert_eq!(
        refused(&format!("{START} X;{}", "F5:+0;".repeat(size)), None).text,
        "F5"
    );
    assert_eq!(
        refused(&"1".repeat(size), None).kind,
        ErrorKind::AmbiguousDigit('1')
    );
    assert!(refused(&"z".repeat(size), None).to_string().len() < 300);
}
