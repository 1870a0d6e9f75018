//! Transcripts.

use crate::check_error;
use NotationErrorKind as Kind;
use xsquare_engine::notation::{
    Layout, NotationError, NotationErrorKind, Note, Passes, Transcript, Verdict, parse_transcript,
    write_transcript,
};
use xsquare_engine::{ByColor, Color, Convention, IllegalReason, Move, Square};

/// Eight discs after which Black must pass.
const PASS8: &str = "c4c3f5b4a4a5c2a3";
/// A finished game of nine discs.
const WIPE_OUT: &str = "f5d6c5f6e7f4g5e6e3";

pub(crate) fn read(text: &str) -> Transcript {
    parse_transcript(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refused(text: &str) -> NotationError {
    let error = parse_transcript(text).expect_err(text);
    check_error(text, &error);
    error
}

fn notes(text: &str) -> Vec<Note> {
    read(text).notes
}

#[test]
fn every_layout_reads_as_the_same_game() {
    let game = read("f5d6c3d3c4").game;
    assert_eq!(game.turns().len(), 5);
    let layouts = [
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        "  f5\td6  c3 d3 c4\t\n",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 d6 2.c3 d3 3.c4",
        "1.f5d6 2.c3d3 3.c4",
        "1.f52.d63.c34.d35.c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1: f5  2: d6 3: c3 4: d3 5: c4",
        "1: f5 d6 2: c3 d3 3: c4",
        "f5,d6,c3,d3,c4",
        "f5, d6, c3, d3, c4",
        "f5-d6-c3-d3-c4",
        "f5 -d6- c3 -d3- c4",
        "1. f5, d6, 2. c3, d3, 3. c4",
        "f5\nd6\nc3\nd3\nc4\n",
        "f5\r\nd6\r\nc3\r\nd3\r\nc4",
        "f5\rd6\rc3\rd3\rc4\r",
        "1. f5 d6\n2. c3 d3\n3. c4\n",
        "\u{feff}f5d6c3d3c4",
        "F5d6C3d3C4",
        "f5D6c3D3c4",
    ];
    for text in layouts {
        let transcript = read(text);
        assert_eq!(transcript.game, game, "{text:?}");
        assert_eq!(transcript.notes, [], "{text:?}");
    }
}

#[test]
fn passes_are_understood_written_left_out_and_mixed() {
    let left_out = read(&format!("{PASS8}d2"));
    assert_eq!(left_out.notes, [Note::ImpliedPasses(vec![9])]);
    assert_eq!(left_out.game.turns()[8], Move::Pass);
    for word in [
        "pa", "PA", "ps", "PS", "pass", "Pass", "--", "@@", "@@@@", " - ", " pa ", ",pa,", "-pa-",
        ",-,", "\n-\n",
    ] {
        let written = read(&format!("{PASS8}{word}d2"));
        assert_eq!(written.game, left_out.game, "{word}");
        assert_eq!(written.notes, [], "{word}");
    }
    // A dash between two moves separates them; the pass is then left out.
    assert_eq!(read(&format!("{PASS8}-d2")), left_out);

    // Black passes, White plays f1, Black passes again.
    let twice = "f5f4f3g4c3g2h4h5h1h3";
    let forms = ["f1--", "--f1--", "paf1ps", " f1 -", "f1 % comment\n--"];
    for form in forms {
        let transcript = read(&format!("{twice}{form}"));
        let turns = transcript.game.turns();
        assert_eq!(
            (turns.len(), turns[10], turns[12]),
            (13, Move::Pass, Move::Pass),
            "{form}"
        );
        assert!(
            transcript.notes.contains(&Note::TrailingPass(Color::White)),
            "{form}"
        );
    }
    assert_eq!(read(&format!("{twice}f1")).game.turns().len(), 12);
}

#[test]
fn a_trailing_pass_says_who_is_to_move() {
    let transcript = read(&format!("{PASS8} PA"));
    assert_eq!(transcript.notes, [Note::TrailingPass(Color::White)]);
    assert_eq!(transcript.game.position().side(), Color::White);
    // Left out, Black is still to pass.
    let without = read(PASS8);
    assert_eq!(without.notes, []);
    assert!(without.game.position().must_pass());
}

#[test]
fn passes_after_the_end_are_noted_up_to_two() {
    for (passes, count) in [("pa", 1), ("pa pa", 2), ("----", 2), ("--", 1), (" - -", 2)] {
        let transcript = read(&format!("{WIPE_OUT}{passes}"));
        assert_eq!(transcript.notes, [Note::PassesAfterEnd(count)], "{passes}");
        assert_eq!(transcript.game.turns().len(), 9);
    }
    let error = refused(&format!("{WIPE_OUT} pa pa pa"));
    assert_eq!((error.ply, error.span.column), (Some(10), 26));
    let error = refused(&format!("{WIPE_OUT} pa a1"));
    assert!(
        matches!(error.kind, Kind::Illegal(illegal) if illegal.reason == IllegalReason::GameOver)
    );
}

#[test]
fn comments_are_noted_with_their_place() {
    let text = "f5 d6 % first\nc3 {a (nested) one} d3 (+4) # last";
    let found: Vec<_> = notes(text)
        .into_iter()
        .map(|note| match note {
            Note::Comment {
                text: comment,
                span,
            } => {
                assert_eq!(text[span.range()], comment);
                (comment, span.line, span.column)
            }
            other => panic!("{other}"),
        })
        .collect();
    let expected = [
        ("% first", 1, 7),
        ("{a (nested) one}", 2, 4),
        ("(+4)", 2, 24),
        ("# last", 2, 29),
    ];
    let expected = expected.map(|(comment, line, column)| (comment.to_owned(), line, column));
    assert_eq!(found, expected);
    assert_eq!(read(text).game.turns().len(), 4);
}

#[test]
fn a_result_is_checked_against_the_replay() {
    let verdict = |text: &str| match notes(text).as_slice() {
        [Note::Result { stated, verdict }] => (stated.black, stated.white, *verdict),
        other => panic!("{text}: {other:?}"),
    };
    let agrees = |text: &str, convention| {
        assert!(
            matches!(verdict(text), (_, _, Verdict::Agrees(found)) if found == convention),
            "{text}"
        );
    };
    agrees(&format!("{WIPE_OUT} 13-0"), Convention::PlainCount);
    agrees(&format!("{WIPE_OUT}13:0"), Convention::PlainCount);
    agrees(&format!("{WIPE_OUT}\n13 - 0"), Convention::PlainCount);
    agrees(&format!("{WIPE_OUT} 64-0"), Convention::EmptiesToWinner);
    let replay = ByColor {
        black: 13,
        white: 0,
    };
    let differs = format!("{WIPE_OUT} 0-13");
    assert_eq!(verdict(&differs), (0, 13, Verdict::Differs(replay)));
    assert!(notes(&differs)[0].is_warning());
    assert!(
        notes(&differs)[0]
            .to_string()
            .contains("differs from the moves, which end 13-0")
    );
    assert_eq!(verdict("f5d6 33:31"), (33, 31, Verdict::NotOver));

    let with_all = notes(&format!("{WIPE_OUT} pa 13-0 % resigned"));
    assert_eq!(with_all.len(), 3);
    assert!(matches!(with_all[1], Note::PassesAfterEnd(1)));
}

#[test]
fn case_is_a_cross_check_only() {
    // The 23-pass game as published, upper case for Black.
    let upper_is_black = "F5d6C4g5D7c7H5d8B8b7B6a7b5A6a5b4B3c6E8f8C8a8e7a4b2A2c2D2d1e2F2c5c3a1a3e6d3f6F7f1g2H2e3F4b1g1c1e1g8g7f3h1h3h4h6";
    let swapped: String = upper_is_black
        .chars()
        .map(|c| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        })
        .collect();
    for text in [upper_is_black, &swapped] {
        let transcript = read(text);
        let [Note::ImpliedPasses(plies)] = transcript.notes.as_slice() else {
            panic!("{:?}", transcript.notes);
        };
        assert_eq!((plies.len(), transcript.game.turns().len()), (23, 78));
    }
    assert_eq!(notes("F5D6c3d3"), [Note::LetterCase { ply: 2 }]);
    assert_eq!(notes("F5d6C3d3C4f4f6"), [Note::LetterCase { ply: 7 }]);
    assert_eq!(read("F5D6c3d3").game, read("f5d6c3d3").game);
}

#[test]
fn the_mirrored_start_is_explained_and_never_mirrored() {
    let suggestion = |text: &str| match refused(text) {
        NotationError {
            kind: Kind::MirroredStart { mirrored },
            ply: Some(1),
            ..
        } => mirrored,
        error => panic!("{text}: {error}"),
    };
    assert_eq!(suggestion("f4d3c6").as_deref(), Some("c4e3f6"));
    assert_eq!(suggestion("1. F4 d3 2. c6").as_deref(), Some("c4e3f6"));
    for first in ["c5", "d6", "e3", "f4"] {
        let mirrored = suggestion(first).unwrap();
        assert_eq!(read(&mirrored).game.turns().len(), 1);
    }
    // White's d6 would flip nothing from the mirrored start either.
    assert_eq!(suggestion("f4d6c3"), None);
    assert_eq!(suggestion("f4a1"), None);
    assert_eq!(suggestion("f4z9"), None);
    let message = refused("f4d3c6").to_string();
    assert!(
        message.contains("mirrored start") && message.contains("c4e3f6"),
        "{message}"
    );
    // A finished game with passes, reflected at the middle line between the columns, comes back as it was.
    let pass8 = format!("{PASS8}d2");
    let mut image = String::new();
    for c in pass8.chars() {
        image.push(if c.is_ascii_lowercase() {
            char::from(b'a' + b'h' - u8::try_from(c).unwrap())
        } else {
            c
        });
    }
    assert_eq!(suggestion(&image), Some(pass8));
}

/// Checks that each text is refused at this ply and column, with this offending text, for this reason.
fn check_refusals(cases: &[(&str, usize, usize, &str, Kind)]) {
    for (text, ply, column, offending, kind) in cases {
        let error = refused(text);
        assert_eq!(error.kind, *kind, "{text:?}");
        assert_eq!(
            (error.ply, error.span.column),
            (Some(*ply), *column),
            "{text:?}"
        );
        assert_eq!(error.text, *offending, "{text:?}");
        let start = format!("ply {ply}, column {column}: {offending:?}: ");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
}

#[test]
fn words_that_are_no_moves_are_refused_with_ply_column_and_text() {
    let huge = "99999999999999999999999";
    check_refusals(&[
        ("f5z9", 2, 3, "z9", Kind::NotAMove),
        ("f5i3", 2, 3, "i3", Kind::NotAMove),
        ("f5 a9", 2, 4, "a9", Kind::NotAMove),
        ("f5f0", 2, 3, "f0", Kind::NotAMove),
        ("f5 hello", 2, 4, "hello", Kind::NotAMove),
        ("f5 p", 2, 4, "p", Kind::NotAMove),
        ("P@f5", 1, 1, "P", Kind::NotAMove),
        ("f5@d6", 2, 3, "@", Kind::NotAMove),
        ("f5@@@d6", 2, 3, "@@@", Kind::NotAMove),
        ("f5d", 2, 3, "d", Kind::HalfMove),
        ("f5d6c3d c4", 4, 7, "d", Kind::HalfMove),
        ("f5+d6", 2, 3, "+", Kind::UnexpectedCharacter('+')),
        ("f5;d6", 2, 3, ";", Kind::UnexpectedCharacter(';')),
        (
            "f5\u{a0}d6",
            2,
            3,
            "\u{a0}",
            Kind::UnexpectedCharacter('\u{a0}'),
        ),
        ("f５", 1, 2, "５", Kind::UnexpectedCharacter('５')),
        (
            "f5\u{feff}d6",
            2,
            3,
            "\u{feff}",
            Kind::UnexpectedCharacter('\u{feff}'),
        ),
        ("f5\0", 2, 3, "\0", Kind::UnexpectedCharacter('\0')),
        ("f5–d6", 2, 3, "–", Kind::UnexpectedCharacter('–')),
        ("56 64", 1, 1, "56", Kind::BareNumber),
        ("f5 2 d6", 2, 4, "2", Kind::BareNumber),
        (&format!("{huge}. f5"), 1, 1, huge, Kind::BareNumber),
    ]);
}

#[test]
fn layouts_out_of_order_are_refused_with_ply_column_and_text() {
    check_refusals(&[
        ("2. f5", 1, 1, "2.", Kind::NumberOrder { expected: 1 }),
        ("f5 1. d6", 2, 4, "1.", Kind::NumberOrder { expected: 1 }),
        (
            "1. f5 d6 3. c3",
            3,
            10,
            "3.",
            Kind::NumberOrder { expected: 2 },
        ),
        ("1. f5 1. d6", 2, 7, "1.", Kind::NumberOrder { expected: 2 }),
        ("1. 2. f5", 1, 1, "1.", Kind::NumberWithoutMove),
        ("1. f5 d6 2.", 3, 10, "2.", Kind::NumberWithoutMove),
        ("f5,,d6", 2, 4, ",", Kind::LooseSeparator),
        (",f5", 1, 1, ",", Kind::LooseSeparator),
        ("f5,d6,", 3, 6, ",", Kind::LooseSeparator),
        ("f5-", 2, 3, "-", Kind::LooseSeparator),
        ("f5, 33-31", 2, 3, ",", Kind::LooseSeparator),
        ("f5---d6", 2, 3, "---", Kind::DashRun),
        ("f5 (d6", 2, 4, "(", Kind::UnclosedComment(')')),
        ("f5 {d6)", 2, 4, "{", Kind::UnclosedComment('}')),
        ("f5 40-40", 2, 4, "40-40", Kind::ImpossibleResult),
        ("f5 1-0", 2, 4, "1-0", Kind::ImpossibleResult),
        ("f5 33-31 d6", 2, 10, "d6", Kind::AfterResult),
        ("f5 33-31 33-31", 2, 10, "33-31", Kind::AfterResult),
    ]);
    for text in ["", "  ", "\r\n", "\u{feff}"] {
        assert_eq!(refused(text).kind, Kind::Empty);
    }
    for text in ["% nothing", "# nothing\n", "(nothing)", "33-31"] {
        assert_eq!(refused(text).kind, Kind::NoMoves, "{text}");
    }
}

#[test]
fn illegal_moves_say_the_rule_and_what_is_legal() {
    let cases = [
        (
            "f5e4",
            2,
            3,
            IllegalReason::Occupied,
            "the square is occupied; legal: f4 d6 f6",
        ),
        (
            "f5a1",
            2,
            3,
            IllegalReason::FlipsNothing,
            "it flips no disc; legal: f4 d6 f6",
        ),
        (
            "f5c4",
            2,
            3,
            IllegalReason::FlipsNothing,
            "it would be legal for Black, but White is to move",
        ),
        (
            "f5--",
            2,
            3,
            IllegalReason::PassWithMoves,
            "White may not pass",
        ),
        (
            "f5 - d6",
            2,
            4,
            IllegalReason::PassWithMoves,
            "a dash that stands alone is a pass",
        ),
        (
            "pa f5",
            1,
            1,
            IllegalReason::PassWithMoves,
            "legal: d3 c4 f5 e6",
        ),
        (
            "f5d6c5f6e7f4g5e6e3a1",
            10,
            19,
            IllegalReason::GameOver,
            "it ended 13-0 with 13 discs",
        ),
        (
            "c4c3f5b4a4a5c2a3a1",
            10,
            17,
            IllegalReason::FlipsNothing,
            "White cannot play a1",
        ),
        (
            "c4c3f5b4a4a5c2a3----",
            10,
            19,
            IllegalReason::PassWithMoves,
            "White may not pass",
        ),
        (
            "c4c3f5b4a4a5c2a3d2--",
            11,
            19,
            IllegalReason::PassWithMoves,
            "Black may not pass",
        ),
    ];
    for (text, ply, column, reason, words) in cases {
        let error = refused(text);
        let Kind::Illegal(illegal) = &error.kind else {
            panic!("{text}: {error}");
        };
        assert_eq!(illegal.reason, reason, "{text}");
        assert_eq!(
            (error.ply, error.span.column),
            (Some(ply), column),
            "{text}: {error}"
        );
        assert!(error.to_string().contains(words), "{error}");
    }
    let error = refused("f5 d6\r\nc3 a1");
    assert_eq!((error.span.line, error.span.column), (2, 4));
    assert!(
        error
            .to_string()
            .starts_with("line 2, ply 4, column 4: \"a1\": White cannot play a1")
    );
}

#[test]
fn long_texts_take_no_more_than_one_pass_over_them() {
    // A rescan of the text for each word would make these quadratic.
    let many = 500_000;
    assert_eq!(notes(&format!("f5{}", "()".repeat(many))).len(), many);
    let error = refused(&format!("{WIPE_OUT}{}", "-".repeat(2 * many)));
    assert_eq!(error.ply, Some(10));
    // The nine-disc game reflected: c5e6… from the mirrored start.
    let error = refused(&format!("c5e6f5c6d7c4b5d6d3{}", "-".repeat(2 * many)));
    assert_eq!(error.kind, Kind::MirroredStart { mirrored: None });
    let error = refused("c5e6f5c6d7c4b5d6d3----");
    let mirrored = Some(WIPE_OUT.to_owned());
    assert_eq!(error.kind, Kind::MirroredStart { mirrored });
}

#[test]
fn numbers_with_many_moves_are_noted() {
    assert_eq!(
        notes("1. f5 d6 c3 2. d3"),
        [Note::UnevenNumbers {
            number: 1,
            moves: 3
        }]
    );
    assert_eq!(
        notes("1. f5d6c3d3c4"),
        [Note::UnevenNumbers {
            number: 1,
            moves: 5
        }]
    );
}

#[test]
fn every_note_can_be_read() {
    let text = "1. F5D6c5 % x\n f6e7f4g5e6e3 pa 13-0";
    let said: Vec<_> = notes(text).iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "column 11: comment \"% x\" passed over",
            "10 moves stand under number 1; expected one or two",
            "1 pass after the end of the game passed over",
            "upper and lower case do not follow the colours (ply 2); they were not used",
            "the result 13-0 agrees with the moves (discs on the board)",
        ]
    );
    assert_eq!(
        notes(&format!("{PASS8}d2"))[0].to_string(),
        "passes filled in at ply 9"
    );
    assert_eq!(
        notes(&format!("{PASS8}pa"))[0].to_string(),
        "the moves end with a pass: White is to move"
    );
}

#[test]
fn a_last_pass_is_written_even_where_passes_are_left_out() {
    let game = read(&format!("{PASS8}pa")).game;
    for layout in Layout::ALL {
        let text = write_transcript(game.turns(), layout, Passes::LeftOut);
        assert!(text.ends_with("pa"), "{text}");
        assert_eq!(read(&text).game, game);
    }
    assert_eq!(
        write_transcript(&[], Layout::NumberedPairs, Passes::Written),
        ""
    );
    let one = [Move::Place(Square::F5)];
    assert_eq!(
        write_transcript(&one, Layout::NumberedMoves, Passes::Written),
        "1.f5"
    );
    assert_eq!(
        write_transcript(&one, Layout::NumberedPairs, Passes::Written),
        "1. f5"
    );
}
