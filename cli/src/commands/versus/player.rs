//! Those who play: configurations of this program and other programs, behind one face.

use super::spec::{Foreign, Protocol, Spec};
use crate::config::Settings;
use crate::evaluation::Evaluation;
use crate::opening_book::{BookChoice, BookUse, Repertoire};
use crate::opponent::{Manner, Opponent};
use crate::protocol::fault::Fault;
use crate::protocol::gtp::client::GtpClient;
use crate::protocol::nboard::client::NboardClient;
use crate::protocol::{Client, Heard, Terms};
use crate::thinking::thinker;
use anyhow::anyhow;
use std::time::Duration;
use xsquare_engine::{ByColor, Game, Move};
use xsquare_search::{
    Analysis, Clock, Config, Control, Limits, Planner, StopFlag, Thinker, TimeControl,
};

/// Chooses among the errors of players with a handicap, with the position that a game begins from.
const SEED: u64 = 2;
/// How long a program may think if nothing limits it.
const LONGEST: Duration = Duration::from_mins(5);

/// What holds for both players.
#[derive(Debug, Clone, Copy)]
pub(super) struct House {
    /// Time of a player that does not say otherwise.
    pub(super) time: Option<TimeControl>,
    /// How much longer a program may take.
    pub(super) grace: Duration,
    /// Threads and table of a player that does not say otherwise.
    pub(super) config: Config,
    /// Chooses the moves of books with a variety.
    pub(super) seed: u64,
}

impl House {
    /// The clock for a whole game.
    pub(super) fn clock(&self) -> Option<TimeControl> {
        self.time
            .filter(|time| !matches!(time, TimeControl::PerMove(_)))
    }
}

/// What both sides have for the whole game, `None` for those that no clock watches.
pub(super) type Controls = ByColor<Option<TimeControl>>;

/// A player of one game at a time.
pub(super) trait Player: Send {
    /// Begins another game with what was played so far, and with these clocks for the whole game.
    ///
    /// # Errors
    /// If the player cannot.
    fn begin(&mut self, game: &Game, clocks: Controls, stop: &StopFlag) -> Result<(), Fault>;

    /// A legal move of the side to move, which has one, and perhaps a clock.
    ///
    /// # Errors
    /// If the player gives none.
    fn choose(
        &mut self,
        game: &Game,
        clock: Option<&Clock>,
        stop: &StopFlag,
    ) -> Result<Move, Fault>;

    /// Hears of a turn that it did not choose.
    ///
    /// # Errors
    /// If the player does not take it.
    fn observe(&mut self, heard: Heard, stop: &StopFlag) -> Result<(), Fault>;

    /// The end of the conversation with a program.
    fn log(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How the referee's clock goes for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timing {
    /// What it has.
    pub(super) control: TimeControl,
    /// How much longer it may take.
    pub(super) grace: Duration,
}

/// A configuration of this program with nothing left open.
#[derive(Debug)]
pub(super) struct Configuration {
    settings: Settings,
    limits: Limits,
    time: Option<TimeControl>,
    repertoire: Repertoire,
    seed: u64,
    /// How weak it is on purpose.
    handicap: Option<Manner>,
}

/// What players are made from, one for each game at the same time.
#[derive(Debug)]
pub(super) enum Mould {
    /// Configurations of this program.
    Host(Box<Configuration>),
    /// Other programs.
    Guest(Foreign, House),
}

impl Mould {
    /// Settles what a player leaves open.
    ///
    /// # Errors
    /// If its evaluation cannot be used.
    pub(super) fn new(
        spec: &Spec,
        house: House,
        (settings, book): (&Settings, &BookUse),
    ) -> anyhow::Result<Self> {
        Ok(match spec {
            Spec::Own(own) => {
                let settings = Settings {
                    search: own.config(house.config),
                    evaluation: match &own.evaluation {
                        Some(choice) => Evaluation::resolve(choice)?,
                        None => settings.evaluation.clone(),
                    },
                    ..settings.clone()
                };
                Self::Host(Box::new(Configuration {
                    settings,
                    limits: own.limits(house.time),
                    time: own.time(house.time),
                    repertoire: Repertoire::new(&own.book(book), &BookChoice::Off)?,
                    seed: house.seed,
                    handicap: own.handicap,
                }))
            }
            Spec::Program(foreign) => Self::Guest(foreign.clone(), house),
        })
    }

    /// What the referee's clock gives the player; `None` if it has no time or as much for each move.
    pub(super) fn timing(&self) -> Option<Timing> {
        let (control, grace) = match self {
            Self::Host(own) => (own.time, Duration::ZERO),
            Self::Guest(foreign, house) => (foreign.time(house.time), house.grace),
        };
        let control = control.filter(|control| match control {
            TimeControl::PerGame { .. } | TimeControl::ByoYomi { .. } => true,
            TimeControl::Unlimited | TimeControl::PerMove(_) => false,
        })?;
        Some(Timing { control, grace })
    }

    /// The memory in bytes that a player's table takes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Host(own) => own.settings.search.table.bytes(),
            Self::Guest(..) => 0,
        }
    }

    /// Makes the player of a table; a program is started, and must get as far as the start of a game.
    ///
    /// # Errors
    /// If the system does not give what the player needs.
    pub(super) fn cast(&self, table: usize, stop: &StopFlag) -> anyhow::Result<Box<dyn Player>> {
        match self {
            Self::Host(own) => Ok(Box::new(Host {
                thinker: thinker(&own.settings)?,
                limits: own.limits,
                planner: Planner::new(own.settings.search.threads),
                // Another one for each table, so that games at the same time are not the same.
                repertoire: own.repertoire.seeded(own.seed ^ (table as u64) << 32),
                opponent: own
                    .handicap
                    .map(|manner| (manner, Opponent::new(manner, SEED))),
            })),
            Self::Guest(foreign, house) => {
                let mut guest = Guest::new(foreign.clone(), *house);
                guest
                    .begin(&Game::new(), Controls::default(), stop)
                    .map_err(|fault| {
                        let log = guest.last_log.iter().map(|line| format!("\n  {line}"));
                        let log: String = log.collect();
                        anyhow!("the program `{}` {fault}{log}", foreign.command)
                    })?;
                Ok(Box::new(guest))
            }
        }
    }
}

/// A configuration of this program.
struct Host {
    thinker: Box<dyn Thinker>,
    limits: Limits,
    planner: Planner,
    repertoire: Repertoire,
    /// If it is weaker on purpose.
    opponent: Option<(Manner, Opponent)>,
}

impl Player for Host {
    fn begin(&mut self, game: &Game, _: Controls, _: &StopFlag) -> Result<(), Fault> {
        // What one game leaves behind must not help in another: games are the same in any order.
        self.thinker.clear();
        self.planner = Planner::new(self.thinker.config().threads);
        match &mut self.opponent {
            None => {}
            // One that adapts goes through the games with what it knows: in their order.
            Some((Manner::Adaptive, opponent)) => opponent.begin(game),
            Some((manner @ Manner::Fixed(_), opponent)) => {
                let board = game.position().board();
                let seed = SEED ^ board.own().bits() ^ board.opponent().bits().rotate_left(32);
                *opponent = Opponent::new(*manner, seed);
            }
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<&Clock>,
        stop: &StopFlag,
    ) -> Result<Move, Fault> {
        let board = game.position().board();
        let mut moves = board.legal_moves().into_iter();
        if let (Some(only), None) = (moves.next(), moves.next()) {
            return Ok(only.into());
        }
        // Who is weaker on purpose has no book.
        if self.opponent.is_none()
            && let Some(reply) = self.repertoire.reply(board)
            && let Some(best) = reply.moves.first()
        {
            return Ok(best.turn);
        }
        let progress = &|_: &Analysis| {};
        let control = Control { stop, progress };
        let limits = match clock {
            Some(clock) => Limits {
                nodes: self.limits.nodes,
                ..self.planner.plan(clock, board, self.limits.target)
            },
            None => self.limits,
        };
        if let Some((_, opponent)) = &mut self.opponent {
            let erring = opponent.choose(game, limits.time, &mut *self.thinker, control);
            return match erring {
                _ if stop.is_stopped() => Err(Fault::Stopped),
                Some(erring) => Ok(erring.report.turn),
                None => Err(no_move()),
            };
        }
        let analysis = self.thinker.analyse(board, 1, &limits, control);
        if stop.is_stopped() {
            return Err(Fault::Stopped);
        }
        self.planner.learn(&limits, &analysis);
        let best = analysis.moves.first().map(|report| report.turn);
        best.ok_or_else(no_move)
    }

    fn observe(&mut self, _: Heard, _: &StopFlag) -> Result<(), Fault> {
        Ok(())
    }
}

fn no_move() -> Fault {
    Fault::Ended {
        how: "found no move".to_owned(),
    }
}

/// Another program. After a fault it is started anew for the next game: whatever it still has to say is not wanted.
struct Guest {
    foreign: Foreign,
    house: House,
    client: Option<Box<dyn Client>>,
    clocks: Controls,
    /// The conversation up to the last fault.
    last_log: Vec<String>,
}

impl Guest {
    fn new(foreign: Foreign, house: House) -> Self {
        Self {
            foreign,
            house,
            client: None,
            clocks: Controls::default(),
            last_log: Vec::new(),
        }
    }

    fn start(&self) -> std::io::Result<Box<dyn Client>> {
        let command = &self.foreign.command;
        Ok(match self.foreign.protocol {
            Protocol::Gtp => Box::new(GtpClient::start(command)?),
            Protocol::Nboard(depth) => Box::new(NboardClient::start(command, depth)?),
        })
    }

    /// Lets the client do something; if it fails the program is ended.
    fn attempt<T>(
        &mut self,
        (clock, stop): (Option<&Clock>, &StopFlag),
        work: impl FnOnce(&mut dyn Client, Terms<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let time = self.foreign.time(self.house.time);
        let available = match (clock, time) {
            (Some(clock), _) => clock.available(),
            (None, Some(TimeControl::PerMove(time))) => Some(time),
            (None, _) => None,
        };
        let terms = Terms {
            stop,
            patience: available.map_or(LONGEST, |time| time.saturating_add(self.house.grace)),
            time,
            clock: clock.copied(),
            clocks: self.clocks,
        };
        let client = self.client.as_mut().ok_or_else(|| Fault::NotStarted {
            reason: "it is not running".to_owned(),
        })?;
        let outcome = work(client.as_mut(), terms);
        if outcome.is_err() {
            self.last_log = client.log();
            self.client = None;
        }
        outcome
    }
}

impl Player for Guest {
    fn begin(&mut self, game: &Game, clocks: Controls, stop: &StopFlag) -> Result<(), Fault> {
        self.clocks = clocks;
        if self.client.is_none() {
            let client = self.start().map_err(|error| Fault::NotStarted {
                reason: error.to_string(),
            })?;
            self.client = Some(client);
        }
        self.attempt((None, stop), |client, terms| client.begin(game, terms))
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<&Clock>,
        stop: &StopFlag,
    ) -> Result<Move, Fault> {
        self.attempt((clock, stop), |client, terms| client.choose(game, terms))
    }

    fn observe(&mut self, heard: Heard, stop: &StopFlag) -> Result<(), Fault> {
        self.attempt((None, stop), |client, terms| client.observe(heard, terms))
    }

    fn log(&self) -> Vec<String> {
        match &self.client {
            Some(client) => client.log(),
            None => self.last_log.clone(),
        }
    }
}
