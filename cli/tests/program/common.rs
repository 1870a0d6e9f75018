//! What the tests of the program have in common.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// The starting position without the side to move.
pub(crate) const START: &str = "---------------------------OX------XO---------------------------";
/// FFO problem 20: 6 empties, +6 by h5.
pub(crate) const FFO_20: &str =
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";

/// The program with these arguments, ended with a failure if it takes more than a minute.
pub(crate) fn xsquare(arguments: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("xsquare");
    // Small, so that tests that run side by side fit in any memory.
    if !arguments.contains(&"--hash") {
        command.args(["--hash", "16M"]);
    }
    command.args(arguments).timeout(Duration::from_mins(1));
    command
}

/// What a run printed and returned.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// Runs the program with this on standard input. It must end by itself, with text that is UTF-8, and without a fault.
pub(crate) fn run_with_input(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    finish(arguments, xsquare(arguments).write_stdin(input))
}

/// Runs the program to its end, which may be minutes away.
#[cfg(feature = "train")]
pub(crate) fn run_for_minutes(arguments: &[&str]) -> Run {
    finish(
        arguments,
        xsquare(arguments).timeout(std::time::Duration::from_mins(10)),
    )
}

fn finish(arguments: &[&str], command: &mut assert_cmd::Command) -> Run {
    let output = command.output().unwrap();
    let run = Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap_or(-1),
    };
    assert!(
        (0..=2).contains(&run.code) && !run.stderr.contains("fault"),
        "{arguments:?} ended with {}:\n{}",
        run.code,
        &run.stderr[..run.stderr.len().min(2000)]
    );
    run
}

/// Runs the program with nothing on standard input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_with_input(arguments, "")
}

/// The JSON lines on standard output: objects with a schema, and nothing else.
pub(crate) fn rows(run: &Run) -> Vec<Value> {
    run.stdout
        .lines()
        .map(|line| {
            let row: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(
                row["schema"].as_str().unwrap().starts_with("xsquare."),
                "{line}"
            );
            row
        })
        .collect()
}

/// A file of this package.
pub(crate) fn package_file(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(name)
        .display()
        .to_string()
}

/// Checks that the terms of a row of `eval` add up to its score.
pub(crate) fn check_sum_of_terms(row: &Value) {
    let terms = row["terms"].as_array().unwrap();
    let values = terms.iter().map(|term| term["value"].as_f64().unwrap());
    let sum = values.sum::<f64>().clamp(-64.0, 64.0);
    let score = row["score"].as_f64().unwrap();
    assert!((sum - score).abs() <= 0.005 + 1e-9, "{row}: {sum}");
}
