//! `book stats`: what is in a book.

use super::options::StatsArgs;
use super::report::evaluation_name;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::opening_book::BookChoice;
use crate::output::{self, json, style, text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use xsquare_engine::Board;
use xsquare_search::Kind;
use xsquare_search::book::{Book, Evaluations, Origin, Record};

/// `xsquare.book.stats.v1`
#[derive(Debug, Default, Serialize)]
struct Stats {
    schema: &'static str,
    file: Option<String>,
    positions: u64,
    evaluation: String,
    level: Option<u8>,
    /// The value of the start position, if the book has it.
    start: Option<json::Score>,
    /// Positions whose best move leads on through the book.
    inner: u64,
    /// Positions from which no way out is known.
    closed: u64,
    exact: u64,
    searched: u64,
    imported: u64,
    plies: Vec<PlyRow>,
    depths: Vec<DepthRow>,
    #[serde(skip)]
    by: Evaluations,
    #[serde(skip)]
    by_ply: BTreeMap<u32, u64>,
    #[serde(skip)]
    by_depth: BTreeMap<(u8, u8), u64>,
}

/// Positions with so many discs beyond the first four.
#[derive(Debug, Serialize)]
struct PlyRow {
    ply: u32,
    positions: u64,
}

/// Ways out that were searched so deep.
#[derive(Debug, Serialize)]
struct DepthRow {
    depth: u8,
    selectivity: u8,
    positions: u64,
}

/// Counts.
pub(super) fn run(args: &StatsArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let file = match &args.which.book {
        BookChoice::File(path) => Some(path.display().to_string()),
        BookChoice::Off | BookChoice::Shipped => None,
    };
    let stats = args.which.with(|book| Stats::of(book, file))?;
    match settings.format {
        Format::Json => json::line(&stats)?,
        Format::Text => write!(output::stdout(), "{}", stats.words())?,
    }
    Ok(ExitCode::Success)
}

impl Stats {
    fn of(book: &Book, file: Option<String>) -> anyhow::Result<Self> {
        let about = book.about();
        let start = book.lookup(Board::START.canonical().0)?;
        let mut stats = Self {
            schema: "xsquare.book.stats.v1",
            file,
            positions: book.len(),
            evaluation: evaluation_name(about.evaluation),
            by: about.evaluation,
            level: about.level.map(xsquare_search::Level::number),
            start: start.map(|record| json::Score(record.value, Kind::Book)),
            ..Self::default()
        };
        for record in book.records() {
            stats.add(&record?);
        }
        let plies = std::mem::take(&mut stats.by_ply);
        stats.plies = plies
            .into_iter()
            .map(|(ply, positions)| PlyRow { ply, positions })
            .collect();
        let depths = std::mem::take(&mut stats.by_depth);
        stats.depths = depths
            .into_iter()
            .map(|((depth, selectivity), positions)| DepthRow {
                depth,
                selectivity,
                positions,
            })
            .collect();
        Ok(stats)
    }

    fn add(&mut self, record: &Record) {
        let empties = record.board.empty_count();
        *self
            .by_ply
            .entry(60_u32.saturating_sub(empties))
            .or_default() += 1;
        let Some(deviation) = record.deviation else {
            self.closed += 1;
            self.inner += 1;
            return;
        };
        if deviation.value < record.value {
            self.inner += 1;
        }
        match deviation.origin {
            Origin::Searched => self.searched += 1,
            Origin::Imported => self.imported += 1,
        }
        if deviation.is_exact(empties) {
            self.exact += 1;
        }
        let key = (deviation.depth, deviation.selectivity.percent());
        *self.by_depth.entry(key).or_default() += 1;
    }

    /// What the searches were made by and at which level.
    fn searches(&self) -> (&str, String) {
        let evaluation = match (self.by, self.searched) {
            (Evaluations::Unknown, 0) => "none",
            (Evaluations::Unknown, _) => "not known: the positions came without it",
            (Evaluations::One(_) | Evaluations::Several, _) => &self.evaluation,
        };
        let level = match (self.level, self.searched) {
            (Some(level), _) => format!("level {level}"),
            (None, 0) => "no level".to_owned(),
            (None, _) => "several levels".to_owned(),
        };
        (evaluation, level)
    }

    fn words(&self) -> String {
        let label = style::LABEL;
        let mut words = String::new();
        let name = self.file.as_deref().unwrap_or("the built-in book");
        let _ = writeln!(
            words,
            "{name}: {}",
            text::counted(self.positions, "position")
        );
        let (evaluation, level) = self.searches();
        let _ = writeln!(words, "evaluation   {evaluation}, {level}");
        if let Some(json::Score(value, kind)) = self.start {
            let _ = writeln!(
                words,
                "start        {} for the side to move",
                text::score_in_words(value, kind)
            );
        }
        for (name, number) in [
            ("inner", self.inner),
            ("closed", self.closed),
            ("exact", self.exact),
            ("searched", self.searched),
            ("imported", self.imported),
        ] {
            let _ = writeln!(words, "{name:<12} {}", text::count(number));
        }
        let _ = writeln!(words, "\n{label}ply  positions{label:#}");
        for row in &self.plies {
            let _ = writeln!(words, "{:>3}  {:>9}", row.ply, text::count(row.positions));
        }
        let _ = writeln!(words, "\n{label}depth     ways out{label:#}");
        for row in &self.depths {
            let depth = format!("{}@{}%", row.depth, row.selectivity);
            let _ = writeln!(words, "{depth:<8}  {:>8}", text::count(row.positions));
        }
        words
    }
}
