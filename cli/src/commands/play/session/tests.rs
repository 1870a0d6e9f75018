//! The conversation without a terminal: what each command does to a game, with humans and engines on either side.

use super::super::bench::{BEFORE_PASS, BLACK_HUMAN, HUMANS, NINE, session, turns};
use super::super::command::parse;
use super::super::event::{Judgement, Patience};
use super::*;
use xsquare_engine::Square;
use xsquare_engine::notation::parse_transcript;
use xsquare_search::{Eval, Kind, TimeControl};

/// Black must pass; White has g5 and h6.
const BLACK_PASSES: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";

const WHITE_HUMAN: ByColor<Player> = ByColor {
    black: Player::Engine,
    white: Player::Human,
};
const ENGINES: ByColor<Player> = ByColor {
    black: Player::Engine,
    white: Player::Engine,
};

/// Types a line.
fn say(session: &mut Session, line: &str) -> Reply {
    match parse(line) {
        Ok(command) => session.obey(command),
        Err(misread) => session.misread(misread).into(),
    }
}

/// Types a line that is refused, and returns the sentence.
fn refused(session: &mut Session, line: &str) -> String {
    let before = session.game.clone();
    let reply = say(session, line);
    assert_eq!(session.game, before, "{line}");
    assert_eq!(reply.errand, None, "{line}");
    match reply.events.as_slice() {
        [Event::Refused(refusal)] => refusal.to_string(),
        events => panic!("{line} was not refused: {events:?}"),
    }
}

/// Lets the engine play this.
fn think(session: &mut Session, square: Square) -> Vec<Event> {
    session.engine_plays(Thought {
        square,
        judgement: Some(Judgement {
            score: Eval::from_units(64),
            kind: Kind::Heuristic,
            depth: 1,
        }),
        patience: Patience::Kept,
    })
}

#[test]
fn a_move_is_answered_and_both_are_taken_back() {
    let mut session = session(BLACK_HUMAN, "start");
    assert_eq!(session.turn(), Turn::Human(Color::Black));
    assert_eq!(say(&mut session, "f5").events, []);
    assert_eq!(session.turn(), Turn::Engine(Color::White));
    let events = think(&mut session, Square::D6);
    assert!(matches!(
        events.as_slice(),
        [Event::EngineMoved(Color::White, _), Event::Board(_)]
    ));
    assert_eq!(turns(&session), "f5d6");

    let reply = say(&mut session, "undo");
    let both = parse_transcript("f5d6").unwrap().game.turns().to_vec();
    assert_eq!(reply.events[0], Event::TakenBack(both.clone()));
    assert_eq!(turns(&session), "");
    assert_eq!(session.turn(), Turn::Human(Color::Black));
    assert!(refused(&mut session, "undo").contains("no move of yours has been played yet"));

    let reply = say(&mut session, "redo");
    assert_eq!(reply.events[0], Event::Restored(both));
    assert_eq!(turns(&session), "f5d6");
    assert!(refused(&mut session, "redo").contains("nothing is taken back"));
}

#[test]
fn the_first_move_of_an_engine_cannot_be_taken_back() {
    let mut session = session(WHITE_HUMAN, "start");
    assert_eq!(session.turn(), Turn::Engine(Color::Black));
    think(&mut session, Square::F5);
    assert!(refused(&mut session, "undo").contains("no move of yours"));
    say(&mut session, "d6");
    think(&mut session, Square::C3);
    say(&mut session, "undo");
    assert_eq!(turns(&session), "f5");
}

#[test]
fn passes_are_made_and_announced() {
    let mut humans = session(HUMANS, &BEFORE_PASS[..14]);
    assert_eq!(humans.turn(), Turn::Human(Color::White));
    let events = say(&mut humans, "a3").events;
    assert!(
        matches!(
            events.as_slice(),
            [Event::Passed(Color::Black), Event::Board(view)] if view.position.side() == Color::White
        ),
        "{events:?}"
    );
    assert!(refused(&mut humans, "pass").contains("Black has passed already, as it must; White"));
    say(&mut humans, "undo");
    assert_eq!(turns(&humans), BEFORE_PASS[..14]);
    assert!(refused(&mut humans, "pass").contains("White may not pass: it has legal moves"));
    say(&mut humans, "redo");
    assert_eq!(turns(&humans), format!("{BEFORE_PASS}pa"));
}

#[test]
fn undo_and_redo_step_over_passes_to_the_same_players_turn() {
    // The human's turn, pass of the human, the engine twice: all of it is one step back.
    let mut black = session(BLACK_HUMAN, &BEFORE_PASS[..12]);
    say(&mut black, "c2");
    let events = think(&mut black, Square::A3);
    assert!(matches!(
        events.as_slice(),
        [Event::EngineMoved(..), Event::Passed(Color::Black)]
    ));
    assert_eq!(black.turn(), Turn::Engine(Color::White));
    think(&mut black, Square::D2);
    assert_eq!(black.turn(), Turn::Human(Color::Black));
    assert_eq!(turns(&black), format!("{BEFORE_PASS}pad2"));
    say(&mut black, "undo");
    assert_eq!(turns(&black), BEFORE_PASS[..12]);
    assert_eq!(black.turn(), Turn::Human(Color::Black));
    say(&mut black, "undo");
    assert_eq!(turns(&black), BEFORE_PASS[..8]);
    say(&mut black, "redo");
    assert_eq!(turns(&black), BEFORE_PASS[..12]);
    say(&mut black, "redo");
    assert_eq!(turns(&black), format!("{BEFORE_PASS}pad2"));

    // Pass of the engine: two moves of the human's in a row, and each can be taken back alone.
    let mut white = session(WHITE_HUMAN, BEFORE_PASS);
    assert_eq!(turns(&white), format!("{BEFORE_PASS}pa"));
    assert_eq!(white.turn(), Turn::Human(Color::White));
    say(&mut white, "d2");
    assert_eq!(white.turn(), Turn::Engine(Color::Black));
    think(&mut white, Square::E2);
    say(&mut white, "undo");
    assert_eq!(turns(&white), format!("{BEFORE_PASS}pa"));
    say(&mut white, "undo");
    assert_eq!(turns(&white), BEFORE_PASS[..14]);
}

#[test]
fn another_move_forgets_what_was_taken_back() {
    let mut session = session(HUMANS, "f5d6c3");
    say(&mut session, "undo");
    say(&mut session, "undo");
    assert_eq!(turns(&session), "f5");
    say(&mut session, "f6");
    assert!(refused(&mut session, "redo").contains("nothing is taken back"));
}

#[test]
fn several_moves_are_played_for_both_sides_or_none_is() {
    let mut session = session(BLACK_HUMAN, "start");
    let events = say(&mut session, "1. f5 d6 2. c3 % the tiger").events;
    assert!(
        matches!(
            events.as_slice(),
            [Event::Noted(_), Event::Entered(turns)] if turns.len() == 3
        ),
        "{events:?}"
    );
    assert_eq!(session.turn(), Turn::Engine(Color::White));
    think(&mut session, Square::D3);
    say(&mut session, "c4 f4");
    assert_eq!(turns(&session), "f5d6c3d3c4f4");
    let text = refused(&mut session, "f6 f3 a1 e6");
    assert!(
        text.starts_with("move 3 of 4: Black cannot play a1"),
        "{text}"
    );
    assert!(text.ends_with("none of the moves was played."), "{text}");
}

#[test]
fn a_pasted_game_goes_through_its_passes_to_the_end() {
    let mut session = session(HUMANS, "start");
    let events = say(&mut session, &format!("{NINE} 13-0")).events;
    assert!(matches!(
        events.as_slice(),
        [
            Event::Noted(_),
            Event::Entered(_),
            Event::Board(_),
            Event::Over(_)
        ]
    ));
    let Turn::Over(Ending::Finished(discs, _)) = session.turn() else {
        panic!("{:?}", session.turn());
    };
    assert_eq!((discs.black, discs.white), (13, 0));
}

#[test]
fn wrong_lines_are_answered_with_what_would_be_right() {
    let mut session = session(HUMANS, "start");
    for (line, wanted) in [
        (
            "f4",
            "Black cannot play f4: it flips no disc; legal: d3 c4 f5 e6.",
        ),
        (
            "d4",
            "Black cannot play d4: the square is occupied; legal: d3 c4 f5 e6.",
        ),
        (
            "i9",
            "\"i9\" is no move: a move is a square from a1 to h8; legal: d3 c4 f5 e6.",
        ),
        (
            "pass",
            "Black may not pass: it has legal moves; legal: d3 c4 f5 e6.",
        ),
        (
            "5",
            "\"5\" is neither a move nor a command (`help` lists them); legal: d3 c4 f5 e6.",
        ),
        (
            "f",
            "\"f\" is neither a move nor a command (`help` lists them); legal: d3 c4 f5 e6.",
        ),
        (
            "level x",
            "\"x\" behind `level` is not understood: expected a level from 0 to 60.",
        ),
        (
            "undo",
            "There is nothing to take back: no move of yours has been played yet.",
        ),
    ] {
        assert_eq!(refused(&mut session, line), wanted, "{line}");
    }
    assert!(refused(&mut session, "f5 d6 z9").contains("ply 3, column 7: \"z9\""));
    assert!(refused(&mut session, "new z9").contains("The running game is unchanged."));
}

#[test]
fn a_finished_game_takes_no_moves_but_can_be_taken_back() {
    let mut session = session(HUMANS, NINE);
    for line in ["a1", "pass", "hint", "resign"] {
        let text = refused(&mut session, line);
        assert!(
            text.starts_with("The game is over: neither side can move"),
            "{text}"
        );
    }
    assert_eq!(refused(&mut session, "hello").matches("legal").count(), 0);
    say(&mut session, "undo");
    assert_eq!(turns(&session), NINE[..16]);
    say(&mut session, "redo");
    assert!(matches!(session.turn(), Turn::Over(_)));
    say(&mut session, "new");
    assert_eq!(session.turn(), Turn::Human(Color::Black));
    assert_eq!(turns(&session), "");
}

#[test]
fn resigning_ends_the_game_until_it_is_taken_back() {
    let mut session = session(BLACK_HUMAN, "f5d6");
    let events = say(&mut session, "resign").events;
    assert_eq!(events, [Event::Over(Ending::Resigned(Color::Black))]);
    assert!(refused(&mut session, "c3").contains("Black has resigned"));
    assert!(refused(&mut session, "resign").contains("Black has resigned"));
    let events = say(&mut session, "undo").events;
    assert_eq!(events[0], Event::PlaysOn(Color::Black));
    assert_eq!(turns(&session), "f5d6");
    assert_eq!(session.turn(), Turn::Human(Color::Black));
}

#[test]
fn set_up_positions_may_begin_with_a_pass_or_be_over() {
    let mut black = session(BLACK_HUMAN, BLACK_PASSES);
    assert_eq!(turns(&black), "pa");
    assert_eq!(black.turn(), Turn::Engine(Color::White));
    think(&mut black, Square::G5);
    assert_eq!(turns(&black), "pag5pa");
    think(&mut black, Square::H6);
    assert!(matches!(black.turn(), Turn::Over(_)));
    assert!(refused(&mut black, "undo").contains("no move of yours"));

    let over = "--------------------X------XXX----XXXXX----XXX------X----------- O";
    let mut game = Session::new(
        record::read(over, None).unwrap().game,
        HUMANS,
        Strength::default(),
        Convention::PlainCount,
    );
    let events = game.begin();
    let discs = ByColor {
        black: 13,
        white: 0,
    };
    let ending = Ending::Finished(discs, Convention::PlainCount);
    assert_eq!(events.last(), Some(&Event::Over(ending)));
}

#[test]
fn two_engines_leave_nothing_to_take_back() {
    let mut session = session(ENGINES, &NINE[..16]);
    assert_eq!(session.turn(), Turn::Engine(Color::Black));
    let events = think(&mut session, Square::E3);
    assert!(matches!(
        events.as_slice(),
        [Event::EngineMoved(..), Event::Board(_), Event::Over(_)]
    ));
    assert!(refused(&mut session, "undo").contains("the engine plays both sides"));
    say(&mut session, "black human");
    say(&mut session, "undo");
    assert_eq!(turns(&session), NINE[..16]);
}

#[test]
fn seats_and_level_can_be_changed() {
    let mut session = session(BLACK_HUMAN, "f5d6");
    say(&mut session, "black engine");
    assert_eq!(session.turn(), Turn::Engine(Color::Black));
    say(&mut session, "white human");
    think(&mut session, Square::C3);
    assert_eq!(session.turn(), Turn::Human(Color::White));
    say(&mut session, "level 3");
    assert_eq!(session.strength().to_string(), "level 3");
    say(&mut session, "level");
    assert_eq!(session.strength().to_string(), "level 3");
}

#[test]
fn errands_carry_what_they_need_and_change_nothing() {
    let mut session = session(BLACK_HUMAN, "f5d6");
    let before = session.game.clone();
    assert_eq!(
        say(&mut session, "save a b.txt").errand,
        Some(Errand::Save {
            path: "a b.txt".into(),
            mode: SaveMode::Careful,
            record: Box::new({
                let mut record = GameRecord::new(before.clone());
                record.players.black.name = "human".to_owned();
                record.players.white.name = "X-square, level 21".to_owned();
                record
            }),
        })
    );
    assert_eq!(say(&mut session, "hint").errand, Some(Errand::Hint));
    assert_eq!(
        say(&mut session, "load x").errand,
        Some(Errand::Load(Wanted {
            path: "x".into(),
            numbered: None,
        }))
    );
    assert_eq!(
        say(&mut session, "load my games 12").errand,
        Some(Errand::Load(Wanted {
            path: "my games 12".into(),
            numbered: Some(("my games".into(), 12)),
        }))
    );
    assert_eq!(say(&mut session, "quit").errand, Some(Errand::Quit));
    assert_eq!(session.game, before);

    let record = record::read(BEFORE_PASS, None).unwrap();
    let events = session.load(record, None);
    assert!(matches!(
        events.as_slice(),
        [Event::Loaded(loaded), Event::Passed(Color::Black)]
            if loaded.kind == "transcript" && loaded.turns == 8
    ));
    assert_eq!(session.turn(), Turn::Engine(Color::White));
}

/// A game of two humans with ten seconds each and one more for each move.
fn clocked() -> Session {
    let control = TimeControl::PerGame {
        main: Duration::from_secs(10),
        increment: Duration::from_secs(1),
    };
    let strength = Strength {
        clock: Some(control),
        ..Strength::default()
    };
    let mut session = Session::new(Game::new(), HUMANS, strength, Convention::default());
    let events = session.begin();
    assert_eq!(events[1], Event::Control(control));
    assert!(matches!(events[4], Event::Clocks(..)), "{events:?}");
    session
}

/// What the clock of the side to move shows, in seconds.
fn seconds_left(session: &Session) -> u64 {
    session.clock().unwrap().left().unwrap().as_secs()
}

#[test]
fn each_side_has_a_clock_that_goes_back_with_its_moves() {
    let mut session = clocked();
    assert_eq!(session.let_pass(Duration::from_secs(2)), []);
    // Looking at the board takes time as well.
    say(&mut session, "show");
    assert_eq!(session.let_pass(Duration::from_secs(2)), []);
    say(&mut session, "f5");
    assert_eq!(seconds_left(&session), 10);
    session.let_pass(Duration::from_secs(5));
    say(&mut session, "d6");
    assert_eq!(seconds_left(&session), 7);
    session.let_pass(Duration::from_secs(1));
    say(&mut session, "undo");
    assert_eq!(seconds_left(&session), 10);
    say(&mut session, "redo");
    assert_eq!(seconds_left(&session), 7);
    assert_eq!(session.let_pass(Duration::from_secs(7)), []);
    say(&mut session, "new");
    assert_eq!(seconds_left(&session), 10);
}

#[test]
fn who_runs_out_of_time_has_lost_but_may_play_on() {
    let mut session = clocked();
    session.let_pass(Duration::from_secs(6));
    let ending = Ending::TimeUp(Color::Black);
    let events = session.let_pass(Duration::from_millis(4001));
    assert_eq!(events, [Event::Over(ending)]);
    assert_eq!(session.turn(), Turn::Over(ending));
    // It is over once.
    assert_eq!(session.let_pass(Duration::from_mins(1)), []);
    let words = refused(&mut session, "f5");
    assert!(words.contains("Black has run out of time"), "{words}");
    assert!(refused(&mut session, "hint").contains("run out of time"));
    let reply = say(&mut session, "undo");
    assert_eq!(reply.events[0], Event::PlaysOn(Color::Black));
    assert_eq!(session.let_pass(Duration::from_secs(10)), []);
    say(&mut session, "f5");
    assert_eq!(turns(&session), "f5");
}

#[test]
fn a_game_without_clocks_takes_as_long_as_it_likes() {
    let mut session = session(HUMANS, "start");
    assert_eq!(session.let_pass(Duration::MAX), []);
    assert_eq!(session.clock(), None);
    assert_eq!(session.turn(), Turn::Human(Color::Black));
}
