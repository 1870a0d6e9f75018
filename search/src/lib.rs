#![doc = include_str!("../README.md")]

pub mod book;
mod children;
mod clock;
mod endgame;
mod error;
pub mod eval;
mod fnv;
mod handicap;
mod hint;
mod level;
mod limits;
mod line;
mod memory;
mod node;
mod parallel;
pub mod plain;
mod ponder;
mod principal;
mod probcut;
mod proof;
mod report;
mod root;
mod searcher;
mod shallow;
mod solver;
mod table;
mod task;
mod thinker;
#[cfg(feature = "train")]
pub mod train;
mod value;
mod verify;
mod workers;

pub use clock::{Clock, Planner, TimeControl, seconds};
pub use error::SearchError;
pub use handicap::{Adaptive, Dial, Erring, Handicap};
pub use level::{Level, Plan};
pub use limits::{Depth, Limits, StopFlag, TableSize, Target, Threads};
pub use line::LINE_CAPACITY;
pub use ponder::{Ponderer, predicted};
pub use probcut::Calibration;
pub use report::{
    Analysis, Approach, Crew, Hint, MoveReport, Question, Scope, Solution, SolveRequest, SolvedMove,
};
pub use searcher::{Config, Control, Searcher};
pub use solver::Solver;
pub use thinker::Thinker;
pub use value::{Eval, Kind, Selectivity};
pub use verify::{Claim, Proof, verify};
