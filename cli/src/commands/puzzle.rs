//! `puzzle`: problems to solve at the prompt, such as those that `review --puzzles` finds in a game.

use crate::args::PositionArgs;
use crate::batch::Batch;
use crate::commands::play::prompt::{Input, Prompt};
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::{Task, name_of};
use crate::interrupt;
use crate::messages::{ENGLISH, Puzzle as Texts, fill, side_name};
use crate::output::board::{self, Marks};
use crate::output::{self, style, text};
use crate::thinking;
use anyhow::bail;
use clap::Args;
use std::cmp::Reverse;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use xsquare_engine::{Board, DiscDiff, Move, Position, Quadrant, Square};
use xsquare_search::{Kind, Limits, Question, Scope, Solution, SolveRequest, Target, Thinker};

/// What can be typed besides moves.
const WORDS: &[&str] = &["help", "hint", "quit", "show", "skip", "solution"];
/// The texts in use.
const TEXTS: &Texts = &ENGLISH.puzzle;
/// How long the answer to a move is looked for: an endgame takes less.
const PATIENCE: Duration = Duration::from_secs(3);
/// How many moves of an answer are shown.
const LINE_LENGTH: usize = 8;

/// Solve problems: find the move that wins, or the best one.
///
/// The problems are positions, one a line, as in OBF files; `xsquare review GAME --puzzles FILE` writes some from a game
/// of yours. Scores that the file does not tell are searched for.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare puzzle puzzles.obf")]
pub(crate) struct PuzzleArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Puts one problem after the other.
pub(crate) fn run(args: &PuzzleArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    if settings.format == Format::Json {
        bail!("`puzzle` is a conversation and prints no JSON; `solve` does");
    }
    if args.file.as_os_str() == "-" {
        bail!(
            "the problems cannot come from standard input, which holds the answers; expected a file"
        );
    }
    let input = PositionArgs {
        positions: Vec::new(),
        file: vec![args.file.clone()],
        side: None,
    };
    let mut batch = Batch::new(&input, settings)?;
    let mut table = Table {
        settings,
        thinker: None,
        prompt: Prompt::with_words(WORDS)?,
        tally: Tally::default(),
    };
    let mut is_begun = false;
    while let Some(task) = batch.next_task()? {
        if !std::mem::replace(&mut is_begun, true) {
            let start = fill(TEXTS.start, &[("file", &name_of(&args.file))]);
            writeln!(output::stdout(), "{start}\n{}", TEXTS.help)?;
        }
        if let Some(end) = table.put(&task)? {
            table.tally.tell()?;
            return Ok(end);
        }
    }
    if is_begun {
        table.tally.tell()?;
    } else {
        writeln!(output::stdout(), "{}", TEXTS.none)?;
    }
    batch.finish()
}

/// How the problems went.
#[derive(Debug, Default)]
struct Tally {
    at_once: u32,
    later: u32,
    not: u32,
}

impl Tally {
    fn tell(&self) -> anyhow::Result<()> {
        let total = self.at_once + self.later + self.not;
        let number = |number: u32| number.to_string();
        let text = fill(
            TEXTS.tally,
            &[
                ("at_once", &number(self.at_once)),
                ("total", &number(total)),
                ("later", &number(self.later)),
                ("not", &number(self.not)),
            ],
        );
        writeln!(output::stdout(), "{text}")?;
        Ok(())
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The only winning move.
    Win,
    /// The only move that does not lose.
    Draw,
    /// A move with the best score.
    Best,
}

/// A problem with all its answers.
#[derive(Debug)]
struct Problem {
    position: Position,
    /// Every legal move and its score for the side to move, best first.
    scores: Vec<(Square, DiscDiff)>,
    goal: Goal,
}

impl Problem {
    fn new(position: Position, mut scores: Vec<(Square, DiscDiff)>) -> Self {
        scores.sort_by_key(|&(_, score)| Reverse(score));
        let at_least = |least: i32| {
            let good = scores.iter().filter(|(_, score)| score.discs() >= least);
            good.count()
        };
        let goal = match (at_least(1), at_least(0)) {
            (1, _) => Goal::Win,
            (0, 1) => Goal::Draw,
            _ => Goal::Best,
        };
        Self {
            position,
            scores,
            goal,
        }
    }

    fn best(&self) -> Option<(Square, DiscDiff)> {
        self.scores.first().copied()
    }

    fn score(&self, square: Square) -> Option<DiscDiff> {
        let found = self.scores.iter().find(|(listed, _)| *listed == square);
        found.map(|&(_, score)| score)
    }

    /// Whether a move does what is asked for: only the best moves do, or the only one that keeps the result.
    fn is_solved_by(&self, square: Square) -> bool {
        self.score(square) == self.best().map(|(_, score)| score)
    }

    fn task(&self) -> String {
        let text = match self.goal {
            Goal::Win => TEXTS.win,
            Goal::Draw => TEXTS.draw,
            Goal::Best => TEXTS.best,
        };
        fill(text, &[("side", side_name(self.position.side()))])
    }
}

/// How a conversation about a problem ended.
enum End {
    /// Solved at this try, from 1.
    Solved(u32),
    /// Given up.
    Skipped,
    /// The user wants to leave.
    Left(ExitCode),
}

struct Table<'a> {
    settings: &'a Settings,
    thinker: Option<Box<dyn Thinker>>,
    prompt: Prompt,
    tally: Tally,
}

impl Table<'_> {
    /// Puts a problem and counts how it went; the exit code if the user leaves.
    fn put(&mut self, task: &Task) -> anyhow::Result<Option<ExitCode>> {
        let strong = style::STRONG;
        let mut out = output::stdout();
        writeln!(out, "\n{strong}{}{strong:#}", task.name())?;
        if task.position.legal_moves().len() < 2 {
            writeln!(out, "{}", TEXTS.no_choice)?;
            return Ok(None);
        }
        drop(out);
        let Some(problem) = self.problem(task)? else {
            writeln!(output::stdout(), "{}", TEXTS.interrupted)?;
            return Ok(None);
        };
        look(&problem)?;
        match self.converse(&problem)? {
            End::Solved(1) => self.tally.at_once += 1,
            End::Solved(_) => self.tally.later += 1,
            End::Skipped => self.tally.not += 1,
            End::Left(code) => return Ok(Some(code)),
        }
        Ok(None)
    }

    /// The problem with the scores of its file, or with those that a search finds.
    fn problem(&mut self, task: &Task) -> anyhow::Result<Option<Problem>> {
        let position = task.position;
        let listed = position.legal_moves().into_iter().filter_map(|square| {
            let score = task.expected_of(square.into())?;
            Some((square, score))
        });
        let listed: Vec<_> = listed.collect();
        if listed.len() == position.legal_moves().len() as usize {
            return Ok(Some(Problem::new(position, listed)));
        }
        let limits = Limits::target(Target::Deepest);
        let solution = self.solve(position.board(), Scope::AllMoves, limits)?;
        if !solution.complete {
            return Ok(None);
        }
        let scores = solution.moves.iter().filter_map(|solved| {
            let score = solved.score.nearest_final_score();
            Some((solved.turn.square()?, score))
        });
        Ok(Some(Problem::new(position, scores.collect())))
    }

    fn solve(&mut self, board: Board, scope: Scope, limits: Limits) -> anyhow::Result<Solution> {
        let thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => thinking::thinker(self.settings)?,
        };
        let thinker = self.thinker.insert(thinker);
        let request = SolveRequest {
            question: Question::Score,
            scope,
            limits,
        };
        let _watch = interrupt::watch();
        Ok(thinker.solve(board, &request, thinking::quiet()))
    }

    fn converse(&mut self, problem: &Problem) -> anyhow::Result<End> {
        let prompt = format!("{}> ", problem.position.side());
        let (mut tries, mut hints) = (0, 0);
        loop {
            let line = match self.prompt.read(&prompt, problem.position.legal_moves())? {
                Input::Line(line) => line,
                Input::NotText(error) => {
                    writeln!(output::stdout(), "{error}.")?;
                    continue;
                }
                Input::End => return Ok(End::Left(ExitCode::Success)),
                Input::Interrupted => return Ok(End::Left(ExitCode::Interrupted)),
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "quit" | "exit" => return Ok(End::Left(ExitCode::Success)),
                "skip" => return Ok(End::Skipped),
                "help" | "?" => writeln!(output::stdout(), "{}", TEXTS.help)?,
                "show" => look(problem)?,
                "hint" => {
                    hints += 1;
                    writeln!(output::stdout(), "{}", hint(problem, hints))?;
                }
                "solution" => {
                    if let Some((square, _)) = problem.best() {
                        let verdict = self.verdict(problem, square)?;
                        writeln!(output::stdout(), "{verdict}")?;
                    }
                    return Ok(End::Skipped);
                }
                word => {
                    if self.answer(problem, word)? {
                        return Ok(End::Solved(tries + 1));
                    }
                    tries += u32::from(is_legal(problem, word));
                }
            }
        }
    }

    /// Judges a move; tells whether it solves the problem.
    fn answer(&mut self, problem: &Problem, word: &str) -> anyhow::Result<bool> {
        let Ok(turn) = word.parse::<Move>() else {
            let legal = text::squares(problem.position.legal_moves());
            let text = fill(
                TEXTS.unknown,
                &[
                    ("word", &format!("{word:?}")),
                    ("words", &WORDS.join(", ")),
                    ("legal", &legal),
                ],
            );
            writeln!(output::stdout(), "{text}")?;
            return Ok(false);
        };
        let square = match (problem.position.play(turn), turn.square()) {
            (Ok(_), Some(square)) => square,
            (Err(illegal), _) => {
                writeln!(output::stdout(), "{illegal}.")?;
                return Ok(false);
            }
            (Ok(_), None) => return Ok(false),
        };
        let is_right = problem.is_solved_by(square);
        let verdict = self.verdict(problem, square)?;
        let (style, word) = if is_right {
            (style::GOOD, TEXTS.right)
        } else {
            (style::BAD, TEXTS.wrong)
        };
        writeln!(output::stdout(), "{style}{word}:{style:#} {verdict}")?;
        Ok(is_right)
    }

    /// `h5 wins by 6: h5 g6 …`, `g6 loses by 2: White answers h5 …`
    fn verdict(&mut self, problem: &Problem, square: Square) -> anyhow::Result<String> {
        let score = problem.score(square).unwrap_or_default();
        let text = match score.discs() {
            0 => TEXTS.draws,
            1.. => TEXTS.wins,
            _ => TEXTS.loses,
        };
        let (name, discs) = (square.to_string(), score.discs().abs().to_string());
        let mut text = fill(text, &[("square", &name), ("discs", &discs)]);
        let Some(next) = problem.position.try_play(square.into()) else {
            return Ok(text);
        };
        if next.is_over() {
            return Ok(text + TEXTS.ends_game);
        }
        let limits = Limits {
            time: Some(PATIENCE),
            ..Limits::target(Target::Deepest)
        };
        let reply = self.solve(next.board(), Scope::Best, limits)?;
        if reply.kind == Kind::Exact && !reply.pv.is_empty() {
            let shown = &reply.pv[..reply.pv.len().min(LINE_LENGTH)];
            let dots = if shown.len() < reply.pv.len() {
                " …"
            } else {
                ""
            };
            text = format!("{text}: {square} {}{dots}", text::moves(shown));
        }
        Ok(text + ".")
    }
}

/// The board and what is asked for.
fn look(problem: &Problem) -> anyhow::Result<()> {
    let marks = Marks {
        moves: problem.position.legal_moves(),
        last: None,
    };
    writeln!(
        output::stdout(),
        "{}{}",
        board::draw(&problem.position, marks),
        problem.task()
    )?;
    Ok(())
}

fn is_legal(problem: &Problem, word: &str) -> bool {
    word.parse::<Square>()
        .is_ok_and(|square| problem.position.legal_moves().contains(square))
}

/// More with each hint: the quarter of the board, then the column.
fn hint(problem: &Problem, hints: u32) -> String {
    let Some((square, _)) = problem.best() else {
        return String::new();
    };
    match hints {
        1 => {
            let quarter = match Quadrant::of(square) {
                Quadrant::TopLeft => "a1",
                Quadrant::TopRight => "h1",
                Quadrant::BottomLeft => "a8",
                Quadrant::BottomRight => "h8",
            };
            fill(TEXTS.quarter, &[("corner", quarter)])
        }
        _ => fill(TEXTS.column, &[("column", &square.to_string()[..1])]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::recognise;

    fn problem(scores: &[(&str, i32)]) -> Problem {
        let position = recognise("start", None).unwrap().position();
        let scores = scores
            .iter()
            .map(|&(square, score)| (square.parse().unwrap(), DiscDiff::new(score).unwrap()));
        Problem::new(position, scores.collect())
    }

    #[test]
    fn the_goal_follows_from_the_scores() {
        let goal = |scores: [i32; 4]| {
            let names = ["d3", "c4", "f5", "e6"];
            let scores: Vec<_> = names.into_iter().zip(scores).collect();
            problem(&scores).goal
        };
        assert_eq!(goal([-2, 6, 0, -8]), Goal::Win);
        assert_eq!(goal([-2, 0, -4, -8]), Goal::Draw);
        assert_eq!(goal([2, 6, 0, -8]), Goal::Best);
        assert_eq!(goal([0, 0, -2, -8]), Goal::Best);
        assert_eq!(goal([-6, -2, -4, -8]), Goal::Best);
    }

    #[test]
    fn only_the_best_moves_are_right() {
        let problem = problem(&[("d3", 2), ("c4", 6), ("f5", 6), ("e6", -2)]);
        let right = |square: &str| problem.is_solved_by(square.parse().unwrap());
        assert!(right("c4") && right("f5"));
        assert!(!right("d3") && !right("e6") && !right("a1"));
        assert!(hint(&problem, 1).contains("around a1"));
        assert!(hint(&problem, 2).contains("column c"));
    }
}
