//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod conformance;
pub(crate) mod convert;
pub(crate) mod db;
pub(crate) mod diagram;
pub(crate) mod edax;
pub(crate) mod eval;
pub(crate) mod levels;
pub(crate) mod named_openings;
pub(crate) mod openings;
pub(crate) mod overview;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod solve;
#[cfg(feature = "train")]
pub(crate) mod train;
pub(crate) mod versus;
