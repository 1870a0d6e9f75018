//! `db`: questions to collections of games.

mod filter;
mod moves;
mod openings;
mod options;
mod progress;
mod score;
mod table;

pub(crate) use filter::Sought;
pub(crate) use moves::Moves;
pub(crate) use options::DbArgs;
pub(crate) use score::{Score, ScoreRow};

use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::games::{GameFiles, fault_line, games, printable};
use crate::interrupt;
use crate::output::{self, json, text};
use anyhow::bail;
use filter::Filter;
use openings::Openings;
use options::Shown;
use progress::Progress;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use table::GameList;
use xsquare_engine::Convention;
use xsquare_engine::notation::RecordRead;

/// Answers.
pub(crate) fn run(args: &DbArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let _watch = interrupt::watch();
    let filter = Filter::new(args)?;
    let mut query = Query::new(args, &filter)?;
    let mut files = GameFiles::new(args.from, &args.names)?;
    let mut progress = Progress::new(args.files.len(), begin);
    for path in &args.files {
        progress.next_file();
        match files.open(path) {
            Ok(file) => {
                let name = file.name();
                for item in file {
                    match item {
                        Ok(read) => query.game(&name, &read, &filter),
                        Err(error) => query.fault(&fault_line(&name, &error), &progress),
                    }
                    progress.games(query.read);
                    if interrupt::is_pressed() {
                        progress.clear();
                        return Ok(ExitCode::Interrupted);
                    }
                }
            }
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => query.fault(&format!("{error:#}"), &progress),
        }
    }
    progress.clear();
    if query.read + query.faults == 0 {
        bail!("the files hold no game");
    }
    query.answer(args, settings, begin)
}

/// How many faults are told one by one.
const TOLD: u64 = 10;

/// What is gathered for the answer.
struct Query {
    /// Games read.
    read: u64,
    /// Games that pass the filter.
    found: u64,
    /// Games and files that could not be read.
    faults: u64,
    /// Results of the games found.
    score: Score,
    gathered: Gathered,
}

/// What is gathered besides.
enum Gathered {
    Games(GameList),
    Moves(Box<Moves>),
    Openings(Openings),
}

impl Query {
    fn new(args: &DbArgs, filter: &Filter) -> anyhow::Result<Self> {
        let convention = args.convention.into();
        let gathered = match args.shown() {
            Shown::Games => Gathered::Games(GameList::new(args.limit, convention)),
            Shown::Openings => Gathered::Openings(Openings::new(convention)),
            Shown::Moves => match filter.position() {
                Some(position) => {
                    let moves = Moves::new(*position).counted_by(convention);
                    Gathered::Moves(Box::new(moves))
                }
                None => bail!("--show moves needs a position; expected --position"),
            },
        };
        Ok(Self {
            read: 0,
            found: 0,
            faults: 0,
            score: Score::by(convention),
            gathered,
        })
    }

    fn fault(&mut self, text: &str, progress: &Progress) {
        self.faults += 1;
        if self.faults <= TOLD {
            progress.pause(|| output::complain(&text));
        }
    }

    fn game(&mut self, file: &str, read: &RecordRead, filter: &Filter) {
        self.read += 1;
        let Some(hit) = filter.hit(&read.record) else {
            return;
        };
        self.found += 1;
        self.score.add(&read.record);
        match &mut self.gathered {
            Gathered::Games(list) => list.add(file, read),
            Gathered::Moves(moves) => moves.add(&read.record, hit),
            Gathered::Openings(openings) => openings.add(&read.record),
        }
    }

    fn answer(
        self,
        args: &DbArgs,
        settings: &Settings,
        begin: Instant,
    ) -> anyhow::Result<ExitCode> {
        if self.faults > TOLD {
            output::complain(&text::counted(self.faults - TOLD, "more fault"));
        }
        let is_json = settings.format == Format::Json;
        let scanned = begin.elapsed();
        match &self.gathered {
            Gathered::Games(list) => list.print(is_json)?,
            Gathered::Moves(moves) => moves.print(args, settings)?,
            Gathered::Openings(openings) => openings.print(args.limit, is_json)?,
        }
        if is_json {
            json::line(&SummaryRow {
                schema: "xsquare.db.v1",
                read: self.read,
                found: self.found,
                faults: self.faults,
                score: self.score.row(),
                convention: Convention::from(args.convention).to_string(),
                time_ms: json::Milliseconds(scanned),
            })?;
        } else {
            let words = self.score.words();
            writeln!(
                output::stdout(),
                "{} of {}{words}; {}",
                text::count(self.found),
                games(self.read),
                text::time(scanned)
            )?;
        }
        Ok(if self.faults > 0 {
            ExitCode::Negative
        } else {
            ExitCode::Success
        })
    }
}

/// `xsquare.db.v1`
#[derive(Debug, Serialize)]
struct SummaryRow {
    schema: &'static str,
    read: u64,
    found: u64,
    faults: u64,
    #[serde(flatten)]
    score: score::ScoreRow,
    /// How discs are counted.
    convention: String,
    time_ms: json::Milliseconds,
}

/// A name for a table: printable, and cut to a width.
fn short(name: &str, width: usize) -> String {
    let name = printable(name);
    if name.chars().count() <= width {
        return name;
    }
    let cut: String = name.chars().take(width - 1).collect();
    format!("{cut}…")
}
