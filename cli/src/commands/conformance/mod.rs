//! `conformance`: does a program keep to the rules of its protocol? Every check is a conversation of its own with a
//! program that was just started.

mod gtp;
mod nboard;
mod peer;

use crate::config::{Format, Settings, parse_time};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output::{self, json, style, text};
use crate::protocol::program::CommandLine;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use peer::{Peer, Trouble};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Check a program's GTP or NBoard protocol, and print what it gets wrong.
///
/// Each check starts the program anew. Let it play at a low level: one check is a whole game. Exit code 1 means that
/// faults were found.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare conformance gtp -- xsquare gtp --level 1")]
pub(crate) struct ConformanceArgs {
    /// The protocol that the program speaks
    #[arg(value_name = "PROTOCOL", value_enum)]
    protocol: Protocol,
    /// How long the program may take for an answer, such as 5s
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10s")]
    patience: Duration,
    /// Check only the rules that hold these words
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    command: Vec<String>,
}

/// The protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// GTP 2 as Othello programs speak it
    Gtp,
    /// NBoard's protocol, version 2
    Nboard,
}

impl Protocol {
    const fn name(self) -> &'static str {
        match self {
            Self::Gtp => "gtp",
            Self::Nboard => "nboard",
        }
    }

    const fn checks(self) -> &'static [Check] {
        match self {
            Self::Gtp => &gtp::CHECKS,
            Self::Nboard => &nboard::CHECKS,
        }
    }
}

/// A rule of a protocol, and the conversation that shows whether it is kept.
struct Check {
    /// The rule, as a clause.
    rule: &'static str,
    /// Breaks off at the first fault.
    talk: fn(&mut Peer) -> Result<(), Trouble>,
}

/// The outcome of a check as a JSON line.
#[derive(Debug, Serialize)]
struct Row<'a> {
    schema: &'static str,
    protocol: &'static str,
    check: &'a str,
    /// `ok`, `fault` or `skipped`.
    result: &'static str,
    /// What is wrong, or why the check was skipped.
    reason: Option<String>,
    /// The end of the conversation if there is a fault.
    log: Vec<String>,
}

/// Runs all checks.
pub(crate) fn run(args: &ConformanceArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let Some(command) = CommandLine::from_words(&args.command) else {
        bail!("no program; expected it behind `--`");
    };
    let _watch = interrupt::watch();
    let mut faults = 0;
    let mut skipped = 0;
    let words = args.only.as_deref().unwrap_or_default();
    let checks = args.protocol.checks().iter();
    let checks: Vec<&Check> = checks.filter(|check| check.rule.contains(words)).collect();
    if checks.is_empty() {
        bail!("no rule holds {words:?}; without --only all are checked and listed");
    }
    for check in &checks {
        let mut peer = Peer::start(&command, args.patience)
            .with_context(|| format!("cannot start {}", args.command[0]))?;
        let (result, reason) = match (check.talk)(&mut peer) {
            Ok(()) => ("ok", None),
            Err(Trouble::Skipped(reason)) => {
                skipped += 1;
                ("skipped", Some(reason))
            }
            Err(Trouble::Fault(reason)) => {
                faults += 1;
                ("fault", Some(reason))
            }
            Err(Trouble::Stopped) => return Ok(ExitCode::Interrupted),
        };
        let log = if result == "fault" {
            peer.log()
        } else {
            Vec::new()
        };
        let row = Row {
            schema: "xsquare.conformance.v1",
            protocol: args.protocol.name(),
            check: check.rule,
            result,
            reason,
            log,
        };
        match settings.format {
            Format::Json => json::line(&row)?,
            Format::Text => print(&row)?,
        }
    }
    if settings.format == Format::Text {
        writeln!(
            output::stdout(),
            "{}: {} kept, {faults} broken, {skipped} skipped",
            text::counted(checks.len(), "check"),
            checks.len() - faults - skipped,
        )?;
    }
    Ok(if faults == 0 {
        ExitCode::Success
    } else {
        ExitCode::Negative
    })
}

/// A check for people: the rule, and below it what is wrong and what was said.
fn print(row: &Row<'_>) -> std::io::Result<()> {
    let mut out = output::stdout();
    let style = match row.result {
        "ok" => style::GOOD,
        "fault" => style::BAD,
        _ => style::LABEL,
    };
    writeln!(out, "{style}{:<8}{style:#}{}", row.result, row.check)?;
    if let Some(reason) = &row.reason {
        writeln!(out, "        {reason}")?;
    }
    for line in &row.log {
        writeln!(out, "          {line}")?;
    }
    out.flush()
}
