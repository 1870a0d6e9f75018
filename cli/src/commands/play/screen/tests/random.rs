//! Whatever is pressed, nothing breaks.

use super::super::app::{Input, Mode};
use super::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::time::Duration;
use xsquare_engine::Game;

const KEYS: [KeyCode; 14] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Esc,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Backspace,
    KeyCode::Delete,
];
const LETTERS: &str = "abcdefgh12345678urmwvtoxi<>+-?:sln =XOjk.c";
const PASTED: [&str; 5] = ["f5", "f5d6c3", "c4c3f5b4a4a5c2a3", "nonsense \u{1b}[2J", ""];

fn input(random: &mut ChaCha8Rng) -> Input {
    match random.random_range(0..20) {
        0..8 => {
            let letters: Vec<char> = LETTERS.chars().collect();
            let letter = letters[random.random_range(0..letters.len())];
            Input::Key(KeyEvent::from(KeyCode::Char(letter)))
        }
        8..15 => Input::Key(KeyEvent::from(KEYS[random.random_range(0..KEYS.len())])),
        15..17 => Input::Mouse(MouseEvent {
            kind: match random.random_range(0..4) {
                0 => MouseEventKind::ScrollUp,
                1 => MouseEventKind::ScrollDown,
                _ => MouseEventKind::Down(MouseButton::Left),
            },
            column: random.random_range(0..90),
            row: random.random_range(0..30),
            modifiers: KeyModifiers::NONE,
        }),
        17 => Input::Paste(PASTED[random.random_range(0..PASTED.len())].to_owned()),
        18 => Input::Time(Duration::from_millis(random.random_range(0..300))),
        _ => {
            let size = (random.random_range(1..140), random.random_range(1..50));
            Input::Size(Rect::new(0, 0, size.0, size.1))
        }
    }
}

/// Every turn of the game follows the rules, and nobody waits for a side that cannot move.
fn check(bench: &Bench) {
    let game = bench.app.session.game();
    let mut again = Game::from_position(*game.start());
    for &turn in game.turns() {
        again.play(turn).expect("every turn is legal");
    }
    assert_eq!(again.position(), game.position());
    if !bench.is_over() {
        assert!(!game.position().must_pass(), "{}", game.position());
    }
}

#[test]
fn no_sequence_of_inputs_breaks_the_game_or_the_picture() {
    for seed in 0..24 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let seats = if seed % 2 == 0 { HUMANS } else { BLACK_HUMAN };
        let mut bench = Bench::new(seats, "start");
        if seed % 3 == 0 {
            bench.app.animation = Animation::On;
        }
        let mut longest = 0;
        for step in 0..300 {
            // Effects are for others to carry out; here nobody does.
            bench.app.handle(input(&mut random));
            if random.random_range(0..3) == 0 {
                bench.employ();
            }
            check(&bench);
            longest = longest.max(bench.app.session.game().turns().len());
            if step % 10 == 0 {
                let size = bench.app.size;
                bench.draw(size.width, size.height);
            }
            // It must not end up where nothing is played any more.
            if let Mode::Line(_) | Mode::Text(_) | Mode::Setup(_) = bench.app.mode
                && random.random_range(0..4) == 0
            {
                bench.keys("<Esc>");
            }
        }
        assert!(longest > 2, "seed {seed}: hardly anything was played");
    }
}
