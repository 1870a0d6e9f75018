//! Files of records: shards, each the work of some games, complete or not there at all.
//!
//! | bytes | content (little-endian) |
//! |---|---|
//! | 0–7 | `XSQDATA` and a line feed |
//! | 8–15 | fingerprint of everything that the records depend on |
//! | 16–19, 20–23 | number of the shard, of records |
//! | 24–… | the records |
//! | last 8 | checksum: FNV-1a over all before it |

#![expect(
    clippy::cast_possible_truncation,
    reason = "a shard has some thousand records"
)]

use super::record::{RECORD_LEN, Record, Source};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"XSQDATA\n";
const HEADER_LEN: usize = 24;

/// Why training data cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is not a complete shard.
    #[error("{}: not a complete shard: {reason}; delete the file to have it made again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file was made with other settings.
    #[error(
        "{}: made with other settings (fingerprint {found:016x}, not {expected:016x}); use another directory or \
         delete the file", path.display()
    )]
    OtherRecipe {
        /// The file.
        path: PathBuf,
        /// The fingerprint in the file.
        found: u64,
        /// That of the present settings.
        expected: u64,
    },
}

/// Where the shards of one kind of work are kept.
#[derive(Debug, Clone)]
pub(super) struct Shards<'a> {
    pub(super) directory: &'a Path,
    /// The first part of the files' names.
    pub(super) name: String,
    /// Identifies everything that the records depend on.
    pub(super) fingerprint: u64,
}

impl Shards<'_> {
    fn path(&self, number: u32) -> PathBuf {
        self.directory
            .join(format!("{}-{number:05}.xsd", self.name))
    }

    /// The records of shard `number`, or `None` if it has not been made.
    pub(super) fn read(&self, number: u32) -> Result<Option<Vec<Record>>, DataError> {
        let path = self.path(number);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(DataError::Io { path, source }),
        };
        decode(&bytes, &path, Some((number, self.fingerprint))).map(Some)
    }

    /// Writes shard `number` under another name first, so that it is there as a whole or not at all.
    pub(super) fn write(&self, number: u32, records: &[Record]) -> Result<(), DataError> {
        let mut bytes = Vec::with_capacity(HEADER_LEN + RECORD_LEN * records.len() + 8);
        bytes.extend(MAGIC);
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(number.to_le_bytes());
        bytes.extend((records.len() as u32).to_le_bytes());
        for record in records {
            bytes.extend(record.to_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        write_whole(&self.path(number), &bytes)
    }
}

/// The exact positions of all shards in a directory, in the order of the files' names, whatever settings they were made
/// with: a proved score is the same for all.
pub(super) fn solved(directory: &Path) -> Result<Vec<Record>, DataError> {
    let refused = |source| DataError::Io {
        path: directory.to_owned(),
        source,
    };
    let entries = fs::read_dir(directory).map_err(refused)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, io::Error>>()
        .map_err(refused)?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.contains("-solved-") && name.ends_with(".xsd")
    });
    paths.sort_unstable();
    let mut records = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).map_err(|source| DataError::Io {
            path: path.clone(),
            source,
        })?;
        records.extend(decode(&bytes, &path, None)?);
    }
    records.retain(|record| record.source == Source::Exact);
    Ok(records)
}

/// The records in the bytes of a shard, which must have this number and fingerprint if any are `expected`.
fn decode(
    bytes: &[u8],
    path: &Path,
    expected: Option<(u32, u64)>,
) -> Result<Vec<Record>, DataError> {
    let damaged = |reason| DataError::Damaged {
        path: path.to_owned(),
        reason,
    };
    if bytes.len() < HEADER_LEN + 8 {
        return Err(damaged("it is too short"));
    }
    let (content, stated) = bytes.split_at(bytes.len() - 8);
    if content[..8] != MAGIC {
        return Err(damaged("it does not begin with XSQDATA"));
    }
    if checksum(content).to_le_bytes() != stated {
        return Err(damaged("its checksum is wrong"));
    }
    let found = u64::from_le_bytes(content[8..16].try_into().expect("eight bytes"));
    if let Some((_, expected)) = expected.filter(|&(_, expected)| expected != found) {
        return Err(DataError::OtherRecipe {
            path: path.to_owned(),
            found,
            expected,
        });
    }
    let (records, rest) = content[HEADER_LEN..].as_chunks::<RECORD_LEN>();
    let [number, len] =
        [16, 20].map(|at| u32::from_le_bytes(content[at..at + 4].try_into().expect("four bytes")));
    let is_expected = expected.is_none_or(|(expected, _)| expected == number);
    if !rest.is_empty() || len as usize != records.len() || !is_expected {
        return Err(damaged("its number or size is not the one stated"));
    }
    let records: Option<Vec<Record>> = records.iter().map(Record::from_bytes).collect();
    records.ok_or_else(|| damaged("a record makes no sense"))
}

/// Writes a file that is there as a whole or not at all.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), DataError> {
    let partial = path.with_extension("part");
    let written = File::create(&partial)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&partial, path));
    written.map_err(|source| {
        // The disk may be full: leave nothing half written behind. The first error is the one to report.
        let _ = fs::remove_file(&partial);
        DataError::Io {
            path: path.to_owned(),
            source,
        }
    })
}

/// FNV-1a, byte by byte.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::super::record::Source;
    use super::*;
    use crate::value::Eval;
    use xsquare_engine::{Board, Square};

    fn records() -> Vec<Record> {
        let next = Board::START.play(Square::F5).unwrap();
        [(Board::START, 0), (next, 7)]
            .map(|(board, game)| Record {
                board,
                label: Eval::from_units(640),
                source: Source::Search(3),
                game,
            })
            .to_vec()
    }

    fn shards(directory: &Path) -> Shards<'_> {
        Shards {
            directory,
            name: "test".into(),
            fingerprint: 99,
        }
    }

    #[test]
    fn shards_round_trip_and_missing_ones_are_none() {
        let directory = tempfile::tempdir().unwrap();
        let shards = shards(directory.path());
        assert!(shards.read(3).unwrap().is_none());
        shards.write(3, &records()).unwrap();
        shards.write(4, &[]).unwrap();
        assert_eq!(shards.read(3).unwrap(), Some(records()));
        assert_eq!(shards.read(4).unwrap(), Some(Vec::new()));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }

    #[test]
    fn damaged_and_foreign_shards_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let shards = shards(directory.path());
        shards.write(0, &records()).unwrap();
        let path = shards.path(0);
        let good = fs::read(&path).unwrap();
        for len in 0..good.len() {
            fs::write(&path, &good[..len]).unwrap();
            assert!(
                matches!(shards.read(0), Err(DataError::Damaged { .. })),
                "{len} bytes"
            );
        }
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1;
            fs::write(&path, &bad).unwrap();
            assert!(
                matches!(shards.read(0), Err(DataError::Damaged { .. })),
                "byte {place}"
            );
        }
        fs::write(&path, &good).unwrap();
        fs::rename(&path, shards.path(1)).unwrap();
        assert!(matches!(shards.read(1), Err(DataError::Damaged { .. })));
        fs::write(&path, &good).unwrap();
        let other = Shards {
            fingerprint: 98,
            ..shards.clone()
        };
        assert!(matches!(
            other.read(0),
            Err(DataError::OtherRecipe {
                found: 99,
                expected: 98,
                ..
            })
        ));
    }

    #[test]
    fn a_directory_that_is_not_there_is_an_error_with_its_name() {
        let directory = tempfile::tempdir().unwrap();
        let nowhere = directory.path().join("nowhere");
        let error = shards(&nowhere)
            .write(0, &records())
            .unwrap_err()
            .to_string();
        assert!(error.contains("nowhere"), "{error}");
    }
}
