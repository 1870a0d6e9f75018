//! Games appended to a file, one line each, each line written at once.

use super::crew::Done;
use super::game::{Ending, Seat};
use super::row::GameRow;
use anyhow::{Context, bail};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{Layout, Passes, write_transcript};
use xsquare_engine::{Color, Convention, Game, Position};

/// A file that games are appended to.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    file: File,
    layout: Kind,
}

/// What a line of the file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A JSON object.
    Json,
    /// A transcript that other commands read.
    Transcript,
}

/// The players by the names they have on the command line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) a: &'a str,
    pub(super) b: &'a str,
}

impl Names<'_> {
    /// The name of a player.
    pub(super) const fn of(&self, seat: Seat) -> &str {
        match seat {
            Seat::A => self.a,
            Seat::B => self.b,
        }
    }
}

impl Archive {
    /// Opens a file to append to, and begins a new line if the last one was not written to its end.
    ///
    /// # Errors
    /// If it cannot be written, or is a file of the other kind.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("{name} cannot be written"))?;
        let is_json = path
            .extension()
            .is_some_and(|kind| kind == "json" || kind == "jsonl");
        let layout = if is_json {
            Kind::Json
        } else {
            Kind::Transcript
        };
        let kept = file.metadata()?;
        if kept.is_file() && kept.len() > 0 {
            let (first, last) = ends(path).with_context(|| format!("{name} cannot be read"))?;
            match (layout, first) {
                (Kind::Json, b'{') => {}
                (Kind::Json, _) => bail!(
                    "{name} holds something else than JSON lines; games are appended to those, or to a file of another name"
                ),
                (Kind::Transcript, b'{' | b'(') => bail!(
                    "{name} holds no transcripts; games are appended to those, or as JSON lines to a file that ends in .jsonl"
                ),
                (Kind::Transcript, _) => {}
            }
            if last != b'\n' {
                file.write_all(b"\n")
                    .with_context(|| format!("{name} cannot be written"))?;
            }
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            layout,
        })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If it cannot be written, for example because the disk is full; then nothing of it stays in the file.
    pub(super) fn append(&mut self, done: &Done, names: Names<'_>) -> anyhow::Result<()> {
        let mut line = match self.layout {
            Kind::Json => serde_json::to_string(&GameRow::new(done, names))?,
            Kind::Transcript => transcript(done, names),
        };
        line.push('\n');
        let kept = self.file.metadata().ok().filter(fs::Metadata::is_file);
        self.file
            .write_all(line.as_bytes())
            .inspect_err(|_| {
                // What cannot be taken back either is begun a new line behind, the next time.
                let _ = kept.map(|kept| self.file.set_len(kept.len()));
            })
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

/// The first byte of a file that is not blank, 0 if there is none, and the last.
fn ends(path: &Path) -> io::Result<(u8, u8)> {
    let mut file = File::open(path)?;
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    file.rewind()?;
    let mut bytes = BufReader::new(file).bytes();
    let first = bytes.find(|byte| !matches!(byte, Ok(byte) if byte.is_ascii_whitespace()));
    Ok((first.transpose()?.unwrap_or(0), last[0]))
}

/// The turns of a game as text: a transcript, or the board it begins with and the moves.
pub(crate) fn moves(game: &Game) -> String {
    let moves = write_transcript(game.turns(), Layout::Compact, Passes::LeftOut);
    if *game.start() == Position::START {
        moves
    } else {
        format!("{};{moves}", game.start())
    }
}

/// A transcript with its result, and in the comment who played.
fn transcript(done: &Done, names: Names<'_>) -> String {
    let played = &done.played;
    let mut line = moves(&played.game);
    let from_start = *played.game.start() == Position::START;
    if played.game.is_over() && from_start {
        let counts = Convention::EmptiesToWinner.count(played.game.position().counts());
        let _ = write!(line, " {}-{}", counts.black, counts.white);
    }
    let end = match &played.ending {
        Ending::Over => String::new(),
        Ending::Solved(score) => format!(", solved: {score} for Black"),
        Ending::Forfeit(forfeit) => {
            let name = forfeit.fault.name();
            format!(", {} lost by a fault: {name}", forfeit.loser)
        }
    };
    // Names come from the command line; a line break in one must not make two lines.
    let comment = format!(
        "game {}, Black {} {}, White {} {}{end}",
        done.index + 1,
        played.seat(Color::Black),
        names.of(played.seat(Color::Black)),
        played.seat(Color::White),
        names.of(played.seat(Color::White)),
    );
    let comment: String = comment
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("{line} % {comment}")
}
