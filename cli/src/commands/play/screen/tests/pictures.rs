//! What is drawn. The pictures are beside this file; `TRYCMD=overwrite` writes them anew.

use super::super::app::{Animation, Input};
use super::super::flips::FRAME;
use super::*;
use ratatui::style::Color as Paint;
use std::path::Path;

/// A game that has passed through an opening, with a pass.
const GAME: &str = "c4c3f5b4a4a5c2a3d2";

fn check(name: &str, picture: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands/play/screen/tests");
    let path = folder.join(name);
    if std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&path, picture).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(picture, expected, "{name} is drawn otherwise:\n{picture}");
}

/// In the middle of a game, with hints.
fn middle() -> Bench {
    let mut bench = Bench::new(BLACK_HUMAN, GAME);
    bench.keys("t");
    bench.settle();
    bench
}

#[test]
fn the_screen_of_80_by_24() {
    check("80x24.txt", &text(&middle().draw(80, 24)));
}

#[test]
fn a_large_screen() {
    check("120x40.txt", &text(&middle().draw(120, 40)));
}

#[test]
fn a_screen_between_both() {
    check("100x32.txt", &text(&middle().draw(100, 32)));
}

#[test]
fn the_screen_in_ascii() {
    let mut bench = middle();
    bench.app.look.glyphs = Glyphs::Ascii;
    for (width, height) in [(80, 24), (120, 40)] {
        let picture = text(&bench.draw(width, height));
        assert!(picture.is_ascii(), "{picture}");
        if width == 80 {
            check("ascii.txt", &picture);
        }
    }
    bench.keys("?");
    assert!(bench.read().is_ascii());
}

#[test]
fn the_start_of_a_game() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    check("start.txt", &bench.read());
}

#[test]
fn the_keys() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys("?");
    check("keys.txt", &bench.read());
    bench.keys("<End>");
    check("keys-end.txt", &bench.read());
    bench.keys("<Down>");
    check("keys-end.txt", &bench.read());
}

#[test]
fn a_board_that_is_set_up() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys("ic<Up>x");
    check("setup.txt", &bench.read());
}

#[test]
fn a_line_that_is_typed() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys(":save game.txt");
    assert!(bench.read().ends_with("\n:save game.txt\n"));
    bench.app.handle(Input::Paste("x".repeat(200)));
    let picture = bench.read();
    assert!(picture.lines().last().unwrap().ends_with("xxx"));
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut bench = middle();
    let picture = text(&bench.draw(40, 10));
    assert!(
        picture.contains("This screen has 40 columns and 10"),
        "{picture}"
    );
    let picture = text(&bench.draw(30, 4));
    assert!(picture.contains("needed:\n80 by 24. q quits."), "{picture}");
    let picture = text(&bench.draw(20, 1));
    assert_eq!(picture, "Too small; q quits\n");
    assert_eq!(text(&bench.draw(2, 1)), "\n");
    for size in [(1, 1), (2, 30), (200, 1)] {
        bench.draw(size.0, size.1);
    }
}

#[test]
fn a_page_leaves_nothing_beside_it() {
    let mut bench = middle();
    bench.keys("Z");
    assert_eq!(bench.app.message, ENGLISH.screen.unknown_key);
    bench.app.message = "R".repeat(300);
    bench.keys("?");
    for width in [80, 200] {
        let picture = text(&bench.draw(width, 24));
        for line in picture.lines().take(23).skip(1) {
            assert!(line.starts_with(['┌', '│', '└']), "{picture}");
            assert_eq!(line.chars().count(), usize::from(width), "{picture}");
        }
    }
}

/// Whether a picture has a colour in front and behind.
fn colours(buffer: &Buffer) -> (bool, bool) {
    let mut cells = buffer.content.iter();
    let is_front = cells.any(|cell| cell.fg != Paint::Reset);
    let mut cells = buffer.content.iter();
    (is_front, cells.any(|cell| cell.bg != Paint::Reset))
}

#[test]
fn without_colour_nothing_is_coloured_and_the_background_never_is() {
    let mut bench = middle();
    for (width, height) in [(80, 24), (120, 40)] {
        bench.app.look.palette = Palette::Many;
        assert_eq!(colours(&bench.draw(width, height)), (true, false));
        bench.app.look.palette = Palette::Few;
        assert_eq!(colours(&bench.draw(width, height)), (true, false));
        let coloured = text(&bench.draw(width, height));
        bench.app.look.palette = Palette::None;
        let buffer = bench.draw(width, height);
        assert_eq!(colours(&buffer), (false, false));
        // Nothing is told by colour alone.
        assert_eq!(text(&buffer), coloured);
    }
}

#[test]
fn discs_are_seen_to_turn_over_and_then_nothing_moves() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.app.animation = Animation::On;
    assert_eq!(bench.app.tick(), None);
    bench.keys("f5");
    assert_eq!(bench.app.tick(), Some(FRAME));
    let first = bench.read();
    let mut frames = 0;
    while bench.app.tick().is_some() {
        bench.app.handle(Input::Time(FRAME));
        frames += 1;
        assert!(frames < 20);
    }
    let last = bench.read();
    assert_ne!(first, last);
    assert_eq!(first.matches('●').count() + 1, last.matches('●').count());
}

#[test]
fn every_line_of_the_keys_is_about_a_key_that_does_something() {
    for (keys, _) in ENGLISH.screen.keys {
        let letters = keys.split("  ").filter(|key| key.chars().count() == 1);
        for key in letters {
            let mut bench = Bench::new(BLACK_HUMAN, "f5d6c3d3");
            bench.keys(key);
            assert_ne!(bench.app.message, ENGLISH.screen.unknown_key, "{key}");
        }
    }
}
