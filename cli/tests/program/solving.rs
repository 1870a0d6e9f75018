//! What `solve` answers, and its exit codes.

use crate::common::{FFO_20, Run, package_file, rows, run, run_with_input};
use serde_json::{Value, json};

fn solve(arguments: &[&str]) -> (Run, Vec<Value>) {
    let mut all = vec!["solve", "--json"];
    all.extend(arguments);
    let run = run(&all);
    let rows = rows(&run);
    (run, rows)
}

#[test]
fn an_endgame_is_solved_exactly() {
    let (run, rows) = solve(&[FFO_20]);
    assert_eq!(run.code, 0);
    assert_eq!(rows.len(), 2);
    let row = &rows[0];
    assert_eq!(
        (&row["score"], &row["kind"], &row["best"]),
        (&json!(6), &json!("exact"), &json!(["h5"]))
    );
    assert_eq!(row["pv"][0], "h5");
    assert_eq!(
        (&row["expected"], &row["ok"], &row["moves"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(rows[1]["positions"], 1);
}

#[test]
fn expected_scores_are_compared() {
    let right = run_with_input(
        &["solve", "--json", "-"],
        format!("{FFO_20}; H5:+6; G6:-2;"),
    );
    assert_eq!(right.code, 0);
    assert_eq!(
        (&rows(&right)[0]["expected"], &rows(&right)[0]["ok"]),
        (&json!(6), &json!(true))
    );
    let wrong = run_with_input(
        &["solve", "--json", "-"],
        format!("{FFO_20}; H5:+8; G6:-2;"),
    );
    assert_eq!(wrong.code, 1);
    assert_eq!(
        (&rows(&wrong)[0]["expected"], &rows(&wrong)[0]["ok"]),
        (&json!(8), &json!(false))
    );
    assert_eq!(rows(&wrong)[1]["wrong"], 1);
}

#[test]
fn expected_scores_of_single_moves_are_compared_when_all_are_scored() {
    let input = format!("{FFO_20}; H5:+6; G6:-4; F6:-4; H6:-10; % one slip");
    assert_eq!(
        run_with_input(&["solve", "--json", "-"], input.clone()).code,
        0
    );
    let all = run_with_input(&["solve", "--json", "--all", "-"], input.clone());
    assert_eq!(all.code, 1);
    let row = &rows(&all)[0];
    assert_eq!(row["ok"], false);
    let moves: Vec<_> = row["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["move"].as_str().unwrap(),
                row["score"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(moves, [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)]);
    let text = run_with_input(&["solve", "--all", "-"], input);
    assert!(text.stdout.contains("g6: -4 expected"), "{}", text.stdout);
}

#[test]
fn win_loss_and_draw_are_told_apart() {
    let (run, rows) = solve(&["--wld", FFO_20]);
    assert_eq!(run.code, 0);
    assert_eq!(
        (&rows[0]["mode"], &rows[0]["kind"]),
        (&json!("wld"), &json!("lower"))
    );
    assert!(rows[0]["score"].as_i64().unwrap() >= 2);
    let text = crate::common::run(&["solve", "--wld", FFO_20]);
    assert!(text.stdout.contains("Score     win\n"), "{}", text.stdout);
    // An expected score is compared by what was asked: a win.
    let input = format!("{FFO_20}; H5:+6;");
    let compared = run_with_input(&["solve", "--wld", "--json", "-"], input);
    assert_eq!(compared.code, 0);
    assert_eq!(crate::common::rows(&compared)[0]["ok"], true);
}

#[test]
fn a_window_gives_a_score_or_a_bound() {
    let (_, rows) = solve(&["--window", "4,8", FFO_20]);
    assert_eq!(
        (&rows[0]["score"], &rows[0]["kind"]),
        (&json!(6), &json!("exact"))
    );
    assert_eq!(rows[0]["window"], json!([4, 8]));
    let (_, rows) = solve(&["--window", "-8,-4", FFO_20]);
    assert_eq!(rows[0]["kind"], "lower");
    assert!(rows[0]["lower"].as_i64().unwrap() >= -4);
    let (_, rows) = solve(&["--window=8,64", FFO_20]);
    assert_eq!(rows[0]["kind"], "upper");
    assert!(rows[0]["upper"].as_i64().unwrap() <= 8);
}

#[test]
fn a_proof_is_a_yes_or_no_question() {
    for (score, code, word) in [
        ("6", 0, "proved"),
        ("5", 0, "proved"),
        ("-63", 0, "proved"),
        ("7", 1, "disproved"),
        ("64", 1, "disproved"),
    ] {
        let run = run(&["solve", "--at-least", score, FFO_20]);
        assert_eq!(run.code, code, "{score}: {}", run.stdout);
        assert!(
            run.stdout.contains(&format!(": {word} (")),
            "{score}: {}",
            run.stdout
        );
    }
}

#[test]
fn a_limit_gives_an_honest_answer() {
    let (run, rows) = solve(&["--limit", "50ms", "f5d6c3"]);
    assert_eq!(run.code, 0);
    let row = &rows[0];
    assert_ne!(row["kind"], "exact");
    assert_eq!(row["complete"], false);
    assert!(row["time_ms"].as_f64().unwrap() < 30_000.0);
    assert_eq!(
        (&rows[1]["positions"], &rows[1]["solved"]),
        (&json!(1), &json!(0))
    );
}

#[test]
fn a_bad_line_is_reported_and_the_rest_is_solved() {
    let input = format!("{FFO_20}\nnonsense\n{FFO_20}; H5:+7;\n{FFO_20}\n");
    let run = run_with_input(&["solve", "--json", "-"], input.clone());
    assert_eq!(run.code, 1);
    let rows = rows(&run);
    let schemas: Vec<_> = rows
        .iter()
        .map(|row| row["schema"].as_str().unwrap())
        .collect();
    let (solve, error, summary) = (
        "xsquare.solve.v1",
        "xsquare.error.v1",
        "xsquare.solve.summary.v1",
    );
    assert_eq!(schemas, [solve, error, error, solve, summary]);
    assert_eq!(
        (&rows[1]["index"], &rows[1]["line"], &rows[1]["column"]),
        (&json!(2), &json!(2), &json!(1))
    );
    assert_eq!(rows[1]["text"], "nonsense");
    assert_eq!(
        (&rows[2]["line"], &rows[2]["column"]),
        (&json!(3), &json!(72))
    );
    assert_eq!(
        (&rows[3]["index"], &rows[3]["line"]),
        (&json!(4), &json!(4))
    );
    assert_eq!(
        (
            &rows[4]["positions"],
            &rows[4]["solved"],
            &rows[4]["failed"]
        ),
        (&json!(4), &json!(2), &json!(2))
    );
    assert!(
        run.stderr.contains("standard input, line 2, column 1"),
        "{}",
        run.stderr
    );

    let strict = run_with_input(&["solve", "--json", "--strict", "-"], input);
    assert_eq!(strict.code, 2);
    assert_eq!(strict.stdout, "");
    assert!(
        strict.stderr.contains("line 2") && strict.stderr.contains("line 3"),
        "{}",
        strict.stderr
    );
}

#[test]
fn a_side_that_must_pass_is_solved_through_its_pass() {
    let board = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO";
    let (run, rows) = solve(&["--all", board, "X"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        (&rows[0]["score"], &rows[0]["best"]),
        (&json!(-48), &json!(["pass"]))
    );
    assert_eq!(rows[0]["moves"][0]["move"], "pass");
}

#[test]
fn the_first_problems_of_the_test_suite_come_out_right() {
    let text = std::fs::read_to_string(package_file("data/ffo-20-39.obf")).unwrap();
    let easy: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('%'))
        .take(6)
        .collect();
    let run = run_with_input(&["solve", "-"], easy.join("\n"));
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(
        run.stdout.contains("6 positions: 6 solved; "),
        "{}",
        run.stdout
    );
    assert_eq!(run.stdout.matches(" ok ").count(), 6, "{}", run.stdout);
}
