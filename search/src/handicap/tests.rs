use super::*;
use crate::eval::Patterns;
use crate::limits::{StopFlag, TableSize, Threads};
use crate::searcher::{Config, Searcher};
use xsquare_engine::Square;

fn candidate(doubt: f64, loss: f64) -> Candidate {
    Candidate { doubt, loss }
}

/// How often each candidate is picked, of a thousand times, evenly over the random numbers.
fn frequencies(candidates: &[Candidate], mean: f64, most: f64) -> Vec<u32> {
    let mut counts = vec![0; candidates.len()];
    for index in 0..1000 {
        let share = (f64::from(index) + 0.5) / 1000.0;
        counts[pick(candidates, Aim { mean, most }, share)] += 1;
    }
    counts
}

fn thinker() -> Searcher<Patterns> {
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::MIN,
    };
    Searcher::new(Patterns::default(), config).unwrap()
}

fn calm(stop: &StopFlag) -> Control<'_> {
    Control {
        stop,
        progress: &|_| {},
    }
}

#[test]
fn dials_go_from_2_to_40() {
    assert_eq!(Dial::new(1), None);
    assert_eq!(Dial::new(2), Some(Dial::MIN));
    assert_eq!(Dial::new(40), Some(Dial::MAX));
    assert_eq!(Dial::new(41), None);
    assert_eq!(Dial::nearest(-3.0), Dial::MIN);
    assert_eq!(Dial::nearest(9.6).discs(), 10);
    assert_eq!(Dial::nearest(1e9), Dial::MAX);
}

#[test]
fn the_mean_loss_is_what_is_aimed_at() {
    let moves = [
        candidate(0.5, 0.0),
        candidate(0.0, 1.0),
        candidate(1.0, 2.0),
        candidate(0.2, 6.0),
    ];
    for mean in [0.1, 0.5, 1.0, 2.0, 3.0] {
        let counts = frequencies(&moves, mean, 20.0);
        let sum: f64 = moves
            .iter()
            .zip(&counts)
            .map(|(candidate, count)| candidate.loss * f64::from(*count))
            .sum();
        assert!((sum / 1000.0 - mean).abs() < 0.05, "{mean}: {counts:?}");
    }
}

#[test]
fn without_a_budget_the_best_move_is_played() {
    let moves = [
        candidate(3.0, 0.0),
        candidate(0.0, 0.5),
        candidate(0.0, 8.0),
    ];
    assert_eq!(frequencies(&moves, 0.0, 0.0), [1000, 0, 0]);
    assert!(frequencies(&moves, 0.0, 30.0)[0] > 990);
}

#[test]
fn of_two_equal_errors_the_one_that_is_harder_to_see_is_made() {
    let moves = [
        candidate(0.0, 0.0),
        candidate(0.0, 3.0),
        candidate(6.0, 3.0),
    ];
    let counts = frequencies(&moves, 1.0, 20.0);
    assert!(counts[1] > 20 * counts[2], "{counts:?}");
}

#[test]
fn no_error_is_larger_than_what_is_left() {
    let moves = [
        candidate(0.0, 0.0),
        candidate(0.0, 2.0),
        candidate(0.0, 9.0),
    ];
    assert_eq!(frequencies(&moves, 2.0, 4.0)[2], 0);
}

#[test]
fn moves_that_were_taken_back_are_not_on_the_ledger() {
    let stop = StopFlag::new();
    let mut thinker = thinker();
    let mut handicap = Handicap::new(Dial::MAX, 7);
    let board = Board::START.play(Square::F5).unwrap();
    let next = board.play(Square::D6).unwrap();
    handicap
        .choose(board, None, &mut thinker, calm(&stop))
        .unwrap();
    handicap
        .choose(next, None, &mut thinker, calm(&stop))
        .unwrap();
    assert_eq!(handicap.ledger.len(), 2);
    handicap
        .choose(board, None, &mut thinker, calm(&stop))
        .unwrap();
    assert_eq!(handicap.ledger.len(), 1);
    handicap.begin();
    assert!(handicap.given() < f64::EPSILON);
}

#[test]
fn the_same_seed_gives_the_same_moves_and_every_move_is_legal() {
    let play = |seed| {
        let stop = StopFlag::new();
        let mut thinker = thinker();
        let mut handicap = Handicap::new(Dial::new(30).unwrap(), seed);
        let mut board = Board::START;
        let mut moves = Vec::new();
        // The end of the game is left out: judging it takes long.
        while moves.len() < 8 {
            let erring = handicap
                .choose(board, None, &mut thinker, calm(&stop))
                .unwrap();
            assert!(erring.loss >= 0);
            let square = erring.report.turn.square().unwrap();
            board = board.play(square).expect("it is legal");
            moves.push(square);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_raised_flag_gives_no_error_and_a_board_without_moves_no_move() {
    let stop = StopFlag::new();
    let mut thinker = thinker();
    let mut handicap = Handicap::new(Dial::MAX, 1);
    let over = Board::new(Square::A1.bitboard(), xsquare_engine::Bitboard::EMPTY).unwrap();
    assert_eq!(handicap.choose(over, None, &mut thinker, calm(&stop)), None);
    stop.stop();
    let stopped = handicap.choose(Board::START, None, &mut thinker, calm(&stop));
    assert!(stopped.is_none_or(|erring| erring.loss == 0));
}

/// A player that loses so much a game on average, most moves nothing and some much.
fn watch(adaptive: &mut Adaptive, discs: f64, games: u32) {
    for index in 0..games * 27 {
        let error = if index % 3 == 0 { 3.0 } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "a few discs")]
        adaptive.observe((error * discs / 27.0 * 128.0) as i32);
    }
}

#[test]
fn the_dial_settles_at_what_the_player_loses_and_follows_it() {
    for discs in [4.0, 10.0, 20.0, 36.0] {
        let mut adaptive = Adaptive::new();
        watch(&mut adaptive, discs, 1);
        let first = (adaptive.player() - discs).abs();
        watch(&mut adaptive, discs, 3);
        let settled = (adaptive.player() - discs).abs();
        assert!(
            first < 0.5 * (FIRST_GUESS - discs).abs() + 1.0,
            "{discs}: {adaptive:?}"
        );
        assert!(settled < 0.1 * discs + 0.2, "{discs}: {adaptive:?}");
        // The player learns, or lets others play.
        watch(&mut adaptive, 8.0, 5);
        assert!(
            (adaptive.player() - 8.0).abs() < 2.0,
            "{discs}: {adaptive:?}"
        );
    }
}

#[test]
fn one_catastrophe_does_not_say_everything() {
    let mut adaptive = Adaptive::new();
    watch(&mut adaptive, 10.0, 2);
    let before = adaptive.player();
    adaptive.observe(100 * Eval::PER_DISC);
    assert!(adaptive.player() < before + 16.0);
}

#[test]
fn the_best_move_of_a_player_is_no_loss_and_a_bad_one_is() {
    let stop = StopFlag::new();
    let mut thinker = thinker();
    // After f5 the parallel answer f4 is known to be bad.
    let board = Board::START.play(Square::F5).unwrap();
    let limits = Limits::target(Target::Level(Level::new(JUDGE).unwrap()));
    let best = thinker
        .analyse(board, usize::MAX, &limits, calm(&stop))
        .moves[0]
        .turn;
    let mut good = Adaptive::new();
    good.watch(board, best, &mut thinker, calm(&stop));
    let mut bad = Adaptive::new();
    bad.watch(board, Square::F4.into(), &mut thinker, calm(&stop));
    assert!(good.player() < Adaptive::new().player());
    assert!(bad.player() > good.player());
}
