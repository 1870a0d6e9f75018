//! The opening book as commands use it: `--book`, `--book-variety`, and moves that need no search.

use crate::commands::book::{Distance, open_book, parse_distance};
use crate::output;
use anyhow::bail;
use clap::Args;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::path::PathBuf;
use std::sync::Arc;
use xsquare_engine::Board;
use xsquare_search::Analysis;
use xsquare_search::book::{Book, Page, probe};

/// `--book`, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BookChoice {
    /// None.
    Off,
    /// The one that is built in.
    Shipped,
    /// The one in a file.
    File(PathBuf),
}

/// `--book`: `on`, `off`, or else a path; a file of such a name is `./on`.
///
/// # Errors
/// If nothing is given.
pub(crate) fn parse_book(text: &str) -> Result<BookChoice, String> {
    match text {
        "" => Err("expected on, off or a book file".to_owned()),
        "off" => Ok(BookChoice::Off),
        "on" => Ok(BookChoice::Shipped),
        path => Ok(BookChoice::File(path.into())),
    }
}

/// A book that is to be changed: a path, which is none of the words that mean something else elsewhere.
///
/// # Errors
/// If nothing is given, or one of the words.
pub(crate) fn parse_book_file(text: &str) -> Result<PathBuf, String> {
    let meaning = match parse_book(text) {
        Ok(BookChoice::File(path)) => return Ok(path),
        Ok(BookChoice::Shipped) => "is the book that is built in, which is not changed",
        Ok(BookChoice::Off) => "is no book",
        Err(_) => return Err("expected a book file".to_owned()),
    };
    Err(format!(
        "`{text}` {meaning}; expected a book file (./{text} is a file of that name)"
    ))
}

/// Which book is used, and how.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BookUse {
    /// The opening book: on for the one that is built in, off, or a file
    #[arg(long, value_name = "on|off|FILE", value_parser = parse_book)]
    pub(crate) book: Option<BookChoice>,
    /// Play any book move that is worse than the best by at most so many discs, the likelier the better it is
    /// [default: 0]
    #[arg(long, value_name = "DISCS", value_parser = parse_distance)]
    pub(crate) book_variety: Option<Distance>,
}

/// A book that is in use.
#[derive(Debug, Clone)]
enum Volume {
    Shipped,
    File(Arc<Book>),
}

impl Volume {
    fn book(&self) -> &Book {
        match self {
            Self::Shipped => Book::shipped(),
            Self::File(book) => book,
        }
    }
}

/// A book that plays, or none.
#[derive(Debug)]
pub(crate) struct Repertoire {
    volume: Option<Volume>,
    /// In 1/128 disc.
    variety: i32,
    random: ChaCha8Rng,
}

impl Repertoire {
    /// The book that is meant, `otherwise` if none was named.
    ///
    /// # Errors
    /// If it is no sound book, or if there is a variety and no book that has it.
    pub(crate) fn new(usage: &BookUse, otherwise: &BookChoice) -> anyhow::Result<Self> {
        let volume = match usage.book.as_ref().unwrap_or(otherwise) {
            BookChoice::Off => None,
            BookChoice::Shipped => Some(Volume::Shipped),
            BookChoice::File(path) => Some(Volume::File(Arc::new(open_book(path)?))),
        };
        let variety = usage.book_variety.unwrap_or(Distance(0)).0;
        if volume.is_none() && variety > 0 {
            bail!(
                "a variety is one of book moves, and there is no book; expected a book, or no variety"
            );
        }
        Ok(Self {
            volume,
            variety,
            random: ChaCha8Rng::seed_from_u64(rand::random()),
        })
    }

    /// The same with other random choices: the same seed gives the same ones.
    pub(crate) fn seeded(&self, seed: u64) -> Self {
        Self {
            volume: self.volume.clone(),
            variety: self.variety,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// What the book says of a position. A part of it that turns out to be damaged is told once, and the book is closed.
    pub(crate) fn page(&mut self, board: Board) -> Option<Page> {
        let volume = self.volume.as_ref()?;
        match probe(volume.book(), board) {
            Ok(page) => page,
            Err(error) => {
                output::warn(&format!("{error}; the book is not used any more"));
                self.volume = None;
                None
            }
        }
    }

    /// The move that the book plays, as an analysis; `None` if the book does not go on here.
    pub(crate) fn reply(&mut self, board: Board) -> Option<Analysis> {
        let page = self.page(board)?;
        let draw = self.random.next_u64();
        let known = page.choose(self.variety, draw)?;
        Some(known.analysis(board))
    }

    /// The best `lines` moves, as an analysis; `None` if the book does not know so many.
    pub(crate) fn analysis(&mut self, board: Board, lines: usize) -> Option<Analysis> {
        let page = self.page(board)?;
        let count = board.legal_moves().len().max(1) as usize;
        (page.moves.len() >= lines.min(count)).then(|| page.analysis(lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Square;
    use xsquare_search::Kind;

    fn repertoire(variety: i32) -> Repertoire {
        let usage = BookUse {
            book: None,
            book_variety: Some(Distance(variety)),
        };
        Repertoire::new(&usage, &BookChoice::Shipped).unwrap()
    }

    #[test]
    fn what_is_no_word_is_a_path() {
        assert_eq!(parse_book("off"), Ok(BookChoice::Off));
        assert_eq!(parse_book("on"), Ok(BookChoice::Shipped));
        assert_eq!(
            parse_book("my.book"),
            Ok(BookChoice::File("my.book".into()))
        );
        assert!(parse_book("").is_err());
    }

    #[test]
    fn a_book_that_is_changed_is_a_file() {
        assert_eq!(parse_book_file("my.book"), Ok("my.book".into()));
        assert_eq!(parse_book_file("./on"), Ok("./on".into()));
        for word in ["on", "off", ""] {
            assert!(parse_book_file(word).is_err(), "{word}");
        }
    }

    #[test]
    fn a_variety_needs_a_book() {
        let usage = |book, discs| BookUse {
            book,
            book_variety: Some(Distance(discs)),
        };
        let is_taken = |usage| Repertoire::new(&usage, &BookChoice::Off).is_ok();
        assert!(!is_taken(usage(None, 128)));
        assert!(!is_taken(usage(Some(BookChoice::Off), 128)));
        assert!(is_taken(usage(Some(BookChoice::Off), 0)));
        assert!(is_taken(usage(Some(BookChoice::Shipped), 128)));
    }

    #[test]
    fn the_shipped_book_replies_and_tells_that_it_did() {
        let board = Board::START.play(Square::F5).unwrap();
        let reply = repertoire(0).reply(board).unwrap();
        assert_eq!((reply.nodes, reply.moves.len()), (0, 1));
        assert_eq!(reply.moves[0].kind, Kind::Book);
        assert!(reply.moves[0].depth > 0 && reply.moves[0].pv.len() > 1);
        assert_eq!(repertoire(0).reply(board), Some(reply));
        let mut none = Repertoire::new(&BookUse::default(), &BookChoice::Off).unwrap();
        assert_eq!(none.reply(board), None);
    }

    #[test]
    fn the_same_seed_makes_the_same_choices() {
        let varied = repertoire(2 * 128);
        let choices = |seed| {
            let mut varied = varied.seeded(seed);
            (0..20)
                .map(|_| varied.reply(Board::START).unwrap().moves[0].turn)
                .collect::<Vec<_>>()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }
}
