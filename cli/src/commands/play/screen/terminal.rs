//! The terminal while the screen is in use: taken over as a whole, and put in order again whatever happens.

use crate::interrupt;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken over as long as this lives.
pub(crate) struct Taken {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Taken {
    /// Takes the terminal over. A panic anywhere, and a second Ctrl-C from outside, put it in order before they are told.
    ///
    /// # Errors
    /// If the terminal cannot do what is needed.
    pub(crate) fn new() -> io::Result<Self> {
        enable_raw_mode()?;
        // ORDERING: lone flags, here and below; nothing else is published through them.
        TAKEN.store(true, Ordering::Relaxed);
        interrupt::set_last_act(Some(restore));
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
        let terminal = enter().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }
}

impl Taken {
    /// Stops the program, with the terminal in order, until the shell goes on with it. A system without that, or a
    /// program that no shell has started, goes on at once.
    ///
    /// # Errors
    /// If the terminal cannot be taken over again.
    pub(super) fn suspend() -> io::Result<()> {
        restore();
        #[cfg(unix)]
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        Self::take_again()
    }

    /// Takes the terminal over after others have used it, whatever they left it like.
    ///
    /// # Errors
    /// If the terminal cannot do what is needed.
    pub(super) fn take_again() -> io::Result<()> {
        // What is on already would not be switched on again.
        disable_raw_mode()?;
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::Relaxed);
        enter()
    }
}

/// The screen, the mouse and pasted texts are the program's.
fn enter() -> io::Result<()> {
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
        interrupt::set_last_act(None);
    }
}

/// Gives the terminal back as it was, once. Nobody is there to tell if that fails.
fn restore() {
    if TAKEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(
            io::stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}
