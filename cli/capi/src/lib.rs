#![doc = include_str!("../README.md")]

mod boundary;
mod engine;
mod fault;
mod message;
mod types;

pub use boundary::*;
pub use engine::XsquareEngine;
pub use types::*;
