//! The commands, one file each.

pub(crate) mod overview;
pub(crate) mod play;
pub(crate) mod shell;
pub(crate) mod show;
