//! The stages of a training run: each fills a directory with shards and can be taken up again where it was left.

use super::games::{Habits, Openings, play};
use super::label::{Method, Workbench};
use super::record::Record;
use super::shard::{DataError, Shards, checksum};
use crate::error::SearchError;
use crate::eval::Evaluator;
use crate::limits::{StopFlag, Threads};
use crate::train::parallel;
use std::ops::RangeInclusive;
use std::path::Path;
use thiserror::Error;

/// Games in a shard: some seconds' work.
const SHARD_GAMES: u32 = 500;

/// Why training ended without a result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// Training data cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The system gives no memory.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The stop flag was raised; finished shards are kept.
    #[error("stopped; what is finished is kept, and the same command goes on from there")]
    Stopped,
    /// A phase has no positions to be fitted on.
    #[error("no position to fit the phase at {empties} empty squares on")]
    NoPositions {
        /// The centre of the phase.
        empties: u8,
    },
}

/// What a stage is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The stage's name.
    pub stage: &'a str,
    /// Shards or steps done, those found on disk included.
    pub done: u32,
    /// Shards or steps of the stage.
    pub total: u32,
}

/// Where and how the stages run.
#[derive(Clone, Copy)]
pub struct Workshop<'a> {
    /// Where the shards are; it exists.
    pub directory: &'a Path,
    /// Threads to use. The result does not depend on their number.
    pub threads: Threads,
    /// Ends a stage when raised.
    pub stop: &'a StopFlag,
    /// Told how far a stage is, from any thread.
    pub progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

impl std::fmt::Debug for Workshop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workshop")
            .field("directory", &self.directory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Games on disk.
#[derive(Debug, Clone)]
pub struct Games<'a> {
    shards: Shards<'a>,
    count: u32,
}

/// Positions to be labelled in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// Numbers of empty squares.
    pub empties: RangeInclusive<u32>,
    /// How they are labelled.
    pub method: Method,
    /// Of a thousand such positions, how many are taken.
    pub per_mille: u32,
}

impl<'a> Workshop<'a> {
    /// Plays games, in shards of 500, or finds them on disk.
    ///
    /// # Errors
    /// If the disk does not cooperate, a shard found there was made otherwise, or `stop` was raised.
    pub fn games<E: Evaluator>(
        &self,
        evaluator: &E,
        openings: &Openings,
        habits: Habits,
        count: u32,
    ) -> Result<Games<'a>, TrainError> {
        let boards = openings.games.iter().flatten().flat_map(|board| {
            [board.own(), board.opponent()]
                .map(|discs| discs.bits().to_le_bytes())
                .concat()
        });
        let excluded = openings
            .excluded
            .iter()
            .fold(0, |sum: u64, board| sum.wrapping_add(board.hash()));
        let openings_print = checksum(&boards.collect::<Vec<_>>()) ^ excluded.rotate_left(17);
        let description = format!(
            "games {habits:?} {SHARD_GAMES} {} {openings_print:x} {:x}",
            openings.per_mille,
            evaluator.static_checksum()
        );
        let shards = self.shards("games".into(), &description);
        let total = count.div_ceil(SHARD_GAMES);
        self.fill(
            &shards,
            total,
            || Ok(()),
            |(), number| {
                let first = number * SHARD_GAMES;
                let mut records = Vec::new();
                for game in first..(first + SHARD_GAMES).min(count) {
                    if self.stop.is_stopped() {
                        return Err(TrainError::Stopped);
                    }
                    records.extend(play(evaluator, openings, habits, game));
                }
                Ok(records)
            },
        )?;
        Ok(Games {
            shards,
            count: total,
        })
    }

    /// Labels the positions of a band, or finds them on disk labelled.
    ///
    /// # Errors
    /// As for [`games`](Self::games).
    pub fn label<E: Evaluator>(
        &self,
        evaluator: &E,
        games: &Games<'_>,
        band: &Band,
    ) -> Result<Vec<Record>, TrainError> {
        // Exact scores are the same whoever finds them.
        let judge = if band.method == Method::Solve {
            0
        } else {
            evaluator.static_checksum()
        };
        let description = format!("label {:x} {band:?} {judge:x}", games.shards.fingerprint);
        let method = match band.method {
            Method::Solve => "solved".into(),
            Method::Search(moves) => format!("search{moves}"),
            Method::Searches(moves) => format!("searches{moves}"),
        };
        let name = format!(
            "{:02}-{:02}-{method}",
            band.empties.start(),
            band.empties.end()
        );
        let shards = self.shards(name, &description);
        let labelled = self.fill(&shards, games.count, Workbench::new, |bench, number| {
            let mut positions = games.shards.read(number)?.unwrap_or_default();
            positions.retain(|record| band.takes(record));
            bench
                .label(evaluator, &positions, band.method, self.stop)
                .map_err(|_stopped| TrainError::Stopped)
        })?;
        Ok(labelled.concat())
    }

    fn shards(&self, name: String, description: &str) -> Shards<'a> {
        Shards {
            directory: self.directory,
            name,
            fingerprint: checksum(description.as_bytes()),
        }
    }

    /// The records of all shards, those that are not on disk made by `work` and written.
    fn fill<S>(
        &self,
        shards: &Shards<'_>,
        total: u32,
        state: impl Fn() -> Result<S, SearchError> + Sync,
        work: impl Fn(&mut S, u32) -> Result<Vec<Record>, TrainError> + Sync,
    ) -> Result<Vec<Vec<Record>>, TrainError> {
        let make = |state: &mut S, number| {
            if let Some(records) = shards.read(number)? {
                return Ok(records);
            }
            if self.stop.is_stopped() {
                return Err(TrainError::Stopped);
            }
            let records = work(state, number)?;
            shards.write(number, &records)?;
            Ok(records)
        };
        let report = |done| {
            (self.progress)(Progress {
                stage: &shards.name,
                done,
                total,
            });
        };
        parallel::map(total, self.threads, state, make, &report)?
            .into_iter()
            .collect()
    }
}

impl Band {
    /// Whether a position is in the band and among those taken, which its hash decides.
    fn takes(&self, record: &Record) -> bool {
        let share = ((record.board.hash() >> 32) * 1000) >> 32;
        self.empties.contains(&record.board.empty_count()) && share < u64::from(self.per_mille)
    }
}
