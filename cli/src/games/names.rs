//! The names of players and tournaments that belong to WTHOR files.

use crate::input::{name_of, open_file};
use crate::output;
use anyhow::Context;
use clap::Args;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xsquare_engine::notation::{WthorList, WthorNames, parse_wthor_names};

/// More bytes than any list of names has.
const LARGEST: u64 = 16 + 65_536 * 26;

/// Where the names of WTHOR files come from.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct NamesArgs {
    /// The list of players (.jou) of WTHOR files [default: the one in their directory]
    #[arg(long, value_name = "FILE")]
    pub players: Option<PathBuf>,
    /// The list of tournaments (.trn) of WTHOR files [default: the one in their directory]
    #[arg(long, value_name = "FILE")]
    pub tournaments: Option<PathBuf>,
}

/// The lists that belong to a file.
#[derive(Debug, Clone, Default)]
pub(super) struct NameLists {
    players: Option<Arc<WthorNames>>,
    tournaments: Option<Arc<WthorNames>>,
}

impl NameLists {
    pub(super) fn lists(&self) -> (Option<&WthorNames>, Option<&WthorNames>) {
        (self.players.as_deref(), self.tournaments.as_deref())
    }

    pub(super) const fn is_incomplete(&self) -> bool {
        self.players.is_none() || self.tournaments.is_none()
    }
}

/// Finds the lists of files, and reads each list once.
#[derive(Debug, Default)]
pub(super) struct Names {
    given: NameLists,
    /// By directory and stem.
    found: HashMap<(PathBuf, String), Arc<NameLists>>,
}

impl Names {
    pub(super) fn new(args: &NamesArgs) -> anyhow::Result<Self> {
        let given = |path: &Option<PathBuf>, list| {
            path.as_deref()
                .map(|path| {
                    read(path, list).with_context(|| format!("cannot use {}", name_of(path)))
                })
                .transpose()
        };
        Ok(Self {
            given: NameLists {
                players: given(&args.players, WthorList::Players)?.map(Arc::new),
                tournaments: given(&args.tournaments, WthorList::Tournaments)?.map(Arc::new),
            },
            found: HashMap::new(),
        })
    }

    /// The lists that were given, or else those beside a file.
    pub(super) fn beside(&mut self, path: &Path) -> Arc<NameLists> {
        if path.as_os_str() == "-" {
            return Arc::new(self.given.clone());
        }
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let key = (directory.to_owned(), stem.to_lowercase());
        if let Some(lists) = self.found.get(&key) {
            return Arc::clone(lists);
        }
        let find = |extension, list, given: &Option<Arc<WthorNames>>| {
            given
                .clone()
                .or_else(|| search(directory, &key.1, extension, list).map(Arc::new))
        };
        let lists = Arc::new(NameLists {
            players: find("jou", WthorList::Players, &self.given.players),
            tournaments: find("trn", WthorList::Tournaments, &self.given.tournaments),
        });
        self.found.insert(key, Arc::clone(&lists));
        lists
    }
}

/// Reads a list of names. Names without a NUL at their end are told.
///
/// # Errors
/// If it cannot be read, or is none.
pub(crate) fn read(path: &Path, list: WthorList) -> anyhow::Result<WthorNames> {
    let mut bytes = Vec::new();
    open_file(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    let names = parse_wthor_names(&bytes, list)?;
    if let Some(first) = names.unterminated.first() {
        output::warn(&format!(
            "{}: names that fill their whole field and may be cut off: {}, the first is number {first}",
            name_of(path),
            names.unterminated.len()
        ));
    }
    Ok(names)
}

/// The list in a directory: the one with the name of the file itself, or else the only one there is.
fn search(directory: &Path, stem: &str, extension: &str, list: WthorList) -> Option<WthorNames> {
    let lower =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().to_lowercase();
    let entries = fs::read_dir(directory).ok()?;
    let lists: Vec<PathBuf> = entries
        .filter_map(io::Result::ok)
        .map(|entry| entry.path())
        .filter(|path| lower(path.extension()) == extension)
        .collect();
    let own = lists.iter().find(|path| lower(path.file_stem()) == stem);
    let path = match (own, lists.as_slice()) {
        (Some(own), _) => own,
        (None, [only]) => only,
        (None, []) => return None,
        (None, several) => {
            output::warn(&format!(
                "{} lists with the extension {extension} in {}; choose one with --{}",
                several.len(),
                directory.display(),
                match list {
                    WthorList::Players => "players",
                    WthorList::Tournaments => "tournaments",
                }
            ));
            return None;
        }
    };
    read(path, list)
        .inspect_err(|error| output::warn(&format!("cannot use {}: {error:#}", name_of(path))))
        .ok()
}
