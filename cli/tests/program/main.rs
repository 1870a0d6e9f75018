//! The program as its users meet it: arguments and input on one side, output and exit code on the other.
#![expect(
    clippy::unwrap_used,
    reason = "a failed test shall panic, in its helpers as well"
)]

mod batches;
mod book;
mod clocks;
mod common;
mod cpu;
mod database;
mod diagrams;
mod edax;
mod evaluation;
mod files;
mod games;
mod gtp;
mod hostile;
mod input;
mod interruption;
mod large_book;
mod matches;
mod nboard;
mod quarry;
mod review;
mod rows;
mod screen;
mod session;
mod solving;
#[cfg(feature = "train")]
mod training;
mod transcripts;
