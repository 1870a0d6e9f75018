//! `review`: what every move of a game lost, where the game was decided, and what would have been better.

mod judge;
mod markdown;
mod model;
mod options;
mod page;
mod puzzles;
mod row;
mod source;
mod words;

pub(crate) use judge::{Judge, compare};
pub(crate) use model::{Review, Standing};
pub(crate) use options::{ReviewArgs, default_limits};
pub(crate) use page::escaped;
pub(crate) use source::{LARGEST, Source, game_in};
pub(crate) use words::{compared, ended};

use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::messages::{ENGLISH, fill};
use crate::output::{self, json, text};
use crate::thinking;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use xsquare_engine::Game;
use xsquare_search::{Limits, Target, Thinker};

/// What is drawn while the search goes on.
const BAR: &str = "{bar:24} {pos}/{len}  {elapsed_precise}  {msg}";
/// How often the time on display moves.
const TICK: Duration = Duration::from_millis(250);

/// Reviews the game that the arguments name.
pub(crate) fn run(args: &ReviewArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let source = source::read(args)?;
    tell(&source, settings);
    if source.game.turns().is_empty() {
        bail!(
            "there is no move in this game ({}); expected moves",
            source.kind
        );
    }
    check_targets(args, settings.format)?;
    let mut thinker = thinking::thinker(settings)?;
    let watch = interrupt::watch();
    let mut review = judge(&source.game, &mut *thinker, args.limits());
    review.title = source.title;
    review.standing.result = source.result;
    let puzzles = match &args.puzzles {
        Some(_) => puzzles::find(&review, &mut *thinker),
        None => Vec::new(),
    };
    let is_interrupted = interrupt::is_pressed();
    drop(watch);
    let boards = args.boards.into();
    show(&review, args, settings.format)?;
    if let Some(path) = &args.html {
        write_file(path, &page::write(&review, boards)?)?;
    }
    if let Some(path) = &args.puzzles {
        write_file(path, &puzzles::write(&review, &puzzles))?;
        let (puzzles, file) = (puzzles::counted(puzzles.len()), path.display().to_string());
        let values = [("puzzles", puzzles.as_str()), ("file", &file)];
        output::note(&fill(ENGLISH.review.puzzles_in, &values));
    }
    Ok(if is_interrupted {
        ExitCode::Interrupted
    } else {
        ExitCode::Success
    })
}

/// Says what the input was recognised as.
fn tell(source: &Source, settings: &Settings) {
    settings.tell(&format!("game: {}", source.kind));
    for note in &source.notes {
        if note.is_warning {
            output::warn(&note.text);
        } else {
            settings.tell(&note.text);
        }
    }
}

/// Judges every turn of a game, with a progress bar where standard error is a terminal. To be called while
/// [`interrupt::watch`] is on.
pub(crate) fn judge(game: &Game, thinker: &mut dyn Thinker, limits: Limits) -> Review {
    let bar = ProgressBar::new(game.turns().len() as u64);
    if let Ok(style) = ProgressStyle::with_template(BAR) {
        bar.set_style(style);
    }
    bar.set_message(ENGLISH.review.progress);
    bar.enable_steady_tick(TICK);
    let review = Judge::new(thinker, limits).review(game, effort(&limits), |_| bar.inc(1));
    bar.finish_and_clear();
    review
}

/// The same without a bar: `progress` hears how many turns have been judged.
pub(crate) fn judge_silently(
    game: &Game,
    thinker: &mut dyn Thinker,
    limits: Limits,
    progress: impl Fn(usize),
) -> Review {
    let turns = game.turns().len();
    Judge::new(thinker, limits).review(game, effort(&limits), |ply| progress(turns - ply))
}

/// `level 21`, `2.00 s a position`
fn effort(limits: &Limits) -> String {
    let [by_level, by_depth, by_time, by_both] = ENGLISH.review.efforts;
    let level = match limits.target {
        Target::Level(level) => Some(fill(by_level, &[("level", &level.to_string())])),
        Target::Depth(depth) => Some(fill(by_depth, &[("depth", &depth.plies().to_string())])),
        Target::Deepest | Target::Ending(_) => None,
    };
    let time = limits
        .time
        .map(|time| fill(by_time, &[("time", &text::time(time))]));
    match (level, time) {
        (Some(effort), Some(time)) => fill(by_both, &[("effort", &effort), ("time", &time)]),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => ENGLISH.review.as_deep_as_possible.to_owned(),
    }
}

/// Prints the review, unless the Markdown goes to standard output in its place.
fn show(review: &Review, args: &ReviewArgs, format: Format) -> anyhow::Result<()> {
    let boards = args.boards.into();
    if let Some(path) = &args.markdown {
        let text = markdown::write(review, boards);
        if is_dash(path) {
            output::stdout().write_all(text.as_bytes())?;
            return Ok(());
        }
        write_file(path, &text)?;
    }
    match format {
        Format::Json => json::line(&row::Row::new(review, boards))?,
        Format::Text => write!(output::stdout(), "{}", words::describe(review, boards))?,
    }
    Ok(())
}

/// A file that a review can be written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The page.
    Html,
    /// Markdown.
    Markdown,
}

/// What is meant by the name of a file.
///
/// # Errors
/// If it says neither.
pub(crate) fn kind_of(path: &Path) -> anyhow::Result<Kind> {
    let is = |kind: &str| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(kind))
    };
    if is("html") || is("htm") {
        Ok(Kind::Html)
    } else if is("md") {
        Ok(Kind::Markdown)
    } else {
        bail!(
            "{} is neither a page nor Markdown; expected a name that ends in .html or .md",
            path.display()
        )
    }
}

/// Writes a review to a file.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn save(review: &Review, path: &Path, kind: Kind) -> anyhow::Result<()> {
    let boards = options::BOARDS.into();
    let text = match kind {
        Kind::Html => page::write(review, boards)?,
        Kind::Markdown => markdown::write(review, boards),
    };
    write_file(path, &text)
}

/// A review as text for the terminal.
pub(crate) fn describe(review: &Review) -> String {
    words::describe(review, options::BOARDS.into())
}

/// Refuses what cannot be written before the work is done rather than after it. Files that exist are kept until then.
fn check_targets(args: &ReviewArgs, format: Format) -> anyhow::Result<()> {
    for path in [&args.html, &args.puzzles].into_iter().flatten() {
        if is_dash(path) {
            bail!("--html and --puzzles take the name of a file; - is none");
        }
        check_writable(path)?;
    }
    match &args.markdown {
        Some(path) if is_dash(path) && format == Format::Json => {
            bail!("--json and --markdown - both need standard output; expected one of them")
        }
        Some(path) if !is_dash(path) => check_writable(path),
        _ => Ok(()),
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn check_writable(path: &Path) -> anyhow::Result<()> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map(drop)
        .with_context(|| format!("{} cannot be written", path.display()))
}

fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
