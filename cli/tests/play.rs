//! Whole conversations with `xsquare play`, typed from a script and read from its output.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

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
fn games_are_saved_and_loaded() {
    let path = fresh_file("round-trip.txt");
    let file = path.display();
    let script = format!(
        "f5d6c3\nsave {file}\nsave {file}\nd3\nsave! {file}\nnew\nmoves\nload {file}\nmoves\nundo\nmoves\n"
    );
    let text = play(&HUMANS, script);
    assert_order(
        &text,
        &[
            &format!("3 turns saved to {file}."),
            &format!("{file} exists already; `save! {file}` replaces it."),
            &format!("4 turns saved to {file}."),
            "A new game.",
            "No move has been played.",
            "Read as transcript: 4 turns.",
            "\nf5d6c3d3\n",
            "Taken back: d3.",
            "\nf5d6c3\n",
        ],
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "f5d6c3d3\n");

    // A set-up game comes back with its start, its passes and its way back.
    let arguments = [&HUMANS[..], &[BLACK_PASSES]].concat();
    let script = format!("g5\nsave! {file}\nnew\nload {file}\nundo\nundo\n");
    let text = play(&arguments, script);
    assert_order(
        &text,
        &[
            "Black has no move and passes.",
            "Black has no move and passes.",
            "Read as set-up position with moves: 3 turns.",
            "Taken back: g5 pass.",
            "There is nothing to take back",
        ],
    );
}

#[test]
fn a_game_is_saved_in_the_format_of_the_ending() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("endings");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let at = |name: &str| folder.join(name).display().to_string();
    let endings = ["sgf", "ggf", "wtb", "json", "jsonl", "moves", ""];
    for ending in endings {
        let file = at(&format!("game.{ending}"))
            .trim_end_matches('.')
            .to_owned();
        let text = play(
            &HUMANS,
            format!("f5d6c3\nsave {file}\nsave {file}\nnew\nload {file}\nmoves\n"),
        );
        assert_order(
            &text,
            &[
                &format!("3 turns saved to {file}"),
                &format!("{file} exists already; `save! {file}` replaces it."),
                "Read as ",
                ": 3 turns.",
                "\nf5d6c3\n",
            ],
        );
    }
    let content = |name: &str| std::fs::read_to_string(at(name)).unwrap();
    assert!(content("game.sgf").starts_with("(;"));
    assert!(content("game.json").starts_with('{'));
    assert_eq!(content("game"), "f5d6c3\n");

    // What a format cannot hold is told, and what it cannot hold at all is not written.
    let setup = [&HUMANS[..], &[BLACK_PASSES]].concat();
    let (wthor, obf, odd) = (at("setup.wtb"), at("setup.obf"), at("setup.doc"));
    let text = play(
        &setup,
        format!(
            "g5\nsave {wthor}\nsave {obf}\nsave {odd}\nresign\nsave {}\n",
            at("setup.sgf")
        ),
    );
    assert_order(
        &text,
        &[
            "setup.wtb cannot be written: the game starts from a set-up position; WTHOR holds games from the usual start only.",
            "setup.obf, without the moves before the last position.",
            "setup.doc: the ending says no format of games; expected .txt, .sgf,",
            "setup.sgf.",
        ],
    );
    assert!(!Path::new(&wthor).exists() && !Path::new(&odd).exists());
    assert!(
        content("setup.sgf").contains("+R"),
        "{}",
        content("setup.sgf")
    );
}

#[test]
fn one_of_several_games_is_chosen() {
    let file = fresh_file("several games");
    std::fs::write(&file, "f5d6c3\nc4c3\nf5f6\n").unwrap();
    let numbered = fresh_file("several games 2");
    let file = file.display();
    let script = format!("load {file}\nload {file} 2\nmoves\nload {file} 9\nload {file} 0\n");
    let text = play(&HUMANS, script);
    assert_order(
        &text,
        &[
            "3 games in it; choose one with `load FILE N`, 1 to 3",
            "The running game is unchanged.",
            "Read as a transcript: 2 turns.",
            "\nc4c3\n",
            "game 9 is asked for, but there are only 3",
            "There is no file ",
            "several games 0.",
        ],
    );
    // A file of that very name comes first.
    std::fs::write(&numbered, "f5d6").unwrap();
    let text = play(&HUMANS, format!("load {file} 2\nmoves\n"));
    assert_order(&text, &["Read as transcript: 2 turns.", "\nf5d6\n"]);
}

#[test]
fn pgn_is_told_from_what_is_read() {
    let file = fresh_file("chess.pgn");
    std::fs::write(&file, "[Event \"Open\"]\n\n1. e4 e5 2. Nf3 *\n").unwrap();
    let file = file.display().to_string();
    let text = play(&HUMANS, format!("load {file}\n"));
    let told = "PGN, the notation of chess, is not read; expected the moves alone as a transcript";
    assert_order(&text, &[told, "The running game is unchanged."]);
    for command in ["review", "check", "show", "puzzle"] {
        let mut run = cargo_bin_cmd!("xsquare");
        let run = match command {
            "show" => run.args(["show", "--file", &file]),
            _ => run.args([command, &file]),
        };
        let output = run.timeout(LIMIT).assert().failure().get_output().clone();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(told), "{command}: {text}");
    }
}

#[test]
fn contradictions_are_told() {
    for (options, told) in [
        (
            &["--handicap", "10", "--level", "4"][..],
            "--handicap and --level contradict each other: how far an engine looks",
        ),
        (
            &["--adaptive", "--level", "4"],
            "--adaptive and --level contradict",
        ),
        (
            &["--handicap", "10", "--ponder"],
            "--handicap and --ponder contradict",
        ),
    ] {
        let mut run = cargo_bin_cmd!("xsquare");
        let run = run.arg("play").args(options).timeout(LIMIT);
        let output = run.assert().code(2).get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn a_file_that_is_no_game_leaves_the_game_alone() {
    let write = |name: &str, content: &[u8]| {
        let path = fresh_file(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    };
    let bad = write("bad-move.txt", b"% a comment\nf5 d6\nc3 z9\n");
    let binary = write("binary", &[0xff, 0xfe, 0, 1, 2]);
    let zeros = write("zeros", &[0; 100]);
    let empty = write("empty", b"");
    let directory = env!("CARGO_TARGET_TMPDIR");
    let script = format!(
        "f5d6\nload {bad}\nload {binary}\nload {zeros}\nload {empty}\nload {directory}\nload {directory}/none\n\
         save {directory}/none/game.txt\nmoves\n"
    );
    let text = play(&HUMANS, script);
    assert_order(
        &text,
        &[
            "bad-move.txt: line 3, ply 4, column 4: \"z9\": not a move",
            "c3 z9\n",
            "^^",
            "The running game is unchanged.",
            "binary: no text: byte 0 is not UTF-8",
            "zeros: game 0: bytes behind the last record",
            "the text is empty",
            "is no file.",
            "There is no file ",
            "/none.",
            "game.txt cannot be written: ",
            "1. f5 d6\nf5d6\n",
        ],
    );
}

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

#[test]
fn both_clocks_are_shown() {
    let text = play(&["--clock", "5m+3s", "--level", "1"], "f5\n");
    assert_order(
        &text,
        &[
            "the engine is White (O), level 1.",
            "Each side has 5 min for the game and 3 s more for each move.",
            "\nTime  Black 5:00  White 5:00\n",
            "White plays ",
            "\nTime  Black 5:0",
            "  White 5:0",
        ],
    );
    let text = play(&["--clock", "1m+10s/5"], "f5\n");
    assert_order(
        &text,
        &[
            "thinking by the clock.",
            "1 min for the game, then 10 s for each 5 moves.",
            "White plays ",
            "\nTime  Black 0:59",
        ],
    );
}

#[test]
fn an_engine_without_time_still_plays_or_loses() {
    for clock in ["1ms", "1ms+1ms", "0+1ms/1", "60ms"] {
        let engines = ["--black", "engine", "--white", "engine", "--clock", clock];
        let text = play(&engines, "");
        assert!(text.contains("Game over: "), "{clock}: {text}");
        assert!(text.contains("Each side has "), "{text}");
    }
}

#[test]
fn a_pondering_engine_answers_all_the_same() {
    for strength in [["--level", "3"], ["--clock", "1m"], ["--time", "20ms"]] {
        let arguments = [&["--ponder"][..], &strength].concat();
        let text = play(&arguments, "f5\nshow\nhint\nundo\nd3\nresign\nnew\nquit\n");
        assert_order(
            &text,
            &[
                "White plays ",
                "Best for Black:\n",
                "Taken back: f5 ",
                "White plays ",
                "Black resigns",
                "A new game.",
            ],
        );
    }
}
