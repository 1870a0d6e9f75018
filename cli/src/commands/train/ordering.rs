//! `train ordering`: the small evaluation that orders moves near the end of the game.

use super::errors::Head;
use super::meter::Meter;
use super::options::OrderingArgs;
use super::target;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::{self, json};
use anyhow::Context;
use xsquare_search::train::pattern::{self, Progress, TrainError, Workshop};

const SCHEMA: &str = "xsquare.train.ordering.v1";

/// Fits and writes the weights.
pub(super) fn run(args: &OrderingArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    target::check(&args.out)?;
    let meter = Meter::new(1);
    let _watch = interrupt::watch();
    let workshop = Workshop {
        directory: &args.dir,
        threads: settings.search.threads,
        stop: interrupt::stop_flag(),
        progress: &|progress: Progress<'_>| {
            meter.show(progress.stage, progress.done, progress.total);
        },
    };
    let fitted = match pattern::ordering(&workshop, args.steps) {
        Err(TrainError::Stopped) => {
            meter.finish();
            output::note(&"stopped; nothing was written");
            return Ok(ExitCode::Interrupted);
        }
        other => other.with_context(|| format!("cannot learn from {}", args.dir.display()))?,
    };
    meter.finish();
    target::write(&args.out, &fitted.weights.to_bytes())?;
    let checksum = fitted.weights.checksum();
    let head = Head::new(SCHEMA, checksum, fitted.fitted_on, &fitted.held_out);
    match settings.format {
        Format::Json => json::line(&head)?,
        Format::Text => head.describe(&fitted.held_out, &mut output::stdout())?,
    }
    Ok(ExitCode::Success)
}
