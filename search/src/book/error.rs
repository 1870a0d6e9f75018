//! Why a book is refused.

use super::format::VERSION;
use thiserror::Error;
use xsquare_engine::Square;

/// Why a book file is refused. Nothing of such a file is used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file does not begin as a book does.
    #[error("not a book of this program: it does not begin with \"XSQBOOK\"")]
    Foreign,
    /// A newer or older format.
    #[error(
        "the book has version {found} of the format, and only version {VERSION} can be read: {}",
        if *.found > VERSION { "a newer program wrote it" } else { "it is damaged" }
    )]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The file is shorter or longer than its header says.
    #[error(
        "the book {} after {len} bytes; its header says {expected}",
        if .len < .expected { "ends" } else { "does not end" }
    )]
    Length {
        /// Bytes in the file.
        len: u64,
        /// Bytes that the header promises.
        expected: u64,
    },
    /// A number of the header is out of range.
    #[error("byte {offset} of the book: the {what} is out of range")]
    Header {
        /// Where the number is.
        offset: usize,
        /// What it is.
        what: &'static str,
    },
    /// Header and index do not belong to their checksum.
    #[error(
        "the header of the book is damaged: it has the checksum {found:016x}, {stated:016x} is stated"
    )]
    HeaderChecksum {
        /// The checksum of header and index.
        found: u64,
        /// The checksum that is stated.
        stated: u64,
    },
    /// The index does not fit the records.
    #[error("the index of the book is damaged at entry {block}")]
    Index {
        /// The entry, from 0.
        block: usize,
    },
    /// Records do not belong to their checksum.
    #[error(
        "records {first} to {last} of the book are damaged (from byte {offset} on): they do not fit their checksum"
    )]
    BlockChecksum {
        /// Number of the first record of the block, from 1.
        first: u64,
        /// Number of its last record.
        last: u64,
        /// Where the block begins in the file.
        offset: u64,
    },
    /// A record that is none.
    #[error("record {number} of the book (byte {offset}): {fault}")]
    Record {
        /// Its number, from 1.
        number: u64,
        /// Where it begins in the file.
        offset: u64,
        /// What is wrong.
        fault: RecordFault,
    },
    /// The system does not read.
    #[error("the book cannot be read: {0}")]
    Read(String),
}

impl From<std::io::Error> for BookError {
    fn from(error: std::io::Error) -> Self {
        Self::Read(error.to_string())
    }
}

/// What is wrong with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// A square is taken by both sides.
    #[error("the discs of both sides overlap")]
    Overlap,
    /// Nobody can move, or the side to move must pass.
    #[error("the side to move has no legal move")]
    NoMove,
    /// Another image of the position comes first.
    #[error("the position is not the canonical one of its eight images")]
    NotCanonical,
    /// The records are not in ascending order.
    #[error("the position does not come after the one before it, as the order demands")]
    Order,
    /// The deviation is against the rules.
    #[error("the move {0} is illegal in its position")]
    IllegalMove(Square),
    /// A number that no record has.
    #[error("its {0} is out of range")]
    Field(&'static str),
}
