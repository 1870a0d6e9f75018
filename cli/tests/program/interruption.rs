//! Ctrl-C and readers that go away.
#![cfg(unix)]

use crate::common::{FFO_20, START};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_mins(1);

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_xsquare"))
        .args(["--hash", "16M"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn press_ctrl_c(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Waits for the end and returns the exit code; a program that does not end is a failure.
fn wait(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn rest(stream: Option<impl Read>) -> String {
    let mut text = String::new();
    stream.unwrap().read_to_string(&mut text).unwrap();
    text
}

/// Begins to solve a position that takes for ever, between two easy ones. The first row is there, which tells that the second
/// position is being solved.
fn solve_the_hopeless(threads: &str) -> (Child, BufReader<ChildStdout>, String) {
    let positions = [FFO_20, START, "X", FFO_20];
    let options = ["solve", "--json", "--threads", threads];
    let mut child = start(&[options, positions].concat());
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    (child, out, first)
}

fn parse(lines: &str) -> Vec<serde_json::Value> {
    let rows = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

#[test]
fn ctrl_c_prints_what_is_known_and_ends_with_130() {
    let (mut child, out, first) = solve_the_hopeless("1");
    assert!(first.contains(r#""score":6,"kind":"exact""#), "{first}");
    std::thread::sleep(Duration::from_millis(100));
    press_ctrl_c(&child);
    assert_eq!(wait(&mut child), Some(130));
    let rest = rest(Some(out));
    let rows = parse(&rest);
    assert_eq!(rows.len(), 2, "the third position is not begun: {rest}");
    assert_ne!(rows[0]["kind"], "exact");
    assert_eq!(rows[0]["complete"], false);
    assert_eq!(rows[1]["schema"], "xsquare.solve.summary.v1");
    assert_eq!(rows[1]["solved"], 1);
}

#[test]
fn ctrl_c_prints_what_was_done_behind_a_position_that_is_not() {
    // With two threads the hopeless position waits until the easy ones behind it are done, and holds them up.
    let (mut child, out, first) = solve_the_hopeless("2");
    assert!(first.contains(r#""index":1,"#), "{first}");
    std::thread::sleep(Duration::from_millis(500));
    press_ctrl_c(&child);
    assert_eq!(wait(&mut child), Some(130));
    let rest = rest(Some(out));
    let rows = parse(&rest);
    assert_eq!(rows.len(), 3, "{rest}");
    assert_eq!(
        (&rows[0]["index"], &rows[0]["complete"]),
        (&2.into(), &false.into())
    );
    assert_eq!(
        (&rows[1]["index"], &rows[1]["complete"]),
        (&3.into(), &true.into())
    );
    assert_eq!(rows[2]["solved"], 2);
}

#[test]
fn ctrl_c_ends_an_analysis_with_its_best_move() {
    let mut child = start(&["analyse", "start", "--watch"]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains(" about ") {
        line.clear();
        assert_ne!(out.read_line(&mut line).unwrap(), 0, "the search has ended");
    }
    press_ctrl_c(&child);
    assert_eq!(wait(&mut child), Some(130));
    let rest = rest(Some(out));
    assert!(rest.contains("; stopped\n"), "{rest}");
}

#[test]
fn ctrl_c_in_a_search_does_not_wait_for_more_input() {
    let mut child = start(&["solve", "-", "--json"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{FFO_20}\n{START} X").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    press_ctrl_c(&child);
    // Standard input is still open here.
    assert_eq!(wait(&mut child), Some(130));
    assert!(rest(Some(out)).contains("summary"));
    drop(stdin);
}

#[test]
fn ctrl_c_while_nothing_is_searched_ends_at_once() {
    let mut child = start(&["solve", "-", "-v"]);
    // The note about the settings tells that Ctrl-C is taken over soon; the program then waits for a line.
    let mut err = BufReader::new(child.stderr.take().unwrap());
    err.read_line(&mut String::new()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    press_ctrl_c(&child);
    assert_eq!(wait(&mut child), Some(130));
    let mut child = start(&["perft", "60"]);
    std::thread::sleep(Duration::from_millis(300));
    press_ctrl_c(&child);
    assert_eq!(wait(&mut child), Some(130));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let input = format!("{FFO_20}\n").repeat(20_000);
    for arguments in [["show", "--json", "-"], ["show", "-v", "-"]] {
        let mut child = start(&arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.clone();
        // The program may end before it has read everything.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut String::new()).unwrap();
        drop(out);
        let mut err = child.stderr.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            err.read_to_end(&mut text).unwrap();
            String::from_utf8(text).unwrap()
        });
        assert_eq!(wait(&mut child), Some(0));
        writer.join().unwrap();
        let stderr = reader.join().unwrap();
        assert!(!stderr.contains("error"), "{stderr}");
    }
}

#[test]
fn ctrl_c_ends_a_review_with_what_is_judged_so_far() {
    let mut child = start(&["review", "f5d6c3", "--level", "60", "-v"]);
    // The last thing that is said before the search begins, which is hopeless.
    let errors = BufReader::new(child.stderr.take().unwrap());
    let begins = |line: &String| line.contains("evaluation ");
    assert!(errors.lines().map(Result::unwrap).any(|line| begins(&line)));
    std::thread::sleep(Duration::from_millis(300));
    press_ctrl_c(&child);
    assert_eq!(wait(&mut child), Some(130));
    let text = rest(child.stdout.take());
    assert!(text.contains("3  X c3          -\n"), "{text}");
    assert!(text.contains("The review was interrupted"), "{text}");
    assert!(!text.contains("losses are exact"), "{text}");
}
