//! The root of a search: deepening, aspiration windows, several moves, and what has been proved.

use crate::eval::Evaluator;
use crate::line::Line;
use crate::node::{Draft, Node};
use crate::principal::Window;
use crate::report::MoveReport;
use crate::task::{Stopped, Task};
use crate::value::{Eval, Kind, Selectivity};
use xsquare_engine::{Bitboard, Board, Move};

/// Half the first window of a mid-game iteration, in 1/128 disc.
const MIDGAME_MARGIN: i32 = 3 * Eval::PER_DISC;
/// After this many failures the window is opened fully: searches that leave things out can contradict themselves.
const MAX_FAILURES: u32 = 6;

/// A root search's outcome.
#[derive(Debug, Clone)]
pub(crate) struct RootResult {
    /// In 1/128 disc, from the view of the side to move.
    pub(crate) score: i32,
    /// The expected line, best move first; empty if the score is only an upper bound.
    pub(crate) line: Line,
}

/// What root searches of one draft have settled so far.
#[derive(Debug, Clone)]
pub(crate) struct Settled {
    /// The least score in 1/128 disc.
    pub(crate) lower: i32,
    /// The greatest score in 1/128 disc.
    pub(crate) upper: i32,
    /// The line that reaches `lower`; empty if nothing is known.
    pub(crate) line: Line,
}

impl Settled {
    /// Nothing yet.
    pub(crate) fn nothing() -> Self {
        Self {
            lower: Eval::MIN.units(),
            upper: Eval::MAX.units(),
            line: Line::new(),
        }
    }

    /// The score is at least this, by this line.
    fn raise(&mut self, lower: i32, line: &Line) {
        if lower > self.lower {
            self.lower = lower;
            self.line = line.clone();
        }
    }

    /// The score is at most this.
    fn reduce(&mut self, upper: i32) {
        self.upper = self.upper.min(upper);
    }
}

/// Rounds to the nearest whole even number of discs.
fn nearest_final(score: i32) -> i32 {
    Eval::from(Eval::from_units(score).nearest_final_score()).units()
}

/// The drafts before `goal`, each an iteration: shallow ones first, so that table and move order are warm.
///
/// Searches to the end of the game are prepared by mid-game searches that get no deeper than ten plies from the end.
pub(crate) fn preparation(goal: Draft, empties: u32) -> Vec<Draft> {
    let selectivity = crate::level::MIDGAME_SELECTIVITY;
    let to_the_end = goal.reaches_end(empties);
    let last = if to_the_end {
        empties.saturating_sub(10)
    } else {
        u32::from(goal.depth).saturating_sub(1)
    };
    let last = u8::try_from(last).expect("at most 60");
    // The same parity as the goal: odd and even depths judge differently.
    let parity = if to_the_end { last } else { goal.depth } % 2;
    let mut drafts: Vec<Draft> = (2 - parity..=last)
        .step_by(2)
        .map(|depth| Draft { depth, selectivity })
        .collect();
    if to_the_end {
        if empties < 15 {
            drafts.clear();
        }
        let passes = Selectivity::ALL
            .into_iter()
            .filter(|&step| step < goal.selectivity && ladder(empties, step));
        drafts.extend(passes.map(|selectivity| Draft {
            selectivity,
            ..goal
        }));
    }
    drafts
}

/// Whether a search to the end of the game with so many empties is worth a pass at this confidence before the next.
fn ladder(empties: u32, step: Selectivity) -> bool {
    match step {
        Selectivity::P73 => empties >= 20,
        Selectivity::P87 => empties >= 26,
        Selectivity::P95 => empties >= 23,
        Selectivity::P98 => empties >= 27,
        Selectivity::P99 => empties >= 30,
        Selectivity::Exact => false,
    }
}

impl<E: Evaluator> Task<'_, E> {
    /// The best of `moves` with its exact score for this draft: the window is moved until the score lies inside.
    ///
    /// # Errors
    /// If the search must end; `settled` then holds what is known by then.
    pub(crate) fn aspire(
        &mut self,
        (node, moves): (&Node<E::State>, Bitboard),
        guess: Option<i32>,
        draft: Draft,
        settled: &mut Settled,
    ) -> Result<RootResult, Stopped> {
        let to_the_end = draft.reaches_end(node.board.empty_count());
        let (mut window, mut margin) = match guess {
            None => (Window::FULL, 0),
            Some(guess) if to_the_end => {
                let centre = nearest_final(guess);
                (
                    Window::new(centre - Eval::PER_DISC, centre + Eval::PER_DISC),
                    2 * Eval::PER_DISC,
                )
            }
            Some(guess) => (
                Window::new(guess - MIDGAME_MARGIN, guess + MIDGAME_MARGIN),
                MIDGAME_MARGIN,
            ),
        };
        let mut failures = 0;
        loop {
            let result = self.root_window((node, moves), window, draft, settled)?;
            let score = result.score;
            if window.contains(score) {
                return Ok(result);
            }
            failures += 1;
            // Failing soft: the score itself bounds the next window.
            window = if score <= window.alpha() {
                Window::new(score - margin - Eval::PER_DISC, score + 1)
            } else {
                Window::new(score - 1, score + margin + Eval::PER_DISC)
            };
            margin *= 2;
            if failures >= MAX_FAILURES {
                window = Window::FULL;
            }
        }
    }

    /// One root search of some moves of a board. What it finds out about the score goes into `settled`.
    ///
    /// # Errors
    /// If the search must end; what the moves searched by then say is in `settled` all the same.
    pub(crate) fn root_window(
        &mut self,
        (node, moves): (&Node<E::State>, Bitboard),
        window: Window,
        draft: Draft,
        settled: &mut Settled,
    ) -> Result<RootResult, Stopped> {
        self.enter()?;
        let mut line = Line::new();
        let mut left = window;
        let result = self.principal_moves((node, moves), &mut left, draft, &mut line);
        if left.alpha() > window.alpha() {
            settled.raise(left.alpha(), &line);
        }
        let (score, best) = result?;
        debug_assert!(best.is_none() || line.moves().first() == best.map(Move::Place).as_ref());
        if score > window.alpha() {
            settled.raise(score, &line);
        }
        if score < window.beta() {
            settled.reduce(score);
        }
        Ok(RootResult { score, line })
    }

    /// One iteration: the best `lines` of these moves, each with its own score.
    ///
    /// An iteration that is cut short while it looks for a single move is not in vain: it begins with the best move
    /// `before` it, and a move that it has found better since is the one to play.
    pub(crate) fn iterate(
        &mut self,
        (board, mut moves): (Board, Bitboard),
        lines: usize,
        draft: Draft,
        before: &[MoveReport],
    ) -> Iteration {
        let node = Node::new(board, self.shared.evaluator);
        let mut reports: Vec<MoveReport> = Vec::new();
        while reports.len() < lines && !moves.is_empty() {
            let guess = before.get(reports.len()).map(|report| report.score.units());
            let mut settled = Settled::nothing();
            let Ok(result) = self.aspire((&node, moves), guess, draft, &mut settled) else {
                let better = before.first().filter(|_| lines == 1);
                let better = better.and_then(|before| better_move(before, &settled));
                return Iteration::CutShort(better);
            };
            let report = report(board, &result, draft);
            moves = moves
                - report
                    .turn
                    .square()
                    .expect("root moves are squares")
                    .bitboard();
            reports.push(report);
        }
        reports.sort_by_key(|report| std::cmp::Reverse(report.score));
        Iteration::Complete(reports)
    }
}

/// How an iteration ended.
#[derive(Debug, Clone)]
pub(crate) enum Iteration {
    /// The moves asked for, best first.
    Complete(Vec<MoveReport>),
    /// The search had to end; a move that had been found better than the best before by then, if any.
    CutShort(Option<MoveReport>),
}

/// What an iteration that was cut short says, if it speaks for another move than the iteration before. Its score is a
/// lower bound and no sharper than that iteration was, so it claims no more.
fn better_move(before: &MoveReport, settled: &Settled) -> Option<MoveReport> {
    let turn = *settled.line.moves().first()?;
    (turn != before.turn).then(|| MoveReport {
        turn,
        score: Eval::from_units(settled.lower),
        pv: settled.line.moves().to_vec(),
        ..before.clone()
    })
}

/// What a root search says about its best move.
fn report(board: Board, result: &RootResult, draft: Draft) -> MoveReport {
    let empties = board.empty_count();
    let kind = match draft.selectivity {
        _ if !draft.reaches_end(empties) => Kind::Heuristic,
        Selectivity::Exact => Kind::Exact,
        selectivity => Kind::Selective(selectivity),
    };
    MoveReport {
        turn: result.line.moves()[0],
        score: Eval::from_units(result.score),
        kind,
        depth: draft.depth,
        selectivity: draft.selectivity,
        pv: result.line.moves().to_vec(),
    }
}
