//! `match`: games that are games, players that misbehave, and what is made of both.

#[cfg(unix)]
mod programs;

use crate::common::{Run, package_file, rows, run, xsquare};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Instant;
use xsquare_engine::notation::{Layout, Passes, parse_transcript, write_transcript};
use xsquare_engine::{Color, Game, Move, Position};
use xsquare_search::eval::Classic;
use xsquare_search::{
    Config, Control, Limits, Question, Scope, Searcher, SolveRequest, StopFlag, TableSize, Target,
    Threads,
};

/// A file of games that is removed when the test is over.
struct Games(PathBuf);

impl Games {
    /// In the folder for files of this test program.
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }

    fn rows(&self) -> Vec<Value> {
        let text = self.text();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

impl Drop for Games {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs a match; small tables, so that many tests fit in any memory.
fn play(arguments: &[&str]) -> Run {
    run(&[&["match", "--hash", "2M"], arguments].concat())
}

fn only_row(run: &Run) -> Value {
    let rows = rows(run);
    assert_eq!(rows.len(), 1, "{}", run.stdout);
    assert_eq!(rows[0]["schema"], "xsquare.match.v1");
    rows[0].clone()
}

/// Replays a game of a file by the rules.
fn replay(row: &Value) -> Game {
    let mut game = match row["start"].as_str() {
        Some(start) => Game::from_position(start.parse().unwrap()),
        None => Game::new(),
    };
    for turn in row["moves"].as_array().unwrap() {
        let turn: Move = turn.as_str().unwrap().parse().unwrap();
        game.play(turn).unwrap();
    }
    game
}

/// Black's final difference.
fn black_score(position: &Position) -> i64 {
    let score = i64::from(position.board().final_score().discs());
    match position.side() {
        Color::Black => score,
        Color::White => -score,
    }
}

/// Points and discs of A by the rows of the games.
fn count(games: &[Value]) -> (u64, u64, u64, i64) {
    let scores: Vec<i64> = games
        .iter()
        .map(|row| row["score"].as_i64().unwrap())
        .collect();
    let number = |keep: fn(&i64) -> bool| scores.iter().copied().filter(keep).count() as u64;
    (
        number(|&score| score > 0),
        number(|&score| score == 0),
        number(|&score| score < 0),
        scores.iter().sum(),
    )
}

#[test]
fn every_game_of_two_configurations_is_a_game() {
    let file = Games::new("own.jsonl");
    let path = file.0.display().to_string();
    let arguments = [
        "--a", "depth=3", "--b", "level=1", "--games", "12", "--json", "--save", &path,
    ];
    let match_ = play(&[&arguments[..], &["--concurrency", "2"]].concat());
    assert_eq!(match_.code, 0, "{}", match_.stderr);
    let row = only_row(&match_);
    let games = file.rows();
    assert_eq!(games.len(), 12);
    for (index, pair) in games.chunks(2).enumerate() {
        for (row, black) in pair.iter().zip(["a", "b"]) {
            assert_eq!(row["schema"], "xsquare.match.game.v1");
            assert_eq!(
                (&row["ending"], &row["black_is"]),
                (&Value::from("over"), &Value::from(black))
            );
            let game = replay(row);
            assert!(game.is_over());
            let score = black_score(game.position());
            let sign = if black == "a" { 1 } else { -1 };
            assert_eq!(row["score"].as_i64().unwrap(), sign * score);
            let transcript = row["transcript"].as_str().unwrap();
            assert_eq!(parse_transcript(transcript).unwrap().game, game);
        }
        assert_eq!(pair[0]["game"], 2 * index + 1);
        let opening = |row: &Value| row["moves"].as_array().unwrap()[..8].to_vec();
        assert_eq!(
            opening(&pair[0]),
            opening(&pair[1]),
            "both sides of an opening"
        );
        assert_eq!(
            (pair[0]["black"].as_str(), pair[1]["white"].as_str()),
            (Some("depth=3"), Some("depth=3"))
        );
    }
    let (wins, draws, losses, discs) = count(&games);
    assert_eq!(row["wins"], wins);
    assert_eq!(row["draws"], draws);
    assert_eq!(row["losses"], losses);
    let mean = row["discs"].as_f64().unwrap() * 12.0;
    #[expect(clippy::cast_precision_loss, reason = "a few hundred discs")]
    let discs = discs as f64;
    assert!((mean - discs).abs() < 0.01, "{mean} {discs}");
    assert!(wins > losses, "three plies beat one");
    assert_eq!(
        (&row["complete"], &row["played"]),
        (&Value::from(true), &Value::from(12))
    );

    // One game at a time gives the same games in the same order; another seed gives others.
    let before = file.text();
    std::fs::remove_file(&file.0).unwrap();
    play(&arguments);
    assert!(file.text() == before, "the same games in the same order");
    std::fs::remove_file(&file.0).unwrap();
    play(&[&arguments[..], &["--seed", "2"]].concat());
    assert!(file.text() != before, "another seed, other games");
    // Games are appended.
    play(&[&arguments[..], &["--seed", "2"]].concat());
    assert_eq!(file.rows().len(), 24);
}

#[test]
fn a_player_is_as_strong_as_itself() {
    let row = only_row(&play(&[
        "--a", "depth=2", "--b", "depth=2", "--games", "8", "--json",
    ]));
    assert_eq!(
        (&row["score"], &row["elo"]),
        (&Value::from(0.5), &Value::from(0.0))
    );
    assert_eq!(row["pairs"], serde_json::json!([0, 0, 4, 0, 0]));
    assert_eq!(
        row["elo_low"].as_f64().map(|low| -low),
        row["elo_high"].as_f64(),
        "the bars reach as far to both sides"
    );
    assert_eq!(row["discs"], 0.0);
}

#[test]
fn solved_games_have_the_exact_score() {
    let file = Games::new("solved.jsonl");
    let path = file.0.display().to_string();
    let match_ = play(&[
        "--a",
        "depth=1",
        "--b",
        "depth=1",
        "--games",
        "4",
        "--adjudicate",
        "10",
        "--save",
        &path,
    ]);
    assert_eq!(match_.code, 0, "{}", match_.stderr);
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::MIN,
    };
    let mut searcher = Searcher::new(Classic::default(), config).unwrap();
    let request = SolveRequest {
        question: Question::Score,
        scope: Scope::Best,
        limits: Limits::target(Target::Deepest),
    };
    let mut solved = 0;
    for row in file.rows() {
        let game = replay(&row);
        if row["ending"] == "over" {
            assert!(game.is_over());
            continue;
        }
        solved += 1;
        let position = game.position();
        assert_eq!(position.board().empty_count(), 10);
        let stop = StopFlag::new();
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        let score = searcher.solve(position.board(), &request, control).lower;
        let is_as = match position.side() {
            Color::Black => row["black_is"] == "a",
            Color::White => row["black_is"] == "b",
        };
        let sign = if is_as { 1 } else { -1 };
        assert_eq!(row["score"], sign * score.discs());
    }
    assert!(solved > 0);
    assert!(
        match_.stdout.contains(&format!("Solved {solved} games")),
        "{}",
        match_.stdout
    );
}

/// What A gives away a game by a judge of level 8, in discs, in two games against B that begin in this way.
fn lost(a: &str, b: &str, openings: &str) -> f64 {
    let run = play(&[
        "--a",
        a,
        "--b",
        b,
        "--games",
        "2",
        "--judge",
        "8",
        "--openings",
        openings,
        "--json",
    ]);
    let row = only_row(&run);
    assert_eq!(row["judge"], 8);
    assert!(row["lost"]["b"].as_f64().unwrap() >= 0.0);
    row["lost"]["a"].as_f64().unwrap()
}

#[test]
fn a_handicap_is_given_away_and_reported() {
    // With 16 empty squares, so that all is proved in no time; a part of the budget goes with them.
    let mut game = Game::new();
    while game.position().board().empty_count() > 16 {
        game.pass_if_forced();
        let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
        let chosen = moves[7 * game.turns().len() % moves.len()];
        game.play(chosen.into()).unwrap();
    }
    let file = Games::new("handicap.txt");
    let moves = write_transcript(game.turns(), Layout::Compact, Passes::LeftOut);
    std::fs::write(&file.0, moves).unwrap();
    let openings = file.0.to_str().unwrap();
    let given = lost("handicap=40", "depth=1", openings);
    assert!((3.0..40.0).contains(&given), "{given}");
    assert!(lost("handicap=adaptive", "depth=1", openings) > 0.0);
    let strong = lost("level=8", "depth=1", openings);
    assert!(strong.abs() < f64::EPSILON, "{strong}");
}

#[test]
#[ignore = "seconds, but what it compares depends on threads: cargo test --release -p xsquare --test program -- --ignored an_adaptive"]
fn an_adaptive_player_gives_away_more_against_the_weaker() {
    let weak = lost("handicap=adaptive", "level=0", "balanced");
    let strong = lost("handicap=adaptive", "level=6", "balanced");
    assert!(weak > strong + 4.0, "{weak} against the weaker, {strong}");
}

#[test]
fn a_decided_test_ends_the_match() {
    let test = [
        "--games",
        "1000",
        "--sprt",
        "0,200",
        "--json",
        "--concurrency",
        "2",
    ];
    let up = play(&[&["--a", "depth=4", "--b", "depth=1"], &test[..]].concat());
    assert_eq!(up.code, 0, "{}", up.stderr);
    let row = only_row(&up);
    assert_eq!(row["sprt"]["decision"], "elo1");
    assert!(row["sprt"]["llr"].as_f64().unwrap() >= 2.944);
    assert!(row["played"].as_u64().unwrap() < 200);
    assert_eq!(row["complete"], true);
    let down = play(&[&["--a", "depth=1", "--b", "depth=4"], &test[..]].concat());
    assert_eq!(down.code, 1, "{}", down.stderr);
    assert_eq!(only_row(&down)["sprt"]["decision"], "elo0");
}

#[test]
fn transcripts_are_read_by_other_commands() {
    let file = Games::new("transcripts.txt");
    let path = file.0.display().to_string();
    let match_ = play(&[
        "--a", "depth=1", "--b", "depth=2", "--games", "4", "--save", &path,
    ]);
    assert_eq!(match_.code, 0, "{}", match_.stderr);
    assert!(match_.stdout.contains("4 of 4 games"), "{}", match_.stdout);
    let text = file.text();
    assert_eq!(text.lines().count(), 4);
    assert!(
        text.lines()
            .next()
            .unwrap()
            .contains("% game 1, Black A depth=1, White B depth=2")
    );
    let shown = run(&["show", "--json", "--file", &path]);
    assert_eq!((shown.code, rows(&shown).len()), (0, 4), "{}", shown.stderr);
}

#[test]
fn what_is_not_a_match_is_refused() {
    let file = Games::new("openings.txt");
    std::fs::write(&file.0, "f5d6\nf5d6a1\n").unwrap();
    let bad = file.0.display().to_string();
    let set_up = Games::new("set-up.txt");
    std::fs::write(
        &set_up.0,
        format!("{}\n", Position::START).replacen("XO", "XX", 1),
    )
    .unwrap();
    let board = set_up.0.display().to_string();
    for (arguments, words) in [
        (vec!["--a", "level=1"], "--b"),
        (
            vec!["--a", "level=99", "--b", "level=1"],
            "--a: `level=99`: expected a level",
        ),
        (
            vec!["--a", "level=1", "--b", "strong"],
            "--b: \"strong\" is no option",
        ),
        (
            vec!["--a", "level=1", "--b", "level=1", "--games", "3"],
            "even number",
        ),
        (
            vec!["--a", "level=1", "--b", "level=1", "--sprt", "5,0"],
            "less than the second",
        ),
        (
            vec!["--a", "level=1", "--b", "level=1", "--openings", "nowhere"],
            "nowhere",
        ),
        (
            vec!["--a", "level=1", "--b", "level=1", "--openings", &bad],
            "line 2, ply 3, column 5",
        ),
        (
            vec!["--a", "level=1", "--b", "gtp:cat", "--openings", &board],
            "GTP has only the usual start",
        ),
        (
            vec!["--a", "eval=nowhere.bin", "--b", "level=1"],
            "--a: --eval takes patterns, classic or the path of a weight file: cannot read nowhere.bin",
        ),
        (
            vec!["--a", "gtp:/no/such/program", "--b", "level=1"],
            "player A: the program `/no/such/program` cannot be started",
        ),
        (
            vec![
                "--a",
                "level=1",
                "--b",
                "level=1",
                "--save",
                "/no/such/file",
            ],
            "/no/such/file cannot be written",
        ),
    ] {
        let refused = play(&arguments);
        assert_eq!(
            (refused.code, refused.stdout.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        assert!(
            refused.stderr.contains(words),
            "{arguments:?}: {}",
            refused.stderr
        );
    }
}

#[test]
fn balanced_openings_depend_on_the_seed_alone() {
    let find = |more: &[&str]| {
        let found = run(&[&["openings", "6", "--level", "5", "--json"], more].concat());
        assert_eq!(found.code, 0, "{}", found.stderr);
        rows(&found)
    };
    let found = find(&["--threads", "1"]);
    assert_eq!(found, find(&["--threads", "2"]));
    assert_ne!(found, find(&["--seed", "2"]));
    assert_eq!(found.len(), 6);
    for row in &found {
        assert_eq!(row["schema"], "xsquare.opening.v1");
        assert!(row["score"].as_f64().unwrap().abs() <= 2.0);
        let transcript = row["transcript"].as_str().unwrap();
        assert!(
            transcript.starts_with("f5") && transcript.len() == 16,
            "{transcript}"
        );
        let game = parse_transcript(transcript).unwrap().game;
        assert!(
            game.position()
                .to_string()
                .starts_with(row["board"].as_str().unwrap())
        );
    }
    let text = run(&[
        "openings", "1", "--level", "2", "--plies", "4", "--within", "20",
    ])
    .stdout;
    assert!(
        text.contains("% Made by: xsquare openings 1 --plies 4 --level 2 --within 20 --seed 1\n"),
        "{text}"
    );
}

#[test]
fn a_search_for_openings_that_do_not_exist_ends() {
    // After f5 White has three moves.
    let found = run(&[
        "openings", "5", "--plies", "2", "--level", "1", "--within", "64", "--json",
    ]);
    assert_eq!((found.code, rows(&found).len()), (1, 3), "{}", found.stderr);
    assert!(found.stderr.contains("3 of 5 openings"), "{}", found.stderr);
}

#[test]
fn saved_games_are_checked_by_their_results() {
    let file = Games::new("results.jsonl");
    let path = file.0.display().to_string();
    let arguments = [
        "--a", "depth=2", "--b", "depth=1", "--games", "4", "--save", &path,
    ];
    play(&arguments);
    play(&[&arguments[..], &["--adjudicate", "10"]].concat());
    let check = run(&["check", &path]);
    assert_eq!(check.code, 0, "{}{}", check.stdout, check.stderr);
    let results: Vec<Value> = file
        .rows()
        .iter()
        .map(|row| row["result"].clone())
        .collect();
    for (row, solved) in results.iter().zip([false; 4].into_iter().chain([true; 4])) {
        let ending = if solved { "agreed" } else { "played" };
        assert_eq!(row["ending"], ending);
    }
    for (row, result) in file.rows().iter().zip(&results) {
        let sign = if row["black_is"] == "a" { 1 } else { -1 };
        let score = row["score"].as_i64().unwrap();
        assert_eq!(result["difference"].as_i64(), Some(sign * score));
    }
    // A wrong result is a fault.
    let text = file.text();
    let difference = results[0]["difference"].to_string();
    let wrong = text.replacen(
        &format!("\"difference\":{difference}"),
        "\"difference\":1",
        1,
    );
    std::fs::write(&file.0, wrong).unwrap();
    assert_eq!(run(&["check", &path]).code, 1);
}

#[test]
fn a_line_that_was_not_written_to_its_end_stays_by_itself() {
    for (name, torn, readable) in [
        ("torn.jsonl", "{\"schema\":\"x", 2),
        ("torn.txt", "f5d6c", 2),
    ] {
        let file = Games::new(name);
        std::fs::write(&file.0, torn).unwrap();
        let path = file.0.display().to_string();
        let match_ = play(&[
            "--a", "depth=1", "--b", "depth=1", "--games", "2", "--save", &path,
        ]);
        assert_eq!(match_.code, 0, "{}", match_.stderr);
        let text = file.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines.len()), (torn, 1 + readable), "{text}");
    }
}

#[test]
fn games_are_not_appended_to_files_of_another_kind() {
    for (name, content, told) in [
        (
            "other.jsonl",
            "f5d6c3\n",
            "holds something else than JSON lines",
        ),
        ("other.txt", "{\"moves\":[]}\n", "holds no transcripts"),
        ("other-game.txt", "(;GM[2];B[f5])\n", "holds no transcripts"),
    ] {
        let file = Games::new(name);
        std::fs::write(&file.0, content).unwrap();
        let path = file.0.display().to_string();
        let match_ = play(&[
            "--a", "depth=1", "--b", "depth=1", "--games", "2", "--save", &path,
        ]);
        assert_eq!(match_.code, 2, "{}", match_.stdout);
        assert!(match_.stderr.contains(told), "{}", match_.stderr);
        assert_eq!(file.text(), content);
    }
}

#[test]
fn pairs_that_repeat_each_other_are_no_evidence() {
    let match_ = play(&[
        "--a",
        "depth=3",
        "--b",
        "depth=1",
        "--openings",
        "start",
        "--games",
        "60",
        "--sprt",
        "0,20",
        "--json",
    ]);
    let row = only_row(&match_);
    assert_eq!(
        (&row["played"], &row["pairs_repeated"]),
        (&Value::from(60), &Value::from(29))
    );
    let pairs: u64 = row["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(pairs, 1);
    assert_eq!(row["sprt"]["decision"], Value::Null);
}
