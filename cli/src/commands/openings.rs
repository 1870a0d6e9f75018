//! `openings`: balanced random openings, the way XOT does it: moves at random, and only what a search calls even is
//! kept.
//!
//! The idea is Matthias Berg's, whose list of such openings is used in tournaments; this program finds its own.

use crate::commands::named_openings;
use crate::config::{Format, Settings, parse_level};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::numbers::number;
use crate::output::json::{self, Score};
use crate::output::{self, text};
use crate::thinking::thinker;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use xsquare_engine::notation::{Layout, Passes, write_transcript};
use xsquare_engine::{Board, Game, Move, Position, Square, Symmetry};
use xsquare_search::{
    Config, Control, Eval, Kind, Level, Limits, StopFlag, TableSize, Target, Thinker, Threads,
};

/// Table of each searcher in bytes.
const TABLE: u64 = 8 << 20;
/// Searches before the deciding one, which throw out what is far from even: their level, and how many discs more than
/// asked for they let pass.
const SIEVES: [(u8, i32); 2] = [(4, 8), (10, 4)];
/// Random games in a row that bring nothing new before the search is given up.
const GIVE_UP: u64 = 10_000;

/// Find random openings in which neither side is ahead.
///
/// Moves are random, and what searches of a level and of the next one call even is kept: whoever makes the last move
/// of a search seems a little better off, which the two have for either side. The list depends on the options alone, not
/// on the number of threads. No two of its positions are the same up to symmetry, and each game is turned so that it
/// begins with f5. Exit code 1 means that there seem to be no more.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare openings 10 --level 8")]
pub(crate) struct OpeningsArgs {
    /// How many, 1 to 100000
    #[arg(
        value_name = "COUNT",
        value_parser = number::<u32>(1..=100_000),
        required = false,
        required_unless_present = "named",
        default_value_if("named", "true", "1")
    )]
    count: u32,
    /// List the openings that have a name instead, for `play --opening`
    #[arg(long, conflicts_with_all = ["count", "plies", "level", "within", "seed"])]
    named: bool,
    /// Random moves of each opening, 2 to 20
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u8>(2..=20))]
    plies: u8,
    /// Level of the first of the two searches that decide, 0 to 60
    #[arg(long, value_name = "N", default_value = "18", value_parser = parse_level)]
    level: Level,
    /// How many discs either side may be ahead, 0 to 64
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = number::<u8>(0..=64))]
    within: u8,
    /// Chooses the random moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    seed: u64,
}

/// An opening that may be kept.
#[derive(Debug, Clone)]
struct Candidate {
    game: Game,
    /// From the view of the side to move.
    score: Eval,
    kind: Kind,
}

/// Finds the openings and prints each as soon as it is known; or lists those that have a name.
pub(crate) fn run(args: &OpeningsArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    if args.named {
        return named_openings::run(settings.format);
    }
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::from_bytes(TABLE)?,
    };
    let alone = Settings {
        search: config,
        ..settings.clone()
    };
    let mut thinkers = (0..settings.search.threads.count())
        .map(|_| thinker(&alone))
        .collect::<anyhow::Result<Vec<_>>>()?;
    if settings.format == Format::Text {
        write!(output::stdout(), "{}", header(args, thinkers[0].as_ref()))?;
    }
    let bar = ProgressBar::new(args.count.into());
    bar.set_style(ProgressStyle::with_template(
        "{bar:24} {pos}/{len}  {elapsed_precise}  {msg}",
    )?);
    let watch = interrupt::watch();
    let stop = interrupt::stop_flag();
    let mut seen: HashSet<Board> = HashSet::new();
    let (mut found, mut last) = (0, 0);
    let mut failure = Ok(());
    search_in_order(&mut thinkers, args, stop, |tried, candidate| {
        bar.set_message(format!("{tried} tried"));
        let is_new = |new: &Candidate| seen.insert(new.game.position().board().canonical().0);
        let Some(candidate) = candidate.filter(is_new) else {
            return tried - last < GIVE_UP;
        };
        (found, last) = (found + 1, tried);
        bar.inc(1);
        failure = bar.suspend(|| print(found, &candidate, settings.format));
        failure.is_ok() && found < args.count
    });
    bar.finish_and_clear();
    let is_interrupted = interrupt::is_pressed();
    drop(watch);
    failure?;
    Ok(if is_interrupted {
        ExitCode::Interrupted
    } else if found < args.count {
        output::complain(&format!(
            "{found} of {}: {GIVE_UP} random games in a row brought no other one (see --plies and --within)",
            text::counted(args.count, "opening")
        ));
        ExitCode::Negative
    } else {
        ExitCode::Success
    })
}

/// How the list is made, as comments.
fn header(args: &OpeningsArgs, thinker: &dyn Thinker) -> String {
    let levels = deciding(args.level)
        .map(|level| level.to_string())
        .collect::<Vec<_>>()
        .join(" and of level ");
    format!(
        "% {} of {}, each within {} of even by searches of level {levels}.\n\
         % Made by: xsquare openings {} --plies {} --level {} --within {} --seed {}\n\
         % Evaluation: {} {:016x}\n",
        text::counted(args.count, "opening"),
        text::counted(args.plies, "random move"),
        text::counted(args.within, "disc"),
        args.count,
        args.plies,
        args.level,
        args.within,
        args.seed,
        thinker.evaluation(),
        thinker.checksum()
    )
}

/// Tries one random game after the other and hands over in order what was found, with the number of games tried, until
/// `take` says that it is enough.
fn search_in_order(
    thinkers: &mut [Box<dyn Thinker>],
    args: &OpeningsArgs,
    stop: &StopFlag,
    mut take: impl FnMut(u64, Option<Candidate>) -> bool,
) {
    let next = AtomicU64::new(0);
    let verdicts = Verdicts::default();
    let (sender, results) = channel();
    thread::scope(|scope| {
        for thinker in thinkers {
            let (sender, next, verdicts) = (sender.clone(), &next, &verdicts);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    // ORDERING: a counter.
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let candidate = random_game(args.seed, index, args.plies).and_then(|game| {
                        let board = game.position().board().canonical().0;
                        let verdict =
                            verdicts.of(board, || judge(thinker.as_mut(), args, board, stop));
                        verdict.map(|(score, kind)| Candidate { game, score, kind })
                    });
                    if stop.is_stopped() || sender.send((index, candidate)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut queue = BTreeMap::new();
        let mut due = 0;
        for (index, candidate) in results {
            queue.insert(index, candidate);
            while let Some(candidate) = queue.remove(&due) {
                due += 1;
                if !stop.is_stopped() && !take(due, candidate) {
                    stop.stop();
                }
            }
        }
    });
}

/// A score from the view of the side to move, and what it says; `None` if it is far from even.
type Verdict = Option<(Eval, Kind)>;

/// What was found out about boards in canonical form: random games often lead to the same one.
#[derive(Debug, Default)]
struct Verdicts(Mutex<HashMap<Board, Verdict>>);

impl Verdicts {
    /// The verdict on a board, from `judge` if it is not known. Two threads may judge a board at the same time and come
    /// to the same.
    fn of(&self, board: Board, judge: impl FnOnce() -> Verdict) -> Verdict {
        let known = self
            .0
            .lock()
            .ok()
            .and_then(|known| known.get(&board).copied());
        known.unwrap_or_else(|| {
            let verdict = judge();
            if let Ok(mut known) = self.0.lock() {
                known.insert(board, verdict);
            }
            verdict
        })
    }
}

/// The levels that decide: one and the next, which looks a move further and so ends with the other side.
fn deciding(level: Level) -> impl Iterator<Item = Level> {
    [Some(level), Level::new(level.number() + 1)]
        .into_iter()
        .flatten()
}

/// Searches a board at rising levels as long as it may be balanced; its score is the mean of the searches that decide. If
/// a search is stopped, the verdict has no meaning.
fn judge(thinker: &mut dyn Thinker, args: &OpeningsArgs, board: Board, stop: &StopFlag) -> Verdict {
    // What earlier games left in the table must not matter.
    thinker.clear();
    let within = i32::from(args.within);
    let mut look = |level: Level, within: i32| {
        let limits = Limits::target(Target::Level(level));
        let progress = &|_: &_| {};
        let analysis = thinker.analyse(board, 1, &limits, Control { stop, progress });
        let best = analysis.moves.into_iter().next()?;
        (best.score.units().abs() <= within * Eval::PER_DISC).then_some(best)
    };
    let sieves = SIEVES
        .into_iter()
        .filter_map(|(level, more)| Some((Level::new(level)?, more)));
    for (level, more) in sieves.filter(|&(level, _)| level < args.level) {
        look(level, within + more)?;
    }
    let decisive: Vec<_> = deciding(args.level)
        .map(|level| look(level, within))
        .collect::<Option<_>>()?;
    let sum: i32 = decisive.iter().map(|best| best.score.units()).sum();
    let count = i32::try_from(decisive.len()).ok()?;
    Some((Eval::from_units(sum / count), decisive.last()?.kind))
}

/// A game of random moves, turned so that it begins with f5; `None` if it has a pass in it or comes to its end.
fn random_game(seed: u64, index: u64, plies: u8) -> Option<Game> {
    // A stream of random numbers for each game.
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    let mut game = Game::new();
    for _ in 0..plies {
        let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if moves.is_empty() {
            return None;
        }
        let square = moves[rng.random_range(0..moves.len())];
        game.play(square.into()).ok()?;
    }
    (!game.position().legal_moves().is_empty()).then(|| turned(&game))?
}

/// The same game turned or mirrored so that it begins with f5.
fn turned(game: &Game) -> Option<Game> {
    let first = *game.turns().first()?;
    let symmetry = Symmetry::ALL.into_iter().find(|symmetry| {
        symmetry.apply(Position::START) == Position::START
            && symmetry.apply(first) == Move::from(Square::F5)
    })?;
    let mut image = Game::new();
    for &turn in game.turns() {
        image.play(symmetry.apply(turn)).ok()?;
    }
    Some(image)
}

/// `xsquare.opening.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    index: u32,
    transcript: String,
    board: String,
    side: char,
    score: Score,
    kind: &'static str,
}

fn print(index: u32, candidate: &Candidate, format: Format) -> anyhow::Result<()> {
    let transcript = write_transcript(candidate.game.turns(), Layout::Compact, Passes::Written);
    let position = candidate.game.position();
    match format {
        Format::Json => json::line(&Row {
            schema: "xsquare.opening.v1",
            index,
            transcript,
            board: json::cells(position),
            side: position.side().symbol(),
            score: Score(candidate.score, candidate.kind),
            kind: candidate.kind.name(),
        })?,
        Format::Text => writeln!(output::stdout(), "{transcript}")?,
    }
    Ok(())
}
