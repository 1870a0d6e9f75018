//! Edax's prompt: a game, and an engine that plays the sides that the mode gives it.

use super::options::{Mode, Options, Verbosity, read_time};
use super::picture::draw;
use super::table::{HEAD, NUMBER, RULE, erroneous, final_row, row, whole, word};
use crate::commands::play::play_on;
use crate::config::parse_level;
use crate::exit::ExitCode;
use crate::opening_book::Repertoire;
use crate::output;
use crate::protocol::serve::{Brain, Class, Job, Manner, Pondering, Server, TooLong, serve};
use crate::protocol::time::{Pace, sudden_death};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::Duration;
use xsquare_engine::notation::recognise;
use xsquare_engine::{ByColor, Color, Game, Move};
use xsquare_search::{Analysis, Clock, Eval, Thinker};

/// Most moves of a hint: more than any position has.
const ALL_MOVES: usize = 64;

const HELP: &str = "\
f5, play f5d6c3      play moves; forced passes may be left out
go                   let the engine play
hint [N]             score the best N moves (1)
analyze [N]          compare the last N moves (all) with the best ones
undo [N], redo [N]   take back or play again, a pass being a move
init                 a new game from the start
new                  a new game from where this one began
setboard POSITION    a board of 64 cells and the side to move, or a transcript
mode 0|1|2|3         the engine plays White, Black, both, or when asked to
level N              how thoroughly to search, 0 to 60
move-time TIME       most time for a move
ponder on|off        whether to think while the other side does
verbose 0|1|2        moves alone, results, every iteration
stop                 end a search; the engine plays only when asked to
quit                 leave; the end of the input does the same";

/// Who waits for the running search.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Nobody,
    /// The engine's move.
    Move,
    Hint,
    /// A comparison: the position after so many turns, the first of interest, and what the position after it is worth.
    Analysis {
        ply: usize,
        first: usize,
        next: Option<Eval>,
    },
}

/// A game at the prompt.
#[derive(Debug)]
struct Prompt {
    game: Game,
    pace: Pace,
    repertoire: Repertoire,
    mode: Mode,
    verbosity: Verbosity,
    pondering: Pondering,
    clock: Option<Clock>,
    /// Time that the engine used for each side.
    used: ByColor<Duration>,
    pending: Pending,
    /// The line that began with the engine's last move.
    expected: Vec<Move>,
}

/// Talks on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// If the system gives no threads, or the output cannot be written.
pub(crate) fn run(options: &Options, thinker: Box<dyn Thinker>) -> anyhow::Result<ExitCode> {
    let mut prompt = Prompt {
        game: Game::new(),
        pace: Pace::new(options.strength, thinker.config().threads),
        repertoire: options.repertoire()?,
        mode: options.mode,
        verbosity: options.verbosity,
        pondering: options.pondering,
        clock: options.game_time.map(sudden_death),
        used: ByColor::default(),
        pending: Pending::Nobody,
        expected: Vec::new(),
    };
    serve(&mut prompt, classify, thinker)
}

/// Writes text as it is.
fn say(text: &str) -> io::Result<()> {
    let mut out = output::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Whether a word begins as moves do, with or without a number before them.
fn begins_with_move(word: &str) -> bool {
    let moves = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':'));
    moves
        .get(..2)
        .is_some_and(|two| two.parse::<Move>().is_ok())
}

/// What a line does to a running search.
fn classify(line: &str) -> Class {
    match line.split_whitespace().next() {
        Some("quit" | "q" | "exit" | "stop") => Class::Ends,
        None | Some(_) => Class::Waits,
    }
}

impl Server for Prompt {
    fn begin(&mut self, brain: &mut Brain) -> io::Result<()> {
        self.show()?;
        self.take_turn(brain)
    }

    fn line(
        &mut self,
        line: Result<&str, TooLong>,
        brain: &mut Brain,
    ) -> io::Result<ControlFlow<()>> {
        let outcome = match line {
            Ok(line) if matches!(line.trim(), "quit" | "q" | "exit") => {
                return Ok(ControlFlow::Break(()));
            }
            Ok(line) => self.obey(line.trim(), brain),
            Err(fault) => Err(fault.to_string()),
        };
        match outcome {
            Ok(text) => say(&text)?,
            Err(fault) => say(&format!("*** {fault} ***\n"))?,
        }
        self.take_turn(brain)?;
        Ok(ControlFlow::Continue(()))
    }

    fn progress(&mut self, analysis: &Analysis) -> io::Result<()> {
        match self.pending {
            Pending::Move | Pending::Hint if self.verbosity == Verbosity::Iterations => {
                say(&self.rows(analysis))
            }
            _ => Ok(()),
        }
    }

    fn found(&mut self, analysis: &Analysis, time: Duration, brain: &mut Brain) -> io::Result<()> {
        match std::mem::replace(&mut self.pending, Pending::Nobody) {
            Pending::Nobody => return Ok(()),
            Pending::Hint => say(&(self.rows(analysis) + RULE + "\n"))?,
            Pending::Move => {
                if self.verbosity >= Verbosity::Results {
                    say(&(self.rows(analysis) + RULE + "\n"))?;
                }
                if !brain.was_stopped() {
                    self.pace.learn(analysis);
                }
                if let Some(best) = analysis.moves.first() {
                    self.expected.clone_from(&best.pv);
                    self.used[self.game.position().side()] += time;
                    if let Some(clock) = &mut self.clock {
                        clock.spend(time);
                    }
                    self.play(best.turn)?;
                }
            }
            Pending::Analysis { ply, first, next } => {
                let score = analysis.moves.first().map(|best| best.score);
                let score = score.or(analysis.finished.map(Eval::from));
                say(&self.comparison(ply, analysis, next))?;
                if ply > first && analysis.complete {
                    self.compare(ply - 1, first, score, brain);
                    return Ok(());
                }
                say(&format!("---+{RULE}\n"))?;
            }
        }
        if brain.is_awaited() {
            // What was said in the meantime may change whose turn it is.
            return say("> ");
        }
        self.take_turn(brain)
    }
}

impl Prompt {
    /// Does what a line says; what is to be printed, or what is wrong.
    fn obey(&mut self, line: &str, brain: &mut Brain) -> Result<String, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let none = Ok(String::new());
        match word {
            "" => none,
            "help" | "?" => Ok(format!("{HELP}\n")),
            "version" | "v" if rest.is_empty() => {
                Ok(format!("X-square {}\n", env!("CARGO_PKG_VERSION")))
            }
            "init" | "i" => Ok(self.begin(Game::new(), brain)),
            "new" | "n" => Ok(self.begin(Game::from_position(*self.game.start()), brain)),
            "setboard" => {
                let read = recognise(rest, None).map_err(|error| error.to_string())?;
                Ok(self.begin(Game::from_position(read.position()), brain))
            }
            "undo" | "u" => self.step(rest, |game| game.undo().is_some()),
            "redo" | "r" => self.step(rest, |game| game.redo().is_some()),
            "mode" | "m" => {
                self.mode = Mode::read(rest).ok_or("mode: expected 0 to 3")?;
                none
            }
            "level" | "l" => {
                self.pace.strength.level = Some(parse_level(rest)?);
                none
            }
            "move-time" => {
                self.pace.strength.time =
                    Some(read_time(rest).ok_or("move-time: expected a time such as 0:05 or 2")?);
                none
            }
            "ponder" => {
                self.pondering = Pondering::read(rest).ok_or("ponder: expected on or off")?;
                none
            }
            "verbose" | "v" => {
                self.verbosity = Verbosity::read(rest).ok_or("verbose: expected 0 to 255")?;
                none
            }
            "stop" => {
                self.mode = Mode::Free;
                none
            }
            "go" => self.go(brain),
            "hint" | "h" => self.hint(rest, brain),
            "analyze" | "analyse" | "a" => self.analyse(rest, brain),
            "play" => self.play_all(rest),
            _ => self
                .play_all(line)
                .map_err(|fault| match word.parse::<Move>() {
                    // A word that begins with no move was meant as a command.
                    Err(_) if !begins_with_move(word) => {
                        format!("unknown command {word:?}; help lists the commands")
                    }
                    _ => fault,
                }),
        }
    }

    /// Starts another game.
    fn begin(&mut self, game: Game, brain: &Brain) -> String {
        self.game = game;
        self.used = ByColor::default();
        brain.forget();
        self.picture()
    }

    /// Goes some turns back or forth.
    fn step(&mut self, count: &str, step: fn(&mut Game) -> bool) -> Result<String, String> {
        let count = match count {
            "" => 1,
            count => count.parse().ok().ok_or("expected a number of moves")?,
        };
        let mut game = self.game.clone();
        for number in 0..count {
            if !step(&mut game) {
                return Err(match number {
                    0 => "there are no more moves".to_owned(),
                    _ => format!("there are no more moves than {number}"),
                });
            }
        }
        self.game = game;
        // The engine would otherwise play again at once what was taken back.
        self.mode = Mode::Free;
        Ok(self.picture())
    }

    fn play_all(&mut self, moves: &str) -> Result<String, String> {
        self.game = play_on(&self.game, moves).map_err(|fault| fault.to_string())?;
        Ok(self.picture())
    }

    fn go(&mut self, brain: &mut Brain) -> Result<String, String> {
        let position = *self.game.position();
        if position.is_over() {
            return Err("the game is over".to_owned());
        }
        if position.must_pass() {
            self.play(Move::Pass).map_err(|error| error.to_string())?;
            return Ok(String::new());
        }
        let board = position.board();
        if let Some(reply) = self.repertoire.reply(board) {
            return self.play_from_book(&reply);
        }
        self.pending = Pending::Move;
        let job = Job {
            board,
            lines: 1,
            limits: self.pace.limits(self.clock.as_ref(), board),
        };
        brain.start(job, Manner::Asked);
        Ok(match self.verbosity {
            Verbosity::Quiet => String::new(),
            _ => format!("{HEAD}\n{RULE}\n"),
        })
    }

    /// Plays the move of the book.
    fn play_from_book(&mut self, reply: &Analysis) -> Result<String, String> {
        let Some(best) = reply.moves.first() else {
            return Err("the book has no move".to_owned());
        };
        if self.verbosity >= Verbosity::Results {
            let rows = self.rows(reply);
            say(&format!("{HEAD}\n{RULE}\n{rows}{RULE}\n")).map_err(|error| error.to_string())?;
        }
        self.expected.clone_from(&best.pv);
        self.play(best.turn).map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    fn hint(&mut self, count: &str, brain: &mut Brain) -> Result<String, String> {
        let count = match count {
            "" => Some(1),
            count => count.parse().ok().filter(|&count: &usize| count > 0),
        };
        let count = count.ok_or("hint: expected a number of moves from 1")?;
        let board = self.game.position().board();
        if let Some(known) = self.repertoire.analysis(board, count) {
            return Ok(format!("{HEAD}\n{RULE}\n{}{RULE}\n", self.rows(&known)));
        }
        self.pending = Pending::Hint;
        let job = Job {
            board,
            lines: count.min(ALL_MOVES),
            limits: self.pace.strength.limits(),
        };
        brain.start(job, Manner::Asked);
        Ok(format!("{HEAD}\n{RULE}\n"))
    }

    /// Begins to compare the moves of the game with the best ones, the last one first.
    fn analyse(&mut self, count: &str, brain: &mut Brain) -> Result<String, String> {
        let moves = self.game.turns().len();
        let count = match count {
            "" => Some(moves),
            count => count.parse().ok(),
        };
        let count = count.ok_or("analyze: expected a number of moves")?;
        if moves == 0 {
            return Err("no move was played".to_owned());
        }
        let first = moves.saturating_sub(count);
        self.compare(moves, first, None, brain);
        Ok(format!(" # |{HEAD}\n---+{RULE}\n"))
    }

    /// Searches the position after `ply` turns.
    fn compare(&mut self, ply: usize, first: usize, next: Option<Eval>, brain: &mut Brain) {
        let Some(position) = self.game.position_at(ply) else {
            return;
        };
        let job = Job {
            board: position.board(),
            lines: 1,
            limits: self.pace.strength.limits(),
        };
        self.pending = Pending::Analysis { ply, first, next };
        brain.start(job, Manner::Asked);
    }

    /// The row of the position after `ply` turns, with what is wrong about the turn that was played there, if its worth is known.
    fn comparison(&self, ply: usize, analysis: &Analysis, next: Option<Eval>) -> String {
        let turn = self.game.turns().get(ply);
        let position = self.game.position_at(ply);
        let (Some(&turn), Some(position), Some(next), Some(best)) =
            (turn, position, next, analysis.moves.first())
        else {
            return String::new();
        };
        let side = position.side();
        let effort = (analysis.nodes, analysis.time);
        let mut text = format!("{:3}|{}", ply + 1, row(best, effort, side, NUMBER));
        if turn != best.turn {
            let (played, best_score) = (whole(-next), whole(best.score));
            let _ = write!(text, " {} played, with score {played:+}", word(turn, side));
            // A search of one move more may find that it was the better one.
            if best_score > played {
                let (expected, error) = (word(best.turn, side), best_score - played);
                text += &erroneous(&expected, best_score, error);
            }
        }
        text.push('\n');
        text
    }

    /// The rows of a search.
    fn rows(&self, analysis: &Analysis) -> String {
        let side = self.game.position().side();
        let effort = (analysis.nodes, analysis.time);
        let mut rows = String::new();
        for report in &analysis.moves {
            let _ = writeln!(rows, "{}", row(report, effort, side, 0));
        }
        if analysis.moves.is_empty() {
            rows = final_row(analysis) + "\n";
        }
        rows
    }

    /// Plays the engine's move.
    fn play(&mut self, turn: Move) -> io::Result<()> {
        if self.game.play(turn).is_ok() {
            let text = word(turn, Color::White);
            say(&format!("\nEdax plays {text}\n"))?;
            self.show()?;
        }
        Ok(())
    }

    /// Lets the engine move if it is its turn; otherwise the other side is asked.
    fn take_turn(&mut self, brain: &mut Brain) -> io::Result<()> {
        if !matches!(self.pending, Pending::Nobody) {
            return Ok(());
        }
        let is_its_turn = match (self.mode, self.game.position().side()) {
            (Mode::EngineIsBoth, _)
            | (Mode::EngineIsBlack, Color::Black)
            | (Mode::EngineIsWhite, Color::White) => true,
            (Mode::Free | Mode::EngineIsBlack | Mode::EngineIsWhite, _) => false,
        };
        if !is_its_turn && self.mode != Mode::Free && self.game.pass_if_forced() {
            say("\nYou play PS\n")?;
            self.show()?;
            return self.take_turn(brain);
        }
        if !is_its_turn || self.game.is_over() {
            say("> ")?;
            self.ponder(brain);
            return Ok(());
        }
        match self.go(brain) {
            Ok(text) => say(&text)?,
            Err(fault) => say(&format!("*** {fault} ***\n"))?,
        }
        // A pass and a move of the book are made at once; it may be the engine's turn again.
        if matches!(self.pending, Pending::Nobody) {
            return self.take_turn(brain);
        }
        Ok(())
    }

    /// Thinks about the other side's turn, in modes in which there is another side.
    fn ponder(&mut self, brain: &mut Brain) {
        let is_game = matches!(self.mode, Mode::EngineIsBlack | Mode::EngineIsWhite);
        if self.pondering == Pondering::On && is_game {
            let pv = std::mem::take(&mut self.expected);
            brain.ponder(self.game.position().board(), &pv);
        }
    }

    /// The board, and the end of the game if it is over.
    fn picture(&self) -> String {
        if self.verbosity == Verbosity::Quiet {
            return String::new();
        }
        let mut text = format!("\n{}\n", draw(&self.game, self.used));
        if self.game.is_over() {
            text.push_str("*** Game Over ***\n");
        }
        text
    }

    fn show(&self) -> io::Result<()> {
        say(&self.picture())
    }
}
