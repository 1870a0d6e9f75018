//! Solving: proofs about the end of the game.

use crate::eval::Evaluator;
use crate::limits::Target;
use crate::node::{Draft, Node};
use crate::principal::Window;
use crate::report::{Question, Scope, Solution, SolveRequest, SolvedMove};
use crate::root::{RootResult, preparation};
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
    line: Vec<Move>,
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

    /// The same seen by the other side, before its forced pass.
    fn before_pass(self) -> Self {
        let line = std::iter::once(Move::Pass).chain(self.line).collect();
        let belief = self.belief.map(|belief| Belief {
            score: -belief.score,
            ..belief
        });
        Self {
            lower: -self.upper,
            upper: -self.lower,
            belief,
            line,
            ..self
        }
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
        let start = Instant::now();
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
            let after = self.solve_moves(board.pass(), &passed, control);
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
        let found = self.solve_moves(board, request, control);
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
    fn solve_moves(&self, board: Board, request: &SolveRequest, control: Control<'_>) -> Found {
        let limits = crate::limits::Limits {
            target: Target::Deepest,
            ..request.limits
        };
        let (mut found, nodes) = self.run(Purpose::Proof, &limits, control, |task| {
            match request.scope {
                Scope::Best => {
                    let mut finding = Finding::NOTHING;
                    finding.complete = task
                        .prove((board, board.legal_moves()), request.question, &mut finding)
                        .is_ok();
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

impl<E: Evaluator> Task<'_, E> {
    /// Answers the question about the best of `moves`; what is known on the way is kept in `finding`.
    fn prove(
        &mut self,
        (board, moves): (Board, Bitboard),
        question: Question,
        finding: &mut Finding,
    ) -> Result<(), Stopped> {
        let node = &Node::new(board, self.shared.evaluator);
        let empties = board.empty_count();
        let depth = u8::try_from(empties).expect("at most 64");
        let goal = Draft {
            depth,
            selectivity: Selectivity::Exact,
        };
        for draft in preparation(goal, empties) {
            let guess = finding.belief.map(|belief| belief.score);
            let mut bounds = (finding.lower, finding.upper);
            let result = self.aspire((node, moves), guess, draft, &mut bounds)?;
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
        let result = match question.window() {
            None => {
                let guess = finding.belief.map(|belief| belief.score);
                let mut bounds = (finding.lower, finding.upper);
                let result = self.aspire((node, moves), guess, goal, &mut bounds);
                (finding.lower, finding.upper) = bounds;
                result?
            }
            Some(window) => {
                let result = self.root_window((node, moves), window, goal)?;
                if result.score > window.alpha() {
                    finding.lower = result.score;
                }
                if result.score < window.beta() {
                    finding.upper = result.score;
                }
                result
            }
        };
        let RootResult { line, .. } = result;
        finding.line = line.moves().to_vec();
        Ok(())
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
            finding.complete = self
                .prove((board, square.bitboard()), question, &mut finding)
                .is_ok();
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
            .map(|(_, finding)| finding.line.clone())
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
            .line
            .first()
            .copied()
            .filter(|_| is_known)
            .into_iter()
            .collect()
    } else {
        moves
            .iter()
            .filter(|solved| solved.score == score && solved.kind == kind)
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
        pv: finding.line.clone(),
        nodes: 0,
        time: std::time::Duration::ZERO,
        complete: finding.complete,
    }
}
