//! GTP, the Go text protocol as Othello programs speak it: squares by their Othello names, whatever the protocol says
//! about where rows are counted from.

pub(crate) mod client;
