//! A second opinion: scores confirmed by a search that shares nothing with the solver but the rules of the game.
//!
//! A claim about a score is a yes-or-no question, and the answer here is a proof by plain recursion: a position reaches a
//! score if some move leads to a position from which the opponent does not reach enough. There is no evaluation, no
//! selective pass, no stability, no endgame kernel, no window but yes or no; the table is small and of its own kind, and
//! moves are ordered by what the board alone shows. It is many times slower than the solver, and simple enough to be
//! checked by reading: about 24 empty squares are practical.

use crate::limits::{Limits, StopFlag, Threads};
use arrayvec::ArrayVec;
use std::fmt;
use std::thread;
use std::time::{Duration, Instant};
use xsquare_engine::{Bitboard, Board, DiscDiff, Square};

/// A statement about the score of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The score is this or greater.
    AtLeast(DiscDiff),
    /// The score is this or less.
    AtMost(DiscDiff),
}

/// Prints `at least +6`, `at most -2`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, score) = match self {
            Self::AtLeast(score) => ("at least", score),
            Self::AtMost(score) => ("at most", score),
        };
        write!(f, "{words} {score}")
    }
}

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// The claim.
    pub claim: Claim,
    /// Whether it holds; `None` if a limit or the stop flag came first.
    pub holds: Option<bool>,
    /// Positions entered.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Proves or disproves each claim about `board`, on its own table, each claim on a thread of its own if there are
/// `threads` enough. Time and nodes of `limits` hold for each proof; its target is not used.
///
/// With limits that are not reached, the nodes of a claim are the same in every run.
///
/// ```
/// use xsquare_engine::{DiscDiff, Position};
/// use xsquare_search::{Claim, Limits, StopFlag, Target, Threads, verify};
///
/// let position: Position =
///     "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X".parse()?;
/// let six = DiscDiff::new(6).expect("a score");
/// let claims = [Claim::AtLeast(six), Claim::AtMost(six)];
/// let limits = Limits::target(Target::Deepest);
/// let proofs = verify(position.board(), &claims, &limits, Threads::ONE, &StopFlag::new());
/// assert!(proofs.iter().all(|proof| proof.holds == Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    board: Board,
    claims: &[Claim],
    limits: &Limits,
    threads: Threads,
    stop: &StopFlag,
) -> Vec<Proof> {
    let work = |claim: Claim| prove(board, claim, limits, stop);
    if threads == Threads::ONE || claims.len() < 2 {
        return claims.iter().map(|&claim| work(claim)).collect();
    }
    thread::scope(|scope| {
        let others: Vec<_> = claims[1..]
            .iter()
            .map(|&claim| {
                let helper = thread::Builder::new().name("verify".to_owned());
                // A system that starts no thread gets the work done by this one.
                (claim, helper.spawn_scoped(scope, move || work(claim)).ok())
            })
            .collect();
        let mut proofs = vec![work(claims[0])];
        proofs.extend(others.into_iter().map(|(claim, helper)| {
            helper
                .and_then(|helper| helper.join().ok())
                .unwrap_or_else(|| work(claim))
        }));
        proofs
    })
}

/// Proves or disproves one claim.
fn prove(board: Board, claim: Claim, limits: &Limits, stop: &StopFlag) -> Proof {
    let start = Instant::now();
    let mut prover = Prover {
        table: Table::for_empties(board.empty_count()),
        nodes: 0,
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        deadline: limits.time.and_then(|time| start.checked_add(time)),
        next_poll: 0,
        stop,
    };
    let answer = match claim {
        Claim::AtLeast(score) => prover.reaches(board, score.discs()),
        // At most 4 is not at least 5.
        Claim::AtMost(score) => prover
            .reaches(board, score.discs() + 1)
            .map(|reached| !reached),
    };
    Proof {
        claim,
        holds: answer.ok(),
        nodes: prover.nodes,
        time: start.elapsed(),
    }
}

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 14;
/// Up to this many empties moves are not sorted: those into odd quadrants come first.
const MAX_UNSORTED: u32 = 5;
/// From this many empties on positions are remembered.
const MIN_REMEMBERED: u32 = 7;
/// From this many empties on all successors are looked up before any is searched.
const MIN_LOOK_AHEAD: u32 = 10;

/// The four quarters of the board.
const QUADRANTS: [Bitboard; 4] = [
    Bitboard::from_bits(0x0000_0000_0f0f_0f0f),
    Bitboard::from_bits(0x0000_0000_f0f0_f0f0),
    Bitboard::from_bits(0x0f0f_0f0f_0000_0000),
    Bitboard::from_bits(0xf0f0_f0f0_0000_0000),
];

/// The limits or the stop flag ended a proof.
#[derive(Debug, Clone, Copy)]
struct Stopped;

/// A move, the board after it, and its place in the order: less is earlier.
#[derive(Clone, Copy)]
struct Successor {
    order: i32,
    square: Square,
    board: Board,
}

/// The moves of a position: two discs at least are on the board.
type Successors = ArrayVec<Successor, 62>;

/// One proof at work.
struct Prover<'a> {
    table: Table,
    nodes: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    /// Nodes at which the clock is looked at next.
    next_poll: u64,
    stop: &'a StopFlag,
}

impl Prover<'_> {
    /// Whether the score of the side to move is at least `bound` discs.
    ///
    /// # Errors
    /// If a limit or the stop flag ends the proof.
    fn reaches(&mut self, board: Board, bound: i32) -> Result<bool, Stopped> {
        self.enter()?;
        // Final scores are even: whoever has 5 has 6.
        let bound = bound + (bound & 1);
        if bound <= DiscDiff::MIN.discs() || bound > DiscDiff::MAX.discs() {
            return Ok(bound <= DiscDiff::MIN.discs());
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return if board.opponent_moves().is_empty() {
                Ok(board.final_score().discs() >= bound)
            } else {
                self.refutes(board.pass(), bound)
            };
        }
        let empties = board.empty_count();
        if empties <= MAX_UNSORTED {
            return self.reaches_unsorted(board, moves, bound);
        }
        if empties < MIN_REMEMBERED {
            let mut successors = successors(board, moves, None);
            return self
                .any(&mut successors, bound)
                .map(|square| square.is_some());
        }
        let known = self.table.look_up(board);
        if let Some(answer) = known.and_then(|known| known.answer(bound)) {
            return Ok(answer);
        }
        let mut successors = successors(board, moves, known.and_then(|known| known.best));
        let best = if empties >= MIN_LOOK_AHEAD
            && let Some(square) = self.look_ahead(&mut successors, bound)
        {
            Some(square)
        } else {
            self.any(&mut successors, bound)?
        };
        self.table.note(board, bound, best);
        Ok(best.is_some())
    }

    /// Whether the side that does *not* move on `board` has at least `bound`: the other one is kept below.
    ///
    /// # Errors
    /// If a limit or the stop flag ends the proof.
    fn refutes(&mut self, board: Board, bound: i32) -> Result<bool, Stopped> {
        // At least b for one side is not at least 1 − b for the other.
        self.reaches(board, 1 - bound).map(|reached| !reached)
    }

    /// Counts a position and looks now and then whether the proof must end.
    fn enter(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_INTERVAL;
            let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
            if is_late || self.stop.is_stopped() {
                return Err(Stopped);
            }
        }
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// [`reaches`](Self::reaches) for the last empties.
    fn reaches_unsorted(
        &mut self,
        board: Board,
        moves: Bitboard,
        bound: i32,
    ) -> Result<bool, Stopped> {
        let odd = odd_quadrants(board.empties());
        for group in [moves & odd, moves - odd] {
            for square in group {
                let next = board.play_flips(square, board.flips(square));
                if self.refutes(next, bound)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The first of the moves, in their order, that reaches the bound.
    fn any(&mut self, successors: &mut Successors, bound: i32) -> Result<Option<Square>, Stopped> {
        successors.sort_unstable_by_key(|successor| (successor.order, successor.square));
        for successor in &*successors {
            if self.refutes(successor.board, bound)? {
                return Ok(Some(successor.square));
            }
        }
        Ok(None)
    }

    /// What the table knows of the moves: one that reaches the bound, if there is any; those that do not are dropped.
    fn look_ahead(&self, successors: &mut Successors, bound: i32) -> Option<Square> {
        let mut reaching = None;
        successors.retain(|successor| {
            let known = self.table.look_up(successor.board);
            let answer = known.and_then(|known| known.answer(2 - bound));
            if answer == Some(false) {
                reaching = Some(successor.square);
            }
            answer != Some(true)
        });
        reaching
    }
}

/// The moves with their places in the order: the one that was right before, then those that leave the opponent little
/// to do and nothing to get, and into odd quadrants rather than even ones.
fn successors(board: Board, moves: Bitboard, best: Option<Square>) -> Successors {
    let odd = odd_quadrants(board.empties());
    moves
        .into_iter()
        .map(|square| {
            let next = board.play_flips(square, board.flips(square));
            let replies = next.legal_moves();
            let pressure = 4 * replies.len() + 4 * (replies & Bitboard::CORNERS).len();
            let order = pressure + next.potential_moves().len() / 2;
            Successor {
                order: if best == Some(square) {
                    -1000
                } else {
                    order.cast_signed() - 3 * i32::from(odd.contains(square))
                },
                square,
                board: next,
            }
        })
        .collect()
}

/// The squares of the quadrants in which the number of empty squares is odd.
fn odd_quadrants(empties: Bitboard) -> Bitboard {
    QUADRANTS
        .into_iter()
        .filter(|&quadrant| (empties & quadrant).len() % 2 == 1)
        .fold(Bitboard::EMPTY, |all, quadrant| all | quadrant)
}

/// What is proved of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slot {
    board: Board,
    /// The score is at least this …
    lower: i8,
    /// … and at most this, in discs.
    upper: i8,
    /// A move that reached `lower`.
    best: Option<Square>,
}

impl Slot {
    /// Whether the score is at least `bound`, an even number, if that is known.
    fn answer(&self, bound: i32) -> Option<bool> {
        if bound <= self.lower.into() {
            Some(true)
        } else if bound > self.upper.into() {
            Some(false)
        } else {
            None
        }
    }
}

/// The memory of one proof: pairs of slots, of which the first belongs to the position with more empty squares and the
/// second to the latest.
struct Table {
    pairs: Box<[[Option<Slot>; 2]]>,
    /// By how many bits a hash is shifted to get its place.
    shift: u32,
}

impl Table {
    /// A table that suits a position with so many empty squares: from 2⁸ to 2¹⁸ pairs.
    fn for_empties(empties: u32) -> Self {
        let bits = empties.saturating_sub(4).clamp(8, 18);
        Self {
            pairs: vec![[None; 2]; 1 << bits].into_boxed_slice(),
            shift: 64 - bits,
        }
    }

    fn place(&self, board: Board) -> usize {
        usize::try_from(board.hash() >> self.shift).expect("18 bits at most")
    }

    fn look_up(&self, board: Board) -> Option<Slot> {
        self.pairs[self.place(board)]
            .into_iter()
            .flatten()
            .find(|slot| slot.board == board)
    }

    /// Notes that `board` reaches `bound`, an even number, by the move `best`, or does not reach it if there is none.
    fn note(&mut self, board: Board, bound: i32, best: Option<Square>) {
        let known = self.look_up(board);
        let mut slot = known.unwrap_or(Slot {
            board,
            lower: -64,
            upper: 64,
            best: None,
        });
        let bound = i8::try_from(bound).expect("from -62 to 64");
        if best.is_some() {
            slot.lower = slot.lower.max(bound);
            slot.best = best;
        } else {
            slot.upper = slot.upper.min(bound - 2);
        }
        let place = self.place(board);
        let pair = &mut self.pairs[place];
        let is_deepest = pair[0].is_none_or(|first| {
            first.board == board || first.board.empty_count() <= board.empty_count()
        });
        pair[usize::from(!is_deepest)] = Some(slot);
    }
}
