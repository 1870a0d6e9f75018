//! Ctrl-C in `xsquare play`: a thinking engine moves at once, a prompt is left. And what else needs somebody who types
//! slowly.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// How long anything may take. Searches here would not end by themselves.
const LIMIT: Duration = Duration::from_mins(1);

/// A game in another process, ended with the test.
struct Game {
    process: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    messages: Receiver<String>,
}

impl Game {
    fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_xsquare"))
            .args([
                "play", "-v", "--level", "60", "--hash", "16M", "--book", "off",
            ])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output: Lines<BufReader<ChildStdout>> =
            BufReader::new(process.stdout.take().unwrap()).lines();
        let messages: Lines<BufReader<ChildStderr>> =
            BufReader::new(process.stderr.take().unwrap()).lines();
        Self {
            input: process.stdin.take(),
            output: forward(output),
            messages: forward(messages),
            process,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
    }

    fn press_ctrl_c(&self) {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(status.success());
    }

    /// Waits until the engine has begun to think and knows something.
    fn wait_for_thought(&self) {
        while wait_for(&self.messages, "thinking") != "note: thinking" {}
        wait_for(&self.messages, "thinking, depth ");
    }

    /// Waits for the end, which must come by itself, and returns the exit code.
    fn exit_code(mut self) -> Option<i32> {
        // The output is closed when the program ends.
        while self.output.recv_timeout(LIMIT).is_ok() {}
        self.process.wait().unwrap().code()
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn forward(
    lines: impl Iterator<Item = std::io::Result<String>> + Send + 'static,
) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The next line with this in it.
fn wait_for(lines: &Receiver<String>, piece: &str) -> String {
    loop {
        let line = lines.recv_timeout(LIMIT).unwrap();
        if line.contains(piece) {
            return line;
        }
    }
}

#[test]
fn a_thinking_engine_moves_at_once_each_time_it_is_interrupted() {
    let mut game = Game::start(&["--black", "engine"]);
    for line in ["new", "quit"] {
        game.wait_for_thought();
        game.press_ctrl_c();
        let line_of_move = wait_for(&game.output, "Black plays ");
        assert!(
            line_of_move.ends_with("It was interrupted."),
            "{line_of_move}"
        );
        game.say(line);
    }
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
fn an_interrupted_hint_tells_what_is_known() {
    let mut game = Game::start(&[]);
    game.say("hint");
    game.wait_for_thought();
    game.press_ctrl_c();
    wait_for(&game.output, "Best for Black:");
    wait_for(&game.output, "About ");
    wait_for(&game.output, "The search was interrupted.");
    drop(game.input.take());
    wait_for(&game.output, "End of input");
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
fn at_the_prompt_the_program_is_left() {
    let mut game = Game::start(&[]);
    // The answer shows that the prompt has been reached.
    game.say("level 3");
    wait_for(&game.output, "level 3.");
    game.press_ctrl_c();
    assert_eq!(game.exit_code(), Some(130));
}

#[test]
fn at_the_prompt_a_pondering_program_first_stops_and_is_then_left() {
    let mut game = Game::start(&["--ponder"]);
    wait_for(&game.messages, "pondering");
    game.press_ctrl_c();
    // Signals are heard when the system gets to it; nobody types that fast.
    let moment = Duration::from_millis(500);
    thread::sleep(moment);
    // It is still there, and when something was typed the next one is the first again.
    game.say("level 60");
    wait_for(&game.messages, "pondering");
    game.press_ctrl_c();
    thread::sleep(moment);
    game.press_ctrl_c();
    assert_eq!(game.exit_code(), Some(130));
}

#[test]
fn a_game_between_engines_is_left_by_the_second_ctrl_c() {
    let game = Game::start(&["--black", "engine", "--white", "engine"]);
    game.wait_for_thought();
    game.press_ctrl_c();
    wait_for(&game.output, "Black plays ");
    game.wait_for_thought();
    game.press_ctrl_c();
    assert_eq!(game.exit_code(), Some(130));
}

#[test]
fn who_thinks_too_long_loses_on_time_and_may_play_on() {
    let mut game = Game::start(&["--black", "human", "--white", "human", "--clock", "50ms"]);
    wait_for(&game.output, "Time  Black 0:00.0  White 0:00.0");
    thread::sleep(Duration::from_millis(200));
    game.say("f5");
    wait_for(
        &game.output,
        "Game over: Black has run out of time, White wins.",
    );
    wait_for(&game.output, "The game is over: Black has run out of time;");
    game.say("undo");
    wait_for(&game.output, "Black plays on.");
    game.say("quit");
    assert_eq!(game.exit_code(), Some(0));
}
