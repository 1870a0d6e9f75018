//! The book as a graph that can be changed. Every change ends with values that agree: a position is worth the best of its
//! deviation and of its moves to other positions of the book.
//!
//! Positions are shared by all lines that lead to them, whichever way the board is turned. A move adds a disc, so there
//! are no cycles, and going through the positions from the fullest board to the emptiest settles all values at once.

use super::error::BookError;
use super::format::{self, About};
use super::record::{Deviation, Origin, Record};
use super::steps::{Child, Mover, Step, child, steps};
use super::store::Book;
use crate::value::{Eval, Selectivity};
use std::collections::HashMap;
use std::io::{self, Write};
use xsquare_engine::{Bitboard, Board, Square};

/// A book in memory, to be changed and written. It takes about 100 bytes for each position.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    records: Vec<Record>,
    places: HashMap<Board, u32>,
    about: About,
}

/// A move from one position of the book to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) child: u32,
    pub(super) mover: Mover,
}

/// All moves between positions of the book, and the order of the positions by their discs.
#[derive(Debug)]
pub(super) struct Links {
    /// Places of the positions, those with the fewest discs first.
    pub(super) order: Vec<u32>,
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Links {
    /// The moves from a position.
    pub(super) fn from(&self, place: u32) -> &[Edge] {
        let place = place as usize;
        &self.edges[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// How many positions of a book were added and changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Change {
    /// Positions that are new.
    pub added: usize,
    /// Positions that were there and know more now.
    pub improved: usize,
    /// Positions that are gone.
    pub removed: usize,
}

impl Graph {
    /// A book without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// All of a book.
    ///
    /// # Errors
    /// If a part of the book is damaged.
    pub fn of(book: &Book) -> Result<Self, BookError> {
        let mut graph = Self {
            about: book.about(),
            ..Self::default()
        };
        for record in book.records() {
            graph.insert(record?);
        }
        Ok(graph)
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no position.
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// What the book says about itself.
    pub const fn about(&self) -> About {
        self.about
    }

    /// Changes that.
    pub const fn describe(&mut self, about: About) {
        self.about = about;
    }

    /// The positions in no particular order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What is known of a position, which is given by its [canonical](Board::canonical) image.
    pub fn lookup(&self, canonical: Board) -> Option<&Record> {
        let place = self.place(canonical)?;
        self.records.get(place as usize)
    }

    pub(super) fn place(&self, canonical: Board) -> Option<u32> {
        self.places.get(&canonical).copied()
    }

    /// Writes the book in its file format.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut records = self.records.clone();
        records.sort_unstable_by_key(|record| record.board);
        format::write(&records, self.about, out)
    }

    /// The book as a file in memory.
    ///
    /// # Panics
    /// Never: memory takes what it is given.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)
            .expect("memory takes what it is given");
        bytes
    }

    /// Puts in a record as it is; values are not settled.
    fn insert(&mut self, record: Record) {
        let place = u32::try_from(self.records.len()).expect("memory holds fewer");
        self.places.insert(record.board, place);
        self.records.push(record);
    }

    /// The moves of a canonical board that do not lead to positions of the book, nor to those that `also` names.
    pub(super) fn ways_out(&self, board: Board, also: impl Fn(Board) -> bool) -> Bitboard {
        steps(board)
            .filter(|step| match step.child {
                Child::Over(_) => true,
                Child::Turn(turn) => self.place(turn.canonical).is_none() && !also(turn.canonical),
            })
            .map(|step| step.turn)
            .collect()
    }

    /// All moves between positions.
    ///
    /// # Panics
    /// If there are more than 2³² of them.
    pub(super) fn links(&self) -> Links {
        let mut links = Links {
            order: self.order(),
            starts: vec![0],
            edges: Vec::new(),
        };
        for record in &self.records {
            let edges = steps(record.board).filter_map(|Step { child, .. }| match child {
                Child::Over(_) => None,
                Child::Turn(turn) => Some(Edge {
                    child: self.place(turn.canonical)?,
                    mover: turn.mover,
                }),
            });
            links.edges.extend(edges);
            let end = u32::try_from(links.edges.len()).expect("memory holds fewer");
            links.starts.push(end);
        }
        links
    }

    /// The places by the discs on their boards.
    fn order(&self) -> Vec<u32> {
        let places = 0..u32::try_from(self.records.len()).expect("memory holds fewer");
        let mut order: Vec<u32> = places.collect();
        order.sort_by_key(|&place| self.records[place as usize].board.occupied().len());
        order
    }

    /// Makes the values agree: drops deviations whose move leads to a position of the book by now, and negamaxes.
    pub(super) fn settle(&mut self) -> Links {
        let links = self.links();
        let records = std::mem::take(&mut self.records);
        self.records = self.settled(records, &links);
        links
    }

    /// Records of this book, by their places, with values that agree.
    pub(super) fn settled(&self, mut records: Vec<Record>, links: &Links) -> Vec<Record> {
        for &place in links.order.iter().rev() {
            let record = &records[place as usize];
            let (board, edges) = (record.board, links.from(place));
            let deviation = record.deviation.filter(|deviation| match deviation.turn {
                Some(turn) => !self.is_inside(board, turn),
                None => edges.is_empty(),
            });
            let through = edges.iter().map(|edge| {
                let child = &records[edge.child as usize];
                edge.mover.seen_before(child.value)
            });
            let value = through
                .chain(deviation.map(|deviation| deviation.value))
                .max();
            let record = &mut records[place as usize];
            match value {
                Some(value) => (record.value, record.deviation) = (value, deviation),
                // Nothing supports the value any more: it is kept as one from elsewhere.
                None => record.deviation = Some(unnamed(record.value)),
            }
        }
        records
    }

    /// Whether a legal move leads to a position of the book.
    fn is_inside(&self, board: Board, turn: Square) -> bool {
        match child(board, turn) {
            Child::Over(_) => false,
            Child::Turn(turn) => self.place(turn.canonical).is_some(),
        }
    }

    /// Puts in positions and what is known of how to leave the book from them, and settles the values. What a position
    /// that is there already is known to lead to is replaced.
    pub(super) fn put(&mut self, found: impl IntoIterator<Item = (Board, Option<Deviation>)>) {
        for (board, deviation) in found {
            match self.place(board) {
                Some(place) => self.records[place as usize].deviation = deviation,
                None => self.insert(Record {
                    board,
                    value: deviation.map_or(Eval::default(), |deviation| deviation.value),
                    deviation,
                }),
            }
        }
        self.settle();
    }

    /// Takes in other positions, and settles the values. Of two things known about a position the one that was searched
    /// deeper counts, unless it leads to a position of the book by now.
    pub fn merge(&mut self, records: impl IntoIterator<Item = Record>) -> Change {
        let mut change = Change::default();
        let mut rivals = Vec::new();
        for record in records {
            match self.place(record.board) {
                None => {
                    self.insert(record);
                    change.added += 1;
                }
                Some(place) => rivals.push((place, record.deviation)),
            }
        }
        for (place, rival) in rivals {
            let Record {
                board, deviation, ..
            } = self.records[place as usize];
            let trust = |deviation: Option<Deviation>| {
                let outside = deviation.filter(|deviation| {
                    deviation
                        .turn
                        .is_none_or(|turn| !self.is_inside(board, turn))
                });
                outside.map(Deviation::trust)
            };
            if trust(rival) > trust(deviation) {
                self.records[place as usize].deviation = rival;
                change.improved += 1;
            }
        }
        self.settle();
        change
    }

    /// Keeps only the positions that `keep` wants, in the order of [`records`](Self::records). What is taken away is
    /// remembered as a deviation where it led on from what stays, so that the values of what stays are the same.
    pub(super) fn retain(&mut self, keep: &[bool]) -> Change {
        let links = self.links();
        for &place in links.order.iter().rev() {
            if !keep[place as usize] {
                continue;
            }
            let board = self.records[place as usize].board;
            let lost = steps(board).filter_map(|step| self.lost(&step, keep));
            let known = self.records[place as usize].deviation;
            let best = lost.chain(known).max_by_key(|deviation| deviation.value);
            self.records[place as usize].deviation = best;
        }
        let before = self.len();
        let records = std::mem::take(&mut self.records);
        self.places.clear();
        for (record, _) in records.into_iter().zip(keep).filter(|(_, keep)| **keep) {
            self.insert(record);
        }
        self.settle();
        Change {
            removed: before - self.len(),
            ..Change::default()
        }
    }

    /// A move to a position that is not kept, as a deviation.
    fn lost(&self, step: &Step, keep: &[bool]) -> Option<Deviation> {
        let Child::Turn(turn) = step.child else {
            return None;
        };
        let place = self.place(turn.canonical)? as usize;
        if keep[place] {
            return None;
        }
        let support = self.support(&self.records[place]);
        let is_exact = support.is_exact(turn.canonical.empty_count());
        Some(Deviation {
            turn: Some(step.turn),
            value: turn.mover.seen_before(self.records[place].value),
            depth: support.depth_before(u8::from(is_exact)),
            ..support
        })
    }

    /// The deviation that the value of a position comes from, at the end of the best line through the book. The plies up to
    /// there are added to its depth only if it is proved: a line of the book is no search of all that lies beside it.
    fn support(&self, record: &Record) -> Deviation {
        let mut record = *record;
        let mut plies = 0_u8;
        loop {
            if let Some(deviation) = record.deviation
                && deviation.value == record.value
            {
                let is_exact = deviation.is_exact(record.board.empty_count());
                return Deviation {
                    depth: deviation.depth_before(if is_exact { plies } else { 0 }),
                    ..deviation
                };
            }
            let next = steps(record.board).find_map(|step| match step.child {
                Child::Over(_) => None,
                Child::Turn(turn) => {
                    let child = self.lookup(turn.canonical)?;
                    (turn.mover.seen_before(child.value) == record.value).then_some(*child)
                }
            });
            match next {
                Some(child) => record = child,
                // Values that have not been settled.
                None => return unnamed(record.value),
            }
            plies += 1;
        }
    }
}

/// A value that nothing but itself speaks for.
pub(super) const fn unnamed(value: Eval) -> Deviation {
    Deviation {
        turn: None,
        value,
        depth: 0,
        selectivity: Selectivity::P73,
        origin: Origin::Imported,
    }
}
