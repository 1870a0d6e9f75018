//! Input that nobody should give: an answer or a clear error, never a fault, never a wait without end.

use crate::common::{FFO_20, START, package_file, rows, run, run_with_input};
use std::ffi::OsString;

/// The commands that read positions, each with an option that keeps the search short.
const READERS: [&[&str]; 4] = [
    &["show"],
    &["eval"],
    &["solve", "--limit", "100ms"],
    &["analyse", "--depth", "2"],
];

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    command.iter().chain(more).copied().collect()
}

#[test]
fn empty_and_blank_arguments_are_errors() {
    for command in READERS {
        for text in ["", " ", "\t\n", "\u{feff}", "\u{a0}"] {
            let run = run(&with(command, &[text]));
            assert_eq!(run.code, 2, "{command:?} {text:?}");
            assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
            assert_eq!(run.stdout, "");
        }
    }
}

#[test]
fn no_position_at_all_is_an_error_that_says_what_is_expected() {
    for command in READERS {
        let run = run(command);
        assert_eq!(run.code, 2);
        assert!(
            run.stderr.contains("no position given; expected `start`"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn an_empty_or_blank_input_is_an_error() {
    for command in READERS {
        for input in [
            "",
            "\n\n\n",
            "% only a comment\n# and another",
            "\u{feff}",
            "  \t \r\n",
        ] {
            let run = run_with_input(&with(command, &["-"]), input);
            assert_eq!(run.code, 2, "{command:?} {input:?}");
            assert!(
                run.stderr.contains("standard input holds no position"),
                "{}",
                run.stderr
            );
        }
    }
}

#[test]
fn arguments_that_are_not_text_are_errors() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        let bytes = OsString::from_vec(vec![b'f', 0xff, 0xfe, b'5']);
        let output = crate::common::xsquare(&["show"])
            .arg(bytes)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn binary_input_is_reported_line_by_line() {
    let bytes: Vec<u8> = (0..=255_u8).cycle().take(4096).collect();
    for command in READERS {
        let run = run_with_input(&with(command, &["-"]), bytes.clone());
        assert_eq!(run.code, 1, "{command:?}");
        assert!(run.stderr.contains("line 1"), "{}", run.stderr);
    }
}

#[test]
fn ten_megabytes_in_one_line_are_refused_and_the_rest_is_read() {
    let mut input = vec![b'f'; 10 << 20];
    input.extend_from_slice(b"\nstart\n");
    let run = run_with_input(&["show", "--json", "-"], input);
    assert_eq!(run.code, 1);
    let rows = rows(&run);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["schema"], "xsquare.error.v1");
    assert_eq!(rows[1]["side"], "X");
    assert!(run.stderr.len() < 4096, "{}", run.stderr.len());
}

#[test]
fn ten_megabytes_of_noise_and_of_blank_lines_end() {
    // A generator good enough for noise: multiplication by a large odd number.
    let mut state = 1_u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1);
        (state >> 56) as u8
    })
    .take(10 << 20)
    .collect();
    assert_eq!(run_with_input(&["show", "-"], noise).code, 1);
    assert_eq!(
        run_with_input(&["show", "-"], vec![b'\n'; 10 << 20]).code,
        2
    );
}

#[test]
fn ten_megabytes_of_positions_are_all_shown() {
    let line = format!("{START} X\n");
    let count = (10 << 20) / line.len();
    let run = run_with_input(&["show", "--json", "-"], line.repeat(count));
    assert_eq!(run.code, 0);
    assert_eq!(run.stdout.lines().count(), count);
}

#[test]
fn line_ends_byte_order_marks_and_missing_final_ends_do_not_matter() {
    let inputs = [
        format!("\u{feff}{FFO_20}\r\n% comment\r\n\r\nf5d6c3"),
        format!("{FFO_20}\nf5d6c3\n"),
        format!("{FFO_20}\rf5d6c3\r"),
    ];
    let shown: Vec<Vec<_>> = inputs
        .map(|input| {
            let run = run_with_input(&["show", "--json", "-"], input);
            assert_eq!(run.code, 0, "{}", run.stderr);
            rows(&run).iter().map(|row| row["board"].clone()).collect()
        })
        .into();
    assert_eq!(shown[0].len(), 2);
    assert!(shown.iter().all(|boards| *boards == shown[0]));
}

#[test]
fn foreign_letters_are_named() {
    for (text, code_point) in [
        (START.replacen('O', "\u{41e}", 1) + " X", "U+041E"),
        (START.replacen('-', "\u{b7}", 1) + " X", "U+00B7"),
        ("ｆ５".to_owned(), "ｆ５"),
        ("f5\u{a0}d6".to_owned(), "U+00A0"),
    ] {
        let run = run(&["show", &text]);
        assert_eq!(run.code, 2, "{text}");
        assert!(run.stderr.contains(code_point), "{text}: {}", run.stderr);
    }
}

#[test]
fn text_from_a_file_cannot_steer_the_terminal() {
    let run = run_with_input(
        &["show", "--color", "never", "-"],
        "\u{1b}[2J\u{7}zz\u{9b}31m\n",
    );
    assert_eq!(run.code, 1);
    assert!(
        !run.stderr.contains(['\u{1b}', '\u{7}', '\u{9b}']),
        "{:?}",
        run.stderr
    );
}

#[test]
fn digits_in_boards_are_refused_as_ambiguous() {
    let run = run(&["show", &(START.replace('O', "0") + " X")]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("the digit 0 is Black in some programs"),
        "{}",
        run.stderr
    );
}

#[test]
fn boards_without_discs_are_errors() {
    for command in READERS {
        let run = run(&with(command, &[&"-".repeat(64), "X"]));
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("without discs"), "{}", run.stderr);
    }
}

#[test]
fn finished_games_are_answered() {
    let full = "X".repeat(40) + &"O".repeat(24);
    let one_colour = "X".to_owned() + &"-".repeat(63);
    let cases = [
        (full.as_str(), "X", 16),
        (full.as_str(), "O", -16),
        (one_colour.as_str(), "X", 64),
        (one_colour.as_str(), "O", -64),
        (
            "--------------------X------XXX----XXXXX----XXX------X-----------",
            "O",
            -64,
        ),
    ];
    for (board, side, score) in cases {
        for command in ["solve", "analyse", "eval"] {
            let run = run(&[command, board, side, "--json"]);
            assert_eq!(run.code, 0, "{command} {board} {side}: {}", run.stderr);
            let row = &rows(&run)[0];
            assert_eq!(row["score"], score, "{command} {board} {side}");
            assert_eq!(row["kind"], "exact");
        }
        let run = run(&["solve", board, side, "--json", "--all"]);
        let row = &rows(&run)[0];
        assert_eq!(row["moves"].as_array().unwrap().len(), 0);
        assert_eq!(row["best"].as_array().unwrap().len(), 0);
        let run = crate::common::run(&["show", board, side]);
        assert!(run.stdout.contains("Game over: "), "{}", run.stdout);
    }
}

#[test]
fn positions_with_more_moves_than_any_game_has_are_searched() {
    let board = "---------OOXO-O---XXXXO--OX-OXO--XX---X--OXOXXO--O-OOXO---------";
    let run = run(&["analyse", board, "X", "--all", "--depth", "3", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(rows(&run)[0]["moves"].as_array().unwrap().len(), 35);
    let run = crate::common::run(&["perft", "3", board, "X", "--json"]);
    assert_eq!(rows(&run)[0]["leaves"], 10_691);
    let run = crate::common::run(&["solve", board, "X", "--limit", "200ms", "--all", "--json"]);
    assert_eq!(run.code, 0);
}

#[test]
fn settings_out_of_range_are_refused() {
    let cases: [&[&str]; 22] = [
        &["--threads", "0", "show", "start"],
        &["--threads", "257", "show", "start"],
        &["--threads", "100000", "show", "start"],
        &["--threads", "99999999999999999999999", "show", "start"],
        &["--threads", "-1", "show", "start"],
        &["--hash", "0", "show", "start"],
        &["--hash", "-5", "show", "start"],
        &["--hash", "512K", "show", "start"],
        &["--hash", "1000000G", "show", "start"],
        &["--hash", "99999999999999999999G", "show", "start"],
        &["analyse", "start", "--depth", "200"],
        &["analyse", "start", "--depth", "0"],
        &["analyse", "start", "--level", "61"],
        &["analyse", "start", "--time", "0"],
        &["analyse", "start", "--time", "-1s"],
        &["analyse", "start", "-n", "0"],
        &["solve", FFO_20, "--limit", "0s"],
        &["solve", FFO_20, "--limit", "1e9"],
        &["solve", FFO_20, "--window", "4,-4"],
        &["solve", FFO_20, "--at-least", "65"],
        &["perft", "61"],
        &["perft", "x"],
    ];
    for arguments in cases {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(
            run.stderr.starts_with("error: "),
            "{arguments:?}: {}",
            run.stderr
        );
        assert_eq!(run.stdout, "", "{arguments:?}");
    }
}

#[test]
fn more_threads_than_cores_are_accepted_with_a_note() {
    let run = run(&["--threads", "256", "solve", FFO_20]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("note: 256 threads on "),
        "{}",
        run.stderr
    );
}

#[test]
fn files_that_cannot_be_read_are_errors() {
    let directory = package_file("tests");
    for path in ["no/such/file.obf", &directory] {
        let one = run(&["solve", "--file", path]);
        assert_eq!(one.code, 2);
        assert!(
            one.stderr.contains(&format!("cannot read {path}")),
            "{}",
            one.stderr
        );
        assert_eq!(one.stdout, "");
        // One of several is a failed position of the batch.
        let many = run(&["solve", FFO_20, "--file", path, "--json"]);
        assert_eq!(many.code, 1);
        let rows = rows(&many);
        assert_eq!(rows[0]["score"], 6);
        assert_eq!(rows[1]["schema"], "xsquare.error.v1");
        assert_eq!(rows[2]["failed"], 1);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    for arguments in [
        vec!["show", "start"],
        vec!["solve", FFO_20, "--json"],
        vec!["--help"],
        vec!["man"],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_xsquare"))
            .args(&arguments)
            .stdout(full)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains("No space left"), "{arguments:?}: {stderr}");
    }
}
