//! Questions to collections of games.

use crate::common::{rows, run, run_with_input};
use serde_json::Value;

/// Three games: two of one opening, one of them mirrored.
const GAMES: &str = "(;GM[2]PB[Ann]PW[Bo]EV[Open]DT[2001]RE[B+2];B[f5];W[f6];B[e6];W[f4])\
                     (;GM[2]PB[Bo]PW[Cy]EV[Open]DT[2003-05]RE[W+4];B[c4];W[c3];B[d3];W[c5])\
                     (;GM[2]PB[Cy]PW[Ann]EV[Cup]DT[2003]RE[0];B[f5];W[d6];B[c3])";

fn ask(arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["db", "-", "--json"], arguments].concat();
    let run = run_with_input(&arguments, GAMES);
    assert_eq!(run.code, 0, "{}", run.stderr);
    rows(&run)
}

fn found(arguments: &[&str]) -> u64 {
    ask(arguments).last().unwrap()["found"].as_u64().unwrap()
}

#[test]
fn games_are_found_by_what_is_known_of_them() {
    for (arguments, count) in [
        (&[][..], 3),
        (&["--player", "ann"], 2),
        (&["--black", "Ann"], 1),
        (&["--white", "ANN"], 1),
        (&["--player", "Ann", "--black", "Cy"], 1),
        (&["--player", "Zoe"], 0),
        (&["--event", "open"], 2),
        (&["--year", "2003"], 2),
        (&["--year", "1990-2002"], 1),
        (&["--opening", "diagonal"], 2),
        (&["--position", "f5f6e6f4"], 2),
        (&["--position", "c4c3"], 2),
        (&["--position", "f5d6c3d3"], 0),
        (&["--position", "start"], 3),
    ] {
        assert_eq!(found(arguments), count, "{arguments:?}");
    }
    let all = ask(&["--event", "open"]);
    assert_eq!(
        (&all[1]["black"], &all[1]["year"]),
        (&"Bo".into(), &2003.into())
    );
    assert_eq!(
        (&all[1]["difference"], &all[1]["winner"]),
        (&Value::from(-4), &"O".into())
    );
    let summary = &all[2];
    assert_eq!(
        (&summary["wins"], &summary["losses"], &summary["discs"]),
        (&1.into(), &1.into(), &Value::from(-1.0))
    );
}

#[test]
fn moves_from_a_position_are_counted_in_every_symmetry() {
    // From the start all first moves are the same.
    let first = ask(&["--position", "start", "--level", "1"]);
    assert_eq!(first.len(), 2);
    assert_eq!(
        (&first[0]["move"], &first[0]["games"]),
        (&"d3".into(), &3.into())
    );
    // Both games, turned to the position as it was asked for.
    let rows = ask(&["--position", "f5f6", "--level", "1"]);
    assert_eq!(
        (&rows[0]["move"], &rows[0]["games"]),
        (&"e6".into(), &2.into())
    );
    assert_eq!(
        (&rows[0]["wins"], &rows[0]["losses"]),
        (&1.into(), &1.into())
    );
    assert!(rows[0]["score"].is_number());
    // Moves that were never played are evaluated as well.
    assert_eq!(rows[1]["games"], 0);
    let end = run_with_input(&["db", "-", "--position", "f5d6c3", "--level", "1"], GAMES);
    assert!(end.stdout.contains("\nend          1 "), "{}", end.stdout);
}

#[test]
fn openings_are_listed_with_their_results() {
    let rows = ask(&["--show", "openings"]);
    let names: Vec<_> = rows
        .iter()
        .filter_map(|row| row["opening"].as_str())
        .collect();
    assert_eq!(names.len(), 2);
    assert_eq!(rows[0]["games"], 2);
    assert_eq!(
        (&rows[0]["first_year"], &rows[0]["last_year"]),
        (&2001.into(), &2003.into())
    );
}

#[test]
fn results_are_counted_alike_however_they_are_stated() {
    let moves = "B[f5];W[d6];B[c5];W[f6];B[e7];W[f4];B[g5];W[e6];B[e3]";
    let game = |result: &str| format!("(;GM[2]RE[{result}];{moves})");
    for stated in ["B+13", "B+64", "B+R", "13-0", "64-0"] {
        let run = run_with_input(&["db", "-", "--json"], game(stated));
        assert_eq!(rows(&run)[0]["difference"], 64, "{stated}");
    }
    // What the board contradicts is taken as it is stated.
    let run = run_with_input(&["db", "-"], game("W+4"));
    assert!(
        run.stdout
            .contains("lost 1 (0.0 %, -4.00 discs a game, empties to the winner)"),
        "{}",
        run.stdout
    );
}

#[test]
fn questions_without_sense_are_refused() {
    for (arguments, expected) in [
        (&["db"][..], "<FILE>..."),
        (&["db", "no/such"], "cannot read no/such"),
        (&["db", "-"], "hold no game"),
        (&["db", "-", "--show", "moves"], "expected --position"),
        (&["db", "-", "--position", "f5a1"], "White cannot play a1"),
        (&["db", "-", "--opening", "zzz"], "no opening is called"),
        (&["db", "-", "--year", "x"], "expected years"),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(
            run.stderr.contains(expected),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}
