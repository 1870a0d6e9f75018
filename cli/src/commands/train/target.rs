//! Files of weights as they are written: as a whole or not at all.

use anyhow::{Context, bail};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Refuses a path that cannot become a file: what can fail at once should not fail after hours of work.
///
/// # Errors
/// If it is a directory, or not in one that exists.
pub(super) fn check(path: &Path) -> anyhow::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if path.is_dir() || !parent.is_dir() {
        bail!(
            "cannot write {}: expected a file in a directory that exists",
            path.display()
        );
    }
    Ok(())
}

/// Writes a file. One that is there already is replaced by a whole one or left as it is.
///
/// # Errors
/// What the system says, with the name of the file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = if path.exists() && !path.is_file() {
        // A pipe or a device cannot be replaced.
        fs::write(path, bytes)
    } else {
        replace(path, bytes)
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".part");
    let partial = PathBuf::from(partial);
    let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&partial);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_that_cannot_be_files_are_refused() {
        assert!(check(Path::new("weights.tsv")).is_ok());
        assert!(check(Path::new(".")).is_err());
        assert!(check(Path::new("no such directory/weights.tsv")).is_err());
    }

    #[test]
    fn files_are_replaced_and_leave_nothing_beside_them() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("weights.bin");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        let error = write(&directory.path().join("nowhere/weights.bin"), b"").unwrap_err();
        assert!(format!("{error:#}").contains("nowhere/weights.bin: "));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_an_error_with_the_name() {
        let error = write(Path::new("/dev/full"), b"weights").unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "cannot write /dev/full: No space left on device (os error 28)"
        );
    }
}
