//! `play`: a game at the prompt. The rules of the conversation are in [`session`]; here is the loop around it.

mod command;
mod engine;
mod event;
mod files;
mod moves;
mod narrate;
mod options;
mod prompt;
mod reason;
mod record;
mod session;

pub(crate) use options::{Counting, PlayArgs};

use crate::arguments::group;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::output;
use anyhow::bail;
use engine::Engine;
use event::{Event, Refusal};
use prompt::{Input, Prompt};
use record::Record;
use session::{Errand, Session, Turn};
use std::io::Write;
use std::ops::ControlFlow;

/// Plays until the player leaves.
pub(crate) fn run(args: &PlayArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    if settings.format == Format::Json {
        bail!("`play` is a conversation and prints no JSON; `analyse` and `solve` do");
    }
    let record = beginning(args)?;
    settings.tell(&format!("position: {}", record.kind));
    let mut table = Table {
        session: Session::new(
            record.game,
            args.seats(),
            args.strength(),
            args.convention.into(),
        ),
        engine: Engine::new(settings),
        prompt: Prompt::new()?,
    };
    let notes = record.notes.into_iter().map(Event::Noted);
    tell(&notes.collect::<Vec<_>>())?;
    tell(&table.session.begin())?;
    table.play()
}

/// The game that the arguments name.
fn beginning(args: &PlayArgs) -> anyhow::Result<Record> {
    let texts = group(&args.positions);
    match texts.as_slice() {
        [] => Ok(record::read("start", args.side)?),
        [text] if text == "-" => bail!(
            "the position cannot come from standard input, which holds the commands of the game; expected it as an argument"
        ),
        [text] => Ok(record::read(text, args.side)?),
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
}

impl Table<'_> {
    fn play(&mut self) -> anyhow::Result<ExitCode> {
        loop {
            let prompt = match self.session.turn() {
                Turn::Engine(_) => {
                    let limits = self.session.strength().limits();
                    let thought = self.engine.choose(self.session.position(), &limits)?;
                    tell(&self.session.engine_plays(thought))?;
                    continue;
                }
                Turn::Human(side) => format!("{side}> "),
                Turn::Over(_) => "Game over> ".to_owned(),
            };
            match self.prompt.read(&prompt, self.session.legal_moves())? {
                Input::Line(line) => {
                    if self.obey(&line)?.is_break() {
                        return Ok(ExitCode::Success);
                    }
                }
                Input::NotText(error) => tell(&[Event::Refused(Refusal::NotText(error))])?,
                Input::End => {
                    writeln!(output::stdout(), "End of input: goodbye.")?;
                    return Ok(ExitCode::Success);
                }
                Input::Interrupted => return Ok(ExitCode::Interrupted),
            }
        }
    }

    /// Does what a line asks; breaks if it asks for the end.
    fn obey(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        let reply = match command::parse(line) {
            Ok(command) => self.session.obey(command),
            Err(misread) => self.session.misread(misread).into(),
        };
        tell(&reply.events)?;
        match reply.errand {
            None => {}
            Some(Errand::Quit) => return Ok(ControlFlow::Break(())),
            Some(errand) => tell(&self.run_errand(errand))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn run_errand(&mut self, errand: Errand) -> Vec<Event> {
        match errand {
            Errand::Quit => Vec::new(),
            Errand::Hint => {
                let limits = self.session.strength().limits();
                match self.engine.advise(self.session.position(), &limits) {
                    Ok(hint) => vec![Event::Hint(hint)],
                    Err(error) => failed(format!("No hint: {error:#}.")),
                }
            }
            Errand::Save {
                path,
                mode,
                text,
                turns,
            } => match files::write(&path, &text, mode) {
                Ok(()) => vec![Event::Saved(path, turns)],
                Err(sentence) => failed(sentence),
            },
            Errand::Load(path) => match files::read(&path) {
                Ok(text) => match record::read(&text, None) {
                    Ok(record) => self.session.load(record),
                    Err(error) => {
                        let error = format!("{}: {error}", path.display());
                        vec![Event::Refused(Refusal::NoGame(error))]
                    }
                },
                Err(sentence) => failed(sentence),
            },
        }
    }
}

fn failed(sentence: String) -> Vec<Event> {
    vec![Event::Refused(Refusal::Failed(sentence))]
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
