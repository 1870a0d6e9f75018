//! Clocks by the book, and games with simulated searches.

use super::*;
use crate::level::Level;
use crate::limits::{Depth, Limits, Target, Threads};
use crate::report::{Analysis, MoveReport};
use crate::value::{Eval, Kind, Selectivity};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;
use xsquare_engine::{Board, Move};

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

const fn game(main: Duration, increment: Duration) -> TimeControl {
    TimeControl::PerGame { main, increment }
}

const fn byo_yomi(main: Duration, period: Duration, stones: u32) -> TimeControl {
    TimeControl::ByoYomi {
        main,
        period,
        stones,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of nodes, far from any limit"
)]
fn whole(nodes: f64) -> u64 {
    nodes as u64
}

/// A position of a game of random moves for each number of empty squares from 0 to 60.
fn boards(random: &mut StdRng) -> Vec<Board> {
    'games: loop {
        let mut boards = vec![Board::START];
        while boards.len() < 61 {
            let mut board = boards[boards.len() - 1];
            if board.must_pass() {
                board = board.pass();
            }
            let moves = board.legal_moves();
            if moves.is_empty() {
                continue 'games;
            }
            let chosen = random.random_range(0..moves.len());
            let square = moves.into_iter().nth(chosen as usize).unwrap();
            boards.push(board.play(square).unwrap());
        }
        boards.reverse();
        return boards;
    }
}

#[test]
fn an_increment_is_added_after_the_move() {
    let mut clock = Clock::new(game(ms(5000), ms(300)));
    assert_eq!(clock.available(), Some(ms(5000)));
    assert!(clock.spend(ms(1000)));
    assert_eq!(clock.left(), Some(ms(4300)));
    assert!(clock.spend(ms(4300)));
    assert!(!clock.has_fallen());
    assert_eq!(clock.left(), Some(ms(300)));
    assert!(!clock.spend(ms(301)));
    assert!(clock.has_fallen());
    // What is over is not given back.
    assert_eq!(clock.left(), Some(ms(300)));
    assert!(clock.spend(ms(1)));
    assert!(clock.has_fallen());
}

#[test]
fn time_for_a_move_does_not_add_up() {
    let mut clock = Clock::new(TimeControl::PerMove(ms(100)));
    assert!(clock.spend(ms(1)) && clock.spend(ms(100)));
    assert_eq!(clock.left(), Some(ms(100)));
    assert!(!clock.spend(ms(101)));
}

#[test]
fn periods_follow_the_main_time() {
    let mut clock = Clock::new(byo_yomi(ms(1000), ms(600), 3));
    assert_eq!((clock.available(), clock.stones()), (Some(ms(1600)), 0));
    assert!(clock.spend(ms(1000)));
    assert_eq!((clock.left(), clock.stones()), (Some(ms(0)), 0));
    // The first move of the period.
    assert!(clock.spend(ms(100)));
    assert_eq!((clock.left(), clock.stones()), (Some(ms(500)), 2));
    assert!(clock.spend(ms(450)));
    assert_eq!((clock.available(), clock.stones()), (Some(ms(50)), 1));
    assert!(clock.spend(ms(50)));
    assert_eq!((clock.left(), clock.stones()), (Some(ms(600)), 3));
    assert!(!clock.spend(ms(601)));

    let mut single = Clock::new(byo_yomi(ms(0), ms(600), 1));
    assert!(single.spend(ms(600)) && single.spend(ms(600)));
    assert!(!single.spend(ms(601)));
}

#[test]
fn a_referee_may_set_the_clock() {
    let mut clock = Clock::new(byo_yomi(ms(1000), ms(600), 3));
    clock.spend(ms(9999));
    assert!(clock.has_fallen());
    clock.set(ms(400), 2);
    assert_eq!(
        (clock.left(), clock.stones(), clock.has_fallen()),
        (Some(ms(400)), 2, false)
    );
    clock.set(ms(700), 0);
    assert_eq!(clock.available(), Some(ms(1300)));
    let mut unlimited = Clock::new(TimeControl::Unlimited);
    unlimited.set(ms(1), 0);
    assert!(unlimited.spend(Duration::MAX));
    assert_eq!((unlimited.left(), unlimited.available()), (None, None));
}

#[test]
fn gtp_settings_mean_what_the_protocol_says() {
    let second = Duration::from_secs(1);
    assert_eq!(TimeControl::from_gtp(0.0, 0.0, 0), game(ms(0), ms(0)));
    assert_eq!(
        TimeControl::from_gtp(60.0, 0.0, 5),
        game(60 * second, ms(0))
    );
    assert_eq!(TimeControl::from_gtp(60.0, 10.0, 0), TimeControl::Unlimited);
    assert_eq!(
        TimeControl::from_gtp(0.5, 10.0, 1),
        byo_yomi(ms(500), 10 * second, 1)
    );
}

#[test]
fn strange_numbers_are_times_too() {
    for nothing in [0.0, -0.0, -3.0, f64::NAN, f64::NEG_INFINITY, 1e-300] {
        assert_eq!(seconds(nothing), Duration::ZERO, "{nothing}");
    }
    for endless in [f64::INFINITY, f64::MAX, 1e30] {
        assert_eq!(seconds(endless), seconds(1e9), "{endless}");
    }
    assert_eq!(seconds(0.25), ms(250));
}

/// Controls that no sensible person would ask for.
fn strange_controls() -> Vec<TimeControl> {
    let times = [
        Duration::ZERO,
        Duration::from_nanos(1),
        ms(1),
        ms(60),
        Duration::from_secs(u64::from(u32::MAX)),
        Duration::MAX,
        seconds(f64::NAN),
        seconds(f64::INFINITY),
    ];
    let mut controls = vec![TimeControl::Unlimited];
    for one in times {
        controls.push(TimeControl::PerMove(one));
        for other in times {
            controls.push(game(one, other));
            controls.extend([0, 1, 2, u32::MAX].map(|stones| byo_yomi(one, other, stones)));
        }
    }
    controls
}

#[test]
fn no_control_is_too_strange_to_plan_for() {
    let boards = boards(&mut StdRng::seed_from_u64(1));
    let planner = Planner::new(Threads::ONE);
    for control in strange_controls() {
        let mut clock = Clock::new(control);
        for step in [Duration::ZERO, ms(1), ms(100), Duration::MAX, ms(1)] {
            for board in [0, 1, 2, 13, 30, 60].map(|empties: usize| boards[empties]) {
                let limits = planner.plan(&clock, board, Target::Deepest);
                let Some(available) = clock.available() else {
                    assert_eq!(limits, Limits::target(Target::Deepest));
                    continue;
                };
                let hard = limits.time.unwrap();
                assert!(hard <= available, "{control:?}");
                assert!(hard.is_zero() || hard < available, "{control:?}");
                assert!(limits.soft.is_none_or(|soft| soft <= hard), "{control:?}");
                let plies = match limits.target {
                    Target::Depth(depth) => depth.plies(),
                    _ => 60,
                };
                assert!((1..=10).contains(&plies) || limits.target == Target::Deepest);
            }
            clock.spend(step);
        }
    }
}

/// A machine and an engine that are only numbers.
struct Simulation {
    random: StdRng,
    boards: Vec<Board>,
    /// The most that a search is late, in seconds.
    latency: f64,
    /// What a search takes that does next to nothing, in seconds.
    overhead: f64,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        Self {
            boards: boards(&mut random),
            latency: random.random_range(0.0..0.045),
            overhead: random.random_range(0.0..0.004),
            random,
        }
    }

    /// A search of iterations that take as long as they like, and what it says of itself.
    fn search(&mut self, board: Board, limits: &Limits) -> Analysis {
        let answer = self.random.random_range(0.0..0.0001);
        if limits.time == Some(Duration::ZERO) {
            return self.analysis(board, 0, answer);
        }
        if let Target::Depth(depth) = limits.target {
            let analysis = self.analysis(board, depth.plies(), answer + self.overhead);
            return Analysis {
                complete: true,
                ..analysis
            };
        }
        let hard = limits.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        let mut pacer = Pacer::new(limits.soft, limits.time, board.legal_moves().len());
        let (mut now, mut taken, mut depth) = (0.0, self.random.random_range(1e-5..1e-2), 0);
        let empties = u8::try_from(board.empty_count()).unwrap();
        let mut score = 0;
        while depth < empties {
            if now + taken > hard {
                now = hard + self.random.random_range(0.0..=self.latency);
                break;
            }
            now += taken;
            depth += 1;
            taken *= self.random.random_range(0.3..6.0);
            score += self.random.random_range(-400..400);
            if !pacer.goes_on(seconds(now), Eval::from_units(score.clamp(-8000, 8000))) {
                break;
            }
        }
        self.analysis(board, depth, now + answer)
    }

    fn analysis(&mut self, board: Board, depth: u8, now: f64) -> Analysis {
        let is_end = u32::from(depth) == board.empty_count();
        let nodes = self.random.random_range(1e4..1e9) * now;
        Analysis {
            board,
            moves: vec![MoveReport {
                turn: Move::Pass,
                score: Eval::from_units(0),
                kind: if is_end { Kind::Exact } else { Kind::Heuristic },
                depth,
                selectivity: Selectivity::P73,
                pv: Vec::new(),
            }],
            finished: None,
            nodes: whole(nodes),
            time: seconds(now),
            complete: is_end,
        }
    }

    /// Plays one side of a game; what it used for each move, with the empty squares.
    fn play(&mut self, control: TimeControl) -> Vec<(u32, f64)> {
        let mut clock = Clock::new(control);
        let mut planner = Planner::new(Threads::ONE);
        let mut empties = self.random.random_range(2..=60);
        let mut used = Vec::new();
        while empties > 0 {
            let board = self.boards[empties];
            let limits = planner.plan(&clock, board, Target::Deepest);
            let analysis = self.search(board, &limits);
            let before = clock;
            assert!(
                clock.spend(analysis.time),
                "{control:?}: {:?} of {before:?} with {empties} empty squares and {limits:?}",
                analysis.time
            );
            planner.learn(&limits, &analysis);
            used.push((board.empty_count(), analysis.time.as_secs_f64()));
            // Now and then the opponent has to pass.
            let turns = if self.random.random_bool(0.1) { 1 } else { 2 };
            empties = empties.saturating_sub(turns);
        }
        used
    }
}

/// From a tenth of a second to hours, short ones as often as long ones.
fn random_time(random: &mut StdRng) -> Duration {
    seconds(random.random_range(0.1_f64.ln()..2e4_f64.ln()).exp())
}

fn random_control(random: &mut StdRng) -> TimeControl {
    let main = random_time(random);
    match random.random_range(0..5) {
        0 => TimeControl::PerMove(main),
        1 => game(main, random_time(random)),
        2 => game(main, random_time(random) / 50),
        3 => byo_yomi(
            main * random.random_range(0..2),
            random_time(random),
            random.random_range(1..30),
        ),
        _ => game(main, ms(0)),
    }
}

#[test]
fn no_game_is_lost_on_time_whatever_searches_take() {
    for seed in 0..5000 {
        let mut simulation = Simulation::new(seed);
        let control = random_control(&mut simulation.random);
        simulation.play(control);
    }
}

#[test]
fn a_game_without_any_time_is_answered_at_once() {
    let boards = boards(&mut StdRng::seed_from_u64(2));
    let mut planner = Planner::new(Threads::ONE);
    let plan = |planner: &Planner, left, empties: usize| {
        let clock = Clock::new(game(left, ms(0)));
        planner.plan(&clock, boards[empties], Target::Deepest)
    };
    for empties in 1..=60 {
        assert_eq!(plan(&planner, ms(0), empties).time, Some(Duration::ZERO));
        assert_eq!(
            plan(&planner, Duration::from_micros(400), empties).time,
            Some(Duration::ZERO)
        );
        // A little is enough for a few plies, or for the end.
        let little = plan(&planner, ms(40), empties);
        let plies = if empties <= 10 { empties } else { 4 };
        let depth = Depth::new(u8::try_from(plies).unwrap()).unwrap();
        assert_eq!(little.target, Target::Depth(depth));
        assert!(little.time.unwrap() > Duration::ZERO);
    }
    let even_less = Target::Level(Level::new(2).unwrap());
    let clock = Clock::new(game(ms(40), ms(0)));
    assert_eq!(
        planner.plan(&clock, boards[40], even_less).target,
        even_less
    );
    // Where even a few plies have taken long, there is none of it.
    let slow = Simulation::new(0).analysis(boards[40], 4, 0.003);
    let slow = Analysis {
        complete: true,
        ..slow
    };
    planner.learn(&plan(&planner, ms(40), 40), &slow);
    assert_eq!(plan(&planner, ms(40), 40).time, Some(Duration::ZERO));
    assert!(plan(&planner, ms(40), 9).time.unwrap() > Duration::ZERO);
}

/// The seconds that each move of a game takes, by empty squares, if searches cost what they usually do with this
/// evaluation: 45 million positions a second at the end of the game and ten before, growing as measured.
fn usual_game(main: Duration) -> Vec<(u32, f64)> {
    let boards = boards(&mut StdRng::seed_from_u64(7));
    let mut clock = Clock::new(game(main, ms(0)));
    let mut planner = Planner::new(Threads::ONE);
    let mut used = Vec::new();
    let mut is_solved = false;
    for empties in (2..=60_u8).rev().step_by(2) {
        let board = boards[usize::from(empties)];
        let limits = planner.plan(&clock, board, Target::Deepest);
        let hard = limits.time.unwrap().as_secs_f64();
        let mut pacer = Pacer::new(limits.soft, limits.time, 5);
        let exact = 0.9 * 2.1_f64.powi(i32::from(empties));
        let midgame = (2..=empties.saturating_sub(10))
            .step_by(2)
            .map(|depth| (depth, 4e3 * 1.45_f64.powi(i32::from(depth)) / 1e7));
        let ends = [0.02, 0.1, 0.3, 1.0].map(|share| (empties, share * exact / 45e6));
        let (mut now, mut reached, mut is_complete) = (0.0, 0, false);
        for (depth, taken) in midgame.chain(ends) {
            // A solved game is known from the table.
            let taken = if is_solved { taken / 50.0 } else { taken };
            if now + taken > hard {
                now = hard;
                break;
            }
            now += taken;
            reached = depth;
            is_complete = (taken - exact / 45e6).abs() < 1e-9;
            if !pacer.goes_on(seconds(now), Eval::from_units(0)) {
                break;
            }
        }
        is_solved |= is_complete;
        let speed = if reached == empties { 45e6 } else { 10e6 };
        let analysis = Analysis {
            nodes: whole(now * speed),
            ..Simulation::new(0).analysis(board, reached, now)
        };
        assert!(clock.spend(analysis.time));
        planner.learn(&limits, &analysis);
        used.push((u32::from(empties), now));
    }
    used
}

#[test]
fn time_goes_where_games_are_decided() {
    let used = usual_game(Duration::from_mins(5));
    let sum = |from: u32, to: u32| {
        let within = used
            .iter()
            .filter(|(empties, _)| (from..=to).contains(empties));
        within.map(|(_, seconds)| seconds).sum::<f64>()
    };
    assert!(sum(53, 60) < 25.0, "{used:?}");
    assert!(sum(34, 44) > 100.0, "{used:?}");
    assert!((200.0..300.0).contains(&sum(0, 60)), "{used:?}");
    assert!(sum(0, 20) < 10.0, "{used:?}");
}

#[test]
fn the_solve_at_the_end_is_paid_for() {
    // With five minutes at least 26 empty squares are solved, with ten seconds at least 20: what is used from there on
    // is a solve and no more.
    for (main, empties) in [(Duration::from_mins(5), 26), (ms(10_000), 20)] {
        let used = usual_game(main);
        let solve = 0.9 * 2.1_f64.powi(empties) / 45e6;
        let after: f64 = used
            .iter()
            .filter(|(left, _)| i64::from(*left) <= i64::from(empties))
            .map(|(_, seconds)| seconds)
            .sum();
        assert!(after < 3.0 * solve, "{main:?}: {after} {solve} {used:?}");
        let clock = Clock::new(game(seconds(2.0 * 2.5 * solve), ms(0)));
        let mut planner = Planner::new(Threads::ONE);
        let boards = boards(&mut StdRng::seed_from_u64(7));
        let board = boards[usize::try_from(empties).unwrap()];
        let known = Analysis {
            nodes: 45_000_000,
            ..Simulation::new(0).analysis(board, u8::try_from(board.empty_count()).unwrap(), 1.0)
        };
        planner.learn(&Limits::target(Target::Deepest), &known);
        let limits = planner.plan(&clock, board, Target::Deepest);
        assert_eq!(limits.soft, limits.time, "goes for the solve");
    }
}

#[test]
fn iterations_end_when_another_one_makes_no_sense() {
    let even = Eval::from_units(0);
    let pacer = |moves| Pacer::new(Some(ms(100)), Some(ms(400)), moves);
    // Not over, over the soft limit.
    let mut plain = pacer(5);
    assert!(plain.goes_on(ms(10), even));
    assert!(plain.goes_on(ms(40), even));
    assert!(!plain.goes_on(ms(101), even));
    // The next one would take three times 60 ms, which is too long; the one before would not.
    let mut short = Pacer::new(Some(ms(100)), Some(ms(200)), 5);
    assert!(short.goes_on(ms(20), even));
    assert!(!short.goes_on(ms(80), even));
    // A dropped score is worth half as much time again, twice.
    let mut dropped = pacer(5);
    assert!(dropped.goes_on(ms(50), Eval::from_units(0)));
    assert!(dropped.goes_on(ms(120), Eval::from_units(-2 * 128)));
    assert!(dropped.goes_on(ms(200), Eval::from_units(-4 * 128)));
    assert!(!dropped.goes_on(ms(226), Eval::from_units(-8 * 128)));
    // No choice.
    assert!(!pacer(1).goes_on(ms(1), even));
    // Without a soft limit nothing of the kind.
    let mut endless = Pacer::new(None, Some(ms(10)), 1);
    assert!(endless.goes_on(ms(9), even));
}

#[test]
fn a_machine_that_is_late_gets_a_wider_margin() {
    let board = boards(&mut StdRng::seed_from_u64(3))[40];
    let clock = Clock::new(byo_yomi(ms(0), ms(1000), 1));
    let mut clock_in_period = clock;
    clock_in_period.spend(ms(1));
    let mut planner = Planner::new(Threads::ONE);
    let before = planner
        .plan(&clock_in_period, board, Target::Deepest)
        .time
        .unwrap();
    assert_eq!(before.as_millis(), 949);
    planner.note_latency(ms(30));
    let after = planner
        .plan(&clock_in_period, board, Target::Deepest)
        .time
        .unwrap();
    assert_eq!(after.as_millis(), 889);
}
