//! `train classic`: fits the weights of the classic evaluation.

use super::errors::{Head, Row};
use super::options::ClassicArgs;
use super::samples::read_samples;
use super::target;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::output::{self, json};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::Write as _;
use xsquare_search::eval::{Classic, Evaluator};
use xsquare_search::train::{ErrorTable, Fitted, Recipe, fit_classic};

/// Fits, writes the weights and reports their errors.
pub(super) fn run(args: &ClassicArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    // What can fail at once should not fail after minutes of work.
    target::check(&args.out)?;
    let test = args.test.as_deref().map(read_samples).transpose()?;
    let fitted = fit(args, settings)?;
    target::write(&args.out, fitted.weights.to_text().as_bytes())?;
    let classic = Classic::new(fitted.weights.clone());
    let test = test.map(|samples| {
        let scores = samples
            .into_iter()
            .map(|sample| (sample.board, sample.score.into()));
        ErrorTable::of(|board| classic.evaluate_board(board), scores)
    });
    match settings.format {
        Format::Json => json::line(&Report::new(&fitted, test.as_ref()))?,
        Format::Text => describe(&fitted, test.as_ref())?,
    }
    Ok(ExitCode::Success)
}

/// Plays, labels and fits, with a bar on standard error.
fn fit(args: &ClassicArgs, settings: &Settings) -> anyhow::Result<Fitted> {
    let recipe = Recipe {
        games: args.games,
        seed: args.seed,
        solved: args.solved,
    };
    let style =
        ProgressStyle::with_template("{msg} {bar:24} {pos}/{len} games  {elapsed_precise}")?;
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style);
    let fitted = fit_classic(recipe, settings.search.threads, &|progress| {
        bar.set_message(format!("round {}", progress.round));
        bar.set_length(progress.games.into());
        bar.set_position(progress.done.into());
    })?;
    bar.finish_and_clear();
    Ok(fitted)
}

/// Markdown, as for the README of the weights.
fn describe(fitted: &Fitted, test: Option<&ErrorTable>) -> anyhow::Result<()> {
    let mut out = output::stdout();
    head(fitted).describe(&fitted.held_out, &mut out)?;
    if let Some(test) = test {
        writeln!(out, "\nTest positions:\n\n{test}")?;
    }
    Ok(())
}

fn head(fitted: &Fitted) -> Head {
    let checksum = fitted.weights.checksum();
    Head::new(
        "xsquare.train.v1",
        checksum,
        fitted.fitted_on,
        &fitted.held_out,
    )
}

/// `xsquare.train.v1`
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    test: Option<Vec<Row>>,
}

impl Report {
    fn new(fitted: &Fitted, test: Option<&ErrorTable>) -> Self {
        Self {
            head: head(fitted),
            test: test.map(Row::all),
        }
    }
}
