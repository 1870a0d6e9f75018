//! `train report`: the errors of an evaluation on positions with known scores.

use super::errors::Row;
use super::options::ReportArgs;
use super::samples::read_samples;
use crate::config::{Format, Settings};
use crate::evaluation::Judge;
use crate::exit::ExitCode;
use crate::output::{self, json};
use serde::Serialize;
use std::io::Write as _;
use xsquare_search::train::ErrorTable;

/// Reads, judges and reports.
pub(super) fn run(args: &ReportArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let samples = read_samples(&args.test)?;
    let judge = Judge::new(settings);
    let scores = samples
        .into_iter()
        .map(|sample| (sample.board, sample.score.into()));
    let table = ErrorTable::of(|board| judge.score(board), scores);
    match settings.format {
        Format::Json => json::line(&Report {
            schema: "xsquare.train.report.v1",
            evaluation: judge.name(),
            checksum: judge.checksum(),
            test: Row::all(&table),
        })?,
        Format::Text => writeln!(
            output::stdout(),
            "Evaluation {} {}\n\n{table}",
            judge.name(),
            judge.checksum()
        )?,
    }
    Ok(ExitCode::Success)
}

/// `xsquare.train.report.v1`
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    evaluation: &'static str,
    checksum: String,
    test: Vec<Row>,
}
