//! Clocks, and an engine that has little time or thinks ahead.

use super::{assert_order, play};

#[test]
fn both_clocks_are_shown() {
    let text = play(&["--clock", "5m+3s", "--level", "1"], "f5\n");
    assert_order(
        &text,
        &[
            "the engine is White (O), level 1.",
            "Each side has 5 min for the game and 3 s more for each move.",
            "\nTime  Black 5:00  White 5:00\n",
            "White plays ",
            "\nTime  Black 5:0",
            "  White 5:0",
        ],
    );
    let text = play(&["--clock", "1m+10s/5"], "f5\n");
    assert_order(
        &text,
        &[
            "thinking by the clock.",
            "1 min for the game, then 10 s for each 5 moves.",
            "White plays ",
            "\nTime  Black 0:59",
        ],
    );
}

#[test]
fn an_engine_without_time_still_plays_or_loses() {
    for clock in ["1ms", "1ms+1ms", "0+1ms/1", "60ms"] {
        let engines = ["--black", "engine", "--white", "engine", "--clock", clock];
        let text = play(&engines, "");
        assert!(text.contains("Game over: "), "{clock}: {text}");
        assert!(text.contains("Each side has "), "{text}");
    }
}

#[test]
fn a_pondering_engine_answers_all_the_same() {
    for strength in [["--level", "3"], ["--clock", "1m"], ["--time", "20ms"]] {
        let arguments = [&["--ponder"][..], &strength].concat();
        let text = play(&arguments, "f5\nshow\nhint\nundo\nd3\nresign\nnew\nquit\n");
        assert_order(
            &text,
            &[
                "White plays ",
                "Best for Black:\n",
                "Taken back: f5 ",
                "White plays ",
                "Black resigns",
                "A new game.",
            ],
        );
    }
}
