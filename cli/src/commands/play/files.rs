//! Files of `save` and `load`.

use super::command::{SaveMode, Wanted};
use super::record;
use crate::commands::convert;
use crate::commands::review::{LARGEST, Source, game_in};
use crate::messages::{ENGLISH, Play as Texts, fill};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{GameFormat, GameRecord, Losses};

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// The game that is wanted. The inner error is a file without such a game.
///
/// # Errors
/// A sentence, if there is no such file, it is too large or cannot be read.
pub(super) fn load(wanted: &Wanted) -> Result<Result<Source, String>, String> {
    let whole = at_home(&wanted.path);
    let (path, number) = match &wanted.numbered {
        // The name of a file may end in a number.
        Some((file, number)) if !whole.exists() => (at_home(file), Some(*number)),
        _ => (whole, None),
    };
    let bytes = read(&path)?;
    let game = game_in(&bytes, (number, TEXTS.choose_with), None);
    Ok(game.map_err(|error| format!("{}: {error}", path.display())))
}

/// The content of a file.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let fail = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => about(TEXTS.missing_file, path, &""),
        _ => about(TEXTS.cannot_read, path, &error),
    };
    // Looked at before it is opened: a pipe would be waited for.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Err(about(TEXTS.no_file, path, &""));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(fail)?;
    if bytes.len() as u64 > LARGEST {
        let name = path.display().to_string();
        let megabytes = (LARGEST >> 20).to_string();
        let values = [("file", name.as_str()), ("megabytes", &megabytes)];
        return Err(fill(TEXTS.too_large, &values));
    }
    Ok(bytes)
}

/// Writes a game to a file in the format that the ending of its name says, and tells what that cannot hold.
///
/// # Errors
/// A sentence, if the ending says no format, the format cannot hold the game at all, or the file cannot be written or
/// exists and is to be kept.
pub(super) fn save(path: &Path, record: &GameRecord, mode: SaveMode) -> Result<Losses, String> {
    let path = &at_home(path);
    let format = match path.extension() {
        None => GameFormat::Transcript,
        Some(ending) => ending
            .to_str()
            .and_then(GameFormat::of_extension)
            .ok_or_else(|| about(TEXTS.unknown_ending, path, &""))?,
    };
    if format == GameFormat::Transcript {
        // As it is read at every prompt, and without a gap between looking whether it exists and writing it.
        return write(path, &record::write(&record.game), mode).map(|()| Losses::NONE);
    }
    if mode == SaveMode::Careful && fs::symlink_metadata(path).is_ok() {
        return Err(about(TEXTS.exists, path, &""));
    }
    convert::write_one(record, format, path)
        .map_err(|error| about(TEXTS.cannot_write, path, &error.root_cause()))
}

/// The file that a review is to be written to.
///
/// # Errors
/// A sentence, if it exists and is to be kept.
pub(super) fn to_write(path: &Path, mode: SaveMode) -> Result<PathBuf, String> {
    let path = at_home(path);
    if mode == SaveMode::Careful && fs::symlink_metadata(&path).is_ok() {
        return Err(about(TEXTS.review_exists, &path, &""));
    }
    Ok(path)
}

/// That a review was written.
pub(super) fn written(path: &Path) -> String {
    about(TEXTS.review_written, path, &"")
}

/// Writes a line to a file.
fn write(path: &Path, text: &str, mode: SaveMode) -> Result<(), String> {
    let mut options = OpenOptions::new();
    match mode {
        SaveMode::Careful => options.write(true).create_new(true),
        SaveMode::Overwrite => options.write(true).create(true).truncate(true),
    };
    options
        .open(path)
        .and_then(|mut file| writeln!(file, "{text}"))
        .map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => about(TEXTS.exists, path, &""),
            _ => about(TEXTS.cannot_write, path, &error),
        })
}

/// A text about a file.
fn about(text: &str, path: &Path, error: &dyn Display) -> String {
    let file = path.display().to_string();
    fill(text, &[("file", &file), ("error", &error.to_string())])
}

/// A path as the shell would have it: `~/` is the home directory.
pub(super) fn at_home(path: &Path) -> PathBuf {
    in_home(path, std::env::home_dir())
}

/// A path that begins with `~/`, as the shell would have it.
fn in_home(path: &Path, home: Option<PathBuf>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home_directory() {
        let home = || Some(PathBuf::from("/home/x"));
        let at = |path| in_home(Path::new(path), home());
        assert_eq!(at("~/g.txt"), Path::new("/home/x/g.txt"));
        assert_eq!(at("~g.txt"), Path::new("~g.txt"));
        assert_eq!(at("a/~/g.txt"), Path::new("a/~/g.txt"));
        assert_eq!(in_home(Path::new("~/g"), None), Path::new("~/g"));
    }
}
