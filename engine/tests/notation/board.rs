//! Board strings and FEN.

use crate::check_error;
use NotationErrorKind as Kind;
use xsquare_engine::notation::{NotationError, NotationErrorKind, Note, parse_board};
use xsquare_engine::{Bitboard, Color, Position, Square};

const START: &str = "---------------------------OX------XO---------------------------";

fn refused(text: &str, side: Option<Color>) -> NotationError {
    let error = parse_board(text, side).expect_err(text);
    check_error(text, &error);
    assert_eq!(error.ply, None);
    error
}

fn rows(board: &str, gap: &str) -> String {
    let rows: Vec<_> = (0..8).map(|row| &board[row * 8..row * 8 + 8]).collect();
    rows.join(gap)
}

#[test]
fn every_symbol_set_reads_as_the_same_board() {
    for black in "Xx*Bb".chars() {
        for white in "OoWw".chars() {
            for empty in "-.".chars() {
                let cells: String = START
                    .chars()
                    .map(|cell| match cell {
                        'X' => black,
                        'O' => white,
                        _ => empty,
                    })
                    .collect();
                let texts = [
                    format!("{cells} {black}"),
                    format!("{cells}{black}"),
                    format!("{cells}\t{black}"),
                    format!("  {cells}  {black} \r\n"),
                    format!("\u{feff}{cells} Black"),
                    format!("{} {black}", rows(&cells, " ")),
                    format!("{}\n{black}\n", rows(&cells, "\n")),
                    format!("{}\r\n{black}", rows(&cells, "\r\n")),
                ];
                for text in texts {
                    let setup = parse_board(&text, None).unwrap();
                    assert_eq!(setup.position, Position::START, "{text:?}");
                    assert_eq!(setup.notes, [], "{text:?}");
                    assert_eq!(parse_board(&text, Some(Color::Black)), Ok(setup));
                }
                let text = format!("{cells} {white}");
                assert_eq!(
                    parse_board(&text, None).unwrap().position.side(),
                    Color::White
                );
            }
        }
    }
}

#[test]
fn the_side_is_asked_for_and_can_be_given() {
    for text in [START.to_owned(), rows(START, " "), format!("{START}  \n")] {
        let error = refused(&text, None);
        assert_eq!(error.kind, Kind::SideMissing);
        assert!(error.span.start == error.span.end && error.text.is_empty());
        assert!(
            error
                .to_string()
                .contains("expected X or O after the board"),
            "{error}"
        );
        for side in Color::ALL {
            assert_eq!(
                parse_board(&text, Some(side)).unwrap().position.side(),
                side
            );
        }
    }
    let error = refused(&format!("{START} O"), Some(Color::Black));
    let (stated, asked) = (Color::White, Color::Black);
    assert_eq!(error.kind, Kind::SideConflict { stated, asked });
    assert_eq!((error.span.column, error.text.as_str()), (66, "O"));
}

/// The starting position with character number `at` (from 0) replaced.
fn with(at: usize, replacement: &str) -> String {
    format!("{}{replacement}{} X", &START[..at], &START[at + 1..])
}

#[test]
fn mistakes_in_boards_are_refused_with_column_and_text() {
    let cases = [
        (with(3, "0"), 4, "0", Kind::AmbiguousDigit('0')),
        (with(63, "1"), 64, "1", Kind::AmbiguousDigit('1')),
        (with(3, "О"), 4, "О", Kind::NotACell('О')),
        (with(10, "·"), 11, "·", Kind::NotACell('·')),
        (with(10, "\u{a0}"), 11, "\u{a0}", Kind::NotACell('\u{a0}')),
        (with(0, "2"), 1, "2", Kind::NotACell('2')),
        (with(9, "#"), 10, "#", Kind::NotACell('#')),
        (with(9, "\0"), 10, "\0", Kind::NotACell('\0')),
        (
            format!("{} X", &START[1..]),
            1,
            &START[1..],
            Kind::TooFewCells { found: 63 },
        ),
        (
            START[..40].to_owned(),
            1,
            &START[..40],
            Kind::TooFewCells { found: 40 },
        ),
        ("X".to_owned(), 1, "X", Kind::TooFewCells { found: 1 }),
        (
            format!("{START}- X"),
            65,
            "-",
            Kind::TooManyCells { found: 65 },
        ),
        (
            format!("{START}XO X"),
            65,
            "XO",
            Kind::TooManyCells { found: 66 },
        ),
        (
            format!("{START}--------X"),
            65,
            "--------X",
            Kind::TooManyCells { found: 73 },
        ),
        (format!("{START} 0"), 66, "0", Kind::NotASide),
        (format!("{START} -"), 66, "-", Kind::NotASide),
        (format!("{START} X O"), 68, "O", Kind::TrailingText("board")),
        (format!("{START} X;"), 67, ";", Kind::TrailingText("board")),
        (format!("{START}\u{a0}X"), 65, "\u{a0}X", Kind::NotASide),
        ("-".repeat(64) + " X", 1, "", Kind::NoDiscs),
    ];
    for (text, column, offending, kind) in cases {
        let error = refused(&text, None);
        assert_eq!(error.kind, kind, "{text}");
        assert_eq!(
            (error.span.line, error.span.column),
            (1, column),
            "{text}: {error}"
        );
        if !offending.is_empty() {
            assert_eq!(&text[error.span.range()], offending, "{text}: {error}");
        }
    }
    assert!(
        refused(&with(3, "О"), None)
            .to_string()
            .contains("U+041E is no cell")
    );
    for text in ["", " ", "\n"] {
        assert_eq!(refused(text, None).kind, Kind::Empty);
    }
}

#[test]
fn short_rows_are_named() {
    let board = rows(START, "\n");
    let lines: Vec<_> = board.lines().collect();
    let mut short = lines.clone();
    short[2] = "-------";
    let text = short.join("\n") + "\nX";
    let error = refused(&text, None);
    assert_eq!(error.kind, Kind::RowLength { row: 3, found: 7 });
    assert_eq!((error.span.line, error.span.column), (3, 1));
    let mut long = lines.clone();
    long[2] = "---------";
    let error = refused(&(long.join("\n") + "\nX"), None);
    assert_eq!(error.kind, Kind::RowLength { row: 4, found: 1 });
    let error = refused(&(lines[..7].join("\n") + "\nX"), None);
    assert_eq!(error.kind, Kind::TooFewCells { found: 56 });
    let error = refused(&(lines[..7].join("\n") + "\n"), None);
    assert_eq!(error.kind, Kind::TooFewCells { found: 56 });
}

#[test]
fn worked_examples_of_positions() {
    let read = |text: &str| text.parse::<Position>().unwrap();
    let must_pass = read("OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X");
    assert!(must_pass.must_pass());
    let others: Vec<_> = must_pass.board().opponent_moves().into_iter().collect();
    assert_eq!(others, [Square::G5, Square::H6]);
    for (side, score) in [("O", -64), ("X", 64)] {
        let over =
            format!("--------------------X------XXX----XXXXX----XXX------X----------- {side}");
        assert!(read(&over).is_over());
        assert_eq!(read(&over).board().final_score().discs(), score);
        assert_eq!(
            parse_board(&over, None).unwrap().notes,
            [],
            "a side without discs is fine"
        );
    }
    let crowded = read("---------OOXO-O---XXXXO--OX-OXO--XX---X--OXOXXO--O-OOXO--------- X");
    assert_eq!(crowded.legal_moves().len(), 35);
    assert!(read(&("X".repeat(64) + " O")).is_over());
    // 65 characters without a blank.
    assert_eq!(read(&format!("{START}X")), Position::START);
}

#[test]
fn boards_that_no_game_reaches_are_noted() {
    let notes = |text: &str| parse_board(text, None).unwrap().notes;
    let mut cells = START.to_owned();
    cells.replace_range(27..28, "-");
    assert_eq!(notes(&format!("{cells} X")), [Note::EmptyCentre]);
    let lone = notes(&format!("X-{} X", &START[2..]));
    assert_eq!(lone, [Note::Disconnected(Square::A1.bitboard())]);
    assert!(lone[0].is_warning() && lone[0].to_string().ends_with(": a1"));
    let both: Bitboard = [Square::A1, Square::B1].into_iter().collect();
    assert_eq!(
        notes(&format!("XO{} X", &START[2..])),
        [Note::Disconnected(both)]
    );
    let mirrored: String = START
        .chars()
        .map(|cell| match cell {
            'X' => 'O',
            'O' => 'X',
            _ => '-',
        })
        .collect();
    assert_eq!(notes(&format!("{mirrored} X")), [Note::MirroredStart]);
}

#[test]
fn fen_counts_rows_from_below() {
    let read = |text: &str| parse_board(text, None).unwrap();
    let start = read("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
    assert_eq!(
        (start.position, start.notes.as_slice()),
        (Position::START, [].as_slice())
    );
    for text in [
        "8/8/8/3pP3/3Pp3/8/8/8 b",
        "8/8/8/3pP3/3Pp3/8/8/8 b - -",
        "44/8/8/12pP3/3Pp3/8/8/8\tb",
    ] {
        assert_eq!(read(text).position, Position::START, "{text}");
    }
    let top_down = read("8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1");
    assert_eq!(top_down.notes, [Note::MirroredStart]);
    // a1 is the first cell of the last row.
    let corner = read("8/8/8/3pP3/3Pp3/8/8/P7 w").position;
    assert_eq!(corner.disc(Square::A1), Some(Color::White));
    assert_eq!(corner.side(), Color::White);
}

#[test]
fn mistakes_in_fen_are_refused() {
    let cases = [
        ("8/8/8/3pP3/3Pp3/8/8 b", 1, Kind::FenRows { found: 7 }),
        ("8/8/8/3pP3/3Pp3/8/8/8/8 b", 1, Kind::FenRows { found: 9 }),
        (
            "8/8/8/3pP2/3Pp3/8/8/8 b",
            7,
            Kind::RowLength { row: 5, found: 7 },
        ),
        (
            "8/8/8/3pP4/3Pp3/8/8/8 b",
            7,
            Kind::RowLength { row: 5, found: 9 },
        ),
        (
            "8/8/8/3pP3/3Pp3/8//8 b",
            19,
            Kind::RowLength { row: 2, found: 0 },
        ),
        ("8/8/8/3pQ3/3Pp3/8/8/8 b", 9, Kind::NotFen('Q')),
        ("8/8/8/3pP3/3Pp3/9/8/8 b", 17, Kind::NotFen('9')),
        ("8/8/8/3pР3/3Pp3/8/8/8 b", 9, Kind::NotFen('Р')),
        ("8/8/8/3pP3/3Pp3/8/8/8 X", 23, Kind::NotAFenSide),
        ("8/8/8/3pP3/3Pp3/8/8/8", 22, Kind::SideMissing),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1 2",
            33,
            Kind::TrailingText("FEN"),
        ),
        ("8/8/8/3pP3/3Pp3/8/8/8 b KQ", 25, Kind::TrailingText("FEN")),
        ("8/8/8/8/8/8/8/8 b", 1, Kind::NoDiscs),
    ];
    for (text, column, kind) in cases {
        let error = refused(text, None);
        assert_eq!((error.kind, error.span.column), (kind, column), "{text}");
    }
    let setup = parse_board("8/8/8/3pP3/3Pp3/8/8/8", Some(Color::White)).unwrap();
    assert_eq!(setup.position.side(), Color::White);
}
