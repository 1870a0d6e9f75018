//! `bench`: fixed positions, for comparing speed and for telling builds apart.

mod options;
mod scaling;
mod suite;

pub(crate) use options::BenchArgs;

use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::json::{self, Milliseconds};
use crate::output::{self, style, text};
use crate::thinking;
use anyhow::Context;
use options::Suite;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use scaling::Scaling;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use suite::{Item, Work};
use xsquare_engine::{Move, Symmetry};
use xsquare_search::{
    Config, Depth, Kind, Limits, Question, Scope, Solution, SolveRequest, TableSize, Target,
    Thinker, Threads,
};

/// The depth of the signature's searches, in plies.
const SIGNATURE_DEPTH: u8 = 10;
/// The table of the signature, in bytes.
const SIGNATURE_TABLE: u64 = 16 << 20;

/// Runs the suite as often as asked for.
pub(crate) fn run(args: &BenchArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut items = args.suite.items()?;
    items.truncate(args.first.map_or(usize::MAX, |first| first as usize));
    let settings = fixed(args.suite, settings)?;
    let mut thinker = thinking::thinker(&settings)?;
    let _watch = interrupt::watch();
    let mut runs: Vec<Total> = Vec::new();
    for _ in 0..args.repeat {
        let total = run_once(&items, args, &settings, &mut *thinker)?;
        match settings.format {
            Format::Json => json::line(&Row::new(args.suite, &settings, &total))?,
            Format::Text => total.write(args.suite, &settings, &mut output::stdout())?,
        }
        runs.push(total);
        if interrupt::is_pressed() {
            return Ok(ExitCode::Interrupted);
        }
    }
    if settings.format == Format::Text && runs.len() > 1 {
        let mut times: Vec<Duration> = runs.iter().map(|total| total.time).collect();
        times.sort();
        writeln!(
            output::stdout(),
            "{} runs: fastest {}, median {}, slowest {}",
            times.len(),
            text::time(times[0]),
            text::time(times[(times.len() - 1) / 2]),
            text::time(times[times.len() - 1])
        )?;
    }
    let is_wrong = runs.iter().any(|total| total.wrong > 0);
    Ok(if is_wrong {
        ExitCode::Negative
    } else {
        ExitCode::Success
    })
}

/// The signature has settings of its own, so that it means the same everywhere.
fn fixed(suite: Suite, settings: &Settings) -> anyhow::Result<Settings> {
    if suite != Suite::Signature {
        return Ok(settings.clone());
    }
    Ok(Settings {
        search: Config {
            threads: Threads::ONE,
            table: TableSize::from_bytes(SIGNATURE_TABLE).context("the table of the signature")?,
        },
        ..settings.clone()
    })
}

fn run_once(
    items: &[Item],
    args: &BenchArgs,
    settings: &Settings,
    thinker: &mut dyn Thinker,
) -> anyhow::Result<Total> {
    // Each position is shown to the searcher turned or mirrored, so that the expected scores are of no use to it.
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    let mut total = Total::default();
    if settings.format == Format::Text {
        let label = style::LABEL;
        writeln!(
            output::stdout(),
            "{label}{:<28} {:>7}  {:<12} {:<5} {:>14} {:>8} {:>8}{label:#}",
            "position",
            "empties",
            "score",
            "move",
            "nodes",
            "time",
            "speed"
        )?;
    }
    for item in items {
        thinker.clear();
        let symmetry = Symmetry::ALL[random_index(&mut random)];
        let finding = work((item, args.judgement()), symmetry, thinker)?;
        if interrupt::is_pressed() {
            break;
        }
        total.add(&finding, item);
        if settings.format == Format::Text {
            writeln!(output::stdout(), "{}", finding.line(item))?;
        }
    }
    Ok(total)
}

/// A number from 0 to 7.
fn random_index(random: &mut ChaCha8Rng) -> usize {
    use rand::Rng;
    (random.next_u32() % 8) as usize
}

/// What was found out about a position, turned back.
struct Finding {
    score: xsquare_search::Eval,
    kind: Kind,
    best: Option<Move>,
    nodes: u64,
    time: Duration,
    is_wrong: bool,
}

fn work(
    (item, judgement): (&Item, Option<Limits>),
    symmetry: Symmetry,
    thinker: &mut dyn Thinker,
) -> anyhow::Result<Finding> {
    let board = symmetry.apply(item.problem.position.board());
    let back = symmetry.inverse();
    let limits = match (item.work, judgement) {
        (Work::Solve, None) => None,
        (Work::Solve, judgement) => judgement,
        (Work::Analyse, _) => {
            let depth = Depth::new(SIGNATURE_DEPTH).context("the depth of the signature")?;
            Some(Limits::target(Target::Depth(depth)))
        }
    };
    let Some(limits) = limits else {
        let request = SolveRequest {
            question: Question::Score,
            scope: Scope::Best,
            limits: Limits::target(Target::Deepest),
        };
        let solution = thinker.solve(board, &request, thinking::quiet());
        let best = solution.best.first().map(|&turn| back.apply(turn));
        return Ok(Finding {
            score: solution.score,
            kind: solution.kind,
            best,
            nodes: solution.nodes,
            time: solution.time,
            is_wrong: !is_right(item, &solution, best),
        });
    };
    let analysis = thinker.analyse(board, 1, &limits, thinking::quiet());
    let best = analysis
        .moves
        .first()
        .context("the game goes on in every position")?;
    Ok(Finding {
        score: best.score,
        kind: best.kind,
        best: Some(back.apply(best.turn)),
        nodes: analysis.nodes,
        time: analysis.time,
        is_wrong: false,
    })
}

/// Whether a solution is the published one: the exact score, and no move that is known not to reach it.
fn is_right(item: &Item, solution: &Solution, best: Option<Move>) -> bool {
    let Some(expected) = item.problem.best_score() else {
        return true;
    };
    solution.kind == Kind::Exact
        && solution.score == expected.into()
        && is_best(item, best) != Some(false)
}

/// Whether a move reaches the best published score, if its own is published.
fn is_best(item: &Item, best: Option<Move>) -> Option<bool> {
    let expected = item.problem.best_score()?;
    let mut scores = item.problem.scores.iter();
    let (_, score) = scores.find(|&&(turn, _)| Some(turn) == best)?;
    Some(*score == expected)
}

impl Finding {
    fn line(&self, item: &Item) -> String {
        let bad = style::BAD;
        let expected = match item.problem.best_score() {
            Some(expected) if self.is_wrong => {
                let expected = text::score(expected.into(), Kind::Exact);
                format!("  {bad}wrong: {expected} expected{bad:#}")
            }
            _ => String::new(),
        };
        format!(
            "{:<28} {:>7}  {:<12} {:<5} {:>14} {:>8} {:>8}{expected}",
            item.problem.label.as_deref().unwrap_or_default(),
            item.problem.position.board().empty_count(),
            text::score_in_words(self.score, self.kind),
            self.best.map_or("-".to_owned(), |turn| turn.to_string()),
            text::count(self.nodes),
            text::time(self.time),
            text::speed(self.nodes, self.time)
        )
    }
}

/// The sums over a run.
#[derive(Debug, Default)]
struct Total {
    positions: usize,
    nodes: u64,
    time: Duration,
    wrong: usize,
    /// Findings that were not proved, beside known scores.
    judged: Judged,
    /// What is to be told by number of empty squares.
    scaling: Scaling,
}

impl Total {
    fn add(&mut self, finding: &Finding, item: &Item) {
        if finding.kind != Kind::Exact {
            self.judged.add(finding, item);
        }
        self.positions += 1;
        self.nodes += finding.nodes;
        self.time += finding.time;
        self.wrong += usize::from(finding.is_wrong);
        let empties = item.problem.position.board().empty_count();
        self.scaling.add(empties, finding.nodes, finding.time);
    }

    /// The nodes, where the same ones are searched in each run: with one thread.
    fn signature(&self, settings: &Settings) -> Option<u64> {
        (settings.search.threads == Threads::ONE).then_some(self.nodes)
    }

    fn write(
        &self,
        suite: Suite,
        settings: &Settings,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let strong = style::STRONG;
        writeln!(
            out,
            "{}: {}, {} wrong; {}, {}, {}",
            suite.name(),
            text::counted(self.positions, "position"),
            self.wrong,
            text::counted(self.nodes, "node"),
            text::time(self.time),
            text::speed(self.nodes, self.time)
        )?;
        self.judged.write(out)?;
        if suite == Suite::Scaling {
            self.scaling.write(out)?;
        }
        match self.signature(settings) {
            Some(signature) => writeln!(out, "Signature: {strong}{signature}{strong:#}"),
            None => Ok(()),
        }
    }
}

/// How findings that are not proved compare with the known scores.
#[derive(Debug, Default, Clone, Copy)]
struct Judged {
    positions: usize,
    /// Positions in which the move found is a best one.
    best_moves: usize,
    /// Positions in which the score, rounded to a final one, is right.
    right_scores: usize,
    /// The distances of the scores from the known ones, in discs.
    error: f64,
}

impl Judged {
    fn add(&mut self, finding: &Finding, item: &Item) {
        let (Some(expected), Some(is_best)) =
            (item.problem.best_score(), is_best(item, finding.best))
        else {
            return;
        };
        let expected = xsquare_search::Eval::from(expected);
        let rounded = xsquare_search::Eval::from(finding.score.nearest_final_score());
        self.positions += 1;
        self.best_moves += usize::from(is_best);
        self.right_scores += usize::from(rounded == expected);
        self.error += (finding.score.discs() - expected.discs()).abs();
    }

    /// Discs, `None` without positions.
    fn mean_error(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "some hundred positions")]
        let count = self.positions as f64;
        (self.positions > 0).then(|| self.error / count)
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Some(error) = self.mean_error() else {
            return Ok(());
        };
        let share = |count: usize| text::percent(count, self.positions);
        writeln!(
            out,
            "{} judged: best move in {} ({}), right score in {} ({}), mean error {error:.2} discs",
            self.positions,
            self.best_moves,
            share(self.best_moves),
            self.right_scores,
            share(self.right_scores),
        )
    }
}

/// `xsquare.bench.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    suite: String,
    positions: usize,
    nodes: u64,
    time_ms: Milliseconds,
    nps: Option<f64>,
    /// The nodes, if they are the same in each run.
    signature: Option<u64>,
    wrong: usize,
    /// Positions whose scores are known and were not proved; the next three are about them.
    judged: usize,
    best_moves: usize,
    right_scores: usize,
    /// In discs.
    mean_error: Option<f64>,
    threads: usize,
    table_mib: u64,
    /// Of the suite `scaling`: the means by number of empty squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_empties: Vec<scaling::Row>,
}

impl Row {
    fn new(suite: Suite, settings: &Settings, total: &Total) -> Self {
        Self {
            schema: "xsquare.bench.v1",
            suite: suite.name(),
            positions: total.positions,
            nodes: total.nodes,
            time_ms: Milliseconds(total.time),
            nps: text::per_second(total.nodes, total.time).map(f64::round),
            signature: total.signature(settings),
            wrong: total.wrong,
            judged: total.judged.positions,
            best_moves: total.judged.best_moves,
            right_scores: total.judged.right_scores,
            mean_error: total
                .judged
                .mean_error()
                .map(|error| (error * 100.0).round() / 100.0),
            threads: settings.search.threads.count(),
            table_mib: settings.search.table.bytes() >> 20,
            by_empties: if suite == Suite::Scaling {
                total.scaling.rows()
            } else {
                Vec::new()
            },
        }
    }
}
