//! What plays and analyses by a book, and what is learned from games.

use super::{Shelf, is_sound, json};
use crate::common::{rows, run, run_with_input};
use serde_json::Value;
use std::fs;
use xsquare_engine::{Color, Game};

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
