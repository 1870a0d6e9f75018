//! Puzzles from a game: positions in which a single move wins.

use super::model::{Outcome, Review, Turn};
use crate::commands::versus::save::moves;
use crate::messages::{ENGLISH, fill, side_name};
use crate::thinking;
use crate::{interrupt, output};
use std::fmt::Write;
use xsquare_engine::notation::Problem;
use xsquare_search::{Kind, Limits, Question, Scope, Solution, SolveRequest, Target, Thinker};

/// The positions before a turn of the game, solved, in which one move wins and every other one does not. Only those are
/// looked at whose score the review knows for certain. Ctrl-C ends it early.
pub(super) fn find(review: &Review, thinker: &mut dyn Thinker) -> Vec<Problem> {
    let mut puzzles = Vec::new();
    // The easy ones first: what they leave in the table helps with the others.
    for turn in review.turns.iter().rev().filter(|turn| is_candidate(turn)) {
        if interrupt::is_pressed() {
            output::note(&ENGLISH.review.puzzles_interrupted);
            break;
        }
        puzzles.extend(puzzle(turn, thinker));
    }
    puzzles.reverse();
    puzzles
}

/// Whether the side to move certainly wins and has a choice.
fn is_candidate(turn: &Turn) -> bool {
    turn.is_choice()
        && turn.verdict.as_ref().is_some_and(|verdict| {
            verdict.best.kind == Kind::Exact && verdict.best.outcome() == Outcome::Win
        })
}

fn puzzle(turn: &Turn, thinker: &mut dyn Thinker) -> Option<Problem> {
    let winning = ask(turn, Question::WinLossDraw, thinker)?;
    let wins = winning
        .moves
        .iter()
        .filter(|solved| solved.score.units() > 0);
    if wins.count() != 1 {
        return None;
    }
    let scores = ask(turn, Question::Score, thinker)?;
    let mut problem = Problem::new(turn.position);
    problem.scores = scores
        .moves
        .iter()
        .map(|solved| (solved.turn, solved.score.nearest_final_score()))
        .collect();
    let ply = turn.ply.to_string();
    let values = [("ply", ply.as_str()), ("side", side_name(turn.side()))];
    problem.label = Some(fill(ENGLISH.review.puzzle_label, &values));
    Some(problem)
}

/// What every move of the position is worth, or nothing if the search was ended.
fn ask(turn: &Turn, question: Question, thinker: &mut dyn Thinker) -> Option<Solution> {
    let request = SolveRequest {
        question,
        scope: Scope::AllMoves,
        limits: Limits::target(Target::Deepest),
    };
    let solution = thinker.solve(turn.position.board(), &request, thinking::quiet());
    solution.complete.then_some(solution)
}

/// An OBF file.
pub(super) fn write(review: &Review, puzzles: &[Problem]) -> String {
    let heading = ENGLISH.review.puzzles_heading;
    let heading = fill(heading, &[("moves", &moves(&review.game))]);
    let mut text = format!("% {heading}\n");
    for puzzle in puzzles {
        let _ = writeln!(text, "{puzzle}");
    }
    text
}

/// `1 puzzle`, `3 puzzles`
pub(super) fn counted(count: usize) -> String {
    let text = ENGLISH.review.puzzles[count.min(2)];
    fill(text, &[("count", &count.to_string())])
}
