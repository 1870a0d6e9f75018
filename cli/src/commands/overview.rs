//! What the bare program prints: a few lines to begin with.

use crate::exit::ExitCode;
use crate::output::{self, style, version};
use std::io::Write;

/// Examples that run as they stand, and what they do.
const EXAMPLES: [(&str, &str); 3] = [
    ("xsquare play", "a game against the engine; you are Black"),
    (
        "xsquare analyse f5d6c3 -n 3",
        "the three best moves after three moves of a game",
    ),
    (
        "xsquare solve XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
        "the exact score of an endgame",
    ),
];

/// Prints the overview.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let strong = style::STRONG;
    let mut out = output::stdout();
    writeln!(
        out,
        "xsquare {}: {}\n",
        version::VERSION,
        env!("CARGO_PKG_DESCRIPTION")
    )?;
    for (command, what) in EXAMPLES {
        writeln!(out, "  {strong}{command}{strong:#}\n      {what}")?;
    }
    writeln!(out, "\n`xsquare --help` lists all commands and options.")?;
    Ok(ExitCode::Success)
}
