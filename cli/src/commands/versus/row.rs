//! The JSON of a match.

use super::Outcome;
use super::crew::Done;
use super::game::{BySeat, Ending, Played, Seat, Usage};
use super::save::{Names, moves};
use super::tally::Test;
use crate::clock;
use crate::output::json::Milliseconds;
use crate::protocol::fault::Fault;
use serde::Serialize;
use std::time::Duration;
use xsquare_engine::notation;
use xsquare_engine::{Color, Move};
use xsquare_search::{Eval, TimeControl};

/// `xsquare.match.v1`
#[derive(Debug, Serialize)]
pub(super) struct MatchRow {
    schema: &'static str,
    a: String,
    b: String,
    openings: String,
    seed: u64,
    /// What a player has that does not say otherwise: its time for a move, or its clock in words.
    time_for_a_move_ms: Option<Milliseconds>,
    clock: Option<String>,
    threads: usize,
    hash_bytes: u64,
    /// The number of empty squares with which games are solved.
    adjudicate: Option<u8>,
    /// How much longer than its time a program may take.
    grace_ms: Milliseconds,
    /// Games asked for.
    games: usize,
    /// Games that came to a result.
    played: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// A's share of the points, 0 to 1.
    score: Option<f64>,
    /// A's final difference on average.
    discs: Option<f64>,
    /// Pairs that differ, by A's points in them: 0, ½, 1, 1½, 2.
    pairs: [u32; 5],
    /// Pairs that repeat another one move by move.
    pairs_repeated: u32,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    adjudicated: u32,
    forfeits: SeatRow<u32>,
    sprt: Option<SprtRow>,
    time_per_move_ms: SeatRow<Option<Milliseconds>>,
    longest_move_ms: SeatRow<Milliseconds>,
    time_ms: Milliseconds,
    /// The level at which every move was judged.
    judge: Option<u8>,
    /// What the players lost a game on average, in discs, and the standard error of that.
    lost: SeatRow<Option<f64>>,
    lost_error: SeatRow<Option<f64>>,
    /// Whether all games were played or the test was decided.
    complete: bool,
}

#[derive(Debug, Serialize)]
struct SeatRow<T> {
    a: T,
    b: T,
}

impl<T> SeatRow<T> {
    fn new<U>(values: BySeat<U>, convert: impl Fn(U) -> T) -> Self {
        Self {
            a: convert(values.a),
            b: convert(values.b),
        }
    }
}

#[derive(Debug, Serialize)]
struct SprtRow {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: Option<&'static str>,
}

impl SprtRow {
    fn new(test: &Test) -> Self {
        Self {
            elo0: test.bounds.elo0,
            elo1: test.bounds.elo1,
            alpha: test.bounds.alpha,
            beta: test.bounds.beta,
            llr: rounded(test.standing.llr),
            lower: rounded(test.standing.lower),
            upper: rounded(test.standing.upper),
            decision: test.decision().map(super::sprt::Decision::name),
        }
    }
}

impl MatchRow {
    pub(super) fn new(outcome: &Outcome<'_>) -> Self {
        let tally = &outcome.tally;
        let elo = tally.elo();
        let part = |choose: fn(&super::elo::Elo) -> Option<f64>| {
            elo.as_ref().and_then(choose).map(rounded)
        };
        Self {
            schema: "xsquare.match.v1",
            a: outcome.names.a.to_owned(),
            b: outcome.names.b.to_owned(),
            openings: outcome.openings.to_owned(),
            seed: outcome.seed,
            time_for_a_move_ms: match outcome.house.time {
                Some(TimeControl::PerMove(time)) => Some(Milliseconds(time)),
                _ => None,
            },
            clock: outcome.house.clock().map(clock::in_words),
            threads: outcome.house.config.threads.count(),
            hash_bytes: outcome.house.config.table.bytes(),
            adjudicate: outcome.adjudicate,
            grace_ms: Milliseconds(outcome.house.grace),
            games: outcome.games,
            played: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.share().map(rounded),
            discs: tally.mean_discs().map(rounded),
            pairs: tally.pairs.0,
            pairs_repeated: tally.repeated,
            elo: part(|elo| elo.estimate),
            elo_low: part(|elo| elo.low),
            elo_high: part(|elo| elo.high),
            adjudicated: tally.adjudicated,
            forfeits: SeatRow::new(tally.forfeits, |count| count),
            sprt: outcome.test().as_ref().map(SprtRow::new),
            time_per_move_ms: SeatRow::new(tally.usage, |usage| mean_time(usage).map(Milliseconds)),
            longest_move_ms: SeatRow::new(tally.usage, |usage| Milliseconds(usage.longest)),
            time_ms: Milliseconds(outcome.time),
            judge: outcome.judge.map(xsquare_search::Level::number),
            lost: SeatRow::new(tally.lost, |losses| losses.mean().map(rounded)),
            lost_error: SeatRow::new(tally.lost, |losses| losses.error().map(rounded)),
            complete: outcome.is_complete(),
        }
    }
}

/// The time for a move on average; `None` without a move.
pub(super) fn mean_time(usage: Usage) -> Option<Duration> {
    (usage.moves > 0).then(|| usage.time / usage.moves)
}

/// Four places, never −0.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4 + 0.0
}

/// `xsquare.match.game.v1`: a line of a file of games.
#[derive(Debug, Serialize)]
pub(super) struct GameRow {
    schema: &'static str,
    /// Number in the match, from 1; games 2n - 1 and 2n are a pair.
    game: usize,
    black: String,
    white: String,
    /// Who has Black: "a" or "b".
    black_is: char,
    /// The turns with passes written, from `start`.
    moves: Vec<String>,
    /// The board that the game begins with and the side to move; `null` for the usual start.
    start: Option<String>,
    /// How many of the turns are the opening.
    opening: usize,
    transcript: String,
    /// A's final difference in discs.
    score: i32,
    /// The same for Black, as in `xsquare.game.v1`: what is read again.
    result: ResultRow,
    /// What the players lost with their own moves, in discs, if that was judged.
    lost: Option<SeatRow<Option<f64>>>,
    /// `over`, `solved` or the name of a fault.
    ending: &'static str,
    /// Who lost by a fault: "a" or "b".
    at_fault: Option<char>,
    /// What happened, in words.
    fault: Option<String>,
    /// The end of the conversation with the program at fault.
    log: Option<Vec<String>>,
}

/// The result of a game as records state it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ResultRow {
    /// Black's discs less White's.
    Score {
        difference: i32,
        ending: &'static str,
    },
    /// A game that was lost by a fault.
    Winner { winner: char, ending: &'static str },
}

impl ResultRow {
    fn new(played: &Played) -> Self {
        let of_black = match played.black {
            Seat::A => played.score().discs(),
            Seat::B => -played.score().discs(),
        };
        let score = |ending: notation::Ending| Self::Score {
            difference: of_black,
            ending: ending.name(),
        };
        match &played.ending {
            Ending::Over => score(notation::Ending::Played),
            Ending::Solved(_) => score(notation::Ending::Agreed),
            Ending::Forfeit(forfeit) => Self::Winner {
                winner: if forfeit.loser == played.black {
                    Color::White.symbol()
                } else {
                    Color::Black.symbol()
                },
                ending: match forfeit.fault {
                    Fault::Late { .. } | Fault::TimeUp { .. } => notation::Ending::TimedOut,
                    Fault::Resigned => notation::Ending::Resigned,
                    _ => notation::Ending::Forfeited,
                }
                .name(),
            },
        }
    }
}

impl GameRow {
    pub(super) fn new(done: &Done, names: Names<'_>) -> Self {
        let played = &done.played;
        let letter = |seat| match seat {
            Seat::A => 'a',
            Seat::B => 'b',
        };
        let forfeit = match &played.ending {
            Ending::Forfeit(forfeit) => Some(forfeit),
            Ending::Over | Ending::Solved(_) => None,
        };
        let start = played.game.start();
        Self {
            schema: "xsquare.match.game.v1",
            game: done.index + 1,
            black: names.of(played.seat(Color::Black)).to_owned(),
            white: names.of(played.seat(Color::White)).to_owned(),
            black_is: letter(played.black),
            moves: played.game.turns().iter().map(Move::to_string).collect(),
            start: (*start != xsquare_engine::Position::START).then(|| start.to_string()),
            opening: played.opening,
            transcript: moves(&played.game),
            score: played.score().discs(),
            result: ResultRow::new(played),
            lost: (played.lost != BySeat::default()).then(|| {
                SeatRow::new(played.lost, |units| {
                    Some(rounded(f64::from(units?) / f64::from(Eval::PER_DISC)))
                })
            }),
            ending: match &played.ending {
                Ending::Over => "over",
                Ending::Solved(_) => "solved",
                Ending::Forfeit(forfeit) => forfeit.fault.name(),
            },
            at_fault: forfeit.map(|forfeit| letter(forfeit.loser)),
            fault: forfeit.map(|forfeit| forfeit.fault.to_string()),
            log: forfeit.map(|forfeit| forfeit.log.clone()),
        }
    }
}
