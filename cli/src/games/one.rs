//! One game: typed, or taken out of a file.

use super::{GameFile, GameFiles, NamesArgs, fault_line};
use crate::arguments::group;
use crate::config::Settings;
use crate::input::{fault_of_name, name_of};
use crate::output;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{GameRecord, RecordRead, records};

/// Where a game comes from.
#[derive(Debug, Clone, Args)]
pub(crate) struct GameArgs {
    /// A transcript such as f5d6c3, a board and the side to move, or a file of games in any format; - is standard input
    #[arg(value_name = "GAME")]
    pub game: Vec<String>,
    /// A file of games in any format
    #[arg(short, long, value_name = "PATH", conflicts_with = "game")]
    pub file: Option<PathBuf>,
    /// Which game of a file, from 1; needed if there are several
    #[arg(long = "game", value_name = "N", value_parser = parse_number)]
    pub number: Option<usize>,
    #[command(flatten)]
    pub names: NamesArgs,
}

/// A number from 1.
fn parse_number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected the number of a game, from 1".to_owned()),
    }
}

/// Where games come from.
pub(crate) enum GameSource {
    /// The one that was typed.
    Typed(Box<RecordRead>),
    /// A file, and the name of it.
    File(PathBuf, Box<GameFile>),
}

impl GameArgs {
    /// The game; what its reader notes is told.
    ///
    /// # Errors
    /// If there is none, more than one and none is chosen, or it cannot be read.
    pub(crate) fn load(&self, settings: &Settings) -> anyhow::Result<GameRecord> {
        let read = match self.source()? {
            GameSource::File(path, file) => self.in_file(&path, *file)?,
            GameSource::Typed(read) => *read,
        };
        for note in &read.notes {
            if note.kind.is_warning() {
                output::warn(note);
            } else {
                settings.tell(&note.text);
            }
        }
        Ok(read.record)
    }

    /// What the arguments name: a file that is opened, or the game that was typed.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) fn source(&self) -> anyhow::Result<GameSource> {
        let open = |path: &Path| {
            let file = GameFiles::new(None, &self.names)?.open(path)?;
            Ok(GameSource::File(path.to_owned(), Box::new(file)))
        };
        if let Some(path) = &self.file {
            return open(path);
        }
        let texts = group(&self.game);
        let [text] = texts.as_slice() else {
            match texts.len() {
                0 => bail!(
                    "no game given; expected a transcript such as f5d6c3, a file of games, or - for standard input"
                ),
                _ => bail!(
                    "more than one game given; expected one (quote a game that has blanks in it)"
                ),
            }
        };
        if text == "-" || is_file(text) {
            return open(Path::new(text));
        }
        if self.number.is_some() {
            bail!("--game chooses a game of a file, but the game is an argument");
        }
        typed(text).map(|read| GameSource::Typed(Box::new(read)))
    }

    fn in_file(&self, path: &Path, mut file: GameFile) -> anyhow::Result<RecordRead> {
        let name = file.name();
        let wanted = self.number.unwrap_or(1);
        let item = file
            .by_ref()
            .nth(wanted - 1)
            .with_context(|| match wanted {
                1 => format!("{} holds no game", name_of(path)),
                _ => format!("{} holds fewer than {wanted} games", name_of(path)),
            })?;
        if self.number.is_none() && file.next().is_some() {
            bail!(
                "{} holds several games; choose one with --game N",
                name_of(path)
            );
        }
        item.map_err(|error| anyhow!(fault_line(&name, &error)))
    }
}

/// Whether a text is the name of a file that can be read. Pipes and devices are such files too, as the shell makes them of
/// `<(…)`.
pub(crate) fn is_file(text: &str) -> bool {
    let data = Path::new(text).metadata();
    data.is_ok_and(|data| !data.is_dir())
}

/// The game that a text is.
fn typed(text: &str) -> anyhow::Result<RecordRead> {
    let mut all = records(text.as_bytes(), None)?;
    match (all.next(), all.next()) {
        (Some(Ok(read)), None) => Ok(read),
        (Some(Err(error)), _) => Err(match fault_of_name(text) {
            Some(fault) => anyhow!(fault),
            None => anyhow!(fault_line("argument", &error)),
        }),
        (None, _) => bail!("the argument holds no game"),
        (Some(Ok(_)), Some(_)) => bail!("the argument holds more than one game"),
    }
}
