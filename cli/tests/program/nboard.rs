//! `nboard`: sessions as NBoard holds them, and as none should.

use crate::common::run_with_input;
use crate::session::{AT_ONCE, Session};
use std::time::{Duration, Instant};
use xsquare_engine::notation::{GgfGame, parse_transcript, write_ggf};
use xsquare_engine::{Game, Move};

/// The start of a game without its moves.
const HEAD: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]";
/// Black is to move, has no move, and White has g5 and h6; the value for Black is −48.
const MUST_PASS: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";
/// A game of nine moves: 13-0.
const SHORT_GAME: &str = "f5d6c5f6e7f4g5e6e3";
/// After these Black must pass.
const BEFORE_PASS: &str = "c4c3f5b4a4a5c2a3";

/// `set game` with a game from the start.
fn set_game(transcript: &str) -> String {
    set(parse_transcript(transcript).unwrap().game)
}

/// `set game` with a set-up position.
fn set_up(board: &str) -> String {
    set(Game::from_position(board.parse().unwrap()))
}

fn set(game: Game) -> String {
    format!("set game {}", write_ggf(&GgfGame::new(game)))
}

/// A program that was greeted and told this depth and this game.
fn greeted(depth: &str, game: &str) -> Session {
    let mut program = Session::start(&["nboard", "--book", "off"]);
    program.send("nboard 2");
    program.send(&format!("set depth {depth}"));
    assert_eq!(program.line(), format!("set myname Xsquare{depth}"));
    program.send(game);
    synchronise(&mut program, "1");
    program
}

/// Sends a ping; the lines before its pong.
fn synchronise(program: &mut Session, number: &str) -> Vec<String> {
    program.send(&format!("ping {number}"));
    let pong = format!("pong {number}");
    let mut lines = program.until(|line| line == pong);
    lines.pop();
    lines
}

/// Asks for a move: what stands behind `===`.
fn go(program: &mut Session) -> String {
    program.send("go");
    let lines = program.until(|line| line.starts_with("=== "));
    lines[lines.len() - 1].replacen("=== ", "", 1)
}

/// Asks for hints to the end: the `search` lines as words.
fn hints(program: &mut Session, lines: usize) -> Vec<Vec<String>> {
    program.send(&format!("hint {lines}"));
    let lines = program.until(|line| line == "status");
    assert_eq!(lines[0], "status thinking");
    lines
        .iter()
        .filter(|line| line.starts_with("search "))
        .map(|line| line.split(' ').map(ToOwned::to_owned).collect())
        .collect()
}

/// Sends a line that must be answered by nothing before the next pong.
fn told_nothing(program: &mut Session, line: &str) {
    program.send(line);
    assert_eq!(synchronise(program, "77"), [""; 0], "{line}");
}

#[test]
fn the_example_of_the_protocol_is_a_conversation() {
    let mut program = Session::start(&["nboard", "--book", "off"]);
    program.send("nboard 2");
    program.send("set depth 6");
    assert_eq!(program.line(), "set myname Xsquare6");
    program.send(&format!("{HEAD}B[F5]W[F6];)"));
    assert_eq!(synchronise(&mut program, "1"), [""; 0]);
    let hints = hints(&mut program, 2);
    assert_eq!(hints.len() % 2, 0, "{hints:?}");
    let (first, second) = (&hints[hints.len() - 2], &hints[hints.len() - 1]);
    for words in [first, second] {
        assert_eq!(
            (words.len(), words[3].as_str(), words[4].as_str()),
            (5, "0", "6")
        );
        let eval: f64 = words[2].parse().unwrap();
        assert!(
            eval.abs() <= 64.0 && !words[2].starts_with('+'),
            "{words:?}"
        );
    }
    assert_ne!(first[1][..2], second[1][..2]);
    assert_eq!(synchronise(&mut program, "2"), [""; 0]);
    let chosen = go(&mut program);
    let parts: Vec<&str> = chosen.split('/').collect();
    assert_eq!(parts.len(), 3, "{chosen}");
    // The position is the same until the move is sent; two questions get two answers.
    assert_eq!(go(&mut program).split('/').next(), Some(parts[0]));
    told_nothing(&mut program, &format!("move {chosen}"));
    let reply = go(&mut program);
    assert!(
        reply.split('/').next().unwrap().parse::<Move>().is_ok() && !reply.starts_with(parts[0])
    );
    program.send("quit");
    assert_eq!(program.end(), (vec![], Some(0)));
}

#[test]
fn lines_of_play_can_be_replayed() {
    let mut program = greeted("5", &set_game("f5d6c3"));
    for words in hints(&mut program, 64) {
        let mut game = parse_transcript("f5d6c3").unwrap().game;
        for turn in words[1].as_bytes().chunks(2) {
            let turn = std::str::from_utf8(turn).unwrap();
            game.play(turn.parse().unwrap()).unwrap();
        }
    }
}

#[test]
fn hints_for_all_moves_come_again_with_every_depth() {
    let mut program = greeted("7", &set_game("f5d6c3d3"));
    let legal = parse_transcript("f5d6c3d3")
        .unwrap()
        .game
        .position()
        .legal_moves()
        .len() as usize;
    let hints = hints(&mut program, 20);
    let depths: Vec<&str> = hints.iter().map(|words| words[4].as_str()).collect();
    assert_eq!(hints.len() % legal, 0);
    assert!(depths.contains(&"3") && depths.contains(&"5"));
    assert_eq!(depths[depths.len() - legal..], vec!["7"; legal]);
}

#[test]
fn solved_moves_are_told_as_solved() {
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let mut program = greeted("10", &set_up(board));
    let hints = hints(&mut program, 4);
    let last = &hints[hints.len() - 4..];
    let told: Vec<(&str, &str, &str)> = last
        .iter()
        .map(|words| (&words[1][..2], words[2].as_str(), words[4].as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("H5", "6.00", "100%"),
            ("G6", "-2.00", "100%"),
            ("F6", "-4.00", "100%"),
            ("H6", "-10.00", "100%")
        ]
    );
}

#[test]
fn a_forced_pass_is_answered_by_pass() {
    for game in [set_game(BEFORE_PASS), set_up(MUST_PASS)] {
        let mut program = greeted("4", &game);
        assert_eq!(go(&mut program), "PA");
        let hints = hints(&mut program, 3);
        assert!(
            !hints.is_empty() && hints.iter().all(|words| words[1].starts_with("PA")),
            "{hints:?}"
        );
        told_nothing(&mut program, "move PA");
        assert_ne!(go(&mut program), "PA");
    }
    // The other side may go on by itself; the pass is a turn of its own.
    let mut program = greeted("2", &set_game(BEFORE_PASS));
    told_nothing(&mut program, "move D2//1.5");
    program.send("analyze");
    let lines = program.until(|line| line == "status");
    let analysed = lines
        .iter()
        .filter(|line| line.starts_with("analysis "))
        .count();
    assert_eq!(analysed, 11, "{lines:?}");
    // A game that says the pass.
    let text = set_game(BEFORE_PASS).replace(";)", "B[PA];)");
    let mut program = greeted("2", &text);
    assert_ne!(go(&mut program), "PA");
}

#[test]
fn the_value_of_a_position_is_that_of_the_side_to_move() {
    let mut program = greeted("10", &set_up(MUST_PASS));
    let hints = hints(&mut program, 1);
    assert_eq!(
        hints[hints.len() - 1][1..],
        ["PAg5PAh6", "-48.00", "0", "100%"]
    );
    program.send("move PA");
    program.send("move G5");
    program.send("analyze");
    let lines = program.until(|line| line == "status");
    let told: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("analysis "))
        .collect();
    assert_eq!(
        told,
        ["analysis 0 -48.00", "analysis 1 48.00", "analysis 2 -48.00"]
    );
}

#[test]
fn a_game_that_is_over_stays_over() {
    let mut program = greeted("5", &set_game(SHORT_GAME));
    program.send("hint 3");
    assert_eq!(synchronise(&mut program, "2"), ["status game over"]);
    program.send("go");
    assert_eq!(
        synchronise(&mut program, "3"),
        ["status game over", "=== PA"]
    );
    told_nothing(&mut program, "move PA");
    told_nothing(&mut program, "move PA");
    program.send("move A1");
    let lines = synchronise(&mut program, "4");
    assert!(
        lines.len() == 1 && lines[0].starts_with("status illegal move"),
        "{lines:?}"
    );
    program.send("analyze");
    let lines = program.until(|line| line == "status");
    assert_eq!(lines[lines.len() - 2], "analysis 9 -64.00", "{lines:?}");
}

#[test]
fn what_is_illegal_changes_nothing() {
    let mut program = greeted("3", &set_game("f5"));
    for (wrong, word) in [
        ("move PA", "status illegal pass"),
        ("move A1", "status illegal move"),
        ("F5", "status illegal move"),
        ("move Z9", "error move"),
        ("move", "error move"),
        ("move D6/x", "error move"),
    ] {
        program.send(wrong);
        let lines = synchronise(&mut program, "5");
        assert!(
            lines.len() == 1 && lines[0].starts_with(word),
            "{wrong}: {lines:?}"
        );
    }
    told_nothing(&mut program, "D6");
    told_nothing(&mut program, "move c3/1.5/0.25");
    assert!(["D3", "F3", "F4", "G5"].contains(&&go(&mut program)[..2]));
}

#[test]
fn unknown_lines_are_ignored_and_wrong_ones_told() {
    let mut program = greeted("3", &set_game("f5"));
    for unknown in [
        "",
        "   ",
        "fly",
        "set name me",
        "GO",
        "hello world",
        "status x",
        "\u{7}",
    ] {
        told_nothing(&mut program, unknown);
    }
    for wrong in [
        "hint",
        "hint 0",
        "hint x",
        "hint -1",
        "ping",
        "ping x",
        "ping 1 2",
        "set depth",
        "set depth x",
        "set contempt 101",
        "set game",
    ] {
        program.send(wrong);
        let lines = synchronise(&mut program, "6");
        assert!(
            lines.len() == 1 && lines[0].starts_with("error "),
            "{wrong}: {lines:?}"
        );
    }
    told_nothing(&mut program, "set contempt 0");
    // The last word was no game: better no move than one of another game.
    for needs_game in ["go", "hint 1", "move D6", "analyze"] {
        program.send(needs_game);
        let lines = synchronise(&mut program, "7");
        assert!(
            lines.len() == 1 && lines[0].starts_with("error there is no game"),
            "{lines:?}"
        );
    }
    program.send(&set_game("f5"));
    assert!(["D6", "F4", "F6"].contains(&&go(&mut program)[..2]));
    program.send("set depth 1000");
    assert_eq!(program.line(), "set myname Xsquare60");
    program.send("learn");
    assert_eq!(program.until(|line| line == "learned").len(), 2);
}

#[test]
fn nothing_needs_to_be_said_first() {
    let mut program = Session::start(&["nboard", "--book", "off", "--level", "2"]);
    let chosen = go(&mut program);
    assert!(["D3", "C4", "F5", "E6"].contains(&&chosen[..2]), "{chosen}");
}

#[test]
fn a_ping_ends_a_search_at_once_and_nothing_old_follows() {
    let mut program = greeted("60", &set_game("f5"));
    for (number, search) in ["hint 60", "go", "analyze", "hint 1"]
        .into_iter()
        .enumerate()
    {
        program.send(search);
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        let lines = synchronise(&mut program, &format!("{number}"));
        assert!(start.elapsed() < AT_ONCE, "{search}");
        if search == "hint 60" {
            assert!(
                lines.iter().any(|line| line.starts_with("search ")),
                "{lines:?}"
            );
        }
        assert!(program.is_silent(Duration::from_millis(100)), "{search}");
    }
    // The same without any time between.
    for number in 10..20 {
        program.send("hint 3");
        program.send(&format!("ping {number}"));
    }
    program.until(|line| line == "pong 19");
    assert!(program.is_silent(Duration::from_millis(100)));
}

#[test]
fn other_commands_end_a_search_too() {
    let mut program = greeted("60", &set_game("f5"));
    program.send("go");
    program.send("go");
    program.send("move D6");
    program.send("set depth 2");
    let lines = program.until(|line| line.starts_with("set myname"));
    let chosen = lines.iter().filter(|line| line.starts_with("=== ")).count();
    assert_eq!(chosen, 2, "both are answered: {lines:?}");
    let chosen = go(&mut program);
    assert!(
        ["C3", "C4", "C5", "C6", "C7"].contains(&&chosen[..2]),
        "{chosen}"
    );
}

#[test]
fn quit_and_the_end_of_the_input_end_the_program() {
    for search in ["go", "hint 5", "analyze", ""] {
        for is_quit in [true, false] {
            let mut program = greeted("60", &set_game("f5"));
            program.send(search);
            let start = Instant::now();
            if is_quit {
                program.send("quit");
            }
            program.close();
            let (rest, code) = program.end();
            assert!(start.elapsed() < AT_ONCE, "{search}");
            assert_eq!(code, Some(0));
            assert_eq!(
                search == "go",
                rest.iter().any(|line| line.starts_with("=== "))
            );
        }
    }
}

#[test]
fn clocks_bound_the_time_of_a_move() {
    let spent = HEAD.replace("15:00", "00:02");
    let mut program = Session::start(&["nboard", "--book", "off"]);
    program.send("nboard 2");
    program.send(&format!("{spent}B[F5//1.9]W[F6//1.9];)"));
    let start = Instant::now();
    go(&mut program);
    assert!(start.elapsed() < AT_ONCE);
    for none in ["0", "0//0"] {
        let text = HEAD.replace("15:00", none);
        program.send("set depth 2");
        program.send(&format!("{text};)"));
        go(&mut program);
    }
    let lines = synchronise(&mut program, "9");
    assert_eq!(lines, [""; 0]);
}

#[test]
fn games_may_be_long_and_lines_may_not() {
    let mut program = greeted("2", &set_game("f5"));
    let comment = format!("CO[{}]", "x".repeat(40_000));
    told_nothing(
        &mut program,
        &set_game("f5d6").replace("TY[8]", &format!("{comment}TY[8]")),
    );
    assert!(["C3", "C4", "C5", "C6", "C7"].contains(&&go(&mut program)[..2]));
    program.send(&"x".repeat(1 << 20));
    let lines = synchronise(&mut program, "2");
    assert!(
        lines.len() == 1 && lines[0].starts_with("error line too long"),
        "{lines:?}"
    );
}

#[test]
fn a_whole_game_is_played_by_asking_for_every_move() {
    let mut program = greeted("1", &set_game("f5"));
    let mut game = parse_transcript("f5").unwrap().game;
    while !game.is_over() {
        let chosen = go(&mut program);
        game.play(chosen.split('/').next().unwrap().parse().unwrap())
            .unwrap();
        program.send(&format!("move {chosen}"));
    }
    program.send("go");
    assert_eq!(
        synchronise(&mut program, "2"),
        ["status game over", "=== PA"]
    );
}

#[test]
fn scripts_that_end_at_once_are_answered() {
    let script = format!("nboard 2\nset depth 4\n{}\ngo\n", set_game("f5"));
    for script in [script.clone(), script + "quit\n"] {
        let run = run_with_input(
            &[
                "nboard",
                "--book",
                "off",
                "--threads",
                "1",
                "--eval",
                "classic",
            ],
            script,
        );
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(
            run.stdout.lines().any(|line| line.starts_with("=== ")),
            "{}",
            run.stdout
        );
    }
}
