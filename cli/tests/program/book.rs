//! Opening books: grown, changed and looked into.

#[cfg(unix)]
mod interrupted;
mod refused;
mod text;
mod used;

use crate::common::{rows, run, run_with_input};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A directory with a book of level 1 with 60 positions.
struct Shelf {
    directory: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Self {
        let shelf = Self {
            directory: tempfile::tempdir().unwrap(),
        };
        shelf.build("my.book", &["--positions", "60"]);
        shelf
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn build(&self, name: &str, options: &[&str]) -> Value {
        let file = self.name(name);
        let command = ["book", "build", &file, "--level", "1", "--json"];
        let run = run(&[&command, options].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        rows(&run).remove(0)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).unwrap();
        self.name(name)
    }
}

fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    rows(&run(&arguments)).remove(0)
}

fn is_sound(file: &str) -> bool {
    json(&["book", "check", file])["ok"].as_bool().unwrap()
}

#[test]
fn a_book_is_built_and_the_same_comes_out_of_any_number_of_threads() {
    let shelf = Shelf::new();
    let row = shelf.build("other.book", &["--positions", "60", "--threads", "1"]);
    assert_eq!(row["schema"], "xsquare.book.report.v1");
    assert_eq!(
        (row["positions"].as_u64(), row["added"].as_u64()),
        (Some(60), Some(60))
    );
    assert_eq!(row["level"], 1);
    assert_eq!(shelf.bytes("my.book"), shelf.bytes("other.book"));
    let check = json(&["book", "check", &shelf.name("my.book")]);
    assert_eq!(
        (&check["ok"], &check["open"], &check["apart"]),
        (&true.into(), &0.into(), &0.into())
    );
    let stats = json(&["book", "stats", "--book", &shelf.name("my.book")]);
    assert_eq!(stats["positions"], 60);
    let plies = stats["plies"].as_array().unwrap().iter();
    assert_eq!(
        plies
            .map(|row| row["positions"].as_u64().unwrap())
            .sum::<u64>(),
        60
    );
    // Nothing is missing any more: nothing is done.
    let again = shelf.build("my.book", &["--positions", "60"]);
    assert_eq!(
        (&again["added"], &again["searched"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn every_value_of_a_probe_says_how_it_was_come_by() {
    let shelf = Shelf::new();
    let row = json(&["book", "probe", "f5", "--book", &shelf.name("my.book")]);
    assert_eq!(
        (&row["schema"], &row["kind"], &row["found"]),
        (&"xsquare.book.v1".into(), &"book".into(), &true.into())
    );
    let moves = row["moves"].as_array().unwrap();
    assert!(moves.len() > 1);
    assert_eq!(row["units"], moves[0]["units"]);
    for known in moves {
        let source = &known["source"];
        assert!(source["depth"].as_u64().unwrap() > 0 && source["origin"] == "searched");
        let line = known["line"].as_array().unwrap();
        assert_eq!(line.len() as u64, source["plies"].as_u64().unwrap() + 1);
        assert_eq!(known["way"] == "out", source["plies"] == 0);
    }
    let words = run(&["book", "probe", "f5", "--book", &shelf.name("my.book")]).stdout;
    assert!(
        words.contains("come by") && words.contains("then depth"),
        "{words}"
    );
    let absent = run(&[
        "book",
        "probe",
        "f5d6c3d3c4f4f6f3e6e7",
        "--book",
        &shelf.name("my.book"),
    ]);
    assert_eq!(absent.code, 1);
    assert!(absent.stdout.contains("Not in the book."));
}

#[test]
fn extending_adds_a_line_and_what_comes_after_it() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let line = "f5f6e6f4e3";
    let row = json(&["book", "extend", &file, line, "--level", "1", "--add", "20"]);
    assert_eq!(row["positions"], 80);
    for plies in 1..=5 {
        let row = json(&["book", "probe", &line[..2 * plies], "--book", &file]);
        assert_eq!(row["found"], true, "{plies}");
    }
    assert!(is_sound(&file));
    let fresh = shelf.name("fresh.book");
    for wrong in ["f5a1", "f5f6c4g5h6zz"] {
        let refused = run(&["book", "extend", &fresh, wrong]);
        assert_eq!(refused.code, 2);
        assert!(!Path::new(&fresh).exists());
    }
    let over = run(&["book", "extend", &fresh, "f5d6c5f6e7f4g5e6e3"]);
    assert!(
        over.code == 2 && over.stderr.contains("the game is over there"),
        "{}",
        over.stderr
    );
}

#[test]
fn learning_adds_the_positions_of_games_and_tells_of_bad_ones() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let game = "f5f6e6f4e3c5c4e7c6e2f3d3c3d2";
    let games = shelf.write("games.txt", format!("{game}\nf5a1\n"));
    let learned = run(&["book", "learn", &file, &games, "--level", "1", "--json"]);
    assert_eq!(learned.code, 1, "{}", learned.stderr);
    assert!(
        learned.stderr.contains("game 2") && learned.stderr.contains("a1"),
        "{}",
        learned.stderr
    );
    assert_eq!(rows(&learned)[0]["faults"], 1);
    for plies in 1..=game.len() / 2 {
        let row = json(&["book", "probe", &game[..2 * plies], "--book", &file]);
        assert_eq!(row["found"], true, "{plies}");
    }
    assert!(is_sound(&file));
    let size = shelf.bytes("my.book").len();
    json(&["book", "learn", &file, &games, "--level", "1"]);
    assert_eq!(shelf.bytes("my.book").len(), size);
    let until = json(&[
        "book",
        "learn",
        &shelf.name("short.book"),
        &games,
        "--level",
        "1",
        "--until",
        "58",
    ]);
    assert_eq!(until["positions"], 3);
}

#[test]
fn merging_and_pruning_keep_values_that_agree() {
    let shelf = Shelf::new();
    let (file, other) = (shelf.name("my.book"), shelf.name("other.book"));
    json(&[
        "book", "extend", &other, "f5f4c3", "--level", "2", "--add", "30",
    ]);
    let merged = json(&["book", "merge", &file, &other]);
    assert!(merged["positions"].as_u64().unwrap() > 60);
    assert_eq!(merged["level"], Value::Null);
    assert!(is_sound(&file));
    let value = |moves| json(&["book", "probe", moves, "--book", &file])["units"].clone();
    let before = value("f5");
    let pruned = json(&["book", "prune", &file, "--positions", "40"]);
    assert_eq!(pruned["positions"], 40);
    assert_eq!(value("f5"), before);
    assert!(is_sound(&file));
    let lost = run(&["book", "prune", &other, "--margin", "0", "--loss", "0"]);
    // It holds a line from the start, so something is left.
    assert_eq!(lost.code, 0, "{}", lost.stderr);
    let off = run(&["book", "merge", &file, "off"]);
    assert_eq!(off.code, 2);
}

#[test]
fn a_book_says_by_what_it_was_searched() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let stats = || json(&["book", "stats", "--book", &file])["evaluation"].clone();
    let first = stats();
    assert_eq!(first.as_str().unwrap().len(), 16);
    shelf.build("my.book", &["--positions", "70"]);
    assert_eq!(stats(), first);
    let row = shelf.build("my.book", &["--positions", "80", "--eval", "classic"]);
    assert_eq!(
        (&row["evaluation"], stats()),
        (&"several".into(), "several".into())
    );
    // It stays so.
    shelf.build("my.book", &["--positions", "90"]);
    assert_eq!(stats(), "several");
    let words = run(&["book", "stats", "--book", &file]).stdout;
    assert!(words.contains("several, level 1"), "{words}");
    // Text does not say it.
    let text = run(&["book", "export", "--book", &file]).stdout;
    let copy = shelf.name("copy.book");
    run_with_input(&["book", "import", &copy, "-"], text);
    let words = run(&["book", "stats", "--book", &copy]).stdout;
    assert!(words.contains("not known"), "{words}");
}
