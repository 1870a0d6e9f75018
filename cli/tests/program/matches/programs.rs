//! Matches of programs: those that play by the rules, and those that do not.

use super::*;
use std::time::Duration;

fn puppet(protocol: &str, mode: &str, moves: &str) -> String {
    let script = package_file("tests/program/puppet.sh");
    format!("{protocol}:sh '{script}' {protocol} {mode} '{moves}'")
}

/// Checks that each side won so many games, and that nobody forfeited one.
fn expect_even(match_: &Run, won: u64) {
    assert_eq!(match_.code, 0, "{}", match_.stderr);
    let row = only_row(match_);
    let forfeits = serde_json::json!({"a": 0, "b": 0});
    assert_eq!(row["forfeits"], forfeits, "{}", match_.stderr);
    assert_eq!((&row["wins"], &row["losses"]), (&won.into(), &won.into()));
}

/// The moves of a transcript without passes, apart.
fn apart(game: &Game) -> String {
    let moves = game.turns().iter().filter_map(|turn| turn.square());
    moves
        .map(|square| square.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The known game with the most passes.
fn famous() -> Game {
    let path = package_file("../engine/tests/data/transcripts.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let line = table
        .lines()
        .find(|line| line.starts_with("pass23\t"))
        .unwrap();
    parse_transcript(line.split('\t').nth(1).unwrap())
        .unwrap()
        .game
}

#[test]
fn programs_of_both_protocols_play_a_game_with_23_passes() {
    let game = famous();
    assert!(game.is_over());
    assert_eq!(
        game.turns()
            .iter()
            .filter(|&&turn| turn == Move::Pass)
            .count(),
        23
    );
    let moves = apart(&game);
    let file = Games::new("passes.jsonl");
    let path = file.0.display().to_string();
    for (a, b) in [
        ("gtp", "gtp"),
        ("nboard", "gtp"),
        ("gtp", "nboard"),
        ("nboard", "nboard"),
    ] {
        let _ = std::fs::remove_file(&file.0);
        let match_ = play(&[
            "--a",
            &puppet(a, "good", &moves),
            "--b",
            &puppet(b, "noisy", &moves),
            "--openings",
            "start",
            "--games",
            "4",
            "--save",
            &path,
            "--json",
        ]);
        expect_even(&match_, 2);
        for row in file.rows() {
            assert_eq!(replay(&row), game);
            let expected = if row["black_is"] == "a" { -64 } else { 64 };
            assert_eq!(row["score"], expected);
        }
    }
}

#[test]
fn programs_go_on_from_an_opening() {
    let game = famous();
    let moves = apart(&game);
    let file = Games::new("opening.txt");
    // Up to the middle, right behind a pass.
    let middle = (20..game.turns().len())
        .find(|&ply| game.turns()[ply - 1] == Move::Pass)
        .unwrap();
    let words: Vec<String> = game.turns()[..middle]
        .iter()
        .map(ToString::to_string)
        .collect();
    std::fs::write(&file.0, words.join(" ")).unwrap();
    let path = file.0.display().to_string();
    for protocol in ["gtp", "nboard"] {
        let good = puppet(protocol, "good", &moves);
        let match_ = play(&[
            "--a",
            &good,
            "--b",
            &good,
            "--openings",
            &path,
            "--games",
            "2",
            "--json",
        ]);
        expect_even(&match_, 1);
    }
}

#[test]
fn programs_that_misbehave_lose_and_are_shown() {
    for (mode, name, words) in [
        ("illegal", "illegal", "cannot play a1"),
        ("nonsense", "illegal", "that is no move"),
        ("crash", "ended", "exit status: 3"),
        ("late", "late", "did not answer"),
        ("silent", "late", "did not answer"),
        ("flood", "late", "did not answer"),
    ] {
        for protocol in ["gtp", "nboard"] {
            check_faults(protocol, mode, (name, words));
        }
    }
    check_faults("gtp", "resign", ("resigned", "B (White) resigned"));
    check_faults("gtp", "refuse", ("refused", "refused `play"));
    check_faults("nboard", "refuse", ("ended", "exit status: 4"));
}

/// Two games against a program that does so: both are lost, and the report has name and words.
fn check_faults(protocol: &str, mode: &str, (name, words): (&str, &str)) {
    let file = Games::new(&format!("{protocol}-{mode}.jsonl"));
    let path = file.0.display().to_string();
    let start = Instant::now();
    let match_ = play(&[
        "--a",
        "depth=1",
        "--b",
        &puppet(protocol, mode, "f5"),
        "--openings",
        "start",
        "--games",
        "2",
        "--time",
        "200ms",
        "--grace",
        "100ms",
        "--save",
        &path,
        "--json",
    ]);
    let shown = format!("{protocol} {mode}: {}", match_.stderr);
    assert_eq!(match_.code, 0, "{shown}");
    let row = only_row(&match_);
    assert_eq!(
        row["forfeits"],
        serde_json::json!({"a": 0, "b": 2}),
        "{shown}"
    );
    assert_eq!(
        (&row["wins"], &row["discs"]),
        (&Value::from(2), &Value::from(64.0))
    );
    assert!(match_.stderr.contains(words), "{shown}");
    assert!(match_.stderr.contains("and loses\n  moves  "), "{shown}");
    assert!(
        match_.stderr.contains("\n  > "),
        "the conversation is shown: {shown}"
    );
    assert!(
        mode != "crash" || match_.stderr.contains("! out of luck"),
        "{shown}"
    );
    for row in file.rows() {
        assert_eq!(
            (row["ending"].as_str(), row["at_fault"].as_str()),
            (Some(name), Some("b"))
        );
        assert!(!row["log"].as_array().unwrap().is_empty());
        replay(&row);
    }
    assert_eq!(file.rows().len(), 2);
    assert!(start.elapsed() < Duration::from_secs(40), "{shown}");
}

#[test]
fn a_program_that_ends_at_once_starts_no_match() {
    for protocol in ["gtp", "nboard"] {
        let refused = play(&["--a", "level=1", "--b", &puppet(protocol, "deaf", "f5")]);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
        assert!(
            refused
                .stderr
                .contains("player B: the program `sh` ended unasked (exit status: 5)"),
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn ctrl_c_prints_the_standing() {
    let file = Games::new("interrupted.jsonl");
    let path = file.0.display().to_string();
    let silent = puppet("gtp", "silent", "f5");
    let command = xsquare(&[
        "match",
        "--a",
        "depth=1",
        "--b",
        &silent,
        "--openings",
        "start",
        "--json",
        "--save",
        &path,
    ]);
    let mut child = std::process::Command::new(command.get_program())
        .args(command.get_args())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough for the program to be asked for its first move, which it never gives.
    std::thread::sleep(Duration::from_secs(2));
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_mins(1) {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&row["complete"], &row["played"]),
        (&Value::from(false), &Value::from(0))
    );
    assert_eq!((&row["score"], &row["elo"]), (&Value::Null, &Value::Null));
}
