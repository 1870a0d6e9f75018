//! Games saved and loaded.

use super::{BLACK_PASSES, HUMANS, LIMIT, assert_order, fresh_file, play};
use assert_cmd::cargo::cargo_bin_cmd;
use std::path::Path;

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
    let script = format!("g5\nsave! {file}\nnew\nload {file}\nundo\nundo\nundo\nundo\n");
    let text = play(&arguments, script);
    assert_order(
        &text,
        &[
            "Black has no move and passes.",
            "Black has no move and passes.",
            "Read as set-up position with moves: 3 turns.",
            "Taken back: g5 pass.",
            // What was replaced comes back, once.
            "The game before this one is back.",
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
    for (file, named) in [
        ("game.sgf", "PB[human]PW[human]"),
        ("game.ggf", "PB[human]PW[human]"),
        ("game.json", "\"name\":\"human\""),
    ] {
        assert!(content(file).contains(named), "{}", content(file));
    }
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
            "setup.obf, without players' names, the moves before the last position.",
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
fn a_saved_game_tells_who_won_and_who_the_engine_was() {
    let (sgf, ggf) = (fresh_file("won.sgf"), fresh_file("won.ggf"));
    // White has no disc after the last move: 13-0 on the board.
    let wiped_out = "f5d6c5f6e7f4g5e6e3";
    let script = format!("save {}\nsave {}\n", sgf.display(), ggf.display());
    let options = ["--level", "3", wiped_out, "--convention"];
    for (convention, in_sgf, in_ggf) in [
        ("winner", "RE[B+64]", "RE[+64.000]"),
        ("discs", "RE[B+13]", "RE[+13.000]"),
    ] {
        let _ = (std::fs::remove_file(&sgf), std::fs::remove_file(&ggf));
        play(&[&options[..], &[convention]].concat(), script.clone());
        let (sgf, ggf) = (
            std::fs::read_to_string(&sgf).unwrap(),
            std::fs::read_to_string(&ggf).unwrap(),
        );
        assert!(sgf.contains("PB[human]PW[X-square, level 3]"), "{sgf}");
        assert!(ggf.contains("PB[human]PW[X-square, level 3]"), "{ggf}");
        assert!(sgf.contains(in_sgf) && ggf.contains(in_ggf), "{sgf} {ggf}");
    }
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
