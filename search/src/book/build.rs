//! How a book is built: round after round, each a batch of searches that are independent of each other.
//!
//! A round first names the positions to come, then searches, on as many threads as there are, the best way out of each
//! of them and of each position whose way out leads into one of them. Only then is the book changed, so a round that is
//! broken off leaves no trace. What a search finds depends on nothing but its position (its table is empty and it has one
//! thread), and the rounds depend on nothing but the book: whatever the threads and the interruptions, the same book
//! comes out.

use super::format::{About, Evaluations};
use super::graph::Graph;
use super::plan::{self, Scope};
use super::record::{Deviation, Origin};
use super::steps::{Child, child};
use crate::level::Level;
use crate::limits::{Depth, Limits, StopFlag, Target};
use crate::searcher::Control;
use crate::task::Stopped;
use crate::thinker::Thinker;
use std::collections::HashSet;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use xsquare_engine::{Bitboard, Board};

/// The smallest round, in new positions.
const LEAST_ROUND: usize = 16;
/// The largest: about a minute of work.
const MOST_ROUND: usize = 1024;
/// A round adds this part of the book.
const ROUND_SHARE: usize = 32;

/// Grows a book.
#[derive(Debug)]
pub struct Builder<'a> {
    /// One for each thread, each with one thread of its own.
    pub thinkers: &'a mut [Box<dyn Thinker>],
    /// How thoroughly positions are searched.
    pub level: Level,
    /// Ends the work when raised.
    pub stop: &'a StopFlag,
}

/// A position and the moves to choose from.
#[derive(Debug, Clone, Copy)]
struct Job {
    board: Board,
    moves: Bitboard,
}

/// What a round came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// So many positions were added, and so many searched.
    Grown {
        /// Positions that are new.
        added: usize,
        /// Searches.
        searched: usize,
    },
    /// Nothing within the scope is missing.
    Complete,
    /// The stop flag was raised; nothing was changed.
    Stopped,
}

impl Builder<'_> {
    /// Adds the positions that lie nearest to the roots, which are canonical, and at most `most`.
    pub fn round(
        &mut self,
        graph: &mut Graph,
        roots: &[Board],
        (scope, most): (&Scope, usize),
    ) -> Round {
        let size = (graph.len() / ROUND_SHARE).clamp(LEAST_ROUND, MOST_ROUND);
        // What merging or importing left open comes first.
        let open = open_jobs(graph, MOST_ROUND);
        if !open.is_empty() {
            return self.work(graph, &[], &open);
        }
        let boards = plan::next(graph, roots, scope, size.min(most));
        if boards.is_empty() {
            return Round::Complete;
        }
        self.add(graph, &boards)
    }

    /// Adds these positions, which are canonical and have a legal move, and those that this opens.
    pub fn add(&mut self, graph: &mut Graph, boards: &[Board]) -> Round {
        let new: HashSet<Board> = boards
            .iter()
            .copied()
            .filter(|&board| graph.place(board).is_none())
            .collect();
        let is_new = |board: Board| new.contains(&board);
        let job = |board: Board| Job {
            board,
            moves: graph.ways_out(board, is_new),
        };
        let mut fresh: Vec<Board> = new.iter().copied().collect();
        fresh.sort_unstable();
        let opened = graph.records().iter().filter(|record| {
            let turn = record.deviation.and_then(|deviation| deviation.turn);
            turn.is_some_and(|turn| match child(record.board, turn) {
                Child::Over(_) => false,
                Child::Turn(turn) => is_new(turn.canonical),
            })
        });
        let mut jobs: Vec<Job> = fresh.iter().copied().map(job).collect();
        jobs.extend(opened.map(|record| job(record.board)));
        self.work(graph, &fresh, &jobs)
    }

    /// Searches, and changes the book if all searches are done.
    fn work(&mut self, graph: &mut Graph, new: &[Board], jobs: &[Job]) -> Round {
        let Some(found) = self.search(jobs) else {
            return Round::Stopped;
        };
        graph.put(found);
        let evaluation = self
            .thinkers
            .first()
            .map_or(Evaluations::Unknown, |thinker| {
                Evaluations::One(thinker.checksum())
            });
        let about = graph.about();
        let is_first = graph.len() == new.len();
        graph.describe(About {
            evaluation: about.evaluation.and(evaluation),
            level: Some(self.level).filter(|&level| is_first || about.level == Some(level)),
        });
        Round::Grown {
            added: new.len(),
            searched: jobs.len(),
        }
    }

    /// The best way out of each position; `None` if the work was stopped.
    fn search(&mut self, jobs: &[Job]) -> Option<Vec<(Board, Option<Deviation>)>> {
        let (level, stop) = (self.level, self.stop);
        let next = AtomicUsize::new(0);
        let mut found: Vec<(usize, Option<Deviation>)> = thread::scope(|scope| {
            let workers: Vec<_> = self
                .thinkers
                .iter_mut()
                .map(|thinker| {
                    let next = &next;
                    scope.spawn(move || {
                        let mut found = Vec::new();
                        // ORDERING: a counter.
                        let take = || next.fetch_add(1, Ordering::Relaxed);
                        for (place, job) in iter::repeat_with(take)
                            .map_while(|place| Some((place, jobs.get(place)?)))
                        {
                            let Ok(deviation) = way_out(&mut **thinker, *job, (level, stop)) else {
                                break;
                            };
                            found.push((place, deviation));
                        }
                        found
                    })
                })
                .collect();
            let ended = workers.into_iter().map(thread::ScopedJoinHandle::join);
            ended
                .flat_map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        if found.len() < jobs.len() {
            return None;
        }
        found.sort_unstable_by_key(|(place, _)| *place);
        let boards = jobs.iter().map(|job| job.board);
        Some(
            boards
                .zip(found.into_iter().map(|(_, found)| found))
                .collect(),
        )
    }
}

/// Positions from which no way out is known although there are some, at most `most`.
fn open_jobs(graph: &Graph, most: usize) -> Vec<Job> {
    let mut open: Vec<Board> = graph
        .records()
        .iter()
        .filter(|record| record.deviation.is_none())
        .map(|record| record.board)
        .collect();
    open.sort_unstable();
    let jobs = open.into_iter().map(|board| Job {
        board,
        moves: graph.ways_out(board, |_| false),
    });
    jobs.filter(|job| !job.moves.is_empty())
        .take(most)
        .collect()
}

/// The best of some moves, searched with an empty table so that nothing else has a say; `None` if there is no move.
fn way_out(
    thinker: &mut dyn Thinker,
    job: Job,
    (level, stop): (Level, &StopFlag),
) -> Result<Option<Deviation>, Stopped> {
    if job.moves.is_empty() {
        return Ok(None);
    }
    thinker.clear();
    let control = Control {
        stop,
        progress: &|_| {},
    };
    let limits = Limits::target(target(level, job.board.empty_count()));
    let analysis = thinker.analyse_among((job.board, job.moves), 1, &limits, control);
    if !analysis.complete || stop.is_stopped() {
        return Err(Stopped);
    }
    Ok(analysis.moves.first().map(|best| Deviation {
        turn: best.turn.square(),
        value: best.score,
        depth: best.depth,
        selectivity: best.selectivity,
        origin: Origin::Searched,
    }))
}

/// What a position is searched for. Searches that stop before the end of the game all stop with an even number of empty
/// squares, that is with the same side to move: estimates of odd and of even depths differ by more than their errors, and
/// here they are compared.
fn target(level: Level, empties: u32) -> Target {
    let plan = level.plan(empties);
    if u32::from(plan.depth) >= empties {
        return Target::Level(level);
    }
    let is_odd = !(empties - u32::from(plan.depth)).is_multiple_of(2);
    let depth = (plan.depth - u8::from(is_odd)).max(1);
    Depth::new(depth).map_or(Target::Level(level), Target::Depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_end_with_an_even_number_of_empty_squares() {
        let depth = |number, empties| target(Level::new(number).unwrap(), empties);
        let plies = |plies| Target::Depth(Depth::new(plies).unwrap());
        assert_eq!(depth(14, 60), plies(14));
        assert_eq!(depth(14, 59), plies(13));
        assert_eq!(depth(1, 60), plies(1));
        assert_eq!(depth(14, 20), Target::Level(Level::new(14).unwrap()));
    }
}
