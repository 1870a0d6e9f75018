//! Everything that is printed: results on standard output, all else on standard error.

pub(crate) mod board;
pub(crate) mod caret;
pub(crate) mod graph;
pub(crate) mod head;
pub(crate) mod json;
pub(crate) mod style;
pub(crate) mod text;
pub(crate) mod version;

use std::fmt::Display;
use std::io::Write;

/// Standard output, for results. Colour codes written to it are removed where they are not wanted.
pub(crate) fn stdout() -> anstream::AutoStream<std::io::StdoutLock<'static>> {
    anstream::AutoStream::auto(std::io::stdout().lock())
}

/// Standard error, for everything that is no result.
pub(crate) fn stderr() -> anstream::AutoStream<std::io::StderrLock<'static>> {
    anstream::AutoStream::auto(std::io::stderr().lock())
}

/// Prints an error. There is nobody to tell if standard error cannot be written.
pub(crate) fn complain(text: &dyn Display) {
    say("error", style::ERROR, text);
}

/// Prints a doubt about the input.
pub(crate) fn warn(text: &dyn Display) {
    say("warning", style::WARNING, text);
}

/// Prints a remark.
pub(crate) fn note(text: &dyn Display) {
    say("note", style::NOTE, text);
}

fn say(word: &str, style: anstyle::Style, text: &dyn Display) {
    let _ = writeln!(stderr(), "{style}{word}:{style:#} {text}");
}
