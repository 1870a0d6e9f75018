//! Whole conversations with `xsquare play`, typed from a script and read from its output.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clocks;
mod files;
mod prompt;
mod told;

use assert_cmd::cargo::cargo_bin_cmd;
use std::path::{Path, PathBuf};
use std::time::Duration;
use xsquare_engine::notation::{Layout, Passes, parse_transcript, write_transcript};
use xsquare_engine::{ByColor, Convention};

/// No conversation here takes more than a few seconds.
const LIMIT: Duration = Duration::from_mins(2);

const HUMANS: [&str; 4] = ["--black", "human", "--white", "human"];

/// Black has no move, White has g5 and h6.
const BLACK_PASSES: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";

/// Neither side has a move.
const OVER: &str = "--------------------X------XXX----XXXXX----XXX------X----------- O";

/// What is printed when `script` is typed; the program must end well. The engine searches even where a book knows better.
fn play(arguments: &[&str], script: impl Into<Vec<u8>>) -> String {
    let output = cargo_bin_cmd!("xsquare")
        .args(["play", "--hash", "1M", "--threads", "1", "--book", "off"])
        .args(arguments)
        .write_stdin(script)
        .timeout(LIMIT)
        .assert()
        .success()
        .get_output()
        .clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that the pieces occur in this order.
#[track_caller]
fn assert_order(text: &str, pieces: &[&str]) {
    let mut rest = text;
    for piece in pieces {
        let Some(at) = rest.find(piece) else {
            panic!("{piece:?} is missing (or out of order) in:\n{text}");
        };
        rest = &rest[at + piece.len()..];
    }
}

/// A file for a test of this name, which does not exist yet.
fn fresh_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// The columns of a famous game: moves, and discs of Black and White at the end if it is over.
fn famous_games() -> Vec<(String, String, Option<ByColor<u32>>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/data/transcripts.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let discs = ByColor {
            black: fields[4].parse().unwrap(),
            white: fields[5].parse().unwrap(),
        };
        let end = (fields[7] == "over").then_some(discs);
        (fields[0].to_owned(), fields[1].to_owned(), end)
    })
    .collect()
}

fn famous(id: &str) -> String {
    let mut games = famous_games().into_iter();
    games.find(|game| game.0 == id).unwrap().1
}

/// One move a line.
fn lines(moves: &str) -> String {
    let game = parse_transcript(moves).unwrap().game;
    write_transcript(game.turns(), Layout::Spaced, Passes::LeftOut).replace(' ', "\n")
}

#[test]
fn two_humans_play_the_game_of_the_23_passes() {
    let script = lines(&famous("pass23"));
    let text = play(&HUMANS, script.clone());
    assert_eq!(text.matches("Black has no move and passes.\n").count(), 23);
    assert_eq!(text.matches("White has no move").count(), 0);
    assert_order(
        &text,
        &[
            "Both sides are played here",
            "Black X  2",
            "Game over: White wins 64-0 (empties to the winner)\n",
            "Game over: White wins 64-0 (empties to the winner).",
            "End of input",
        ],
    );
    // The board is shown once for each of 55 moves and at the beginning.
    assert_eq!(text.matches("a b c d e f g h\n").count(), 56);

    for (convention, result) in [
        ("discs", "White wins 59-0 (discs on the board)."),
        ("winner", "White wins 64-0 (empties to the winner)."),
        (
            "wipeout",
            "White wins 64-0 (discs on the board, wipe-out 64-0).",
        ),
    ] {
        let arguments = [&HUMANS[..], &["--convention", convention]].concat();
        let text = play(&arguments, script.clone());
        assert!(text.contains(result), "{convention}");
        assert_eq!(text.matches("Game over: ").count(), 2);
        let score = &result[..result.find(" (").unwrap()];
        assert_eq!(text.matches(score).count(), 2, "{convention}");
    }
}

#[test]
fn every_famous_game_can_be_pasted() {
    let games = famous_games();
    let script: Vec<String> = games
        .iter()
        .map(|(_, moves, _)| format!("new\n{moves}\n"))
        .collect();
    let text = play(&HUMANS, script.concat());
    let expected: Vec<String> = games
        .iter()
        .filter_map(|(.., end)| end.map(|end| Convention::default().count(end)))
        .map(|ByColor { black, white }| {
            let (more, less) = (black.max(white), black.min(white));
            match black.cmp(&white) {
                std::cmp::Ordering::Greater => format!("Game over: Black wins {more}-{less} ("),
                std::cmp::Ordering::Less => format!("Game over: White wins {more}-{less} ("),
                std::cmp::Ordering::Equal => format!("Game over: a draw, {more}-{less} ("),
            }
        })
        .collect();
    assert!(expected.len() > 50);
    let pieces: Vec<&str> = expected.iter().map(String::as_str).collect();
    assert_order(&text, &pieces);
    assert_eq!(
        text.matches("`undo`, `save FILE` or").count(),
        expected.len()
    );
}

#[test]
fn two_engines_play_to_the_end() {
    let engines = ["--black", "engine", "--white", "engine", "--level", "1"];
    let text = play(&engines, "moves\nundo\nf5\nquit\nnot read any more\n");
    assert_order(
        &text,
        &[
            "The engine plays both sides, level 1.",
            "Black plays ",
            "White plays ",
            "Game over: ",
            "1. ",
            "There is nothing to take back: the engine plays both sides",
            "The game is over: neither side can move",
        ],
    );
    assert!(text.ends_with("begins another game.\n"), "{text}");
    // What was printed move by move is a whole game by the rules.
    let mut moves = String::new();
    for line in text.lines() {
        let turn = line.strip_prefix("Black plays ");
        if let Some(turn) = turn.or_else(|| line.strip_prefix("White plays ")) {
            moves.push_str(&turn[..2]);
            moves.push(' ');
        } else if line.ends_with(" has no move and passes.") {
            moves.push_str("pass ");
        } else if line.starts_with("Game over: ") {
            break;
        }
    }
    let game = parse_transcript(&moves).unwrap().game;
    assert!(game.is_over());
    let compact = write_transcript(game.turns(), Layout::Compact, Passes::LeftOut);
    assert!(text.contains(&format!("\n{compact}\n")));
    let score = Convention::default().count(game.position().counts());
    let (more, less) = (score.black.max(score.white), score.black.min(score.white));
    assert!(text.contains(&format!(" {more}-{less} (empties to the winner).")));
}

#[test]
fn the_engine_answers_as_either_colour() {
    let text = play(&["--level", "1"], "f5\nlevel 2\nhint\nmoves\nresign\n");
    assert_order(
        &text,
        &[
            "You are Black (X), the engine is White (O), level 1.",
            "Black to move",
            "White plays ",
            "(White ",
            "estimate, 1 ply).",
            "Last move ",
            "level 2.",
            "Best for Black:\n",
            "About ",
            "1. f5 ",
            "Game over: Black resigns, White wins.",
        ],
    );
    let text = play(&["--white", "human", "--level", "0"], "");
    assert_order(
        &text,
        &[
            "You are White (O), the engine is Black (X), level 0.",
            "Black plays ",
            "White to move",
        ],
    );
    let text = play(&["--time", "20ms", "--black", "engine"], "");
    assert_order(
        &text,
        &["the engine is Black (X), 20 ms a move.", "Black plays "],
    );
}

#[test]
fn undo_and_redo_go_across_passes() {
    // Black must pass after a3. With White typed and Black the engine, a3 and d2 are two turns of White's in a row.
    let text = play(
        &HUMANS,
        "c4c3f5b4a4a5c2\na3\nd2\nundo\nundo\nmoves\nredo\nmoves\nredo\nredo\nmoves\n",
    );
    assert_order(
        &text,
        &[
            "Played for both sides: c4 c3 f5 b4 a4 a5 c2.",
            "Black has no move and passes.",
            "Taken back: d2.",
            "Taken back: a3 pass.",
            "\nc4c3f5b4a4a5c2\n",
            "Played again: a3 pass.",
            "\nc4c3f5b4a4a5c2a3pa\n",
            "Played again: d2.",
            "There is nothing to play again",
            "4. c2 a3 5. pa d2\nc4c3f5b4a4a5c2a3d2\n",
        ],
    );
    let against = ["--black", "engine", "--level", "1", "c4c3f5b4a4a5c2a3"];
    let text = play(&against, "undo\nundo\nundo\nundo\nundo\n");
    assert_order(
        &text,
        &[
            "Black has no move and passes.",
            "White to move",
            "Taken back: a3 pass.",
            "Taken back: a5 c2.",
            "Taken back: b4 a4.",
            "Taken back: c3 f5.",
            "There is nothing to take back: no move of yours has been played yet.",
        ],
    );
}

#[test]
fn a_set_up_position_may_begin_with_a_pass() {
    // Whichever of g5 and h6 the engine takes, the best play ends 8–56.
    let text = play(&["--level", "4", BLACK_PASSES], "");
    assert_order(
        &text,
        &[
            "You are Black (X)",
            "Black has no move and passes.",
            "White plays g5",
            "Black has no move and passes.",
            "White plays h6, its only move.",
            "Game over: White wins 56-8 (empties to the winner).",
        ],
    );
    let text = play(
        &[&HUMANS[..], &[&BLACK_PASSES[..64], "X"]].concat(),
        "pass\nundo\n",
    );
    assert_order(
        &text,
        &[
            "Black has no move and passes.",
            "Black has passed already, as it must; White is to move; legal: g5 h6.",
            "There is nothing to take back",
        ],
    );
}

#[test]
fn a_finished_position_is_a_result() {
    let text = play(
        &["--level", "1", "--convention", "discs", OVER],
        "show\nmoves\nundo\nnew f5d6c3\n",
    );
    assert_order(
        &text,
        &[
            "Game over: Black wins 13-0 (discs on the board)\n",
            "Game over: Black wins 13-0 (discs on the board).",
            "Game over: Black wins 13-0 (discs on the board)\n",
            "From --------------------X---",
            "No move has been played.",
            "There is nothing to take back",
            "Read as transcript: 3 turns.",
            "White plays ",
        ],
    );
}

#[test]
fn colours_are_used_only_when_wanted() {
    let text = play(&["--color", "always"], "");
    assert!(text.contains('\u{1b}'));
    for arguments in [&["--color", "never"][..], &[]] {
        assert!(!play(arguments, "hello\n").contains('\u{1b}'));
    }
}
