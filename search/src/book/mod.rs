//! The opening book: positions with values that agree, to be looked up, grown and changed.
//!
//! A [`Book`] is looked into, in memory or in its file; a [`Graph`] is changed, with its values settled after every
//! change; a [`Builder`] grows one with searches. [`probe`] tells what either says of a position in any of its images. The
//! program is shipped with a book, [`Book::shipped`].
//!
//! A position of the book has one value and one *deviation*: the best of its moves that lead out of the book, with what a
//! search said about it. The value is the best of the deviation and of the moves inside, so it can always be said how it
//! was come by: follow the best moves through the book, and look at the search that was made where they leave it.
//!
//! ```
//! use xsquare_engine::Board;
//! use xsquare_search::book::{Book, probe};
//! let page = probe(Book::shipped(), Board::START)?.expect("it begins with the start");
//! assert_eq!(page.value, page.moves[0].value);
//! # Ok::<(), xsquare_search::book::BookError>(())
//! ```

mod build;
mod check;
mod error;
mod format;
mod graph;
mod plan;
mod probe;
mod record;
mod shipped;
mod steps;
mod store;

pub use build::{Builder, Round};
pub use check::{Disagreement, Verdict};
pub use error::{BookError, RecordFault};
pub use format::{About, Evaluations, MAGIC};
pub use graph::{Change, Graph};
pub use plan::Scope;
pub use probe::{Known, Lookup, Page, Source, Way, probe};
pub use record::{Deviation, Origin, Record};
pub use store::{Book, Source as Storage, WHOLE_BYTES};
