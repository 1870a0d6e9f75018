//! The book as a file.
//!
//! | bytes | content (little-endian) |
//! |---|---|
//! | 0–7 | `XSQBOOK` and a line feed |
//! | 8–9 | version of the format: 1 |
//! | 10–11 | bytes of a record: 24 |
//! | 12–15 | records of a block: 170, so that a block fits a page of memory |
//! | 16–23 | number of records |
//! | 24–31 | checksum of the evaluation that searched the book, 0 if none is known, all ones if there were several |
//! | 32 | level of the searches, 255 if there were several or none |
//! | 33–39 | zero |
//! | 40–47 | checksum over bytes 0–39 and the index |
//! | 48–… | the index: for each block the board of its first record (16 bytes) and the checksum of its records (8) |
//! | … | the records in ascending order of their boards (own discs first) |
//!
//! The index makes a book of any size ready at once: it is all that is read to open one (1.4 MB for ten million
//! positions), and each block is checked against it when it is read.

use super::error::{BookError, RecordFault};
use super::record::{RECORD_BYTES, Record};
use crate::fnv;
use crate::level::Level;
use std::io::{self, Write};
use xsquare_engine::{Bitboard, Board};

/// How a book file begins.
pub const MAGIC: [u8; 8] = *b"XSQBOOK\n";
/// The version that is read and written.
pub(super) const VERSION: u16 = 1;
/// Bytes before the index.
pub(super) const HEADER_BYTES: usize = 48;
/// Bytes before the checksum.
const CHECKED_BYTES: usize = 40;
/// Records of a block.
pub(super) const BLOCK_RECORDS: usize = 170;
/// Bytes of an entry of the index.
const INDEX_BYTES: usize = 24;
/// Byte 32 of a book without a level.
const NO_LEVEL: u8 = 255;
/// More records than any file has.
const MAX_COUNT: u64 = 1 << 40;

/// What a book says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct About {
    /// The evaluation of its searches.
    pub evaluation: Evaluations,
    /// The level of its searches; `None` if there were several or none.
    pub level: Option<Level>,
}

/// The evaluations behind the searches of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Evaluations {
    /// None that is known: nothing was searched, or it came without saying by what.
    #[default]
    Unknown,
    /// One, with this checksum.
    One(u64),
    /// More than one.
    Several,
}

impl Evaluations {
    /// The number of [`Several`](Self::Several) in a file.
    const SEVERAL: u64 = u64::MAX;

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, one) | (one, Self::Unknown) => one,
            (Self::One(mine), Self::One(theirs)) if mine == theirs => self,
            _ => Self::Several,
        }
    }

    const fn encode(self) -> u64 {
        match self {
            Self::Unknown => 0,
            Self::One(checksum) => checksum,
            Self::Several => Self::SEVERAL,
        }
    }

    const fn decode(number: u64) -> Self {
        match number {
            0 => Self::Unknown,
            Self::SEVERAL => Self::Several,
            checksum => Self::One(checksum),
        }
    }
}

/// The head of a file: everything but the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) about: About,
    pub(super) count: u64,
    pub(super) index: Vec<Entry>,
}

/// A block in the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) first: Board,
    checksum: u64,
}

/// Where things are in a file with so many records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) count: u64,
}

impl Layout {
    pub(super) const fn blocks(self) -> u64 {
        self.count.div_ceil(BLOCK_RECORDS as u64)
    }

    pub(super) const fn records_at(self) -> u64 {
        HEADER_BYTES as u64 + self.blocks() * INDEX_BYTES as u64
    }

    pub(super) const fn len(self) -> u64 {
        self.records_at() + self.count * RECORD_BYTES as u64
    }

    /// Where a block begins and how many records it has.
    pub(super) fn block(self, block: usize) -> (u64, usize) {
        let first = block as u64 * BLOCK_RECORDS as u64;
        let records = (self.count - first).min(BLOCK_RECORDS as u64);
        let records = usize::try_from(records).expect("at most 170");
        (self.records_at() + first * RECORD_BYTES as u64, records)
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let chunk = bytes[at..].first_chunk().expect("the length is checked");
    u64::from_le_bytes(*chunk)
}

/// The number of records that a header promises.
///
/// # Errors
/// If the header is none.
pub(super) fn layout(header: &[u8; HEADER_BYTES]) -> Result<Layout, BookError> {
    if header[..8] != MAGIC {
        return Err(BookError::Foreign);
    }
    let version = u16::from_le_bytes([header[8], header[9]]);
    if version != VERSION {
        return Err(BookError::Version { found: version });
    }
    let wrong = |offset, what| Err(BookError::Header { offset, what });
    if usize::from(u16::from_le_bytes([header[10], header[11]])) != RECORD_BYTES {
        return wrong(10, "size of a record");
    }
    if word(header, 8) >> 32 != BLOCK_RECORDS as u64 {
        return wrong(12, "size of a block");
    }
    let count = word(header, 16);
    if count > MAX_COUNT {
        return wrong(16, "number of records");
    }
    if header[32] != NO_LEVEL && Level::new(header[32]).is_none() {
        return wrong(32, "level");
    }
    if header[33..40].iter().any(|&byte| byte != 0) {
        return wrong(33, "filling");
    }
    Ok(Layout { count })
}

/// The head of a file of which header and index are given.
///
/// # Errors
/// If they are damaged.
pub(super) fn head(bytes: &[u8]) -> Result<Head, BookError> {
    let header: &[u8; HEADER_BYTES] = bytes.first_chunk().ok_or(BookError::Foreign)?;
    let layout = layout(header)?;
    let index = &bytes[HEADER_BYTES..];
    let stated = word(header, CHECKED_BYTES);
    let found = fnv::hash(fnv::hash(fnv::START, &header[..CHECKED_BYTES]), index);
    if stated != found {
        return Err(BookError::HeaderChecksum { found, stated });
    }
    let index: Vec<Entry> = index
        .chunks_exact(INDEX_BYTES)
        .enumerate()
        .map(|(block, bytes)| {
            let bits = |at| Bitboard::from_bits(word(bytes, at));
            let first = Board::new(bits(0), bits(8)).ok_or(BookError::Index { block })?;
            let checksum = word(bytes, 16);
            Ok(Entry { first, checksum })
        })
        .collect::<Result<_, BookError>>()?;
    if let Some(block) = index
        .windows(2)
        .position(|two| two[0].first >= two[1].first)
    {
        return Err(BookError::Index { block: block + 1 });
    }
    Ok(Head {
        about: About {
            evaluation: Evaluations::decode(word(header, 24)),
            level: Level::new(header[32]),
        },
        count: layout.count,
        index,
    })
}

impl Head {
    pub(super) const fn layout(&self) -> Layout {
        Layout { count: self.count }
    }

    /// The block that holds a board if the book does.
    pub(super) fn block_of(&self, board: Board) -> Option<usize> {
        let behind = self.index.partition_point(|entry| entry.first <= board);
        behind.checked_sub(1)
    }

    /// The records of a block, every one of them checked.
    ///
    /// # Errors
    /// If the block is damaged.
    pub(super) fn decode(&self, block: usize, bytes: &[u8]) -> Result<Vec<Record>, BookError> {
        let (offset, _) = self.layout().block(block);
        let first = (block * BLOCK_RECORDS) as u64 + 1;
        let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
        let entry = &self.index[block];
        if fnv::hash(fnv::START, bytes) != entry.checksum {
            let last = first + records.len() as u64 - 1;
            return Err(BookError::BlockChecksum {
                first,
                last,
                offset,
            });
        }
        let mut before: Option<Board> = None;
        let mut decoded = Vec::with_capacity(records.len());
        for (place, bytes) in records.iter().enumerate() {
            let fault = |fault| BookError::Record {
                number: first + place as u64,
                offset: offset + (place * RECORD_BYTES) as u64,
                fault,
            };
            let record = Record::decode(bytes).map_err(fault)?;
            if before.is_some_and(|before| before >= record.board) {
                return Err(fault(RecordFault::Order));
            }
            before = Some(record.board);
            decoded.push(record);
        }
        let is_first = decoded.first().map(|record| record.board) == Some(entry.first);
        let next = self.index.get(block + 1);
        let is_before = next.is_none_or(|next| before < Some(next.first));
        if is_first && is_before {
            Ok(decoded)
        } else {
            Err(BookError::Index { block })
        }
    }
}

/// Bytes 10–15: the sizes of a record and of a block.
#[expect(clippy::cast_possible_truncation, reason = "24 and 170")]
const SIZES: [u8; 6] = {
    let record = (RECORD_BYTES as u16).to_le_bytes();
    let block = (BLOCK_RECORDS as u32).to_le_bytes();
    [record[0], record[1], block[0], block[1], block[2], block[3]]
};

/// Writes a book. The records are in ascending order of their boards, none twice.
///
/// # Errors
/// If `out` cannot be written.
pub(super) fn write(records: &[Record], about: About, mut out: impl Write) -> io::Result<()> {
    debug_assert!(records.is_sorted_by(|one, other| one.board < other.board));
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend(SIZES);
    head.extend((records.len() as u64).to_le_bytes());
    head.extend(about.evaluation.encode().to_le_bytes());
    head.push(about.level.map_or(NO_LEVEL, Level::number));
    head.resize(CHECKED_BYTES, 0);
    let mut index = Vec::new();
    for block in records.chunks(BLOCK_RECORDS) {
        let bytes = encode(block);
        index.extend(&bytes[..16]);
        index.extend(fnv::hash(fnv::START, &bytes).to_le_bytes());
    }
    let checksum = fnv::hash(fnv::hash(fnv::START, &head), &index);
    out.write_all(&head)?;
    out.write_all(&checksum.to_le_bytes())?;
    out.write_all(&index)?;
    for block in records.chunks(BLOCK_RECORDS) {
        out.write_all(&encode(block))?;
    }
    out.flush()
}

fn encode(block: &[Record]) -> Vec<u8> {
    block.iter().flat_map(Record::encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_add_up_and_are_written() {
        use Evaluations::{One, Several, Unknown};
        let all = [Unknown, One(7), One(8), Several];
        for one in all {
            assert_eq!(Evaluations::decode(one.encode()), one);
            for other in all {
                assert_eq!(one.and(other), other.and(one));
            }
            assert_eq!((one.and(one), one.and(Unknown)), (one, one));
            assert_eq!(one.and(Several), Several);
        }
        assert_eq!(One(7).and(One(8)), Several);
    }
}
