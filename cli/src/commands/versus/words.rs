//! The standing of a match in words.

use super::Outcome;
use super::crew::Done;
use super::elo::Elo;
use super::game::{Ending, Seat};
use super::row::mean_time;
use super::save::moves;
use super::sprt::Decision;
use super::tally::{Tally, Test};
use crate::output::{style, text};
use std::fmt::Write as _;
use xsquare_engine::Color;

/// The whole result.
pub(super) fn result(outcome: &Outcome<'_>) -> String {
    let tally = &outcome.tally;
    let strong = style::STRONG;
    let mut words = String::new();
    let mut line = |text: &str| {
        words.push_str(text);
        words.push('\n');
    };
    for seat in [Seat::A, Seat::B] {
        let usage = tally.usage[seat];
        let mut player = format!("{seat}  {}", printable(outcome.names.of(seat)));
        if let Some(mean) = mean_time(usage) {
            let _ = write!(
                player,
                "  ({} a move, at most {})",
                text::time(mean),
                text::time(usage.longest)
            );
        }
        line(&player);
    }
    let Some(share) = tally.share() else {
        line("No game came to a result.");
        return words;
    };
    line(&format!(
        "{} of {} games in {}: A won {}, drew {}, lost {}; {strong}{:.1} % of the points{strong:#}",
        tally.games(),
        outcome.games,
        text::time(outcome.time),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * share
    ));
    line(&format!(
        "Discs  {:+.2} a game for A",
        tally.mean_discs().unwrap_or_default() + 0.0
    ));
    if let Some(elo) = tally.elo() {
        line(&format!("Elo    {strong}{}{strong:#}", elo_in_words(&elo)));
    }
    let pairs = tally.pairs.0;
    line(&format!(
        "Pairs  {} with 0 points for A, {} with 1/2, {} with 1, {} with 1 1/2, {} with 2",
        pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]
    ));
    if tally.adjudicated > 0 {
        line(&format!(
            "Solved {} games instead of playing them out",
            tally.adjudicated
        ));
    }
    let faults = tally.forfeits;
    if faults.a + faults.b > 0 {
        line(&format!(
            "Faults A lost {} games by its own, B {}",
            faults.a, faults.b
        ));
    }
    if let Some(test) = outcome.test() {
        line(&format!("SPRT   {}", test_in_words(&test)));
    }
    words
}

/// `+36.6, 95 % sure to be between +20.1 and +53.4`
fn elo_in_words(elo: &Elo) -> String {
    let estimate = match elo.estimate {
        Some(estimate) => signed(estimate),
        None => return "no limit: one side has all the points".to_owned(),
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
        (None, None) => ", without error bars: too few pairs, or all alike".to_owned(),
    };
    format!("{estimate}{range}")
}

fn signed(elo: f64) -> String {
    // Rounded first, so that a tiny negative value is not printed as `-0.0`.
    format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0)
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
        assert!(words(Some(0.0), None, None).contains("without error bars"));
        assert!(words(Some(300.0), Some(200.0), None).ends_with("above +200.0"));
        assert!(words(None, None, None).contains("all the points"));
    }
}
