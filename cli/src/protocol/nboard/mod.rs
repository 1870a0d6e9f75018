//! The protocol of NBoard, versions 1 and 2.

pub(crate) mod client;
