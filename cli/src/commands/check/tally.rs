//! What was found in a file, counted.

use crate::games::games;
use crate::output::text::{count, counted};
use std::fmt::Write as _;
use xsquare_engine::Convention;
use xsquare_engine::notation::{ScoreCheck, StatedResult, StatedScore};

/// What was found in a file, or in all of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    /// Games that could be read.
    pub(super) games: u64,
    /// Games that were played to their end.
    pub(super) finished: u64,
    /// Faults of all kinds.
    pub(super) faults: u64,
    /// Files that could not be read.
    pub(super) unreadable: u64,
    /// Things that are odd and no fault.
    pub(super) oddities: u64,
    /// Results of finished games that are given in discs, and how many of them each way of counting gives, in the
    /// order of [`Convention::ALL`].
    pub(super) scores: u64,
    pub(super) agree: [u64; 3],
    /// Results that name only the winner, of finished games.
    pub(super) winners: u64,
    /// Results of unfinished games.
    pub(super) judgements: u64,
}

impl Tally {
    /// Counts a stated result.
    pub(super) fn result(&mut self, stated: StatedResult, check: ScoreCheck) {
        if check == ScoreCheck::Unfinished {
            self.judgements += 1;
            return;
        }
        if matches!(stated.score, StatedScore::Winner(_)) && check != ScoreCheck::Differs {
            self.winners += 1;
            return;
        }
        self.scores += 1;
        if let ScoreCheck::Agrees(agree) = check {
            for (sum, agrees) in self.agree.iter_mut().zip(agree) {
                *sum += u64::from(agrees);
            }
        }
    }

    /// Adds what was found in a file.
    pub(super) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.finished += other.finished;
        self.faults += other.faults;
        self.unreadable += other.unreadable;
        self.oddities += other.oddities;
        self.scores += other.scores;
        for (sum, number) in self.agree.iter_mut().zip(other.agree) {
            *sum += number;
        }
        self.winners += other.winners;
        self.judgements += other.judgements;
    }

    /// What was found, in a line or some.
    /// `kind` is what the file is; empty for several.
    pub(super) fn describe(&self, name: &str, kind: &str) -> String {
        let faults = match self.faults {
            0 => "no fault".to_owned(),
            number => counted(number, "fault"),
        };
        let unfinished = self.games - self.finished;
        let gap = if kind.is_empty() { "" } else { ", " };
        let mut text = format!("{name}: {}{gap}{kind}", games(self.games));
        if unfinished > 0 {
            let _ = write!(text, ", {} not played to the end", count(unfinished));
        }
        let _ = writeln!(text, "; {faults}");
        if self.scores > 0 {
            let _ = writeln!(text, "  {} stated in discs, of which", results(self.scores));
            for (convention, agree) in Convention::ALL.iter().zip(self.agree) {
                let _ = writeln!(text, "  {:>9} agree by {convention}", count(agree));
            }
        }
        if self.winners > 0 {
            let _ = writeln!(text, "  {} stated as a winner", results(self.winners));
        }
        if self.judgements > 0 {
            let _ = writeln!(
                text,
                "  {} of unfinished games, not checked",
                results(self.judgements)
            );
        }
        text
    }
}

fn results(number: u64) -> String {
    counted(number, "result")
}
