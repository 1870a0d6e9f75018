//! Positions as arguments, and what belongs together in them.

use crate::common::{FFO_20, START, rows, run, run_with_input};

fn boards(arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["show", "--json"];
    all.extend(arguments);
    let run = run(&all);
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    rows(&run)
        .iter()
        .map(|row| {
            format!(
                "{} {}",
                row["board"].as_str().unwrap(),
                row["side"].as_str().unwrap()
            )
        })
        .collect()
}

#[test]
fn games_of_every_format_are_taken_by_their_last_positions() {
    let folder = tempfile::tempdir().unwrap();
    let transcripts = "f5d6c3d3c4f4f6f3e6e7\nf5d6c5f6e7f4g5e6e3\nf5f6\n";
    let expected: Vec<String> = transcripts
        .lines()
        .flat_map(|game| boards(&[game]))
        .collect();
    for (format, ending) in [
        ("compact", "txt"),
        ("ggf", "ggf"),
        ("sgf", "sgf"),
        ("json", "jsonl"),
        ("wthor", "wtb"),
    ] {
        let path = folder.path().join(format!("games.{ending}"));
        let path = path.display().to_string();
        let made = run_with_input(&["convert", "-", "--to", format, "-o", &path], transcripts);
        assert_eq!(made.code, 0, "{format}: {}", made.stderr);
        assert_eq!(boards(&["--file", &path]), expected, "{format}");
        if ending != "wtb" {
            let content = std::fs::read_to_string(&path).unwrap();
            let piped = run_with_input(&["show", "--json", "-"], content);
            assert_eq!(rows(&piped).len(), expected.len(), "{format}");
        }
    }
}

#[test]
fn a_broken_game_does_not_spoil_the_others() {
    let games = crate::common::package_file("data/examples.sgf");
    let solved = run(&["solve", "--file", &games, "--json"]);
    assert_eq!(solved.code, 1, "{}", solved.stderr);
    assert!(
        solved
            .stderr
            .contains("game 2, line 4, column 34, ply 6: \"a1\": White cannot play a1"),
        "{}",
        solved.stderr
    );
    let rows = rows(&solved);
    assert_eq!(rows[0]["label"], "Ada - Bo");
    assert_eq!(
        (&rows[0]["kind"], &rows[0]["score"]),
        (&"exact".into(), &(-64).into())
    );
    assert_eq!(
        (&rows[1]["index"], &rows[1]["column"]),
        (&2.into(), &34.into())
    );
    assert_eq!(
        (&rows[2]["solved"], &rows[2]["failed"]),
        (&1.into(), &1.into())
    );
    let refused = run(&["eval", "--side", "X", "--file", &games]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("it holds games"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_position_can_be_given_in_every_notation() {
    let start = format!("{START} X");
    let after = boards(&["f5d6c3"]);
    assert_eq!(boards(&["start"]), [start.as_str()]);
    assert_eq!(boards(&[START, "X"]), [start.as_str()]);
    assert_eq!(boards(&[&start]), [start.as_str()]);
    assert_eq!(boards(&["--side", "X", START]), [start.as_str()]);
    assert_eq!(boards(&[START, "--side", "black"]), [start.as_str()]);
    assert_eq!(boards(&["--", START, "X"]), [start.as_str()]);
    assert_eq!(
        boards(&[&format!("{START} X; F5:+0; % start")]),
        [start.as_str()]
    );
    assert_eq!(boards(&["f5", "d6", "c3"]), after);
    assert_eq!(boards(&["F5 d6 C3"]), after);
    assert_eq!(boards(&["1.", "f5", "d6", "2.", "c3"]), after);
}

#[test]
fn several_positions_can_be_given_at_once() {
    let start = format!("{START} X");
    let white = format!("{START} O");
    assert_eq!(
        boards(&["start", START, "O", FFO_20, "start"]),
        [start.as_str(), white.as_str(), FFO_20, start.as_str()]
    );
}

#[test]
fn options_may_stand_anywhere() {
    let run = run(&["solve", START, "O", "--limit", "50ms", "--json", FFO_20]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(rows(&run).len(), 3);
}

#[test]
fn misspelt_options_are_not_taken_for_positions() {
    for option in ["--jsno", "-q", "--wdl"] {
        let run = run(&["solve", "start", option]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("unexpected argument"), "{}", run.stderr);
    }
}

#[test]
fn a_board_without_a_side_is_refused_unless_the_side_is_given() {
    let refused = run(&["show", START]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("the side to move is missing"),
        "{}",
        refused.stderr
    );
    assert_eq!(run(&["show", START, "--side", "O"]).code, 0);
    assert_eq!(run(&["show", START, "--side", "green"]).code, 2);
    let conflict = run(&["show", START, "X", "--side", "O"]);
    assert_eq!(conflict.code, 2);
    assert!(
        conflict.stderr.contains("Black is to move"),
        "{}",
        conflict.stderr
    );
}

#[test]
fn errors_point_at_the_text() {
    let run = run(&["show", "f5d6a1"]);
    assert_eq!(
        run.stderr,
        "error: argument 1, ply 3, column 5: \"a1\": Black cannot play a1: it flips no disc; \
         legal: c3 c4 c5 c6 c7\n  f5d6a1\n      ^^\n"
    );
    // The first character of a board that looks like an option is in column 1.
    let board = format!("-Q{} X", &START[2..]);
    let run = crate::common::run(&["show", &board]);
    assert!(run.stderr.contains("column 2: \"Q\""), "{}", run.stderr);
    assert!(
        run.stderr.contains(&format!("\n  {board}\n   ^\n")),
        "{}",
        run.stderr
    );
}

#[test]
fn one_bad_argument_refuses_all() {
    let run = run(&["solve", FFO_20, "zz"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stdout, "");
}

#[test]
fn what_was_recognised_is_told_when_asked_for() {
    let run = run(&["show", "-v", "start", START, "X", "f5", FFO_20]);
    for kind in [
        "argument 1: starting position",
        "argument 2: board",
        "argument 3: transcript",
        "argument 4: board",
    ] {
        assert!(run.stderr.contains(kind), "{kind}: {}", run.stderr);
    }
    let quiet = crate::common::run(&["show", "start"]);
    assert_eq!(quiet.stderr, "");
}

#[test]
fn odd_boards_are_shown_with_a_warning() {
    let run = run(&["show", &format!("X{}", &"-".repeat(63)), "O"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stderr
            .contains("warning: argument 1: a centre square is empty"),
        "{}",
        run.stderr
    );
}

#[test]
fn positions_are_read_from_files_and_standard_input_in_order() {
    let input = format!("% comment\n\n{FFO_20}\n# comment\nstart\n");
    let run = run_with_input(&["show", "--json", "f5", "-", "f5d6"], input);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = rows(&run);
    let indices: Vec<_> = rows
        .iter()
        .map(|row| row["index"].as_u64().unwrap())
        .collect();
    assert_eq!(indices, [1, 2, 3, 4]);
    let lines: Vec<_> = rows.iter().map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines, [None, Some(3), Some(5), None]);
}

#[test]
fn perft_takes_one_position() {
    assert_eq!(run(&["perft", "2", "start", "f5"]).code, 2);
    assert_eq!(run(&["perft", "2", "zz"]).code, 2);
    let run = run_with_input(&["perft", "2", "-", "--json"], "f5d6");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(rows(&run)[0]["depth"], 2);
}
