//! Many positions: their order, results that are kept in a file, and runs that go on where others ended.

use crate::common::{FFO_20, Run, package_file, rows, run, run_with_input};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Problems with 6, 15 and 17 empties, each several times.
fn problems() -> String {
    let text = fs::read_to_string(package_file("data/ffo-20-39.obf")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
    [2, 0, 1, 0, 2, 1, 0].map(|index| lines[index]).join("\n")
}

/// A problem with 21 empties, which all threads solve together.
fn hard_problem() -> String {
    let text = fs::read_to_string(package_file("data/ffo-20-39.obf")).unwrap();
    text.lines()
        .find(|line| line.contains("FFO #35"))
        .unwrap()
        .to_owned()
}

fn solve(arguments: &[&str], input: &str) -> (Run, Vec<Value>) {
    let mut all = vec!["solve", "--json", "-"];
    all.extend(arguments);
    let run = run_with_input(&all, input);
    let rows = rows(&run);
    (run, rows)
}

fn indices(rows: &[Value]) -> Vec<u64> {
    rows.iter()
        .filter_map(|row| row["index"].as_u64())
        .collect()
}

/// A path in a directory of its own.
fn results() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("out.jsonl");
    (directory, path)
}

/// The rows in a file; each line must be whole.
fn kept(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn rows_come_in_the_order_of_the_input_unless_that_is_lifted() {
    let input = format!("{}\n{}\nnonsense\n{FFO_20}\n", hard_problem(), problems());
    for threads in ["1", "2", "3"] {
        for ordered in [&["--ordered"][..], &[]] {
            let mut arguments = vec!["--threads", threads];
            arguments.extend(ordered);
            let (run, rows) = solve(&arguments, &input);
            assert_eq!(run.code, 1, "one line is bad");
            assert_eq!(indices(&rows), (1..=10).collect::<Vec<_>>(), "{threads}");
            assert_eq!(rows[8]["schema"], "xsquare.error.v1");
            assert_eq!(
                (&rows[10]["solved"], &rows[10]["failed"], &rows[10]["wrong"]),
                (&json!(9), &json!(1), &json!(0))
            );
        }
    }
    let (_, rows) = solve(&["--threads", "2", "--as-completed"], &input);
    let mut order = indices(&rows);
    assert_ne!(order[0], 1, "the hard position comes last: {order:?}");
    order.sort_unstable();
    assert_eq!(order, (1..=10).collect::<Vec<_>>());
    let both = run(&["solve", "--ordered", "--as-completed", FFO_20]);
    assert_eq!(both.code, 2);
}

#[test]
fn the_scores_do_not_depend_on_the_number_of_threads() {
    let input = problems();
    let scores = |threads| -> Vec<Value> {
        let (run, rows) = solve(&["--threads", threads, "--all"], &input);
        assert_eq!(run.code, 0, "{}", run.stdout);
        rows.iter()
            .map(|row| json!([row["score"], row["best"], row["moves"]]))
            .collect()
    };
    let alone = scores("1");
    assert_eq!(scores("2"), alone);
    assert_eq!(scores("4"), alone);
}

#[test]
fn resuming_solves_only_what_is_missing() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    let input = problems();
    let first_three: String = input.split_inclusive('\n').take(3).collect();
    let (run, _) = solve(&["--resume", file], &first_three);
    assert_eq!((run.code, kept(&path).len()), (0, 3));
    let (run, rows) = solve(&["--resume", file], &input);
    assert_eq!(run.code, 0);
    // Each row of the file answers one line, though problems come twice: 2, 0, 1 were there.
    assert_eq!(indices(&rows), [4, 5, 6, 7]);
    assert_eq!(
        (&rows[4]["positions"], &rows[4]["solved"], &rows[4]["kept"]),
        (&json!(7), &json!(7), &json!(3))
    );
    assert_eq!(kept(&path).len(), 7);
    let (run, rows) = solve(&["--resume", file], &input);
    assert_eq!((run.code, rows.len()), (0, 1), "all is there");
    // Another question is another answer.
    let (_, rows) = solve(&["--resume", file, "--wld"], &input);
    assert_eq!(rows.len(), 8);
    let text = run_with_input(&["solve", "-", "--resume", file], input);
    assert!(
        text.stdout
            .contains("7 positions: 7 solved, 7 of them before; "),
        "{}",
        text.stdout
    );
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_written_anew() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    let input = problems();
    solve(&["--resume", file, "--threads", "1"], &input);
    let whole = fs::read_to_string(&path).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for end in [last + 1, last + 12, whole.len() - 30, whole.len() - 2] {
        fs::write(&path, &whole[..end]).unwrap();
        let (run, rows) = solve(&["--resume", file], &input);
        assert_eq!(run.code, 0);
        assert!(
            run.stderr.contains("line 7 was not written to its end"),
            "{}",
            run.stderr
        );
        assert_eq!(rows.len(), 2);
        assert_eq!(kept(&path).len(), 7);
    }
    // All of it but the line break: nothing is missing.
    fs::write(&path, whole.trim_end()).unwrap();
    let (run, rows) = solve(&["--resume", file], &input);
    assert_eq!((rows.len(), run.stderr.as_str()), (1, ""));
    assert_eq!(kept(&path).len(), 7);
}

#[test]
fn rows_that_do_not_stand_the_check_are_solved_anew() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    let input = format!("{FFO_20}; H5:+6; G6:-2;\n");
    solve(&["--resume", file], &input);
    let good = kept(&path)[0].clone();
    let changes: [(&str, Value, &str); 7] = [
        ("score", json!(8), "it says 8 exact and proves 6 to 6"),
        ("lower", json!(4), "it says 6 exact and proves 4 to 6"),
        ("upper", json!(4), "its bounds are 6 and 4"),
        ("pv", json!([]), "its line does not end with 6"),
        ("pv", json!(["a1"]), "its line cannot be played"),
        ("best", json!(["a1"]), "its best move is not legal"),
        (
            "expected",
            json!(8),
            "it was compared with another expected score",
        ),
    ];
    for (field, value, reason) in changes {
        let mut bad = good.clone();
        bad[field] = value;
        fs::write(&path, format!("{bad}\n")).unwrap();
        let (run, rows) = solve(&["--resume", file], &input);
        assert!(run.stderr.contains(reason), "{field}: {}", run.stderr);
        assert_eq!((rows.len(), &rows[0]["score"]), (2, &json!(6)), "{field}");
        // The good row is behind the bad one now, and found.
        let (_, rows) = solve(&["--resume", file], &input);
        assert_eq!(rows.len(), 1, "{field}");
    }
    // Rows of other positions help nobody, and that is said.
    fs::write(&path, format!("{good}\n")).unwrap();
    let (run, rows) = solve(&["--resume", file], problems().lines().next().unwrap());
    assert_eq!(rows.len(), 2);
    assert!(
        run.stderr.contains("1 row of") && run.stderr.contains("belongs to no position"),
        "{}",
        run.stderr
    );
}

#[test]
fn wrong_scores_stay_wrong_when_they_are_kept() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    let input = format!("{FFO_20}; H5:+8; G6:-2;\n");
    for kept in [0, 1] {
        let (run, rows) = solve(&["--resume", file], &input);
        let summary = rows.last().unwrap();
        assert_eq!(run.code, 1);
        assert_eq!(
            (&summary["wrong"], &summary["kept"]),
            (&json!(1), &json!(kept))
        );
    }
}

#[test]
fn a_file_that_holds_something_else_is_left_alone() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    for text in [
        "my only copy\n",
        "my only copy",
        "{\"schema\":\"xsquare.solve.v1\"}\n",
        "{\"a\":1}\n",
    ] {
        fs::write(&path, text).unwrap();
        for option in ["--resume", "--from"] {
            let run = run(&["solve", FFO_20, option, file]);
            assert_eq!(run.code, 2, "{option} {text}");
            assert!(run.stderr.contains("line 1: "), "{}", run.stderr);
            assert_eq!(run.stdout, "");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let missing = run(&["solve", FFO_20, "--from", "no/such/file"]);
    assert_eq!(missing.code, 2);
    let directory = run(&["solve", FFO_20, "--resume", "/"]);
    assert_eq!(directory.code, 2, "{}", directory.stderr);
}

#[test]
fn an_unfinished_result_is_gone_on_from() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    let problem = hard_problem();
    // Too short a time for a proof; whatever is known by then is kept and is the beginning of the next run.
    let (_, first) = solve(&["--resume", file, "--limit", "1ms"], &problem);
    assert_eq!(first[0]["complete"], false);
    assert_eq!(first[0]["from"], Value::Null);
    for option in ["--from", "--resume"] {
        let (run, rows) = solve(&[option, file], &problem);
        assert_eq!((run.code, &rows[0]["kind"]), (0, &json!("exact")));
        assert_eq!(
            (&rows[0]["from"]["score"], &rows[0]["from"]["kind"]),
            (&first[0]["score"], &first[0]["kind"])
        );
    }
    let (_, rows) = solve(&["--from", file], &problem);
    assert_eq!(rows[0]["from"]["kind"], "exact");
    let (run, _) = solve(&["--from", file], FFO_20);
    assert!(
        run.stderr.contains("says nothing about the positions"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_analysis_can_be_gone_on_from() {
    let (_directory, path) = results();
    let file = path.to_str().unwrap();
    let analysis = run(&["analyse", "--json", "--depth", "3", FFO_20]);
    fs::write(&path, &analysis.stdout).unwrap();
    let (run, rows) = solve(&["--from", file], FFO_20);
    assert_eq!((run.code, &rows[0]["score"]), (0, &json!(6)));
    assert_eq!(rows[0]["from"]["kind"], "heuristic");
}

#[test]
fn a_second_search_confirms_scores_and_bounds() {
    let (run, rows) = solve(&["--verify"], &problems());
    assert_eq!(run.code, 0);
    for row in &rows[..7] {
        assert_eq!(row["verified"], true);
        let proofs = row["proofs"].as_array().unwrap();
        let claims: Vec<_> = proofs
            .iter()
            .map(|proof| (proof["kind"].as_str().unwrap(), &proof["score"]))
            .collect();
        assert_eq!(claims, [("lower", &row["score"]), ("upper", &row["score"])]);
        for proof in proofs {
            assert_eq!(proof["holds"], true);
            assert!(proof["nodes"].as_u64().unwrap() > 0);
        }
    }
    let (_, rows) = solve(&["--verify", "--wld"], FFO_20);
    assert_eq!(rows[0]["proofs"].as_array().unwrap().len(), 1);
    assert_eq!(rows[0]["proofs"][0]["kind"], "lower");
    let (_, rows) = solve(&[], FFO_20);
    assert_eq!(
        (&rows[0]["verified"], &rows[0]["proofs"]),
        (&Value::Null, &Value::Null)
    );
    // Nothing is proved of the start in no time, so there is nothing to confirm.
    let (_, rows) = solve(&["--verify", "--limit", "1ms"], "start");
    assert_eq!(
        (&rows[0]["verified"], &rows[0]["proofs"]),
        (&Value::Null, &json!([]))
    );
    let text = run_with_input(&["solve", "--verify", FFO_20], "");
    assert!(
        text.stdout.contains("Checked   at least +6 verified ("),
        "{}",
        text.stdout
    );
}

#[test]
fn bounds_say_who_wins() {
    for (arguments, proved) in [
        (["--at-least", "2"], json!("win")),
        (["--at-least", "8"], Value::Null),
        (["--window", "-4,0"], json!("win")),
    ] {
        let (_, rows) = solve(&arguments, FFO_20);
        let expected = if rows[0]["lower"].as_i64().unwrap() > 0 {
            json!("win")
        } else {
            proved
        };
        assert_eq!(rows[0]["proved"], expected, "{arguments:?}");
    }
    let text = run_with_input(&["solve", "--window", "-8,-4", FFO_20], "");
    let words = &text.stdout;
    assert!(words.contains("at least "), "{words}");
}

/// A program that is killed, not asked to end.
#[cfg(unix)]
mod killed {
    use super::{indices, kept, package_file, results, solve};
    use std::collections::HashSet;
    use std::fmt::Write as _;
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    /// Different positions from games, with 12 and 16 empties.
    fn positions() -> String {
        let path = package_file("../search/tests/data/eval-exact.tsv");
        let text = std::fs::read_to_string(path).unwrap();
        let mut input = String::new();
        for (empties, limit) in [("12", 100), ("16", 200)] {
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let fields: Vec<&str> = line.split('\t').collect();
                if fields[2] == empties && input.lines().count() < limit {
                    writeln!(input, "{} {}", fields[0], fields[1]).unwrap();
                }
            }
        }
        input
    }

    #[test]
    fn nothing_that_was_finished_is_lost() {
        let (_directory, path) = results();
        let file = path.to_str().unwrap();
        let input = positions();
        let total = input.lines().count();
        let mut rounds = 0;
        let mut before = 0;
        while before < total / 2 {
            let mut child = Command::new(env!("CARGO_BIN_EXE_xsquare"))
                .args([
                    "--hash",
                    "16M",
                    "--threads",
                    "2",
                    "solve",
                    "-",
                    "--resume",
                    file,
                ])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let text = input.clone();
            let writer = std::thread::spawn(move || {
                let _ = stdin.write_all(text.as_bytes());
            });
            let wanted = (before + 20).min(total);
            let start = Instant::now();
            let lines = || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
            while lines() < wanted && start.elapsed() < Duration::from_mins(1) {
                std::thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            writer.join().unwrap();
            let rows = kept(&path);
            assert!(rows.len() >= wanted, "{} rows in a minute", rows.len());
            assert!(rows.iter().all(|row| row["kind"] == "exact"));
            before = rows.len();
            rounds += 1;
        }
        assert!(rounds > 1);
        let (run, rows) = solve(&["--resume", file], &input);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(rows.len(), total - before + 1);
        assert_eq!(rows.last().unwrap()["kept"], before);
        // Every line of the input has its row, once.
        let all = kept(&path);
        let seen: HashSet<u64> = indices(&all).into_iter().collect();
        assert_eq!((all.len(), seen.len()), (total, total));
    }
}
