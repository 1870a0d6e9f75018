//! The fields of the JSON lines, as the contract has them.

use crate::common::{FFO_20, check_sum_of_terms, rows, run};
use serde_json::Value;

/// Whether a row has exactly these fields and perhaps more.
fn has(row: &Value, fields: &str) {
    let object = row.as_object().unwrap();
    for field in fields.split_whitespace() {
        assert!(object.contains_key(field), "{field} is missing: {row}");
    }
}

fn only(arguments: &[&str]) -> Value {
    let run = run(arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = rows(&run);
    assert_eq!(rows.len(), 1);
    rows[0].clone()
}

#[test]
fn solve_rows_have_the_fields_of_the_contract() {
    let run = run(&["solve", "--json", "--all", FFO_20]);
    let rows = rows(&run);
    assert_eq!(rows[0]["schema"], "xsquare.solve.v1");
    has(
        &rows[0],
        "index line board side empties mode score kind best moves pv nodes time_ms expected ok verified",
    );
    has(&rows[0]["moves"][0], "move score kind");
    assert_eq!(rows[0]["board"].as_str().unwrap().len(), 64);
    assert_eq!(rows[0]["side"], "X");
    assert_eq!(rows[0]["empties"], 6);
    assert_eq!(rows[0]["mode"], "score");
    assert!(rows[0]["score"].is_i64());
    assert_eq!(rows[1]["schema"], "xsquare.solve.summary.v1");
    has(&rows[1], "positions solved failed wrong nodes time_ms");
}

#[test]
fn analyse_rows_have_the_fields_of_the_contract() {
    let row = only(&["analyze", "--json", "-n", "2", "--depth", "4", "f5"]);
    assert_eq!(row["schema"], "xsquare.analyse.v1");
    has(&row, "board side empties moves nodes time_ms");
    let moves = row["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    for report in moves {
        has(report, "move score kind depth selectivity pv");
        assert_eq!(
            (&report["kind"], &report["depth"]),
            (&Value::from("heuristic"), &Value::from(4))
        );
        let score = report["score"].as_f64().unwrap();
        assert!(
            ((score * 100.0).round() - score * 100.0).abs() < 1e-6,
            "two places: {score}"
        );
    }
    assert!(moves[0]["score"].as_f64() >= moves[1]["score"].as_f64());
}

#[test]
fn a_solved_analysis_is_exact_and_scores_every_move() {
    let row = only(&["analyse", "--json", "--all", FFO_20]);
    let moves: Vec<_> = row["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["move"].as_str().unwrap(),
                row["score"].as_i64().unwrap(),
                row["kind"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)];
    assert_eq!(moves, expected.map(|(turn, score)| (turn, score, "exact")));
}

#[test]
fn watched_analyses_print_a_row_for_each_step() {
    let run = run(&["analyse", "--json", "--watch", FFO_20]);
    let rows = rows(&run);
    assert!(rows.len() >= 2);
    let last = &rows[rows.len() - 1];
    assert_eq!(
        (&last["moves"][0]["kind"], &last["score"]),
        (&Value::from("exact"), &Value::from(6))
    );
    assert_eq!(last["complete"], true);
}

#[test]
fn explanations_name_the_terms_before_and_after() {
    let row = only(&["analyse", "--json", "--explain", "--depth", "2", "f5d6c3"]);
    let explanation = &row["explanation"];
    has(explanation, "evaluation move terms");
    assert_eq!(explanation["move"], row["moves"][0]["move"]);
    for term in explanation["terms"].as_array().unwrap() {
        has(
            term,
            "name own opponent value own_after opponent_after value_after",
        );
    }
    let plain = only(&["analyse", "--json", "--depth", "2", "f5d6c3"]);
    assert!(plain.get("explanation").is_none());
}

#[test]
fn the_terms_of_an_evaluation_add_up_to_its_score() {
    for position in [
        "f5d6c3",
        "start",
        "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6",
    ] {
        let row = only(&["eval", "--json", position]);
        assert_eq!(row["schema"], "xsquare.eval.v1");
        has(&row, "board side score evaluation terms");
        check_sum_of_terms(&row);
    }
}

#[test]
fn perft_counts_under_every_convention() {
    for (convention, leaves) in [
        ("A", 3_005_288),
        ("B", 3_005_288),
        ("C", 3_005_320),
        ("d", 3_005_320),
    ] {
        let row = only(&["perft", "9", "--convention", convention, "--json"]);
        assert_eq!(row["schema"], "xsquare.perft.v1");
        has(&row, "depth leaves convention time_ms");
        assert_eq!(row["leaves"], leaves, "{convention}");
        assert_eq!(row["convention"], convention.to_uppercase());
    }
    let row = only(&["perft", "3", "--json", "--divide"]);
    let sum: u64 = row["divide"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["leaves"].as_u64().unwrap())
        .sum();
    assert_eq!((sum, row["leaves"].as_u64()), (56, Some(56)));
}

#[test]
fn judgements_of_the_bench_are_compared_with_the_known_scores() {
    let three = ["bench", "--json", "--suite", "hard-20", "--first", "3"];
    let judged = |more: &[&str]| rows(&run(&[&three[..], more].concat()))[0].clone();
    let depth = judged(&["--depth", "3"]);
    assert_eq!(depth["positions"], 3);
    assert_eq!(depth["judged"], 3);
    assert_eq!(depth["wrong"], 0);
    let error = depth["mean_error"].as_f64().unwrap();
    assert!((0.01..40.0).contains(&error), "{error}");
    // Closer to certainty: more nodes, and at 99 % of three cuts in a row nearly everything is right.
    let ending = judged(&["--selectivity", "99"]);
    assert!(ending["nodes"].as_u64() > depth["nodes"].as_u64());
    assert_eq!(ending["judged"], 3);
    assert!(ending["right_scores"].as_u64() >= Some(2), "{ending}");
    assert!(ending["best_moves"].as_u64() >= Some(2), "{ending}");
    // What is solved is not judged.
    let solved = judged(&[]);
    assert_eq!(
        (&solved["positions"], &solved["judged"]),
        (&3.into(), &0.into())
    );
    assert!(solved["mean_error"].is_null());
    let words = run(&[
        "bench", "--suite", "hard-20", "--first", "2", "--depth", "2",
    ]);
    assert!(
        words.stdout.contains("2 judged: best move in "),
        "{}",
        words.stdout
    );
    let refused = run(&["bench", "--selectivity", "80"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .stderr
            .contains("expected one of 73, 87, 95, 98, 99"),
        "{}",
        refused.stderr
    );
}

#[test]
fn the_signature_is_the_same_in_each_run_and_every_score_is_right() {
    let run = run(&["bench", "--json", "--repeat", "2"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let rows = rows(&run);
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert_eq!(row["schema"], "xsquare.bench.v1");
        has(row, "suite positions nodes time_ms nps signature wrong");
        assert_eq!(
            (&row["suite"], &row["wrong"]),
            (&Value::from("signature"), &Value::from(0))
        );
        assert_eq!(row["signature"], row["nodes"]);
    }
    assert_eq!(rows[0]["signature"], rows[1]["signature"]);
}
