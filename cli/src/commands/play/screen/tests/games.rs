//! What keys, clicks and pasted texts do to a game.

use super::super::super::bench::{BEFORE_PASS, NINE};
use super::super::super::event::Event;
use super::super::super::lessons::Lessons;
use super::super::super::loss::Loss;
use super::super::super::session::Errand;
use super::super::app::{Armed, Effect, Hints, Input, Mode};
use super::super::layout::{Layout, cells};
use super::*;
use crate::exit::ExitCode;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use xsquare_engine::{Color, Position, Symmetry};

fn click(bench: &mut Bench, square: Square) -> Option<Effect> {
    let layout = Layout::of(bench.app.size).unwrap();
    let seen = bench.app.view.apply(square);
    let cell = layout.cell(cells(seen.column()), cells(seen.row()));
    bench.app.handle(Input::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: cell.x + 1,
        row: cell.y,
        modifiers: KeyModifiers::NONE,
    }))
}

#[test]
fn a_whole_game_is_played_by_keys() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    let mut keys = 0;
    while !bench.is_over() {
        if let Turn::Human(_) = bench.app.session.turn() {
            // The cursor stands on a legal move after each turn.
            bench.keys(if keys % 2 == 0 {
                "<Tab><Enter>"
            } else {
                "<Enter>"
            });
            keys += 1;
        }
        bench.settle();
        assert!(keys < 70);
    }
    assert!(bench.read().contains("Game over: "));
    bench.keys("v");
    assert_eq!(bench.app.wanted(), Some(Job::Answer(Errand::Review(None))));
}

#[test]
fn a_whole_game_is_typed() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys(NINE);
    assert!(bench.is_over());
    assert!(
        bench.read().contains("Game over: Black wins 64-0"),
        "{}",
        bench.read()
    );
    // Beside the board it stays when the message is gone.
    bench.keys("<Esc>");
    assert!(
        bench
            .read()
            .contains("Black wins 64-0 (empties to the winner)")
    );
}

#[test]
fn undo_and_redo_go_over_a_pass() {
    let mut bench = Bench::new(HUMANS, &BEFORE_PASS[..14]);
    bench.keys("a3");
    assert_eq!(bench.turns(), format!("{BEFORE_PASS}pa"));
    assert!(bench.read().contains("Black has no move and passes."));
    bench.keys("d2u");
    assert_eq!(bench.turns(), format!("{BEFORE_PASS}pa"));
    bench.keys("u");
    assert_eq!(bench.turns(), BEFORE_PASS[..14]);
    bench.keys("r");
    assert_eq!(bench.turns(), format!("{BEFORE_PASS}pa"));
    bench.keys("rr");
    assert_eq!(bench.turns(), format!("{BEFORE_PASS}pad2"));
    assert!(
        bench.app.message.contains("nothing to play again"),
        "{}",
        bench.app.message
    );
}

#[test]
fn steps_go_over_both_sides_moves_and_passes_while_the_engine_waits() {
    let mut bench = Bench::new(BLACK_HUMAN, &BEFORE_PASS[..14]);
    bench.settle();
    // The engine has played, and perhaps Black has passed.
    let after = bench.turns();
    bench.keys("<");
    let before: String = after.trim_end_matches("pa").to_owned();
    assert_eq!(bench.turns(), before[..before.len() - 2]);
    bench.settle();
    assert_eq!(
        bench.turns(),
        before[..before.len() - 2],
        "the engine did not wait"
    );
    assert!(bench.read().contains("The engine waits"));
    bench.keys(">");
    assert_eq!(bench.turns(), after);
    bench.keys("<Home>");
    assert_eq!(bench.turns(), "");
    bench.keys("<");
    assert_eq!(bench.app.message, ENGLISH.screen.no_step_back);
    bench.keys("<End>");
    assert_eq!(bench.turns(), after);
    // Space lets the engine move, which forgets what was taken back.
    bench.keys("<< ");
    bench.settle();
    assert_ne!(bench.app.message, ENGLISH.screen.stepping);
}

#[test]
fn illegal_moves_say_why() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys("f4");
    assert!(
        bench
            .app
            .message
            .contains("Black cannot play f4: it flips no disc"),
        "{}",
        bench.app.message
    );
    bench.keys("d4");
    assert!(
        bench.app.message.contains("the square is occupied"),
        "{}",
        bench.app.message
    );
    click(&mut bench, Square::A1);
    assert!(
        bench.app.message.contains("Black cannot play a1"),
        "{}",
        bench.app.message
    );
    assert_eq!(bench.turns(), "");
}

#[test]
fn clicks_play_however_the_board_is_turned() {
    let mut bench = Bench::new(HUMANS, "start");
    click(&mut bench, Square::F5);
    bench.keys("o");
    assert_eq!(bench.app.view, Symmetry::RotateRight);
    click(&mut bench, Square::D6);
    bench.keys("oo");
    click(&mut bench, Square::C3);
    assert_eq!(bench.turns(), "f5d6c3");
    bench.keys("o");
    assert_eq!(bench.app.view, Symmetry::Identity);
}

#[test]
fn the_cursor_goes_where_the_arrow_points() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.app.cursor = Square::D4;
    bench.keys("<Up><Right>");
    assert_eq!(bench.app.cursor, Square::E3);
    bench.keys("o<Up>");
    // The board is turned clockwise: up is towards column a.
    assert_eq!(bench.app.cursor, Square::D3);
    bench.keys("oooo<Up>");
    assert_eq!(bench.app.cursor, Square::C3);
}

#[test]
fn a_board_is_set_up_and_an_impossible_one_refused() {
    let mut bench = Bench::new(HUMANS, "f5");
    // One that is left as it was costs nothing.
    bench.keys("i<Enter>");
    assert_eq!(bench.app.mode, Mode::Play);
    assert_eq!(bench.turns(), "f5");
    bench.keys("ic<Enter>");
    assert!(matches!(bench.app.mode, Mode::Setup(_)));
    assert_eq!(bench.app.message, ENGLISH.screen.setup_empty);
    click(&mut bench, Square::D4);
    bench.keys("<Enter>");
    assert_eq!(bench.app.message, ENGLISH.screen.setup_over);
    assert_eq!(bench.turns(), "f5");
    bench.keys("<Right>o<Down>x<Left>x<Enter>");
    assert_eq!(bench.app.mode, Mode::Play);
    let position = *bench.app.session.position();
    assert_eq!(position.disc(Square::D4), Some(Color::Black));
    assert_eq!(position.disc(Square::E4), Some(Color::White));
    assert_eq!(position.counts().black, 3);
    assert_eq!(
        bench.turns(),
        if position.side() == Color::White {
            ""
        } else {
            "pa"
        }
    );
    // Left as it was.
    let before = position;
    bench.keys("ict<Esc>");
    assert_eq!(*bench.app.session.position(), before);
}

#[test]
fn texts_are_pasted() {
    let mut bench = Bench::new(HUMANS, "start");
    let mut paste = |text: &str| {
        bench.app.handle(Input::Paste(text.to_owned()));
        (bench.turns(), bench.app.message.clone())
    };
    assert_eq!(paste("f5").0, "f5");
    assert_eq!(paste(" d6\n").0, "f5d6");
    // Moves that go on from here, as those are no game from the start.
    assert_eq!(paste("c3 d3").0, "f5d6c3d3");
    // A whole game takes its place.
    assert_eq!(paste("1. c4 c3 2. f5").0, "c4c3f5");
    assert_eq!(paste("hello").0, "c4c3f5");
    let Mode::Text(page) = &bench.app.mode else {
        panic!("{:?}", bench.app.mode);
    };
    assert!(page.text.contains("The running game is unchanged."));
    let board = "--------------------X------XXO----XXXXX----XXX------X----------- X";
    bench.app.handle(Input::Paste(board.to_owned()));
    assert_eq!(bench.app.session.position().to_string(), board);
    bench.keys("n");
    bench.app.handle(Input::Paste("f5d6".to_owned()));
    bench.keys("<Enter>");
    assert_eq!(bench.turns(), "f5d6");
}

#[test]
fn commands_are_typed() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys(":white engine<Enter>f5");
    assert_eq!(
        bench.app.wanted(),
        Some(Job::Move(1, *bench.app.session.position()))
    );
    bench.keys(":level 61<Enter>");
    assert!(bench.app.message.contains("expected a level from 0 to 60"));
    bench.keys("+");
    assert_eq!(bench.app.session.strength().to_string(), "level 22");
    assert_eq!(
        bench.keys(":quit<Enter>"),
        Some(Effect::Quit(ExitCode::Success))
    );
    let effect = bench.keys("sgame.txt<Enter>");
    assert!(
        matches!(effect, Some(Effect::Files(Errand::Save { .. }))),
        "{effect:?}"
    );
    let effect = bench.keys("l/tmp/x<Enter>");
    let Some(Effect::Files(Errand::Load(wanted))) = effect else {
        panic!("{effect:?}");
    };
    assert_eq!(wanted.path.to_str(), Some("/tmp/x"));
    bench.keys(":nonsense<Enter>");
    assert!(bench.app.message.contains("neither a move nor a command"));
    bench.keys(":<Esc>");
    assert_eq!(bench.app.mode, Mode::Play);
}

#[test]
fn the_sides_are_switched() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    bench.keys("x");
    assert_eq!(bench.app.session.seats().black, Player::Engine);
    assert_eq!(bench.app.wanted(), Some(Job::Move(0, Position::START)));
    bench.settle();
    assert_eq!(bench.app.session.turn(), Turn::Human(Color::White));
}

#[test]
fn the_engine_is_not_played_for_while_it_thinks() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    bench.keys("f5d6");
    assert_eq!(bench.turns(), "f5");
    assert!(
        bench.app.message.contains("White is the engine"),
        "{}",
        bench.app.message
    );
}

#[test]
fn an_answer_that_nobody_waits_for_any_more_is_dropped() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    bench.keys("f5");
    let job = bench.app.wanted().unwrap();
    bench.app.begun(job);
    bench.keys("u");
    assert_ne!(bench.app.wanted(), bench.app.busy.clone());
    bench.app.heard(Report::Moved(Thought {
        square: Square::D6,
        judgement: None,
        patience: Patience::Lost,
    }));
    assert_eq!(bench.turns(), "");
    assert_eq!(bench.app.busy, None);
}

#[test]
fn a_blunder_is_told_with_its_loss_and_taken_back() {
    // White has just answered f5 with the parallel opening, which the classic evaluation does not think much of.
    let mut bench = Bench::new(HUMANS, "start");
    bench.settle();
    let mut told = None;
    // Somewhere in a game of the first legal moves something is lost.
    while told.is_none() && !bench.is_over() {
        let square = bench.app.session.legal_moves().first().unwrap();
        bench.keys(&name(square));
        bench.settle();
        told = bench.app.last_loss().filter(Loss::is_blunder);
    }
    let loss = told.expect("nobody plays the first legal moves without a blunder");
    let picture = bench.read();
    assert!(
        picture.contains(&format!("{} lost about", loss.played)),
        "{picture}"
    );
    assert!(picture.contains("u takes it back"), "{picture}");
    let before = bench.app.session.game().turns().len();
    bench.keys("u");
    assert!(bench.app.session.game().turns().len() < before);
    assert!(bench.app.last_loss().is_none_or(|other| other != loss));
}

#[test]
fn hints_are_wanted_only_where_a_human_is_to_move_and_not_twice() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.settle();
    bench.keys("t");
    assert_eq!(bench.app.hints, Hints::On);
    assert_eq!(bench.app.wanted(), Some(Job::Hints(Position::START)));
    bench.settle();
    assert_eq!(bench.app.wanted(), None);
    bench.keys("t");
    assert_eq!(bench.app.hints, Hints::Off);
}

#[test]
fn ctrl_c_once_stops_thinking_and_twice_quits() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    let job = bench.app.wanted().unwrap();
    bench.app.begun(job);
    assert_eq!(bench.keys("<Ctrl-C>"), Some(Effect::Stop));
    // What was a free choice is not begun again at once.
    assert_eq!(bench.app.wanted(), None);
    assert_eq!(
        bench.keys("<Ctrl-C>"),
        Some(Effect::Quit(ExitCode::Interrupted))
    );
    let mut bench = Bench::new(HUMANS, "start");
    assert_eq!(bench.keys("<Ctrl-C>"), None);
    assert_eq!(bench.app.armed, Some(Armed::Interrupt));
    assert_eq!(bench.keys("o<Ctrl-C>"), None);
}

#[test]
fn ctrl_c_ends_what_goes_on_in_the_background_and_it_does_not_begin_again() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    bench.app.ponders = true;
    bench.settle();
    assert_eq!(bench.app.pondered, Some(Position::START));
    assert!(!bench.app.ponders_in_vain());
    assert_eq!(bench.keys("<Ctrl-C>"), Some(Effect::Stop));
    assert_eq!(bench.app.message, ENGLISH.screen.stopped);
    assert!(bench.app.ponders_in_vain());
    assert_eq!(bench.app.wanted(), None);
    // Nor is anything found out about a board that is being set up, or for a game between humans.
    for keys in ["i", ":white human<Enter>"] {
        let mut bench = Bench::new(BLACK_HUMAN, "start");
        bench.app.ponders = true;
        bench.settle();
        bench.keys(keys);
        assert!(bench.app.ponders_in_vain(), "{keys}");
    }
}

#[test]
fn what_is_told_and_what_is_drawn_are_from_one_search() {
    let mut bench = Bench::new(HUMANS, "f5d6c3d3c4");
    bench.settle();
    let brief = bench.read();
    assert!(brief.contains("searched to depth 2"), "{brief}");
    bench.keys("m");
    let job = bench.app.wanted().unwrap();
    bench.app.begun(job);
    let analysis = bench.analyse(*bench.app.session.position(), 4);
    let told = vec![Event::Told("Best for White:".to_owned())];
    let report = Report::Answered(told, Some(Box::new(analysis.clone())));
    bench.app.heard(report);
    bench.keys("<Esc>");
    let picture = bench.read();
    assert!(picture.contains("searched to depth 4"), "{picture}");
    let score = -analysis.moves[0].score.units();
    let known = bench.app.insight.worth(bench.app.session.game(), 5);
    assert_eq!(known.map(|worth| worth.black), Some(score));
}

#[test]
fn a_message_that_is_too_long_says_so_and_can_be_read() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys("z");
    assert_eq!(bench.app.message, ENGLISH.screen.no_message);
    bench.app.message = "word ".repeat(80) + "end";
    let picture = bench.read();
    assert!(picture.contains("word ... z: all of it"), "{picture}");
    assert!(!picture.contains("end"), "{picture}");
    bench.keys("z");
    let picture = bench.read();
    assert!(picture.contains("word end"), "{picture}");
}

#[test]
fn a_question_can_be_dropped() {
    let mut bench = Bench::new(HUMANS, NINE);
    bench.settle();
    bench.keys("v");
    let job = bench.app.wanted().unwrap();
    bench.app.begun(job);
    bench.keys("<Esc>");
    // What is not wanted is ended.
    assert_eq!(bench.app.wanted(), None);
    let answer = vec![Event::Told("Too late.".to_owned())];
    bench.app.heard(Report::Answered(answer, None));
    assert_eq!(bench.app.message, ENGLISH.screen.given_up);
}

#[test]
fn a_review_shows_how_far_it_is() {
    let mut bench = Bench::new(HUMANS, NINE);
    bench.settle();
    bench.keys("v");
    let job = bench.app.wanted().unwrap();
    bench.app.begun(job);
    for judged in [0, 4] {
        bench.app.heard(Report::Reviewing(judged));
        let picture = bench.read();
        assert!(picture.contains(&format!("... {judged}/9")), "{picture}");
    }
    bench.app.heard(Report::Answered(
        vec![Event::Told("Here it is.".to_owned())],
        None,
    ));
    assert_eq!(bench.app.wanted(), None);
    assert!(!bench.read().contains("/9"));
}

#[test]
fn q_asks_if_something_would_be_lost() {
    let mut bench = Bench::new(HUMANS, "start");
    assert_eq!(bench.keys("q"), Some(Effect::Quit(ExitCode::Success)));
    bench.keys("f5");
    assert_eq!(bench.keys("q"), None);
    assert_eq!(bench.keys("oq"), None);
    assert_eq!(bench.keys("q"), Some(Effect::Quit(ExitCode::Success)));
}

#[test]
fn a_failing_engine_is_not_asked_again_and_again() {
    let mut bench = Bench::new(BLACK_HUMAN, "f5");
    let job = bench.app.wanted().unwrap();
    assert!(matches!(job, Job::Move(..)));
    bench.app.begun(job);
    bench.app.heard(Report::Failed("No memory.".to_owned()));
    assert_eq!(bench.app.wanted(), None);
    assert_eq!(bench.app.message, "No memory.");
}

#[test]
fn an_answer_does_not_interrupt_who_is_typing_or_setting_up() {
    let mut bench = Bench::new(HUMANS, "start");
    bench.keys("m");
    let job = bench.app.wanted().unwrap();
    assert_eq!(job, Job::Answer(Errand::Hint));
    bench.app.begun(job);
    bench.keys("ic");
    let long = Event::Told("A long answer.\n".repeat(20));
    bench.app.heard(Report::Answered(vec![long.clone()], None));
    assert!(matches!(bench.app.mode, Mode::Setup(_)));
    bench.keys("<Esc>w");
    let job = bench.app.wanted().unwrap();
    bench.app.begun(job);
    bench.app.heard(Report::Answered(vec![long], None));
    assert!(matches!(bench.app.mode, Mode::Text(_)));
    bench.keys("<Esc>");
    assert_eq!(bench.app.mode, Mode::Play);
}

#[test]
fn a_page_is_put_away_by_any_key_and_most_go_on_to_the_game() {
    let mut bench = Bench::new(HUMANS, "start");
    for key in ["<Enter>", "<Esc>", "q", "?"] {
        bench.keys("?<Down>");
        assert!(matches!(bench.app.mode, Mode::Text(_)));
        assert_eq!(bench.keys(key), None);
        assert_eq!(bench.app.mode, Mode::Play);
    }
    bench.keys("?f5");
    assert_eq!(bench.turns(), "f5");
    bench.keys("?s");
    assert!(matches!(bench.app.mode, Mode::Line(_)));
}

#[test]
fn lessons_stand_below_the_board() {
    let mut bench = Bench::new(BLACK_HUMAN, "start");
    let game = bench.app.session.game();
    bench.app.lessons = Some(Lessons::new(&ENGLISH.lessons, game));
    bench.keys("f5");
    bench.settle();
    assert_eq!(bench.app.mode, Mode::Play);
    let picture = bench.read();
    // What is learned of the own move stays when the answer comes.
    for side in ["Black", "White"] {
        let lesson = format!("{side} places a disc on");
        assert!(picture.contains(&lesson), "{picture}");
    }
    bench.keys("z");
    let picture = bench.read();
    assert!(picture.contains("at least one disc of White"), "{picture}");
}
