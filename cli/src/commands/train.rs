//! `train`: makes the weights that the program is built with. Only in builds with the feature `train`.

use crate::args::{TrainArgs, TrainClassicArgs, Trained};
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::output::{self, json};
use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use xsquare_engine::{DiscDiff, notation};
use xsquare_search::eval::{Classic, Evaluator};
use xsquare_search::train::{ErrorRow, ErrorTable, Fitted, Recipe, Sample, fit_classic};

/// Fits what is asked for.
pub(crate) fn run(args: &TrainArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    match &args.what {
        Trained::Classic(args) => classic(args, settings),
    }
}

fn classic(args: &TrainClassicArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    // What can fail at once should not fail after minutes of work.
    check_target(&args.out)?;
    let test = args.test.as_deref().map(read_samples).transpose()?;
    let fitted = fit(args, settings)?;
    fs::write(&args.out, fitted.weights.to_text())
        .with_context(|| format!("cannot write {}", args.out.display()))?;
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

/// Refuses a path that cannot become a file.
fn check_target(path: &Path) -> anyhow::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if path.is_dir() || !parent.is_dir() {
        bail!(
            "cannot write {}: expected a file in a directory that exists",
            path.display()
        );
    }
    Ok(())
}

/// Plays, labels and fits, with a bar on standard error.
fn fit(args: &TrainClassicArgs, settings: &Settings) -> anyhow::Result<Fitted> {
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

/// The labelled positions of a file.
fn read_samples(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            read_sample(line).with_context(|| format!("{}, line {number}", path.display()))
        })
        .collect()
}

/// A board, the side to move, its number of empty squares and its score, separated by tabs.
fn read_sample(line: &str) -> anyhow::Result<Sample> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [board, side, empties, score] = fields.as_slice() else {
        bail!(
            "expected board, side to move, empty squares and score, separated by tabs, found {} fields",
            fields.len()
        );
    };
    let position = notation::recognise(&format!("{board} {side}"), None)
        .map_err(|error| anyhow!("{error}"))?
        .position();
    let board = position.board();
    if empties.parse() != Ok(board.empty_count()) {
        bail!(
            "the board has {} empty squares, found {empties:?}",
            board.empty_count()
        );
    }
    let score = score
        .parse()
        .ok()
        .and_then(DiscDiff::new)
        .with_context(|| format!("expected a score from -64 to 64, found {score:?}"))?;
    Ok(Sample { board, score })
}

/// Markdown, as for the README of the weights.
fn describe(fitted: &Fitted, test: Option<&ErrorTable>) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "Checksum {:016x}", fitted.weights.checksum())?;
    writeln!(out, "Fitted on {} positions", fitted.fitted_on)?;
    writeln!(out, "\nGames held out:\n\n{}", fitted.held_out)?;
    if let Some(test) = test {
        writeln!(out, "\nTest positions:\n\n{test}")?;
    }
    Ok(())
}

/// `xsquare.train.v1`
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    checksum: String,
    fitted_on: usize,
    held_out: Vec<Row>,
    test: Option<Vec<Row>>,
}

/// The errors at one number of empty squares, in discs.
#[derive(Debug, Serialize)]
struct Row {
    empties: u32,
    positions: u32,
    mean_error: f64,
    bias: f64,
    mean_score: f64,
}

impl Report {
    fn new(fitted: &Fitted, test: Option<&ErrorTable>) -> Self {
        let rows = |table: &ErrorTable| table.rows.iter().map(Row::new).collect();
        Self {
            schema: "xsquare.train.v1",
            checksum: format!("{:016x}", fitted.weights.checksum()),
            fitted_on: fitted.fitted_on,
            held_out: rows(&fitted.held_out),
            test: test.map(rows),
        }
    }
}

impl Row {
    fn new(row: &ErrorRow) -> Self {
        Self {
            empties: row.empties,
            positions: row.positions,
            mean_error: row.mean_error,
            bias: row.bias,
            mean_score: row.mean_score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn samples_are_read_for_either_side() {
        let black = read_sample(&format!("{BOARD}\tX\t60\t-2")).unwrap();
        assert_eq!(black.board, xsquare_engine::Board::START);
        assert_eq!(black.score.discs(), -2);
        let white = read_sample(&format!("{BOARD}\tO\t60\t2")).unwrap();
        assert_eq!(white.board, xsquare_engine::Board::START.pass());
    }

    #[test]
    fn lines_that_are_no_samples_are_refused_with_the_reason() {
        let reason = |line: &str| read_sample(line).unwrap_err().to_string();
        assert!(reason("").contains("found 1 field"));
        assert!(reason(&format!("{BOARD}\tX\t60")).contains("found 3 fields"));
        assert!(reason(&format!("{BOARD}\tX\t59\t0")).contains("60 empty squares"));
        assert!(reason(&format!("{BOARD}\tX\t60\t66")).contains("from -64 to 64"));
        assert!(reason(&format!("{BOARD}\tX\t60\tbest")).contains("\"best\""));
        assert!(!reason(&format!("{}\tX\t60\t0", BOARD.replace('O', "Q"))).is_empty());
    }

    #[test]
    fn targets_that_cannot_be_files_are_refused() {
        assert!(check_target(Path::new("weights.tsv")).is_ok());
        assert!(check_target(Path::new(".")).is_err());
        assert!(check_target(Path::new("no such directory/weights.tsv")).is_err());
    }
}
