//! Books in their files. A book is written as a whole beside its place, brought to the disk, and then takes its place: a
//! crash at any moment leaves the old book or the new one.

use crate::input::open_regular;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xsquare_search::book::{Book, Graph};

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
