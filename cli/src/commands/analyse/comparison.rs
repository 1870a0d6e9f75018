//! Why a move: what the evaluation counts before and after it.

use crate::output::{style, text};
use std::cmp::Reverse;
use std::fmt;
use xsquare_engine::{Color, Move, Position};
use xsquare_search::Eval;
use xsquare_search::eval::{Classic, Evaluator};

/// Changes from this size on are put into words, in 1/128 disc.
const WORTH_SAYING: i32 = Eval::PER_DISC / 4;
/// A term that changes with every move: it hands over the turn.
const OF_EVERY_MOVE: &str = "tempo";
/// How many changes are put into words.
const SENTENCES: usize = 4;

/// The evaluation before and after a move, term by term, from the view of the side that moves.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) evaluation: &'static str,
    pub(super) side: Color,
    pub(super) turn: Move,
    pub(super) terms: Vec<Term>,
}

/// A term of the evaluation before and after a move.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) before: Count,
    pub(super) after: Count,
}

/// What a term counts, and its contribution in 1/128 disc.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    pub(super) own: i32,
    pub(super) opponent: i32,
    pub(super) units: i32,
}

impl Term {
    fn change(&self) -> i32 {
        self.after.units - self.before.units
    }

    /// Whether there is anything to see: terms without a count before and after are left out of the table.
    fn is_present(&self) -> bool {
        let Self { before, after, .. } = self;
        [before.own, before.opponent, after.own, after.opponent] != [0; 4]
    }
}

impl Comparison {
    /// The comparison for a legal move; `None` if it ends the game, so that there is nothing left to estimate.
    pub(super) fn new(classic: &Classic, position: &Position, turn: Move) -> Option<Self> {
        let next = position.try_play(turn)?;
        if next.is_over() {
            return None;
        }
        let before = classic.explain(position.board());
        let after = classic.explain(next.board());
        let terms = before
            .terms
            .iter()
            .zip(&after.terms)
            .map(|(before, after)| Term {
                name: before.name,
                description: before.description,
                before: Count {
                    own: before.own,
                    opponent: before.opponent,
                    units: before.value,
                },
                // Seen by the other side, whose turn it is then.
                after: Count {
                    own: after.opponent,
                    opponent: after.own,
                    units: -after.value,
                },
            })
            .collect();
        Some(Self {
            evaluation: classic.name(),
            side: position.side(),
            turn,
            terms,
        })
    }

    /// The greatest changes, those that speak for the move first.
    fn telling(&self) -> Vec<&Term> {
        let mut terms: Vec<&Term> = self
            .terms
            .iter()
            .filter(|term| term.change().abs() >= WORTH_SAYING && term.name != OF_EVERY_MOVE)
            .collect();
        terms.sort_by_key(|term| Reverse(term.change().abs()));
        terms.truncate(SENTENCES);
        terms.sort_by_key(|term| Reverse(term.change()));
        terms
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = style::LABEL;
        let (own, opponent) = (self.side, !self.side);
        writeln!(
            f,
            "{label}{:<24} {:>22}   {:>22}\n{:<24} {own:>7}{opponent:>7}{:>8}   {own:>7}{opponent:>7}{:>8}{:>9}{label:#}",
            "",
            "now",
            format!("after {}", self.turn),
            format!("{} evaluation", self.evaluation),
            "discs",
            "discs",
            "change"
        )?;
        for term in self.terms.iter().filter(|term| term.is_present()) {
            let (before, after) = (term.before, term.after);
            writeln!(
                f,
                "{:<24} {:>7}{:>7}{:>8}   {:>7}{:>7}{:>8}{:>9}",
                term.name,
                before.own,
                before.opponent,
                text::units(before.units),
                after.own,
                after.opponent,
                text::units(after.units),
                text::units(term.change())
            )?;
        }
        let sum = |of: fn(&Term) -> i32| text::units(self.terms.iter().map(of).sum());
        writeln!(
            f,
            "{:<24} {:>22}   {:>22}{:>9}",
            "together",
            sum(|term| term.before.units),
            sum(|term| term.after.units),
            sum(Term::change)
        )
    }
}

/// A table of the terms, and the greatest changes in words.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strong = style::STRONG;
        writeln!(
            f,
            "{strong}What {} changes{strong:#}, in the eyes of the {} evaluation (for {}, without looking ahead)\n",
            self.turn, self.evaluation, self.side
        )?;
        self.write_table(f)?;
        let telling = self.telling();
        if telling.is_empty() {
            return writeln!(
                f,
                "\nNo single term changes much: the move is worth what follows it."
            );
        }
        writeln!(f)?;
        for term in telling {
            let verb = if term.change() > 0 { "gains" } else { "costs" };
            let discs = text::units(term.change().abs());
            writeln!(
                f,
                "{} {verb} {} by {}: {} {} to {}, {} {} to {}. {}",
                self.turn,
                discs.trim_start_matches('+'),
                term.name,
                self.side,
                term.before.own,
                term.after.own,
                !self.side,
                term.before.opponent,
                term.after.opponent,
                term.description
            )?;
        }
        Ok(())
    }
}
