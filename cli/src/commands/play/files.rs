//! Files of `save` and `load`.

use super::command::SaveMode;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes: no transcript is that long.
const LARGEST: u64 = 1 << 20;

/// The text of a file.
///
/// # Errors
/// A sentence, if it is no file, too large, no text or cannot be read.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let path = &in_home(path, std::env::home_dir());
    let shown = path.display();
    let fail = |error: io::Error| format!("{shown} cannot be read: {error}.");
    // Looked at before it is opened: a pipe would be waited for.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Err(format!("{shown} is no file."));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(fail)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!(
            "{shown} is larger than {LARGEST} bytes; expected a transcript."
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{shown} is no text: byte {at} is not UTF-8.")
    })
}

/// Writes a line to a file.
///
/// # Errors
/// A sentence, if the file cannot be written, or exists and is to be kept.
pub(super) fn write(path: &Path, text: &str, mode: SaveMode) -> Result<(), String> {
    let path = &in_home(path, std::env::home_dir());
    let shown = path.display();
    let mut options = OpenOptions::new();
    match mode {
        SaveMode::Careful => options.write(true).create_new(true),
        SaveMode::Overwrite => options.write(true).create(true).truncate(true),
    };
    options
        .open(path)
        .and_then(|mut file| writeln!(file, "{text}"))
        .map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{shown} exists already; `save! {shown}` replaces it.")
            }
            _ => format!("{shown} cannot be written: {error}."),
        })
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
