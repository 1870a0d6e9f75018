//! What every row about a position begins with.

use super::json;
use crate::input::Task;
use serde::Serialize;

/// Where in the input a position stands, and what it is.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Head {
    index: usize,
    line: Option<usize>,
    label: Option<String>,
    board: String,
    side: char,
    empties: u32,
}

impl Head {
    pub(crate) fn new(task: &Task) -> Self {
        let position = &task.position;
        Self {
            index: task.place.index,
            line: task.place.line,
            label: task.label.clone(),
            board: json::cells(position),
            side: position.side().symbol(),
            empties: position.board().empty_count(),
        }
    }
}
