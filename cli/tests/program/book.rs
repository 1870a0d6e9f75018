//! Opening books: grown, changed, looked into, played from; damaged ones refused and left alone.

use crate::common::{START, rows, run, run_with_input};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use xsquare_engine::{Color, Game};

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

/// The best move of a book after these moves.
fn best_move(file: &str, moves: &str) -> Value {
    let position = if moves.is_empty() { "start" } else { moves };
    json(&["book", "probe", position, "--book", file])["moves"][0].clone()
}

/// A game that follows a book from move to move until it ends, and then goes on with whatever move is legal first.
fn careless_game(file: &str) -> (String, Game) {
    let (mut moves, mut game) = (String::new(), Game::new());
    let mut in_book = true;
    while !game.is_over() {
        game.pass_if_forced();
        let mut turn = game.position().legal_moves().into_iter().next().unwrap();
        if in_book {
            let best = best_move(file, &moves);
            in_book = best["way"] == "inside";
            turn = best["move"].as_str().unwrap().parse().unwrap();
        }
        game.play(turn.into()).unwrap();
        moves += &turn.to_string();
    }
    (moves, game)
}

#[test]
fn a_line_that_was_lost_is_played_differently_after_learning() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let (moves, game) = careless_game(&file);
    let counts = game.position().counts();
    let loser = if counts.black < counts.white {
        Color::Black
    } else {
        Color::White
    };
    let games = shelf.write("lost.txt", &moves);
    json(&[
        "book", "learn", &file, &games, "--level", "1", "--until", "0",
    ]);
    assert!(is_sound(&file));
    let turns = game.turns().iter().enumerate();
    let placed: Vec<(usize, String)> = turns
        .filter(|(_, turn)| turn.square().is_some())
        .map(|(ply, turn)| (ply, turn.to_string()))
        .collect();
    let deviations = placed.iter().enumerate().filter(|(number, (ply, turn))| {
        let side = game.position_at(*ply).unwrap().side();
        let best = || best_move(&file, &moves[..2 * number]);
        side == loser && best()["move"].as_str() != Some(turn)
    });
    assert!(deviations.count() > 0, "{loser} would lose {moves} again");
}

#[test]
fn games_are_counted_beside_the_book() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let games = shelf.write("games.txt", "f5d6c3d3c4\nf5d6c5\nd3c3\n");
    let probe = ["book", "probe", "f5", "--book", &file, "--games", &games];
    let row = json(&probe);
    let of = |turn: &str| {
        let moves = row["moves"].as_array().unwrap().iter();
        let known = moves.clone().find(|known| known["move"] == turn);
        known.map(|known| known["games"]["games"].as_u64().unwrap())
    };
    // d3c3 is f5 with the diagonal reply, as f5f6 is.
    assert_eq!((of("d6"), of("f6")), (Some(2), Some(1)));
    assert!(run(&probe).stdout.contains("games    B %"));
    let tree = run(&[
        "book", "tree", "f5", "--book", &file, "--plies", "1", "--margin", "20", "--games", &games,
    ]);
    assert!(tree.stdout.contains("games       2"), "{}", tree.stdout);
}

#[test]
fn trees_are_words_rows_and_a_page_of_its_own() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let tree = [
        "book", "tree", "f5", "--book", &file, "--plies", "2", "--margin", "10",
    ];
    let words = run(&tree);
    assert_eq!(words.code, 0);
    assert!(words.stdout.contains("Opening"), "{}", words.stdout);
    let all = rows(&run(&[&tree[..], &["--json"]].concat()));
    assert_eq!(all[0]["path"], Value::Array(Vec::new()));
    assert!(
        all.iter()
            .any(|row| row["path"].as_array().unwrap().len() == 2)
    );
    assert!(all.iter().all(|row| row["schema"] == "xsquare.book.v1"));
    let page = shelf.name("tree.html");
    let written = run(&[&tree[..], &["--html", &page]].concat());
    assert_eq!((written.code, written.stdout.as_str()), (0, ""));
    assert!(
        written.stderr.contains(" positions written to "),
        "{}",
        written.stderr
    );
    let page = fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("://") && !page.contains("<script") && page.contains("<details open>"));
    assert_eq!(
        page.matches("<details").count(),
        page.matches("</details>").count()
    );
}

#[test]
fn analyses_come_from_the_book_unless_a_search_is_asked_for() {
    let kind = |arguments: &[&str]| json(arguments)["kind"].clone();
    assert_eq!(kind(&["analyse", "f5"]), "book");
    assert_eq!(kind(&["analyse", "f5", "--depth", "2"]), "heuristic");
    assert_eq!(
        kind(&["analyse", "f5", "--depth", "2", "--book", "on"]),
        "book"
    );
    assert_eq!(
        kind(&["analyse", "f5", "--book", "off", "--level", "2"]),
        "heuristic"
    );
    let row = json(&["analyse", "f5"]);
    assert_eq!(row["nodes"], 0);
    assert!(row["moves"][0]["depth"].as_u64().unwrap() > 0);
    let words = run(&["analyse", "f5"]).stdout;
    assert!(words.contains("(book)"), "{words}");
}

#[test]
fn players_and_protocols_play_from_the_book() {
    let best = json(&["book", "probe", "f5"])["moves"][0]["move"].clone();
    let best = best.as_str().unwrap();
    let play = run_with_input(&["play", "--level", "1"], "f5\nquit\n").stdout;
    assert!(
        play.contains(&format!("White plays {best}")) && play.contains("book, "),
        "{play}"
    );
    let off = run_with_input(&["play", "--level", "1", "--book", "off"], "f5\nquit\n").stdout;
    assert!(!off.contains("book, "), "{off}");
    let gtp = run_with_input(&["gtp"], "play b f5\ngenmove w\nquit\n").stdout;
    assert!(gtp.contains(&format!("= {}", best.to_uppercase())), "{gtp}");
    let nboard = run_with_input(
        &["nboard"],
        "nboard 2\nset depth 1\nmove F5\nhint 1\ngo\nquit\n",
    )
    .stdout;
    assert!(
        nboard.contains(&format!("book {}", best.to_uppercase())),
        "{nboard}"
    );
    assert!(nboard.contains("status book, depth "), "{nboard}");
    assert!(
        nboard.contains(&format!("=== {}", best.to_uppercase())),
        "{nboard}"
    );
}

#[test]
fn matches_use_books_that_players_name() {
    let games = |a: &str| {
        let arguments = [
            "match",
            "--a",
            a,
            "--b",
            "depth=1",
            "--games",
            "4",
            "--openings",
            "start",
        ];
        let row = json(&[&arguments[..], &["--seed", "7"]].concat());
        assert_eq!(
            (&row["played"], &row["complete"]),
            (&4.into(), &true.into())
        );
        (row["wins"].clone(), row["discs"].clone())
    };
    let varied = "depth=1,book=on,variety=2";
    assert_eq!(
        games(varied),
        games(varied),
        "the same seed plays the same games"
    );
    games("depth=1,book=off");
}

#[cfg(unix)]
mod interrupted {
    use super::{Shelf, is_sound};
    use std::fs;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    fn start(file: &str) -> Child {
        Command::new(env!("CARGO_BIN_EXE_xsquare"))
            .args(["book", "build", file, "--level", "2", "--threads", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn wait(child: &mut Child) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_mins(1) {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        panic!("the program does not end");
    }

    #[test]
    fn ctrl_c_keeps_what_was_built() {
        let shelf = Shelf::new();
        let file = shelf.name("my.book");
        let before = shelf.bytes("my.book").len();
        let mut child = start(&file);
        std::thread::sleep(Duration::from_secs(2));
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &id])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(wait(&mut child), Some(130));
        assert!(shelf.bytes("my.book").len() > before);
        assert!(is_sound(&file));
    }

    #[test]
    fn a_kill_leaves_the_old_book() {
        let shelf = Shelf::new();
        let file = shelf.name("my.book");
        let before = shelf.bytes("my.book");
        let mut child = start(&file);
        std::thread::sleep(Duration::from_millis(500));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(shelf.bytes("my.book"), before);
        assert_eq!(fs::read_dir(shelf.directory.path()).unwrap().count(), 1);
    }

    /// The system kills a process that writes more than it may, so this one dies in the middle of the new book.
    #[test]
    fn a_crash_in_the_middle_of_a_write_leaves_the_old_book() {
        use std::os::unix::process::ExitStatusExt;
        let shelf = Shelf::new();
        let file = shelf.name("my.book");
        let before = shelf.bytes("my.book");
        let merge = |limit: &str| {
            let status = Command::new("sh")
                .args(["-c", &format!("{limit} exec \"$0\" book merge \"$1\" on")])
                .args([env!("CARGO_BIN_EXE_xsquare"), &file])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            status.unwrap()
        };
        // The new book would have half a megabyte.
        let status = merge("ulimit -c 0; ulimit -f 100;");
        assert!(status.signal().is_some(), "{status}");
        assert_eq!(shelf.bytes("my.book"), before);
        assert!(is_sound(&file));
        let left = fs::read_dir(shelf.directory.path()).unwrap();
        let left: Vec<u64> = left
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_name() != "my.book")
            .map(|entry| entry.metadata().unwrap().len())
            .collect();
        assert!(
            matches!(left[..], [1..=200_000]),
            "it had begun to write: {left:?}"
        );
        // The same command does it when it may.
        assert!(merge("").success());
        assert!(shelf.bytes("my.book").len() > 10 * before.len() && is_sound(&file));
    }

    /// A file that cannot be replaced: the old book stays, the failure is told.
    #[test]
    fn a_failed_write_leaves_the_old_book() {
        use std::os::unix::fs::PermissionsExt;
        let shelf = Shelf::new();
        let before = shelf.bytes("my.book");
        let directory = shelf.directory.path();
        fs::set_permissions(directory, fs::Permissions::from_mode(0o555)).unwrap();
        let is_locked = fs::write(directory.join("probe"), "").is_err();
        let run = crate::common::run(&["book", "merge", &shelf.name("my.book"), "on"]);
        fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
        if is_locked {
            assert_eq!(run.code, 2);
            assert_eq!(shelf.bytes("my.book"), before);
        } else {
            eprintln!("skipped: this user may write everywhere");
        }
    }
}
