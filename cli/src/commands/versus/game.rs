//! One game of a match.

use super::player::{Controls, Player, Timing};
use crate::clock;
use crate::protocol::Heard;
use crate::protocol::fault::Fault;
use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::time::{Duration, Instant};
use xsquare_engine::{ByColor, Color, DiscDiff, Game, Move, Position};
use xsquare_search::{Clock, StopFlag};

/// A player of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seat {
    /// The one whose result is reported.
    A,
    /// The other one.
    B,
}

impl Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// One value for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BySeat<T> {
    pub(super) a: T,
    pub(super) b: T,
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::A => &self.a,
            Seat::B => &self.b,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::A => &mut self.a,
            Seat::B => &mut self.b,
        }
    }
}

/// What a player used in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Usage {
    /// Moves that it chose.
    pub(super) moves: u32,
    /// Its time for all of them.
    pub(super) time: Duration,
    /// Its longest time for one.
    pub(super) longest: Duration,
}

impl Usage {
    fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }
}

/// A game that came to a result.
#[derive(Debug, Clone)]
pub(super) struct Played {
    /// The game with its opening.
    pub(super) game: Game,
    /// How many of its turns are the opening.
    pub(super) opening: usize,
    /// Who had Black.
    pub(super) black: Seat,
    /// How it ended.
    pub(super) ending: Ending,
    /// What the players used.
    pub(super) usage: BySeat<Usage>,
    /// What they gave away with their own moves, in 1/128 disc, if that was judged.
    pub(super) lost: BySeat<Option<i32>>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    /// Neither side can move.
    Over,
    /// It was solved, with this score for Black.
    Solved(DiscDiff),
    /// A player lost it by a fault.
    Forfeit(Forfeit),
}

/// A game lost by a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Forfeit {
    /// Who lost.
    pub(super) loser: Seat,
    /// Why.
    pub(super) fault: Fault,
    /// The end of the conversation with the program.
    pub(super) log: Vec<String>,
}

impl Played {
    /// Who has this colour.
    pub(super) fn seat(&self, color: Color) -> Seat {
        match color {
            Color::Black => self.black,
            Color::White => !self.black,
        }
    }

    /// A's final difference in discs; a game lost by a fault is lost with all discs.
    pub(super) fn score(&self) -> DiscDiff {
        let (score, seat) = match &self.ending {
            Ending::Over => {
                let position = self.game.position();
                (position.board().final_score(), self.seat(position.side()))
            }
            Ending::Solved(score) => (*score, self.seat(Color::Black)),
            Ending::Forfeit(forfeit) => (DiscDiff::MIN, forfeit.loser),
        };
        match seat {
            Seat::A => score,
            Seat::B => -score,
        }
    }
}

/// Solves the end of a game: the score of the side to move, or `None` if it was stopped.
pub(super) type Judge<'a> = dyn FnMut(&Position, &StopFlag) -> Option<DiscDiff> + Send + 'a;

/// Finds what the sides gave away in a game, in 1/128 disc, with the moves behind its opening of so many turns: both, or
/// only this one. `None` if it was stopped.
pub(super) type Critic<'a> =
    dyn FnMut(&Game, usize, Option<Color>) -> Option<ByColor<Option<i32>>> + Send + 'a;

/// The players of a game and who judges it.
pub(super) struct Table<'a> {
    pub(super) players: BySeat<Box<dyn Player>>,
    /// Their clocks, for those that have one.
    pub(super) timing: BySeat<Option<Timing>>,
    /// With how many empty squares a game is handed to the judge.
    pub(super) judge: Option<(u8, Box<Judge<'a>>)>,
    /// Who goes through a game when it is over.
    pub(super) critic: Option<Box<Critic<'a>>>,
    /// Whose moves are looked at then, if not those of both.
    pub(super) criticised: Option<Seat>,
}

impl Table<'_> {
    /// Plays a game from this opening; `None` if it was stopped.
    pub(super) fn play(&mut self, opening: &Game, black: Seat, stop: &StopFlag) -> Option<Played> {
        let mut played = Played {
            game: opening.clone(),
            opening: opening.turns().len(),
            black,
            ending: Ending::Over,
            usage: BySeat::default(),
            lost: BySeat::default(),
        };
        match self.play_out(&mut played, stop) {
            Ok(ending) => played.ending = ending,
            Err((_, Fault::Stopped)) => return None,
            Err((loser, fault)) => {
                let log = self.players[loser].log();
                played.ending = Ending::Forfeit(Forfeit { loser, fault, log });
            }
        }
        if let Some(critic) = &mut self.critic {
            let side = self.criticised.map(|seat| match seat {
                seat if seat == black => Color::Black,
                _ => Color::White,
            });
            let lost = critic(&played.game, played.opening, side)?;
            let of = |seat| match seat {
                seat if seat == black => lost.black,
                _ => lost.white,
            };
            played.lost = BySeat {
                a: of(Seat::A),
                b: of(Seat::B),
            };
        }
        Some(played)
    }

    /// Tells both players of the game, and sets their clocks.
    fn begin(
        &mut self,
        played: &Played,
        stop: &StopFlag,
    ) -> Result<BySeat<Option<Clock>>, (Seat, Fault)> {
        let control = |color| self.timing[played.seat(color)].map(|timing| timing.control);
        let controls = Controls {
            black: control(Color::Black),
            white: control(Color::White),
        };
        for seat in [Seat::A, Seat::B] {
            let begun = self.players[seat].begin(&played.game, controls, stop);
            begun.map_err(|fault| (seat, fault))?;
        }
        let clock = |timing: Option<Timing>| timing.map(|timing| Clock::new(timing.control));
        Ok(BySeat {
            a: clock(self.timing.a),
            b: clock(self.timing.b),
        })
    }

    /// Takes the time for a move off a player's clock.
    fn charge(&self, seat: Seat, clock: Option<&mut Clock>, time: Duration) -> Result<(), Fault> {
        let (Some(clock), Some(timing)) = (clock, self.timing[seat]) else {
            return Ok(());
        };
        let available = clock.available().unwrap_or(Duration::MAX);
        let over = time.saturating_sub(available);
        if over > timing.grace {
            let control = clock::in_words(timing.control);
            return Err(Fault::TimeUp { control, over });
        }
        clock.spend(time.min(available));
        Ok(())
    }

    /// Plays to the end, or to the first fault and whose it is.
    fn play_out(&mut self, played: &mut Played, stop: &StopFlag) -> Result<Ending, (Seat, Fault)> {
        let mut clocks = self.begin(played, stop)?;
        loop {
            let position = *played.game.position();
            if position.is_over() {
                return Ok(Ending::Over);
            }
            if let Some((empties, judge)) = &mut self.judge
                && position.board().empty_count() <= u32::from(*empties)
            {
                return match judge(&position, stop) {
                    Some(score) if position.side() == Color::Black => Ok(Ending::Solved(score)),
                    Some(score) => Ok(Ending::Solved(-score)),
                    None => Err((played.black, Fault::Stopped)),
                };
            }
            let seat = played.seat(position.side());
            let (turn, time, audience) = if position.must_pass() {
                (Move::Pass, Duration::ZERO, vec![seat, !seat])
            } else {
                let clock = &mut clocks[seat];
                let start = Instant::now();
                let turn = self.players[seat].choose(&played.game, clock.as_ref(), stop);
                let time = start.elapsed();
                // The move that costs the game takes its time like any other.
                played.usage[seat].add(time);
                let turn = turn.map_err(|fault| (seat, fault))?;
                self.charge(seat, clock.as_mut(), time)
                    .map_err(|fault| (seat, fault))?;
                (turn, time, vec![!seat])
            };
            let illegal = |error: xsquare_engine::IllegalMove| Fault::Illegal {
                answer: turn.to_string(),
                reason: error.to_string(),
            };
            played
                .game
                .play(turn)
                .map_err(|error| (seat, illegal(error)))?;
            if played.game.is_over() {
                return Ok(Ending::Over);
            }
            let side = position.side();
            for listener in audience {
                let heard = Heard { side, turn, time };
                let heard = self.players[listener].observe(heard, stop);
                heard.map_err(|fault| (listener, fault))?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use xsquare_engine::notation::parse_transcript;
    use xsquare_search::TimeControl;

    /// Plays the first move it may, notes what it hears, and fails when it is told to.
    #[derive(Default)]
    struct Puppet {
        heard: Vec<(Color, Move)>,
        moves_left: Option<usize>,
        /// The time for each of its moves.
        slowness: Duration,
    }

    impl Player for Puppet {
        fn begin(&mut self, _: &Game, _: Controls, _: &StopFlag) -> Result<(), Fault> {
            self.heard.clear();
            Ok(())
        }

        fn choose(
            &mut self,
            game: &Game,
            _: Option<&Clock>,
            stop: &StopFlag,
        ) -> Result<Move, Fault> {
            thread::sleep(self.slowness);
            if stop.is_stopped() {
                return Err(Fault::Stopped);
            }
            if self.moves_left == Some(0) {
                return Err(Fault::Resigned);
            }
            self.moves_left = self.moves_left.map(|left| left - 1);
            Ok(game
                .position()
                .legal_moves()
                .into_iter()
                .next()
                .unwrap()
                .into())
        }

        fn observe(&mut self, heard: Heard, _: &StopFlag) -> Result<(), Fault> {
            self.heard.push((heard.side, heard.turn));
            Ok(())
        }
    }

    fn table<'a>(a: Puppet, b: Puppet) -> Table<'a> {
        Table {
            players: BySeat {
                a: Box::new(a),
                b: Box::new(b),
            },
            timing: BySeat::default(),
            judge: None,
            critic: None,
            criticised: None,
        }
    }

    #[test]
    fn a_game_is_played_to_its_end_and_scored_for_a() {
        let mut table = table(Puppet::default(), Puppet::default());
        let stop = StopFlag::new();
        let one = table.play(&Game::new(), Seat::A, &stop).unwrap();
        assert!(one.game.is_over());
        assert_eq!(one.ending, Ending::Over);
        let other = table.play(&Game::new(), Seat::B, &stop).unwrap();
        assert_eq!(one.game, other.game);
        assert_eq!(one.score(), -other.score());
        let counts = one.game.position().counts();
        assert_eq!(one.score().discs() > 0, counts.black > counts.white);
        assert_ne!(one.score(), DiscDiff::DRAW);
        let passes = one.game.turns().iter().filter(|&&turn| turn == Move::Pass);
        let moves = one.game.turns().len() - passes.count();
        assert_eq!((one.usage.a.moves + one.usage.b.moves) as usize, moves);
    }

    #[test]
    fn a_fault_loses_all_discs() {
        let limited = Puppet {
            moves_left: Some(2),
            ..Puppet::default()
        };
        let mut table = table(Puppet::default(), limited);
        let opening = parse_transcript("f5d6").unwrap().game;
        let played = table.play(&opening, Seat::B, &StopFlag::new()).unwrap();
        let Ending::Forfeit(forfeit) = &played.ending else {
            panic!("{:?}", played.ending);
        };
        assert_eq!((forfeit.loser, &forfeit.fault), (Seat::B, &Fault::Resigned));
        assert_eq!(played.score(), DiscDiff::MAX);
        // Two moves of the opening, two of each player.
        assert_eq!((played.opening, played.game.turns().len()), (2, 6));
    }

    fn timing(main: u64, increment: u64, grace: u64) -> Timing {
        Timing {
            control: TimeControl::PerGame {
                main: Duration::from_millis(main),
                increment: Duration::from_millis(increment),
            },
            grace: Duration::from_millis(grace),
        }
    }

    #[test]
    fn a_clock_that_runs_out_loses() {
        let slow = || Puppet {
            slowness: Duration::from_millis(3),
            ..Puppet::default()
        };
        let stop = StopFlag::new();
        // Thirty moves of three milliseconds are more than sixty.
        let mut strict = table(Puppet::default(), slow());
        strict.timing.b = Some(timing(60, 0, 0));
        let played = strict.play(&Game::new(), Seat::A, &stop).unwrap();
        let Ending::Forfeit(forfeit) = &played.ending else {
            panic!("{:?}", played.ending);
        };
        assert_eq!((forfeit.loser, forfeit.fault.name()), (Seat::B, "late"));
        assert!(matches!(forfeit.fault, Fault::TimeUp { over, .. } if !over.is_zero()));
        assert!(played.usage.b.moves > 1);
        // With increments, or forgiven, they are not too many.
        for lenient in [timing(60_000, 1, 0), timing(10, 0, 60_000)] {
            let mut table = table(Puppet::default(), slow());
            table.timing.b = Some(lenient);
            let played = table.play(&Game::new(), Seat::A, &stop).unwrap();
            assert_eq!(played.ending, Ending::Over);
        }
    }

    #[test]
    fn passes_are_told_to_both_and_the_judge_ends_a_game() {
        // Black must pass.
        let opening = parse_transcript("c4c3f5b4a4a5c2a3").unwrap().game;
        let mut asked = Vec::new();
        let mut table = table(Puppet::default(), Puppet::default());
        table.judge = Some((
            51,
            Box::new(|position, _| {
                asked.push(*position);
                DiscDiff::new(10)
            }),
        ));
        let played = table.play(&opening, Seat::A, &StopFlag::new()).unwrap();
        drop(table);
        // 52 empty squares, a pass, White's move: Black is to move with 51.
        assert_eq!(played.game.turns().len(), 10);
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].side(), Color::Black);
        assert_eq!(played.ending, Ending::Solved(DiscDiff::new(10).unwrap()));
        assert_eq!(played.score().discs(), 10);
        assert_eq!((played.usage.a.moves, played.usage.b.moves), (0, 1));
    }

    #[test]
    fn a_raised_flag_leaves_no_result() {
        let stop = StopFlag::new();
        stop.stop();
        let mut table = table(Puppet::default(), Puppet::default());
        assert!(table.play(&Game::new(), Seat::A, &stop).is_none());
    }
}
