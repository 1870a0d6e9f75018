//! What is known about the positions of a game: the worth of their moves, and what follows from it.

use super::super::loss::Loss;
use std::collections::HashMap;
use xsquare_engine::{Board, Color, Game, Position};
use xsquare_search::{Analysis, Eval, Kind, MoveReport};

/// Analyses of positions.
#[derive(Debug, Clone, Default)]
pub(super) struct Insight {
    known: HashMap<Board, Appraisal>,
}

/// The moves of a position and what they are worth.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Appraisal {
    /// Best first.
    pub(super) moves: Vec<MoveReport>,
    /// How it came about; a better one replaces it.
    pub(super) rank: Rank,
}

/// How an analysis came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A search that goes on or was ended early.
    Unfinished,
    /// A brief search for the graph and for blunders.
    Brief,
    /// A thorough one that was asked for.
    Thorough,
}

/// A score for Black, in 1/128 disc, and what is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) black: i32,
    pub(super) kind: Kind,
    /// Plies searched.
    pub(super) depth: u8,
}

impl Insight {
    /// Learns what an analysis found, unless more is known already.
    pub(super) fn learn(&mut self, analysis: &Analysis, rank: Rank) {
        if analysis.moves.is_empty() {
            return;
        }
        let old = self.known.get(&analysis.board);
        let depth = |moves: &[MoveReport]| moves.first().map_or(0, |report| report.depth);
        let is_news = old.is_none_or(|old| depth(&analysis.moves) >= depth(&old.moves));
        // What is complete stays complete.
        let rank = old.map_or(rank, |old| old.rank.max(rank));
        let moves = match old {
            Some(old) if !is_news => old.moves.clone(),
            _ => analysis.moves.clone(),
        };
        self.known.insert(analysis.board, Appraisal { moves, rank });
    }

    /// What is known of a position.
    pub(super) fn of(&self, position: &Position) -> Option<&Appraisal> {
        self.known.get(&position.board())
    }

    /// Whether a position has been looked at as far as this.
    pub(super) fn has(&self, position: &Position, rank: Rank) -> bool {
        self.of(position).is_some_and(|known| known.rank >= rank)
    }

    /// What the position after so many turns of a game is worth.
    pub(super) fn worth(&self, game: &Game, plies: usize) -> Option<Worth> {
        let position = game.position_at(plies)?;
        let for_black = |score: i32, side: Color| match side {
            Color::Black => score,
            Color::White => -score,
        };
        if position.is_over() {
            let score = Eval::from(position.board().final_score());
            let black = for_black(score.units(), position.side());
            let kind = Kind::Exact;
            return Some(Worth {
                black,
                kind,
                depth: 0,
            });
        }
        if position.must_pass() {
            return self.worth(game, plies + 1);
        }
        let best = self.of(position)?.moves.first()?;
        Some(Worth {
            black: for_black(best.score.units(), position.side()),
            kind: best.kind,
            depth: best.depth,
        })
    }

    /// What the turn with this index lost, as far as is known; `None` also where there was no choice.
    pub(super) fn loss(&self, game: &Game, index: usize) -> Option<Loss> {
        let position = game.position_at(index)?;
        let played = *game.turns().get(index)?;
        Loss::of(&self.of(position)?.moves, played)
    }

    /// The last position of a game that has moves and has not been looked at.
    pub(super) fn unknown<'a>(&self, game: &'a Game) -> Option<&'a Position> {
        (0..=game.turns().len())
            .rev()
            .filter_map(|plies| game.position_at(plies))
            .find(|position| !position.legal_moves().is_empty() && !self.has(position, Rank::Brief))
    }
}
