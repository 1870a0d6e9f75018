//! Games with clocks: nobody who thinks by the clock loses on it, and programs are told of theirs.

use crate::common::{Run, package_file, rows, run};
use serde_json::Value;

/// Runs a match and returns its row.
fn play(arguments: &[&str]) -> (Value, Run) {
    let match_ = run(&[
        &["match", "--hash", "1M", "--openings", "start", "--json"],
        arguments,
    ]
    .concat());
    assert_eq!(match_.code, 0, "{}", match_.stderr);
    let row = rows(&match_)[0].clone();
    (row, match_)
}

fn faults(row: &Value) -> (u64, u64) {
    let count = |seat: &str| row["forfeits"][seat].as_u64().unwrap();
    (count("a"), count("b"))
}

#[test]
fn this_program_keeps_to_every_clock() {
    for (a, b) in [
        ("clock=2s", "clock=1s+20ms"),
        // Hardly any main time, and none: periods must do.
        ("level=3,clock=1ms+2s/1", "level=3,clock=0+5s/5"),
        ("level=5,clock=3s", "depth=4"),
    ] {
        // Solved early: the rest is for a quick test too long, and for a busy machine too close.
        let (row, match_) = play(&["--a", a, "--b", b, "--games", "2", "--adjudicate", "20"]);
        assert_eq!(row["played"], 2);
        assert_eq!(faults(&row), (0, 0), "{a} {b}: {}", match_.stderr);
    }
    // One clock for both, and a player that has its own.
    let (row, match_) = play(&[
        "--a",
        "threads=1",
        "--b",
        "time=5ms",
        "--clock",
        "1s",
        "--games",
        "2",
        "--adjudicate",
        "20",
    ]);
    assert_eq!(faults(&row), (0, 0), "{}", match_.stderr);
    assert!(row["longest_move_ms"]["a"].as_f64().unwrap() > 10.0);
}

#[test]
fn strange_clocks_are_refused() {
    for (arguments, words) in [
        (["--clock", "0"], "5m+3s"),
        (["--clock", "5m+"], "5m+3s"),
        (["--clock", "-5m"], "5m+3s"),
        (["--clock", "nan"], "5m+3s"),
    ] {
        let arguments = [
            &["match", "--a", "threads=1", "--b", "threads=1"][..],
            &arguments,
        ]
        .concat();
        let refused = run(&arguments);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
    let both = [
        "match",
        "--a",
        "threads=1",
        "--b",
        "threads=1",
        "--clock",
        "5m",
        "--time",
        "1s",
    ];
    assert!(run(&both).stderr.contains("cannot be used with"));
    let both = ["match", "--a", "time=1s,clock=5m", "--b", "threads=1"];
    assert!(run(&both).stderr.contains("exclude each other"));
}

#[cfg(unix)]
mod programs {
    use super::*;

    /// Nine moves, and the game is over.
    const NINE: &str = "f5 d6 c5 f6 e7 f4 g5 e6 e3";

    fn puppet(protocol: &str, clock: &str, mode: &str) -> String {
        let script = package_file("tests/program/puppet.sh");
        format!("{protocol}{clock}:sh '{script}' {protocol} {mode} '{NINE}'")
    }

    #[test]
    fn programs_are_told_of_their_clocks() {
        for (one, other) in [("gtp", "gtp"), ("nboard", "nboard"), ("gtp", "nboard")] {
            // The mode `clock` refuses to play if it has not heard of the time.
            let a = puppet(one, "", "clock");
            let b = puppet(other, ",clock=2m+2s", "clock");
            let (row, match_) = play(&["--a", &a, "--b", &b, "--clock", "1m", "--games", "2"]);
            assert_eq!(faults(&row), (0, 0), "{}", match_.stderr);
            assert_eq!(row["played"], 2);
        }
        let deaf = puppet("gtp", "", "clock");
        let (row, match_) = play(&["--a", &deaf, "--b", "depth=1", "--games", "2"]);
        assert_eq!(faults(&row), (2, 0), "the mode can refuse");
        assert!(match_.stderr.contains("nobody told the time"));
    }

    #[test]
    fn a_program_that_oversteps_its_clock_loses() {
        for protocol in ["gtp", "nboard"] {
            let slow = puppet(protocol, ",clock=200ms", "late");
            let arguments = [
                "--a", "depth=1", "--b", &slow, "--grace", "50ms", "--games", "2",
            ];
            let (row, match_) = play(&arguments);
            assert_eq!(faults(&row), (0, 2), "{}", match_.stderr);
            assert!(
                match_.stderr.contains("did not answer"),
                "{}",
                match_.stderr
            );
        }
    }
}
