//! `train`: makes the weights that the program is built with. Only in builds with the feature `train`.

mod calibration;
mod classic;
mod errors;
mod meter;
mod options;
mod ordering;
mod patterns;
mod real;
mod report;
mod samples;
mod target;

pub(crate) use options::TrainArgs;

use crate::config::Settings;
use crate::exit::ExitCode;
use options::Trained;

/// Makes or measures what is asked for.
pub(crate) fn run(args: &TrainArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    match &args.what {
        Trained::Classic(args) => classic::run(args, settings),
        Trained::Patterns(args) => patterns::first(args, settings),
        Trained::Next(args) => patterns::next(args, settings),
        Trained::Ordering(args) => ordering::run(args, settings),
        Trained::Calibration(args) => calibration::run(args, settings),
        Trained::Report(args) => report::run(args, settings),
    }
}
