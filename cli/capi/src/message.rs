//! What the last call of each thread has to say, and the fence that no panic leaves.

use crate::fault::Fault;
use crate::types::XsquareStatus;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// The message of this thread's last call; empty if it has nothing to say.
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Keeps a message for the thread that calls. A NUL inside, which C cannot show, becomes a mark.
fn keep(message: &str) {
    let text = CString::new(message.replace('\0', "\u{fffd}")).unwrap_or_default();
    MESSAGE.with_borrow_mut(|kept| *kept = text);
}

/// Where the message of this thread is, until its next call.
pub(crate) fn pointer() -> *const c_char {
    MESSAGE.with_borrow(|kept| kept.as_ptr())
}

/// Runs a call: keeps what it has to say, and takes a panic for a fault of the library.
pub(crate) fn guard(call: impl FnOnce() -> Result<String, Fault>) -> XsquareStatus {
    let outcome = catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| Err(Fault::internal(words(panic.as_ref()))));
    let (status, message) = match outcome {
        Ok(notes) => (XsquareStatus::Ok, notes),
        Err(fault) => (fault.status, fault.message),
    };
    keep(&message);
    status
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "no reason given",
    };
    format!("a fault of the library: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message of this thread.
    fn kept() -> String {
        MESSAGE.with_borrow(|kept| kept.to_str().unwrap().to_owned())
    }

    #[test]
    fn a_panic_ends_at_the_border() {
        let number = 7;
        let status = guard(|| panic!("seven is {number}"));
        assert_eq!(status, XsquareStatus::Internal);
        assert_eq!(kept(), "a fault of the library: seven is 7");
        assert_eq!(guard(|| panic!("plain")), XsquareStatus::Internal);
        assert_eq!(kept(), "a fault of the library: plain");
        // The next call works and has nothing to say.
        assert_eq!(guard(|| Ok(String::new())), XsquareStatus::Ok);
        assert_eq!(kept(), "");
    }

    #[test]
    fn messages_belong_to_threads_and_hold_no_nul() {
        guard(|| Err(Fault::argument("one\0two")));
        assert_eq!(kept(), "one\u{fffd}two");
        std::thread::spawn(|| assert_eq!(kept(), ""))
            .join()
            .unwrap();
    }
}
