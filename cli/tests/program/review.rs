//! `review` and `puzzle`: what they say of games whose facts are known.

use crate::common::{FFO_20, rows, run, run_with_input};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{parse_board, parse_transcript};
use xsquare_engine::{Move, Position};

/// A game of a tournament, 58 discs and passes; White wins 64-0.
const LOPSIDED: &str = "f5d6c5f4d3e3f6e6f2c6c7b6a5g5h4h5h6f7d7b5a4e7e8f8d8c8g6a6b4a3b7c4b3a8b8a7g8h8b2a2a1b1c1c2c3d2e2g7h7h3g3g4g1";
/// A draw with the best moves of both sides, as proved by "Othello is Solved" (H. Takizawa, 2023).
const DRAW: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
/// Options that make a review quick.
const QUICK: [&str; 4] = ["--level", "4", "--threads", "1"];

fn review(arguments: &[&str]) -> Value {
    let arguments = [&["review", "--json"], arguments, &QUICK].concat();
    let run = run(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    rows(&run).remove(0)
}

fn fresh_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// The cells and the side of a row as a position.
fn position(row: &Value) -> Position {
    let text = format!(
        "{} {}",
        row["board"].as_str().unwrap(),
        row["side"].as_str().unwrap()
    );
    parse_board(&text, None).unwrap().position
}

fn turn(text: &Value) -> Move {
    text.as_str().unwrap().parse().unwrap()
}

#[test]
fn every_turn_is_there_and_no_move_is_better_than_the_best() {
    let row = review(&[LOPSIDED]);
    let game = parse_transcript(LOPSIDED).unwrap().game;
    let moves = row["moves"].as_array().unwrap();
    assert_eq!(moves.len(), game.turns().len());
    for (index, entry) in moves.iter().enumerate() {
        assert_eq!(entry["ply"], index + 1);
        assert_eq!(position(entry), *game.position_at(index).unwrap());
        assert_eq!(turn(&entry["move"]), game.turns()[index]);
        let loss = entry["loss"].as_f64().unwrap();
        let (score, best) = (&entry["score"], &entry["best_score"]);
        let difference = best.as_f64().unwrap() - score.as_f64().unwrap();
        assert!(loss >= 0.0 && (loss - difference).abs() < 0.02, "{entry}");
        assert_eq!(loss == 0.0, entry["best"] == entry["move"], "{entry}");
        let mut line = position(entry);
        for step in entry["line"].as_array().unwrap() {
            line = line.play(turn(step)).unwrap();
        }
    }
    assert_eq!(position(&row["end"]), *game.position());
    assert_eq!(
        (&row["end"]["black"], &row["end"]["white"]),
        (&0.into(), &64.into())
    );
    assert_eq!(row["sides"]["X"]["result"], "loss");
    assert_eq!(row["complete"], true);
}

#[test]
fn sums_are_those_of_the_moves() {
    let row = review(&[LOPSIDED]);
    let mut sums: HashMap<(String, String), (u64, u64, f64, f64)> = HashMap::new();
    for entry in row["moves"].as_array().unwrap() {
        if entry["forced"] == true {
            continue;
        }
        let loss = entry["loss"].as_f64().unwrap();
        let text = |name: &str| entry[name].as_str().unwrap().to_owned();
        let empties = entry["empties"].as_u64().unwrap();
        let phase = match empties {
            0..=20 => "endgame",
            21..=40 => "midgame",
            _ => "opening",
        };
        assert_eq!(entry["phase"], phase);
        for part in [phase, "together"] {
            let sum = sums.entry((text("side"), part.to_owned())).or_default();
            sum.0 += 1;
            sum.1 += u64::from(loss == 0.0);
            sum.2 += loss;
            sum.3 += (-loss / 4.0).exp2();
        }
    }
    for ((side, part), (choices, best, loss, accuracy)) in sums {
        let side = &row["sides"][side.as_str()];
        let found = if part == "together" {
            side
        } else {
            &side[part.as_str()]
        };
        assert_eq!(found["choices"], choices);
        assert_eq!(found["best_moves"], best);
        assert!((found["loss"].as_f64().unwrap() - loss).abs() < 0.5);
        let expected = 100.0 * accuracy / f64::from(u32::try_from(choices).unwrap());
        assert!((found["accuracy"].as_f64().unwrap() - expected).abs() < 0.2);
    }
}

#[test]
fn exact_losses_are_those_of_the_solver() {
    let row = review(&[DRAW]);
    let moves = row["moves"].as_array().unwrap();
    let exact: Vec<&Value> = moves
        .iter()
        .filter(|entry| entry["loss_kind"] == "exact")
        .collect();
    assert!(exact.len() >= 8, "{}", exact.len());
    for entry in exact {
        // Perfect play.
        assert_eq!((&entry["loss"], &entry["score"]), (&0.into(), &0.into()));
    }
    assert_eq!(row["sides"]["X"]["result"], "draw");
    assert_eq!(row["sides"]["O"]["result"], "draw");
}

#[test]
fn the_last_chance_and_the_better_line_are_found() {
    // Black has h5 (+6) and plays g6 (-2).
    let game = format!("{FFO_20};g6");
    let row = review(&[&game]);
    let entry = &row["moves"][0];
    assert_eq!(
        (&entry["score"], &entry["best_score"]),
        (&(-2).into(), &6.into())
    );
    assert_eq!((&entry["best"], &entry["loss"]), (&"h5".into(), &8.into()));
    assert_eq!(
        (&entry["kind"], &entry["gave_away"]),
        (&"exact".into(), &"win".into())
    );
    assert_eq!(row["last_chance"], 1);
    assert_eq!(row["turning_points"], serde_json::json!([1]));
    assert_eq!(row["end"]["over"], false);
    assert_eq!(row["sides"]["O"]["result"], "win");
    let run = run(&[&["review", &game], &QUICK[..]].concat());
    let text = run.stdout;
    for piece in [
        "Not over after 1 turn: White to move",
        "1  X g6         -2  exact     h5         +6       8  win to loss",
        "All losses are exact.",
        "Last chance: move 1, Black played g6; h5 would have won.",
        "Move 1: Black played g6, losing 8 discs, from win to loss",
        "+   better h5",
        "Played -2; better +6: h5",
        "About g6, which was played:\n  - White's moves: ",
        "About h5, which is better:\n  - It ends the game, 35-29.\n",
    ] {
        assert!(text.contains(piece), "{piece:?} is missing in:\n{text}");
    }
}

#[test]
fn openings_are_named_where_they_are_reached() {
    let row = review(&["f5d6c3d3c4"]);
    assert!(row["opening"].is_string());
    let named: Vec<&Value> = row["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["opening"])
        .collect();
    assert_eq!(named[0], &Value::Null);
    assert_eq!(named[1], "Perpendicular Opening");
}

#[test]
fn games_come_from_arguments_files_and_standard_input() {
    let path = fresh_file("game.txt");
    std::fs::write(&path, "% mine\n1. f5 d6\n2. c3\n").unwrap();
    let name = path.display().to_string();
    for arguments in [&["f5", "d6", "c3"][..], &["--file", &name], &[&name]] {
        assert_eq!(review(arguments)["transcript"], "f5d6c3", "{arguments:?}");
    }
    let arguments = [&["review", "-", "--json"], &QUICK[..]].concat();
    let read = rows(&run_with_input(&arguments, "f5d6c3\n")).remove(0);
    assert_eq!(read["transcript"], "f5d6c3");
    let ggf = "(;GM[Othello]PC[NBoard]DT[2003]PB[Ann]PW[Bob]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.5]W[F6/-1.25];)";
    let row = review(&[ggf]);
    assert!(
        row["label"].as_str().unwrap().contains("Ann - Bob"),
        "{row}"
    );
    assert_eq!(row["transcript"], "f5f6");
    let sgf = "(;GM[2]PB[Ada]PW[Bo]EV[Open];B[f5];W[d6];B[c3])";
    let row = review(&[sgf]);
    assert_eq!(row["label"], "Ada - Bo, Open");
    assert_eq!(row["transcript"], "f5d6c3");
    std::fs::write(&path, "f5f6\nf5d6c3\n").unwrap();
    assert_eq!(review(&[&name, "--game", "2"])["transcript"], "f5d6c3");
}

#[test]
fn what_is_no_game_is_refused() {
    let path = fresh_file("list.txt");
    let games = ["(;GM[Othello]BO[8 x];)\n"; 2].concat();
    std::fs::write(&path, games).unwrap();
    let list = path.display().to_string();
    for (arguments, piece) in [
        (&["f5d6a1"][..], "ply 3"),
        (&["(;GM[2];B[f5];W[a1])"], "game 1, line 1, column "),
        (&["start"], "no move"),
        (&["no-such-file.txt"], "no-such-file.txt"),
        (&["--file", "no-such-file.txt"], "cannot read"),
        (&[&list], "2 games in it; choose one with --game"),
        (&["f5d6", "--game", "2"], "only one"),
        (
            &["f5d6", "--html", "/no/such/folder/x.html"],
            "cannot be written",
        ),
        (&["f5d6", "c4c3"], "more than one game"),
        (&["f5d6", "--html", "-"], "take the name of a file"),
        (
            &["f5d6", "--markdown", "-", "--json"],
            "both need standard output",
        ),
    ] {
        let run = run(&[&["review"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(piece), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn the_page_holds_the_review_and_needs_no_network() {
    let path = fresh_file("page.html");
    let name = path.display().to_string();
    let game = format!("{FFO_20};g6");
    let row = review(&[&game, "--html", &name]);
    let page = std::fs::read_to_string(&path).unwrap();
    let data = page
        .split_once("id=\"review\">")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .unwrap()
        .0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["moves"], row["moves"]);
    assert_eq!(data["schema"], "xsquare.review.v1");
    assert!(page.contains("default-src 'none'"));
    for word in ["src=", "href=", "fetch(", "import ", "{{"] {
        assert!(!page.contains(word), "{word}");
    }
    let urls = page.matches("http").count();
    // The name space of drawings and the policy itself.
    assert_eq!(urls, page.matches("http://www.w3.org/2000/svg").count() + 1);
}

#[test]
fn markdown_has_the_moves_and_the_boards() {
    let game = format!("{FFO_20};g6");
    let run = run(&[&["review", &game, "--markdown", "-"], &QUICK[..]].concat());
    for piece in [
        "# Review of a game\n",
        "| 1 | Black | g6 | -2 | exact | h5 | +6 | 8 | win to loss |\n",
        "### Move 1: Black played g6, losing 8 discs, from win to loss\n\n```text\n    a b c",
    ] {
        assert!(run.stdout.contains(piece), "{piece:?}: {}", run.stdout);
    }
}

/// Positions of real endgames, made by reviewing.
fn puzzles(name: &str) -> (PathBuf, String) {
    let path = fresh_file(name);
    let file = path.display().to_string();
    let game = format!("{FFO_20};g6");
    let arguments = [
        "review",
        &game,
        "--puzzles",
        &file,
        "--threads",
        "1",
        "--json",
    ];
    let run = run(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    (path.clone(), std::fs::read_to_string(&path).unwrap())
}

#[test]
fn puzzles_are_positions_with_a_single_winning_move() {
    let (_, text) = puzzles("single.obf");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
    assert!(!lines.is_empty(), "{text}");
    for line in lines {
        let problem: xsquare_engine::notation::Problem = line.parse().unwrap();
        let wins = problem.scores.iter().filter(|(_, score)| score.discs() > 0);
        assert_eq!(wins.count(), 1, "{line}");
        assert_eq!(
            problem.scores.len(),
            problem.position.legal_moves().len() as usize
        );
        let solved = run(&["solve", "--json", line]);
        assert_eq!((solved.code, &rows(&solved)[0]["ok"]), (0, &true.into()));
    }
}

#[test]
fn puzzles_are_solved_at_the_prompt() {
    let (path, text) = puzzles("prompt.obf");
    assert!(text.contains("H5:+6; "), "{text}");
    let file = path.display().to_string();
    let script = "a1\ng6\nhint\nhint\nhelp\nfoo\nh5\nquit\n";
    let run = run_with_input(&["puzzle", &file], script);
    assert_eq!(run.code, 0);
    for piece in [
        "Black to move and win: one move does it.",
        "Black cannot play a1",
        "No: g6 loses by 2: g6 ",
        "It is in the quarter of the board around h8.",
        "It is in column h.",
        "\"foo\" is neither a square nor one of help,",
        "Right: h5 wins by 6 and ends the game.",
        "0 of 1 solved at the first try, 1 later, 0 not.",
    ] {
        assert!(run.stdout.contains(piece), "{piece:?}: {}", run.stdout);
    }
}

#[test]
fn problems_without_scores_are_solved_first() {
    let path = fresh_file("bare.obf");
    std::fs::write(&path, format!("{FFO_20}\nstart X\n")).unwrap();
    let file = path.display().to_string();
    let run = run_with_input(&["puzzle", &file], "solution\n");
    assert!(
        run.stdout.contains("h5 wins by 6 and ends the game."),
        "{}",
        run.stdout
    );
    assert_eq!(run.code, 1, "the second line is no position");
    let missing = crate::common::run(&["puzzle", "no-such-file"]);
    assert_eq!(missing.code, 2);
}

#[test]
fn a_game_can_be_reviewed_while_it_is_played() {
    let path = fresh_file("played.md");
    let script = format!(
        "review\nnew {FFO_20}\ng6\nreview {}\nreview x.doc\n",
        path.display()
    );
    let arguments = [
        "play",
        "--black",
        "human",
        "--white",
        "human",
        "--threads",
        "1",
    ];
    let run = run_with_input(&arguments, script);
    for piece in [
        "There is no move to review yet.",
        "Last chance: move 1, Black played g6; h5 would have won.",
        "x.doc is neither a page nor Markdown",
    ] {
        assert!(run.stdout.contains(piece), "{piece:?}: {}", run.stdout);
    }
    assert!(std::fs::read_to_string(&path).unwrap().contains("# Review"));
}

#[test]
fn games_begin_with_an_opening() {
    let humans = ["--black", "human", "--white", "human"];
    let play = |name: &str| {
        let arguments = [&["play", "--opening", name], &humans[..]].concat();
        run_with_input(&arguments, "moves\nquit\n")
    };
    let text = play("rose-bill").stdout;
    assert!(
        text.contains("Rose-Bill\n") && text.contains("c4e3f6e6f5c5f4g6f7\n"),
        "{text}"
    );
    let text = play("balanced").stdout;
    assert!(text.contains("4. "), "{text}");
    let refused = run(&["play", "--opening", "tigr"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("Tiger"), "{}", refused.stderr);
    let named = rows(&run(&["openings", "--named", "--json"]));
    assert!(named.len() >= 70);
    assert!(named.iter().any(|row| row["names"][0] == "Rose-Bill"));
}

#[test]
fn a_move_can_be_asked_about_and_a_first_game_is_commented() {
    let humans = ["--black", "human", "--white", "human", "--threads", "1"];
    let talk = |arguments: &[&str], script: &str| {
        run_with_input(&[&["play"], arguments, &humans[..]].concat(), script).stdout
    };
    let text = talk(&[FFO_20], "why g6\nwhy h5\nwhy a1\nwhy\n");
    for piece in [
        "g6: -2, 8 worse than h5: +6.\nAbout g6:\n  - White's moves: ",
        "About h5:\n  - It ends the game, 35-29.\n",
        "h5: +6, the best move.\nAbout h5:",
        "Black cannot play a1: the square is occupied",
        "`why` needs a square behind it",
    ] {
        assert!(text.contains(piece), "{piece:?}: {text}");
    }
    let text = talk(&["--first-game"], "f5\nundo\nc4c3f5b4a4a5c2a3\n");
    for piece in [
        "Black can play where + is: d3 c4 f5 e6. Each of these turns over at least one disc of White.\n    a b c",
        "Black places a disc on f5; White's discs between it and other discs of Black turn over, 1 in all: e5.\n",
    ] {
        assert!(text.contains(piece), "{piece:?}: {text}");
    }
    let arguments = ["analyse", "f5d6", "--explain", "--json", "--level", "2"];
    let row = rows(&run(&arguments)).remove(0);
    let sentences = row["explanation"]["sentences"].as_array().unwrap();
    assert!(!sentences.is_empty());
}
