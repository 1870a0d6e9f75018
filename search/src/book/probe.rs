//! What the book says of a position: its moves, what they are worth, and how that was come by.

use super::error::BookError;
use super::record::{Deviation, Origin, Record};
use super::steps::{Child, Step, Turn, steps};
use super::store::Book;
use crate::report::{Analysis, MoveReport};
use crate::value::{Eval, Kind, Selectivity};
use std::time::Duration;
use xsquare_engine::{Board, DiscDiff, Move, Symmetry};

/// Where positions are looked up: a book in its file or one that is being changed.
pub trait Lookup {
    /// What is known of a position, which is given by its canonical image.
    ///
    /// # Errors
    /// If the book is damaged there.
    fn find(&self, canonical: Board) -> Result<Option<Record>, BookError>;
}

impl Lookup for Book {
    fn find(&self, canonical: Board) -> Result<Option<Record>, BookError> {
        self.lookup(canonical)
    }
}

impl Lookup for super::graph::Graph {
    fn find(&self, canonical: Board) -> Result<Option<Record>, BookError> {
        Ok(self.lookup(canonical).copied())
    }
}

/// A position of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The position as it was asked for.
    pub board: Board,
    /// Its value from the view of the side to move.
    pub value: Eval,
    /// The moves that the book knows, best first. A move that is not among them is worth no more than the deviation, if
    /// there is one.
    pub moves: Vec<Known>,
}

/// A move that the book knows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The move.
    pub turn: Move,
    /// Its value from the view of the side that makes it.
    pub value: Eval,
    /// Where it leads.
    pub way: Way,
    /// How the value was come by.
    pub source: Source,
    /// The best line through the book that begins with the move, and the best move out of it.
    pub line: Vec<Move>,
}

/// Where a move leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// To a position of the book.
    Inside,
    /// Out of it.
    Out,
}

/// How a value was come by: moves through the book, and the search that was made where they leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// Moves of the line that are in the book, passes not counted.
    pub plies: u8,
    /// Plies of the search at their end; 0 if that is not known.
    pub depth: u8,
    /// The confidence of that search.
    pub selectivity: Selectivity,
    /// Who made it.
    pub origin: Origin,
    /// Whether that search was a proof.
    pub is_exact: bool,
}

/// The best line from a position.
struct Thread {
    line: Vec<Move>,
    source: Source,
}

/// What `book` says of a position in any of its images. A forced pass is followed.
///
/// # Errors
/// If the book is damaged there.
pub fn probe(book: &impl Lookup, board: Board) -> Result<Option<Page>, BookError> {
    if board.must_pass() {
        let after = probe(book, board.pass())?;
        return Ok(after.map(|after| before_pass(board, &after)));
    }
    let (canonical, symmetry) = board.canonical();
    let Some(record) = book.find(canonical)? else {
        return Ok(None);
    };
    let mut moves = Vec::new();
    for step in steps(board) {
        if let Some((turn, child)) = inside(book, &step)? {
            let rest = follow(book, turn, child)?;
            let mut line = start_of_line(&step, &turn);
            line.extend(rest.line);
            moves.push(Known {
                turn: step.turn.into(),
                value: turn.mover.seen_before(child.value),
                way: Way::Inside,
                source: Source {
                    plies: rest.source.plies + 1,
                    ..rest.source
                },
                line,
            });
        }
    }
    if let Some(deviation) = record.deviation
        && let Some(square) = deviation.turn
    {
        let turn = Move::Place(symmetry.inverse().apply(square));
        moves.push(Known {
            turn,
            value: deviation.value,
            way: Way::Out,
            source: source(board, deviation),
            line: vec![turn],
        });
    }
    // Of moves that are worth the same, the one that the book knows more about.
    moves.sort_by_key(|known| std::cmp::Reverse((known.value, known.way == Way::Inside)));
    Ok(Some(Page {
        board,
        value: record.value,
        moves,
    }))
}

fn before_pass(board: Board, after: &Page) -> Page {
    let best = after.moves.first().map(|best| Known {
        turn: Move::Pass,
        value: -after.value,
        line: std::iter::once(Move::Pass)
            .chain(best.line.iter().copied())
            .collect(),
        ..best.clone()
    });
    Page {
        board,
        value: -after.value,
        moves: best.into_iter().collect(),
    }
}

/// What a move leads to, if that is in the book.
fn inside(book: &impl Lookup, step: &Step) -> Result<Option<(Turn, Record)>, BookError> {
    match step.child {
        Child::Over(_) => Ok(None),
        Child::Turn(turn) => {
            let record = book.find(turn.canonical)?;
            Ok(record.map(|record| (turn, record)))
        }
    }
}

/// A move, and the pass that it forces.
fn start_of_line(step: &Step, turn: &Turn) -> Vec<Move> {
    match turn.mover {
        super::steps::Mover::Other => vec![step.turn.into()],
        super::steps::Mover::Same => vec![step.turn.into(), Move::Pass],
    }
}

fn source(board: Board, deviation: Deviation) -> Source {
    Source {
        plies: 0,
        depth: deviation.depth,
        selectivity: deviation.selectivity,
        origin: deviation.origin,
        is_exact: deviation.is_exact(board.empty_count()),
    }
}

/// The best line from a position of the book to where it leaves it.
fn follow(book: &impl Lookup, turn: Turn, record: Record) -> Result<Thread, BookError> {
    let (mut turn, mut record) = (turn, record);
    let mut line = Vec::new();
    let mut plies = 0;
    loop {
        let best = record
            .deviation
            .filter(|deviation| deviation.value == record.value);
        if let Some(deviation) = best {
            let back: Symmetry = turn.symmetry.inverse();
            line.extend(deviation.turn.map(|square| Move::Place(back.apply(square))));
            let source = Source {
                plies,
                ..source(turn.board, deviation)
            };
            return Ok(Thread { line, source });
        }
        let mut next = None;
        for step in steps(turn.board) {
            if let Some((after, child)) = inside(book, &step)?
                && after.mover.seen_before(child.value) == record.value
            {
                next = Some((step, after, child));
                break;
            }
        }
        let Some((step, after, child)) = next else {
            // Values that do not agree: `check` tells of them.
            let deviation = super::graph::unnamed(record.value);
            let source = Source {
                plies,
                ..source(turn.board, deviation)
            };
            return Ok(Thread { line, source });
        };
        line.extend(start_of_line(&step, &after));
        (turn, record) = (after, child);
        plies += 1;
    }
}

impl Page {
    /// The move to play from the book, if the book goes on: its best move, or, with a variety, one that is worse by no
    /// more than that, in 1/128 disc, the likelier the better it is. `draw` chooses among them; it is evenly distributed.
    ///
    /// Where the best move leads out of the book there is none: a search may find a better one.
    pub fn choose(&self, variety: i32, draw: u64) -> Option<&Known> {
        let best = self.moves.first()?;
        if best.way == Way::Out {
            return None;
        }
        // The square of what is left to the limit: half-way a quarter of the best, and next to nothing at the limit.
        let weight = |known: &Known| match best.value - known.value {
            loss if known.way == Way::Out || loss > variety => 0,
            loss => u64::from((variety - loss).unsigned_abs() + 1).pow(2),
        };
        if variety <= 0 {
            return Some(best);
        }
        let total: u64 = self.moves.iter().map(weight).sum();
        let mut left = draw % total.max(1);
        self.moves.iter().find(|known| {
            let weight = weight(known);
            let is_meant = left < weight;
            left = left.saturating_sub(weight);
            is_meant
        })
    }

    /// The best `lines` moves as an analysis.
    pub fn analysis(&self, lines: usize) -> Analysis {
        Analysis {
            board: self.board,
            moves: self.moves.iter().take(lines).map(Known::report).collect(),
            finished: None::<DiscDiff>,
            nodes: 0,
            time: Duration::ZERO,
            complete: true,
        }
    }
}

impl Known {
    /// The move as a search reports one. Its depth is that of the search at the end of the line through the book; if that
    /// search reached the end of the game, the line's plies are part of the proof and counted.
    pub fn report(&self) -> MoveReport {
        let source = self.source;
        let plies = if source.is_exact { source.plies } else { 0 };
        MoveReport {
            turn: self.turn,
            score: self.value,
            kind: Kind::Book,
            depth: plies.saturating_add(source.depth).min(60),
            selectivity: source.selectivity,
            pv: self.line.clone(),
        }
    }

    /// That move alone, as an analysis of a position.
    pub fn analysis(&self, board: Board) -> Analysis {
        let page = Page {
            board,
            value: self.value,
            moves: vec![self.clone()],
        };
        page.analysis(1)
    }
}
