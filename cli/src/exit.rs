//! How the program ends: its exit codes, and what happens when it breaks.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit codes, as fixed in the command line's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// Done.
    Success,
    /// Done, with a negative answer: a score differs from the expected one, or lines of a batch failed.
    Negative,
    /// The request or its input could not be understood or met; nothing was done.
    Usage,
    /// The program broke.
    Internal,
    /// Ctrl-C; what was known has been printed.
    Interrupted,
}

impl ExitCode {
    /// The number that the shell sees.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Negative => 1,
            Self::Usage => 2,
            Self::Internal => 3,
            Self::Interrupted => 130,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.number())
    }
}

/// Runs the program; a panic in it becomes one line of apology and [`ExitCode::Internal`].
pub(crate) fn guarded(program: impl FnOnce() -> ExitCode) -> ExitCode {
    panic::set_hook(Box::new(apologise));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(ExitCode::Internal)
}

/// Whether the apology has been made: a panic that reaches several threads is one fault.
static APOLOGISED: AtomicBool = AtomicBool::new(false);

fn apologise(panic: &PanicHookInfo<'_>) {
    // ORDERING: a lone flag; nothing else is published through it.
    if APOLOGISED.swap(true, Ordering::Relaxed) {
        return;
    }
    let place = panic.location().map(ToString::to_string);
    crate::output::complain(&apology(panic.payload(), place.as_deref()));
}

/// The line of apology for a panic with this payload at this place in the source.
fn apology(payload: &(dyn Any + Send), place: Option<&str>) -> String {
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
        .replace('\n', " ");
    let place = place.unwrap_or("an unknown place");
    format!(
        "sorry, this is a fault in xsquare {}: {what} ({place}); please report it with the command you gave",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_contract() {
        let numbers = [
            ExitCode::Success,
            ExitCode::Negative,
            ExitCode::Usage,
            ExitCode::Internal,
            ExitCode::Interrupted,
        ]
        .map(ExitCode::number);
        assert_eq!(numbers, [0, 1, 2, 3, 130]);
    }

    #[test]
    fn a_panic_becomes_an_internal_error() {
        assert_eq!(
            guarded(|| panic!("on purpose, by a test")),
            ExitCode::Internal
        );
        assert_eq!(guarded(|| ExitCode::Negative), ExitCode::Negative);
        let _ = panic::take_hook();
    }

    #[test]
    fn the_apology_is_one_line_that_says_what_and_where() {
        let payload: Box<dyn Any + Send> = Box::new("left is 1\nright is 2");
        let text = apology(&*payload, Some("cli/src/run.rs:1:2"));
        assert!(!text.contains('\n'));
        assert!(
            text.contains("left is 1 right is 2 (cli/src/run.rs:1:2)"),
            "{text}"
        );
        let payload: Box<dyn Any + Send> = Box::new(5_u8);
        assert!(apology(&*payload, None).contains("no message (an unknown place)"));
    }
}
