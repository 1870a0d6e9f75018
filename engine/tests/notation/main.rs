//! Notation: every form that is accepted, every mistake that is refused, and the way back.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod board;
mod famous;
mod games;
mod ggf;
mod lines;
mod moves;
mod obf;
mod properties;
mod recognise;
mod records;
mod transcript;
mod wthor;

use std::path::{Path, PathBuf};
use xsquare_engine::notation::NotationError;

/// The text of a file of this crate's test data.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folder with more data beside the workspace, if it is there.
fn shared_data() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    path.is_dir().then_some(path)
}

/// Checks what holds for every error: the span lies in the text, its line and column are right, and the offending
/// text is what stands there.
fn check_error(text: &str, error: &NotationError) {
    let span = error.span;
    assert!(span.start <= span.end && span.end <= text.len(), "{error}");
    let offending = &text[span.range()];
    match error.text.strip_suffix('…') {
        Some(beginning) if offending.chars().count() > 40 => {
            assert!(offending.starts_with(beginning), "{error}");
        }
        _ => assert_eq!(error.text, offending, "{error}"),
    }
    // The same place found another way: split the text before the span into lines.
    let before = text[..span.start].trim_start_matches('\u{feff}');
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    // A span between CR and LF does not occur: both are blanks.
    assert_eq!(span.line, before.split('\n').count(), "{error}");
    let column = before.split('\n').next_back().unwrap().chars().count() + 1;
    assert_eq!(span.column, column, "{error}");
    let message = error.to_string();
    assert!(
        message.contains(&format!("column {column}: ")) && !message.ends_with('.'),
        "{message}"
    );
    assert!(!message.contains(char::is_control), "{message:?}");
}
