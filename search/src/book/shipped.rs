//! The book that the program is shipped with.

use super::store::Book;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The book file; see `search/book/README.md`.
const SHIPPED: &[u8] = include_bytes!("../../book/opening.bin");

impl Book {
    /// The book that the program is shipped with.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn shipped() -> &'static Self {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            Book::trusted(Cow::Borrowed(SHIPPED)).expect("a test reads the shipped book")
        });
        &BOOK
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Graph, probe};
    use xsquare_engine::Board;

    /// The most bytes that the repository has room for.
    const MAX_BYTES: usize = 1_000_000;

    #[test]
    fn the_shipped_book_is_sound_and_its_values_agree() {
        let book = Book::from_bytes(SHIPPED).unwrap();
        assert!(SHIPPED.len() <= MAX_BYTES);
        let verdict = Graph::of(&book).unwrap().check();
        assert_eq!(verdict.faults, []);
        assert_eq!((verdict.open, verdict.apart), (0, 0));
        assert!(probe(&book, Board::START).unwrap().is_some());
    }
}
