//! How nodes and time grow with the number of empty squares.

use crate::output::json::Milliseconds;
use crate::output::{style, text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// The columns of the plot for each power of ten.
const COLUMNS_PER_DECADE: f64 = 5.0;

/// Sums by number of empty squares.
#[derive(Debug, Default)]
pub(super) struct Scaling(BTreeMap<u32, Sums>);

#[derive(Debug, Default, Clone, Copy)]
struct Sums {
    positions: u32,
    nodes: u64,
    time: Duration,
}

/// The means of the positions with one number of empty squares.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    empties: u32,
    positions: u32,
    mean_nodes: u64,
    mean_time_ms: Milliseconds,
}

impl Scaling {
    /// Adds what a position took.
    pub(super) fn add(&mut self, empties: u32, nodes: u64, time: Duration) {
        let sums = self.0.entry(empties).or_default();
        sums.positions += 1;
        sums.nodes += nodes;
        sums.time += time;
    }

    /// The means, ascending by empty squares.
    pub(super) fn rows(&self) -> Vec<Row> {
        let row = |(&empties, sums): (&u32, &Sums)| Row {
            empties,
            positions: sums.positions,
            mean_nodes: sums.nodes / u64::from(sums.positions),
            mean_time_ms: Milliseconds(sums.time / sums.positions),
        };
        self.0.iter().map(row).collect()
    }

    /// The means as a table, with a bar whose length is the logarithm of the nodes.
    pub(super) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let label = style::LABEL;
        writeln!(
            out,
            "{label}{:>7} {:>9} {:>14} {:>9}  nodes, five columns for each power of ten{label:#}",
            "empties", "positions", "nodes (mean)", "time"
        )?;
        for row in self.rows() {
            writeln!(
                out,
                "{:>7} {:>9} {:>14} {:>9}  {}",
                row.empties,
                row.positions,
                text::count(row.mean_nodes),
                text::time(row.mean_time_ms.0),
                "#".repeat(bar(row.mean_nodes))
            )?;
        }
        Ok(())
    }
}

/// The length of the bar for so many nodes, in columns.
fn bar(nodes: u64) -> usize {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a logarithm of at most 20, times five"
    )]
    let columns = ((nodes.max(1) as f64).log10() * COLUMNS_PER_DECADE).round() as usize;
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_told_by_number_of_empty_squares() {
        let mut scaling = Scaling::default();
        scaling.add(16, 1_000, Duration::from_millis(30));
        scaling.add(14, 100, Duration::from_millis(2));
        scaling.add(16, 3_000, Duration::from_millis(10));
        let rows = scaling.rows();
        let told = rows
            .iter()
            .map(|row| (row.empties, row.positions, row.mean_nodes));
        assert_eq!(told.collect::<Vec<_>>(), [(14, 1, 100), (16, 2, 2_000)]);
        assert_eq!(rows[1].mean_time_ms.0, Duration::from_millis(20));
        let mut out = Vec::new();
        scaling.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let bars: Vec<usize> = text
            .lines()
            .skip(1)
            .map(|line| line.matches('#').count())
            .collect();
        assert_eq!(bars, [10, 17]);
    }
}
