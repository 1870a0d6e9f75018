//! The program as its users meet it: arguments and input on one side, output and exit code on the other.
#![expect(
    clippy::unwrap_used,
    reason = "a failed test shall panic, in its helpers as well"
)]

mod common;
mod cpu;
mod hostile;
mod input;
mod interruption;
mod matches;
mod rows;
mod solving;
mod transcripts;
