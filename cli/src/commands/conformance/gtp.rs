//! The rules of GTP for Othello.

use super::Check;
use super::peer::{Peer, Trouble, fault};
use std::time::{Duration, Instant};
use xsquare_engine::{Game, Move, Position, Square};

/// Black has a pass to make after these.
const BEFORE_PASS: [&str; 8] = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"];
/// A game of nine moves.
const SHORT_GAME: [&str; 9] = ["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"];
/// What every program must know.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "undo",
];
/// Within this time "at once" has passed.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Every rule that is checked.
pub(super) const CHECKS: [Check; 24] = [
    Check {
        rule: "an answer is `=`, the number of the command without a blank, the text, an empty line",
        talk: framing,
    },
    Check {
        rule: "a command without a number is answered without one",
        talk: no_number,
    },
    Check {
        rule: "every command has one answer, in order",
        talk: one_answer_each,
    },
    Check {
        rule: "comments, blank lines and control characters are no commands",
        talk: comments,
    },
    Check {
        rule: "unknown commands are an error",
        talk: unknown_command,
    },
    Check {
        rule: "list_commands and known_command agree and have what is required",
        talk: lists,
    },
    Check {
        rule: "board sizes other than 8 are refused",
        talk: board_size,
    },
    Check {
        rule: "clear_board begins a new game without a history",
        talk: clear_board,
    },
    Check {
        rule: "arguments that are missing or wrong are one error and change nothing",
        talk: arguments,
    },
    Check {
        rule: "squares have Othello's names: a1 is the top left corner",
        talk: orientation,
    },
    Check {
        rule: "illegal moves are refused and change nothing",
        talk: illegal_moves,
    },
    Check {
        rule: "a move of the wrong colour is refused and changes nothing",
        talk: wrong_color,
    },
    Check {
        rule: "a side that can move may not pass",
        talk: illegal_pass,
    },
    Check {
        rule: "genmove gives a legal move and plays it",
        talk: genmove,
    },
    Check {
        rule: "reg_genmove gives a legal move and changes nothing",
        talk: reg_genmove,
    },
    Check {
        rule: "undo takes back one turn and is refused at the start",
        talk: undo,
    },
    Check {
        rule: "genmove gives `pass` where it is forced, and the other side is to move",
        talk: forced_pass,
    },
    Check {
        rule: "a forced pass may be left out",
        talk: implied_pass,
    },
    Check {
        rule: "a pass is made once",
        talk: double_pass,
    },
    Check {
        rule: "undo takes back a pass that was played like any turn",
        talk: undo_pass,
    },
    Check {
        rule: "when the game is over genmove gives `pass` any number of times, and nothing can be played",
        talk: game_over,
    },
    Check {
        rule: "a whole game can be played by genmove",
        talk: whole_game,
    },
    Check {
        rule: "times of any size are taken, none of them negative, and no time is answered at once",
        talk: times,
    },
    Check {
        rule: "quit is answered, and it and the end of the input end the program",
        talk: endings,
    },
];

/// An answer.
struct Answer {
    is_error: bool,
    text: String,
}

/// Sends a command and takes its answer apart; it must be well formed.
fn ask(peer: &mut Peer, command: &str) -> Result<Answer, Trouble> {
    peer.send(command)?;
    let first = peer.line(command)?;
    answer(peer, command, &first)
}

fn answer(peer: &mut Peer, command: &str, first: &str) -> Result<Answer, Trouble> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = &command[..digits(command)];
    let Some(rest) = first.strip_prefix(['=', '?']) else {
        return fault(format!(
            "printed {first:?} where the answer to {command:?} begins; expected `=` or `?`"
        ));
    };
    let (id, text) = rest.split_at(digits(rest));
    if id != number || !(text.is_empty() || text.starts_with([' ', '\r'])) {
        return fault(format!(
            "answered {command:?} with {first:?}; expected `{}{number}` and then a blank",
            &first[..1]
        ));
    }
    let mut text = text.trim().to_owned();
    loop {
        let line = peer.line(command)?;
        if line.trim().is_empty() {
            break;
        }
        text.push('\n');
        text.push_str(line.trim_end());
    }
    Ok(Answer {
        is_error: first.starts_with('?'),
        text: text.trim().to_owned(),
    })
}

/// A command that must succeed.
fn accept(peer: &mut Peer, command: &str) -> Result<String, Trouble> {
    let answer = ask(peer, command)?;
    if answer.is_error {
        return fault(format!("refused {command:?} with {:?}", answer.text));
    }
    Ok(answer.text)
}

/// A command that must be an error.
fn refuse(peer: &mut Peer, command: &str, why: &str) -> Result<(), Trouble> {
    if ask(peer, command)?.is_error {
        return Ok(());
    }
    fault(format!("accepted {command:?}: {why}; expected `?`"))
}

/// Whether the program says that it has the command; otherwise the check is skipped.
fn require(peer: &mut Peer, command: &str) -> Result<(), Trouble> {
    let known = accept(peer, &format!("known_command {command}"))?;
    if known == "true" {
        return Ok(());
    }
    Err(Trouble::Skipped(format!("the program has no {command}")))
}

/// Plays the moves by both sides in turn.
fn play_all(peer: &mut Peer, turns: &[&str]) -> Result<(), Trouble> {
    for (color, turn) in ["b", "w"].into_iter().cycle().zip(turns) {
        accept(peer, &format!("play {color} {turn}"))?;
    }
    Ok(())
}

/// Asks for a move, which must be legal in `position`.
fn legal(peer: &mut Peer, command: &str, position: &Position) -> Result<Move, Trouble> {
    let text = accept(peer, command)?;
    let illegal =
        |why: String| Trouble::Fault(format!("answered {command:?} with {text:?}: {why}"));
    let is_vertex = text.eq_ignore_ascii_case("pass") || text.parse::<Square>().is_ok();
    let turn: Move = match text.parse() {
        Ok(turn) if is_vertex => turn,
        _ => return Err(illegal("expected a square or `pass`".to_owned())),
    };
    match position.play(turn) {
        Ok(_) => Ok(turn),
        Err(error) => Err(illegal(error.to_string())),
    }
}

/// Asks for a move that must be a pass.
fn pass(peer: &mut Peer, command: &str) -> Result<(), Trouble> {
    let text = accept(peer, command)?;
    if text.eq_ignore_ascii_case("pass") {
        return Ok(());
    }
    fault(format!(
        "answered {command:?} with {text:?}; expected `pass`"
    ))
}

fn framing(peer: &mut Peer) -> Result<(), Trouble> {
    let version = accept(peer, "1 protocol_version")?;
    if version != "2" {
        return fault(format!("the protocol version is {version:?}; expected 2"));
    }
    accept(peer, "0 clear_board")?;
    if ask(peer, "2147483647 name")?.text.is_empty() {
        return fault("has no name");
    }
    refuse(peer, "12 play b a1", "the move is illegal")
}

fn no_number(peer: &mut Peer) -> Result<(), Trouble> {
    accept(peer, "7 name")?;
    accept(peer, "name")?;
    refuse(peer, "play b a1", "the move is illegal")
}

fn one_answer_each(peer: &mut Peer) -> Result<(), Trouble> {
    let commands = [
        "1 name",
        "2 version",
        "3 play b a1",
        "4 play",
        "5 no_such_command",
        "6 name",
    ];
    for command in commands {
        peer.send(command)?;
    }
    for command in commands {
        let first = peer.line(command)?;
        answer(peer, command, &first)?;
    }
    peer.expect_silence("the last answer")
}

fn comments(peer: &mut Peer) -> Result<(), Trouble> {
    for line in ["# a comment", "", "   ", "\t", "\r", "# quit"] {
        peer.send(line)?;
    }
    accept(peer, "1\tname # a comment\r")?;
    peer.expect_silence("the answer")
}

fn unknown_command(peer: &mut Peer) -> Result<(), Trouble> {
    refuse(peer, "no_such_command", "there is none")?;
    refuse(peer, "5 no_such_command x y", "there is none")?;
    accept(peer, "name").map(drop)
}

fn lists(peer: &mut Peer) -> Result<(), Trouble> {
    let listed = accept(peer, "list_commands")?;
    let listed: Vec<&str> = listed.lines().map(str::trim).collect();
    for name in REQUIRED {
        if !listed.contains(&name) {
            return fault(format!("does not list {name}"));
        }
    }
    for (name, expected) in listed
        .iter()
        .map(|&name| (name, "true"))
        .chain([("no_such_command", "false")])
    {
        let known = accept(peer, &format!("known_command {name}"))?;
        if known != expected {
            return fault(format!(
                "answered `known_command {name}` with {known:?}; expected {expected}"
            ));
        }
    }
    Ok(())
}

fn board_size(peer: &mut Peer) -> Result<(), Trouble> {
    accept(peer, "boardsize 8")?;
    for size in ["6", "10", "19", "0", "-8"] {
        refuse(peer, &format!("boardsize {size}"), "boards have 8 rows")?;
    }
    refuse(peer, "boardsize", "the size is missing")?;
    refuse(peer, "boardsize large", "that is no size")?;
    accept(peer, "boardsize 8")?;
    accept(peer, "clear_board")?;
    accept(peer, "play b f5").map(drop)
}

fn clear_board(peer: &mut Peer) -> Result<(), Trouble> {
    play_all(peer, &["f5", "d6", "c3"])?;
    accept(peer, "clear_board")?;
    refuse(peer, "undo", "the board was cleared")?;
    play_all(peer, &["f5", "d6", "c3"])
}

fn arguments(peer: &mut Peer) -> Result<(), Trouble> {
    for command in [
        "play",
        "play b",
        "play b i9",
        "play b a0",
        "play x f5",
        "genmove",
        "genmove purple",
        "known_command",
    ] {
        refuse(peer, command, "an argument is missing or wrong")?;
    }
    accept(peer, "play b f5").map(drop)
}

fn orientation(peer: &mut Peer) -> Result<(), Trouble> {
    for first in ["d3", "C4", "f5", "E6"] {
        accept(peer, "clear_board")?;
        accept(peer, &format!("play BLACK {first}"))?;
    }
    accept(peer, "clear_board")?;
    for illegal in ["d6", "c5", "f4", "e3"] {
        refuse(peer, &format!("play b {illegal}"), "it flips no disc")?;
    }
    Ok(())
}

fn illegal_moves(peer: &mut Peer) -> Result<(), Trouble> {
    refuse(peer, "play b a1", "it flips no disc")?;
    refuse(peer, "play b d4", "the square is occupied")?;
    accept(peer, "play b f5")?;
    refuse(peer, "play w f5", "the square is occupied")?;
    refuse(peer, "play w a1", "it flips no disc")?;
    accept(peer, "play w d6").map(drop)
}

fn wrong_color(peer: &mut Peer) -> Result<(), Trouble> {
    refuse(peer, "play w f4", "Black is to move")?;
    accept(peer, "play b f5")?;
    refuse(peer, "play b d6", "White is to move and can")?;
    refuse(peer, "genmove b", "White is to move and can")?;
    accept(peer, "play w d6")?;
    accept(peer, "undo")?;
    accept(peer, "play w f6").map(drop)
}

fn illegal_pass(peer: &mut Peer) -> Result<(), Trouble> {
    refuse(peer, "play b pass", "Black can move")?;
    accept(peer, "play b f5")?;
    refuse(peer, "play w PASS", "White can move")?;
    accept(peer, "play w d6").map(drop)
}

fn genmove(peer: &mut Peer) -> Result<(), Trouble> {
    let mut position = Position::START;
    for color in ["b", "w", "black", "WHITE"] {
        let turn = legal(peer, &format!("genmove {color}"), &position)?;
        position = position.try_play(turn).unwrap_or(position);
    }
    let next = position.legal_moves().into_iter().next();
    let next = next.map_or("pass".to_owned(), |square| square.to_string());
    accept(peer, &format!("play b {next}")).map(drop)
}

fn reg_genmove(peer: &mut Peer) -> Result<(), Trouble> {
    require(peer, "reg_genmove")?;
    for _ in 0..2 {
        legal(peer, "reg_genmove b", &Position::START)?;
    }
    refuse(peer, "undo", "nothing was played")?;
    accept(peer, "play b f5").map(drop)
}

fn undo(peer: &mut Peer) -> Result<(), Trouble> {
    refuse(peer, "undo", "this is the start")?;
    accept(peer, "genmove b")?;
    accept(peer, "undo")?;
    play_all(peer, &["f5", "d6", "c3"])?;
    accept(peer, "undo")?;
    accept(peer, "play b c4")?;
    for _ in 0..3 {
        accept(peer, "undo")?;
    }
    refuse(peer, "undo", "this is the start")?;
    accept(peer, "play b d3").map(drop)
}

fn forced_pass(peer: &mut Peer) -> Result<(), Trouble> {
    play_all(peer, &BEFORE_PASS)?;
    refuse(peer, "play b d2", "Black has no move")?;
    pass(peer, "genmove b")?;
    refuse(peer, "genmove b", "White is to move and can")?;
    accept(peer, "play w d2").map(drop)
}

fn implied_pass(peer: &mut Peer) -> Result<(), Trouble> {
    play_all(peer, &BEFORE_PASS)?;
    refuse(peer, "play w a1", "it flips no disc")?;
    accept(peer, "play w d2")?;
    accept(peer, "clear_board")?;
    play_all(peer, &BEFORE_PASS)?;
    accept(peer, "genmove w").map(drop)
}

fn double_pass(peer: &mut Peer) -> Result<(), Trouble> {
    play_all(peer, &BEFORE_PASS)?;
    accept(peer, "play b pass")?;
    refuse(peer, "play b pass", "White is to move and can")?;
    refuse(peer, "play w pass", "White can move")?;
    accept(peer, "play w d2").map(drop)
}

fn undo_pass(peer: &mut Peer) -> Result<(), Trouble> {
    play_all(peer, &BEFORE_PASS)?;
    accept(peer, "play b pass")?;
    accept(peer, "play w d2")?;
    accept(peer, "undo")?;
    accept(peer, "play w d2")?;
    accept(peer, "undo")?;
    accept(peer, "undo")?;
    pass(peer, "genmove b")?;
    accept(peer, "play w d2").map(drop)
}

fn game_over(peer: &mut Peer) -> Result<(), Trouble> {
    play_all(peer, &SHORT_GAME)?;
    for command in ["genmove w", "genmove b", "genmove w"] {
        pass(peer, command)?;
    }
    refuse(peer, "play w a1", "the game is over")?;
    refuse(peer, "play b a1", "the game is over")?;
    accept(peer, "undo")?;
    accept(peer, "play b e3").map(drop)
}

fn whole_game(peer: &mut Peer) -> Result<(), Trouble> {
    let mut game = Game::new();
    while !game.is_over() {
        let color = game.position().side().to_string();
        let turn = legal(peer, &format!("genmove {color}"), game.position())?;
        // Legal: it was held against the position.
        let _ = game.play(turn);
    }
    pass(peer, "genmove b")
}

fn times(peer: &mut Peer) -> Result<(), Trouble> {
    require(peer, "time_settings")?;
    for command in [
        "time_settings 99999999999 0 0",
        "time_settings 0 10 0",
        "time_left b 0 0",
        "time_settings 0 0 0",
    ] {
        ask(peer, command)?;
    }
    refuse(peer, "time_settings 1", "arguments are missing")?;
    refuse(peer, "time_left b -3 1", "the time is negative")?;
    let start = Instant::now();
    legal(peer, "genmove b", &Position::START)?;
    let time = start.elapsed();
    if time > AT_ONCE.min(peer.patience) {
        return fault(format!(
            "thought for {:.1} s with no time at all",
            time.as_secs_f64()
        ));
    }
    Ok(())
}

fn endings(peer: &mut Peer) -> Result<(), Trouble> {
    accept(peer, "1 quit")?;
    peer.expect_end("quit")?;
    peer.restart()?;
    accept(peer, "name")?;
    peer.close();
    peer.expect_end("the end of its input")
}
