//! Ctrl-C: the first one asks a running search for what it knows, the second one ends the program at once.

use crate::exit::ExitCode;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xsquare_search::StopFlag;

/// The flag that every search of this process watches.
static STOP: StopFlag = StopFlag::new();
/// Whether Ctrl-C has been pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// Whether somebody watches [`STOP`], so that there is something to wait for.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// What is to be done before a second Ctrl-C ends the program: a screen puts the terminal in order.
static LAST_ACT: Mutex<Option<fn()>> = Mutex::new(None);

/// What ends a search that goes on while nobody waits for it.
static BACKGROUND: Mutex<Option<Arc<StopFlag>>> = Mutex::new(None);

/// While this lives, the first Ctrl-C raises the stop flag instead of ending the program.
#[derive(Debug)]
pub(crate) struct Watch(());

/// Takes over Ctrl-C. To be called once.
///
/// # Errors
/// If the system does not allow it.
pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(pressed).context("cannot take over Ctrl-C")
}

/// From now on, and as long as the result lives, the caller looks at [`stop_flag`] and ends by itself. An earlier
/// Ctrl-C, which ended an earlier search, is forgotten.
pub(crate) fn watch() -> Watch {
    STOP.clear();
    PRESSED.store(false, Ordering::Relaxed);
    // ORDERING: lone flags, here and below; nothing else is published through them.
    WATCHED.store(true, Ordering::Relaxed);
    Watch(())
}

/// Does something that does not look at the flag, such as waiting for input: in the meantime Ctrl-C ends the program.
pub(crate) fn pause_watch<T>(work: impl FnOnce() -> T) -> T {
    let before = WATCHED.swap(false, Ordering::Relaxed);
    let outcome = work();
    WATCHED.store(before, Ordering::Relaxed);
    outcome
}

/// Sets what is done before a Ctrl-C ends the program, or `None` for nothing.
pub(crate) fn set_last_act(act: Option<fn()>) {
    *locked(&LAST_ACT) = act;
}

/// A search with a flag of its own begins in the background: a first Ctrl-C ends that as well. It takes the place of the
/// one before.
pub(crate) fn watch_background(flag: Option<Arc<StopFlag>>) {
    *locked(&BACKGROUND) = flag;
}

/// Ends the search in the background.
pub(crate) fn stop_background() {
    if let Some(flag) = locked(&BACKGROUND).take() {
        flag.stop();
    }
}

/// The same as a first Ctrl-C, where the terminal hands that over as a key.
pub(crate) fn press() {
    PRESSED.store(true, Ordering::Relaxed);
    STOP.stop();
    stop_background();
}

/// The flag that ends a search.
pub(crate) fn stop_flag() -> &'static StopFlag {
    &STOP
}

/// Whether Ctrl-C has been pressed (the stop flag may also be raised for other reasons).
pub(crate) fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Whether Ctrl-C has been pressed since this was asked last, or since [`watch`].
pub(crate) fn take_pressed() -> bool {
    PRESSED.swap(false, Ordering::Relaxed)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.store(false, Ordering::Relaxed);
    }
}

/// Runs on a thread of its own, not in a signal handler, so it may do anything.
fn pressed() {
    let again = PRESSED.swap(true, Ordering::Relaxed);
    if again || !WATCHED.load(Ordering::Relaxed) {
        let act = *locked(&LAST_ACT);
        if let Some(act) = act {
            act();
        }
        #[expect(
            clippy::exit,
            reason = "the user wants out, and no thread is there to return through"
        )]
        std::process::exit(ExitCode::Interrupted.number().into());
    }
    stop_background();
    // Last: the search that this ends may be over, and no longer watched, before the next line would run.
    STOP.stop();
}
