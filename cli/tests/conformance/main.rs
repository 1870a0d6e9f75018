//! `conformance` finds every fault of a deliberately broken engine, and none in this program.
//!
//! Without a harness, because this program is also the engine: `engine gtp FAULT`. Words on the command line choose tests
//! whose names hold one of them.
#![expect(
    clippy::print_stdout,
    reason = "there is no harness that tells the outcome"
)]
#![expect(
    clippy::unwrap_used,
    reason = "a failed test shall panic, in its helpers as well"
)]

mod gtp;
mod nboard;

use serde_json::Value;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::process::{Command, ExitCode};

/// An engine of a few lines that does one thing wrong.
pub(crate) trait Engine {
    /// What is said to a line, and whether the engine goes on.
    fn answer(&mut self, line: &str) -> (String, ControlFlow<()>);
}

/// A fault, and a word of the rule that it breaks.
type Fault = (&'static str, &'static str);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, protocol, fault] = arguments.as_slice()
        && word == "engine"
    {
        match protocol.as_str() {
            "gtp" => serve(&mut gtp::Gtp::new(fault)),
            _ => serve(&mut nboard::Nboard::new(fault)),
        }
        return ExitCode::SUCCESS;
    }
    if arguments
        .iter()
        .any(|word| word == "--list" || word == "--ignored")
    {
        return ExitCode::SUCCESS;
    }
    let failed = tests()
        .into_iter()
        .filter(|(name, _)| is_chosen(name, &arguments))
        .filter(|(name, test)| {
            let outcome = catch_unwind(std::panic::AssertUnwindSafe(test));
            println!(
                "test {name} ... {}",
                if outcome.is_ok() { "ok" } else { "FAILED" }
            );
            outcome.is_err()
        })
        .count();
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        println!("{failed} failed");
        ExitCode::FAILURE
    }
}

fn is_chosen(name: &str, arguments: &[String]) -> bool {
    let mut words = arguments
        .iter()
        .filter(|word| !word.starts_with('-'))
        .peekable();
    words.peek().is_none() || words.any(|word| name.contains(word.as_str()))
}

/// Every test with its name.
fn tests() -> Vec<(String, Box<dyn Fn()>)> {
    let mut tests: Vec<(String, Box<dyn Fn()>)> = Vec::new();
    let protocols: [(&'static str, &'static [Fault]); 2] =
        [("gtp", &gtp::FAULTS), ("nboard", &nboard::FAULTS)];
    for (protocol, faults) in protocols {
        assert!(faults.len() >= 10);
        tests.push((
            format!("{protocol}::this_program_has_no_fault"),
            Box::new(move || xsquare_has_no_fault(protocol)),
        ));
        tests.push((
            format!("{protocol}::a_right_engine_has_no_fault"),
            Box::new(move || assert_eq!(faults_of(protocol, "none", ""), [""; 0])),
        ));
        for &(fault, rule) in faults {
            tests.push((
                format!("{protocol}::{fault}_is_found"),
                Box::new(move || {
                    let found = faults_of(protocol, fault, rule);
                    assert!(!found.is_empty(), "{fault}");
                }),
            ));
        }
    }
    tests
}

/// Runs the checks: the rows.
fn check(protocol: &str, rule: &str, program: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_xsquare"))
        .args(["conformance", protocol, "--json", "--patience", "5s"])
        .args(["--only", rule, "--"])
        .args(program)
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let rows = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    (rows, output.status.code())
}

fn broken(rows: &[Value]) -> Vec<String> {
    rows.iter()
        .filter(|row| row["result"] == "fault")
        .map(|row| format!("{}: {}", row["check"], row["reason"]))
        .collect()
}

/// Which rules with this word the engine breaks with this fault.
fn faults_of(protocol: &str, fault: &str, rule: &str) -> Vec<String> {
    let engine = std::env::current_exe().unwrap();
    let program = [engine.to_str().unwrap(), "engine", protocol, fault];
    let (rows, code) = check(protocol, rule, &program);
    assert!(!rows.is_empty());
    assert!(
        rows.iter()
            .all(|row| row["schema"] == "xsquare.conformance.v1")
    );
    let broken = broken(&rows);
    assert_eq!(code, Some(i32::from(!broken.is_empty())));
    broken
}

fn xsquare_has_no_fault(protocol: &str) {
    let bin = env!("CARGO_BIN_EXE_xsquare");
    let options = [
        "--level",
        "1",
        "--hash",
        "1M",
        "--threads",
        "1",
        "--eval",
        "classic",
    ];
    let program = [&[bin, protocol][..], &options].concat();
    let (rows, code) = check(protocol, "", &program);
    assert_eq!((broken(&rows), code), (vec![], Some(0)));
    assert!(
        rows.iter().all(|row| row["result"] == "ok"),
        "nothing is skipped"
    );
}

/// Answers line by line.
fn serve(engine: &mut dyn Engine) {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let (text, flow) = engine.answer(&line.unwrap());
        // The other side may have heard enough.
        let is_heard = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        if is_heard.is_err() || flow.is_break() {
            return;
        }
    }
}
