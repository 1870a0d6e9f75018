//! SGF: both ways to write squares, Edax's habits, and everything that is refused.

use super::{moves, only, read_all, refused, written};
use crate::data;
use xsquare_engine::notation::{GameFormat, Loss, RecordNoteKind, StatedScore};
use xsquare_engine::{Color, Move, Position, Square};

#[test]
fn edax_puts_the_first_move_into_the_root() {
    let read = only(data("edax-style.sgf").as_bytes());
    assert_eq!(read.format, GameFormat::Sgf);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    let record = read.record;
    assert_eq!(*record.game.start(), Position::START);
    assert_eq!(record.players.black.name, "black player");
    assert_eq!(
        (record.place.as_str(), record.date.as_str()),
        ("sample", "1977")
    );
    let placed = record
        .game
        .turns()
        .iter()
        .filter(|turn| **turn != Move::Pass);
    assert_eq!((placed.count(), record.game.turns().len()), (60, 62));
    assert!(record.game.is_over());
    assert!(record.check_score().unwrap().agrees());
}

#[test]
fn letters_for_rows_give_the_same_game() {
    let edax = only(data("edax-style.sgf").as_bytes()).record;
    let letters = only(data("letter-coordinates.sgf").as_bytes()).record;
    assert_eq!(letters.game, edax.game);
}

#[test]
fn a_set_up_that_begins_with_a_pass_is_kept() {
    let record = only(data("setup-pass.sgf").as_bytes()).record;
    let counts = record.game.start().counts();
    assert_eq!(counts.black + counts.white, 62);
    assert_eq!(record.game.turns()[0], Move::Pass);
    let end = record.game.position();
    assert_eq!(
        (end.counts().black, end.counts().white, end.is_over()),
        (8, 56, true)
    );
    let (text, losses) = written(&record, GameFormat::Sgf);
    assert!(losses.is_empty());
    assert_eq!(only(text.as_bytes()).record, record);
    let (text, losses) = written(&record, GameFormat::Transcript);
    assert!(losses.is_empty());
    assert!(text.ends_with(" X;g5h6\n"), "{text}");
    assert_eq!(only(text.as_bytes()).record.game, record.game);
}

#[test]
fn escapes_comments_and_variations_do_not_confuse() {
    let read = only(data("nasty.sgf").as_bytes());
    let record = read.record;
    assert_eq!(record.players.black.name, "Name with ] bracket\\");
    assert_eq!(record.players.white.name, "");
    assert_eq!(record.comment, "not a move: B[f5] W[d6]");
    assert_eq!(moves(&record), "f5d6c5f6e7f4g5e6e3");
    assert_eq!(record.details[2].comment, "colon: and ; semicolon)");
    let notes: Vec<&str> = read.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(
        notes,
        [
            "1 variation passed over; only the main line is read",
            "properties passed over: N"
        ]
    );
    let (text, losses) = written(&record, GameFormat::Sgf);
    assert!(losses.is_empty());
    assert_eq!(
        text,
        "(;FF[4]GM[2]CA[UTF-8]AP[xsquare]SZ[8]PB[Name with \\] bracket\\\\]C[not a move: B[f5\\] W[d6\\]]\
         ;B[f5];W[d6];B[c5]C[colon: and ; semicolon)];W[f6];B[e7];W[f4];B[g5];W[e6];B[e3])\n"
    );
    assert_eq!(only(text.as_bytes()).record, record);
}

#[test]
fn several_games_stand_in_one_file() {
    let text = "\u{feff}(;GM[2];B[f5])\r\n(;GM[2]SZ[8:8];B[e6])(;GM[2])";
    let read: Vec<_> = read_all(text.as_bytes())
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let found: Vec<_> = read
        .iter()
        .map(|read| (read.number, read.line, moves(&read.record)))
        .collect();
    assert_eq!(
        found,
        [
            (1, Some(1), "f5".to_owned()),
            (2, Some(2), "e6".to_owned()),
            (3, Some(2), String::new())
        ]
    );
}

#[test]
fn passes_that_are_left_out_are_filled_in() {
    let text = "(;GM[2];B[c4];W[c3];B[f5];W[b4];B[a4];W[a5];B[c2];W[a3];W[d2])";
    let read = only(text.as_bytes());
    assert_eq!(read.record.game.turns()[8], Move::Pass);
    assert_eq!(read.notes[0].kind, RecordNoteKind::Passes);
}

#[test]
fn set_ups_are_points_and_rectangles() {
    let start = |text: &str| *only(text.as_bytes()).record.game.start();
    assert_eq!(start("(;GM[2]AB[e4][d5]AW[d4][e5]PL[B])"), Position::START);
    assert_eq!(
        start("(;GM[2]AB[ed][de]AW[dd][ee]PL[black])"),
        Position::START
    );
    let board = start("(;GM[2]AB[a1:b2]AW[h8:g8]PL[white];W[PA])");
    assert_eq!((board.counts().black, board.counts().white), (4, 2));
    assert_eq!(board.side(), Color::White);
    // Taking away begins with the usual start.
    let board = start("(;GM[2]AE[d4][d5]AB[c3])");
    assert_eq!((board.counts().black, board.counts().white), (2, 1));
    // The first move tells the side if nothing else does.
    let read = only(b"(;GM[2]AB[e4][d5]AW[d4][e5];W[e3])");
    assert_eq!(read.record.game.start().side(), Color::White);
    assert_eq!(
        read.notes[0].text,
        "PL is missing; White has the first move"
    );
}

#[test]
fn values_are_seen_by_black_and_clocks_need_overtime() {
    let text =
        "(;GM[2]TM[900]OT[//02:00]BR[1500.5]WR[3d]RE[W+R]EV[Open]RO[2];B[f5]V[1.5];W[d6]V[-2])";
    let read = only(text.as_bytes());
    let record = &read.record;
    assert_eq!(record.details[0].eval, Some(1.5));
    assert_eq!(record.details[1].eval, Some(2.0));
    assert_eq!(
        record.players.white.clock.unwrap().to_string(),
        "15:00//02:00"
    );
    assert_eq!(record.players.black.rating, Some(1500.5));
    assert_eq!(record.result.unwrap().to_string(), "White wins, resigned");
    assert_eq!(
        (record.event.as_str(), record.round.as_str()),
        ("Open", "2")
    );
    assert_eq!(read.notes[0].text, "properties passed over: WR");
    let (text, losses) = written(record, GameFormat::Sgf);
    assert!(losses.is_empty());
    assert_eq!(only(text.as_bytes()).record, *record);
}

#[test]
fn old_names_are_latin_1() {
    let read = only(b"(;GM[2]PB[Andr\xe9];B[f5])");
    assert_eq!(read.record.players.black.name, "André");
    assert_eq!(read.notes[0].kind, RecordNoteKind::Encoding);
    // A name that would be UTF-8 by chance is what its charset says.
    let read = only("(;GM[2]CA[ISO-8859-1]PB[é];B[f5])".as_bytes());
    assert_eq!(read.record.players.black.name, "Ã©");
    assert!(read.notes.is_empty());
    assert!(refused(b"(;GM[2]CA[Shift_JIS]PB[\x83];B[f5])").contains("charset"));
}

#[test]
fn results_that_the_format_holds_only_in_part_are_told() {
    let mut record = only(b"(;GM[2]RE[B+4];B[f5])").record;
    assert!(matches!(
        record.result.unwrap().score,
        StatedScore::Difference(_)
    ));
    record.result.as_mut().unwrap().ending = xsquare_engine::notation::Ending::TimedOut;
    let (text, losses) = written(&record, GameFormat::Sgf);
    assert!(text.contains("RE[B+T]"), "{text}");
    assert!(losses.contains(Loss::Result));
}

#[test]
fn what_is_no_game_is_refused() {
    let cases = [
        ("(;GM[1];B[aa])", "1:6 - syntax: this is another game"),
        ("(;B[f5])", "1:1 - syntax: this is another game"),
        ("(;GM[2]SZ[10])", "1:11 - board-size: the board is not 8×8"),
        (
            "(;GM[2];B[f5];W[a1])",
            "1:17 2 flips-nothing: White cannot play a1",
        ),
        (
            "(;GM[2];B[f5];B[d6])",
            "1:17 2 wrong-side: a move of Black, but White is to move",
        ),
        ("(;GM[2];B[f5];W[z9])", "1:17 2 not-a-move: not a move"),
        (
            "(;GM[2];B[f5];W[])",
            "1:17 2 pass-with-moves: White may not pass",
        ),
        (
            "(;GM[2];B[f5]W[d6])",
            "1:16 - syntax: moves of both sides in one node",
        ),
        ("(;GM[2];B[f5][d3])", "1:15 - syntax: more than one value"),
        ("(;GM[2]AB[a1]AW[a1])", "1:17 - syntax: a1 is set up twice"),
        ("(;GM[2]AB[i9])", "1:11 - syntax: not a point"),
        ("(;GM[2]PL[x])", "1:11 - syntax: not a side"),
        (
            "(;GM[2];B[f5];AW[a1])",
            "1:18 - syntax: a set-up behind a move",
        ),
        ("(;GM[2];B[f5]", "1:14 - syntax: the game has no end"),
        ("(;GM[2];B[f5)", "1:9 - syntax: a value without its end"),
        (
            "\n (;GM[2]\n;B[f5]\n;W[d6]\n;B[a1])",
            "5:4 3 flips-nothing: Black cannot play a1",
        ),
        (
            "(;GM[2]) junk (;GM[2])",
            "1:- - stray-text: text between games",
        ),
    ];
    let wrong: Vec<String> = cases
        .into_iter()
        .map(|(text, expected)| (text, expected, refused(text.as_bytes())))
        .filter(|(_, expected, error)| !error.starts_with(expected))
        .map(|(text, _, error)| format!("{text}: {error}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let square = read_all(b"(;GM[2];B[f5];W[a1])")
        .remove(0)
        .unwrap_err()
        .square();
    assert_eq!(square, Some(Square::A1));
}
