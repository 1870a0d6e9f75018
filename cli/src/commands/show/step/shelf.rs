//! The games that are stepped through: read from their file as they are asked for.

use crate::games::{GameArgs, GameFile, GameSource, fault_line};
use crate::output::text::counted;
use anyhow::bail;
use std::collections::VecDeque;
use xsquare_engine::notation::{GameRecord, RecordRead};

/// How many games are kept to go back to: a database has more than memory should hold.
const KEPT: usize = 1000;

/// A game, or what is wrong with it.
#[derive(Debug)]
pub(super) struct Entry {
    /// The game; one without moves if it cannot be read.
    pub(super) record: GameRecord,
    /// What its reader found odd, or why it cannot be read.
    pub(super) remarks: Vec<String>,
    /// Whether it can be read.
    pub(super) is_sound: bool,
}

impl Entry {
    /// A game as it was read.
    pub(super) fn new(read: RecordRead) -> Self {
        let notes = read.notes.iter().filter(|note| note.kind.is_warning());
        Self {
            remarks: notes.map(ToString::to_string).collect(),
            record: read.record,
            is_sound: true,
        }
    }
}

/// Games in a row, one of which is open.
pub(super) struct Shelf {
    /// The file, while there may be more in it.
    file: Option<Box<GameFile>>,
    name: String,
    kept: VecDeque<Entry>,
    /// How many games came before those that are kept.
    dropped: usize,
    /// The place of the open one among those that are kept.
    at: usize,
}

impl Shelf {
    /// Opens the game that the arguments choose, the first one if they do not.
    ///
    /// # Errors
    /// If there is no such game, or a single one that cannot be read.
    pub(super) fn open(args: &GameArgs) -> anyhow::Result<Self> {
        let (path, file) = match args.source()? {
            GameSource::Typed(read) => return Ok(Self::of(Entry::new(*read))),
            GameSource::File(path, file) => (path, file),
        };
        let mut shelf = Self {
            name: file.name(),
            file: Some(file),
            kept: VecDeque::new(),
            dropped: 0,
            at: 0,
        };
        let wanted = args.number.unwrap_or(1);
        for number in 0..wanted {
            if !shelf.read() {
                match number {
                    0 => bail!("{} holds no game", path.display()),
                    _ => bail!("{} holds only {}", path.display(), counted(number, "game")),
                }
            }
        }
        shelf.at = shelf.kept.len() - 1;
        if wanted == 1 && !shelf.entry().is_sound && !shelf.read() {
            bail!("{}", shelf.entry().remarks.join("\n"));
        }
        Ok(shelf)
    }

    /// With a single game.
    pub(super) fn of(entry: Entry) -> Self {
        Self {
            file: None,
            name: String::new(),
            kept: VecDeque::from([entry]),
            dropped: 0,
            at: 0,
        }
    }

    /// The game that is open.
    pub(super) fn entry(&self) -> &Entry {
        &self.kept[self.at]
    }

    /// `game 3 of games.ggf`, `game 3 of 8 of games.ggf`; nothing for a game that was typed.
    pub(super) fn place(&self) -> String {
        let number = self.dropped + self.at + 1;
        let count = self.dropped + self.kept.len();
        match (&self.file, self.name.as_str()) {
            (_, "") => String::new(),
            (None, name) if count == 1 => name.to_owned(),
            (None, name) => format!("game {number} of {count} of {name}"),
            (Some(_), name) => format!("game {number} of {name}"),
        }
    }

    /// Opens the next game; `false` if there is none.
    pub(super) fn forward(&mut self) -> bool {
        if self.at + 1 == self.kept.len() && !self.read() {
            return false;
        }
        self.at += 1;
        true
    }

    /// Opens the game before; `false` if there is none any more.
    pub(super) fn back(&mut self) -> bool {
        let Some(before) = self.at.checked_sub(1) else {
            return false;
        };
        self.at = before;
        true
    }

    /// Whether there were games that are not kept any more.
    pub(super) const fn has_dropped(&self) -> bool {
        self.dropped > 0
    }

    /// Reads another game behind those that are kept; `false` if there is none.
    fn read(&mut self) -> bool {
        let Some(item) = self.file.as_mut().and_then(Iterator::next) else {
            self.file = None;
            return false;
        };
        self.kept.push_back(match item {
            Ok(read) => Entry::new(read),
            Err(error) => Entry {
                record: GameRecord::new(xsquare_engine::Game::new()),
                remarks: vec![fault_line(&self.name, &error)],
                is_sound: false,
            },
        });
        if self.kept.len() > KEPT {
            self.kept.pop_front();
            self.dropped += 1;
            self.at = self.at.saturating_sub(1);
        }
        true
    }
}
