//! The game at the prompt as a state machine: a command goes in, the state changes, events come out. No terminal, no
//! files, no search; what needs those is handed out as an [`Errand`].

use super::clocks::Clocks;
use super::command::{Command, Misread, SaveMode, Wanted};
use super::event::{Ending, Event, Loaded, Refusal, Thought, View};
use super::moves::{Fault, play_on};
use super::options::{Player, Strength};
use super::record::{self, Record, Remark};
use crate::commands::review::Standing;
use crate::messages::{ENGLISH, fill};
use crate::opening_names;
use std::path::PathBuf;
use std::time::Duration;
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{
    Bitboard, ByColor, Color, Convention, Game, IllegalReason, Move, Position, Square,
};
use xsquare_search::Clock;

/// A game, who plays it and how.
#[derive(Debug, Clone)]
pub(super) struct Session {
    game: Game,
    /// How it ended before its end.
    given_up: Option<Ending>,
    clocks: Option<Clocks>,
    /// The game before this one: what was pasted or loaded by mistake does not cost it.
    former: Option<Former>,
    seats: ByColor<Player>,
    strength: Strength,
    convention: Convention,
}

/// A game that another one took the place of.
#[derive(Debug, Clone)]
struct Former {
    game: Game,
    given_up: Option<Ending>,
    clocks: Option<Clocks>,
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// A move of this side, to be typed.
    Human(Color),
    /// A move of this side, to be thought of.
    Engine(Color),
    /// Nothing: the game is over.
    Over(Ending),
}

/// What a command comes to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reply {
    /// What is to be told.
    pub events: Vec<Event>,
    /// What is to be done outside.
    pub errand: Option<Errand>,
}

/// Something that the session cannot do itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Errand {
    /// Find the best moves of the position.
    Hint,
    /// Compare this legal move with the best one.
    Why(Square),
    /// Write this game to this file.
    Save {
        /// The file.
        path: PathBuf,
        /// What becomes of a file that exists.
        mode: SaveMode,
        /// The game.
        record: Box<GameRecord>,
    },
    /// Go through the game, and write the review to this file if one is given.
    Review(Option<(PathBuf, SaveMode)>),
    /// Read this game, and give it to [`Session::load`].
    Load(Wanted),
    /// End the program.
    Quit,
}

impl From<Vec<Event>> for Reply {
    fn from(events: Vec<Event>) -> Self {
        Self {
            events,
            errand: None,
        }
    }
}

impl From<Errand> for Reply {
    fn from(errand: Errand) -> Self {
        Self {
            events: Vec::new(),
            errand: Some(errand),
        }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        vec![Event::Refused(refusal)].into()
    }
}

impl Session {
    /// A session that begins with this game.
    pub(super) fn new(
        game: Game,
        seats: ByColor<Player>,
        strength: Strength,
        convention: Convention,
    ) -> Self {
        Self {
            game,
            given_up: None,
            clocks: strength.clock.map(Clocks::new),
            former: None,
            seats,
            strength,
            convention,
        }
    }

    /// The position on the board.
    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// The game so far.
    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// How hard the engine thinks.
    pub(super) const fn strength(&self) -> Strength {
        self.strength
    }

    /// Who plays.
    pub(super) const fn seats(&self) -> ByColor<Player> {
        self.seats
    }

    /// What the clocks show, and how long the side to move has been thinking, if there are clocks.
    pub(super) fn clocks(&self) -> Option<(ByColor<Clock>, Duration)> {
        let (turns, _) = self.moment();
        let clocks = self.clocks.as_ref()?;
        Some((clocks.after(turns), clocks.thinking()))
    }

    /// What is waited for.
    pub(super) fn turn(&self) -> Turn {
        if let Some(ending) = self.ending() {
            return Turn::Over(ending);
        }
        let side = self.position().side();
        match self.seats[side] {
            Player::Human => Turn::Human(side),
            Player::Engine => Turn::Engine(side),
        }
    }

    /// Whether a human is to move and the engine has the other side.
    pub(super) fn is_opponent_engine(&self) -> bool {
        match self.turn() {
            Turn::Human(side) => self.seats[!side] == Player::Engine,
            Turn::Engine(_) | Turn::Over(_) => false,
        }
    }

    fn ending(&self) -> Option<Ending> {
        let finished = || Ending::Finished(self.position().counts(), self.convention);
        self.given_up.or_else(|| self.game.is_over().then(finished))
    }

    /// How the game ended, as far as its moves do not tell.
    pub(super) fn standing(&self) -> Standing {
        Standing {
            result: self.given_up.map(Ending::stated),
            convention: self.convention,
        }
    }

    /// The game as it is saved: with who plays, and how it ended if it has.
    fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.game.clone());
        for side in Color::ALL {
            record.players[side].name = match self.seats[side] {
                Player::Human => ENGLISH.play.human.to_owned(),
                Player::Engine => {
                    let strength = self.strength.to_string();
                    fill(ENGLISH.play.engine, &[("strength", &strength)])
                }
            };
        }
        record.result = self.ending().map(Ending::stated);
        record
    }

    /// The moves that can be typed; none if the game is over.
    pub(super) fn legal_moves(&self) -> Bitboard {
        match self.turn() {
            Turn::Over(_) => Bitboard::EMPTY,
            Turn::Human(_) | Turn::Engine(_) => self.position().legal_moves(),
        }
    }

    /// Opens the session: who plays, the board, and what the rules do at once.
    pub(super) fn begin(&mut self) -> Vec<Event> {
        let mut events = vec![Event::Seats(self.seats, self.strength)];
        events.extend(self.strength.clock.map(Event::Control));
        events.push(Event::Welcome);
        events.extend(self.settle());
        // Settling shows the board only to those who have to look at it.
        if let Turn::Engine(_) = self.turn() {
            events.push(self.board());
        }
        events
    }

    /// The clock of the side to move, if there are clocks.
    pub(super) fn clock(&self) -> Option<Clock> {
        let (turns, side) = self.moment();
        Some(self.clocks.as_ref()?.after(turns)[side])
    }

    /// The side to move has let this much time go by. If it has no more the game is over.
    pub(super) fn let_pass(&mut self, time: Duration) -> Vec<Event> {
        let (turns, side) = self.moment();
        if self.ending().is_some() {
            return Vec::new();
        }
        let Some(clocks) = &mut self.clocks else {
            return Vec::new();
        };
        if clocks.pass(time, (turns, side)) {
            return Vec::new();
        }
        let ending = Ending::TimeUp(side);
        self.given_up = Some(ending);
        vec![Event::Over(ending)]
    }

    /// The number of turns and the side to move.
    fn moment(&self) -> (usize, Color) {
        (self.game.turns().len(), self.position().side())
    }

    /// The side to move moves.
    fn press(&mut self) {
        let moment = self.moment();
        if let Some(clocks) = &mut self.clocks {
            clocks.press(moment);
        }
    }

    /// The time for the next move begins anew.
    fn forget_thinking(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.forget_thinking();
        }
    }

    /// Does what a command asks.
    pub(super) fn obey(&mut self, command: Command) -> Reply {
        match command {
            Command::Moves(text) => self.enter(&text),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint => match self.ending() {
                Some(ending) => Refusal::Over(ending).into(),
                None => Errand::Hint.into(),
            },
            Command::Why(square) => match (self.ending(), self.position().play(square.into())) {
                (Some(ending), _) => Refusal::Over(ending).into(),
                (None, Err(illegal)) => Refusal::Illegal(illegal).into(),
                (None, Ok(_)) => Errand::Why(square).into(),
            },
            Command::Level(level) => {
                self.strength.level = level.or(self.strength.level);
                vec![Event::Seats(self.seats, self.strength)].into()
            }
            Command::Seat(side, player) => {
                self.seats[side] = player;
                vec![Event::Seats(self.seats, self.strength)].into()
            }
            Command::Save(path, mode) => Errand::Save {
                path,
                mode,
                record: Box::new(self.record()),
            }
            .into(),
            Command::Load(wanted) => Errand::Load(wanted).into(),
            Command::New(None) => self.start(Game::new(), vec![Event::New]).into(),
            Command::New(Some(text)) => match record::read(&text, None) {
                Ok(record) => self.load(record, None).into(),
                Err(error) => Refusal::NoGame(error.to_string()).into(),
            },
            Command::Review(_) if self.game.turns().is_empty() => {
                Refusal::Failed(ENGLISH.play.nothing_to_review.to_owned()).into()
            }
            Command::Review(path) => Errand::Review(path).into(),
            Command::Resign => self.resign(),
            Command::Show => self.look().into(),
            Command::Transcript => vec![Event::Transcript(Box::new(self.game.clone()))].into(),
            Command::Help => vec![Event::Help].into(),
            Command::Quit => Errand::Quit.into(),
        }
    }

    /// The answer to a line that was not understood.
    pub(super) fn misread(&self, misread: Misread) -> Refusal {
        let moves = match misread {
            Misread::Unknown(_) => self.legal_moves(),
            _ => Bitboard::EMPTY,
        };
        Refusal::Misread { misread, moves }
    }

    /// Plays what the engine thought of.
    ///
    /// # Panics
    /// If it is against the rules.
    pub(super) fn engine_plays(&mut self, thought: Thought) -> Vec<Event> {
        let side = self.position().side();
        self.press();
        self.game
            .play(thought.square.into())
            .expect("the search finds legal moves only");
        let mut events = vec![Event::EngineMoved(side, thought)];
        events.extend(self.settle());
        events
    }

    /// Goes on with a game that was read; the title says who played it.
    pub(super) fn load(&mut self, record: Record, title: Option<String>) -> Vec<Event> {
        let mut events = vec![Event::Loaded(Loaded {
            kind: record.kind,
            title,
            turns: record.game.turns().len(),
        })];
        events.extend(record.notes.into_iter().map(Event::Noted));
        self.start(record.game, events)
    }

    fn start(&mut self, game: Game, mut events: Vec<Event>) -> Vec<Event> {
        let former = Former {
            game: std::mem::replace(&mut self.game, game),
            given_up: self.given_up.take(),
            clocks: std::mem::replace(&mut self.clocks, self.strength.clock.map(Clocks::new)),
        };
        if !former.game.turns().is_empty() {
            self.former = Some(former);
        }
        events.extend(self.settle());
        events
    }

    /// What the rules do without being asked: the pass of a side that has no move, the end of the game. Then the
    /// board, if it is for a human to look at.
    fn settle(&mut self) -> Vec<Event> {
        let side = self.position().side();
        let mut events = Vec::new();
        if self.game.pass_if_forced() {
            events.push(Event::Passed(side));
        }
        match self.turn() {
            Turn::Engine(_) => {}
            Turn::Human(_) | Turn::Over(_) => events.extend(self.look()),
        }
        events
    }

    /// The board, the clocks, and how the game ended if it has.
    fn look(&self) -> Vec<Event> {
        let mut events = vec![self.board()];
        let (turns, side) = self.moment();
        events.extend(
            self.clocks.as_ref().map(|clocks| {
                Event::Clocks(Box::new(clocks.after(turns)), side, clocks.thinking())
            }),
        );
        events.extend(self.ending().map(Event::Over));
        events
    }

    fn board(&self) -> Event {
        Event::Board(Box::new(self.view()))
    }

    /// What is to be seen on the board.
    pub(super) fn view(&self) -> View {
        let moves = match self.turn() {
            Turn::Human(_) => self.position().legal_moves(),
            Turn::Engine(_) | Turn::Over(_) => Bitboard::EMPTY,
        };
        let turns = self.game.turns();
        View {
            position: *self.position(),
            moves,
            last: turns.iter().rev().find_map(|turn| turn.square()),
            convention: self.convention,
            opening: opening_names::of_game(&self.game),
        }
    }

    /// Plays typed or pasted moves, all of them or none.
    fn enter(&mut self, text: &str) -> Reply {
        if let Some(ending) = self.ending() {
            return Refusal::Over(ending).into();
        }
        let before = self.game.turns().len();
        let (game, notes) = match self.read_moves(text) {
            Ok(read) => read,
            Err(refusal) => return refusal.into(),
        };
        self.press();
        self.game = game;
        let entered = &self.game.turns()[before..];
        let mut events: Vec<Event> = notes.into_iter().map(Event::Noted).collect();
        if entered.len() > 1 {
            events.push(Event::Entered(entered.to_vec()));
        }
        events.extend(self.settle());
        events.into()
    }

    /// The game with these moves, and what was odd about them. At the start of a game a list of moves is a transcript
    /// with all that can be in one: comments, numbers that count up, a result.
    fn read_moves(&self, text: &str) -> Result<(Game, Vec<Remark>), Refusal> {
        let is_fresh = *self.game.start() == Position::START && self.game.turns().is_empty();
        let is_list = text.len() > 5 || text.contains(char::is_whitespace);
        if is_fresh && is_list {
            return match record::read(text, None) {
                Ok(record) => Ok((record.game, record.notes)),
                Err(error) => Err(Refusal::NoTranscript(error.to_string())),
            };
        }
        match play_on(&self.game, text) {
            Ok(game) => Ok((game, Vec::new())),
            Err(fault) => Err(self.refuse_moves(fault)),
        }
    }

    fn refuse_moves(&self, fault: Fault) -> Refusal {
        let moves = self.legal_moves();
        match fault {
            Fault::NotAMove { .. } => Refusal::NotAMove { fault, moves },
            Fault::Illegal { ref illegal, .. }
                if illegal.reason == IllegalReason::PassWithMoves
                    && illegal.position == *self.position()
                    && self.game.turns().last() == Some(&Move::Pass) =>
            {
                let passed = !self.position().side();
                Refusal::PassedAlready { passed, moves }
            }
            Fault::Illegal {
                total: 1, illegal, ..
            } => Refusal::Illegal(illegal),
            Fault::Illegal { .. } => Refusal::IllegalAmong(fault),
        }
    }

    /// Whether a human is to decide in this position.
    fn is_decision(&self, position: &Position) -> bool {
        self.seats[position.side()] == Player::Human && !position.legal_moves().is_empty()
    }

    /// Goes back to the last position in which a human had to decide.
    fn undo(&mut self) -> Reply {
        if let Some(Ending::Resigned(side) | Ending::TimeUp(side)) = self.given_up.take() {
            self.forget_thinking();
            let mut events = vec![Event::PlaysOn(side)];
            events.extend(self.look());
            return events.into();
        }
        if self.game.turns().is_empty()
            && let Some(former) = self.former.take()
        {
            return self.bring_back(former).into();
        }
        if self.seats.black == Player::Engine && self.seats.white == Player::Engine {
            return Refusal::NoHuman.into();
        }
        let played = self.game.turns().len();
        let target = (0..played).rev().find(|&plies| {
            self.game
                .position_at(plies)
                .is_some_and(|position| self.is_decision(position))
        });
        let Some(target) = target else {
            return match self.former.take() {
                Some(former) => self.bring_back(former).into(),
                None => Refusal::NothingToTakeBack.into(),
            };
        };
        self.forget_thinking();
        let taken = self.game.turns()[target..].to_vec();
        while self.game.turns().len() > target {
            self.game.undo();
        }
        let mut events = vec![Event::TakenBack(taken)];
        events.extend(self.look());
        events.into()
    }

    fn bring_back(&mut self, former: Former) -> Vec<Event> {
        self.game = former.game;
        self.given_up = former.given_up;
        self.clocks = former.clocks;
        self.forget_thinking();
        let mut events = vec![Event::Told(ENGLISH.play.former_game.to_owned())];
        events.extend(self.look());
        events
    }

    /// Goes forward to the next position in which a human had to decide, or to the end of what was taken back.
    fn redo(&mut self) -> Reply {
        let before = self.game.turns().len();
        while self.game.redo().is_some() && !self.is_decision(self.position()) {}
        let restored = self.game.turns()[before..].to_vec();
        if restored.is_empty() {
            return Refusal::NothingToRestore.into();
        }
        self.forget_thinking();
        let mut events = vec![Event::Restored(restored)];
        events.extend(self.settle());
        events.into()
    }

    /// Takes back one turn of either side, and the passes behind it. Returns whether there was one.
    pub(super) fn step_back(&mut self) -> bool {
        let is_given_up = self.given_up.take().is_some();
        self.forget_thinking();
        let mut is_moved = false;
        while self.game.undo().is_some() {
            is_moved = true;
            if !self.position().must_pass() {
                return true;
            }
        }
        // A game may begin with a pass, which is never shown as a choice.
        while is_moved && self.position().must_pass() && self.game.redo().is_some() {}
        is_given_up || is_moved
    }

    /// Plays one turn again that was taken back, and the passes behind it. Returns whether there was one.
    pub(super) fn step_forward(&mut self) -> bool {
        let is_moved = self.game.redo().is_some();
        while is_moved && self.position().must_pass() && self.game.redo().is_some() {}
        if is_moved {
            self.forget_thinking();
            self.game.pass_if_forced();
        }
        is_moved
    }

    /// The players change sides.
    pub(super) fn swap_seats(&mut self) -> Vec<Event> {
        self.seats = ByColor {
            black: self.seats.white,
            white: self.seats.black,
        };
        vec![Event::Seats(self.seats, self.strength)]
    }

    fn resign(&mut self) -> Reply {
        if let Some(ending) = self.ending() {
            return Refusal::Over(ending).into();
        }
        let side = self.position().side();
        let ending = Ending::Resigned(side);
        self.given_up = Some(ending);
        vec![Event::Over(ending)].into()
    }
}

#[cfg(test)]
mod tests;
