//! Thinking in the background: it ends when it is told to, and what it found counts.

use crate::common::{random, random_reachable, searcher};
use std::time::{Duration, Instant};
use xsquare_engine::{Board, Move, Square};
use xsquare_search::{Analysis, Control, Level, Limits, Ponderer, StopFlag, Target, predicted};

const FOREVER: Duration = Duration::from_mins(1);

fn level(number: u8) -> Target {
    Target::Level(Level::new(number).unwrap())
}

fn ponderer() -> Ponderer {
    Ponderer::new(Box::new(searcher(1)))
}

fn ask(ponderer: &mut Ponderer, board: Board, limits: &Limits) -> Analysis {
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };
    ponderer.analyse(board, limits, control)
}

/// Waits until the search in the background has ended by itself.
fn wait(ponderer: &Ponderer) {
    let start = Instant::now();
    while ponderer.is_thinking() {
        assert!(start.elapsed() < FOREVER);
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_was_found_in_time_is_played_at_once() {
    let board = random_reachable(&mut random(1), 40);
    let limits = Limits::target(level(6));
    let direct = ask(&mut ponderer(), board, &limits);
    let mut ponderer = ponderer();
    ponderer.start(board, level(6)).unwrap();
    assert_eq!(ponderer.position(), Some(board));
    wait(&ponderer);
    let hit = ask(&mut ponderer, board, &limits);
    assert_eq!((hit.moves, hit.complete), (direct.moves, true));
    assert_eq!(hit.nodes, 0);
    assert!(direct.nodes > 0);
    assert_eq!(ponderer.position(), None);
}

#[test]
fn another_position_or_a_harder_question_is_searched() {
    let mut random = random(2);
    let [board, other] = [0; 2].map(|_| random_reachable(&mut random, 40));
    let mut ponderer = ponderer();
    ponderer.start(board, level(4)).unwrap();
    wait(&ponderer);
    let miss = ask(&mut ponderer, other, &Limits::target(level(4)));
    assert!(miss.complete && miss.nodes > 0 && miss.board == other);

    ponderer.start(board, level(4)).unwrap();
    wait(&ponderer);
    let harder = ask(&mut ponderer, board, &Limits::target(level(8)));
    assert_eq!((harder.moves[0].depth, harder.complete), (8, true));
    assert!(harder.nodes > 0);
}

#[test]
fn pondering_ends_at_once_and_its_time_counts() {
    let mut ponderer = ponderer();
    ponderer.start(Board::START, Target::Deepest).unwrap();
    std::thread::sleep(Duration::from_millis(30));
    let start = Instant::now();
    ponderer.stop();
    assert!(start.elapsed() < FOREVER);
    assert!(!ponderer.is_thinking());
    // So much time is used up already.
    let limits = Limits {
        time: Some(Duration::from_millis(1)),
        ..Limits::target(Target::Deepest)
    };
    let hit = ask(&mut ponderer, Board::START, &limits);
    assert_eq!((hit.nodes, hit.complete, hit.moves.len()), (0, false, 1));
    // It does not count twice.
    let limits = Limits::target(level(4));
    assert!(ask(&mut ponderer, Board::START, &limits).nodes > 0);
}

#[test]
fn the_thinker_is_free_for_other_questions() {
    let mut ponderer = ponderer();
    ponderer.start(Board::START, Target::Deepest).unwrap();
    assert_eq!(ponderer.thinker().evaluation(), "classic");
    assert_eq!(ponderer.position(), None);
    // Dropped while it runs, it ends as well.
    ponderer.start(Board::START, Target::Deepest).unwrap();
}

#[test]
fn a_finished_game_is_not_pondered() {
    let board = random_reachable(&mut random(3), 0);
    let mut ponderer = ponderer();
    ponderer.start(board, Target::Deepest).unwrap();
    assert_eq!(ponderer.position(), None);
}

#[test]
fn the_expected_reply_is_made_if_it_can_be() {
    let reply = |square: Square| predicted(Board::START, Some(square.into()));
    assert_eq!(reply(Square::F5), Board::START.play(Square::F5).unwrap());
    assert_eq!(reply(Square::A1), Board::START);
    assert_eq!(predicted(Board::START, Some(Move::Pass)), Board::START);
    assert_eq!(predicted(Board::START, None), Board::START);
}
