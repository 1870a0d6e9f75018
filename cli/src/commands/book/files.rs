//! Books in their files. A book is written as a whole beside its place, brought to the disk, and then takes its place: a
//! crash at any moment leaves the old book or the new one.

use crate::input::open_regular;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use xsquare_search::book::{Book, Graph, MAGIC};

/// Opens a book to look into.
///
/// # Errors
/// If it cannot be read or is no sound book.
pub(crate) fn open(path: &Path) -> anyhow::Result<Book> {
    let cannot = || format!("cannot use the book {}", path.display());
    let file = open_regular(path).with_context(cannot)?;
    Book::open(file).with_context(cannot)
}

/// Reads the whole of a book, to be changed.
///
/// # Errors
/// If it cannot be read or is no sound book.
pub(super) fn load(path: &Path) -> anyhow::Result<Graph> {
    let book = open(path)?;
    Graph::of(&book).with_context(|| format!("cannot use the book {}", path.display()))
}

/// Reads a book, or begins one where there is no file.
///
/// # Errors
/// If there is a file and it is no sound book, or if no file can be made there.
pub(super) fn load_or_begin(path: &Path) -> anyhow::Result<Graph> {
    if path.exists() {
        return load(path);
    }
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !parent.is_dir() {
        bail!(
            "cannot write {}: expected a file in a directory that exists",
            path.display()
        );
    }
    Ok(Graph::new())
}

/// Refuses to write something else over a book.
///
/// # Errors
/// If there is one in this place.
pub(super) fn spare(path: &Path) -> anyhow::Result<()> {
    let is_file = fs::metadata(path).is_ok_and(|meta| meta.is_file());
    let mut beginning = Vec::new();
    if is_file && let Ok(file) = File::open(path) {
        // What cannot be read is for the writing to complain of.
        let _ = file.take(MAGIC.len() as u64).read_to_end(&mut beginning);
    }
    if beginning == MAGIC {
        bail!(
            "cannot write {}: there is a book in this place; expected another file",
            path.display()
        );
    }
    Ok(())
}

/// Writes a book into its place.
///
/// # Errors
/// What the system says, with the name of the file.
pub(super) fn save(path: &Path, graph: &Graph) -> anyhow::Result<()> {
    replace(path, |out| graph.write(out))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file by what `write` writes, as a whole or not at all.
fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays a link: the file behind it is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let draft = Draft(path.with_file_name(name));
    let mut out = BufWriter::new(File::create(&draft.0)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    fs::rename(&draft.0, &path)?;
    // The new name is on the disk as well. Not every system lets a directory be opened for that.
    if let Some(Ok(directory)) = path.parent().map(File::open) {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// A file that is not in its place yet; removed if it does not get there.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_the_old_file_and_nothing_beside_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.book");
        fs::write(&path, "old").unwrap();
        let failed = replace(&path, |out| {
            // More than the buffer, so that a part of it is in the file.
            out.write_all(&vec![7; 100_000])?;
            Err(io::Error::other("no more room"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more room");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        replace(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("a"), directory.path().join("b"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
