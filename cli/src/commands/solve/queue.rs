//! Which position is begun next, and with how many threads.
//!
//! Easy positions are solved side by side, one thread each; a hard one has all threads to itself. So that threads do not
//! wait for each other more often than needed, the easy ones among those waiting come first. That cannot go on for ever:
//! the caller stops reading when the oldest position that is not done lies too far back, see [`Queue::wants_more`].

use std::collections::{BTreeSet, VecDeque};
use xsquare_search::Crew;

/// How many positions behind the oldest that is not done are looked at, for each thread.
const LOOK_AHEAD: usize = 32;

/// The positions that wait, in the order of the input.
#[derive(Debug)]
pub(super) struct Queue<J> {
    threads: usize,
    waiting: VecDeque<(usize, Crew, J)>,
    /// The numbers of the positions that are not done.
    open: BTreeSet<usize>,
    /// How many are being solved, and whether by all threads.
    running: usize,
    is_shared_out: bool,
    next_number: usize,
}

/// A position to be begun now.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Start<J> {
    /// Its number in the order of the input, from 0.
    pub(super) number: usize,
    /// Who works on it.
    pub(super) crew: Crew,
    /// What it is.
    pub(super) job: J,
}

impl<J> Queue<J> {
    /// An empty queue.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads,
            waiting: VecDeque::new(),
            open: BTreeSet::new(),
            running: 0,
            is_shared_out: false,
            next_number: 0,
        }
    }

    /// The number of the next line of the input.
    pub(super) fn number(&mut self) -> usize {
        self.next_number += 1;
        self.next_number - 1
    }

    /// The line of this number is a position, and this crew suits it.
    pub(super) fn push(&mut self, number: usize, crew: Crew, job: J) {
        // With one thread nothing is won by changing the order.
        let crew = if self.threads == 1 { Crew::All } else { crew };
        self.waiting.push_back((number, crew, job));
        self.open.insert(number);
    }

    /// Whether more positions should be read.
    pub(super) fn wants_more(&self) -> bool {
        let oldest = self.open.first().copied().unwrap_or(self.next_number);
        let look_ahead = if self.threads == 1 {
            1
        } else {
            LOOK_AHEAD * self.threads
        };
        self.next_number < oldest + look_ahead
    }

    /// Whether all that could be begun is a hard position, for which more easy ones might be read first.
    pub(super) fn only_hard_ones_wait(&self) -> bool {
        self.threads > 1
            && self.running == 0
            && !self.waiting.is_empty()
            && self.waiting.iter().all(|&(_, crew, _)| crew == Crew::All)
    }

    /// The next position to begin, if there is one that can be begun now.
    pub(super) fn start(&mut self) -> Option<Start<J>> {
        if self.is_shared_out || self.running >= self.threads {
            return None;
        }
        let easy = self
            .waiting
            .iter()
            .position(|&(_, crew, _)| crew == Crew::One);
        let at = match easy {
            Some(at) => at,
            None if self.running == 0 => 0,
            None => return None,
        };
        let (number, crew, job) = self.waiting.remove(at)?;
        self.running += 1;
        self.is_shared_out = crew == Crew::All;
        Some(Start { number, crew, job })
    }

    /// A position that was begun is done.
    pub(super) fn done(&mut self, number: usize) {
        self.open.remove(&number);
        self.running -= 1;
        self.is_shared_out = false;
    }

    /// How many positions are being solved.
    pub(super) fn running(&self) -> usize {
        self.running
    }

    /// Whether nothing waits and nothing is being solved.
    pub(super) fn is_idle(&self) -> bool {
        self.open.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: Crew = Crew::One;
    const HARD: Crew = Crew::All;

    fn queue(threads: usize, crews: &[Crew]) -> Queue<()> {
        let mut queue = Queue::new(threads);
        for &crew in crews {
            push(&mut queue, crew);
        }
        queue
    }

    fn push(queue: &mut Queue<()>, crew: Crew) {
        let number = queue.number();
        queue.push(number, crew, ());
    }

    /// The numbers that can be begun now.
    fn started(queue: &mut Queue<()>) -> Vec<usize> {
        std::iter::from_fn(|| queue.start())
            .map(|start| start.number)
            .collect()
    }

    #[test]
    fn easy_positions_run_side_by_side_and_before_hard_ones() {
        let mut queue = queue(2, &[EASY, HARD, EASY, EASY]);
        assert_eq!(started(&mut queue), [0, 2]);
        queue.done(2);
        assert_eq!(started(&mut queue), [3]);
        queue.done(0);
        assert_eq!(
            started(&mut queue),
            [0; 0],
            "a hard one waits for all threads"
        );
        queue.done(3);
        let hard = queue.start().unwrap();
        assert_eq!((hard.number, hard.crew), (1, HARD));
        push(&mut queue, EASY);
        assert_eq!(
            started(&mut queue),
            [0; 0],
            "nothing runs beside a hard one"
        );
        queue.done(1);
        assert_eq!(started(&mut queue), [4]);
        queue.done(4);
        assert!(queue.is_idle());
    }

    #[test]
    fn one_thread_keeps_the_order_of_the_input() {
        let mut queue = queue(1, &[HARD, EASY, HARD]);
        for number in 0..3 {
            let start = queue.start().unwrap();
            assert_eq!((start.number, start.crew), (number, HARD));
            assert_eq!(started(&mut queue), [0; 0]);
            queue.done(number);
        }
    }

    #[test]
    fn a_hard_position_is_not_put_off_for_ever() {
        let mut queue = queue(2, &[HARD]);
        let mut easy = 0;
        while queue.wants_more() {
            push(&mut queue, EASY);
            easy += 1;
        }
        assert_eq!(easy, 2 * LOOK_AHEAD - 1);
        let mut order = Vec::new();
        while !queue.is_idle() {
            for number in started(&mut queue) {
                order.push(number);
                queue.done(number);
            }
        }
        assert_eq!(order.len(), easy + 1);
        assert_eq!(order.last(), Some(&0));
        assert!(queue.wants_more());
    }

    #[test]
    fn lines_without_work_take_numbers_and_nothing_else() {
        let mut queue = Queue::new(2);
        assert_eq!(queue.number(), 0);
        push(&mut queue, EASY);
        assert_eq!(queue.number(), 2);
        assert_eq!(started(&mut queue), [1]);
        queue.done(1);
        assert!(queue.is_idle());
    }

    #[test]
    fn it_is_known_when_only_hard_ones_wait() {
        let mut queue = queue(2, &[HARD, HARD]);
        assert!(queue.only_hard_ones_wait());
        push(&mut queue, EASY);
        assert!(!queue.only_hard_ones_wait());
        assert_eq!(started(&mut queue), [2]);
        assert!(!queue.only_hard_ones_wait(), "an easy one is still running");
    }
}
