//! `check`: every game of the files replayed, every fault told.

mod row;
mod tally;

use crate::commands::convert::parse_format;
use crate::commands::play::Counting;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::games::{GameFile, GameFiles, NamesArgs, container_name, fault_line, printable};
use crate::interrupt;
use crate::output::{self, json, text};
use anyhow::bail;
use clap::Args;
use row::{FaultRow, FileRow, SummaryRow};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use tally::Tally;
use xsquare_engine::notation::{
    GameFormat, RecordNoteKind, RecordRead, ScoreCheck, StatedResult, StatedScore,
};
use xsquare_engine::{Convention, Position};

/// Replay every game of files by the rules and list each fault.
///
/// The stated results are compared with the boards under each way of counting: the discs on the board, the empties to
/// the winner, and the discs on the board but 64-0 if one side has none. A result that none of them gives is a fault, also
/// one in numbers that no game can have, and so is one in WTHOR or GGF that is not counted with the empties to the winner,
/// as these formats have it. Results of games that stop before their end are judgements and are only counted. Exit code 1
/// tells of a fault.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare check games.ggf WTH_2001.wtb")]
pub(crate) struct CheckArgs {
    /// Files of games in any format; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format of the files, if it is not to be recognised
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    from: Option<GameFormat>,
    /// Demand that results are counted this way
    #[arg(long, value_name = "NAME", value_enum)]
    convention: Option<Counting>,
    #[command(flatten)]
    names: NamesArgs,
}

/// Checks the files.
pub(crate) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let mut files = GameFiles::new(args.from, &args.names)?;
    let _watch = interrupt::watch();
    let mut check = Check {
        settings,
        convention: args.convention.map(Convention::from),
        total: Tally::default(),
        files: 0,
        is_only: args.files.len() == 1,
    };
    for path in &args.files {
        match files.open(path) {
            Ok(file) => check.file(file)?,
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => {
                output::complain(&format!("{error:#}"));
                check.total.unreadable += 1;
            }
        }
        if interrupt::is_pressed() {
            return Ok(ExitCode::Interrupted);
        }
    }
    check.finish(begin)
}

struct Check<'a> {
    settings: &'a Settings,
    /// The way of counting that results must follow, if one is demanded.
    convention: Option<Convention>,
    total: Tally,
    files: u64,
    /// Whether there is no other file.
    is_only: bool,
}

/// Something about a result that is a fault.
struct ScoreFault {
    rule: &'static str,
    /// The result; empty if the message has it as it is written.
    stated: String,
    message: String,
}

impl Check<'_> {
    fn file(&mut self, file: GameFile) -> anyhow::Result<()> {
        let name = file.name();
        let container = container_name(file.container());
        let mut tally = Tally::default();
        for item in file {
            match item {
                Ok(read) => self.game(&name, &read, &mut tally)?,
                Err(error) => {
                    tally.faults += 1;
                    self.print(&FaultRow::new(&name, &error), &fault_line(&name, &error))?;
                }
            }
            if interrupt::is_pressed() {
                return Ok(());
            }
        }
        if tally.games + tally.faults == 0 {
            if self.is_only {
                bail!("{name} holds no game");
            }
            output::complain(&format!("{name} holds no game"));
            self.total.unreadable += 1;
            return Ok(());
        }
        self.files += 1;
        self.total.add(&tally);
        if self.settings.format == Format::Json {
            json::line(&FileRow::new(&name, container, &tally))?;
        } else {
            write!(output::stdout(), "{}", tally.describe(&name, container))?;
        }
        Ok(())
    }

    fn game(&self, name: &str, read: &RecordRead, tally: &mut Tally) -> anyhow::Result<()> {
        let record = &read.record;
        tally.games += 1;
        tally.finished += u64::from(record.game.is_over());
        for note in &read.notes {
            let line = format!("{name}, game {}: {note}", read.number);
            if note.kind == RecordNoteKind::ImpossibleResult {
                tally.scores += 1;
                let fault = ScoreFault {
                    rule: "score-impossible",
                    stated: String::new(),
                    message: note.to_string(),
                };
                self.score_fault(name, read, &fault, tally)?;
            } else if matches!(note.kind, RecordNoteKind::Odd | RecordNoteKind::Result) {
                tally.oddities += 1;
                output::warn(&line);
            } else {
                self.settings.tell(&line);
            }
        }
        let (Some(stated), Some(check)) = (record.result, record.check_score()) else {
            return Ok(());
        };
        tally.result(stated, check);
        let demanded = self.convention.or_else(|| convention_of(read.format));
        if let Some(fault) = score_fault(stated, check, record.game.position(), demanded) {
            self.score_fault(name, read, &fault, tally)?;
        }
        Ok(())
    }

    fn score_fault(
        &self,
        name: &str,
        read: &RecordRead,
        fault: &ScoreFault,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        tally.faults += 1;
        let players = players(read);
        let line = format!("{name}, game {}{players}: {}", read.number, fault.message);
        self.print(&FaultRow::of_score(name, read, fault), &line)
    }

    fn print(&self, row: &FaultRow, line: &str) -> anyhow::Result<()> {
        match self.settings.format {
            Format::Json => json::line(row)?,
            Format::Text => writeln!(output::stdout(), "{line}")?,
        }
        Ok(())
    }

    fn finish(&self, begin: Instant) -> anyhow::Result<ExitCode> {
        let total = &self.total;
        if self.settings.format == Format::Json {
            json::line(&SummaryRow::new(self.files, total, begin.elapsed()))?;
        } else if self.files > 1 {
            let name = text::counted(self.files, "file");
            write!(output::stdout(), "{}", total.describe(&name, ""))?;
        }
        Ok(if total.faults + total.unreadable > 0 {
            ExitCode::Negative
        } else {
            ExitCode::Success
        })
    }
}

/// Who played, if it is known.
fn players(read: &RecordRead) -> String {
    let players = &read.record.players;
    match (players.black.name.as_str(), players.white.name.as_str()) {
        ("", "") => String::new(),
        (black, white) => format!(" ({} - {})", printable(black), printable(white)),
    }
}

/// The way of counting that a format prescribes.
const fn convention_of(format: GameFormat) -> Option<Convention> {
    match format {
        GameFormat::Wthor | GameFormat::Ggf => Some(Convention::EmptiesToWinner),
        _ => None,
    }
}

/// What is wrong with a stated result.
fn score_fault(
    stated: StatedResult,
    check: ScoreCheck,
    end: &Position,
    demanded: Option<Convention>,
) -> Option<ScoreFault> {
    let fault = |rule, what: &str| {
        Some(ScoreFault {
            rule,
            stated: stated.to_string(),
            message: format!(
                "the result {stated} is stated{what}; the board says {}",
                counts(stated, end)
            ),
        })
    };
    match check {
        ScoreCheck::Unfinished | ScoreCheck::WinnerAgrees => None,
        ScoreCheck::Differs => fault("score-differs", ""),
        ScoreCheck::Reversed => fault("score-reversed", ", which has the colours exchanged"),
        ScoreCheck::Agrees(agree) => {
            let agrees = |demanded: Convention| {
                let mut all = Convention::ALL.iter().zip(agree);
                all.any(|(&convention, agrees)| agrees && convention == demanded)
            };
            match demanded {
                Some(convention) if !agrees(convention) => fault(
                    "score-convention",
                    &format!(", which is not counted by {convention}"),
                ),
                _ => None,
            }
        }
    }
}

/// The result of a board under each way of counting, in the form of the stated one; equal ones together.
fn counts(stated: StatedResult, end: &Position) -> String {
    let show = |convention: Convention| {
        let discs = convention.count(end.counts());
        match stated.score {
            StatedScore::Difference(_) => {
                let difference = i64::from(discs.black) - i64::from(discs.white);
                format!("{difference:+} for Black")
            }
            _ => format!("{}-{}", discs.black, discs.white),
        }
    };
    let all = Convention::ALL.map(show);
    if all.iter().all(|one| *one == all[0]) {
        return format!("{}, however it is counted", all[0]);
    }
    let parts = Convention::ALL.iter().zip(&all);
    let parts: Vec<String> = parts
        .map(|(convention, count)| format!("{count} ({convention})"))
        .collect();
    parts.join(", ")
}
