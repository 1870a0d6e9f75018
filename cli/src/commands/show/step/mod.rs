//! A game on the full screen, to be stepped through: the games ([`shelf`]), the state that keys change ([`state`]), its
//! picture ([`draw`]), and the loop here.

mod draw;
mod shelf;
mod state;
#[cfg(test)]
mod tests;

use crate::args::ShowArgs;
use crate::commands::play::screen::look::{Glyphs, Look};
use crate::commands::play::screen::terminal::Taken;
use crate::exit::ExitCode;
use crate::games::GameArgs;
use anyhow::Context;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, MouseEventKind};
use shelf::Shelf;
use state::{End, Stepper};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a wish of the system to end the program may wait for a key.
const PATIENCE: Duration = Duration::from_millis(250);

/// Steps through the games until the player leaves.
pub(super) fn run(games: &GameArgs, args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let shelf = Shelf::open(games)?;
    let glyphs = args.ascii.then_some(Glyphs::Ascii);
    let choice = anstream::AutoStream::choice(&io::stdout());
    let look = Look::of_terminal(glyphs, choice, |name| std::env::var(name).ok());
    let mut stepper = Stepper::new(
        shelf,
        (look, args.convention.into()),
        args.at.map_or(0, usize::from),
    );
    let ended = ended()?;
    let mut taken = Taken::new().context("the terminal cannot show the full screen; try --at N")?;
    loop {
        taken.terminal.draw(|frame| draw::draw(frame, &stepper))?;
        // ORDERING: a lone flag; nothing else is published through it.
        while !event::poll(PATIENCE).context("the terminal cannot be read")? {
            if ended.load(Ordering::Relaxed) {
                return Ok(ExitCode::Interrupted);
            }
        }
        match event::read().context("the terminal cannot be read")? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match stepper.press(key) {
                Some(End::Left) => return Ok(ExitCode::Success),
                Some(End::Interrupted) => return Ok(ExitCode::Interrupted),
                None => {}
            },
            Event::Mouse(mouse) => {
                let key = match mouse.kind {
                    MouseEventKind::ScrollDown => KeyCode::Right,
                    MouseEventKind::ScrollUp => KeyCode::Left,
                    _ => continue,
                };
                stepper.press(key.into());
            }
            _ => {}
        }
    }
}

/// A flag that is raised when the system asks the program to end, so that the terminal is left in good order.
fn ended() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
