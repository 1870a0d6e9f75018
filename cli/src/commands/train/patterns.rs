//! `train patterns` and `train next`: generations of the pattern evaluation.

use super::calibration;
use super::errors::{Head, Row};
use super::meter::Meter;
use super::options::{NextArgs, PatternsArgs, RunArgs};
use super::real;
use super::target;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::read;
use crate::interrupt;
use crate::output::{self, json, text};
use anyhow::Context;
use serde::Serialize;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use xsquare_search::Calibration;
use xsquare_search::eval::{Patterns, Weights};
use xsquare_search::train::pattern::{
    Fitted, Progress, Recipe, TrainError, Workshop, train_first, train_next,
};
use xsquare_search::train::{CalibrationError, CalibrationRecipe, ErrorTable};

/// The weights before they are calibrated, in the directory of the run.
const UNCALIBRATED: &str = "uncalibrated.bin";

/// Trains, calibrates and writes the weights of the first generation.
pub(super) fn first(args: &PatternsArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    target::check(&args.run.out)?;
    let [small, big] = ["small", "big"].map(|name| args.run.dir.join(name));
    for path in [&small, &big] {
        make(path)?;
    }
    let recipes = args.recipes();
    let run = Run::new(&args.run, settings, &recipes);
    run.finish(|| {
        let small_progress = |progress: Progress<'_>| run.show("small run, ", progress);
        let big_progress = |progress: Progress<'_>| run.show("great run, ", progress);
        train_first(
            (
                &run.workshop(&small, &small_progress),
                &run.workshop(&big, &big_progress),
            ),
            &recipes,
            &mut |fitted| run.meter.say(&verdict(fitted)),
        )
    })
}

/// Trains, calibrates and writes the weights of a later generation.
pub(super) fn next(args: &NextArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    target::check(&args.run.out)?;
    let earlier = earlier(args.from.as_deref())?;
    let openings = real::openings(&args.real, args.exclude.as_deref())?;
    make(&args.run.dir)?;
    let recipe = args.recipe();
    let run = Run::new(&args.run, settings, std::slice::from_ref(&recipe));
    run.finish(|| {
        let progress = |progress: Progress<'_>| run.show("", progress);
        train_next(
            &run.workshop(&args.run.dir, &progress),
            &earlier,
            &openings,
            &recipe,
            &mut |fitted| run.meter.say(&verdict(fitted)),
        )
    })
}

/// The weights of the generation before: those of a file, or of this program.
fn earlier(path: Option<&Path>) -> anyhow::Result<Weights> {
    let Some(path) = path else {
        return Ok(Patterns::default().weights().clone());
    };
    let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Weights::from_bytes(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

fn make(directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))
}

/// How to go on after Ctrl-C in the last stage.
fn stopped_before_calibration(args: &RunArgs, kept: &Path) -> String {
    format!(
        "stopped before the calibration; the weights are in {0}, and this goes on from there:\n  \
         xsquare train calibration --games {1} --seed {2} --in {0} --out {3}",
        kept.display(),
        args.calibration_games,
        args.seed,
        args.out.display()
    )
}

/// A generation in the making.
struct Run<'a> {
    args: &'a RunArgs,
    settings: &'a Settings,
    meter: Meter,
}

impl<'a> Run<'a> {
    fn new(args: &'a RunArgs, settings: &'a Settings, recipes: &[Recipe]) -> Self {
        let stages: usize = recipes.iter().map(Recipe::stages).sum();
        Self {
            args,
            settings,
            // And the calibration.
            meter: Meter::new(stages + 1),
        }
    }

    fn show(&self, run: &str, progress: Progress<'_>) {
        let stage = format!("{run}{}", progress.stage);
        self.meter.show(&stage, progress.done, progress.total);
    }

    fn workshop<'b>(
        &self,
        directory: &'b Path,
        progress: &'b (dyn Fn(Progress<'_>) + Sync),
    ) -> Workshop<'b> {
        Workshop {
            directory,
            threads: self.settings.search.threads,
            stop: interrupt::stop_flag(),
            progress,
        }
    }

    /// Trains, calibrates, writes the weights and reports on them.
    fn finish(
        &self,
        train: impl FnOnce() -> Result<Fitted, TrainError>,
    ) -> anyhow::Result<ExitCode> {
        let (args, settings) = (self.args, self.settings);
        let _watch = interrupt::watch();
        let fitted = match train() {
            Err(TrainError::Stopped) => {
                self.meter.finish();
                output::note(&format!(
                    "stopped; what is finished is kept in {}, and the same command goes on from there",
                    args.dir.display()
                ));
                return Ok(ExitCode::Interrupted);
            }
            other => other.with_context(|| {
                format!(
                    "the training could not go on (what is finished is kept in {}, and the same command goes on from \
                     there)",
                    args.dir.display()
                )
            })?,
        };
        let kept = args.dir.join(UNCALIBRATED);
        target::write(&kept, &fitted.weights.to_bytes())?;
        let calibration = match self.calibrate(&fitted) {
            Err(CalibrationError::Stopped) => {
                self.meter.finish();
                output::note(&stopped_before_calibration(args, &kept));
                return Ok(ExitCode::Interrupted);
            }
            other => other
                .with_context(|| format!("the fitted weights are kept in {}", kept.display()))?,
        };
        self.meter.finish();
        let weights = fitted.weights.clone().with_calibration(calibration);
        target::write(&args.out, &weights.to_bytes())
            .with_context(|| format!("the fitted weights are kept in {}", kept.display()))?;
        let report = Report::new(weights.checksum(), &fitted, &calibration);
        match settings.format {
            Format::Json => json::line(&report)?,
            Format::Text => describe(&report, &fitted)?,
        }
        Ok(ExitCode::Success)
    }

    fn calibrate(&self, fitted: &Fitted) -> Result<Calibration, CalibrationError> {
        let recipe = CalibrationRecipe {
            games: self.args.calibration_games,
            seed: self.args.seed,
        };
        let patterns = Patterns::new(fitted.weights.clone());
        let found = calibration::fit(&patterns, recipe, self.settings, &self.meter)?;
        Ok(found.0)
    }
}

/// A fit in one line.
fn verdict(fitted: &Fitted) -> String {
    let tables = [&fitted.held_out, &fitted.held_out_real];
    let [played, real] = tables.map(mean_error);
    let most = fitted.held_out.rows.iter().map(|row| row.empties).max();
    let real = real.map_or(String::new(), |error| {
        format!(", {error:.2} on the real ones")
    });
    format!(
        "fitted on {} positions with up to {} empties; mean error {:.2} discs on the games held out{real}",
        text::count(fitted.fitted_on as u64),
        most.unwrap_or(0),
        played.unwrap_or(f64::NAN)
    )
}

/// Over all numbers of empty squares, in discs; `None` if there are no positions.
fn mean_error(table: &ErrorTable) -> Option<f64> {
    let rows = &table.rows;
    let positions: f64 = rows.iter().map(|row| f64::from(row.positions)).sum();
    let errors = rows
        .iter()
        .map(|row| row.mean_error * f64::from(row.positions));
    (positions > 0.0).then(|| errors.sum::<f64>() / positions)
}

/// Markdown, as for the README of the weights.
fn describe(report: &Report, fitted: &Fitted) -> anyhow::Result<()> {
    let mut out = output::stdout();
    report.head.describe(&fitted.held_out, &mut out)?;
    if !fitted.held_out_real.rows.is_empty() {
        writeln!(out, "\nReal games held out:\n\n{}", fitted.held_out_real)?;
    }
    writeln!(
        out,
        "\nCalibration:\n\nmidgame     {:?}\nto_the_end  {:?}",
        report.midgame, report.to_the_end
    )?;
    Ok(())
}

/// `xsquare.train.patterns.v1`
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    held_out_real: Vec<Row>,
    midgame: [f64; 4],
    to_the_end: [f64; 4],
}

impl Report {
    fn new(checksum: u64, fitted: &Fitted, calibration: &Calibration) -> Self {
        const SCHEMA: &str = "xsquare.train.patterns.v1";
        Self {
            head: Head::new(SCHEMA, checksum, fitted.fitted_on, &fitted.held_out),
            held_out_real: Row::all(&fitted.held_out_real),
            midgame: calibration.midgame,
            to_the_end: calibration.to_the_end,
        }
    }
}
