//! Tables of errors as JSON.

use serde::Serialize;
use xsquare_search::train::{ErrorRow, ErrorTable};

/// The errors at one number of empty squares, in discs.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    empties: u32,
    positions: u32,
    mean_error: f64,
    bias: f64,
    mean_score: f64,
}

impl Row {
    /// All rows of a table.
    pub(super) fn all(table: &ErrorTable) -> Vec<Self> {
        table.rows.iter().map(Self::new).collect()
    }

    fn new(row: &ErrorRow) -> Self {
        Self {
            empties: row.empties,
            positions: row.positions,
            mean_error: row.mean_error,
            bias: row.bias,
            mean_score: row.mean_score,
        }
    }
}
