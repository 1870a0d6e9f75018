//! Quarry, a graphical program that speaks GTP, lets `gtp` play whole games against itself.
//!
//! It is started on a virtual screen, with settings that name this program for both sides, and two keys begin the game.
//! Needs Debian's packages `quarry`, `xvfb` and `xdotool`, and is not run unless asked for:
//!
//! ```sh
//! cargo test -p xsquare --test program quarry -- --ignored
//! ```
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use xsquare_engine::{ByColor, Color, Game, Move};

/// The virtual screen; another number than anything that runs for itself.
const SCREEN: &str = ":94";
/// How long a game may take.
const PATIENCE: Duration = Duration::from_mins(3);

/// A process that is ended with the test.
struct Guest(Child);

impl Drop for Guest {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(program: &str, arguments: &[&str], home: &Path) -> Guest {
    let child = Command::new(program)
        .args(arguments)
        .env("DISPLAY", SCREEN)
        .env("HOME", home)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}; install quarry, xvfb and xdotool"));
    Guest(child)
}

/// Gives the window of this name the keyboard and presses keys, one after the other.
fn press(window: &str, keys: &[&str]) {
    let xdotool = |arguments: &[&str]| {
        let mut command = Command::new("xdotool");
        command.args(arguments).env("DISPLAY", SCREEN);
        command.output().unwrap()
    };
    let found = xdotool(&["search", "--sync", "--onlyvisible", "--name", window]).stdout;
    let found = String::from_utf8(found).unwrap();
    let id = found.lines().last().unwrap();
    xdotool(&["windowfocus", id]);
    for key in keys {
        sleep(Duration::from_secs(1));
        xdotool(&["key", key]);
    }
}

/// The settings of a game of this program against itself.
fn settings(engine: &Path, clock: &str) -> String {
    format!(
        "[GTP Engine \"engine\"]\n\
         Screen name format = \"%n %v\"\n\
         Name = \"X-square\"\n\
         Command line = \"{}\"\n\
         Supported games = \"Reversi\"\n\n\
         [New Game Parameters]\n\
         Game = \"Reversi\"\n\
         White is computer = true\n\
         Engine playing white = \"engine\"\n\
         Black is computer = true\n\
         Engine playing black = \"engine\"\n\n\
         [New Reversi Game Parameters]\n\
         Board size = 8\n\
         {clock}\n",
        engine.display()
    )
}

/// What the files hold whose names begin so: each process has its own, since the lines of two in one would mix.
fn logs(home: &Path, beginning: &str) -> String {
    let entries = fs::read_dir(home).unwrap().map(Result::unwrap);
    let files = entries.filter(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with(beginning)
    });
    files
        .map(|entry| fs::read_to_string(entry.path()).unwrap())
        .collect()
}

/// The game as each side is told of the other's moves. Quarry does not tell passes.
fn replay(log: &str) -> Game {
    let told = |color: Color| {
        // What is written last may be half a line.
        let lines = log.split_inclusive('\n').filter_map(move |line| {
            let [command, side, turn] = line.strip_suffix('\n')?.split(' ').collect::<Vec<_>>()[..]
            else {
                return None;
            };
            let is_meant = command == "play" && side.parse() == Ok(color);
            is_meant.then(|| turn.parse::<Move>().unwrap())
        });
        lines.collect::<Vec<_>>().into_iter()
    };
    let mut turns = ByColor {
        black: told(Color::Black),
        white: told(Color::White),
    };
    let mut game = Game::new();
    loop {
        game.pass_if_forced();
        let Some(turn) = turns[game.position().side()].next() else {
            return game;
        };
        game.play(turn).unwrap();
    }
}

/// Plays a game of the program against itself and returns it.
fn play(home: &Path, clock: &str) -> Game {
    let engine = home.join("engine.sh");
    let bin = env!("CARGO_BIN_EXE_xsquare");
    let (heard, said) = (home.join("heard"), home.join("said"));
    let script = format!(
        "#!/bin/sh\ntee '{}'.$$ | '{bin}' gtp --level 4 --hash 2M --threads 1 --eval classic | tee '{}'.$$\n",
        heard.display(),
        said.display()
    );
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(home.join(".quarry"), settings(&engine, clock)).unwrap();
    let _quarry = start("/usr/games/quarry", &[], home);
    press("Control Center", &["alt+n"]);
    press("New Game", &["alt+f", "alt+p"]);
    let begin = Instant::now();
    let game = loop {
        let log = logs(home, "heard");
        let game = replay(&log);
        if game.is_over() {
            break game;
        }
        assert!(begin.elapsed() < PATIENCE, "the game does not end:\n{log}");
        sleep(Duration::from_millis(200));
    };
    let said = logs(home, "said");
    assert!(!said.lines().any(|line| line.starts_with('?')), "{said}");
    game
}

#[test]
#[ignore = "needs Debian's quarry, xvfb and xdotool: cargo test -p xsquare --test program -- --ignored quarry"]
fn quarry_plays_whole_games() {
    let home = tempfile::tempdir().unwrap();
    let _screen = start(
        "Xvfb",
        &[SCREEN, "-screen", "0", "1024x768x24"],
        home.path(),
    );
    sleep(Duration::from_secs(2));
    for (name, clock) in [
        ("endless", "Time control type = 0"),
        (
            "clock",
            "Time control type = 1\nTime limit for game = 00:20",
        ),
    ] {
        let home = home.path().join(name);
        fs::create_dir(&home).unwrap();
        let game = play(&home, clock);
        assert!(game.turns().len() > 8, "{name}: {game:?}");
    }
}
