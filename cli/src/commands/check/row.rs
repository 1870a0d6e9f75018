//! The rows of `check --json`.

use super::ScoreFault;
use super::tally::Tally;
use crate::output::json::Milliseconds;
use serde::Serialize;
use std::time::Duration;
use xsquare_engine::notation::{RecordError, RecordRead};

/// `xsquare.check.fault.v1`
#[derive(Debug, Serialize)]
pub(super) struct FaultRow {
    schema: &'static str,
    file: String,
    game: usize,
    line: Option<usize>,
    column: Option<usize>,
    ply: Option<usize>,
    square: Option<String>,
    rule: &'static str,
    text: String,
    message: String,
}

impl FaultRow {
    /// A game that cannot be read.
    pub(super) fn new(file: &str, error: &RecordError) -> Self {
        Self {
            schema: "xsquare.check.fault.v1",
            file: file.to_owned(),
            game: error.game,
            line: error.line,
            column: error.column(),
            ply: error.ply(),
            square: error.square().map(|square| square.to_string()),
            rule: error.rule(),
            text: error.text().to_owned(),
            message: error.to_string(),
        }
    }

    /// A result that is not that of the board.
    pub(super) fn of_score(file: &str, read: &RecordRead, fault: &ScoreFault) -> Self {
        Self {
            schema: "xsquare.check.fault.v1",
            file: file.to_owned(),
            game: read.number,
            line: read.line,
            column: None,
            ply: Some(read.record.game.turns().len()),
            square: None,
            rule: fault.rule,
            text: fault.stated.clone(),
            message: fault.message.clone(),
        }
    }
}

/// The numbers of a tally.
#[derive(Debug, Serialize)]
struct Numbers {
    games: u64,
    finished: u64,
    faults: u64,
    oddities: u64,
    results: Results,
}

/// The stated results of finished games, and the rest.
#[derive(Debug, Serialize)]
struct Results {
    scores: u64,
    discs: u64,
    winner: u64,
    wipeout: u64,
    only_winner: u64,
    unchecked: u64,
}

impl Numbers {
    const fn new(tally: &Tally) -> Self {
        let [discs, winner, wipeout] = tally.agree;
        Self {
            games: tally.games,
            finished: tally.finished,
            faults: tally.faults,
            oddities: tally.oddities,
            results: Results {
                scores: tally.scores,
                discs,
                winner,
                wipeout,
                only_winner: tally.winners,
                unchecked: tally.judgements,
            },
        }
    }
}

/// `xsquare.check.v1`
#[derive(Debug, Serialize)]
pub(super) struct FileRow<'a> {
    schema: &'static str,
    file: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    numbers: Numbers,
}

impl<'a> FileRow<'a> {
    pub(super) const fn new(file: &'a str, kind: &'a str, tally: &Tally) -> Self {
        Self {
            schema: "xsquare.check.v1",
            file,
            kind,
            numbers: Numbers::new(tally),
        }
    }
}

/// `xsquare.check.summary.v1`
#[derive(Debug, Serialize)]
pub(super) struct SummaryRow {
    schema: &'static str,
    files: u64,
    unreadable: u64,
    #[serde(flatten)]
    numbers: Numbers,
    time_ms: Milliseconds,
}

impl SummaryRow {
    pub(super) const fn new(files: u64, tally: &Tally, time: Duration) -> Self {
        Self {
            schema: "xsquare.check.summary.v1",
            files,
            unreadable: tally.unreadable,
            numbers: Numbers::new(tally),
            time_ms: Milliseconds(time),
        }
    }
}
