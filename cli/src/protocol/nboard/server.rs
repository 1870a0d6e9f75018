//! The answering side of NBoard's protocol: a game, and what is thought about its last position.

use super::command::{Command, classify, parse};
use super::report;
use crate::commands::play::Strength;
use crate::exit::ExitCode;
use crate::opening_book::Repertoire;
use crate::protocol::serve::{Brain, Job, Manner, Pondering, Server, Told, TooLong, say, serve};
use crate::protocol::time::Pace;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use xsquare_engine::notation::{GgfDetail, GgfGame, parse_ggf, parse_ggf_turn, write_ggf_turn};
use xsquare_engine::{Board, Color, Game, Move};
use xsquare_search::{Analysis, Clock, Eval, Level, Limits, Target, Thinker, TimeControl};

/// Most lines of a hint: more than any position has moves.
const ALL_MOVES: usize = 64;

/// Who waits for the running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// Nobody: there is none.
    Nobody,
    /// `hint`; nothing is told yet, or something is.
    Hint(Told),
    /// `go`.
    Move,
    /// `analyze`, asked for at this time, at the position after so many turns.
    Game(Instant, usize),
}

/// A game in NBoard's protocol.
#[derive(Debug)]
struct NboardServer {
    /// The game, or why there is none.
    record: Result<GgfGame, String>,
    pace: Pace,
    pondering: Pondering,
    repertoire: Repertoire,
    pending: Pending,
    /// When the running search began.
    start: Instant,
}

/// Speaks NBoard's protocol on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// If the system gives no threads, or the output cannot be written.
pub(crate) fn run(
    strength: Strength,
    pondering: Pondering,
    repertoire: Repertoire,
    thinker: Box<dyn Thinker>,
) -> anyhow::Result<ExitCode> {
    let mut server = NboardServer {
        record: Ok(GgfGame::new(Game::new())),
        pace: Pace::new(strength, thinker.config().threads),
        pondering,
        repertoire,
        pending: Pending::Nobody,
        start: Instant::now(),
    };
    serve(&mut server, classify, thinker)
}

impl Server for NboardServer {
    fn line(
        &mut self,
        line: Result<&str, TooLong>,
        brain: &mut Brain,
    ) -> io::Result<ControlFlow<()>> {
        match line.map(parse) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.obey(command, brain)?,
            Err(fault) => say(&format!("error {fault}"))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn progress(&mut self, analysis: &Analysis) -> io::Result<()> {
        let time = self.start.elapsed();
        match self.pending {
            Pending::Nobody | Pending::Game(..) => Ok(()),
            Pending::Hint(_) => {
                self.pending = Pending::Hint(Told::Something);
                say(&report::hints(analysis, time))
            }
            Pending::Move => say(&report::thought(analysis, time)),
        }
    }

    fn found(&mut self, analysis: &Analysis, time: Duration, brain: &mut Brain) -> io::Result<()> {
        match std::mem::replace(&mut self.pending, Pending::Nobody) {
            Pending::Nobody => Ok(()),
            Pending::Hint(told) => {
                match told {
                    Told::Nothing => say(&report::hints(analysis, time))?,
                    Told::Something => say(&report::nodes(analysis, time))?,
                }
                say("status")
            }
            Pending::Move => {
                if !brain.was_stopped() {
                    self.pace.learn(analysis);
                }
                say(&report::nodes(analysis, time))?;
                match analysis.moves.first() {
                    Some(best) => {
                        let detail = GgfDetail::new(Some(best.score.discs()), Some(time));
                        choose(best.turn, detail)?;
                        self.ponder(&best.pv, brain);
                        Ok(())
                    }
                    None => say("error no move was found"),
                }
            }
            Pending::Game(since, ply) => {
                let score = analysis.moves.first().map(|best| best.score);
                match (score, analysis.complete) {
                    (Some(score), true) => {
                        tell_position(ply, score)?;
                        self.analyse_from(since, ply + 1, brain)
                    }
                    // A command ended it: there is no estimate of the quality that was asked for.
                    _ => say("status"),
                }
            }
        }
    }
}

impl NboardServer {
    fn obey(&mut self, command: Command<'_>, brain: &mut Brain) -> io::Result<()> {
        match command {
            Command::Nboard | Command::Quit => Ok(()),
            Command::SetDepth(depth) => self.set_depth(depth),
            Command::SetGame(text) => self.set_game(text),
            Command::SetContempt(discs) => match discs.parse::<i32>() {
                Ok(0) => Ok(()),
                Ok(-100..=100) => say("warning contempt is not used: a draw counts as 0"),
                _ => say("error set contempt: expected -100 to 100"),
            },
            Command::Move(text) => self.play(text),
            Command::Hint(lines) => match lines.parse() {
                Ok(0) | Err(_) => say("error hint: expected a number of moves from 1"),
                Ok(lines) => self.hint(lines, brain),
            },
            Command::Go => self.go(brain),
            Command::Ping(number) if number.parse::<i64>().is_ok() => {
                say(&format!("pong {number}"))
            }
            Command::Ping(_) => say("error ping: expected a number"),
            Command::Learn => say(
                "status the book is not changed by games; `xsquare book learn` does that\nlearned",
            ),
            Command::Analyze => self.analyse_from(Instant::now(), 0, brain),
        }
    }

    fn set_depth(&mut self, depth: &str) -> io::Result<()> {
        let Ok(depth) = depth.parse::<u32>() else {
            return say("error set depth: expected a number of plies");
        };
        let most = Level::MAX.number();
        let number = u8::try_from(depth).unwrap_or(most).min(most);
        self.pace.strength.level = Level::new(number);
        say(&format!("set myname Xsquare{number}"))
    }

    fn set_game(&mut self, text: &str) -> io::Result<()> {
        let read = if text.is_empty() {
            Err("expected a game in GGF, such as (;GM[Othello]...;)".to_owned())
        } else {
            parse_ggf(text).map_err(|error| error.to_string())
        };
        match read {
            Ok(read) => {
                self.record = Ok(read.game);
                read.notes
                    .iter()
                    .try_for_each(|note| say(&format!("warning set game: {note}")))
            }
            // The game before is not the one that is meant any more.
            Err(error) => {
                let fault = format!("set game: {error}");
                say(&format!("error {fault}"))?;
                self.record = Err(fault);
                Ok(())
            }
        }
    }

    /// The game, if there is one; else it is told why there is none.
    fn record(&self) -> io::Result<Option<&GgfGame>> {
        match &self.record {
            Ok(record) => Ok(Some(record)),
            Err(fault) => {
                say(&no_game(fault))?;
                Ok(None)
            }
        }
    }

    /// Appends a move. What is no move changes nothing.
    fn play(&mut self, text: &str) -> io::Result<()> {
        let (turn, detail) = match parse_ggf_turn(text) {
            Ok(read) => read,
            Err(error) => return say(&format!("error move: {error}")),
        };
        let record = match &mut self.record {
            Ok(record) => record,
            Err(fault) => return say(&no_game(fault)),
        };
        if turn == Move::Pass && record.game.is_over() {
            return Ok(());
        }
        if turn != Move::Pass && record.game.position().must_pass() {
            let mut game = record.game.clone();
            if game.pass_if_forced() && game.play(turn).is_ok() {
                record.game = game;
                record.details.extend([GgfDetail::default(), detail]);
                return Ok(());
            }
        }
        match record.game.play(turn) {
            Ok(()) => record.details.push(detail),
            Err(illegal) => {
                let what = if turn == Move::Pass { "pass" } else { "move" };
                return say(&format!("status illegal {what}: {illegal}"));
            }
        }
        Ok(())
    }

    /// Starts a search.
    fn think(&mut self, pending: Pending, job: Job, brain: &mut Brain) {
        let manner = match pending {
            Pending::Game(since, _) => Manner::Open(since),
            Pending::Nobody | Pending::Hint(_) | Pending::Move => Manner::Asked,
        };
        self.pending = pending;
        self.start = Instant::now();
        brain.start(job, manner);
    }

    /// What ends a search that no clock bounds.
    fn unhurried(&self) -> Limits {
        Limits::target(Target::Level(self.pace.strength.level.unwrap_or_default()))
    }

    fn hint(&mut self, lines: usize, brain: &mut Brain) -> io::Result<()> {
        let Some(record) = self.record()? else {
            return Ok(());
        };
        if record.game.is_over() {
            return say("status game over");
        }
        let job = Job {
            board: record.game.position().board(),
            lines: lines.min(ALL_MOVES),
            limits: self.unhurried(),
        };
        if let Some(page) = self.repertoire.page(job.board) {
            let known = page.analysis(job.lines);
            known
                .moves
                .iter()
                .try_for_each(|best| say(&report::book_hint(best)))?;
        }
        say("status thinking")?;
        self.think(Pending::Hint(Told::Nothing), job, brain);
        Ok(())
    }

    /// Chooses a move. What needs no thought is answered at once.
    fn go(&mut self, brain: &mut Brain) -> io::Result<()> {
        let Some(record) = self.record()? else {
            return Ok(());
        };
        let position = *record.game.position();
        let clock = clock(record, position.side());
        if position.is_over() {
            say("status game over")?;
        }
        let mut moves = position.legal_moves().into_iter();
        match (moves.next(), moves.next()) {
            (None, _) => choose(Move::Pass, GgfDetail::default()),
            (Some(only), None) => {
                choose(only.into(), GgfDetail::default())?;
                self.ponder(&[only.into()], brain);
                Ok(())
            }
            (Some(_), Some(_)) => {
                let board = position.board();
                if let Some(reply) = self.repertoire.reply(board) {
                    return self.play_from_book(&reply, brain);
                }
                let job = one_line(board, self.pace.limits(clock.as_ref(), board));
                say("status thinking")?;
                self.think(Pending::Move, job, brain);
                Ok(())
            }
        }
    }

    /// Chooses the move of the book.
    fn play_from_book(&mut self, reply: &Analysis, brain: &mut Brain) -> io::Result<()> {
        let Some(best) = reply.moves.first() else {
            return Ok(());
        };
        say(&report::from_book(best))?;
        let detail = GgfDetail::new(Some(best.score.discs()), Some(Duration::ZERO));
        choose(best.turn, detail)?;
        self.ponder(&best.pv, brain);
        Ok(())
    }

    /// Thinks about the other side's answer to the first move of `pv` until the next command.
    fn ponder(&self, pv: &[Move], brain: &mut Brain) {
        let record = self.record.as_ref().ok();
        let next = record
            .zip(pv.first())
            .and_then(|(record, &turn)| record.game.position().try_play(turn));
        if let (Pondering::On, Some(next)) = (self.pondering, next) {
            brain.ponder(next.board(), pv);
        }
    }

    /// Evaluates the positions of the game from the one after so many turns on.
    fn analyse_from(&mut self, since: Instant, first: usize, brain: &mut Brain) -> io::Result<()> {
        let Some(record) = self.record()? else {
            return Ok(());
        };
        let positions = (first..).map_while(|ply| Some((ply, *record.game.position_at(ply)?)));
        for (ply, position) in positions {
            if position.is_over() {
                tell_position(ply, position.board().final_score().into())?;
                continue;
            }
            let job = one_line(position.board(), self.unhurried());
            say(&format!("status analysing, {ply} moves made"))?;
            self.think(Pending::Game(since, ply), job, brain);
            return Ok(());
        }
        say("status")
    }
}

/// A search for the best move.
const fn one_line(board: Board, limits: Limits) -> Job {
    Job {
        board,
        lines: 1,
        limits,
    }
}

/// The answer to a command that needs a game.
fn no_game(fault: &str) -> String {
    format!("error there is no game: {fault}")
}

/// `=== F5/0.35/0.4`
fn choose(turn: Move, detail: GgfDetail) -> io::Result<()> {
    say(&format!("=== {}", write_ggf_turn(turn, detail)))
}

/// `analysis 12 -0.35`
fn tell_position(moves_made: usize, score: Eval) -> io::Result<()> {
    say(&format!("analysis {moves_made} {}", report::eval(score)))
}

/// What `side` has on its clock after the times that the moves took, `None` if it has none.
fn clock(record: &GgfGame, side: Color) -> Option<Clock> {
    let settings = record.clocks[side]?;
    let mut clock = Clock::new(TimeControl::PerGame {
        main: settings.initial,
        increment: settings.increment,
    });
    let mut mover = record.game.start().side();
    for (_, detail) in record.turns() {
        if mover == side {
            clock.spend(detail.time.unwrap_or_default());
        }
        mover = !mover;
    }
    if clock.left().is_some_and(|left| left.is_zero()) {
        clock.set(settings.extra, 0);
    }
    Some(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(times: &str, side: Color) -> Option<u64> {
        let text = format!(
            "(;GM[Othello]PC[]PB[]PW[]{times}TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//10]W[F6/1.5/2.5]B[E6];)"
        );
        let clock = clock(&parse_ggf(&text).unwrap().game, side)?;
        Some(clock.left()?.as_secs())
    }

    #[test]
    fn clocks_are_what_the_moves_left() {
        assert_eq!(left("TI[15:00]", Color::Black), Some(890));
        assert_eq!(left("TI[15:00]", Color::White), Some(897));
        assert_eq!(left("TI[01:00/00:05]", Color::Black), Some(60));
        assert_eq!(left("TB[00:05//02:00]TW[0]", Color::Black), Some(120));
        assert_eq!(left("TB[00:05//02:00]TW[0]", Color::White), None);
        assert_eq!(left("TI[0]", Color::Black), None);
        assert_eq!(left("TI[0//0]", Color::Black), None);
        assert_eq!(left("", Color::Black), None);
    }
}
