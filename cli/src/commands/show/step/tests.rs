//! Tests of the stepping: without a terminal.

use super::draw::draw;
use super::shelf::{Entry, Shelf};
use super::state::{End, Stepper};
use crate::commands::play::screen::look::{Glyphs, Look, Palette};
use crate::games::{GameArgs, NamesArgs};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::io::Write;
use xsquare_engine::Convention;
use xsquare_engine::notation::records;

/// Black passes after the eighth move.
const PASS: &str = "c4c3f5b4a4a5c2a3d2";

const PLAIN: Look = Look {
    glyphs: Glyphs::Ascii,
    palette: Palette::None,
};

fn stepper(text: &str) -> Stepper {
    let read = records(text.as_bytes(), None).unwrap().next().unwrap();
    Stepper::new(
        Shelf::of(Entry::new(read.unwrap())),
        (PLAIN, Convention::default()),
        0,
    )
}

fn press(stepper: &mut Stepper, codes: &[KeyCode]) -> Option<End> {
    let mut end = None;
    for code in codes {
        end = stepper.press(KeyEvent::from(*code));
    }
    end
}

fn type_in(stepper: &mut Stepper, text: &str) {
    for c in text.chars() {
        press(stepper, &[KeyCode::Char(c)]);
    }
}

/// The screen as text.
fn screen(stepper: &Stepper, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, stepper)).unwrap();
    let buffer = terminal.backend().buffer();
    let rows = buffer.content.chunks(usize::from(width));
    let rows = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    rows.map(|row| row.trim_end().to_owned() + "\n").collect()
}

#[test]
fn keys_step_through_a_game_and_passes_are_steps() {
    let mut stepper = stepper(PASS);
    press(&mut stepper, &[KeyCode::Left]);
    assert_eq!((stepper.plies, stepper.moves()), (0, 0));
    press(&mut stepper, &[KeyCode::Right, KeyCode::Down]);
    assert_eq!(stepper.plies, 2);
    press(&mut stepper, &[KeyCode::PageDown]);
    assert_eq!((stepper.plies, stepper.moves()), (10, 9));
    press(&mut stepper, &[KeyCode::Left]);
    assert_eq!((stepper.plies, stepper.moves()), (9, 8));
    assert!(screen(&stepper, (80, 24)).contains("Move 8 of 9: Black passes"));
    press(&mut stepper, &[KeyCode::Home]);
    assert_eq!(stepper.plies, 0);
    press(&mut stepper, &[KeyCode::End, KeyCode::Right]);
    assert_eq!(stepper.plies, 10);
    press(&mut stepper, &[KeyCode::PageUp]);
    assert_eq!(stepper.plies, 0);
}

#[test]
fn a_number_goes_to_a_move() {
    let mut stepper = stepper(PASS);
    type_in(&mut stepper, "9");
    assert!(screen(&stepper, (80, 24)).contains("Go to move: 9_"));
    press(&mut stepper, &[KeyCode::Enter]);
    assert_eq!(stepper.plies, 10);
    type_in(&mut stepper, "g10");
    press(&mut stepper, &[KeyCode::Enter]);
    assert_eq!(stepper.plies, 10);
    assert!(screen(&stepper, (80, 24)).contains("There is no move 10: the game has 9 moves."));
    type_in(&mut stepper, "g4x");
    press(&mut stepper, &[KeyCode::Backspace]);
    type_in(&mut stepper, "3");
    assert_eq!(press(&mut stepper, &[KeyCode::Enter]), None);
    assert_eq!(stepper.plies, 3);
    // Esc puts the number away and only then leaves.
    assert_eq!(
        press(&mut stepper, &[KeyCode::Char('1'), KeyCode::Esc]),
        None
    );
    assert_eq!(press(&mut stepper, &[KeyCode::Esc]), Some(End::Left));
    assert_eq!(press(&mut stepper, &[KeyCode::Char('q')]), Some(End::Left));
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(stepper.press(interrupt), Some(End::Interrupted));
}

#[test]
fn the_picture_in_plain_characters_tells_everything() {
    let sgf = "(;GM[2]PB[Ada]PW[Bo]EV[Open]DT[2001]RE[B+24]C[A fine game];B[f5]C[Why not];W[d6];B[c3];W[d3];B[c4])";
    let mut stepper = stepper(sgf);
    let start = screen(&stepper, (80, 24));
    assert!(start.is_ascii(), "{start}");
    for expected in [
        "> X Black  Ada                       2\n",
        "  O White  Bo                        2\n",
        "Open, 2001",
        "Stated: +24 for Black",
        "The start of 5 moves",
        "Black to move",
        "A fine game",
        " 1.  f5     d6",
        "Left/Right: step",
        "q: quit\n",
    ] {
        assert!(start.contains(expected), "{expected}:\n{start}");
    }
    press(&mut stepper, &[KeyCode::End]);
    let end = screen(&stepper, (80, 24));
    for expected in [
        "X-square  Tiger\n",
        "Move 5 of 5: Black c4",
        "flips 1: d4\n",
        " 3. [c4]",
        "White to move",
        "|[X]|(X)|",
    ] {
        assert!(end.contains(expected), "{expected}:\n{end}");
    }
    press(&mut stepper, &[KeyCode::Home, KeyCode::Right]);
    assert!(screen(&stepper, (80, 24)).contains("Why not"));
    assert!(screen(&stepper, (60, 20)).contains("needs 80 and 24"));
}

#[test]
fn the_move_that_is_seen_is_always_in_the_list() {
    let game = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    let mut stepper = stepper(game);
    for size in [(80, 24), (100, 32), (120, 40), (200, 60)] {
        press(&mut stepper, &[KeyCode::Home]);
        for plies in 1..=stepper.game().turns().len() {
            press(&mut stepper, &[KeyCode::Right]);
            let turn = stepper.game().turns()[plies - 1];
            let picture = screen(&stepper, size);
            assert!(
                picture.contains(&format!("[{turn}]")),
                "{plies}:\n{picture}"
            );
        }
    }
}

#[test]
fn files_are_leafed_through() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    write!(file, "f5d6\nf5z9\nc4c3f5\n").unwrap();
    let open = |number| {
        Shelf::open(&GameArgs {
            game: vec![file.path().display().to_string()],
            file: None,
            number,
            names: NamesArgs::default(),
        })
    };
    let mut stepper = Stepper::new(open(None).unwrap(), (PLAIN, Convention::default()), 1);
    assert_eq!(stepper.plies, 1);
    type_in(&mut stepper, "p");
    assert_eq!(stepper.message, "This is the first game.");
    type_in(&mut stepper, "n");
    assert_eq!(stepper.plies, 0);
    let broken = screen(&stepper, (100, 30));
    assert!(broken.contains("This game cannot be read."), "{broken}");
    assert!(broken.contains("z9"), "{broken}");
    type_in(&mut stepper, "n");
    assert_eq!(stepper.game().turns().len(), 3);
    type_in(&mut stepper, "n");
    assert_eq!(stepper.message, "This is the last game.");
    assert!(stepper.shelf.place().starts_with("game 3 of 3 of "));
    type_in(&mut stepper, "pp");
    assert_eq!(stepper.game().turns().len(), 2);
    assert_eq!(open(Some(3)).unwrap().entry().record.game.turns().len(), 3);
    let error = open(Some(4)).err().unwrap().to_string();
    assert!(error.contains("holds only 3 games"), "{error}");
}
