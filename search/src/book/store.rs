//! A book that is looked into: in memory as a whole, or in its file with only its index in memory.

use super::error::BookError;
use super::format::{self, About, BLOCK_RECORDS, HEADER_BYTES, Head};
use super::record::{RECORD_BYTES, Record};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use xsquare_engine::Board;

/// Books up to this size are read and checked as a whole when they are opened; larger ones are read block by block as
/// positions are looked up.
pub const WHOLE_BYTES: u64 = 16 << 20;
/// Blocks that are kept of a larger book: 4 MiB of its file.
const KEPT_BLOCKS: usize = 1024;

/// What a book can be read from.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// A book, ready to be looked into.
///
/// A book of at most [`WHOLE_BYTES`] is in memory, everything in it checked. Of a larger one memory holds the index (24
/// bytes for each 170 positions) and up to 1024 blocks of 170 positions that were looked into last (4 MiB); a block is
/// checked when it is read for the first time.
pub struct Book {
    head: Head,
    body: Body,
}

enum Body {
    /// The records one after the other.
    Whole(Cow<'static, [u8]>),
    /// The file, and the blocks that have been read.
    Blocks(Mutex<Blocks>),
}

struct Blocks {
    source: Box<dyn Source>,
    /// The bytes of blocks that were checked.
    kept: HashMap<usize, Arc<[u8]>>,
    /// One for each block: whether it was checked before. Its checksum and all rules are looked at once.
    checked: Vec<bool>,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("about", &self.head.about)
            .field("positions", &self.head.count)
            .finish_non_exhaustive()
    }
}

impl Book {
    /// The book in these bytes, all of them checked.
    ///
    /// # Errors
    /// If they are no whole and sound book.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, BookError> {
        let book = Self::trusted(bytes.into())?;
        for block in 0..book.head.index.len() {
            book.block(block)?;
        }
        Ok(book)
    }

    /// The book in these bytes, of which only the head is checked: for the one that is built in, which a test checks.
    pub(super) fn trusted(bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        let len = bytes.len() as u64;
        let header = bytes.first_chunk::<HEADER_BYTES>();
        let header = header.ok_or_else(|| too_short(&bytes, len))?;
        let layout = format::layout(header)?;
        let expected = layout.len();
        if len != expected {
            return Err(BookError::Length { len, expected });
        }
        let at = usize::try_from(layout.records_at()).expect("the bytes are in memory");
        let head = format::head(&bytes[..at])?;
        let body = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[at..]),
            Cow::Owned(bytes) => Cow::Owned(bytes[at..].to_vec()),
        };
        Ok(Self {
            head,
            body: Body::Whole(body),
        })
    }

    /// The book in a file.
    ///
    /// # Errors
    /// If it is no whole and sound book; of one larger than [`WHOLE_BYTES`] the records are checked when they are read.
    pub fn open(source: impl Source + 'static) -> Result<Self, BookError> {
        Self::open_by_size(source, WHOLE_BYTES)
    }

    /// [`open`](Self::open) with another limit for what is read as a whole.
    fn open_by_size(
        mut source: impl Source + 'static,
        whole_bytes: u64,
    ) -> Result<Self, BookError> {
        let len = source.seek(SeekFrom::End(0))?;
        source.seek(SeekFrom::Start(0))?;
        if len <= whole_bytes {
            let mut bytes = Vec::new();
            source.take(whole_bytes).read_to_end(&mut bytes)?;
            return Self::from_bytes(bytes);
        }
        let mut header = [0; HEADER_BYTES];
        source.read_exact(&mut header)?;
        let layout = format::layout(&header)?;
        let expected = layout.len();
        if len != expected {
            return Err(BookError::Length { len, expected });
        }
        let mut bytes = header.to_vec();
        let rest = layout.records_at() - HEADER_BYTES as u64;
        source.by_ref().take(rest).read_to_end(&mut bytes)?;
        let head = format::head(&bytes)?;
        let blocks = Blocks {
            source: Box::new(source),
            kept: HashMap::new(),
            checked: vec![false; head.index.len()],
        };
        Ok(Self {
            head,
            body: Body::Blocks(Mutex::new(blocks)),
        })
    }

    /// What the book says about itself.
    pub const fn about(&self) -> About {
        self.head.about
    }

    /// Number of positions.
    pub const fn len(&self) -> u64 {
        self.head.count
    }

    /// Whether there is no position.
    pub const fn is_empty(&self) -> bool {
        self.head.count == 0
    }

    /// What is known of a position, which is given by its [canonical](Board::canonical) image.
    ///
    /// # Errors
    /// If that part of the file is damaged or cannot be read.
    pub fn lookup(&self, canonical: Board) -> Result<Option<Record>, BookError> {
        let Some(block) = self.head.block_of(canonical) else {
            return Ok(None);
        };
        match &self.body {
            Body::Whole(bytes) => Ok(find(&bytes[self.range(block)], canonical)),
            Body::Blocks(blocks) => Ok(find(&self.read(block, blocks)?, canonical)),
        }
    }

    /// All positions in ascending order, block by block.
    pub fn records(&self) -> impl Iterator<Item = Result<Record, BookError>> + '_ {
        (0..self.head.index.len()).flat_map(|block| {
            let (records, error) = match self.block(block) {
                Ok(records) => (records, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            let count = records.len();
            (0..count).map(move |at| Ok(records[at])).chain(error)
        })
    }

    /// Where a block is among the records.
    fn range(&self, block: usize) -> Range<usize> {
        let (_, count) = self.head.layout().block(block);
        let first = block * BLOCK_RECORDS * RECORD_BYTES;
        first..first + count * RECORD_BYTES
    }

    /// The records of a block, checked.
    fn block(&self, block: usize) -> Result<Vec<Record>, BookError> {
        match &self.body {
            Body::Whole(bytes) => self.head.decode(block, &bytes[self.range(block)]),
            Body::Blocks(blocks) => self.head.decode(block, &self.read(block, blocks)?),
        }
    }

    /// The bytes of a block of the file, which were checked now or earlier.
    fn read(&self, block: usize, blocks: &Mutex<Blocks>) -> Result<Arc<[u8]>, BookError> {
        let mut blocks = blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = blocks.kept.get(&block) {
            return Ok(Arc::clone(bytes));
        }
        let (offset, count) = self.head.layout().block(block);
        let mut bytes = vec![0; count * RECORD_BYTES];
        blocks.source.seek(SeekFrom::Start(offset))?;
        blocks.source.read_exact(&mut bytes)?;
        if !blocks.checked[block] {
            self.head.decode(block, &bytes)?;
            blocks.checked[block] = true;
        }
        if blocks.kept.len() >= KEPT_BLOCKS {
            blocks.kept.clear();
        }
        let bytes: Arc<[u8]> = bytes.into();
        blocks.kept.insert(block, Arc::clone(&bytes));
        Ok(bytes)
    }
}

/// The record of a board in the bytes of its block.
fn find(block: &[u8], canonical: Board) -> Option<Record> {
    let (records, _) = block.as_chunks::<RECORD_BYTES>();
    let found = records.binary_search_by_key(&Some(canonical), super::record::board);
    found.ok().and_then(|at| Record::decode(&records[at]).ok())
}

/// What is wrong with a file that ends within its header.
fn too_short(bytes: &[u8], len: u64) -> BookError {
    let mut header = [0; HEADER_BYTES];
    header[..bytes.len()].copy_from_slice(bytes);
    let is_begun = !bytes.is_empty() && b"XSQBOOK\n".starts_with(&bytes[..bytes.len().min(8)]);
    if is_begun {
        BookError::Length {
            len,
            expected: HEADER_BYTES as u64,
        }
    } else {
        BookError::Foreign
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Graph, probe};
    use std::io::Cursor;

    /// The shipped book as a file.
    fn bytes() -> Vec<u8> {
        Graph::of(Book::shipped()).unwrap().to_bytes()
    }

    fn by_blocks(bytes: Vec<u8>) -> Result<Book, BookError> {
        Book::open_by_size(Cursor::new(bytes), 0)
    }

    #[test]
    fn a_book_that_is_read_by_blocks_says_the_same() {
        let (whole, blocks) = (Book::shipped(), by_blocks(bytes()).unwrap());
        assert_eq!((blocks.len(), blocks.about()), (whole.len(), whole.about()));
        let mut kept = 0;
        for record in whole.records().map(Result::unwrap) {
            assert_eq!(blocks.lookup(record.board), Ok(Some(record)));
            let absent = record.board.pass().canonical().0;
            assert_eq!(blocks.lookup(absent), whole.lookup(absent));
            kept += 1;
        }
        assert_eq!(kept, blocks.len());
        let page = |book| probe(book, Board::START).unwrap();
        assert_eq!(page(&blocks), page(whole));
        assert!(blocks.records().eq(whole.records()));
    }

    #[test]
    fn a_damaged_block_is_told_when_it_is_read() {
        let mut damaged = bytes();
        let last = damaged.len() - 1;
        damaged[last] ^= 4;
        let book = by_blocks(damaged).unwrap();
        let records: Vec<_> = book.records().collect();
        let (errors, sound): (Vec<_>, Vec<_>) = records.into_iter().partition(Result::is_err);
        assert!(
            matches!(errors.as_slice(), [Err(BookError::BlockChecksum { .. })]),
            "{errors:?}"
        );
        assert!(sound.len() as u64 + BLOCK_RECORDS as u64 >= book.len());
        let last = Book::shipped().records().last().unwrap().unwrap();
        assert!(book.lookup(last.board).is_err());
        assert!(Graph::of(&book).is_err());
        let first = sound[0].clone().unwrap();
        assert_eq!(book.lookup(first.board), Ok(Some(first)));
    }

    #[test]
    fn a_damaged_index_and_a_wrong_length_are_told_at_once() {
        let mut damaged = bytes();
        damaged[60] ^= 1;
        assert!(matches!(
            by_blocks(damaged),
            Err(BookError::HeaderChecksum { .. })
        ));
        let mut short = bytes();
        short.pop();
        assert!(matches!(by_blocks(short), Err(BookError::Length { .. })));
        assert!(by_blocks(vec![0; 10]).is_err());
    }
}
