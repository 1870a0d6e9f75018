//! `train`: only in builds with that feature, with recipes far too small for good weights.

use crate::common::{START, rows, run, run_for_minutes, xsquare};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/weights/patterns.bin")
}

/// The arguments of a generation of less than a minute: two shards of games in either run.
fn generation<'a>(dir: &'a Path, out: &'a Path) -> Vec<&'a str> {
    vec![
        "train",
        "patterns",
        "--dir",
        text(dir),
        "--out",
        text(out),
        "--games",
        "1000",
        "--steps",
        "1",
        "--calibration-games",
        "100",
    ]
}

/// The shards in both directories of a generation.
fn shards(dir: &Path) -> usize {
    ["small", "big"]
        .iter()
        .filter_map(|name| fs::read_dir(dir.join(name)).ok())
        .flatten()
        .filter(|entry| {
            let path = entry.as_ref().unwrap().path();
            path.extension().is_some_and(|extension| extension == "xsd")
        })
        .count()
}

#[test]
fn a_generation_goes_on_after_ctrl_c_and_its_weights_can_think() {
    let directory = tempfile::tempdir().unwrap();
    let (dir, out) = (
        directory.path().join("data"),
        directory.path().join("weights.bin"),
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_xsquare"))
        .args(generation(&dir, &out))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while shards(&dir) < 4 {
        assert!(start.elapsed() < Duration::from_mins(2), "no shards");
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.contains(&format!(
            "stopped; what is finished is kept in {}, and the same command goes on from there",
            text(&dir)
        )),
        "{stderr}"
    );
    assert!(!out.exists());
    let kept = shards(&dir);
    let first = fs::metadata(dir.join("small/games-00000.xsd")).unwrap();
    let goes_on = xsquare(&generation(&dir, &out))
        .timeout(Duration::from_mins(10))
        .output()
        .unwrap();
    let stderr = String::from_utf8(goes_on.stderr).unwrap();
    assert_eq!(goes_on.status.code(), Some(0), "{stderr}");
    check_stages(&stderr);
    assert!(stderr.contains(" discs on the games held out"), "{stderr}");
    assert!(shards(&dir) > kept);
    let again = fs::metadata(dir.join("small/games-00000.xsd")).unwrap();
    assert_eq!(first.modified().unwrap(), again.modified().unwrap());
    check_weights(&String::from_utf8(goes_on.stdout).unwrap(), &out);
    // The weights without calibration are kept, and refused where they cannot be used.
    let uncalibrated = dir.join("uncalibrated.bin");
    let run = run(&["eval", "start", "--eval", text(&uncalibrated)]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("no valid calibration"),
        "{}",
        run.stderr
    );
    recalibrate(&uncalibrated, &out);
    learn_order(&dir.join("big"), &directory.path().join("ordering.bin"));
}

/// The solved positions of a generation are enough for the small evaluation.
fn learn_order(dir: &Path, out: &Path) {
    let run = run(&[
        "train",
        "ordering",
        "--dir",
        text(dir),
        "--out",
        text(out),
        "--steps",
        "5",
        "--json",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = &rows(&run)[0];
    assert_eq!(report["schema"], "xsquare.train.ordering.v1");
    assert!(report["fitted_on"].as_u64().unwrap() > 500, "{report}");
    let file = fs::read(out).unwrap();
    let stated = u64::from_le_bytes(file[32..40].try_into().unwrap());
    assert_eq!(report["checksum"], format!("{stated:016x}"));
}

/// The stages are counted from the games to the calibration.
fn check_stages(stderr: &str) {
    let stages: Vec<&str> = stderr
        .lines()
        .filter_map(|line| line.strip_prefix("note: stage "))
        .collect();
    let (first, last) = (stages[0], stages[stages.len() - 1]);
    let (_, total) = first.split_once(" of ").unwrap();
    let (total, _) = total.split_once(',').unwrap();
    assert!(
        first.starts_with(&format!("1 of {total}, small run, games: ")),
        "{first}"
    );
    assert!(
        last.starts_with(&format!("{total} of {total}, calibration: ")),
        "{last}"
    );
}

/// The file has the checksum that was printed, and an evaluation that knows something.
fn check_weights(stdout: &str, out: &Path) {
    let checksum = stdout.lines().next().unwrap();
    let checksum = checksum.strip_prefix("Checksum ").unwrap();
    assert!(
        stdout.contains("| empties | positions | mean error |"),
        "{stdout}"
    );
    assert!(stdout.contains("\nto_the_end  ["), "{stdout}");
    let run = run(&["eval", "--json", "--eval", text(out), "f5d6c3"]);
    assert_eq!(rows(&run)[0]["checksum"], checksum);
}

/// The same calibration as that of the whole run.
fn recalibrate(uncalibrated: &Path, out: &Path) {
    let other = out.with_extension("again");
    let run = run_for_minutes(&[
        "train",
        "calibration",
        "--json",
        "--games",
        "100",
        "--in",
        text(uncalibrated),
        "--out",
        text(&other),
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(fs::read(out).unwrap(), fs::read(&other).unwrap());
    let row = &rows(&run)[0];
    assert_eq!(row["schema"], "xsquare.train.calibration.v1");
    assert_eq!(row["evaluation"], "patterns");
    assert_eq!(row["midgame"].as_array().unwrap().len(), 4);
    for row in row["rows"].as_array().unwrap() {
        for field in [
            "empties",
            "depth",
            "probe",
            "positions",
            "bias",
            "found",
            "fitted",
        ] {
            assert!(row[field].is_number(), "{field}: {row}");
        }
    }
}

/// A WTHOR database with one unfinished game that begins so, and another with one move.
fn database(directory: &Path) -> PathBuf {
    let mut file = vec![20, 26, 2, 1, 2, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 24, 0];
    for moves in [&[56, 64, 53, 66, 75, 46, 57, 65, 35][..], &[56]] {
        file.extend([1, 0, 2, 0, 3, 0, 40, 40]);
        file.extend(moves);
        file.resize(file.len().next_multiple_of(68) + 16, 0);
    }
    file.truncate(16 + 2 * 68);
    let path = directory.join("games.wtb");
    fs::write(&path, file).unwrap();
    path
}

#[test]
fn a_later_generation_begins_with_weights_and_real_games() {
    let directory = tempfile::tempdir().unwrap();
    let (dir, out) = (
        directory.path().join("data"),
        directory.path().join("weights.bin"),
    );
    let exclude = directory.path().join("exclude.tsv");
    // After f5 d6 c5, with the board turned around: in one of the two games.
    let turned = "---------------------------OX-----XXXX-----O--------------------";
    let mirrored: String = turned.chars().rev().collect();
    fs::write(&exclude, format!("{mirrored}\tO\t57\t0\n")).unwrap();
    let real = database(directory.path());
    let mut arguments: Vec<&str> = generation(&dir, &out);
    arguments[1] = "next";
    arguments.extend(["--real", text(&real), "--exclude", text(&exclude)]);
    let run = run(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains(
            "note: real games: 1; left out because of positions to be excluded: 1; broken: 0\n"
        ),
        "{}",
        run.stderr
    );
    check_weights(&run.stdout, &out);
    // Few steps from the shipped weights, on few games, are still near them.
    let value = |eval: &str| {
        let run = crate::common::run(&["eval", "--json", "--eval", eval, "f5d6c3d3c4"]);
        rows(&run)[0]["score"].as_f64().unwrap()
    };
    let (found, before) = (value(text(&out)), value("patterns"));
    assert!((found - before).abs() < 12.0, "{found}, {before}");
}

#[test]
fn an_order_of_moves_cannot_be_learned_from_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("w.bin");
    for (dir, reason) in [
        (directory.path().to_owned(), "no position to fit"),
        (directory.path().join("none"), "No such file"),
    ] {
        let run = run(&[
            "train",
            "ordering",
            "--dir",
            text(&dir),
            "--out",
            text(&out),
        ]);
        assert_eq!(run.code, 2);
        assert!(
            run.stderr.contains(reason) && run.stderr.contains(text(&dir)),
            "{}",
            run.stderr
        );
    }
    assert!(!out.exists());
}

#[test]
fn real_games_that_are_none_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let (dir, out) = (
        directory.path().join("data"),
        directory.path().join("weights.bin"),
    );
    let path = directory.path().join("games.wtb");
    let names = [20, 26, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    for (content, reason) in [
        (&b"short"[..], "5 bytes are too few for a WTHOR file"),
        (&names[..], "the file holds 1 names and no game"),
    ] {
        fs::write(&path, content).unwrap();
        let mut arguments = generation(&dir, &out);
        arguments[1] = "next";
        arguments.extend(["--real", text(&path)]);
        let run = run(&arguments);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("games.wtb"), "{}", run.stderr);
        assert!(run.stderr.contains(reason), "{}", run.stderr);
        assert!(!dir.exists());
    }
}

#[test]
fn shards_that_cannot_be_written_end_the_training_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    let (dir, out) = (
        directory.path().join("data"),
        directory.path().join("weights.bin"),
    );
    // No file may grow beyond 8 blocks, as if the disk were full.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_xsquare"))
        .args(generation(&dir, &out))
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("error: the training could not go on (what is finished is kept in "),
        "{stderr}"
    );
    assert!(
        stderr.contains("games-0000") && stderr.contains("File too large"),
        "{stderr}"
    );
    assert_eq!(fs::read_dir(dir.join("small")).unwrap().count(), 0);
}

#[test]
fn data_that_are_no_shards_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let (dir, out) = (
        directory.path().join("data"),
        directory.path().join("weights.bin"),
    );
    fs::create_dir_all(dir.join("small")).unwrap();
    fs::write(
        dir.join("small/games-00000.xsd"),
        b"XSQDATA\nand nothing else",
    )
    .unwrap();
    let run = run(&generation(&dir, &out));
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("games-00000.xsd: not a complete shard"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let dir = directory.path().join("data");
    let out = directory.path().join("nowhere/weights.bin");
    let run = run(&generation(&dir, &out));
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .contains("expected a file in a directory that exists"),
        "{}",
        run.stderr
    );
    assert!(!dir.exists());
}

#[test]
fn the_calibration_of_the_classic_evaluation_is_printed() {
    let arguments = ["train", "calibration", "--eval", "classic", "--games"];
    let run = |more: &[&str]| crate::common::run(&[&arguments, more].concat());
    let fitted = run(&["90", "--seed", "7"]);
    assert_eq!(fitted.code, 0, "{}", fitted.stderr);
    for part in [
        "Evaluation classic\n",
        "| empties | depth | probe | positions | bias | spread found | fitted |",
        "| 8–11 | 9 | 3 | ",
        "\nmidgame     [",
        "\nto_the_end  [",
    ] {
        assert!(fitted.stdout.contains(part), "{part}: {}", fitted.stdout);
    }
    let few = run(&["2"]);
    assert_eq!(few.code, 2);
    assert!(few.stderr.contains("2 games are too few"), "{}", few.stderr);
    let written = run(&["90", "--out", "classic.bin"]);
    assert_eq!(written.code, 2);
    assert!(
        written.stderr.contains("leave --out away"),
        "{}",
        written.stderr
    );
}

#[test]
fn calibrations_need_a_weight_file_and_a_place_for_the_result() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("weights.bin");
    let mut bytes = fs::read(shipped()).unwrap();
    bytes.truncate(1000);
    fs::write(&path, bytes).unwrap();
    let run = |more: &[&str]| {
        let run = crate::common::run(&[&["train", "calibration"], more].concat());
        assert_eq!(run.code, 2, "{}", run.stdout);
        run.stderr
    };
    let stderr = run(&["--in", text(&path), "--out", text(&path)]);
    assert!(
        stderr.contains(&format!("cannot use {}", text(&path))),
        "{stderr}"
    );
    assert!(run(&["--in", text(&shipped())]).contains("--out <FILE>"));
}

#[test]
fn reports_are_tables_of_errors_for_either_evaluation() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.tsv");
    fs::write(
        &path,
        format!("# a comment\n{START}\tX\t60\t10\n{START}\tO\t60\t-10\n"),
    )
    .unwrap();
    for eval in ["patterns", "classic"] {
        let arguments = ["train", "report", "--eval", eval, "--test", text(&path)];
        let table = run(&arguments);
        assert_eq!(table.code, 0, "{}", table.stderr);
        assert!(table.stdout.starts_with(&format!("Evaluation {eval} ")));
        assert!(table.stdout.contains("\n| 60 | 2 | "), "{}", table.stdout);
        let json = run(&[&arguments[..], &["--json"]].concat());
        let row = &rows(&json)[0];
        assert_eq!(row["schema"], "xsquare.train.report.v1");
        assert_eq!(row["evaluation"], eval);
        let errors = &row["test"][0];
        assert_eq!(
            (&errors["empties"], &errors["positions"]),
            (&60.into(), &2.into())
        );
        assert_eq!(errors["mean_score"], 10.0);
        // The error of the static value, which `eval` prints.
        let value = rows(&run(&["eval", "--json", "--eval", eval, "start"]))[0]["score"]
            .as_f64()
            .unwrap();
        let expected = f64::midpoint((value - 10.0).abs(), (value + 10.0).abs());
        let found = errors["mean_error"].as_f64().unwrap();
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
    }
}

#[test]
fn reports_on_nothing_and_on_what_is_no_table_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.tsv");
    for (content, reason) in [
        ("# nothing\n\n", "holds no position"),
        ("start\n", "line 1: expected board, side to move"),
    ] {
        fs::write(&path, content).unwrap();
        let run = run(&["train", "report", "--test", text(&path)]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(reason), "{}", run.stderr);
        assert!(run.stderr.contains("test.tsv"), "{}", run.stderr);
    }
}
