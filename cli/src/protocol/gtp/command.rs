//! A line of GTP taken apart, and answers put together.

use crate::protocol::serve::Class;

/// The greatest number of a command.
const MAX_ID: u32 = i32::MAX as u32;

/// A comment that GoGui sends to end a search.
const INTERRUPT: &str = "# interrupt";

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    /// The number in front of it.
    pub(super) id: Option<u32>,
    /// The name; empty if there is only a number.
    pub(super) name: String,
    /// What stands behind the name.
    pub(super) arguments: Vec<String>,
}

/// Control characters go, except that a tab is a blank; so does everything from `#`.
fn content(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    line.chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

/// Reads a command; `None` if the line holds nothing.
///
/// # Errors
/// If the number in front is greater than any number of a command may be.
pub(super) fn parse(line: &str) -> Option<Result<Command, &'static str>> {
    let content = content(line);
    let mut words = content
        .split(' ')
        .filter(|word| !word.is_empty())
        .peekable();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.peek()?;
    let id = match words.next_if(is_number).map(str::parse) {
        None => None,
        Some(Ok(id @ 0..=MAX_ID)) => Some(id),
        Some(_) => return Some(Err("id out of range: expected a number up to 2147483647")),
    };
    Some(Ok(Command {
        id,
        name: words.next().unwrap_or_default().to_owned(),
        arguments: words.map(ToOwned::to_owned).collect(),
    }))
}

/// What a line does to a running search.
pub(super) fn classify(line: &str) -> Class {
    match parse(line) {
        None if line.trim().eq_ignore_ascii_case(INTERRUPT) => Class::Ends,
        None => Class::Nothing,
        Some(Ok(command)) if matches!(command.name.as_str(), "quit" | "stop") => Class::Ends,
        Some(_) => Class::Waits,
    }
}

/// An answer: the mark with the number, the text, and an empty line.
pub(super) fn answer(id: Option<u32>, outcome: &Result<String, String>) -> String {
    let (mark, text) = match outcome {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    // An empty line would end the answer.
    let mut lines = text.lines();
    let mut text = format!("{mark}{id} {}", lines.next().unwrap_or_default());
    for line in lines.filter(|line| !line.trim().is_empty()) {
        text.push('\n');
        text.push_str(line);
    }
    text.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Option<u32>, String, usize) {
        let command = parse(line).unwrap().unwrap();
        (command.id, command.name, command.arguments.len())
    }

    #[test]
    fn commands_have_a_number_or_none() {
        assert_eq!(read("name"), (None, "name".to_owned(), 0));
        assert_eq!(read("12 play b f5"), (Some(12), "play".to_owned(), 2));
        assert_eq!(read("0\tplay\tb  f5\r"), (Some(0), "play".to_owned(), 2));
        assert_eq!(read("  7  "), (Some(7), String::new(), 0));
        assert_eq!(read("007 name"), (Some(7), "name".to_owned(), 0));
        assert_eq!(read("2147483647 x").0, Some(MAX_ID));
        assert_eq!(read("1name"), (None, "1name".to_owned(), 0));
        assert_eq!(read("-1 name"), (None, "-1".to_owned(), 1));
        assert_eq!(read("na\u{7}me # play b f5"), (None, "name".to_owned(), 0));
        for wrong in ["2147483648 name", "99999999999 name", &"9".repeat(1000)] {
            assert!(parse(wrong).unwrap().is_err(), "{wrong}");
        }
        for empty in ["", " ", "\t", "# name", "\u{1}\r", "  # 1 name"] {
            assert_eq!(parse(empty), None, "{empty:?}");
        }
    }

    #[test]
    fn only_what_ends_a_search_does_not_wait() {
        for (line, class) in [
            ("quit", Class::Ends),
            ("3 quit # bye", Class::Ends),
            ("stop", Class::Ends),
            ("# interrupt", Class::Ends),
            ("# stop", Class::Nothing),
            ("", Class::Nothing),
            ("name", Class::Waits),
            ("99999999999 quit", Class::Waits),
        ] {
            assert_eq!(classify(line), class, "{line}");
        }
    }

    #[test]
    fn answers_end_with_an_empty_line_and_hold_none() {
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(answer(None, &ok("")), "=\n");
        assert_eq!(answer(Some(3), &ok("")), "=3\n");
        assert_eq!(answer(Some(3), &ok("F5")), "=3 F5\n");
        assert_eq!(answer(None, &ok("a\n\n b\n")), "= a\n b\n");
        assert_eq!(answer(None, &ok("\na\nb\n")), "= \na\nb\n");
        assert_eq!(answer(Some(0), &Err("no".to_owned())), "?0 no\n");
    }
}
