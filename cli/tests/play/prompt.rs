//! Wrong, hostile and missing input.

use super::{HUMANS, LIMIT, OVER, assert_order, play};
use assert_cmd::cargo::cargo_bin_cmd;

#[test]
fn wrong_input_gets_a_sentence_at_every_prompt() {
    let bad = "hello\nz9\na1\nf9\n5\n$\npass\nundo x\nlevel 99\nsave\nload\nwhite\nwhite both\nnew hello\n";
    let text = play(
        &HUMANS,
        format!("{bad}f5\n{bad}resign\n{bad}new {OVER}\n{bad}"),
    );
    let sentences = [
        "\"hello\" is neither a move nor a command (`help` lists them); legal: d3 c4 f5 e6.",
        "\"z9\" is no move: a move is a square from a1 to h8; legal: d3 c4 f5 e6.",
        "Black cannot play a1: it flips no disc; legal: d3 c4 f5 e6.",
        "\"f9\" is no move",
        "\"5\" is neither a move nor a command",
        "\"$\" is neither a move nor a command",
        "Black may not pass: it has legal moves; legal: d3 c4 f5 e6.",
        "`undo` stands alone, but \"x\" was read behind it.",
        "\"99\" behind `level` is not understood: expected a level from 0 to 60.",
        "`save` needs the name of a file",
        "`load` needs the name of a file",
        "`white` needs `human` or `engine` behind it.",
        "\"both\" behind `white` is not understood: expected `human` or `engine`.",
        "not understood; expected `start`, a board of 64 cells",
    ];
    assert_order(&text, &sentences);
    assert_order(
        &text,
        &[
            "White cannot play a1: it flips no disc; legal: f4 d6 f6.",
            "Black wins.",
            "\"hello\" is neither a move nor a command (`help` lists them).",
            "The game is over: White has resigned; `undo` takes back, `new` begins another game.",
            "Read as board: no moves.",
            "Game over: Black wins 64-0 (empties to the winner).",
            "The game is over: neither side can move; `undo` takes back, `new` begins another game.",
            "End of input",
        ],
    );
}

#[test]
fn hostile_lines_are_survived() {
    let mut script = b"f5\n\xff\xfe\n\0\n\x1b[2J\n".to_vec();
    script.extend(b"f5 ".repeat(50_000));
    script.extend(b"\n\n   \n# a comment\n");
    script.extend("é5\nf５\n".bytes());
    script.extend(b"F6\r\nmoves\r\n");
    let text = play(&HUMANS, script);
    assert_order(
        &text,
        &[
            "Line 2, column 1: ",
            "byte 0xff is not UTF-8.",
            "a NUL byte",
            "\"\\u{1b}[2J\" is neither a move nor a command",
            "the line is longer than 65536 bytes",
            "\"é5\" is no move",
            "\"f５\" is no move",
            "\nf5f6\n",
        ],
    );
    assert!(!text.contains('\u{1b}'));
    assert!(text.len() < 10_000);
}

#[test]
fn the_end_of_the_input_ends_the_program_and_is_told() {
    for script in ["", "f5", "f5\nd6\n", "# nothing\n\n"] {
        let text = play(&HUMANS, script);
        assert!(text.ends_with("\nEnd of input: goodbye.\n"), "{script:?}");
    }
    let text = play(&HUMANS, "f5\nquit\n");
    assert!(!text.contains("End of input"));
}

#[test]
fn what_cannot_be_played_is_refused_before_the_game() {
    for (arguments, sentence) in [
        (
            &["--json"][..],
            "`play` is a conversation and prints no JSON",
        ),
        (&["-"], "the position cannot come from standard input"),
        (&["f5d6z9"], "ply 3, column 5: \"z9\": not a move"),
        (&["start", OVER], "more than one position given"),
        (&[&OVER[..64]], "the side to move is missing"),
        (&["--level", "61"], "expected a level from 0 to 60"),
        (&["--time", "0"], "the time must be greater than 0"),
        (&["--black", "nobody"], "possible values: human, engine"),
    ] {
        let assert = cargo_bin_cmd!("xsquare")
            .arg("play")
            .args(arguments)
            .timeout(LIMIT)
            .assert()
            .code(2);
        let output = assert.get_output();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(sentence), "{error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
