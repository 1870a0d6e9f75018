//! Files of games: opened, read one game after the other, their faults put into words.

mod names;
mod one;
mod words;

pub(crate) use names::{NamesArgs, read as read_names};
pub(crate) use one::{GameArgs, GameSource, is_file};
pub(crate) use words::{Tally, between, fault_line, games, player, printable};

use crate::input::{name_of, open};
use anyhow::Context;
use names::{NameLists, Names};
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xsquare_engine::notation::{
    Container, GameFormat, RecordError, RecordRead, Records, name_players, records,
};

/// The games of a file, one after the other; those of WTHOR files with their names.
pub(crate) struct GameFile {
    path: PathBuf,
    records: Records<Box<dyn BufRead + Send>>,
    names: Arc<NameLists>,
}

/// Opens files of games, and keeps the lists of names that belong to them.
#[derive(Default)]
pub(crate) struct GameFiles {
    from: Option<GameFormat>,
    names: Names,
}

impl GameFiles {
    /// Files in this format, or in any if none is given.
    ///
    /// # Errors
    /// If a list of names that the arguments name cannot be read.
    pub(crate) fn new(from: Option<GameFormat>, names: &NamesArgs) -> anyhow::Result<Self> {
        Ok(Self {
            from,
            names: Names::new(names)?,
        })
    }

    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn open(&mut self, path: &Path) -> anyhow::Result<GameFile> {
        let shown = || format!("cannot read {}", name_of(path));
        let input = open(path).with_context(shown)?;
        let container = self.from.map(GameFormat::container);
        self.read(path, input, container).with_context(shown)
    }

    /// Reads a file that is open; its first bytes tell what it is, unless `container` does.
    ///
    /// # Errors
    /// If its beginning cannot be read.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        input: Box<dyn BufRead + Send>,
        container: Option<Container>,
    ) -> io::Result<GameFile> {
        let records = records(input, container)?;
        let names = match records.container() {
            Container::Wthor => self.names.beside(path),
            _ => Arc::default(),
        };
        Ok(GameFile {
            path: path.to_owned(),
            records,
            names,
        })
    }
}

impl GameFile {
    /// The file as the user knows it.
    pub(crate) fn name(&self) -> String {
        printable(&name_of(&self.path))
    }

    /// What the file is.
    pub(crate) const fn container(&self) -> Container {
        self.records.container()
    }

    /// Whether players and tournaments of a WTHOR file are only numbers, because no lists were found.
    pub(crate) fn lacks_names(&self) -> bool {
        self.container() == Container::Wthor && self.names.is_incomplete()
    }
}

impl Iterator for GameFile {
    type Item = Result<RecordRead, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut item = self.records.next()?;
        if let Ok(read) = &mut item
            && read.format == GameFormat::Wthor
        {
            let (players, tournaments) = self.names.lists();
            let notes = name_players(&mut read.record, players, tournaments);
            read.notes.extend(notes);
        }
        Some(item)
    }
}

/// What a file is, in words.
pub(crate) const fn container_name(container: Container) -> &'static str {
    match container {
        Container::Lines => "lines of text",
        Container::Wthor => "WTHOR",
        Container::Ggf => "GGF",
        Container::Sgf => "SGF",
        Container::Json => "JSON",
        _ => "unknown",
    }
}
