//! `edax`: the options, tables and prompt that scripts know.

use crate::common::{Run, package_file, run_with_input};
use crate::session::{AT_ONCE, Session};
use std::time::{Duration, Instant};
use xsquare_engine::Game;

/// Black is to move and has no move; White has g5 and h6.
const MUST_PASS: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";

/// A run with these options and this input.
fn edax(options: &[&str], input: &str) -> Run {
    // Edax's own options come first, so the common ones of the tests must not.
    let output = assert_cmd::cargo::cargo_bin_cmd!("xsquare")
        .arg("edax")
        .args(["-h", "16", "-n", "1"])
        .args(options)
        .write_stdin(input)
        .timeout(Duration::from_mins(1))
        .output()
        .unwrap();
    Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// A conversation at the prompt that must end well, level 4 and no boards.
fn prompt(input: &str) -> String {
    let run = edax(&["-l", "4", "-q"], input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

/// The moves that the engine played.
fn played(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("Edax plays "))
        .collect()
}

#[test]
fn problems_are_solved_into_the_table_that_scripts_read() {
    let run = edax(
        &["-solve", &package_file("data/examples.obf"), "-l", "60"],
        "",
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[0],
        " # | depth|score|       time   |  nodes (N)  |   N/s    | principal variation"
    );
    assert_eq!(
        lines[1],
        "---+------+-----+--------------+-------------+----------+---------------------"
    );
    for (line, start) in lines[2..5].iter().zip([
        "  1|    6   +06        0:00.",
        "  2|   15   +00        0:00.",
        "  3|   17   +02        0:0",
    ]) {
        assert!(line.starts_with(start) && line.len() <= 80, "{line}");
    }
    let first = lines[2];
    assert_eq!(&first[57..59], "h5", "{first}");
    let moves: Vec<&str> = first[57..].split(' ').collect();
    // Black's moves are in lower case, White's in upper case.
    assert!(moves.iter().all(|word| word.len() == 2), "{first}");
    assert_eq!(moves[0], moves[0].to_lowercase());
    assert_eq!(lines[5], lines[1]);
    assert!(
        lines[6].contains("examples.obf: ") && lines[6].contains(" nodes in "),
        "{}",
        lines[6]
    );
    assert_eq!(
        lines[7],
        "3 positions; 0 erroneous move; 0 erroneous score; mean absolute score error = 0.000; mean absolute move error = 0.000"
    );
}

#[test]
fn what_a_file_expects_wrongly_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.obf");
    // The true scores are H5 +6, G6 -2; the second line wants g6 to be the best.
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    std::fs::write(
        &path,
        format!("{board}; H5:+8; G6:-2;\n{board}; G6:+10; H5:+6;\nnonsense\n"),
    )
    .unwrap();
    let run = edax(&["-solve", path.to_str().unwrap(), "-l", "60", "-vv"], "");
    assert_eq!(run.code, 1, "a line failed");
    let text = std::fs::read_to_string(&path).unwrap();
    let [first, ..] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("three lines were written");
    };
    std::fs::write(&path, first).unwrap();
    let alone = edax(&["-solve", path.to_str().unwrap(), "-l", "60"], "");
    assert_eq!(alone.code, 1, "a score is wrong: {}", alone.stdout);
    assert!(run.stderr.contains("line 3"), "{}", run.stderr);
    for text in [
        "*** problem # 1 ***",
        " Erroneous score: +8 expected\n",
        " Erroneous move: g6 expected, with score +10, error = 4 Erroneous score: +10 expected\n",
        "2 positions; 1 erroneous move; 2 erroneous score; mean absolute score error = 3.000; mean absolute move error = 2.000\n",
    ] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
}

#[test]
fn the_board_is_drawn_as_edax_draws_it() {
    let run = edax(&["-l", "1"], "f5\nquit\n");
    let text = run.stdout;
    assert!(text.contains("4 - - . O * - - - 4"), "{text}");
    assert!(text.contains("5 - - - * * * - - 5"), "{text}");
    assert!(text.contains("White's turn (O)"), "{text}");
    assert!(text.contains("5|  |  |  |##|()| 1|  |  |5"), "{text}");
}

#[test]
fn moves_are_played_taken_back_and_asked_for() {
    let text = prompt("f5\nplay d6c3 d3\nundo\nundo 2\nredo\ngo\nf5f5\nundo 9\nfly\n");
    assert_eq!(played(&text).len(), 1, "{text}");
    assert!(
        ["C3", "C4", "C5", "C6", "C7"].contains(&played(&text)[0]),
        "{text}"
    );
    assert_eq!(text.matches("*** ").count(), 3, "{text}");
    assert!(
        text.contains("the square is occupied")
            && text.contains("no more moves")
            && text.contains("unknown command \"fly\""),
        "{text}"
    );
}

#[test]
fn hints_have_the_columns_of_the_table() {
    let text = prompt(&format!("setboard {MUST_PASS}\nhint\nps\nhint 5\n"));
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("0:00.")).collect();
    assert!(
        rows[0].starts_with("    2   -48 ") && rows[0].ends_with(" ps G5 ps H6"),
        "{text}"
    );
    assert!(rows[1].starts_with("    2   +48 "), "{text}");
    assert_eq!(rows.len(), 3, "{text}");
}

#[test]
fn forced_passes_and_the_end_of_the_game_need_no_help() {
    let text = prompt(&format!("setboard {MUST_PASS}\nmode 2\n"));
    let text_of_game = played(&text);
    assert_eq!(text_of_game[..1], ["PS"], "{text}");
    let text = prompt("f5d6c5f6e7f4g5e6e3\ngo\nhint\nmode 2\nundo\ngo\n");
    assert!(text.contains("the game is over"), "{text}");
    assert_eq!(played(&text), ["E3"], "{text}");
    // White may go on without naming Black's pass.
    let text = prompt("c4c3f5b4a4a5c2a3\nd2\nundo\nundo\ngo\ngo\n");
    assert_eq!(played(&text)[0], "PS", "{text}");
}

#[test]
fn the_engine_plays_the_sides_of_the_mode() {
    let mut program = Session::start(&["edax", "-l", "1", "-q", "-mode", "1"]);
    let mut game = Game::new();
    for _ in 0..3 {
        let lines = program.until(|line| line.contains("Edax plays "));
        let (_, turn) = lines[lines.len() - 1].split_once("plays ").unwrap();
        game.play(turn.parse().unwrap()).unwrap();
        let reply = game.position().legal_moves().into_iter().next().unwrap();
        game.play(reply.into()).unwrap();
        program.send(&reply.to_string());
    }
    program.send("quit");
    assert_eq!(program.end().1, Some(0));
    // Both sides, a whole game.
    let mut program = Session::start(&["edax", "-l", "1", "-v", "1"]);
    program.send("mode 2");
    program.until(|line| line.contains("Game Over"));
    program.send("quit");
    assert_eq!(program.end().1, Some(0));
}

#[test]
fn stop_ends_a_search_and_the_mode() {
    let mut program = Session::start(&["edax", "-l", "60", "-q"]);
    program.send("mode 2");
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    program.send("stop");
    program.until(|line| line.contains("Edax plays "));
    assert!(start.elapsed() < AT_ONCE);
    assert!(program.is_silent(Duration::from_millis(300)));
    program.send("quit");
    assert_eq!(program.end().1, Some(0));
}

#[test]
fn games_are_compared_with_the_best_moves() {
    let mut program = Session::start(&["edax", "-l", "6", "-q"]);
    program.send("setboard XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X");
    program.send("g6");
    program.send("analyze");
    let row = |program: &mut Session| {
        let lines = program.until(|line| line.starts_with("---+") && line.ends_with("---"));
        // The rule under the heading comes first.
        let lines = [
            lines,
            program.until(|line| line.starts_with("---+") && line.ends_with("---")),
        ]
        .concat();
        lines[lines.len() - 2].clone()
    };
    let bad = row(&mut program);
    // The columns of `-solve`, with what is wrong behind the row.
    assert!(bad.starts_with("  1|    6   +06        0:00."), "{bad}");
    assert_eq!(&bad[57..59], "h5", "{bad}");
    assert!(
        bad.ends_with(
            " g6 played, with score -2 Erroneous move: h5 expected, with score +6, error = 8"
        ),
        "{bad}"
    );
    program.send("undo");
    program.send("play h5");
    program.send("analyze 5");
    let good = row(&mut program);
    assert!(good.starts_with("  1|    6   +06        0:00."), "{good}");
    assert!(!good.contains("played"), "{good}");
}

#[test]
fn a_comparison_does_not_end_early_for_what_is_said_next() {
    let mut program = Session::start(&["edax", "-l", "8", "-q"]);
    program.send("f5d6c3d3c4f4c5b3c2");
    program.send("analyze");
    for number in 1..=3 {
        program.send(&format!("undo {number}"));
    }
    program.send("fly");
    let lines = program.until(|line| line.contains("unknown command"));
    let rows = |number: usize| {
        lines
            .iter()
            .any(|line| line.starts_with(&format!("  {number}|")))
    };
    assert!((1..=9).all(rows), "{lines:?}");
}

#[test]
fn more_than_there_is_is_not_half_done() {
    let text = prompt("f5d6\nundo 3\nc3\nredo\nundo 3\nredo 4\nponder maybe\nponder on\nhelp me\n");
    // Nothing was taken back before c3, everything afterwards; then only three can be played again.
    assert!(text.contains("no more moves than 2"), "{text}");
    assert!(text.contains("*** there are no more moves ***"), "{text}");
    assert!(text.contains("no more moves than 3"), "{text}");
    assert_eq!(text.matches("*** ").count(), 4, "{text}");
}

#[test]
fn the_book_is_used_when_it_is_asked_for() {
    let game = |options: &[&str]| {
        let options = [options, &["-l", "1", "-v", "1"]].concat();
        let run = edax(&options, "f5\ngo\nhint\nquit\n");
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    // A search of level 1 looks one ply ahead, the book's much further.
    let is_from_book = |text: &str| {
        let rows = text
            .lines()
            .filter(|line| line.contains("0:00.000             0"));
        rows.count()
    };
    assert_eq!(is_from_book(&game(&[])), 0);
    assert_eq!(is_from_book(&game(&["-book-usage", "off"])), 0);
    assert_eq!(is_from_book(&game(&["-book-usage", "on"])), 2);
    let varied = game(&["-book-usage", "on", "-book-randomness", "1"]);
    assert_eq!(played(&varied).len(), 1, "{varied}");
    let gtp = edax(
        &["-gtp", "-book-usage", "on", "-l", "60"],
        "genmove b\nquit\n",
    );
    assert!(gtp.stdout.starts_with("= "), "{}", gtp.stdout);
}

#[test]
fn wrong_options_are_refused_and_protocols_are_reached() {
    for wrong in [
        vec!["-l", "61"],
        vec!["-xboard"],
        vec!["-fly", "1"],
        vec!["-solve", "/no/such/file"],
    ] {
        let refused = edax(&wrong, "");
        assert_eq!(
            (refused.code, refused.stdout.as_str()),
            (2, ""),
            "{wrong:?}"
        );
    }
    assert!(
        edax(&["-gtp"], "1 name\n")
            .stdout
            .starts_with("=1 X-square\n\n")
    );
    assert_eq!(edax(&["-nboard"], "ping 3\n").stdout, "pong 3\n");
    assert!(edax(&["-help"], "").stdout.contains("-move-time TIME"));
    assert!(edax(&["-version"], "").stdout.starts_with("xsquare "));
    for options in [["-book-file", "data/book.dat"], ["-book-randomness", "2"]] {
        let noted = edax(&[&options[..], &["-q"]].concat(), "");
        assert_eq!(noted.code, 0);
        assert!(noted.stderr.contains("no effect"), "{}", noted.stderr);
    }
    // Behind the common options as well.
    let run = run_with_input(&["edax", "-nboard"], "ping 4\n");
    assert_eq!(run.stdout, "pong 4\n");
}

#[cfg(unix)]
#[test]
fn the_name_edax_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("edax");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_xsquare"), &link).unwrap();
    let output = std::process::Command::new(&link)
        .args([
            "-solve",
            &package_file("data/examples.obf"),
            "-l",
            "60",
            "-n",
            "1",
            "-h",
            "16",
        ])
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && stdout.contains("3 positions; 0 erroneous move"),
        "{stdout}"
    );
}
