//! The examples do what they say.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use std::error::Error;
use xsquare_engine::notation::parse_transcript;

/// An example as a module: its `main` is not called here.
macro_rules! example {
    ($name:ident, $path:literal) => {
        #[path = $path]
        #[expect(dead_code, reason = "`main` is for the example as a program")]
        mod $name;
    };
}

example!(analyse, "../examples/analyse.rs");
example!(cancel, "../examples/cancel.rs");
example!(play, "../examples/play.rs");
example!(solve, "../examples/solve.rs");

/// What an example prints.
fn printed(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn Error>>) -> String {
    let mut bytes = Vec::new();
    run(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn play_plays_a_whole_game_and_wins() {
    let text = printed(play::run);
    let (moves, result) = text.trim_end().split_once('\n').unwrap();
    let game = parse_transcript(moves).unwrap().game;
    assert!(game.is_over(), "{text}");
    let counts = game.position().counts();
    assert_eq!(
        result,
        format!("Black {} - White {}", counts.black, counts.white)
    );
    assert!(counts.black > counts.white, "{text}");
}

#[test]
fn analyse_lists_three_moves_best_first() {
    let text = printed(analyse::run);
    let scores: Vec<f64> = text
        .lines()
        .map(|line| {
            let (found, line) = line.split_once(": ").unwrap();
            let mut words = found.split(' ');
            assert_eq!(words.next(), line.split(' ').next());
            let score = words.next().unwrap().parse().unwrap();
            assert_eq!(words.next(), Some("heuristic"));
            score
        })
        .collect();
    assert_eq!(scores.len(), 3, "{text}");
    assert!(scores.is_sorted_by(|one, next| one >= next), "{text}");
}

#[test]
fn solve_proves_the_score_of_every_move() {
    assert_eq!(
        printed(solve::run),
        "+6.00 exact\nh5 +6.00 exact\ng6 -2.00 exact\nf6 -4.00 exact\nh6 -10.00 exact\n"
    );
}

#[test]
fn cancel_is_cancelled_with_a_first_move() {
    let text = printed(cancel::run);
    let first = text.strip_prefix("cancelled: ").unwrap();
    assert!(["d3", "c4", "f5", "e6"].contains(&&first[..2]), "{text}");
}
