//! The standing of a match in words.

use super::Outcome;
use super::crew::Done;
use super::elo::Elo;
use super::game::{Ending, Seat};
use super::row::mean_time;
use super::save::moves;
use super::sprt::Decision;
use super::tally::{Losses, Tally, Test};
use crate::clock;
use crate::output::{style, text};
use std::fmt::Write as _;
use xsquare_engine::Color;
use xsquare_search::{Config, TimeControl};

/// The whole result.
pub(super) fn result(outcome: &Outcome<'_>) -> String {
    let mut lines: Vec<String> = [Seat::A, Seat::B].map(|seat| player(outcome, seat)).into();
    lines.push(conditions(outcome));
    match outcome.tally.share() {
        Some(share) => lines.extend(figures(outcome, share)),
        None => lines.push("No game came to a result.".to_owned()),
    }
    lines.push(String::new());
    lines.join("\n")
}

/// `A  level=4  (0.21 ms a move, at most 9.23 ms)`
fn player(outcome: &Outcome<'_>, seat: Seat) -> String {
    let usage = outcome.tally.usage[seat];
    let mut player = format!("{seat}  {}", printable(outcome.names.of(seat)));
    if let Some(mean) = mean_time(usage) {
        let (mean, longest) = (text::time(mean), text::time(usage.longest));
        let _ = write!(player, "  ({mean} a move, at most {longest})");
    }
    player
}

/// `With   100 ms a move, 1 thread, table of 64 MiB, solved from 20 empty squares; openings balanced, seed 1`: what holds
/// for a player that does not say otherwise.
fn conditions(outcome: &Outcome<'_>) -> String {
    let Config { threads, table } = outcome.house.config;
    let time = outcome.house.time.map(|time| match time {
        TimeControl::PerMove(time) => format!("{} a move, ", text::time(time)),
        control => format!("{}, ", clock::in_words(control)),
    });
    let solved = outcome.adjudicate.map(|empties| {
        let squares = text::counted(empties, "empty square");
        format!(", solved from {squares} on")
    });
    format!(
        "With   {}{}, table of {} MiB{}; openings {}, seed {}",
        time.unwrap_or_default(),
        text::counted(threads.count(), "thread"),
        table.bytes() >> 20,
        solved.unwrap_or_default(),
        printable(outcome.openings),
        outcome.seed
    )
}

/// What the games come to; `share` is A's share of the points.
fn figures(outcome: &Outcome<'_>, share: f64) -> Vec<String> {
    let tally = &outcome.tally;
    let strong = style::STRONG;
    let mut lines = vec![
        format!(
            "{} of {} in {}: A won {}, drew {}, lost {}; {strong}{:.1} % of the points{strong:#}",
            tally.games(),
            text::counted(outcome.games, "game"),
            text::time(outcome.time),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * share
        ),
        format!(
            "Discs  {} a game for A",
            signed(tally.mean_discs().unwrap_or_default())
        ),
    ];
    lines.extend(lost(outcome));
    if let Some(elo) = tally.elo() {
        lines.push(format!("Elo    {strong}{}{strong:#}", elo_in_words(&elo)));
    }
    let pairs = tally.pairs.0;
    lines.push(format!(
        "Pairs  {} with 0 points for A, {} with 1/2, {} with 1, {} with 1 1/2, {} with 2",
        pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]
    ));
    if tally.repeated > 0 {
        lines.push(format!(
            "       {} besides repeated one of these move by move: no evidence, not counted for Elo",
            text::counted(tally.repeated, "pair")
        ));
    }
    if tally.adjudicated > 0 {
        lines.push(format!(
            "Solved {} instead of playing them out",
            text::counted(tally.adjudicated, "game")
        ));
    }
    let faults = tally.forfeits;
    if faults.a + faults.b > 0 {
        lines.push(format!(
            "Faults A lost {} by its own, B {}",
            text::counted(faults.a, "game"),
            faults.b
        ));
    }
    lines.extend(
        outcome
            .test()
            .map(|test| format!("SPRT   {}", test_in_words(&test))),
    );
    lines
}

/// `Lost   A 10.2 ± 0.9 discs a game, B 38.0 ± 1.4, judged at level 21`
fn lost(outcome: &Outcome<'_>) -> Option<String> {
    let level = outcome.judge?;
    let of = |losses: Losses| {
        let error = losses.error().map(|error| format!(" ± {error:.1}"));
        Some(format!(
            "{:.1}{}",
            losses.mean()?,
            error.unwrap_or_default()
        ))
    };
    let lost = outcome.tally.lost;
    let who = match (of(lost.a), of(lost.b)) {
        (Some(a), Some(b)) => format!("A {a} discs a game, B {b}"),
        (Some(a), None) => format!("A {a} discs a game"),
        (None, Some(b)) => format!("B {b} discs a game"),
        (None, None) => return None,
    };
    Some(format!("Lost   {who}, judged at level {level}"))
}

/// `+36.6, 95 % sure to be between +20.1 and +53.4`
fn elo_in_words(elo: &Elo) -> String {
    let estimate = match elo.estimate {
        Some(estimate) => signed(estimate),
        None => "no limit, one side has all the points".to_owned(),
    };
    let range = match (elo.low, elo.high) {
        (Some(low), Some(high)) => {
            format!(
                ", 95 % sure to be between {} and {}",
                signed(low),
                signed(high)
            )
        }
        (Some(low), None) => format!(", 95 % sure to be above {}", signed(low)),
        (None, Some(high)) => format!(", 95 % sure to be below {}", signed(high)),
        (None, None) => String::new(),
    };
    format!("{estimate}{range}")
}

/// A number with a sign and one place.
fn signed(number: f64) -> String {
    // Rounded first, so that a tiny negative value is not printed as `-0.0`.
    format!("{:+.1}", (number * 10.0).round() / 10.0 + 0.0)
}

fn test_in_words(test: &Test) -> String {
    let (bounds, standing) = (test.bounds, test.standing);
    let verdict = match test.decision() {
        Some(Decision::Elo1) => format!("decided for Elo {}", bounds.elo1),
        Some(Decision::Elo0) => format!("decided for Elo {}", bounds.elo0),
        None => "undecided".to_owned(),
    };
    format!(
        "Elo {} against {}: LLR {:.2} between {:.2} and {:.2}, {verdict}",
        bounds.elo0,
        bounds.elo1,
        standing.llr + 0.0,
        standing.lower,
        standing.upper
    )
}

/// The standing beside a progress bar.
pub(super) fn brief(tally: &Tally, test: Option<Test>) -> String {
    let mut words = format!("A {}-{}-{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.elo().and_then(|elo| elo.estimate) {
        let _ = write!(words, "  Elo {}", signed(estimate));
    }
    if let Some(test) = test {
        let _ = write!(words, "  LLR {:.2}", test.standing.llr + 0.0);
    }
    words
}

/// What happened in a game that was lost by a fault; nothing in others.
pub(super) fn fault(done: &Done) -> Option<String> {
    let Ending::Forfeit(forfeit) = &done.played.ending else {
        return None;
    };
    let color = if done.played.seat(Color::Black) == forfeit.loser {
        Color::Black
    } else {
        Color::White
    };
    let game = &done.played.game;
    let mut words = format!(
        "game {}: {} ({color}) {}, and loses\n  moves  {}\n  board  {}",
        done.index + 1,
        forfeit.loser,
        forfeit.fault,
        moves(game),
        game.position()
    );
    for line in &forfeit.log {
        let _ = write!(words, "\n  {line}");
    }
    Some(words)
}

/// A name from the command line, which must not steer the terminal.
fn printable(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_tells_what_is_known() {
        let words = |estimate, low, high| {
            elo_in_words(&Elo {
                estimate,
                low,
                high,
            })
        };
        assert_eq!(
            words(Some(36.61), Some(-0.01), Some(80.0)),
            "+36.6, 95 % sure to be between +0.0 and +80.0"
        );
        assert_eq!(
            words(None, Some(200.0), None),
            "no limit, one side has all the points, 95 % sure to be above +200.0"
        );
    }
}
