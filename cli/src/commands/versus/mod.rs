//! `match`: two players, many games, and which of them is stronger.

mod crew;
mod elo;
mod game;
mod likelihood;
pub(crate) mod openings;
mod options;
mod player;
mod row;
pub(crate) mod save;
mod spec;
mod sprt;
mod tally;
mod words;

pub(crate) use options::MatchArgs;

use crate::args::GlobalArgs;
use crate::commands::review;
use crate::config::{Format, Settings, check_memory};
use crate::evaluation::Evaluation;
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::{self, json, text};
use crate::thinking::thinker;
use anyhow::{Context, anyhow, bail};
use crew::{Done, Programme};
use game::{BySeat, Critic, Judge, Table};
use indicatif::{ProgressBar, ProgressStyle};
use player::{House, Mould};
use save::{Archive, Names};
use spec::Spec;
use sprt::{Bounds, Decision};
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tally::{Tally, Test};
use xsquare_engine::{DiscDiff, Game, Position};
use xsquare_search::{
    Config, Control, Kind, Level, Limits, Question, Scope, SolveRequest, StopFlag, TableSize,
    Target, Thinker, Threads,
};

/// Table of a player that does not say otherwise, in bytes: most matches are of many short games.
const PLAYER_TABLE: u64 = 64 << 20;
/// Table of the judge in bytes.
const JUDGE_TABLE: u64 = 16 << 20;
/// Faults that are told in full.
const FAULTS_TOLD: u32 = 10;

/// A match as far as it got.
struct Outcome<'a> {
    names: Names<'a>,
    openings: &'a str,
    seed: u64,
    games: usize,
    bounds: Option<Bounds>,
    /// The level at which every move is judged.
    judge: Option<Level>,
    /// What holds for both players.
    house: House,
    /// With how many empty squares games are solved.
    adjudicate: Option<u8>,
    tally: Tally,
    time: Duration,
}

impl Outcome<'_> {
    fn test(&self) -> Option<Test> {
        self.bounds.map(|bounds| Test::of(bounds, &self.tally))
    }

    fn decision(&self) -> Option<Decision> {
        self.test().and_then(|test| test.decision())
    }

    fn is_complete(&self) -> bool {
        self.tally.games() as usize == self.games || self.decision().is_some()
    }

    fn print(&self, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => json::line(&row::MatchRow::new(self))?,
            Format::Text => write!(output::stdout(), "{}", words::result(self))?,
        }
        Ok(())
    }
}

/// The common options with what players have if nothing is said.
///
/// # Errors
/// Never: the size of the table is a valid one.
pub(crate) fn with_defaults(typed: &GlobalArgs) -> anyhow::Result<GlobalArgs> {
    Ok(GlobalArgs {
        threads: typed.threads.or(Some(Threads::ONE)),
        hash: match typed.hash {
            Some(table) => Some(table),
            None => Some(TableSize::from_bytes(PLAYER_TABLE)?),
        },
        ..typed.clone()
    })
}

/// Plays the match and prints its result. Threads and table of the settings are those of a player that does not say
/// otherwise.
pub(crate) fn run(args: &MatchArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let a = Spec::parse(&args.a).context("--a")?;
    let b = Spec::parse(&args.b).context("--b")?;
    let mut openings = openings::load(&args.openings)?;
    openings::shuffle(&mut openings, args.seed);
    openings.truncate(args.games / 2);
    check_openings(args, &openings, [&a, &b])?;
    check_variety(args, [&a, &b])?;
    for (letter, spec) in [('a', &a), ('b', &b)] {
        if let Some(untold) = spec.untold(args.time_control()) {
            output::note(&format!("--{letter}: {untold}"));
        }
    }
    let mut archive = args.save.as_deref().map(Archive::open).transpose()?;
    let house = House {
        time: args.time_control(),
        grace: args.grace,
        config: settings.search,
        seed: args.seed,
    };
    let moulds = BySeat {
        a: Mould::new(&a, house, (settings, &args.opening_book)).context("--a")?,
        b: Mould::new(&b, house, (settings, &args.opening_book)).context("--b")?,
    };
    let _watch = interrupt::watch();
    let mut tables = tables(args, &moulds, settings)?;
    let mut outcome = Outcome {
        names: Names {
            a: &args.a,
            b: &args.b,
        },
        openings: &args.openings,
        seed: args.seed,
        games: args.games,
        bounds: args.sprt,
        judge: args.judge,
        house,
        adjudicate: args.adjudicate,
        tally: Tally::default(),
        time: Duration::ZERO,
    };
    let programme = Programme {
        openings: &openings,
        games: args.games,
        stop: interrupt::stop_flag(),
    };
    let saved = play(
        &programme,
        &mut tables,
        &mut outcome,
        (settings, archive.as_mut()),
    );
    let is_interrupted = interrupt::is_pressed();
    // Programs are asked to end before the result is printed.
    drop(tables);
    outcome.print(settings.format)?;
    saved?;
    Ok(if is_interrupted {
        ExitCode::Interrupted
    } else if outcome.decision() == Some(Decision::Elo0) {
        ExitCode::Negative
    } else {
        ExitCode::Success
    })
}

/// Plays the games and keeps the tally.
///
/// # Errors
/// If a game cannot be saved; the match ends there.
fn play(
    programme: &Programme<'_>,
    tables: &mut [Table<'_>],
    outcome: &mut Outcome<'_>,
    (settings, mut archive): (&Settings, Option<&mut Archive>),
) -> anyhow::Result<()> {
    let start = Instant::now();
    let bar = progress_bar(programme.games)?;
    let mut failure = Ok(());
    programme.play(tables, |done: Done| {
        outcome.tally.add(&done);
        let faults = outcome.tally.forfeits;
        if let Some(fault) = words::fault(&done)
            && faults.a + faults.b <= FAULTS_TOLD
        {
            bar.suspend(|| output::warn(&fault));
        }
        let brief = words::brief(&outcome.tally, outcome.test());
        bar.suspend(|| settings.tell(&format!("game {}: {brief}", done.index + 1)));
        bar.inc(1);
        bar.set_message(brief);
        if let Some(archive) = &mut archive
            && let Err(error) = archive.append(&done, outcome.names)
        {
            failure = Err(error);
            return ControlFlow::Break(());
        }
        match outcome.decision() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    outcome.time = start.elapsed();
    bar.finish_and_clear();
    let faults = outcome.tally.forfeits.a + outcome.tally.forfeits.b;
    if faults > FAULTS_TOLD {
        output::note(&format!(
            "lost by faults besides: {}; --save keeps them all",
            text::counted(faults - FAULTS_TOLD, "game")
        ));
    }
    failure
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(games: usize) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(games as u64);
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed_precise}  {msg}")?;
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    Ok(bar)
}

/// Refuses openings that a player cannot begin from, and tells if there are too few.
fn check_openings(args: &MatchArgs, openings: &[Game], specs: [&Spec; 2]) -> anyhow::Result<()> {
    let speaks_gtp = |spec: &&Spec| matches!(spec, Spec::Program(program) if program.protocol == spec::Protocol::Gtp);
    if specs.iter().any(speaks_gtp) && !openings.iter().all(openings::is_usual) {
        bail!(
            "the openings from {} include set-up positions, and GTP has only the usual start; give transcripts",
            args.openings
        );
    }
    if openings.len() < args.games / 2 {
        output::note(&format!(
            "{} for {} of games: they are used again",
            text::counted(openings.len(), "opening"),
            text::counted(args.games / 2, "pair")
        ));
    }
    Ok(())
}

/// Refuses a variety for players of whom none has a book.
fn check_variety(args: &MatchArgs, specs: [&Spec; 2]) -> anyhow::Result<()> {
    let usage = &args.opening_book;
    let has_book = |spec: &Spec| matches!(spec, Spec::Own(own) if own.has_book(usage));
    if usage.book_variety.is_some_and(|discs| discs.0 > 0) && !specs.into_iter().any(has_book) {
        bail!(
            "--book-variety is one of book moves, and no player has a book; expected --book on or a file"
        );
    }
    Ok(())
}

/// The tables that games are played at, one for each game at the same time.
fn tables(
    args: &MatchArgs,
    moulds: &BySeat<Mould>,
    settings: &Settings,
) -> anyhow::Result<Vec<Table<'static>>> {
    let count = args.concurrency.min(args.games);
    let judge = args.adjudicate.map_or(0, |_| JUDGE_TABLE);
    let critic = args.judge.map_or(0, |_| PLAYER_TABLE);
    let bytes = moulds.a.table_bytes() + moulds.b.table_bytes() + judge + critic;
    if bytes > 0 {
        check_memory(TableSize::from_bytes(bytes * count as u64)?)?;
    }
    let stop = interrupt::stop_flag();
    (0..count)
        .map(|table| {
            Ok(Table {
                players: BySeat {
                    a: moulds.a.cast(table, stop).context("player A")?,
                    b: moulds.b.cast(table, stop).context("player B")?,
                },
                timing: BySeat {
                    a: moulds.a.timing(),
                    b: moulds.b.timing(),
                },
                judge: match args.adjudicate {
                    Some(empties) => Some((empties, judge_of(settings)?)),
                    None => None,
                },
                critic: match args.judge {
                    Some(level) => Some(critic_of(level, settings)?),
                    None => None,
                },
                criticised: args.judge_only.map(Into::into),
            })
        })
        .collect::<anyhow::Result<_>>()
        .map_err(|error| {
            if interrupt::is_pressed() {
                anyhow!("interrupted before the first game")
            } else {
                error
            }
        })
}

/// A thinker of the match's own, with a table of so many bytes.
fn neutral(settings: &Settings, table: u64) -> anyhow::Result<Box<dyn Thinker>> {
    thinker(&Settings {
        search: Config {
            threads: Threads::ONE,
            table: TableSize::from_bytes(table)?,
        },
        evaluation: Evaluation::Shipped,
        ..settings.clone()
    })
}

/// A critic who judges every move at this level.
fn critic_of(level: Level, settings: &Settings) -> anyhow::Result<Box<Critic<'static>>> {
    let mut thinker = neutral(settings, PLAYER_TABLE)?;
    let limits = Limits::target(Target::Level(level));
    Ok(Box::new(move |game: &Game, opening, side| {
        // The opening is nobody's, and takes longest.
        let mut rest = Game::from_position(*game.position_at(opening)?);
        for &turn in &game.turns()[opening..] {
            rest.play(turn).ok()?;
        }
        thinker.clear();
        let judge = review::Judge::new(&mut *thinker, limits);
        judge.losses(&rest, side)
    }))
}

/// A judge who proves scores.
fn judge_of(settings: &Settings) -> anyhow::Result<Box<Judge<'static>>> {
    let mut thinker = neutral(settings, JUDGE_TABLE)?;
    let request = SolveRequest {
        question: Question::Score,
        scope: Scope::Best,
        limits: Limits::target(Target::Deepest),
    };
    Ok(Box::new(
        move |position: &Position, stop: &StopFlag| -> Option<DiscDiff> {
            let progress = &|_: &_| {};
            let control = Control { stop, progress };
            let solution = thinker.solve(position.board(), &request, control);
            (solution.kind == Kind::Exact).then_some(solution.lower)
        },
    ))
}
