//! The clocks of a game at the prompt. They go back with moves that are taken back.

use std::time::Duration;
use xsquare_engine::{ByColor, Color};
use xsquare_search::{Clock, TimeControl};

/// Both clocks at every turn of a game.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    /// By the number of turns played. Where it ends, what is last still holds: the turns since took no time.
    at: Vec<ByColor<Clock>>,
    /// How long the next move has been thought about.
    thinking: Duration,
}

impl Clocks {
    /// At the beginning of a game, whatever has been played already.
    pub(super) fn new(control: TimeControl) -> Self {
        let clock = Clock::new(control);
        Self {
            at: vec![ByColor {
                black: clock,
                white: clock,
            }],
            thinking: Duration::ZERO,
        }
    }

    /// The clocks after so many turns.
    pub(super) fn after(&self, turns: usize) -> ByColor<Clock> {
        self.at[turns.min(self.at.len() - 1)]
    }

    /// How long the next move has been thought about.
    pub(super) const fn thinking(&self) -> Duration {
        self.thinking
    }

    /// Time passes for the side to move after so many turns. Returns whether it still has some.
    pub(super) fn pass(&mut self, time: Duration, (turns, side): (usize, Color)) -> bool {
        self.thinking = self.thinking.saturating_add(time);
        let available = self.after(turns)[side].available();
        available.is_none_or(|available| self.thinking <= available)
    }

    /// The side to move after so many turns has moved.
    pub(super) fn press(&mut self, (turns, side): (usize, Color)) {
        let mut now = self.after(turns);
        self.at.resize(turns + 1, now);
        now[side].spend(std::mem::take(&mut self.thinking));
        self.at.push(now);
    }

    /// Thinking begins anew: something was taken back.
    pub(super) const fn forget_thinking(&mut self) {
        self.thinking = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn left(clocks: &Clocks, turns: usize) -> (u64, u64) {
        let ByColor { black, white } = clocks.after(turns);
        let seconds = |clock: Clock| clock.left().unwrap().as_secs();
        (seconds(black), seconds(white))
    }

    #[test]
    fn time_that_was_taken_back_can_be_used_again() {
        let mut clocks = Clocks::new(TimeControl::PerGame {
            main: seconds(100),
            increment: seconds(2),
        });
        assert!(clocks.pass(seconds(10), (0, Color::Black)));
        clocks.press((0, Color::Black));
        assert!(clocks.pass(seconds(20), (1, Color::White)));
        assert_eq!(clocks.thinking(), seconds(20));
        clocks.press((1, Color::White));
        assert_eq!(left(&clocks, 2), (92, 82));
        // Two turns that took no time, then Black again.
        clocks.pass(seconds(50), (4, Color::Black));
        clocks.press((4, Color::Black));
        assert_eq!((left(&clocks, 4), left(&clocks, 5)), ((92, 82), (44, 82)));
        // Taken back, and another move.
        assert!(!clocks.pass(seconds(101), (1, Color::White)));
        clocks.forget_thinking();
        clocks.pass(seconds(1), (1, Color::White));
        clocks.press((1, Color::White));
        assert_eq!(left(&clocks, 5), (92, 101));
        assert!(!clocks.pass(seconds(93), (2, Color::Black)));
    }
}
