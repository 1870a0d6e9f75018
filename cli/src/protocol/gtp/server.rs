//! The answering side of GTP: a game, and what may be done with it.
//!
//! A pass that a command implies is recorded as a turn of its own, so `undo` takes back the move and the pass one after
//! the other.

use super::command::{Command, answer, classify, parse};
use super::{facts, side, vertex};
use crate::commands::play::Strength;
use crate::exit::ExitCode;
use crate::opening_book::Repertoire;
use crate::output::board;
use crate::protocol::serve::{Brain, Job, Manner, Pondering, Server, Told, TooLong, say, serve};
use crate::protocol::time::{Pace, seconds};
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use xsquare_engine::notation::recognise;
use xsquare_engine::{Board, ByColor, Color, Game, Move};
use xsquare_search::{Analysis, Clock, Level, Limits, Target, Thinker, TimeControl};

/// Every command, in the order of the alphabet.
const COMMANDS: [&str; 30] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-interrupt",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "set_level",
    "showboard",
    "stop",
    "time_left",
    "time_settings",
    "undo",
    "version",
    "xsquare-analyse",
    "xsquare-setboard",
];

/// The game's name.
const GAME: &str = "Othello";
/// Most lines of an analysis: more than any position has moves.
const ALL_MOVES: usize = 64;

/// What is answered to a command.
enum Reply {
    /// This.
    Now(Result<String, String>),
    /// Something later: a search was started.
    Later,
    /// Nothing more is said after this empty answer.
    Bye,
}

/// What becomes of a move that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It is played.
    Played,
    /// It is only told.
    Told,
}

/// Who waits for the running search.
#[derive(Debug)]
enum Pending {
    /// Nobody: there is none.
    Nobody,
    /// A command that wants a move in this game.
    Move {
        id: Option<u32>,
        game: Game,
        effect: Effect,
    },
    /// An analysis that goes on until the next command.
    Analysis(Told),
}

/// A game in GTP.
#[derive(Debug)]
struct GtpServer {
    game: Game,
    pace: Pace,
    pondering: Pondering,
    repertoire: Repertoire,
    clocks: ByColor<Option<Clock>>,
    pending: Pending,
}

/// Speaks GTP on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// If the system gives no threads, or the output cannot be written.
pub(crate) fn run(
    strength: Strength,
    pondering: Pondering,
    repertoire: Repertoire,
    thinker: Box<dyn Thinker>,
) -> anyhow::Result<ExitCode> {
    let mut server = GtpServer {
        game: Game::new(),
        pace: Pace::new(strength, thinker.config().threads),
        pondering,
        repertoire,
        clocks: ByColor::default(),
        pending: Pending::Nobody,
    };
    serve(&mut server, classify, thinker)
}

impl Server for GtpServer {
    fn line(
        &mut self,
        line: Result<&str, TooLong>,
        brain: &mut Brain,
    ) -> io::Result<ControlFlow<()>> {
        let command = match line.map(parse) {
            Ok(None) => return Ok(ControlFlow::Continue(())),
            Ok(Some(Ok(command))) => command,
            Ok(Some(Err(fault))) => {
                say(&answer(None, &Err(fault.to_owned())))?;
                return Ok(ControlFlow::Continue(()));
            }
            Err(fault) => {
                say(&answer(None, &Err(fault.to_string())))?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        match self.obey(&command, brain) {
            Reply::Now(outcome) => say(&answer(command.id, &outcome))?,
            Reply::Later => {}
            Reply::Bye => {
                say(&answer(command.id, &Ok(String::new())))?;
                return Ok(ControlFlow::Break(()));
            }
        }
        if let Pending::Analysis(_) = self.pending {
            // The answer begins now and ends with the search.
            say(answer(command.id, &Ok(String::new())).trim_end())?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn progress(&mut self, analysis: &Analysis) -> io::Result<()> {
        match self.pending {
            Pending::Analysis(_) => {
                self.pending = Pending::Analysis(Told::Something);
                say(&facts::info(analysis))
            }
            Pending::Move { .. } | Pending::Nobody => Ok(()),
        }
    }

    fn found(&mut self, analysis: &Analysis, time: Duration, brain: &mut Brain) -> io::Result<()> {
        match std::mem::replace(&mut self.pending, Pending::Nobody) {
            Pending::Nobody => Ok(()),
            Pending::Analysis(Told::Nothing) => say(&(facts::info(analysis) + "\n")),
            Pending::Analysis(Told::Something) => say(""),
            Pending::Move {
                id,
                mut game,
                effect,
            } => {
                if !brain.was_stopped() {
                    self.pace.learn(analysis);
                }
                let best = analysis.moves.first();
                let best = best.filter(|best| game.play(best.turn).is_ok());
                let Some(best) = best else {
                    return say(&answer(id, &Err("no move was found".to_owned())));
                };
                say(&answer(id, &Ok(vertex(best.turn))))?;
                if effect == Effect::Played {
                    self.finish(game, time);
                    self.ponder(&best.pv, brain);
                }
                Ok(())
            }
        }
    }
}

impl GtpServer {
    fn obey(&mut self, command: &Command, brain: &mut Brain) -> Reply {
        let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        Reply::Now(match command.name.as_str() {
            "" => Err("no command behind the number".to_owned()),
            "quit" => return Reply::Bye,
            "genmove" => return self.generate(command, Effect::Played, brain),
            "reg_genmove" => return self.generate(command, Effect::Told, brain),
            "xsquare-analyse" => return self.analyse(&arguments, brain),
            // By the time that it is obeyed no search is running.
            "stop" | "gogui-interrupt" => Ok(String::new()),
            "boardsize" | "clear_board" => self.reset(command.name.as_str(), &arguments, brain),
            "xsquare-setboard" => self.set_up(&arguments.join(" ")),
            "play" => self.play(&arguments),
            "undo" if !arguments.is_empty() => Err(syntax("undo, which takes back one turn")),
            "undo" => match self.game.undo() {
                Some(_) => Ok(String::new()),
                None => Err("cannot undo: this is the start".to_owned()),
            },
            "set_level" => self.set_level(&arguments),
            "time_settings" => self.time_settings(&arguments),
            "time_left" => self.time_left(&arguments),
            name => self.query(name, &arguments),
        })
    }

    /// Commands that change nothing.
    fn query(&self, name: &str, arguments: &[&str]) -> Result<String, String> {
        let position = self.game.position();
        Ok(match (name, arguments) {
            ("protocol_version", _) => "2".to_owned(),
            ("name", _) => "X-square".to_owned(),
            ("version", _) => env!("CARGO_PKG_VERSION").to_owned(),
            ("list_commands", _) => COMMANDS.join("\n"),
            ("known_command", [name]) => COMMANDS.contains(name).to_string(),
            ("known_command", _) => return Err(syntax("known_command NAME")),
            ("komi", [number]) if number.parse::<f64>().is_ok_and(f64::is_finite) => String::new(),
            ("komi", _) => return Err(syntax("komi NUMBER")),
            ("list_games" | "gogui-rules_game_id", _) => GAME.to_owned(),
            ("set_game", [name]) if name.eq_ignore_ascii_case(GAME) => String::new(),
            ("set_game", [_]) => return Err(format!("unsupported game: expected {GAME}")),
            ("set_game", _) => return Err(syntax("set_game NAME")),
            ("showboard", _) => {
                let last = self.game.turns().last().and_then(|turn| turn.square());
                facts::picture(position, last)
            }
            ("final_score", _) => facts::final_score(position)
                .ok_or_else(|| format!("game not over: {}", board::turn(position)))?,
            ("gogui-rules_board", _) => facts::gogui_board(position),
            ("gogui-rules_board_size", _) => "8".to_owned(),
            ("gogui-rules_legal_moves", _) => facts::legal_moves(position),
            ("gogui-rules_side_to_move", _) => facts::side_to_move(position),
            ("gogui-rules_final_result", _) => board::turn(position),
            _ => return Err("unknown command".to_owned()),
        })
    }

    fn reset(&mut self, name: &str, arguments: &[&str], brain: &Brain) -> Result<String, String> {
        if name == "boardsize" {
            match arguments {
                ["8"] => {}
                [size] if size.parse::<i64>().is_ok() => {
                    return Err("unacceptable size: expected 8".to_owned());
                }
                _ => return Err(syntax("boardsize 8")),
            }
        }
        self.game = Game::new();
        self.pending = Pending::Nobody;
        brain.forget();
        Ok(String::new())
    }

    /// Begins a game at a position in any notation.
    fn set_up(&mut self, text: &str) -> Result<String, String> {
        let recognised = recognise(text, None).map_err(|error| error.to_string())?;
        self.game = Game::from_position(recognised.position());
        Ok(String::new())
    }

    /// The game as it stands when it is the turn of `side`: the other side may have to pass first.
    fn for_side(&self, side: Color) -> Result<Game, String> {
        let mut game = self.game.clone();
        if side != game.position().side() && !game.is_over() && !game.pass_if_forced() {
            return Err(format!("wrong color: {}", board::turn(game.position())));
        }
        Ok(game)
    }

    fn play(&mut self, arguments: &[&str]) -> Result<String, String> {
        let &[color, turn] = arguments else {
            return Err(syntax("play COLOR VERTEX"));
        };
        let color = side(color).ok_or_else(|| syntax("play b|w VERTEX"))?;
        let turn: Move = turn
            .parse()
            .ok()
            .ok_or_else(|| syntax("play COLOR VERTEX, a vertex being a1 to h8 or pass"))?;
        let mut game = self.for_side(color)?;
        game.play(turn)
            .map_err(|illegal| format!("illegal move: {illegal}"))?;
        self.game = game;
        Ok(String::new())
    }

    /// Finds a move. What needs no thought is answered at once.
    fn generate(&mut self, command: &Command, effect: Effect, brain: &mut Brain) -> Reply {
        let [color] = command.arguments.as_slice() else {
            return Reply::Now(Err(syntax(&format!("{} COLOR", command.name))));
        };
        let Some(color) = side(color) else {
            return Reply::Now(Err(syntax(&format!("{} b|w", command.name))));
        };
        let mut game = match self.for_side(color) {
            Ok(game) => game,
            Err(fault) => return Reply::Now(Err(fault)),
        };
        if game.is_over() {
            return Reply::Now(Ok(vertex(Move::Pass)));
        }
        let position = *game.position();
        let mut moves = position.legal_moves().into_iter();
        let line = match (moves.next(), moves.next()) {
            (Some(_), Some(_)) => self.line_in_book(position.board()),
            (first, _) => Some(vec![first.map_or(Move::Pass, Move::Place)]),
        };
        let Some(line) = line else {
            let board = position.board();
            let job = Job {
                board,
                lines: 1,
                limits: self.pace.limits(self.clocks[color].as_ref(), board),
            };
            brain.start(job, Manner::Asked);
            let id = command.id;
            self.pending = Pending::Move { id, game, effect };
            return Reply::Later;
        };
        let ready = line[0];
        let outcome = game.play(ready).map(|()| vertex(ready));
        if effect == Effect::Played && outcome.is_ok() {
            self.finish(game, Duration::ZERO);
            self.ponder(&line, brain);
        }
        Reply::Now(outcome.map_err(|illegal| illegal.to_string()))
    }

    /// The line that begins with the move of the book, if the book goes on here.
    fn line_in_book(&mut self, board: Board) -> Option<Vec<Move>> {
        let mut reply = self.repertoire.reply(board)?;
        Some(reply.moves.swap_remove(0).pv)
    }

    /// The game with the move that was found, which took so long.
    fn finish(&mut self, game: Game, time: Duration) {
        if let Some(clock) = &mut self.clocks[!game.position().side()] {
            clock.spend(time);
        }
        self.game = game;
    }

    /// Thinks about the other side's turn until the next command. `pv` begins with the move that was played.
    fn ponder(&self, pv: &[Move], brain: &mut Brain) {
        if self.pondering == Pondering::On {
            brain.ponder(self.game.position().board(), pv);
        }
    }

    /// A search of the position on the board that goes on until it is solved.
    fn endless(&self, lines: usize) -> Job {
        Job {
            board: self.game.position().board(),
            lines,
            limits: Limits::target(Target::Deepest),
        }
    }

    fn analyse(&mut self, arguments: &[&str], brain: &mut Brain) -> Reply {
        let lines = match arguments {
            [] => Some(ALL_MOVES),
            [number] => number
                .parse()
                .ok()
                .filter(|lines| (1..=ALL_MOVES).contains(lines)),
            _ => None,
        };
        let Some(lines) = lines else {
            return Reply::Now(Err(syntax("xsquare-analyse [1 to 64 MOVES]")));
        };
        brain.start(self.endless(lines), Manner::Open(Instant::now()));
        self.pending = Pending::Analysis(Told::Nothing);
        Reply::Later
    }

    fn set_level(&mut self, arguments: &[&str]) -> Result<String, String> {
        let level = match arguments {
            [number] => number.parse().ok().and_then(Level::new),
            _ => None,
        };
        self.pace.strength.level = Some(level.ok_or_else(|| syntax("set_level 0 to 60"))?);
        Ok(String::new())
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Result<String, String> {
        let usage = || syntax("time_settings MAIN PERIOD STONES, none of them negative");
        let &[main, period, stones] = arguments else {
            return Err(usage());
        };
        let times = seconds(main).zip(seconds(period));
        let (main, period) = times.ok_or_else(usage)?;
        let stones = count(stones).ok_or_else(usage)?;
        let clock = match TimeControl::from_gtp(main, period, stones) {
            TimeControl::Unlimited => None,
            control => Some(Clock::new(control)),
        };
        self.clocks = ByColor {
            black: clock,
            white: clock,
        };
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[&str]) -> Result<String, String> {
        let usage = || syntax("time_left COLOR TIME STONES, no time being negative");
        let &[color, time, stones] = arguments else {
            return Err(usage());
        };
        let color = side(color).ok_or_else(usage)?;
        let time = seconds(time).ok_or_else(usage)?;
        let stones = count(stones).ok_or_else(usage)?;
        // A clock that nobody has set, or one for other periods, is of the kind that is told now.
        let kept = self.clocks[color]
            .filter(|clock| stones == 0 || matches!(clock.control(), TimeControl::ByoYomi { .. }));
        let mut clock = match (kept, stones) {
            (Some(clock), _) => clock,
            (None, 0) => Clock::new(TimeControl::from_gtp(time, 0.0, 0)),
            (None, stones) => Clock::new(TimeControl::from_gtp(0.0, time, stones)),
        };
        clock.set(xsquare_search::seconds(time), stones);
        self.clocks[color] = Some(clock);
        Ok(String::new())
    }
}

/// The error about arguments.
fn syntax(expected: &str) -> String {
    format!("syntax error: expected {expected}")
}

/// A number of stones; what is more than a game has counts as a whole game's.
fn count(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX).min(1000))
}
