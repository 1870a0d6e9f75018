//! Where commands come from: an editor with history and completion on a terminal, plain lines elsewhere.

use super::command::WORDS;
use crate::messages::{ENGLISH, fill};
use crate::output;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufReader, IsTerminal, Stdin, Write};
use xsquare_engine::Bitboard;
use xsquare_engine::notation::{self, LineError, Lines};

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A line that is neither blank nor a comment.
    Line(String),
    /// A line that is no text: what is wrong with it.
    NotText(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Reads commands.
pub(crate) enum Prompt {
    /// On a terminal.
    Editor(Editor<Completions, MemHistory>),
    /// Elsewhere. Blank lines and comments are passed over, so that scripts can have them.
    Plain(Lines<BufReader<Stdin>>),
}

impl Prompt {
    /// The prompt that suits standard input and output.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(crate) fn new() -> anyhow::Result<Self> {
        Self::with_words(&WORDS)
    }

    /// The same for a conversation with other commands than those of the game.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(crate) fn with_words(words: &'static [&'static str]) -> anyhow::Result<Self> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Self::Plain(notation::lines(BufReader::new(io::stdin()))));
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(Completions::new(words)));
        Ok(Self::Editor(editor))
    }

    /// Waits for the next line. `moves` can be completed.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn read(&mut self, prompt: &str, moves: Bitboard) -> anyhow::Result<Input> {
        output::stdout().flush()?;
        match self {
            Self::Editor(editor) => {
                if let Some(completions) = editor.helper_mut() {
                    completions.moves = moves;
                }
                loop {
                    match editor.readline(prompt) {
                        Ok(line) if is_nothing(&line) => {}
                        Ok(line) => return Ok(Input::Line(line)),
                        Err(ReadlineError::Eof) => return Ok(Input::End),
                        Err(ReadlineError::Interrupted) => return Ok(Input::Interrupted),
                        Err(error) => return Err(error.into()),
                    }
                }
            }
            Self::Plain(lines) => match lines.next() {
                None => Ok(Input::End),
                Some(Ok(line)) => Ok(Input::Line(line.text)),
                Some(Err(LineError::Text { number, error, .. })) => {
                    let (number, error) = (number.to_string(), error.to_string());
                    let values = [("number", number.as_str()), ("error", &error)];
                    Ok(Input::NotText(fill(ENGLISH.play.no_text, &values)))
                }
                Some(Err(error)) => Err(error.into()),
            },
        }
    }
}

/// A blank line or a comment.
fn is_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with(['#', '%'])
}

/// Completes commands, legal moves, and file names where a command takes one.
pub(crate) struct Completions {
    words: &'static [&'static str],
    files: FilenameCompleter,
    moves: Bitboard,
}

impl Completions {
    fn new(words: &'static [&'static str]) -> Self {
        Self {
            words,
            files: FilenameCompleter::default(),
            moves: Bitboard::EMPTY,
        }
    }

    /// The words that begin with `start` and stand at the beginning of a line.
    fn words(&self, start: &str) -> Vec<Pair> {
        let start = start.to_ascii_lowercase();
        self.moves
            .into_iter()
            .map(|square| square.to_string())
            .chain(self.words.iter().map(|&word| word.to_owned()))
            .filter(|word| word.starts_with(&start))
            .map(|word| Pair {
                display: word.clone(),
                replacement: word,
            })
            .collect()
    }
}

impl Completer for Completions {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        let Some((first, rest)) = before.trim_start().split_once(' ') else {
            let start = before.len() - before.trim_start().len();
            return Ok((start, self.words(&before[start..])));
        };
        let players = || {
            ["human", "engine"]
                .iter()
                .filter(|player| player.starts_with(rest))
                .map(|player| Pair {
                    display: (*player).to_owned(),
                    replacement: (*player).to_owned(),
                })
                .collect()
        };
        match first.to_ascii_lowercase().as_str() {
            "save" | "save!" | "load" => self.files.complete(line, at, context),
            "black" | "white" => Ok((at - rest.len(), players())),
            _ => Ok((at, Vec::new())),
        }
    }
}

impl Hinter for Completions {
    type Hint = String;
}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Position;

    fn complete(line: &str) -> (usize, Vec<String>) {
        let completions = Completions {
            moves: Position::START.legal_moves(),
            ..Completions::new(&WORDS)
        };
        let history = MemHistory::new();
        let (start, pairs) = completions
            .complete(line, line.len(), &Context::new(&history))
            .unwrap();
        (
            start,
            pairs.into_iter().map(|pair| pair.replacement).collect(),
        )
    }

    #[test]
    fn moves_and_commands_are_completed() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(complete("und"), (0, owned(&["undo"])));
        assert_eq!(complete(" U"), (1, owned(&["undo"])));
        assert_eq!(complete("e"), (0, owned(&["e6", "exit"])));
        assert_eq!(complete("white e"), (6, owned(&["engine"])));
        assert_eq!(complete("white "), (6, owned(&["human", "engine"])));
        assert_eq!(complete("undo x"), (6, owned(&[])));
        assert_eq!(complete("").1.len(), WORDS.len() + 4);
    }

    #[test]
    fn blank_lines_and_comments_are_nothing() {
        assert!(is_nothing("  ") && is_nothing("# f5") && is_nothing(" % f5"));
        assert!(!is_nothing("f5 % best"));
    }
}
