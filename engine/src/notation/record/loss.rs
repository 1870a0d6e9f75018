//! What a format cannot hold.

use super::format::GameFormat;
use std::fmt;
use thiserror::Error;

macro_rules! losses {
    ($($(#[doc = $doc:literal])+ $name:ident => $words:literal,)+) => {
        /// Something that a record has and a format cannot hold.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Loss {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Loss {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// What is lost, in words.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)+
                }
            }
        }
    };
}

losses! {
    /// The players' names.
    Names => "players' names",
    /// The end of a name that is too long.
    NameEnds => "the ends of long names",
    /// Characters that the format has not; others stand in their places.
    Characters => "characters that the format has not",
    /// The players' ratings.
    Ratings => "ratings",
    /// The tournament.
    Event => "the event",
    /// The round.
    Round => "the round",
    /// The place.
    Place => "the place",
    /// The date, or part of it.
    Date => "the date",
    /// The players' clocks.
    Clocks => "clocks",
    /// The times that moves took.
    Times => "times of moves",
    /// The players' evaluations.
    Evaluations => "evaluations of moves",
    /// The comment on the game.
    Comment => "the comment on the game",
    /// Comments on moves.
    MoveComments => "comments on moves",
    /// The stated result where the board does not tell it.
    Result => "the stated result",
    /// That only the winner is stated; all discs stand for it.
    Margin => "a winner without a score (64-0 is written)",
    /// That no result is stated; the discs of an unfinished board stand for one.
    NoResult => "that an unfinished game has no result (its board is written, empties to the winner)",
    /// How the game ended.
    Ending => "how the game ended",
    /// A pass at the end, after which the other side would be to move.
    TrailingPass => "a pass at the end",
    /// The moves: only the last position is written.
    Moves => "the moves before the last position",
    /// Known scores of moves.
    Scores => "known scores of moves",
    /// The score with perfect play.
    Theoretical => "scores with perfect play",
    /// Numbers in WTHOR's lists.
    Numbers => "WTHOR numbers",
    /// The bids of a komi game.
    Komi => "komi and bids",
    /// The match type.
    MatchType => "the match type",
    /// What the reader passed over, so that no record has it.
    Unread => "what was passed over in reading",
}

/// A set of losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Losses(u32);

const _: () = assert!(Loss::ALL.len() <= u32::BITS as usize);

impl Losses {
    /// Nothing is lost.
    pub const NONE: Self = Self(0);

    /// Adds a loss.
    pub const fn add(&mut self, loss: Loss) {
        self.0 |= 1 << loss as u32;
    }

    /// Adds a loss if it is one.
    pub const fn add_if(&mut self, is_lost: bool, loss: Loss) {
        if is_lost {
            self.add(loss);
        }
    }

    /// The losses of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These losses without some.
    #[must_use]
    pub fn without(self, losses: &[Loss]) -> Self {
        let kept = losses
            .iter()
            .fold(self.0, |bits, &loss| bits & !(1 << loss as u32));
        Self(kept)
    }

    /// Whether this is lost.
    pub const fn contains(self, loss: Loss) -> bool {
        self.0 & (1 << loss as u32) != 0
    }

    /// Whether nothing is lost.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The losses, in the order of [`Loss::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Loss> {
        let all = Loss::ALL.iter().copied();
        all.filter(move |&loss| self.contains(loss))
    }
}

/// The losses with commas between.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, loss) in self.iter().enumerate() {
            let gap = if index == 0 { "" } else { ", " };
            write!(f, "{gap}{}", loss.name())?;
        }
        Ok(())
    }
}

/// A record that a format cannot hold at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// The game does not begin with the usual position.
    #[error("the game starts from a set-up position; {0} holds games from the usual start only")]
    Setup(GameFormat),
    /// The format is no text.
    #[error("{0} is written as a whole file, not game by game")]
    NoText(GameFormat),
    /// The lists of names are full.
    #[error("more than 65535 names of players or tournaments; WTHOR's lists cannot hold them")]
    TooManyNames,
}
