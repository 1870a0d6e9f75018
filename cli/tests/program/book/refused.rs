//! Damaged books, books that are not there, and words in place of books.

use super::{Shelf, json};
use crate::common::run;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Every command that opens a book.
fn commands(file: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["book", "build", file, "--level", "1", "--positions", "70"],
        vec!["book", "extend", file, "f5", "--level", "1"],
        vec!["book", "merge", file, "on"],
        vec!["book", "prune", file],
        vec!["book", "check", file],
        vec!["book", "stats", "--book", file],
        vec!["book", "probe", "start", "--book", file],
        vec!["book", "export", "--book", file],
        vec!["book", "tree", "--book", file],
        vec!["analyse", "f5", "--book", file],
        vec!["play", "--book", file],
        vec!["gtp", "--book", file],
    ]
}

#[test]
fn damaged_books_are_refused_by_every_command_and_left_as_they_are() {
    let shelf = Shelf::new();
    let whole = shelf.bytes("my.book");
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        bytes
    };
    let mut newer = whole.clone();
    newer[8] = 2;
    let cases = [
        (whole[..whole.len() - 1].to_vec(), "ends after"),
        (whole[..20].to_vec(), "ends after"),
        (Vec::new(), "not a book of this program"),
        (b"f5d6c3\n".to_vec(), "not a book of this program"),
        (newer, "version 2"),
        (changed(100), "damaged"),
        (changed(whole.len() - 2), "records 1 to 60"),
    ];
    let file = shelf.name("bad.book");
    for (place, (bytes, reason)) in cases.iter().enumerate() {
        shelf.write("bad.book", bytes);
        let all = commands(&file);
        // Every command is asked about the first one; the others differ only in the reader, which they share.
        for command in all
            .iter()
            .skip(if place == 0 { 0 } else { 4 })
            .take(if place == 0 { 20 } else { 2 })
        {
            let refused = run(command);
            assert_eq!(refused.code, 2, "{command:?}: {}", refused.stdout);
            assert!(
                refused.stderr.contains(reason),
                "{command:?}: {}",
                refused.stderr
            );
            assert!(refused.stderr.contains("bad.book"), "{command:?}");
        }
        let refused = run(&all[0]);
        assert_eq!(refused.code, 2);
        assert_eq!(&shelf.bytes("bad.book"), bytes);
    }
    let files = fs::read_dir(shelf.directory.path()).unwrap().count();
    assert_eq!(files, 2, "nothing is left beside the books");
}

#[test]
fn a_book_that_is_not_there_is_refused() {
    for command in [
        vec!["book", "probe", "start", "--book", "no such.book"],
        vec!["book", "check", "no such.book"],
        vec!["book", "build", "no such directory/my.book"],
        vec!["book", "probe", "start", "--book", "off"],
        vec!["analyse", "start", "--book", "."],
        vec![
            "match",
            "--a",
            "level=1,book=no such.book",
            "--b",
            "level=1",
        ],
        vec!["play", "--book-variety", "x"],
        // A variety of a book that is not used.
        vec!["play", "--book", "off", "--book-variety", "1"],
        vec!["gtp", "--book", "off", "--book-variety", "0.5"],
        vec![
            "match",
            "--a",
            "level=1",
            "--b",
            "level=1",
            "--book-variety",
            "1",
        ],
        vec!["match", "--a", "level=1,variety=1", "--b", "level=1"],
        // Words that mean something else are no files that are changed.
        vec!["book", "build", "on"],
        vec!["book", "learn", "on", "games.txt"],
        vec!["book", "import", "off", "book.txt"],
        vec!["book", "check", "off"],
        vec!["play", "--book-variety", "-1"],
        vec!["book", "build"],
        vec!["book", "tree", "--plies", "0"],
    ] {
        assert_eq!(run(&command).code, 2, "{command:?}");
    }
}

#[test]
fn words_stand_for_books_and_files_of_such_names_have_a_path() {
    let row = json(&["book", "check", "on"]);
    assert_eq!((&row["file"], &row["ok"]), (&Value::Null, &true.into()));
    let refused = run(&["book", "build", "on"]);
    assert!(refused.stderr.contains("./on"), "{}", refused.stderr);
    assert!(!Path::new("on").exists());
    let shelf = Shelf::new();
    shelf.write("on", shelf.bytes("my.book"));
    let check = crate::common::xsquare(&["book", "check", "./on", "--json"])
        .current_dir(shelf.directory.path())
        .output()
        .unwrap();
    let row: Value = serde_json::from_slice(&check.stdout).unwrap();
    assert_eq!(
        (&row["file"], &row["positions"]),
        (&"./on".into(), &60.into())
    );
}
