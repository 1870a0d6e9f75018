//! `play`: a game at the prompt. The rules of the conversation are in [`session`]; here is the loop around it.

#[cfg(test)]
mod bench;
mod clocks;
mod command;
mod engine;
mod errands;
mod event;
mod files;
mod lessons;
mod loss;
mod moves;
mod narrate;
mod opening;
mod options;
mod picture;
pub(crate) mod prompt;
pub(crate) mod record;
pub(crate) mod screen;
mod session;
mod teach;
mod words;

pub(crate) use moves::play_on;
pub(crate) use options::{Counting, PlayArgs, Strength};

use crate::arguments::group;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::messages::{ENGLISH, fill, side_name};
use crate::opening_book::{BookChoice, Repertoire};
use crate::output;
use anyhow::bail;
use command::Command;
use engine::{Audience, Engine, Signs};
use event::{Event, Refusal};
use lessons::Lessons;
use loss::{Loss, brief};
use prompt::{Input, Prompt};
use record::Record;
use session::{Errand, Session, Turn};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Instant;
use xsquare_engine::Move;

/// Plays until the player leaves.
pub(crate) fn run(args: &PlayArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    if settings.format == Format::Json {
        bail!("`play` is a conversation and prints no JSON; `analyse` and `solve` do");
    }
    args.check()?;
    let record = beginning(args)?;
    settings.tell(&format!("position: {}", record.kind));
    let repertoire = Repertoire::new(&args.opening_book, &BookChoice::Shipped)?;
    if !args.plain && io::stdin().is_terminal() && io::stdout().is_terminal() {
        match screen::fits() {
            Ok(()) => return screen::run(record, args, (settings, repertoire)),
            Err(reason) => output::note(&reason),
        }
    }
    let mut table = Table {
        session: Session::new(
            record.game,
            args.seats(),
            args.strength(),
            args.convention.into(),
        ),
        engine: Engine::new(
            settings,
            repertoire,
            args.strength().handicap,
            Audience::Line(if args.plain {
                Signs::Hidden
            } else {
                Signs::Shown
            }),
        ),
        prompt: Prompt::new()?,
        lessons: None,
        ponders: args.ponder,
        is_armed: false,
    };
    if args.first_game {
        table.lessons = Some(Lessons::new(&ENGLISH.lessons, table.session.game()));
    }
    let notes = record.notes.into_iter().map(Event::Noted);
    tell(&notes.collect::<Vec<_>>())?;
    let events = table.session.begin();
    table.tell(events)?;
    table.play()
}

/// The game that the arguments name.
fn beginning(args: &PlayArgs) -> anyhow::Result<Record> {
    if let Some(name) = &args.opening {
        return opening::begin(name);
    }
    let texts = group(&args.positions);
    match texts.as_slice() {
        [] => Ok(record::read("start", args.side)?),
        [text] if text == "-" => bail!(
            "the position cannot come from standard input, which holds the commands of the game; expected it as an argument"
        ),
        [text] => record::read(text, args.side).map_err(|error| {
            crate::input::fault_of_name(text).map_or_else(|| error.into(), anyhow::Error::msg)
        }),
        _ => bail!(
            "more than one position given; expected one (quote a position that has blanks in it)"
        ),
    }
}

/// The session with all that it needs.
struct Table<'a> {
    session: Session,
    engine: Engine<'a>,
    prompt: Prompt,
    lessons: Option<Lessons>,
    /// Whether the engine thinks during the moves of humans.
    ponders: bool,
    /// Whether Ctrl-C was pressed, and nothing typed since.
    is_armed: bool,
}

impl Table<'_> {
    fn play(&mut self) -> anyhow::Result<ExitCode> {
        loop {
            let prompt = match self.session.turn() {
                Turn::Engine(_) => {
                    let events = self.move_of_engine()?;
                    self.tell(events)?;
                    if interrupt::take_pressed() && self.arm().is_break() {
                        return Ok(ExitCode::Interrupted);
                    }
                    continue;
                }
                Turn::Human(side) => fill(ENGLISH.play.prompt, &[("side", side_name(side))]),
                Turn::Over(_) => ENGLISH.play.prompt_over.to_owned(),
            };
            let watch = self.is_to_ponder().then(interrupt::watch);
            if watch.is_some() {
                let target = self.session.strength().aim();
                self.engine.ponder(self.session.position(), target)?;
            }
            let is_pondering = self.engine.is_pondering();
            let start = Instant::now();
            let input = self.prompt.read(&prompt, self.session.legal_moves())?;
            let time = start.elapsed();
            drop(watch);
            self.engine.stop_pondering();
            tell(&self.session.let_pass(time))?;
            match input {
                Input::Line(line) => {
                    self.is_armed = false;
                    interrupt::take_pressed();
                    if self.obey(&line)?.is_break() {
                        return Ok(ExitCode::Success);
                    }
                    self.is_armed = interrupt::take_pressed();
                }
                Input::NotText(error) => tell(&[Event::Refused(Refusal::NotText(error))])?,
                Input::End => {
                    writeln!(output::stdout(), "{}", ENGLISH.play.end_of_input)?;
                    return Ok(ExitCode::Success);
                }
                Input::Interrupted if self.arm().is_break() => return Ok(ExitCode::Interrupted),
                Input::Interrupted => tell(&[Event::Told(
                    if is_pondering {
                        ENGLISH.screen.stopped
                    } else {
                        ENGLISH.screen.interrupt
                    }
                    .to_owned(),
                )])?,
            }
        }
    }

    /// Ctrl-C was pressed; the second time in a row it breaks.
    fn arm(&mut self) -> ControlFlow<()> {
        if std::mem::replace(&mut self.is_armed, true) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Says what happened in the game, with a lesson if they are given.
    fn tell(&mut self, events: Vec<Event>) -> anyhow::Result<()> {
        match &mut self.lessons {
            Some(lessons) => tell(&lessons.join(self.session.game(), events)),
            None => tell(&events),
        }
    }

    /// Lets the engine move, by its clock if there is one.
    fn move_of_engine(&mut self) -> anyhow::Result<Vec<Event>> {
        self.engine.prepare()?;
        let start = Instant::now();
        let (position, strength) = (self.session.position(), self.session.strength());
        let limits = match self.session.clock() {
            Some(clock) => self.engine.plan(&clock, position, strength.aim()),
            None => strength.limits(),
        };
        let game = self.session.game();
        let thought = self.engine.choose(game, &limits, strength.handicap())?;
        let too_late = self.session.let_pass(start.elapsed());
        Ok(if too_late.is_empty() {
            self.session.engine_plays(thought)
        } else {
            too_late
        })
    }

    /// Whether the engine should think while a human is to move.
    fn is_to_ponder(&self) -> bool {
        self.ponders && !self.is_armed && self.session.is_opponent_engine()
    }

    /// Does what a line asks; breaks if it asks for the end.
    fn obey(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        let before = self.session.game().turns().len();
        let reply = match command::parse(line) {
            Ok(command) => {
                let is_move = matches!(command, Command::Moves(_));
                let mut reply = self.session.obey(command);
                if is_move && let Some(text) = self.blunder(before)? {
                    // Before the board, which ends with whose turn it is.
                    reply.events.insert(0, Event::Told(text));
                }
                reply
            }
            Err(misread) => self.session.misread(misread).into(),
        };
        self.tell(reply.events)?;
        match reply.errand {
            None => {}
            Some(Errand::Quit) => return Ok(ControlFlow::Break(())),
            Some(errand) => tell(&self.run_errand(errand))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What is said of the move that was typed after so many turns, if it was a single one and bad.
    fn blunder(&mut self, before: usize) -> anyhow::Result<Option<String>> {
        let game = self.session.game();
        let (Some(&[played, ref rest @ ..]), Some(&position)) =
            (game.turns().get(before..), game.position_at(before))
        else {
            return Ok(None);
        };
        let is_one = rest.iter().all(|turn| *turn == Move::Pass);
        if !is_one || position.legal_moves().len() < 2 {
            return Ok(None);
        }
        let analysis = self.engine.appraise(&position, &brief())?;
        if !analysis.complete {
            // Ctrl-C ended it before anything was sure.
            return Ok(None);
        }
        let loss = Loss::of(&analysis.moves, played).filter(Loss::is_blunder);
        Ok(loss.map(|loss| loss.fill(ENGLISH.play.blunder)))
    }

    fn run_errand(&mut self, errand: Errand) -> Vec<Event> {
        match errand {
            Errand::Quit => Vec::new(),
            Errand::Save { .. } | Errand::Load(_) => errands::with_files(&mut self.session, errand),
            Errand::Hint | Errand::Why(_) | Errand::Review(_) => {
                let limits = self.session.strength().advice();
                let game = (self.session.game(), self.session.standing());
                errands::with_engine(&mut self.engine, game, &limits, &errand)
            }
        }
    }
}

/// Says what happened.
fn tell(events: &[Event]) -> anyhow::Result<()> {
    let mut out = output::stdout();
    for event in events {
        write!(out, "{}", narrate::narrate(event))?;
    }
    out.flush()?;
    Ok(())
}
