//! Several games at a time, handed back in order.

use super::game::{Played, Seat, Table};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use xsquare_engine::Game;
use xsquare_search::StopFlag;

/// A game that is done, and its place in the match.
#[derive(Debug)]
pub(super) struct Done {
    /// Number of the game, from 0; games 2n and 2n + 1 are a pair.
    pub(super) index: usize,
    /// The game.
    pub(super) played: Played,
}

/// The games of a match.
pub(super) struct Programme<'a> {
    /// The openings in their order; used again from the first if there are more pairs.
    pub(super) openings: &'a [Game],
    /// How many games.
    pub(super) games: usize,
    /// Ends them all when raised.
    pub(super) stop: &'a StopFlag,
}

impl Programme<'_> {
    /// Plays at each of the tables until all games are done or `take` breaks off. Games are taken in their order, so
    /// that a match does not depend on how long each takes. What is done when the stop flag is raised is still taken,
    /// even if games before it are missing.
    pub(super) fn play(
        &self,
        tables: &mut [Table<'_>],
        mut take: impl FnMut(Done) -> ControlFlow<()>,
    ) {
        let next = AtomicUsize::new(0);
        let (sender, done) = channel();
        thread::scope(|scope| {
            for table in tables {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move || self.work(table, next, &sender));
            }
            drop(sender);
            let mut queue = BTreeMap::new();
            let mut due = 0;
            let mut is_broken_off = false;
            // Ends when every worker has.
            for game in done {
                if is_broken_off {
                    continue;
                }
                queue.insert(game.index, game);
                while let Some(game) = queue.remove(&due) {
                    due += 1;
                    if take(game).is_break() {
                        is_broken_off = true;
                        self.stop.stop();
                        break;
                    }
                }
            }
            if !is_broken_off {
                let _ = queue.into_values().try_for_each(take);
            }
        });
    }

    /// Plays game after game at one table.
    fn work(&self, table: &mut Table<'_>, next: &AtomicUsize, sender: &Sender<Done>) {
        loop {
            // ORDERING: a counter.
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games || self.stop.is_stopped() {
                return;
            }
            let opening = &self.openings[index / 2 % self.openings.len()];
            let black = if index.is_multiple_of(2) {
                Seat::A
            } else {
                Seat::B
            };
            let Some(played) = table.play(opening, black, self.stop) else {
                return;
            };
            if sender.send(Done { index, played }).is_err() {
                return;
            }
        }
    }
}
