//! What is reported of a fit, and tables of errors as JSON.

use serde::Serialize;
use std::io::{self, Write};
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

/// What the reports of all fits begin with.
#[derive(Debug, Serialize)]
pub(super) struct Head {
    schema: &'static str,
    checksum: String,
    fitted_on: usize,
    held_out: Vec<Row>,
}

impl Head {
    pub(super) fn new(
        schema: &'static str,
        checksum: u64,
        fitted_on: usize,
        held_out: &ErrorTable,
    ) -> Self {
        Self {
            schema,
            checksum: format!("{checksum:016x}"),
            fitted_on,
            held_out: Row::all(held_out),
        }
    }

    /// Markdown, as for the README of the weights.
    pub(super) fn describe(&self, held_out: &ErrorTable, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Checksum {}", self.checksum)?;
        writeln!(out, "Fitted on {} positions", self.fitted_on)?;
        writeln!(out, "\nGames held out:\n\n{held_out}")
    }
}
