//! `train patterns`: a generation of the pattern evaluation.

use super::calibration;
use super::errors::Row;
use super::meter::Meter;
use super::options::PatternsArgs;
use super::target;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::{self, json, text};
use anyhow::Context;
use serde::Serialize;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use xsquare_search::Calibration;
use xsquare_search::eval::Patterns;
use xsquare_search::train::pattern::{
    Fitted, Progress, Recipe, TrainError, Workshop, train_generation,
};
use xsquare_search::train::{CalibrationError, CalibrationRecipe, ErrorTable};

/// The weights before they are calibrated, in the directory of the run.
const UNCALIBRATED: &str = "uncalibrated.bin";

/// Trains, calibrates and writes the weights.
pub(super) fn run(args: &PatternsArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    target::check(&args.out)?;
    let run = Run::new(args, settings)?;
    let _watch = interrupt::watch();
    let fitted = match run.train() {
        Err(TrainError::Stopped) => {
            run.meter.finish();
            output::note(&format!(
                "stopped; what is finished is kept in {}, and the same command goes on from there",
                args.dir.display()
            ));
            return Ok(ExitCode::Interrupted);
        }
        other => other.with_context(|| {
            format!(
                "the training could not go on (what is finished is kept in {}, and the same command goes on from there)",
                args.dir.display()
            )
        })?,
    };
    let kept = args.dir.join(UNCALIBRATED);
    target::write(&kept, &fitted.weights.to_bytes())?;
    let calibration = match run.calibrate(&fitted) {
        Err(CalibrationError::Stopped) => {
            run.meter.finish();
            output::note(&stopped_before_calibration(args, &kept));
            return Ok(ExitCode::Interrupted);
        }
        other => {
            other.with_context(|| format!("the fitted weights are kept in {}", kept.display()))?
        }
    };
    run.meter.finish();
    let weights = fitted.weights.clone().with_calibration(calibration);
    target::write(&args.out, &weights.to_bytes())
        .with_context(|| format!("the fitted weights are kept in {}", kept.display()))?;
    let report = Report::new(weights.checksum(), &fitted, &calibration);
    match settings.format {
        Format::Json => json::line(&report)?,
        Format::Text => describe(&report, &fitted.held_out)?,
    }
    Ok(ExitCode::Success)
}

/// How to go on after Ctrl-C in the last stage.
fn stopped_before_calibration(args: &PatternsArgs, kept: &Path) -> String {
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
    args: &'a PatternsArgs,
    settings: &'a Settings,
    meter: Meter,
    small: PathBuf,
    big: PathBuf,
}

impl<'a> Run<'a> {
    /// Makes the directories.
    fn new(args: &'a PatternsArgs, settings: &'a Settings) -> anyhow::Result<Self> {
        let [small, big] = ["small", "big"].map(|name| args.dir.join(name));
        for path in [&small, &big] {
            fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        }
        let stages: usize = args.recipes().iter().map(Recipe::stages).sum();
        Ok(Self {
            args,
            settings,
            // And the calibration.
            meter: Meter::new(stages + 1),
            small,
            big,
        })
    }

    fn train(&self) -> Result<Fitted, TrainError> {
        let show = |run: &str, progress: Progress<'_>| {
            let stage = format!("{run} run, {}", progress.stage);
            self.meter.show(&stage, progress.done, progress.total);
        };
        let small = |progress: Progress<'_>| show("small", progress);
        let big = |progress: Progress<'_>| show("great", progress);
        train_generation(
            (
                &self.workshop(&self.small, &small),
                &self.workshop(&self.big, &big),
            ),
            &self.args.recipes(),
            &mut |fitted| self.meter.say(&verdict(fitted)),
        )
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
    let rows = &fitted.held_out.rows;
    let positions: f64 = rows.iter().map(|row| f64::from(row.positions)).sum();
    let errors = rows
        .iter()
        .map(|row| row.mean_error * f64::from(row.positions));
    let most = rows.iter().map(|row| row.empties).max().unwrap_or(0);
    format!(
        "fitted on {} positions with up to {most} empties; mean error {:.2} discs on the games held out",
        text::count(fitted.fitted_on as u64),
        errors.sum::<f64>() / positions
    )
}

/// Markdown, as for the README of the weights.
fn describe(report: &Report, held_out: &ErrorTable) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "Checksum {}", report.checksum)?;
    writeln!(out, "Fitted on {} positions", report.fitted_on)?;
    writeln!(out, "\nGames held out:\n\n{held_out}")?;
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
    schema: &'static str,
    checksum: String,
    fitted_on: usize,
    held_out: Vec<Row>,
    midgame: [f64; 4],
    to_the_end: [f64; 4],
}

impl Report {
    fn new(checksum: u64, fitted: &Fitted, calibration: &Calibration) -> Self {
        Self {
            schema: "xsquare.train.patterns.v1",
            checksum: format!("{checksum:016x}"),
            fitted_on: fitted.fitted_on,
            held_out: Row::all(&fitted.held_out),
            midgame: calibration.midgame,
            to_the_end: calibration.to_the_end,
        }
    }
}
