//! The ways of Edax: its options, its tables and its prompt, which scripts and graphical programs are written against.
//!
//! Source: what Edax prints, and its manual; nothing is taken from its code.

pub(crate) mod options;
mod picture;
pub(crate) mod prompt;
pub(crate) mod solve;
mod table;
