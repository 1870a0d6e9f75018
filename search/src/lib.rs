//! Thinking about Othello positions.

mod error;
pub mod eval;
mod level;
mod limits;
pub mod plain;
mod report;
mod searcher;
#[cfg(feature = "train")]
pub mod train;
mod value;

pub use error::SearchError;
pub use level::{Level, Plan};
pub use limits::{Depth, Limits, StopFlag, TableSize, Target, Threads};
pub use report::{Analysis, MoveReport, Question, Scope, Solution, SolveRequest, SolvedMove};
pub use searcher::{Config, Control, Searcher};
pub use value::{Eval, Kind, Selectivity};
