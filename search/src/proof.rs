//! Solving: proofs about the end of the game.

use crate::eval::Evaluator;
use crate::hint::Advice;
use crate::limits::Target;
use crate::node::{Draft, Node};
use crate::principal::Window;
use crate::report::{Approach, Question, Scope, Solution, SolveRequest, SolvedMove};
use crate::root::{RootResult, Settled, preparation};
use crate::searcher::{Control, Searcher};
use crate::task::{Purpose, Stopped, Task};
use crate::value::{Eval, Kind, Selectivity};
use std::cmp::Reverse;
use std::time::Instant;
use xsquare_engine::{Bitboard, Board, DiscDiff, Move};

/// What is proved about a score and what is believed, in 1/128 disc, with the line that supports it.
#[derive(Debug, Clone)]
struct Finding {
    lower: i32,
    upper: i32,
    /// The result of the deepest search that ended, proved or not.
    belief: Option<Belief>,
    /// The line of the belief; of the exact score once that is proved.
    line: Vec<Move>,
    /// The line that reaches `lower`, if that is not the exact score.
    support: Vec<Move>,
    complete: bool,
}

/// A score that is not proved.
#[derive(Debug, Clone, Copy)]
struct Belief {
    score: i32,
    kind: Kind,
}

impl Finding {
    const NOTHING: Self = Self {
        lower: Eval::MIN.units(),
        upper: Eval::MAX.units(),
        belief: None,
        line: Vec::new(),
        support: Vec::new(),
        complete: false,
    };

    /// A score that is known without search.
    fn exact(score: DiscDiff) -> Self {
        let units = Eval::from(score).units();
        Self {
            lower: units,
            upper: units,
            complete: true,
            ..Self::NOTHING
        }
    }

    /// The one number to show and what it says. A lower bound counts for more than an upper one: it comes with a move.
    fn verdict(&self) -> (Eval, Kind) {
        let (score, kind) = if self.lower == self.upper {
            (self.lower, Kind::Exact)
        } else if self.lower > Eval::MIN.units() {
            (self.lower, Kind::Lower)
        } else if self.upper < Eval::MAX.units() {
            (self.upper, Kind::Upper)
        } else {
            self.belief
                .map_or((0, Kind::Heuristic), |belief| (belief.score, belief.kind))
        };
        (Eval::from_units(score), kind)
    }

    /// The line behind the [verdict](Self::verdict).
    fn shown_line(&self) -> &[Move] {
        match self.verdict().1 {
            Kind::Lower => &self.support,
            _ => &self.line,
        }
    }

    /// The same seen by the other side, before its forced pass.
    fn before_pass(self) -> Self {
        let through_pass = |line: &[Move]| -> Vec<Move> {
            std::iter::once(Move::Pass)
                .chain(line.iter().copied())
                .collect()
        };
        let line = through_pass(&self.line);
        // What the other side is kept below is what the pass reaches.
        let support = line.clone();
        let belief = self.belief.map(|belief| Belief {
            score: -belief.score,
            ..belief
        });
        Self {
            lower: -self.upper,
            upper: -self.lower,
            belief,
            line,
            support,
            ..self
        }
    }

    /// Takes over what root searches to the end of the game have proved.
    fn note(&mut self, settled: &Settled) {
        if settled.lower > self.lower {
            self.lower = settled.lower;
            self.support = settled.line.moves().to_vec();
        }
        self.upper = self.upper.min(settled.upper);
    }
}

impl Question {
    /// The window that answers the question, `None` for the exact score.
    fn window(self) -> Option<Window> {
        let around =
            |lower: i32, upper: i32| Window::new(lower * Eval::PER_DISC, upper * Eval::PER_DISC);
        match self {
            Self::Score => None,
            Self::WinLossDraw => Some(around(-1, 1)),
            Self::Within { lower, upper } => {
                Some(around(lower.discs(), upper.discs().max(lower.discs() + 1)))
            }
        }
    }

    /// The same question asked by the other side.
    fn flipped(self) -> Self {
        match self {
            Self::Within { lower, upper } => Self::Within {
                lower: -upper,
                upper: -lower,
            },
            other => other,
        }
    }
}

impl<E: Evaluator> Searcher<E> {
    /// Proves what `request` asks about `board`, as far as its limits allow.
    ///
    /// A finished game is answered with its score; a side that must pass with the score after its pass.
    pub fn solve(
        &mut self,
        board: Board,
        request: &SolveRequest,
        control: Control<'_>,
    ) -> Solution {
        self.solve_by(Approach::default(), board, request, control)
    }

    /// [`solve`](Self::solve) in a way of the caller's choice: with what is known already, or with one thread while others
    /// solve other positions with the same searcher, one thread each.
    pub fn solve_by(
        &self,
        approach: Approach<'_>,
        board: Board,
        request: &SolveRequest,
        control: Control<'_>,
    ) -> Solution {
        let start = Instant::now();
        let advice = approach.hint.map(Advice::new).unwrap_or_default();
        if board.is_over() {
            let finding = Finding::exact(board.final_score());
            return Solution {
                time: start.elapsed(),
                ..solution(board, &finding, Vec::new())
            };
        }
        if board.must_pass() {
            let passed = SolveRequest {
                question: request.question.flipped(),
                scope: Scope::Best,
                ..*request
            };
            let advice = advice.after_pass();
            let after = self.solve_moves((board.pass(), &advice), &passed, approach, control);
            let finding = after.whole.before_pass();
            let moves = match request.scope {
                Scope::Best => Vec::new(),
                Scope::AllMoves => vec![solved(Move::Pass, &finding)],
            };
            return Solution {
                nodes: after.nodes,
                time: start.elapsed(),
                ..solution(board, &finding, moves)
            };
        }
        let found = self.solve_moves((board, &advice), request, approach, control);
        let mut moves: Vec<SolvedMove> = found
            .single
            .iter()
            .map(|(turn, finding)| solved(*turn, finding))
            .collect();
        moves.sort_by_key(|solved| (Reverse(solved.kind.is_proved()), Reverse(solved.score)));
        Solution {
            nodes: found.nodes,
            time: start.elapsed(),
            ..solution(board, &found.whole, moves)
        }
    }

    /// Solves a board on which the side to move can move.
    fn solve_moves(
        &self,
        (board, advice): (Board, &Advice),
        request: &SolveRequest,
        approach: Approach<'_>,
        control: Control<'_>,
    ) -> Found {
        let limits = crate::limits::Limits {
            target: Target::Deepest,
            ..request.limits
        };
        let manner = (approach.crew, Purpose::Proof);
        let (mut found, nodes) = self.run_with(manner, &limits, control, |task| {
            task.take(board, advice);
            match request.scope {
                Scope::Best => {
                    let mut finding = Finding::NOTHING;
                    let subject = Subject {
                        board,
                        moves: board.legal_moves(),
                        advice,
                        may_end_early: limits.time.is_some() || limits.nodes.is_some(),
                    };
                    finding.complete = task.prove(subject, request.question, &mut finding).is_ok();
                    Found {
                        whole: finding,
                        single: Vec::new(),
                        nodes: 0,
                    }
                }
                Scope::AllMoves => task.prove_all(board, request.question),
            }
        });
        found.nodes = nodes;
        found
    }
}

/// The findings about a position and its moves.
struct Found {
    whole: Finding,
    single: Vec<(Move, Finding)>,
    nodes: u64,
}

/// What a proof is about and what it begins with.
#[derive(Clone, Copy)]
struct Subject<'a> {
    board: Board,
    /// The moves of which the best is judged.
    moves: Bitboard,
    advice: &'a Advice,
    /// Whether a limit may end the proof: then who wins is worth knowing before the exact score.
    may_end_early: bool,
}

/// From this many empties on a proof takes so long that a limit may well end it.
const MIN_LONG_EMPTIES: u32 = 21;

impl<E: Evaluator> Task<'_, E> {
    /// Answers the question about the best of the subject's moves; what is known on the way is kept in `finding`.
    fn prove(
        &mut self,
        subject: Subject<'_>,
        question: Question,
        finding: &mut Finding,
    ) -> Result<(), Stopped> {
        let Subject { board, moves, .. } = subject;
        let node = &Node::new(board, self.shared.evaluator);
        let empties = board.empty_count();
        let depth = u8::try_from(empties).expect("at most 64");
        let goal = Draft {
            depth,
            selectivity: Selectivity::Exact,
        };
        if let Some(known) = subject.advice.belief(board) {
            finding.belief = Some(Belief {
                score: known.score,
                kind: known.kind,
            });
            finding.line.clone_from(&known.line);
        }
        for draft in preparation(goal, empties) {
            if draft.reaches_end(empties) && subject.advice.passes_over(draft.selectivity) {
                continue;
            }
            let guess = finding.belief.map(|belief| belief.score);
            let result = self.aspire((node, moves), guess, draft, &mut Settled::nothing())?;
            // A search to the end that somebody else has done says more than one that stops before it.
            if !draft.reaches_end(empties) && subject.advice.belief(board).is_some() {
                continue;
            }
            let kind = if draft.reaches_end(empties) {
                Kind::Selective(draft.selectivity)
            } else {
                Kind::Heuristic
            };
            finding.belief = Some(Belief {
                score: result.score,
                kind,
            });
            finding.line = result.line.moves().to_vec();
        }
        let guess = finding.belief.map(|belief| belief.score);
        let guess = subject.advice.guess(guess);
        let mut settled = Settled::nothing();
        let result = self.prove_exactly((node, subject), question, (guess, goal), &mut settled);
        finding.note(&settled);
        let RootResult { line, .. } = result?;
        finding.line = line.moves().to_vec();
        Ok(())
    }

    /// The part of [`prove`](Self::prove) that counts: searches that leave nothing out. What they prove is in `settled`,
    /// also if they are ended.
    fn prove_exactly(
        &mut self,
        (node, subject): (&Node<E::State>, Subject<'_>),
        question: Question,
        (guess, goal): (Option<i32>, Draft),
        settled: &mut Settled,
    ) -> Result<RootResult, Stopped> {
        let what = (node, subject.moves);
        if let Some(window) = question.window() {
            return self.root_window(what, window, goal, settled);
        }
        if let Some(guess) = guess
            && subject.may_end_early
            && subject.board.empty_count() >= MIN_LONG_EMPTIES
        {
            // Who wins is cheaper to prove than by how much, and most of the work serves both.
            let likely = Eval::from_units(guess).nearest_final_score();
            let window = Window::null(match likely.discs().signum() {
                1 => Eval::PER_DISC,
                -1 => -Eval::PER_DISC - 1,
                _ => -1,
            });
            self.root_window(what, window, goal, settled)?;
        }
        let guess = guess.map(|guess| guess.clamp(settled.lower, settled.upper));
        self.aspire(what, guess, goal, settled)
    }

    /// Answers the question about each move on its own, most promising first.
    fn prove_all(&mut self, board: Board, question: Question) -> Found {
        let mut single: Vec<(Move, Finding)> = Vec::new();
        let mut order: Vec<_> = board.legal_moves().into_iter().collect();
        order.sort_by_key(|&square| {
            let child = board.play_flips(square, board.flips(square));
            self.shared.evaluator.evaluate_board(child)
        });
        for square in order {
            let mut finding = Finding::NOTHING;
            let subject = Subject {
                board,
                moves: square.bitboard(),
                advice: &Advice::default(),
                may_end_early: false,
            };
            finding.complete = self.prove(subject, question, &mut finding).is_ok();
            single.push((square.into(), finding));
        }
        let best_lower = single
            .iter()
            .map(|(_, finding)| finding.lower)
            .max()
            .expect("there is a move");
        let upper = single
            .iter()
            .map(|(_, finding)| finding.upper)
            .max()
            .expect("there is a move");
        // Of equals the first, which is also the first of the moves reported as best.
        let worth = |finding: &Finding| (finding.lower, finding.belief.map(|belief| belief.score));
        let line = single
            .iter()
            .rev()
            .max_by_key(|(_, finding)| worth(finding))
            .map(|(_, finding)| finding.shown_line().to_vec())
            .unwrap_or_default();
        let belief = single
            .iter()
            .filter_map(|(_, finding)| finding.belief)
            .max_by_key(|belief| belief.score);
        let complete = single.iter().all(|(_, finding)| finding.complete);
        Found {
            whole: Finding {
                lower: best_lower,
                upper,
                belief,
                support: line.clone(),
                line,
                complete,
            },
            single,
            nodes: 0,
        }
    }
}

/// A root move with its verdict.
fn solved(turn: Move, finding: &Finding) -> SolvedMove {
    let (score, kind) = finding.verdict();
    SolvedMove { turn, score, kind }
}

/// The report of a finding; nodes and time are still to be filled in.
fn solution(board: Board, finding: &Finding, moves: Vec<SolvedMove>) -> Solution {
    let (score, kind) = finding.verdict();
    let disc_diff = |units: i32| Eval::from_units(units).nearest_final_score();
    let best = if moves.is_empty() {
        let is_known = !matches!(kind, Kind::Upper);
        finding
            .shown_line()
            .first()
            .copied()
            .filter(|_| is_known)
            .into_iter()
            .collect()
    } else {
        moves
            .iter()
            // A move with an exact score reaches a bound of the same value as well.
            .filter(|solved| {
                let reaches =
                    solved.kind == kind || (kind == Kind::Lower && solved.kind == Kind::Exact);
                solved.score == score && reaches
            })
            .map(|solved| solved.turn)
            .collect()
    };
    Solution {
        board,
        score,
        kind,
        lower: disc_diff(finding.lower),
        upper: disc_diff(finding.upper),
        best,
        moves,
        pv: finding.shown_line().to_vec(),
        estimate: finding
            .belief
            .map(|belief| (Eval::from_units(belief.score), belief.kind)),
        nodes: 0,
        time: std::time::Duration::ZERO,
        complete: finding.complete,
    }
}
