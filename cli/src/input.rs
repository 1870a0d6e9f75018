//! Positions from arguments, files and standard input.

mod file;
mod task;

#[cfg(feature = "train")]
pub(crate) use file::read;
pub(crate) use file::{fault_of_name, open, open_file, open_regular, read_text};
pub(crate) use task::Task;

use crate::args::PositionArgs;
use crate::arguments::group;
use crate::config::{Settings, Verbosity};
use crate::games::{GameFile, GameFiles, fault_line, printable};
use crate::output;
use crate::output::caret::point_at;
use anyhow::{Context, bail};
use std::fmt;
use std::io::{self, BufRead, ErrorKind};
use std::path::{Path, PathBuf};
use xsquare_engine::Color;
use xsquare_engine::notation::{
    self, Container, Line, LineError, Lines, NotationError, RecordError, RecordRead,
};

/// Where in the input something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Number among all positions of the input, from 1; those that cannot be read count.
    pub index: usize,
    /// The file, or `-` for standard input; `None` for an argument.
    pub file: Option<PathBuf>,
    /// The number of the game in a file of games, from 1.
    pub game: Option<usize>,
    /// The line in it, from 1.
    pub line: Option<usize>,
}

/// Prints `problems.obf, line 3`, `standard input, line 3`, `games.ggf, game 2, line 3` or `argument 2`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            None => return write!(f, "argument {}", self.index),
            Some(path) => f.write_str(&name_of(path))?,
        }
        if let Some(game) = self.game {
            write!(f, ", game {game}")?;
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
    /// A game of a file breaks a rule.
    Game(Box<RecordError>),
    /// The input cannot be read.
    Read(io::Error),
}

impl Failure {
    /// The column of the error, from 1.
    pub(crate) fn column(&self) -> Option<usize> {
        match &self.reason {
            Reason::Text(error) => Some(error.span.column),
            Reason::Game(error) => error.column(),
            Reason::Name(_) | Reason::Read(_) => None,
        }
    }

    /// What is wrong, without the place.
    pub(crate) fn message(&self) -> String {
        match &self.reason {
            Reason::Text(error) => error.kind.to_string(),
            Reason::Name(fault) => fault.clone(),
            Reason::Game(error) => error.to_string(),
            Reason::Read(error) => format!("cannot be read: {error}"),
        }
    }
}

/// The place, what is wrong, and for a text the text with carets under the error.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Reason::Game(error), Some(path)) = (&self.reason, &self.place.file) {
            return f.write_str(&fault_line(&printable(&name_of(path)), error));
        }
        write!(f, "{}", self.place)?;
        match &self.reason {
            Reason::Text(error) => {
                write!(f, ", {error}\n{}", point_at(&self.text, error.span.range()))
            }
            Reason::Name(fault) => write!(f, ": {fault}"),
            Reason::Game(error) => write!(f, ": {error}"),
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
    items: Items,
}

/// What a file holds.
enum Items {
    /// A position on each line.
    Lines(Lines<Box<dyn BufRead + Send>>),
    /// Games in a format of their own, whose last positions are taken.
    Games(GameFile),
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
                Open::new(path.clone(), args.side)
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
            game: None,
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
            self.note(&place, &note, note.is_warning());
        }
        Ok(Task::new(recognised, place))
    }

    /// Tells what was odd, and of the rest only those who want to hear it.
    fn note(&self, place: &Place, note: &dyn fmt::Display, is_warning: bool) {
        let text = format!("{place}: {note}");
        if is_warning {
            output::warn(&text);
        } else {
            self.verbosity.tell(&text);
        }
    }

    /// The next position of the open file; `None` at its end.
    fn next_in_file(&mut self) -> Option<Result<Task, Failure>> {
        let open = self.open.as_mut()?;
        match &mut open.items {
            Items::Lines(lines) => {
                let line = lines.next()?;
                Some(self.of_line(line))
            }
            Items::Games(games) => {
                let game = games.next()?;
                Some(self.of_game(game))
            }
        }
    }

    fn of_game(&mut self, item: Result<RecordRead, RecordError>) -> Result<Task, Failure> {
        self.index += 1;
        let path = self.open.as_ref().map(|open| open.path.as_path());
        match item {
            Ok(read) => {
                let mut place = self.place(path, read.line);
                place.game = Some(read.number);
                for note in &read.notes {
                    self.note(&place, note, note.kind.is_warning());
                }
                Ok(Task::of_record(read.record, place))
            }
            Err(error) => Err(Failure {
                place: self.place(path, error.line),
                text: printable(error.text()),
                reason: Reason::Game(Box::new(error)),
            }),
        }
    }

    fn of_line(&mut self, item: Result<Line, LineError>) -> Result<Task, Failure> {
        self.index += 1;
        let path = self.open.as_ref().map(|open| open.path.as_path());
        match item {
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
        }
    }
}

impl Iterator for Inputs {
    type Item = Result<Task, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.next_in_file() {
                return Some(item);
            }
            self.open = None;
            match self.sources.next()? {
                Source::Argument(text) => {
                    self.index += 1;
                    return Some(self.recognise(text, self.place(None, None)));
                }
                Source::File(path) => match Open::new(path.clone(), self.side) {
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
    fn new(path: PathBuf, side: Option<Color>) -> io::Result<Self> {
        let mut input = open(&path)?;
        // What is there at once tells it: whoever types positions should not have to type a block of them first.
        let container = file::container(input.fill_buf()?);
        let items = if container == Container::Lines {
            Items::Lines(notation::lines(input))
        } else if side.is_some() {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "it holds games, which tell whose turn it is; --side is for boards that do not",
            ));
        } else {
            Items::Games(GameFiles::default().read(&path, input, Some(container))?)
        };
        Ok(Self { path, items })
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
