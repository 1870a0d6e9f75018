//! Time controls, and the clock of one side.

use std::time::Duration;

/// The longest time that is told apart from a longer one: about thirty years. It can be added to any point in time.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// How much time a side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// As much as it likes.
    Unlimited,
    /// This much for each move; what is left of it is lost.
    PerMove(Duration),
    /// This much for the whole game.
    PerGame {
        /// At the beginning.
        main: Duration,
        /// Added after each move (Fischer).
        increment: Duration,
    },
    /// Main time, then periods, each for a number of moves; what is left of a period is lost (Canadian byo-yomi).
    ByoYomi {
        /// At the beginning.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves in a period.
        stones: u32,
    },
}

/// A time given in seconds by somebody else: nothing for a negative number and what is no number, thirty years for more.
pub fn seconds(seconds: f64) -> Duration {
    if seconds.is_nan() || seconds <= 0.0 {
        return Duration::ZERO;
    }
    Duration::try_from_secs_f64(seconds).map_or(LONGEST, |time| time.min(LONGEST))
}

impl TimeControl {
    /// What GTP's `time_settings MAIN PERIOD STONES` means, times in seconds: without a period sudden death (0 0 0 is no
    /// time at all), with a period but no stones no limit.
    pub fn from_gtp(main: f64, period: f64, stones: u32) -> Self {
        let (main, period) = (seconds(main), seconds(period));
        match (period.is_zero(), stones) {
            (true, _) => Self::PerGame {
                main,
                increment: Duration::ZERO,
            },
            (false, 0) => Self::Unlimited,
            (false, stones) => Self::ByoYomi {
                main,
                period,
                stones,
            },
        }
    }

    /// The same with no time above thirty years, and as simple as it can be said.
    fn normalised(self) -> Self {
        let short = |time: Duration| time.min(LONGEST);
        match self {
            Self::Unlimited => self,
            Self::PerMove(time) => Self::PerMove(short(time)),
            Self::PerGame { main, increment } => Self::PerGame {
                main: short(main),
                increment: short(increment),
            },
            Self::ByoYomi {
                main,
                period: Duration::ZERO,
                ..
            } => Self::PerGame {
                main: short(main),
                increment: Duration::ZERO,
            },
            Self::ByoYomi {
                main,
                period,
                stones,
            } => Self::ByoYomi {
                main: short(main),
                period: short(period),
                stones: stones.max(1),
            },
        }
    }
}

/// The clock of one side, which is moved by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// What the clock shows.
    left: Duration,
    /// Moves to be made in the running period; 0 before the first one.
    stones: u32,
    has_fallen: bool,
}

impl Clock {
    /// A clock at the beginning of a game. A period for no moves is taken for a period for one.
    pub fn new(control: TimeControl) -> Self {
        let control = control.normalised();
        let left = match control {
            TimeControl::Unlimited => LONGEST,
            TimeControl::PerMove(time) => time,
            TimeControl::PerGame { main, .. } | TimeControl::ByoYomi { main, .. } => main,
        };
        Self {
            control,
            left,
            stones: 0,
            has_fallen: false,
        }
    }

    /// What the clock goes by.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What the clock shows: the rest of the main time or of the running period, or the time for a move. `None` if there
    /// is no limit.
    pub fn left(&self) -> Option<Duration> {
        (self.control != TimeControl::Unlimited).then_some(self.left)
    }

    /// How many moves are to be made in the running period; 0 in main time and where there are no periods.
    pub const fn stones(&self) -> u32 {
        self.stones
    }

    /// The longest that the next move may take; `None` if there is no limit.
    pub fn available(&self) -> Option<Duration> {
        match self.control {
            TimeControl::ByoYomi { period, .. } if self.stones == 0 => Some(self.left + period),
            _ => self.left(),
        }
    }

    /// Whether a move has taken longer than it might.
    pub const fn has_fallen(&self) -> bool {
        self.has_fallen
    }

    /// A move has taken this long. Returns whether it was in time; if it was not, the flag has fallen.
    pub fn spend(&mut self, time: Duration) -> bool {
        let is_in_time = self.available().is_none_or(|available| time <= available);
        self.has_fallen |= !is_in_time;
        match self.control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => {}
            TimeControl::PerGame { increment, .. } => {
                let rest = self.left.saturating_sub(time);
                self.left = rest.saturating_add(increment).min(LONGEST);
            }
            TimeControl::ByoYomi { period, stones, .. } => {
                let mut time = time;
                if self.stones == 0 {
                    if time <= self.left {
                        self.left -= time;
                        return is_in_time;
                    }
                    time -= self.left;
                    (self.left, self.stones) = (period, stones);
                }
                self.left = self.left.saturating_sub(time);
                self.stones -= 1;
                if self.stones == 0 {
                    (self.left, self.stones) = (period, stones);
                }
            }
        }
        is_in_time
    }

    /// Sets the clock to what a referee says: the rest, and the moves to be made in it if it is that of a period (GTP's
    /// `time_left`). The flag is up again. A clock without limit or for single moves has nothing to set.
    pub fn set(&mut self, left: Duration, stones: u32) {
        self.has_fallen = false;
        let left = left.min(LONGEST);
        match self.control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => {}
            TimeControl::PerGame { .. } => self.left = left,
            TimeControl::ByoYomi { .. } => (self.left, self.stones) = (left, stones),
        }
    }
}
