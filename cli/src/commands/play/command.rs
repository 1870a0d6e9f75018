//! What can be typed at the prompt, and what it means.

use super::options::Player;
use crate::config::parse_level;
use crate::messages::{ENGLISH, Play as Texts};
use clap::ValueEnum;
use std::path::PathBuf;
use xsquare_engine::{Color, Move, Square};
use xsquare_search::Level;

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// The words that commands begin with.
pub(super) const WORDS: [&str; 21] = [
    "black", "exit", "help", "hint", "level", "load", "moves", "new", "pass", "quit", "redo",
    "resign", "review", "review!", "save", "save!", "show", "undo", "white", "why", "?",
];

/// A line that was understood. Whether it can be done is for the [`Session`](super::session::Session) to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// One or more moves, as they were typed.
    Moves(String),
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Ask for the best moves.
    Hint,
    /// Ask what is wrong with a move, or right.
    Why(Square),
    /// Set the level, or tell it.
    Level(Option<Level>),
    /// Change who plays a side.
    Seat(Color, Player),
    /// Write the game to a file.
    Save(PathBuf, SaveMode),
    /// Read a game from a file.
    Load(Wanted),
    /// Begin another game, from this position if one is given.
    New(Option<String>),
    /// Go through the game, and write it to this file if one is given.
    Review(Option<(PathBuf, SaveMode)>),
    /// Give up.
    Resign,
    /// Show the board.
    Show,
    /// Show the transcript.
    Transcript,
    /// Show the commands.
    Help,
    /// End the program.
    Quit,
}

/// A game to be read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// The file by all that was typed.
    pub path: PathBuf,
    /// If there is no such file: the file before the last word, and the number of the game in it that this word is.
    pub numbered: Option<(PathBuf, usize)>,
}

impl Wanted {
    fn of(path: PathBuf) -> Self {
        let text = path.to_str().unwrap_or_default();
        let words = text.rsplit_once(char::is_whitespace);
        let numbered = words.and_then(|(file, number)| {
            let number = number.parse().ok().filter(|number| *number > 0)?;
            Some((PathBuf::from(file.trim_end()), number))
        });
        Self { path, numbered }
    }
}

/// What becomes of a file that exists already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SaveMode {
    /// It is kept, unless this game was saved to it before.
    Careful,
    /// It is replaced.
    Overwrite,
}

/// A line that was not understood: sentences without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Misread {
    /// Neither a move nor a command.
    Unknown(String),
    /// A command that stands alone has something behind it.
    Surplus {
        /// The command.
        word: &'static str,
        /// What is behind it.
        rest: String,
    },
    /// A command without what it needs.
    Missing {
        /// The command.
        word: &'static str,
        /// What it needs, with an example.
        needs: &'static str,
    },
    /// Something behind a command that it cannot use.
    Argument {
        /// The command.
        word: &'static str,
        /// What is behind it.
        rest: String,
        /// What could be there.
        expected: String,
    },
}

/// Reads a line, which must not be blank.
///
/// # Errors
/// If it is neither a command nor something that begins like a move.
pub(super) fn parse(line: &str) -> Result<Command, Misread> {
    let line = line.trim();
    let (first, rest) = match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (line, ""),
    };
    let lower = first.to_ascii_lowercase();
    let alone = |word, command| {
        if rest.is_empty() {
            Ok(command)
        } else {
            Err(Misread::Surplus {
                word,
                rest: rest.to_owned(),
            })
        }
    };
    match lower.as_str() {
        "undo" => alone("undo", Command::Undo),
        "redo" => alone("redo", Command::Redo),
        "hint" if rest.is_empty() => Ok(Command::Hint),
        // The move that was meant, beside the best one.
        "hint" => why("hint", rest),
        "resign" => alone("resign", Command::Resign),
        "show" => alone("show", Command::Show),
        "moves" => alone("moves", Command::Transcript),
        "help" | "?" => alone("help", Command::Help),
        "quit" | "exit" => alone("quit", Command::Quit),
        "why" => why("why", rest),
        "level" => level(rest),
        "black" => seat("black", Color::Black, rest),
        "white" => seat("white", Color::White, rest),
        "save" => file("save", rest).map(|path| Command::Save(path, SaveMode::Careful)),
        "save!" => file("save!", rest).map(|path| Command::Save(path, SaveMode::Overwrite)),
        "review" if rest.is_empty() => Ok(Command::Review(None)),
        "review" => {
            file("review", rest).map(|path| Command::Review(Some((path, SaveMode::Careful))))
        }
        "review!" => {
            file("review!", rest).map(|path| Command::Review(Some((path, SaveMode::Overwrite))))
        }
        "load" => file("load", rest).map(|path| Command::Load(Wanted::of(path))),
        "new" => Ok(Command::New((!rest.is_empty()).then(|| rest.to_owned()))),
        _ if begins_like_a_move(first) => Ok(Command::Moves(line.to_owned())),
        _ => Err(Misread::Unknown(first.to_owned())),
    }
}

fn level(rest: &str) -> Result<Command, Misread> {
    if rest.is_empty() {
        return Ok(Command::Level(None));
    }
    match parse_level(rest) {
        Ok(level) => Ok(Command::Level(Some(level))),
        Err(expected) => Err(Misread::Argument {
            word: "level",
            rest: rest.to_owned(),
            expected,
        }),
    }
}

fn why(word: &'static str, rest: &str) -> Result<Command, Misread> {
    match rest.parse() {
        Ok(square) => Ok(Command::Why(square)),
        Err(_) if rest.is_empty() => Err(Misread::Missing {
            word,
            needs: TEXTS.needs_square,
        }),
        Err(_) => Err(Misread::Argument {
            word,
            rest: rest.to_owned(),
            expected: TEXTS.expects_square.to_owned(),
        }),
    }
}

fn seat(word: &'static str, side: Color, rest: &str) -> Result<Command, Misread> {
    if rest.is_empty() {
        return Err(Misread::Missing {
            word,
            needs: TEXTS.needs_player,
        });
    }
    match Player::from_str(rest, true) {
        Ok(player) => Ok(Command::Seat(side, player)),
        Err(_) => Err(Misread::Argument {
            word,
            rest: rest.to_owned(),
            expected: TEXTS.expects_player.to_owned(),
        }),
    }
}

fn file(word: &'static str, rest: &str) -> Result<PathBuf, Misread> {
    if rest.is_empty() {
        return Err(Misread::Missing {
            word,
            needs: TEXTS.needs_file,
        });
    }
    // It will be printed, and must not steer a terminal.
    if rest.contains(char::is_control) {
        return Err(Misread::Argument {
            word,
            rest: rest.to_owned(),
            expected: TEXTS.expects_file.to_owned(),
        });
    }
    Ok(PathBuf::from(rest))
}

/// A letter and a digit, a move number, or a pass: right or wrong, meant as a move.
fn begins_like_a_move(word: &str) -> bool {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), Some(digit)) if letter.is_alphabetic() && digit.is_numeric() => true,
        (Some(digit), Some(_)) if digit.is_ascii_digit() => true,
        _ => word.parse() == Ok(Move::Pass),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn every_word_is_a_command() {
        for word in WORDS {
            let command = parse(word);
            assert!(!matches!(command, Err(Misread::Unknown(_))), "{word}");
            assert!(!matches!(
                parse(&word.to_uppercase()),
                Err(Misread::Unknown(_))
            ));
        }
        assert!(
            WORDS
                .iter()
                .all(|word| *word == "pass" || !begins_like_a_move(word))
        );
    }

    #[test]
    fn lines_are_commands_or_moves() {
        assert_eq!(parse("undo"), Ok(Command::Undo));
        assert_eq!(parse("  UNDO  "), Ok(Command::Undo));
        assert_eq!(parse("?"), Ok(Command::Help));
        assert_eq!(parse("level"), Ok(Command::Level(None)));
        assert_eq!(parse("level 60"), Ok(Command::Level(Some(Level::MAX))));
        assert_eq!(
            parse("White ENGINE"),
            Ok(Command::Seat(Color::White, Player::Engine))
        );
        assert_eq!(
            parse("save my game.txt"),
            Ok(Command::Save("my game.txt".into(), SaveMode::Careful))
        );
        assert_eq!(
            parse("save!\tg.txt"),
            Ok(Command::Save("g.txt".into(), SaveMode::Overwrite))
        );
        assert_eq!(parse("new"), Ok(Command::New(None)));
        assert_eq!(parse("why F5"), Ok(Command::Why(Square::F5)));
        assert_eq!(parse("hint"), Ok(Command::Hint));
        assert_eq!(parse("hint f5"), Ok(Command::Why(Square::F5)));
        assert_eq!(parse("review"), Ok(Command::Review(None)));
        assert_eq!(
            parse("review a b.html"),
            Ok(Command::Review(Some((
                "a b.html".into(),
                SaveMode::Careful
            ))))
        );
        assert_eq!(parse("new f5 d6"), Ok(Command::New(Some("f5 d6".into()))));
        for moves in [
            "f5", "F5d6", "1. f5 d6", "i9", "pass", "PA", "--", "-", "é5",
        ] {
            assert_eq!(parse(moves), Ok(Command::Moves(moves.into())));
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert!(sentence("hello").starts_with("\"hello\" is neither a move nor a command"));
        assert!(sentence("\u{1b}[2J").contains("\\u{1b}"));
        assert!(sentence("undo 3").contains("`undo` stands alone, but \"3\""));
        assert!(sentence("why").contains("`why` needs a square"));
        assert!(sentence("why z9").contains("\"z9\" behind `why`"));
        assert!(sentence("hint z9").contains("\"z9\" behind `hint`"));
        assert!(sentence("save").contains("`save` needs the name of a file"));
        assert!(sentence("load \u{1b}[2J").contains("\\u{1b}"));
        assert!(sentence("black").contains("`human` or `engine`"));
        assert!(sentence("level 61").contains("expected a level from 0 to 60"));
        assert!(sentence("white both").contains("\"both\" behind `white`"));
        assert!(sentence(&"x".repeat(100_000)).len() < 200);
    }
}
