//! The search and the solver as their users see them.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod analysis;
mod book;
mod common;
mod evaluation;
mod ffo;
mod hints;
mod limits;
mod oracle;
mod ponder;
mod proofs;
mod solver;
mod verification;
