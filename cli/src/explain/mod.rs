//! What a move does, in a player's terms: mobility, corners and the squares beside them, stable discs, parity, wedges.
//!
//! Everything said here is counted on the board before and after the move; nothing is a judgement, and nothing looks
//! ahead. What follows from a move is for a search to say.

mod advice;
mod edges;
mod facts;
mod statement;
#[cfg(test)]
mod tests;

pub(crate) use advice::{Subject, about, list};
pub(crate) use statement::Statement;

use crate::messages::Explain;
use xsquare_engine::{Position, Square};

/// What is said of a move, most important first; nothing if the move is illegal.
fn statements(position: &Position, square: Square) -> Vec<Statement> {
    facts::Facts::of(position, square).map_or_else(Vec::new, |facts| facts.statements())
}

/// The first `count` statements of a move in words.
fn sentences(position: &Position, square: Square, count: usize, texts: &Explain) -> Vec<String> {
    statements(position, square)
        .iter()
        .take(count)
        .map(|statement| statement.text(texts))
        .collect()
}
