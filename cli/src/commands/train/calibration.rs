//! `train calibration`: how far the searches of an evaluation lie apart.

use super::meter::Meter;
use super::options::CalibrationArgs;
use super::target;
use crate::config::{Format, Settings};
use crate::evaluation::{self, Evaluation};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::{self, json};
use anyhow::bail;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use xsquare_search::Calibration;
use xsquare_search::eval::{Classic, Evaluator, Patterns, Weights};
use xsquare_search::train::{CalibrationError, CalibrationRecipe, CalibrationRow, fit_calibration};

/// What is calibrated.
enum Subject {
    Classic(Box<Classic>),
    Patterns(Box<Patterns>),
}

/// A calibration and what it was fitted to.
pub(super) type Found = (Calibration, Vec<CalibrationRow>);

/// Fits, prints, and writes weights if that is asked for.
pub(super) fn run(args: &CalibrationArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.out {
        target::check(path)?;
    }
    let subject = subject(args, settings)?;
    let recipe = CalibrationRecipe {
        games: args.games,
        seed: args.seed,
    };
    let meter = Meter::new(1);
    let _watch = interrupt::watch();
    let fitted = match &subject {
        Subject::Classic(classic) => fit(&**classic, recipe, settings, &meter),
        Subject::Patterns(patterns) => fit(&**patterns, recipe, settings, &meter),
    };
    meter.finish();
    let found = match fitted {
        Err(CalibrationError::Stopped) => {
            output::note(&"stopped; nothing is written");
            return Ok(ExitCode::Interrupted);
        }
        other => other?,
    };
    let (mut name, mut checksum) = ("classic", None);
    if let Subject::Patterns(patterns) = &subject {
        let weights = patterns.weights().clone().with_calibration(found.0);
        (name, checksum) = (patterns.name(), Some(weights.checksum()));
        if let Some(path) = &args.out {
            target::write(path, &weights.to_bytes())?;
        }
    }
    let checksum = checksum.map(|checksum| format!("{checksum:016x}"));
    match settings.format {
        Format::Json => json::line(&Report::new(name, checksum, &found))?,
        Format::Text => write!(
            output::stdout(),
            "{}",
            describe(name, checksum.as_deref(), &found)
        )?,
    }
    Ok(ExitCode::Success)
}

/// The evaluation to be calibrated: that of `--in`, else that of `--eval`.
fn subject(args: &CalibrationArgs, settings: &Settings) -> anyhow::Result<Subject> {
    let patterns = |patterns: Patterns| Subject::Patterns(Box::new(patterns));
    if let Some(path) = &args.input {
        let bytes = evaluation::read(path)?;
        let weights = evaluation::decode(path, &bytes, Weights::from_uncalibrated)?;
        return Ok(patterns(Patterns::new(weights)));
    }
    Ok(match &settings.evaluation {
        Evaluation::Shipped => patterns(Patterns::default()),
        Evaluation::Weights(weights) => patterns(Patterns::new(Weights::clone(weights))),
        Evaluation::Classic if args.out.is_some() => bail!(
            "the calibration of the classic evaluation is part of the program: leave --out away to have it printed"
        ),
        Evaluation::Classic => Subject::Classic(Box::default()),
    })
}

/// Fits the calibration of an evaluation, as one stage of a run.
///
/// # Errors
/// See [`CalibrationError`].
pub(super) fn fit<E: Evaluator>(
    evaluator: &E,
    recipe: CalibrationRecipe,
    settings: &Settings,
    meter: &Meter,
) -> Result<Found, CalibrationError> {
    fit_calibration(
        evaluator,
        recipe,
        settings.search.threads,
        interrupt::stop_flag(),
        &|done| meter.show("calibration", done, recipe.games),
    )
}

/// A Markdown table of the spreads, and the coefficients.
fn describe(name: &str, checksum: Option<&str>, (calibration, rows): &Found) -> String {
    let mut text = format!("Evaluation {name}");
    if let Some(checksum) = checksum {
        let _ = write!(text, ", with this calibration {checksum}");
    }
    text += "\n\n| empties | depth | probe | positions | bias | spread found | fitted |\n\
             |---:|---:|---:|---:|---:|---:|---:|\n";
    for row in rows {
        let _ = writeln!(
            text,
            "| {}–{} | {} | {} | {} | {:+.2} | {:.2} | {:.2} |",
            row.empties,
            row.empties + CalibrationRow::BAND - 1,
            row.depth,
            row.probe,
            row.count,
            row.bias,
            row.found,
            row.fitted
        );
    }
    let _ = writeln!(
        text,
        "\nmidgame     {:?}\nto_the_end  {:?}",
        calibration.midgame, calibration.to_the_end
    );
    text
}

/// `xsquare.train.calibration.v1`
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    evaluation: &'static str,
    /// Of the weights with this calibration; null for the classic evaluation.
    checksum: Option<String>,
    midgame: [f64; 4],
    to_the_end: [f64; 4],
    rows: Vec<Row>,
}

/// A kind of difference between searches, in discs.
#[derive(Debug, Serialize)]
struct Row {
    empties: u32,
    depth: u8,
    probe: u8,
    positions: usize,
    bias: f64,
    found: f64,
    fitted: f64,
}

impl Report {
    fn new(
        evaluation: &'static str,
        checksum: Option<String>,
        (calibration, rows): &Found,
    ) -> Self {
        let rows = rows.iter().map(|row| Row {
            empties: row.empties,
            depth: row.depth,
            probe: row.probe,
            positions: row.count,
            bias: row.bias,
            found: row.found,
            fitted: row.fitted,
        });
        Self {
            schema: "xsquare.train.calibration.v1",
            evaluation,
            checksum,
            midgame: calibration.midgame,
            to_the_end: calibration.to_the_end,
            rows: rows.collect(),
        }
    }
}
