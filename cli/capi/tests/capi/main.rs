//! The library as C sees it: its header, and a C program that uses it.
#![expect(
    clippy::unwrap_used,
    reason = "a failed test shall panic, in its helpers as well"
)]

mod header;
mod program;
