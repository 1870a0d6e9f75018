//! `--eval`: which evaluation thinks, and weight files that cannot be used.

use crate::common::{FFO_20, START, check_sum_of_terms, rows, run};
use std::fs;
use std::path::{Path, PathBuf};

/// The weight file that is built in.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/weights/patterns.bin")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn each_evaluation_judges_solves_and_analyses() {
    let file = shipped();
    let mut checksums = Vec::new();
    for (eval, name) in [
        (&[][..], "patterns"),
        (&["--eval", "patterns"], "patterns"),
        (&["--eval", text(&file)], "patterns"),
        (&["--eval", "classic"], "classic"),
    ] {
        let with = |arguments: &[&str]| {
            let run = run(&[arguments, eval].concat());
            assert_eq!(run.code, 0, "{eval:?}: {}", run.stderr);
            run
        };
        let row = &rows(&with(&["eval", "--json", "f5d6c3"]))[0];
        assert_eq!(row["evaluation"], name);
        checksums.push((
            row["checksum"].as_str().unwrap().to_owned(),
            row["score"].as_f64().unwrap(),
        ));
        let row = &rows(&with(&["solve", "--json", FFO_20]))[0];
        assert_eq!(row["score"], 6, "{eval:?}");
        // One ply ahead the evaluations differ, and the file agrees with what is built in.
        let said = with(&["analyse", "--depth", "1", "-v", "start"]).stderr;
        let checksum = &checksums.last().unwrap().0;
        assert!(
            said.contains(&format!("note: evaluation {name} {checksum}")),
            "{said}"
        );
    }
    assert_eq!(checksums[0], checksums[1]);
    assert_eq!(checksums[0], checksums[2]);
    assert_ne!(checksums[0], checksums[3]);
    let version = run(&["--version"]).stdout;
    assert!(
        version.contains(&format!("evaluation  patterns {}", checksums[0].0)),
        "{version}"
    );
}

#[test]
fn the_terms_of_either_evaluation_add_up_to_its_score() {
    let late = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6";
    for (eval, first) in [("patterns", "edge and X-squares"), ("classic", "mobility")] {
        for position in ["f5d6c3", late] {
            let run = run(&["eval", "--json", "--eval", eval, position]);
            let row = &rows(&run)[0];
            let terms = row["terms"].as_array().unwrap();
            assert_eq!(terms[0]["name"], first);
            check_sum_of_terms(row);
        }
    }
}

#[test]
fn the_chosen_score_stands_above_the_classic_terms() {
    let patterns = run(&["eval", "f5d6c3"]).stdout;
    let place = |word: &str| {
        patterns
            .find(word)
            .unwrap_or_else(|| panic!("{word}: {patterns}"))
    };
    assert!(place("patterns evaluation") < place("corner 3×3"));
    assert!(place("corner 3×3") < place("classic evaluation"));
    assert!(place("classic evaluation") < place("together"));
    let classic = run(&["eval", "--eval", "classic", "f5d6c3"]).stdout;
    assert!(!classic.contains("patterns"), "{classic}");
    assert!(patterns.ends_with(&classic[classic.find("classic evaluation").unwrap()..]));
    // Reasons are in a player's terms, whatever evaluation thinks.
    let explained = run(&["analyse", "--explain", "--depth", "2", "f5d6c3"]).stdout;
    assert!(
        explained.contains("in the eyes of the classic evaluation"),
        "{explained}"
    );
}

#[test]
fn weight_files_that_cannot_be_used_are_refused_with_name_and_reason() {
    let good = fs::read(shipped()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("weights.bin");
    let changed = |place: usize, bytes: &[u8]| {
        let mut bad = good.clone();
        bad[place..place + bytes.len()].copy_from_slice(bytes);
        bad
    };
    let cases = [
        (Vec::new(), "not a weight file"),
        (b"board\tside\n".to_vec(), "not a weight file"),
        (
            good[..30].to_vec(),
            "ends after 30 bytes, within its header",
        ),
        (good[..good.len() / 2].to_vec(), ""),
        (good[..good.len() - 1].to_vec(), ""),
        ([&good[..], b"x"].concat(), "goes on after the weights"),
        (
            changed(8, &[1]),
            "has version 1 of the format, only version 3",
        ),
        (changed(16, &[!good[16]]), "for other patterns"),
        (changed(32, &[!good[32]]), "checksum"),
        (changed(41, &[!good[41]]), "checksum"),
        (changed(good.len() / 2, &[!good[good.len() / 2]]), ""),
    ];
    for (bytes, reason) in cases {
        fs::write(&path, bytes).unwrap();
        for command in [
            &["eval", "start"][..],
            &["solve", FFO_20],
            &["analyse", START, "X", "--depth", "1"],
            &["play", "--white", "human", "--black", "human"],
            &["bench"],
        ] {
            let run = run(&[command, &["--eval", text(&path)]].concat());
            assert_eq!(run.code, 2, "{command:?}: {}", run.stdout);
            assert_eq!(run.stdout, "", "{command:?}");
            let stderr = run.stderr;
            assert!(stderr.starts_with("error: cannot use "), "{stderr}");
            assert!(stderr.contains(text(&path)), "{stderr}");
            assert!(stderr.contains(reason), "{reason}: {stderr}");
        }
    }
}

#[test]
fn what_is_no_file_is_refused_with_what_would_be_accepted() {
    let directory = tempfile::tempdir().unwrap();
    let nowhere = directory.path().join("weights.bin");
    for path in [text(&nowhere), text(directory.path()), "clasic"] {
        let run = run(&["eval", "start", "--eval", path]);
        assert_eq!(run.code, 2, "{path}");
        assert!(
            run.stderr.starts_with(
                "error: --eval takes patterns, classic or the path of a weight file: cannot read "
            ) && run.stderr.contains(path),
            "{}",
            run.stderr
        );
    }
    assert_eq!(run(&["eval", "start", "--eval", ""]).code, 2);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_without_end_is_refused() {
    let run = run(&["eval", "start", "--eval", "/dev/zero"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .contains("/dev/zero: too large for a weight file"),
        "{}",
        run.stderr
    );
}

#[cfg(not(feature = "train"))]
#[test]
fn usual_builds_say_how_to_have_the_training() {
    for arguments in [&["train"][..], &["train", "--help"], &["help", "train"]] {
        let refused = run(arguments);
        assert_eq!(refused.code, 2);
        assert!(
            refused
                .stderr
                .contains("cargo run --release --features train -- train"),
            "{}",
            refused.stderr
        );
    }
}
