//! Positions from arguments, files and standard input.

mod file;

pub(crate) use file::{Content, fault_of_name, open, open_regular};

use crate::args::PositionArgs;
use crate::arguments::group;
use crate::config::{Settings, Verbosity};
use crate::opening_names::{self, Opening};
use crate::output;
use crate::output::caret::point_at;
use anyhow::{Context, bail};
use std::fmt;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{self, LineError, Lines, NotationError, Recognised};
use xsquare_engine::{Color, DiscDiff, Game, Move, Position};

/// A position to work on.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// Where it was found.
    pub place: Place,
    /// The position.
    pub position: Position,
    /// The last move, where the input tells.
    pub last: Option<Move>,
    /// The moves that led to the position, where the input tells.
    pub game: Option<Game>,
    /// The comment behind an OBF line.
    pub label: Option<String>,
    /// The score that the input expects, seen by the side to move.
    pub expected: Option<DiscDiff>,
    /// The scores that the input expects of single moves.
    pub scores: Vec<(Move, DiscDiff)>,
}

/// Where in the input something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Number among all positions of the input, from 1; those that cannot be read count.
    pub index: usize,
    /// The file, or `-` for standard input; `None` for an argument.
    pub file: Option<PathBuf>,
    /// The line in it, from 1.
    pub line: Option<usize>,
}

/// Prints `problems.obf, line 3`, `standard input, line 3` or `argument 2`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            None => return write!(f, "argument {}", self.index),
            Some(path) => f.write_str(&name_of(path))?,
        }
        self.line.map_or(Ok(()), |line| write!(f, ", line {line}"))
    }
}

/// A place of the input that is no position.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Where.
    pub place: Place,
    /// What stands there, as far as it can be shown.
    pub text: String,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a place of the input cannot be used.
#[derive(Debug)]
pub(crate) enum Reason {
    /// The text is no position.
    Text(Box<NotationError>),
    /// The text is no position but looks like the name of a file: what is wrong with it.
    Name(String),
    /// The input cannot be read.
    Read(io::Error),
}

impl Failure {
    /// The column of the error, from 1.
    pub(crate) fn column(&self) -> Option<usize> {
        match &self.reason {
            Reason::Text(error) => Some(error.span.column),
            Reason::Name(_) | Reason::Read(_) => None,
        }
    }

    /// What is wrong, without the place.
    pub(crate) fn message(&self) -> String {
        match &self.reason {
            Reason::Text(error) => error.kind.to_string(),
            Reason::Name(fault) => fault.clone(),
            Reason::Read(error) => format!("cannot be read: {error}"),
        }
    }
}

/// The place, what is wrong, and for a text the text with carets under the error.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        match &self.reason {
            Reason::Text(error) => {
                write!(f, ", {error}\n{}", point_at(&self.text, error.span.range()))
            }
            Reason::Name(fault) => write!(f, ": {fault}"),
            Reason::Read(error) => write!(f, " cannot be read: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

/// The positions of the input, one after the other, read when they are asked for.
pub(crate) struct Inputs {
    verbosity: Verbosity,
    side: Option<Color>,
    sources: std::vec::IntoIter<Source>,
    open: Option<Open>,
    /// Places handed out so far.
    index: usize,
}

#[derive(Debug, Clone)]
enum Source {
    Argument(String),
    File(PathBuf),
}

struct Open {
    path: PathBuf,
    lines: Lines<Box<dyn BufRead + Send>>,
}

impl Inputs {
    /// Gathers what the arguments name, without reading it yet.
    ///
    /// # Errors
    /// If they name nothing, or nothing but one file that cannot be read.
    pub(crate) fn new(args: &PositionArgs, settings: &Settings) -> anyhow::Result<Self> {
        let mut sources: Vec<Source> = group(&args.positions)
            .into_iter()
            .map(|text| match text.as_str() {
                "-" => Source::File(PathBuf::from("-")),
                _ => Source::Argument(text),
            })
            .collect();
        sources.extend(args.file.iter().cloned().map(Source::File));
        if sources.is_empty() {
            bail!(
                "no position given; expected `start`, a board with its side to move, an OBF line, a transcript \
                 such as f5d6c3, - for standard input, or --file PATH"
            );
        }
        let mut inputs = Self {
            verbosity: settings.verbosity,
            side: args.side,
            sources: Vec::new().into_iter(),
            open: None,
            index: 0,
        };
        if let [Source::File(path)] = sources.as_slice() {
            let path = path.clone();
            inputs.open = Some(
                Open::new(path.clone())
                    .with_context(|| format!("cannot read {}", name_of(&path)))?,
            );
            sources.clear();
        }
        inputs.sources = sources.into_iter();
        Ok(inputs)
    }

    fn place(&self, file: Option<&Path>, line: Option<usize>) -> Place {
        Place {
            index: self.index,
            file: file.map(Path::to_owned),
            line,
        }
    }

    fn recognise(&self, text: String, place: Place) -> Result<Task, Failure> {
        let recognised = match notation::recognise(&text, self.side) {
            Ok(recognised) => recognised,
            Err(error) => {
                let fault = match place.file {
                    None => fault_of_name(&text),
                    Some(_) => None,
                };
                return Err(Failure {
                    place,
                    text,
                    reason: fault.map_or_else(|| Reason::Text(Box::new(error)), Reason::Name),
                });
            }
        };
        self.verbosity
            .tell(&format!("{place}: {}", recognised.kind()));
        for note in recognised.notes() {
            if note.is_warning() {
                output::warn(&format!("{place}: {note}"));
            } else {
                self.verbosity.tell(&format!("{place}: {note}"));
            }
        }
        Ok(Task::new(recognised, place))
    }

    /// The next line of the open file; `None` at its end.
    fn next_line(&mut self) -> Option<Result<Task, Failure>> {
        let open = self.open.as_mut()?;
        let item = open.lines.next()?;
        self.index += 1;
        let path = self.open.as_ref().map(|open| open.path.as_path());
        Some(match item {
            Ok(line) => self.recognise(line.text, self.place(path, Some(line.number))),
            Err(LineError::Text {
                number,
                text,
                error,
            }) => Err(Failure {
                place: self.place(path, Some(number)),
                text,
                reason: Reason::Text(error),
            }),
            Err(LineError::Read { number, source }) => Err(Failure {
                place: self.place(path, Some(number)),
                text: String::new(),
                reason: Reason::Read(source),
            }),
            Err(error) => Err(Failure {
                place: self.place(path, None),
                text: String::new(),
                reason: Reason::Read(io::Error::other(error)),
            }),
        })
    }
}

impl Iterator for Inputs {
    type Item = Result<Task, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.next_line() {
                return Some(item);
            }
            self.open = None;
            match self.sources.next()? {
                Source::Argument(text) => {
                    self.index += 1;
                    return Some(self.recognise(text, self.place(None, None)));
                }
                Source::File(path) => match Open::new(path.clone()) {
                    Ok(open) => self.open = Some(open),
                    Err(error) => {
                        self.index += 1;
                        return Some(Err(Failure {
                            place: self.place(Some(&path), None),
                            text: String::new(),
                            reason: Reason::Read(error),
                        }));
                    }
                },
            }
        }
    }
}

impl Open {
    fn new(path: PathBuf) -> io::Result<Self> {
        let input = open(&path, Content::Positions)?;
        Ok(Self {
            path,
            lines: notation::lines(input),
        })
    }
}

impl Task {
    fn new(recognised: Recognised, place: Place) -> Self {
        let mut task = Self {
            place,
            position: recognised.position(),
            last: None,
            game: None,
            label: None,
            expected: None,
            scores: Vec::new(),
        };
        match recognised {
            Recognised::Problem(problem) => {
                task.expected = problem.best_score();
                task.label = problem.label;
                task.scores = problem.scores;
            }
            Recognised::Transcript(transcript) => {
                task.last = transcript.game.turns().last().copied();
                task.game = Some(transcript.game);
            }
            _ => {}
        }
        task
    }

    /// The opening that the game passed through last or, where there is no game, the one that ends here.
    pub(crate) fn opening(&self) -> Option<&'static Opening> {
        match &self.game {
            Some(game) => opening_names::of_game(game),
            None => opening_names::of_position(&self.position),
        }
    }

    /// The score that the input expects of a move.
    pub(crate) fn expected_of(&self, turn: Move) -> Option<DiscDiff> {
        self.scores
            .iter()
            .find(|(listed, _)| *listed == turn)
            .map(|&(_, score)| score)
    }

    /// The label as a line of its own; nothing if there is none.
    pub(crate) fn heading(&self) -> String {
        let strong = output::style::STRONG;
        self.label.as_ref().map_or(String::new(), |label| {
            format!("{strong}{label}{strong:#}\n")
        })
    }

    /// What to call the position: its label, or its place in the input.
    pub(crate) fn name(&self) -> String {
        match (&self.label, self.place.line) {
            (Some(label), _) => label.clone(),
            (None, Some(line)) => format!("line {line}"),
            (None, None) => format!("#{}", self.place.index),
        }
    }
}

/// A file as the user knows it.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}
