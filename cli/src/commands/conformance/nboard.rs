//! The rules of NBoard's protocol.

use super::Check;
use super::peer::{Peer, Trouble, fault};
use std::thread::sleep;
use std::time::{Duration, Instant};
use xsquare_engine::notation::{GgfDetail, GgfGame, parse_transcript, write_ggf, write_ggf_turn};
use xsquare_engine::{Game, Move, Position};

/// Black has a pass to make after these.
const BEFORE_PASS: &str = "c4c3f5b4a4a5c2a3";
/// A game of nine moves.
const SHORT_GAME: &str = "f5d6c5f6e7f4g5e6e3";
/// Black must pass here; 8–56 with best play.
const MUST_PASS: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";
/// FFO problem 20: 6 empty squares, +6 for Black by h5 alone.
const SIX_EMPTIES: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
/// The same with colours exchanged: +6 for White.
const SIX_EMPTIES_WHITE: &str =
    "OOOXOOOOXOOOOOOOXXOOOOOOXXXOOOOOXXXOOXX-XXXXX---XXXXXXX-XXXXXXX- O";
/// The depth that programs are told: quick, and enough for six empty squares.
const DEPTH: u8 = 6;
/// A depth that takes long.
const DEEP: u8 = 40;
/// How long a search goes on before it is ended.
const THOUGHT: Duration = Duration::from_millis(200);

/// Every rule that is checked.
pub(super) const CHECKS: [Check; 19] = [
    Check {
        rule: "`set depth` is answered by `set myname` and one word",
        talk: greeting,
    },
    Check {
        rule: "every ping is answered by its pong",
        talk: pings,
    },
    Check {
        rule: "unknown lines are ignored",
        talk: unknown_lines,
    },
    Check {
        rule: "`go` is answered by `===` and a legal move of the last position",
        talk: go_is_legal,
    },
    Check {
        rule: "`go` does not change the position, `move` does",
        talk: go_changes_nothing,
    },
    Check {
        rule: "a move may carry evaluation and time",
        talk: decorated_moves,
    },
    Check {
        rule: "a side that must pass answers `go` by `=== PA`",
        talk: forced_pass,
    },
    Check {
        rule: "after a pass at the end of a game the other side is to move",
        talk: written_pass,
    },
    Check {
        rule: "hints of a side that must pass begin with PA",
        talk: pass_hint,
    },
    Check {
        rule: "when the game is over `go` and `hint` name no move and do not hang",
        talk: game_over,
    },
    Check {
        rule: "a pass where there are moves changes nothing",
        talk: illegal_pass,
    },
    Check {
        rule: "`hint` is answered by lines of play that follow the rules, an evaluation in discs and a depth",
        talk: hint_lines,
    },
    Check {
        rule: "`hint N` scores N different moves",
        talk: hint_count,
    },
    Check {
        rule: "evaluations are seen by the side to move, and exact where `100%` says so",
        talk: perspective,
    },
    Check {
        rule: "a ping ends a search, and nothing about the old position follows its pong",
        talk: ping_ends_search,
    },
    Check {
        rule: "set-up boards are read: White first, with and without blanks, `TI[0]` being no clock",
        talk: set_up_boards,
    },
    Check {
        rule: "a game of 40 kB is read",
        talk: long_game,
    },
    Check {
        rule: "a whole game can be played by `go` and `move`",
        talk: whole_game,
    },
    Check {
        rule: "`quit` and the end of the input end the program, in a search as well",
        talk: endings,
    },
];

/// A game from the starting position.
fn game(transcript: &str) -> Game {
    let read = parse_transcript(transcript);
    read.expect("the games of the checks follow the rules").game
}

/// A game that begins at a board.
fn board(text: &str) -> Game {
    let position = text.parse();
    Game::from_position(position.expect("the boards of the checks are boards"))
}

fn set_game(game: &Game) -> String {
    format!("set game {}", write_ggf(&GgfGame::new(game.clone())))
}

/// Greets the program and gives it a game.
fn greet(peer: &mut Peer, depth: u8, game: &Game) -> Result<(), Trouble> {
    peer.send("nboard 2")?;
    peer.send(&format!("set depth {depth}"))?;
    peer.send(&set_game(game))?;
    synchronise(peer).map(drop)
}

/// Sends a ping and waits for its pong; the lines before it.
fn synchronise(peer: &mut Peer) -> Result<Vec<String>, Trouble> {
    let number = peer.next_number();
    let command = format!("ping {number}");
    peer.send(&command)?;
    let mut lines = Vec::new();
    loop {
        let line = peer.line(&command)?;
        match line.trim().strip_prefix("pong") {
            Some(pong) if pong.trim() == number.to_string() => return Ok(lines),
            Some(pong) => {
                return fault(format!("answered `{command}` with `pong{pong}`"));
            }
            None => lines.push(line.trim().to_owned()),
        }
    }
}

/// The move behind `===`, if a line is one. Blanks instead of slashes are suffered, as NBoard does.
fn chosen(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("===")?.trim();
    rest.split(['/', ' ']).next()
}

/// Sends `go`: the move that comes back.
fn go(peer: &mut Peer) -> Result<String, Trouble> {
    peer.send("go")?;
    loop {
        let line = peer.line("go")?;
        if let Some(turn) = chosen(&line) {
            return Ok(turn.to_owned());
        }
    }
}

/// Sends `go`; the answer must be legal in `position`.
fn legal(peer: &mut Peer, position: &Position) -> Result<Move, Trouble> {
    let text = go(peer)?;
    let Ok(turn) = text.parse() else {
        return fault(format!("answered `go` with {text:?}, which is no move"));
    };
    match position.play(turn) {
        Ok(_) => Ok(turn),
        Err(error) => fault(format!("answered `go` with {text:?}: {error}")),
    }
}

/// A `search` line.
struct Hint {
    pv: Vec<Move>,
    eval: f64,
    depth: String,
}

/// Asks for hints until there are enough, or patience ends; then a ping ends the search. The last hint for each move, the
/// one that came last at the end.
fn hints(
    peer: &mut Peer,
    count: usize,
    position: &Position,
    is_enough: impl Fn(&[Hint]) -> bool,
) -> Result<Vec<Hint>, Trouble> {
    let command = format!("hint {count}");
    peer.send(&command)?;
    let deadline = Instant::now() + peer.patience;
    let mut hints: Vec<Hint> = Vec::new();
    let mut take = |line: &str| -> Result<bool, Trouble> {
        if line.starts_with("search") || line.starts_with("book") {
            let hint = hint(line.trim(), position)?;
            hints.retain(|before| before.pv.first() != hint.pv.first());
            hints.push(hint);
        }
        Ok(is_enough(&hints))
    };
    while let Some(line) = peer.line_before(deadline, &command)? {
        if take(&line)? {
            break;
        }
    }
    for line in synchronise(peer)? {
        take(&line)?;
    }
    if hints.is_empty() {
        return fault(format!("answered `{command}` without a `search` line"));
    }
    Ok(hints)
}

/// Takes a hint apart and replays it.
fn hint(line: &str, position: &Position) -> Result<Hint, Trouble> {
    let wrong = |why: &str| Trouble::Fault(format!("printed {line:?}: {why}"));
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, pv, eval, _, depth, ..] = words[..] else {
        return Err(wrong("expected `search PV EVAL 0 DEPTH`"));
    };
    let mut turns = Vec::new();
    let mut position = *position;
    let letters: Vec<char> = pv.chars().filter(|&c| c != '-').collect();
    for turn in letters.chunks(2) {
        let turn: String = turn.iter().collect();
        let turn: Move = turn
            .parse()
            .ok()
            .ok_or_else(|| wrong(&format!("{turn:?} in its line of play is no move")))?;
        position = position
            .play(turn)
            .map_err(|error| wrong(&error.to_string()))?;
        turns.push(turn);
    }
    // Two values: a draw counted for Black and for White.
    let eval = eval.split(',').next().unwrap_or_default();
    let is_decimal = eval
        .bytes()
        .all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
    match eval.parse::<f64>() {
        _ if !depth.starts_with(|c: char| c.is_ascii_digit()) => {
            Err(wrong("the depth does not begin with a number"))
        }
        Ok(eval) if is_decimal && eval.abs() <= 64.0 => Ok(Hint {
            pv: turns,
            eval,
            depth: depth.to_owned(),
        }),
        _ => Err(wrong("the evaluation is no number of discs")),
    }
}

fn greeting(peer: &mut Peer) -> Result<(), Trouble> {
    peer.send("nboard 2")?;
    peer.send("set depth 6")?;
    let lines = synchronise(peer)?;
    let name = lines
        .iter()
        .find_map(|line| line.strip_prefix("set myname "));
    match name {
        Some(name) if name.split_whitespace().count() == 1 => Ok(()),
        Some(name) => fault(format!("has the name {name:?}; expected one word")),
        None => fault("did not tell its name after `set depth`"),
    }
}

fn pings(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &Game::new())?;
    for _ in 0..3 {
        synchronise(peer)?;
    }
    for number in ["100", "101"] {
        peer.send(&format!("ping {number}"))?;
    }
    for number in ["100", "101"] {
        let line = peer.line(&format!("ping {number}"))?;
        if line.trim() != format!("pong {number}") {
            return fault(format!("answered `ping {number}` with {line:?}"));
        }
    }
    peer.expect_silence("the last pong")
}

fn unknown_lines(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &game("f5"))?;
    for line in [
        "fly",
        "set colour blue",
        "",
        "   ",
        "GO",
        "flip the board",
        "set",
    ] {
        peer.send(line)?;
    }
    let said = synchronise(peer)?;
    let harmless = ["status", "error", "warning"];
    if let Some(line) = said
        .iter()
        .find(|line| !harmless.iter().any(|word| line.starts_with(word)))
    {
        return fault(format!("answered an unknown line with {line:?}"));
    }
    legal(peer, game("f5").position()).map(drop)
}

fn go_is_legal(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &Game::new())?;
    for transcript in ["f5d6c3d3c4", "c4e3f6e6f5c5c3c6d6", "f5"] {
        let game = game(transcript);
        peer.send(&set_game(&game))?;
        legal(peer, game.position())?;
    }
    Ok(())
}

fn go_changes_nothing(peer: &mut Peer) -> Result<(), Trouble> {
    let mut game = game("f5d6");
    greet(peer, DEPTH, &game)?;
    for _ in 0..2 {
        legal(peer, game.position())?;
    }
    for _ in 0..3 {
        let turn = legal(peer, game.position())?;
        let text = write_ggf_turn(turn, GgfDetail::default());
        peer.send(&format!("move {text}"))?;
        let _ = game.play(turn);
    }
    legal(peer, game.position()).map(drop)
}

fn decorated_moves(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &Game::new())?;
    for turn in ["F5/-0.35/0.40", "d6//1.5", "C3/2", "D3"] {
        peer.send(&format!("move {turn}"))?;
    }
    legal(peer, game("f5d6c3d3").position()).map(drop)
}

fn forced_pass(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &Game::new())?;
    for mut game in [game(BEFORE_PASS), board(MUST_PASS)] {
        peer.send(&set_game(&game))?;
        legal(peer, game.position())?;
        peer.send("move PA")?;
        game.pass_if_forced();
        legal(peer, game.position())?;
    }
    Ok(())
}

fn written_pass(peer: &mut Peer) -> Result<(), Trouble> {
    let mut game = game(BEFORE_PASS);
    game.pass_if_forced();
    greet(peer, DEPTH, &game)?;
    legal(peer, game.position()).map(drop)
}

fn pass_hint(peer: &mut Peer) -> Result<(), Trouble> {
    let game = board(MUST_PASS);
    greet(peer, DEPTH, &game)?;
    hints(peer, 2, game.position(), |hints| !hints.is_empty()).map(drop)
}

fn game_over(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &game(SHORT_GAME))?;
    peer.send("go")?;
    peer.send("hint 2")?;
    sleep(THOUGHT);
    for line in synchronise(peer)? {
        let is_move = chosen(&line).is_some_and(|turn| turn.parse() != Ok(Move::Pass));
        if is_move || line.starts_with("search") {
            return fault(format!("printed {line:?} when the game was over"));
        }
    }
    peer.send(&set_game(&game("f5")))?;
    legal(peer, game("f5").position()).map(drop)
}

fn illegal_pass(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &game("f5"))?;
    peer.send("move PA")?;
    legal(peer, game("f5").position())?;
    peer.send("move D6")?;
    legal(peer, game("f5d6").position()).map(drop)
}

fn hint_lines(peer: &mut Peer) -> Result<(), Trouble> {
    let game = game("f5d6c3d3c4");
    greet(peer, DEPTH, &game)?;
    hints(peer, 1, game.position(), |hints| !hints.is_empty()).map(drop)
}

fn hint_count(peer: &mut Peer) -> Result<(), Trouble> {
    let game = game("f5d6c3");
    greet(peer, DEPTH, &game)?;
    let legal = game.position().legal_moves().len() as usize;
    for (count, expected) in [(2, 2), (30, legal)] {
        let enough = |hints: &[Hint]| hints.len() >= expected;
        let found = hints(peer, count, game.position(), enough)?.len();
        if found < expected {
            return fault(format!(
                "answered `hint {count}` with {found} moves; expected {expected}"
            ));
        }
    }
    Ok(())
}

fn perspective(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &Game::new())?;
    for (text, best, score) in [
        (SIX_EMPTIES, "h5", 6.0),
        (SIX_EMPTIES_WHITE, "h5", 6.0),
        (MUST_PASS, "pass", -48.0),
    ] {
        let game = board(text);
        peer.send(&set_game(&game))?;
        let is_solved = |hints: &[Hint]| hints.last().is_some_and(|hint| hint.depth == "100%");
        let hints = hints(peer, 1, game.position(), is_solved)?;
        let hint = &hints[hints.len() - 1];
        let is_exact = hint.depth == "100%";
        let is_right = (hint.eval - score).abs() < 0.01;
        if is_exact && !is_right || hint.eval * score < 0.0 {
            return fault(format!(
                "evaluated {text:?} as {} (depth {}); the side to move has {score} by {best}",
                hint.eval, hint.depth
            ));
        }
    }
    Ok(())
}

fn ping_ends_search(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEEP, &game("f5"))?;
    for search in ["hint 30", "go", "hint 1"] {
        peer.send(search)?;
        sleep(THOUGHT);
        synchronise(peer)?;
        peer.expect_silence("the pong that ended the search")?;
    }
    peer.send(&format!("set depth {DEPTH}"))?;
    legal(peer, game("f5").position()).map(drop)
}

fn set_up_boards(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEPTH, &Game::new())?;
    let white_first = board("---------------------------OX------XO--------------------------- O");
    let blanks = set_game(&white_first);
    let (head, rest) = blanks.split_once("BO[8 ").unwrap_or((&blanks, ""));
    let (cells, tail) = rest.split_once(" O]").unwrap_or((rest, ""));
    let compact = format!("{head}BO[8 {} O]{tail}", cells.replace(' ', ""));
    for text in [blanks.clone(), compact, blanks.replace("TI[0]", "TI[0//0]")] {
        peer.send(&text)?;
        legal(peer, white_first.position())?;
    }
    Ok(())
}

fn long_game(peer: &mut Peer) -> Result<(), Trouble> {
    let game = game("f5d6c3");
    greet(peer, DEPTH, &Game::new())?;
    let comment = format!("CO[{}]TY[8]", "x".repeat(40_000));
    peer.send(&set_game(&game).replace("TY[8]", &comment))?;
    legal(peer, game.position()).map(drop)
}

fn whole_game(peer: &mut Peer) -> Result<(), Trouble> {
    let mut game = Game::new();
    greet(peer, 1, &game)?;
    while !game.is_over() {
        let turn = legal(peer, game.position())?;
        let text = write_ggf_turn(turn, GgfDetail::default());
        peer.send(&format!("move {text}"))?;
        let _ = game.play(turn);
    }
    synchronise(peer).map(drop)
}

fn endings(peer: &mut Peer) -> Result<(), Trouble> {
    greet(peer, DEEP, &game("f5"))?;
    peer.send("hint 4")?;
    peer.send("quit")?;
    peer.expect_end("`quit`")?;
    peer.restart()?;
    greet(peer, DEEP, &game("f5"))?;
    peer.send("go")?;
    peer.close();
    peer.expect_end("the end of its input")
}
