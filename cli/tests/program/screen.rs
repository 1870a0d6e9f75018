//! Full-screen play in a real pseudo terminal.
#![cfg(unix)]

use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

/// How long anything may take, in milliseconds: the tests share a busy machine.
const PATIENCE: u64 = 60_000;
const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";

/// A shell that makes its terminal 80 by 24 and does this there, with the program as `$0`.
fn terminal(script: &str) -> PtySession {
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("stty rows 24 cols 80; {script}"))
        .arg(env!("CARGO_BIN_EXE_xsquare"))
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8");
    spawn_command(shell, Some(PATIENCE)).unwrap()
}

/// Presses keys.
fn press(terminal: &mut PtySession, keys: &str) {
    terminal.send(keys).unwrap();
    terminal.flush().unwrap();
}

/// Runs `play` with these options, and then tells its exit code and whether lines are edited as before.
fn game(options: &str) -> PtySession {
    terminal(&format!(
        r#""$0" play {options}; echo "code $?"; stty -a | grep -q -e -icanon || echo "as before""#
    ))
}

#[test]
fn a_game_fills_the_screen_and_leaves_the_terminal_as_it_was() {
    let mut game = game("--level 1 --hash 1M --threads 1");
    game.exp_string(ENTERED).unwrap();
    game.exp_string("Black to move").unwrap();
    press(&mut game, "f5");
    // Only what changes is drawn, blanks not at all; Ctrl-L draws everything.
    press(&mut game, "\u{c}");
    game.exp_string("f5").unwrap();
    press(&mut game, "q");
    press(&mut game, "q");
    game.exp_string(LEFT).unwrap();
    game.exp_string("code 0").unwrap();
    game.exp_string("as before").unwrap();
}

#[test]
fn ctrl_c_twice_quits_and_leaves_the_terminal_as_it_was() {
    // A level that thinks for long.
    let mut game = game("--level 60 --black engine --hash 1M --threads 1");
    game.exp_string(ENTERED).unwrap();
    press(&mut game, "\u{3}");
    press(&mut game, "\u{3}");
    game.exp_string(LEFT).unwrap();
    game.exp_string("code 130").unwrap();
    game.exp_string("as before").unwrap();
}

#[test]
fn a_program_that_is_to_end_leaves_the_terminal_as_it_was() {
    let mut game = terminal(r#"echo "id $$"; exec "$0" play --hash 1M --threads 1"#);
    let (_, id) = game.exp_regex("id [0-9]+").unwrap();
    game.exp_string("Black to move").unwrap();
    let id = id.trim_start_matches("id ").to_owned();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    game.exp_string(LEFT).unwrap();
    game.exp_eof().unwrap();
}

#[test]
fn a_suspended_game_gives_the_terminal_back_and_takes_it_again() {
    let mut game = terminal(
        r#"set -m; "$0" play --hash 1M --threads 1; stty -a | grep -q -e -icanon || echo "as before"; fg; echo "code $?""#,
    );
    game.exp_string(ENTERED).unwrap();
    game.exp_string("Black to move").unwrap();
    press(&mut game, "\u{1a}");
    game.exp_string(LEFT).unwrap();
    game.exp_string("as before").unwrap();
    game.exp_string(ENTERED).unwrap();
    game.exp_string("Black to move").unwrap();
    press(&mut game, "q");
    game.exp_string(LEFT).unwrap();
    game.exp_string("code 0").unwrap();
}

#[test]
fn a_terminal_that_cannot_show_the_screen_gets_lines() {
    for (how, why) in [
        ("TERM=dumb; export TERM", "cannot move its cursor"),
        ("unset TERM", "cannot move its cursor"),
        ("stty rows 20 cols 60", "60 columns and 20 lines"),
    ] {
        let mut game = terminal(&format!(
            r#"{how}; "$0" play --hash 1M --threads 1; echo "code $?""#
        ));
        game.exp_string(why).unwrap();
        game.exp_string("Black>").unwrap();
        press(&mut game, "quit\r");
        game.exp_string("code 0").unwrap();
    }
}

#[test]
fn ctrl_c_at_a_prompt_ends_what_goes_on_in_the_background_and_then_the_program() {
    for (options, answer) in [
        ("--ponder", "Stopped thinking. Ctrl-C once more quits."),
        ("", "Ctrl-C once more quits."),
    ] {
        let mut game = game(&format!(
            "--plain --level 60 --hash 1M --threads 1 {options}"
        ));
        game.exp_string("Black>").unwrap();
        press(&mut game, "\u{3}");
        game.exp_string(answer).unwrap();
        // What is typed in between makes it the first one again.
        game.exp_string("Black>").unwrap();
        press(&mut game, "show\r");
        game.exp_string("Black>").unwrap();
        press(&mut game, "\u{3}");
        game.exp_string("once more").unwrap();
        game.exp_string("Black>").unwrap();
        press(&mut game, "\u{3}");
        game.exp_string("code 130").unwrap();
    }
}

#[test]
fn plain_play_on_a_terminal_goes_line_by_line() {
    let mut game = game("--plain --level 1 --hash 1M --threads 1");
    game.exp_string("Black>").unwrap();
    press(&mut game, "f5\r");
    game.exp_string("White plays").unwrap();
    press(&mut game, "quit\r");
    game.exp_string("code 0").unwrap();
}

#[test]
fn a_game_is_stepped_through_and_the_terminal_is_left_as_it_was() {
    let file = crate::common::package_file("data/examples.sgf");
    let mut steps = terminal(&format!(
        r#""$0" show {file}; echo "code $?"; stty -a | grep -q -e -icanon || echo "as before""#
    ));
    steps.exp_string(ENTERED).unwrap();
    steps.exp_string("The start of").unwrap();
    press(&mut steps, "\u{1b}[C");
    steps.exp_string("Move 1 of").unwrap();
    press(&mut steps, "q");
    steps.exp_string(LEFT).unwrap();
    steps.exp_string("code 0").unwrap();
    steps.exp_string("as before").unwrap();
}

#[test]
fn a_game_is_stepped_through_from_standard_input() {
    let mut steps = terminal(r#"echo f5d6c3 | "$0" show --step --at 2 -; echo "code $?""#);
    steps.exp_string("Move 2 of 3").unwrap();
    press(&mut steps, "\u{3}");
    steps.exp_string("code 130").unwrap();
}
