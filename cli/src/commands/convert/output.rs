//! The file that games are written to. It takes its place only when all is written, so a failure does no harm, and a
//! file may be converted into itself.

use super::options::Target;
use crate::games::read_names;
use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::SpooledTempFile;
use xsquare_engine::notation::{
    GameFormat, GameRecord, Loss, Losses, Unwritable, WthorList, WthorNames, WthorWriter,
    write_record,
};

/// How much is held back in memory before it goes to a temporary file, in bytes.
const HELD_IN_MEMORY: usize = 8 << 20;

/// How much of it is written at once, in bytes.
const HELD_PIECE: usize = 1 << 16;

const CANNOT_HOLD: &str = "the games cannot be held back in a temporary file (--strict)";

/// Where games go.
pub(super) enum Output {
    /// Text to a file or to standard output.
    Text {
        sink: Sink,
        target: Target,
        buffer: String,
    },
    /// A WTHOR file and its lists of names.
    Wthor {
        writer: WthorWriter<BufWriter<File>>,
        place: Place,
    },
}

/// What was written.
pub(super) struct Written {
    /// The files; none if it is standard output.
    pub(super) files: Vec<PathBuf>,
    /// What games lost after they had been written, with their number.
    pub(super) losses: Vec<(Loss, u64)>,
}

/// Where text goes.
pub(super) enum Sink {
    /// A file that is not yet in its place.
    File(BufWriter<File>, Place),
    /// Standard output.
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// Any of them, to which all goes at the end.
    Held(BufWriter<SpooledTempFile>, Box<Self>),
}

/// The place of a file, and where it is until it is complete.
pub(super) struct Place {
    path: PathBuf,
    /// `None` if the path is no regular file, such as a pipe, and is written to at once.
    draft: Option<PathBuf>,
}

impl Place {
    /// Opens the draft of a file.
    fn open(path: &Path) -> io::Result<(File, Self)> {
        let is_special = fs::metadata(path).is_ok_and(|data| !data.is_file());
        // A link stays a link: the file behind it is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let draft = (!is_special).then(|| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}.part", std::process::id()));
            path.with_file_name(name)
        });
        let file = File::create(draft.as_deref().unwrap_or(&path))?;
        Ok((file, Self { path, draft }))
    }

    /// Puts the file into its place.
    fn settle(mut self) -> io::Result<PathBuf> {
        if let Some(draft) = self.draft.take() {
            fs::rename(&draft, &self.path)?;
        }
        Ok(self.path.clone())
    }
}

impl Drop for Place {
    /// A draft that was not put into its place is removed.
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            let _ = fs::remove_file(draft);
        }
    }
}

impl Output {
    /// Opens the output; no path is standard output.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn open(path: Option<&Path>, target: Target) -> anyhow::Result<Self> {
        let Some(path) = path else {
            let stdout = io::stdout().lock();
            return Ok(Self::text(Sink::Stdout(BufWriter::new(stdout)), target));
        };
        let cannot = || format!("{} cannot be written", path.display());
        let (file, place) = Place::open(path).with_context(cannot)?;
        let file = BufWriter::new(file);
        if target.format == GameFormat::Wthor {
            let players = existing(path, "jou", WthorList::Players)?;
            let tournaments = existing(path, "trn", WthorList::Tournaments)?;
            let writer = WthorWriter::new(file, today())
                .with_context(cannot)?
                .with_lists(players.as_ref(), tournaments.as_ref());
            return Ok(Self::Wthor { writer, place });
        }
        Ok(Self::text(Sink::File(file, place), target))
    }

    fn text(sink: Sink, target: Target) -> Self {
        let buffer = String::new();
        Self::Text {
            sink,
            target,
            buffer,
        }
    }

    /// The same, but where games would go out one by one they are held back until the end.
    pub(super) fn held(self) -> Self {
        match self {
            Self::Text { sink, target, .. } if sink.is_open_ended() => {
                let held = BufWriter::new(SpooledTempFile::new(HELD_IN_MEMORY));
                Self::text(Sink::Held(held, Box::new(sink)), target)
            }
            other => other,
        }
    }

    /// Writes a game, if `accept` likes what is lost of it; the inner error is a game that the format cannot hold.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn write(
        &mut self,
        record: &GameRecord,
        accept: impl FnOnce(Losses) -> bool,
    ) -> anyhow::Result<Result<Losses, Unwritable>> {
        match self {
            Self::Text {
                sink,
                target,
                buffer,
            } => {
                buffer.clear();
                match write_record(record, target.format, target.style, buffer) {
                    Ok(losses) => {
                        if accept(losses) {
                            sink.write_all(buffer.as_bytes())?;
                        }
                        Ok(Ok(losses))
                    }
                    Err(fault) => Ok(Err(fault)),
                }
            }
            Self::Wthor { writer, place } => {
                let cannot = || format!("{} cannot be written", place.path.display());
                writer.write_if(record, accept).with_context(cannot)
            }
        }
    }

    /// Completes the output and puts it into its place.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn finish(self) -> anyhow::Result<Written> {
        match self {
            Self::Text { sink, .. } => Ok(Written {
                files: sink.finish()?,
                losses: Vec::new(),
            }),
            Self::Wthor { writer, place } => {
                let cannot = format!("{} cannot be written", place.path.display());
                let lists = writer.finish().with_context(|| cannot.clone())?;
                let mut files = vec![place.settle().with_context(|| cannot)?];
                for (bytes, extension) in [(lists.players, "jou"), (lists.tournaments, "trn")] {
                    if let Some(bytes) = bytes {
                        let path = files[0].with_extension(extension);
                        let cannot = || format!("{} cannot be written", path.display());
                        let (mut file, place) = Place::open(&path).with_context(cannot)?;
                        file.write_all(&bytes).with_context(cannot)?;
                        files.push(place.settle().with_context(cannot)?);
                    }
                }
                Ok(Written {
                    files,
                    losses: lists.losses,
                })
            }
        }
    }
}

/// The list of names beside the output, if there is one: it is continued, so that the files that it belongs to keep
/// their names.
fn existing(path: &Path, extension: &str, list: WthorList) -> anyhow::Result<Option<WthorNames>> {
    let path = path.with_extension(extension);
    if !path.exists() {
        return Ok(None);
    }
    read_names(&path, list).map(Some).with_context(|| {
        format!(
            "{} is in the way: it would be continued, but cannot be used",
            path.display()
        )
    })
}

impl Sink {
    /// Whether what is written cannot be taken back.
    const fn is_open_ended(&self) -> bool {
        match self {
            Self::File(_, place) => place.draft.is_none(),
            Self::Stdout(_) => true,
            Self::Held(..) => false,
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::File(file, place) => file
                .write_all(bytes)
                .with_context(|| format!("{} cannot be written", place.path.display())),
            // Its error is looked at by its kind: a closed pipe is none.
            Self::Stdout(stdout) => Ok(stdout.write_all(bytes)?),
            Self::Held(held, _) => held.write_all(bytes).context(CANNOT_HOLD),
        }
    }

    fn finish(self) -> anyhow::Result<Vec<PathBuf>> {
        match self {
            Self::Held(held, mut sink) => {
                let held = held.into_inner().map_err(IntoInnerError::into_error);
                let mut held = held.context(CANNOT_HOLD)?;
                held.rewind().context(CANNOT_HOLD)?;
                let mut bytes = vec![0; HELD_PIECE];
                loop {
                    match held.read(&mut bytes).context(CANNOT_HOLD)? {
                        0 => return sink.finish(),
                        count => sink.write_all(&bytes[..count])?,
                    }
                }
            }
            Self::File(mut file, place) => {
                let cannot = format!("{} cannot be written", place.path.display());
                file.flush().with_context(|| cannot.clone())?;
                drop(file);
                Ok(vec![place.settle().with_context(|| cannot)?])
            }
            Self::Stdout(mut stdout) => {
                stdout.flush()?;
                Ok(Vec::new())
            }
        }
    }
}

/// The date by the clock of the machine, in UTC.
fn today() -> (u16, u8, u8) {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// Year, month and day so many days after 1 January 1970.
///
/// Counted in years that begin in March, so that the day that is sometimes missing is the last one.
fn date(days: u64) -> (u16, u8, u8) {
    const DAYS_FROM_MARCH_OF_0: u64 = 719_468;
    const ERA: u64 = 146_097; // days in 400 years
    let days = days + DAYS_FROM_MARCH_OF_0;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (year, month + 3)
    } else {
        (year + 1, month - 9)
    };
    let small = |number| u8::try_from(number).expect("months and days are small");
    let year = u16::try_from(era * 400 + year).unwrap_or(u16::MAX);
    (year, small(month), small(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_484), (2026, 1, 31));
        assert_eq!(date(47_540), (2100, 2, 28));
        assert_eq!(date(47_541), (2100, 3, 1));
    }
}
