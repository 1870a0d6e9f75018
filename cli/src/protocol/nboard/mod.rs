//! The protocol of NBoard, versions 1 and 2.

pub(crate) mod client;
mod command;
mod report;
pub(crate) mod server;

/// The first word of a line and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (line, ""),
    }
}
