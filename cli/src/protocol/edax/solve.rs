//! `-solve FILE`: the problems of a file as Edax solves them, at a level.

use super::options::{Options, Verbosity};
use super::table::{HEAD, NUMBER, RULE, clock, erroneous, final_row, row, speed, whole, word};
use crate::args::PositionArgs;
use crate::batch::Batch;
use crate::config::Settings;
use crate::exit::ExitCode;
use crate::input::Task;
use crate::interrupt;
use crate::output;
use crate::thinking::{Live, thinker};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use xsquare_engine::Color;
use xsquare_search::{Analysis, Control};

/// What is counted over a file.
#[derive(Debug, Default)]
struct Tally {
    positions: u32,
    nodes: u64,
    time: Duration,
    wrong_moves: u32,
    wrong_scores: u32,
    /// Discs.
    move_errors: i32,
    score_errors: i32,
}

/// Searches every problem of the file and compares it with the scores that the file gives.
///
/// # Errors
/// If the file or the standard output cannot be used, or the system gives too little.
pub(crate) fn run(path: &Path, options: &Options, settings: &Settings) -> anyhow::Result<ExitCode> {
    let input = PositionArgs {
        positions: Vec::new(),
        file: vec![path.to_owned()],
        side: None,
    };
    let mut batch = Batch::new(&input, settings)?;
    let mut thinker = thinker(settings)?;
    let limits = options.strength.limits();
    let mut tally = Tally::default();
    let _watch = interrupt::watch();
    let is_detailed = options.verbosity == Verbosity::Iterations;
    if !is_detailed {
        heading()?;
    }
    while !interrupt::is_pressed()
        && let Some(task) = batch.next_task()?
    {
        let side = task.position.side();
        if is_detailed {
            writeln!(
                output::stdout(),
                "\n*** problem # {} ***\n",
                task.place.index
            )?;
            heading()?;
        }
        let live = Live::new(|analysis: &Analysis| {
            if is_detailed && let Some(text) = rows(analysis, side) {
                writeln!(output::stdout(), "   |{text}")?;
            }
            Ok(())
        });
        let progress = |analysis: &Analysis| live.progress(analysis);
        let control = Control {
            stop: interrupt::stop_flag(),
            progress: &progress,
        };
        let analysis = thinker.analyse(task.position.board(), 1, &limits, control);
        live.finish()?;
        let text = rows(&analysis, side).unwrap_or_else(|| final_row(&analysis));
        let verdict = tally.add(&task, &analysis);
        writeln!(output::stdout(), "{:3}|{text}{verdict}", task.place.index)?;
    }
    if !is_detailed {
        writeln!(output::stdout(), "---+{RULE}")?;
    }
    tally.tell(path)?;
    let read = batch.finish()?;
    Ok(match read {
        _ if interrupt::is_pressed() => ExitCode::Interrupted,
        ExitCode::Success if tally.wrong_moves + tally.wrong_scores > 0 => ExitCode::Negative,
        other => other,
    })
}

fn heading() -> std::io::Result<()> {
    writeln!(output::stdout(), " # |{HEAD}\n---+{RULE}")
}

fn rows(analysis: &Analysis, side: Color) -> Option<String> {
    let best = analysis.moves.first()?;
    Some(row(best, (analysis.nodes, analysis.time), side, NUMBER))
}

impl Tally {
    /// Counts a problem: what is wrong about its result, to be written behind it.
    fn add(&mut self, task: &Task, analysis: &Analysis) -> String {
        self.positions += 1;
        self.nodes += analysis.nodes;
        self.time += analysis.time;
        let Some((best, found)) = task.expected.zip(analysis.moves.first()) else {
            return String::new();
        };
        let mut text = String::new();
        if let Some(score) = task.expected_of(found.turn)
            && score < best
            && let Some((turn, _)) = task.scores.iter().find(|(_, score)| *score == best)
        {
            let error = best.discs() - score.discs();
            self.wrong_moves += 1;
            self.move_errors += error;
            let expected = word(*turn, task.position.side());
            text += &erroneous(&expected, best.discs(), error);
        }
        let error = (whole(found.score) - best.discs()).abs();
        if error > 0 {
            self.wrong_scores += 1;
            self.score_errors += error;
            let _ = write!(text, " Erroneous score: {:+} expected", best.discs());
        }
        text
    }

    fn tell(&self, path: &Path) -> std::io::Result<()> {
        let mut out = output::stdout();
        writeln!(
            out,
            "{}: {} nodes in {:>9} ({} nodes/s).",
            path.display(),
            self.nodes,
            clock(self.time),
            speed(self.nodes, self.time)
        )?;
        let mean = |errors: i32| f64::from(errors) / f64::from(self.positions.max(1));
        writeln!(
            out,
            "{} positions; {} erroneous move; {} erroneous score; mean absolute score error = {:.3}; mean absolute move error = {:.3}",
            self.positions,
            self.wrong_moves,
            self.wrong_scores,
            mean(self.score_errors),
            mean(self.move_errors)
        )
    }
}
