//! Books written as text, and text taken into books.

use super::{Shelf, is_sound, json};
use crate::common::{START, rows, run, run_with_input};
use std::fs;

#[test]
fn books_go_through_text_and_come_back_the_same() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    for form in ["text", "json"] {
        let text = shelf.name("book.txt");
        let export = run(&[
            "book", "export", "--book", &file, "--to", &text, "--form", form,
        ]);
        let note = format!("note: 60 positions written to {text}");
        assert!(export.stderr.contains(&note), "{}", export.stderr);
        assert_eq!(export.stdout, "");
        let copy = shelf.name(&format!("{form}.book"));
        let row = json(&["book", "import", &copy, &text]);
        assert_eq!(row["added"], 60);
        let again = run(&["book", "export", "--book", &copy, "--form", form]);
        assert_eq!(again.stdout, fs::read_to_string(&text).unwrap());
        assert!(is_sound(&copy));
    }
    let through_a_pipe = run(&["book", "export", "--book", &file]).stdout;
    let piped = shelf.name("piped.book");
    let imported = run_with_input(&["book", "import", &piped, "-"], through_a_pipe);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
}

#[test]
fn a_book_is_not_overwritten_by_what_is_written_of_it() {
    let shelf = Shelf::new();
    let (file, before) = (shelf.name("my.book"), shelf.bytes("my.book"));
    for command in [
        ["book", "export", "--book", &file, "--to", &file],
        ["book", "export", "--book", "on", "--to", &file],
        ["book", "tree", "--book", &file, "--html", &file],
    ] {
        let refused = run(&command);
        assert_eq!(refused.code, 2, "{command:?}");
        assert!(refused.stderr.contains("there is a book in this place"));
        assert_eq!(shelf.bytes("my.book"), before);
    }
}

#[test]
fn plain_lines_are_imported_and_say_that_they_were() {
    let shelf = Shelf::new();
    let text = shelf.write("plain.txt", format!("% a comment\n{START} X -1.5 21\n"));
    let file = shelf.name("plain.book");
    json(&["book", "import", &file, &text]);
    let row = rows(&run(&["book", "export", "--book", &file, "--json"])).remove(0);
    assert_eq!(
        (&row["units"], &row["deviation"]["depth"]),
        (&(-192).into(), &21.into())
    );
    assert_eq!(row["deviation"]["origin"], "imported");
    assert!(row["deviation"]["move"].is_null());
    assert!(is_sound(&file));
}

#[test]
fn an_import_with_one_bad_line_changes_nothing() {
    let shelf = Shelf::new();
    let before = shelf.bytes("my.book");
    let good = format!("{START} X; value +0; out none");
    for (line, reason) in [
        (format!("{START} X 65"), "-64 to 64"),
        (format!("{START} X"), "a value in discs"),
        (format!("{START} 1 2"), "column 66: \"1\""),
        ("hello".to_owned(), "a board of 64 cells"),
        (
            format!("{START} X; value +1; out a1 +1 depth 5@73% searched"),
            "cannot play there",
        ),
        (
            format!("{START} X; value +1; out d3 +1 depth 5@74% searched"),
            "73, 87",
        ),
        (
            format!("{START} X; value +1; out d3 +1 depth 61@73% searched"),
            "0 to 60",
        ),
        (
            format!("{START} X; value +1; out d3 +1 depth 5@73% guessed"),
            "searched or imported",
        ),
        (format!("{START} X; value x; out none"), "-64 to 64"),
        ("{\"schema\":\"xsquare.db.v1\"}".to_owned(), "book export"),
        (format!("{} X 0", "X".repeat(64)), "no legal move"),
    ] {
        let text = shelf.write("bad.txt", format!("{good}\n{line}\n"));
        let refused = run(&["book", "import", &shelf.name("my.book"), &text]);
        assert_eq!(refused.code, 2, "{line}");
        let is_placed = refused.stderr.contains("line 2, column ");
        let place = is_placed && refused.stderr.contains(reason);
        assert!(place, "{line}: {}", refused.stderr);
        assert_eq!(shelf.bytes("my.book"), before);
    }
}
