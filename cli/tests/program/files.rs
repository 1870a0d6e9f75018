//! Files that are not there, or not what is expected.

use crate::common::{package_file, rows, run, run_with_input, xsquare};
use std::fs;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn write(folder: &TempDir, name: &str, content: &[u8]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

/// Every one of these runs is refused with this, and in one line that has nothing to do with positions.
fn refused(arguments: &[&str], expected: &str) {
    let run = run(arguments);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
    assert!(
        run.stderr.contains(expected) && run.stderr.lines().count() == 1,
        "{arguments:?}: {}",
        run.stderr
    );
}

#[test]
fn a_missing_file_is_called_a_missing_file() {
    let games = package_file("data/examples.sgf");
    for command in [
        "show", "analyse", "eval", "solve", "review", "diagram", "play",
    ] {
        for name in ["no.sgf", "no/such.ggf", "./no", "/no/such/file"] {
            let name = if name == "no/such.ggf" {
                "tests/no"
            } else {
                name
            };
            refused(&[command, name], &format!("there is no file {name}"));
        }
        refused(&[command, "tests"], "is a directory");
    }
    refused(&["perft", "3", "no.txt"], "there is no file no.txt");
    refused(
        &["db", "-", "--position", "no.obf"],
        "there is no file no.obf",
    );
    for arguments in [
        &["check", "no"][..],
        &["db", "no"],
        &["convert", "no", "--to", "ggf"],
        &["review", "--file", "no"],
        &["diagram", "--file", "no"],
        &["show", "--file", "no"],
        &["book", "check", "no"],
        &["book", "import", "tests/new", "no"],
        &["eval", "start", "--eval", "no"],
        &["db", &games, "--players", "no"],
        &["convert", &games, "--to", "ggf", "--tournaments", "no"],
        &[
            "match",
            "--a",
            "level=0",
            "--b",
            "level=0",
            "--openings",
            "no",
        ],
        &["solve", "start", "--from", "no"],
    ] {
        refused(arguments, "there is no such file");
    }
    refused(&["check", "tests"], "it is a directory");
    // What is no name of a file is told of as before.
    let run = run(&["show", "8/8/8/3pP3/3Pp3/8/8 b"]);
    assert!(run.stderr.contains("7 rows"), "{}", run.stderr);
}

#[test]
fn files_of_other_kinds_are_named_once() {
    let folder = folder();
    let kinds: [(&[u8], &str); 8] = [
        (b"XSQBOOK\n\x01\0\0\0\n\n\n", "`xsquare book stats`"),
        (b"XSQPATS\n\x01\0\0\0\n\n\n", "--eval takes it"),
        (b"\x1f\x8b\x08\0\0\n\n", "gunzip"),
        (b"PK\x03\x04\x14\0\n\n", "ZIP archive"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture (PNG)"),
        (b"%PDF-1.7\n%\x80\x80\n1 0 obj\n", "a PDF"),
        (b"\xff\xfef\x005\0", "UTF-16"),
        (
            b"\x14\x1a\x02\x10\0\0\0\0\x01\0\0\0\0\0\0\0??? of twenty bytes.",
            "a list of 1 name that",
        ),
    ];
    for (content, expected) in kinds {
        let file = write(&folder, "some.txt", content);
        for arguments in [
            &["check", &file][..],
            &["db", &file],
            &["convert", &file, "--to", "ggf"],
            &["review", &file],
            &["diagram", &file],
            &["show", &file],
            &["analyse", "--file", &file],
            &["solve", "--file", &file],
        ] {
            refused(arguments, expected);
        }
    }
    // Among others it is one of the faults.
    let png = write(&folder, "a.png", b"\x89PNG\r\n\x1a\n");
    let text = write(&folder, "a.txt", b"f5d6c3\n");
    let check = run(&["check", &png, &text]);
    assert_eq!(check.code, 1);
    assert!(check.stderr.contains("a picture (PNG)"), "{}", check.stderr);
}

#[cfg(unix)]
#[test]
fn pipes_are_read_where_that_can_be_and_never_waited_for_elsewhere() {
    let folder = folder();
    let pipe = folder.path().join("pipe").display().to_string();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    refused(&["book", "check", &pipe], "it is not a regular file");
    refused(&["book", "check", "/dev/null"], "it is not a regular file");
    for arguments in [
        &["convert", "/dev/stdin", "--to", "spaced"][..],
        &["diagram", "/dev/stdin"],
        &["show", "/dev/stdin"],
        &["show", "--file", "/dev/stdin"],
        &["review", "/dev/stdin", "--level", "0"],
    ] {
        let run = run_with_input(arguments, "f5d6c3\n");
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    }
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::write(pipe, "f5d6c3\n").unwrap())
    };
    let converted = run(&["convert", &pipe, "--to", "spaced"]);
    writer.join().unwrap();
    assert_eq!(converted.stdout, "f5 d6 c3\n");
}

#[test]
fn a_game_without_a_terminal_is_shown_at_its_end() {
    let folder = folder();
    let one = write(&folder, "one.txt", b"f5d6c3\n");
    let shown = run(&["show", &one]);
    assert_eq!(shown.stdout, run(&["show", "f5d6c3"]).stdout);
    assert_eq!(shown.stdout, run(&["show", "f5d6c3", "--step"]).stdout);
    assert_eq!(
        run(&["show", &one, "--step", "--at", "2"]).stdout,
        run(&["show", "f5d6c3", "--at", "2"]).stdout
    );
    assert_eq!(rows(&run(&["show", &one, "--json"])).len(), 1);
    let several = write(&folder, "several.txt", b"f5d6c3\nf5d6\n");
    refused(&["show", &several], "several games");
    let second = run(&["show", &several, "--game", "2"]);
    assert!(second.stdout.contains("Last move d6"), "{}", second.stdout);
}

#[test]
fn the_way_of_counting_is_chosen_and_named() {
    const WIPE_OUT: &str = "f5d6c5f6e7f4g5e6e3";
    for (name, result) in [
        ("winner", "Black wins 64-0 (empties to the winner)"),
        ("discs", "Black wins 13-0 (discs on the board)"),
        (
            "wipeout",
            "Black wins 64-0 (discs on the board, wipe-out 64-0)",
        ),
    ] {
        let show = run(&["show", WIPE_OUT, "--convention", name]);
        assert!(show.stdout.contains(result), "{}", show.stdout);
    }
    for (name, mean) in [
        ("winner", "+64.00 discs a game, empties to the winner"),
        ("discs", "+13.00 discs a game, discs on the board"),
    ] {
        let db = run_with_input(&["db", "-", "--convention", name], WIPE_OUT);
        assert!(db.stdout.contains(mean), "{}", db.stdout);
        assert!(db.stdout.contains("1 of 1 game: "), "{}", db.stdout);
        let openings = [
            "db",
            "-",
            "--show",
            "openings",
            "--json",
            "--convention",
            name,
        ];
        let row = rows(&run_with_input(&openings, WIPE_OUT)).remove(0);
        let discs = if name == "discs" { 13.0 } else { 64.0 };
        assert_eq!(row["discs"], discs);
    }
}

#[test]
fn the_name_of_the_program_does_not_depend_on_its_file() {
    let folder = folder();
    let renamed = folder.path().join("renamed");
    fs::hard_link(env!("CARGO_BIN_EXE_xsquare"), &renamed)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_xsquare"), &renamed).map(drop))
        .unwrap();
    let output = std::process::Command::new(&renamed)
        .args(["show", "--nonsense"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("Usage: xsquare show"), "{text}");
    // Options that are out of range are told so, whatever their sign.
    let output = xsquare(&["show", "start", "--at", "-1"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("expected a whole number from 0 to 60"),
        "{text}"
    );
}
