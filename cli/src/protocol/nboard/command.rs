//! A line of NBoard's protocol taken apart.

use super::split_word;
use crate::protocol::serve::Class;
use xsquare_engine::notation::parse_ggf_turn;

/// A command, with what stands behind its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nboard,
    SetDepth(&'a str),
    SetGame(&'a str),
    SetContempt(&'a str),
    Move(&'a str),
    Hint(&'a str),
    Go,
    Ping(&'a str),
    Learn,
    Analyze,
    Quit,
}

/// Reads a command; `None` if the protocol does not have it. The first version had moves without a word before them.
pub(super) fn parse(line: &str) -> Option<Command<'_>> {
    let (word, rest) = split_word(line);
    Some(match word {
        "nboard" => Command::Nboard,
        "set" => match split_word(rest) {
            ("depth", value) => Command::SetDepth(value),
            ("game", value) => Command::SetGame(value),
            ("contempt", value) => Command::SetContempt(value),
            _ => return None,
        },
        "move" => Command::Move(rest),
        "hint" => Command::Hint(rest),
        "go" => Command::Go,
        "ping" => Command::Ping(rest),
        "learn" => Command::Learn,
        "analyze" => Command::Analyze,
        "quit" => Command::Quit,
        turn if rest.is_empty() && parse_ggf_turn(turn).is_ok() => Command::Move(turn),
        _ => return None,
    })
}

/// What a line does to a running search: every command ends it.
pub(super) fn classify(line: &str) -> Class {
    match parse(line) {
        Some(_) => Class::Ends,
        None => Class::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_both_versions_are_known() {
        for (line, command) in [
            ("nboard 2", Command::Nboard),
            ("set depth 6", Command::SetDepth("6")),
            (" set  game\t(;x;) \r", Command::SetGame("(;x;)")),
            ("set contempt", Command::SetContempt("")),
            ("move E6/-0.35/0.4", Command::Move("E6/-0.35/0.4")),
            ("move", Command::Move("")),
            ("F5", Command::Move("F5")),
            ("pa", Command::Move("pa")),
            ("hint 2", Command::Hint("2")),
            ("go", Command::Go),
            ("ping 1", Command::Ping("1")),
            ("learn", Command::Learn),
            ("analyze", Command::Analyze),
            ("quit", Command::Quit),
        ] {
            assert_eq!(parse(line), Some(command), "{line}");
            assert_eq!(classify(line), Class::Ends);
        }
        for line in ["", " ", "GO", "set", "set name x", "F9", "F5 D6", "status"] {
            assert_eq!(parse(line), None, "{line}");
            assert_eq!(classify(line), Class::Nothing);
        }
    }
}
