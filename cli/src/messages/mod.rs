//! The texts that explain the game and its moves, in one table, so that other languages can follow: a language is
//! another [`Messages`].
//!
//! Where a text has numbers, squares or names in it, they stand for `{name}`; [`fill`] puts them in.

mod after;
mod english;
mod page;
mod play;

pub(crate) use after::{Puzzle, Review};
pub(crate) use english::ENGLISH;
pub(crate) use page::Page;
pub(crate) use play::{Clocks, Play};

use xsquare_engine::{Color, Convention};

/// All texts of one language.
#[derive(Debug)]
pub(crate) struct Messages {
    /// What `rules` says.
    pub(crate) rules: Rules,
    /// What is said of a move.
    pub(crate) explain: Explain,
    /// What is said in a first game.
    pub(crate) lessons: Lessons,
    /// What is on the screen of a game.
    pub(crate) screen: Screen,
    /// Names and units that stand in many texts.
    pub(crate) names: Names,
    /// What stands beside boards and scores.
    pub(crate) board: Board,
    /// What is said in the course of a game.
    pub(crate) play: Play,
    /// What is said of clocks.
    pub(crate) clocks: Clocks,
    /// What `review` says.
    pub(crate) review: Review,
    /// What is on its page.
    pub(crate) page: Page,
    /// What `puzzle` says.
    pub(crate) puzzle: Puzzle,
}

/// The rules of the game, to be shown on one screen.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The heading.
    pub(crate) title: &'static str,
    /// Beside the starting position: `{before}` and `{after}` are a row with `{move}`, `{moves}` Black's moves.
    pub(crate) start: [&'static str; 8],
    /// Beside an example, `{moves}`: `{side}` plays `{move}`, and the `{count}` `{discs}` turn over in `{directions}`
    /// directions. After `{pass}` the side `{passes}` must pass.
    pub(crate) several: [&'static str; 8],
    /// The end: the game `{over}` ends with `{black}` and `{white}` discs and counts `{counted}`.
    pub(crate) end: [&'static str; 3],
}

/// What can be said of a move; each text is that of a `Statement`, which says what it means.
#[derive(Debug)]
pub(crate) struct Explain {
    /// `{black}` and `{white}` discs.
    pub(crate) ends_game: &'static str,
    /// `{opponent}`
    pub(crate) must_pass: &'static str,
    /// `{square}`
    pub(crate) corner: &'static str,
    /// `{opponent}`, `{squares}`
    pub(crate) corners_given: &'static str,
    /// `{opponent}`, `{squares}`
    pub(crate) corners_taken: &'static str,
    /// `{opponent}`, `{squares}`
    pub(crate) corners_left: &'static str,
    /// What an X-square is called, as `{class}` of the next three.
    pub(crate) x_square: &'static str,
    /// The same for a C-square.
    pub(crate) c_square: &'static str,
    /// `{square}`, `{class}`, `{corner}`, taken by `{side}`
    pub(crate) corner_taken: &'static str,
    /// `{square}`, `{class}`, `{corner}`
    pub(crate) corner_open: &'static str,
    /// `{square}`, `{class}`, `{corner}`, which `{side}` cannot take
    pub(crate) corner_safe: &'static str,
    /// `{square}` between `{one}` and `{other}` of `{opponent}`
    pub(crate) wedge: &'static str,
    /// `{opponent}`, `{squares}`
    pub(crate) wedges_offered: &'static str,
    /// `{side}`, `{before}`, `{after}`, without a full stop
    pub(crate) opponent_mobility: &'static str,
    /// `{squares}` that are no moves any more, in brackets behind the last
    pub(crate) gone: &'static str,
    /// `{squares}` that are new moves
    pub(crate) new: &'static str,
    /// `{side}`, `{before}`, `{after}`
    pub(crate) own_mobility: &'static str,
    /// `{side}`, `{before}`, `{after}`
    pub(crate) stable: &'static str,
    /// `{square}` of `{empties}` has no empty neighbour.
    pub(crate) lone_square: &'static str,
    /// `{square}`, `{size}` and all `{empties}`
    pub(crate) odd_region: &'static str,
    /// The same
    pub(crate) even_region: &'static str,
    /// Before what is said of `{move}`.
    pub(crate) about: &'static str,
    /// The same of a move that was played.
    pub(crate) about_played: &'static str,
    /// The same of one that would have been better.
    pub(crate) about_better: &'static str,
    /// The expected `{line}` of `{opponent}` after a move.
    pub(crate) answer: &'static str,
    /// Of `{move}` nothing can be said.
    pub(crate) nothing: &'static str,
}

/// What is pointed out in a first game.
#[derive(Debug)]
pub(crate) struct Lessons {
    /// `{side}` has the moves `{squares}`, each of which turns over discs of `{opponent}`.
    pub(crate) choice: &'static str,
    /// `{side}` has played `{square}`, which turned over the `{count}` `{discs}` of `{opponent}`.
    pub(crate) flips: &'static str,
    /// `{side}` had to pass, `{opponent}` goes on.
    pub(crate) pass: &'static str,
}

/// What stands beside boards and scores.
#[derive(Debug)]
pub(crate) struct Board {
    /// The sides with their symbols: Black, White.
    pub(crate) sides: [&'static str; 2],
    /// The number of empty squares, as wide as the sides.
    pub(crate) empty: &'static str,
    /// It is the turn of `{side}`.
    pub(crate) to_move: &'static str,
    /// The same, but it has no move.
    pub(crate) must_pass: &'static str,
    /// The game is over with this `{result}`.
    pub(crate) over: &'static str,
    /// `{side}` has won, with so many discs.
    pub(crate) wins: &'static str,
    /// Nobody has.
    pub(crate) draw: &'static str,
    /// The last move went to this `{square}`.
    pub(crate) last: &'static str,
    /// What the sign of a move that was played means.
    pub(crate) played: &'static str,
    /// What the sign of a better one means.
    pub(crate) better: &'static str,
    /// A `{score}` that is a proved bound.
    pub(crate) at_least: &'static str,
    /// The other one.
    pub(crate) at_most: &'static str,
    /// One of a selective search, sure by so many `{percent}`.
    pub(crate) selective: &'static str,
    /// An estimate.
    pub(crate) about: &'static str,
    /// One from a book.
    pub(crate) book: &'static str,
}

/// Names and units that stand in many texts.
#[derive(Debug)]
pub(crate) struct Names {
    /// The sides: Black, White.
    pub(crate) sides: [&'static str; 2],
    /// How discs are counted at the end: those on the board, the empty squares for the winner, 64-0 after a wipe-out.
    pub(crate) conventions: [&'static str; 3],
    /// `{count}` thousandths of a second.
    pub(crate) milliseconds: &'static str,
    /// `{count}` seconds.
    pub(crate) seconds: &'static str,
    /// `{minutes}` and `{seconds}`, which have two digits.
    pub(crate) minutes: &'static str,
    /// The same with `{hours}`.
    pub(crate) hours: &'static str,
}

/// What a side is called.
pub(crate) const fn side_name(side: Color) -> &'static str {
    match side {
        Color::Black => ENGLISH.names.sides[0],
        Color::White => ENGLISH.names.sides[1],
    }
}

/// What a way of counting discs is called.
pub(crate) const fn convention_name(convention: Convention) -> &'static str {
    ENGLISH.names.conventions[match convention {
        Convention::PlainCount => 0,
        Convention::EmptiesToWinner => 1,
        Convention::WipeOut64 => 2,
    }]
}

/// What is on the screen of a game, besides the board.
#[derive(Debug)]
pub(crate) struct Screen {
    /// The name of the program.
    pub(crate) title: &'static str,
    /// Where help is.
    pub(crate) help: &'static str,
    /// A screen of `{width}` columns and `{height}` lines is too small, these being `{least_width}` and `{least_height}`;
    /// shorter and shorter.
    pub(crate) too_small: [&'static str; 4],
    /// The same before the game has begun: it goes line by line.
    pub(crate) too_small_to_begin: &'static str,
    /// A terminal that cannot move its cursor: the game goes line by line.
    pub(crate) dumb: &'static str,
    /// A human player.
    pub(crate) human: &'static str,
    /// `{side}` is the engine and thinks; `{more}` is [`depth`](Self::depth) or nothing.
    pub(crate) thinking: &'static str,
    /// It has searched to this `{depth}` and found this `{score}`.
    pub(crate) depth: &'static str,
    /// The engine answers a question.
    pub(crate) asked: &'static str,
    /// How far a review is: `{done}` of `{all}` moves.
    pub(crate) judged: &'static str,
    /// The player does not wait for the answer any more.
    pub(crate) given_up: &'static str,
    /// The engine waits.
    pub(crate) paused: &'static str,
    /// A board is being set up.
    pub(crate) setting_up: &'static str,
    /// Nothing is known about a position.
    pub(crate) unknown: &'static str,
    /// Neither side is ahead.
    pub(crate) even: &'static str,
    /// Before a number that is an estimate.
    pub(crate) about: &'static str,
    /// The expected `{line}` at this `{depth}`, with `{more}` if the search goes on.
    pub(crate) line: &'static str,
    /// `{move}` lost `{discs}`.
    pub(crate) blunder: &'static str,
    /// The `{column}` of a move is typed, its row is not.
    pub(crate) row: &'static str,
    /// `{side}` is the engine, and it is its turn.
    pub(crate) wait: &'static str,
    /// The player steps through the game.
    pub(crate) stepping: &'static str,
    /// There is no turn before this one.
    pub(crate) no_step_back: &'static str,
    /// There is none after it.
    pub(crate) no_step_forward: &'static str,
    /// Hints are shown from now on.
    pub(crate) hints_on: &'static str,
    /// They are not.
    pub(crate) hints_off: &'static str,
    /// The level cannot be changed by keys.
    pub(crate) handicap: &'static str,
    /// Ctrl-C was pressed once.
    pub(crate) interrupt: &'static str,
    /// The same while the engine was thinking.
    pub(crate) stopped: &'static str,
    /// The key that quits was pressed once.
    pub(crate) quit: &'static str,
    /// A key that does nothing.
    pub(crate) unknown_key: &'static str,
    /// How a board is set up.
    pub(crate) setup: &'static str,
    /// It was given up.
    pub(crate) setup_left: &'static str,
    /// A board without discs is no position.
    pub(crate) setup_empty: &'static str,
    /// One on which neither side can move is none to play from.
    pub(crate) setup_over: &'static str,
    /// There is more of a message than fits.
    pub(crate) message_goes_on: &'static str,
    /// There is no message.
    pub(crate) no_message: &'static str,
    /// How far the evaluation was searched, `{depth}` plies.
    pub(crate) searched: &'static str,
    /// The evaluation is proved.
    pub(crate) proved: &'static str,
    /// There is more of a page below.
    pub(crate) more: &'static str,
    /// The most important keys in a game.
    pub(crate) play_keys: &'static str,
    /// Those that set up a board.
    pub(crate) setup_keys: &'static str,
    /// Those on a page.
    pub(crate) page_keys: &'static str,
    /// All keys and what they do; headings stand beside no key.
    pub(crate) keys: &'static [(&'static str, &'static str)],
}

/// A text with `{name}` replaced by the value of that name.
///
/// # Panics
/// If the text has a name without a value; the tests go through all texts.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}').expect("every name has an end");
        let value = values.iter().find(|(known, _)| *known == name);
        filled += before;
        filled += value
            .unwrap_or_else(|| panic!("{name:?} has no value in {text:?}"))
            .1;
        rest = behind;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    #[test]
    fn names_are_replaced_by_their_values() {
        let values = [("move", "f5"), ("count", "2")];
        assert_eq!(
            fill("{move} turns {count} discs, {move}!", &values),
            "f5 turns 2 discs, f5!"
        );
        assert_eq!(fill("nothing", &[]), "nothing");
    }

    /// What is said in these files is in the table; what a command line gets wrong is said by each command itself.
    const TOLD_BY_TABLE: [&str; 6] = [
        "commands/play",
        "commands/review",
        "commands/puzzle.rs",
        "commands/rules.rs",
        "explain",
        "output/board.rs",
    ];

    /// What stands before texts that are no part of a conversation: errors of arguments and of the system, the help of
    /// options, reasons for programmers.
    const OTHERS: [&str; 7] = [
        "bail!(",
        "anyhow!(",
        "context(",
        "context(|| format!(",
        "expect(",
        "reason =",
        "after_help =",
    ];

    /// The texts in quotes of a source, with what stands before them; without comments and tests.
    fn literals(source: &str) -> Vec<(&str, &str)> {
        let end = source.find("#[cfg(test)]\nmod tests {");
        let source = &source[..end.unwrap_or(source.len())];
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(next) = source[at..].find(['"', '/']) {
            let start = at + next;
            if source[start..].starts_with("//") {
                let line = source[start..].find('\n');
                at = line.map_or(source.len(), |line| start + line);
            } else if source[start..].starts_with('/') || source[..start].ends_with('\'') {
                at = start + 1;
            } else {
                let mut is_escaped = false;
                let text = &source[start + 1..];
                let length = text.find(|c| {
                    let is_end = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    is_end
                });
                let length = length.expect("every text has an end");
                found.push((source[..start].trim_end(), &text[..length]));
                at = start + length + 2;
            }
        }
        found
    }

    /// Whether two words follow each other.
    fn is_sentence(text: &str) -> bool {
        let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
        let words: Vec<&str> = text.split(' ').collect();
        words.windows(2).any(|pair| {
            let first = pair[0].trim_end_matches([',', ':', ';']);
            is_word(first) && is_word(pair[1].trim_end_matches(['.', ',', ':', ';']))
        })
    }

    #[test]
    fn what_is_told_stands_in_the_table() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders: Vec<PathBuf> = TOLD_BY_TABLE.iter().map(|path| root.join(path)).collect();
        let mut files = 0;
        while let Some(path) = folders.pop() {
            if path.is_dir() {
                let entries = std::fs::read_dir(&path).unwrap();
                folders.extend(entries.map(|entry| entry.unwrap().path()));
                continue;
            }
            let name = path.to_string_lossy();
            // Options describe themselves.
            let is_source = name.ends_with(".rs") && !name.ends_with("options.rs");
            if !is_source || name.contains("tests") {
                continue;
            }
            files += 1;
            let source = std::fs::read_to_string(&path).unwrap();
            for (before, text) in literals(&source) {
                let is_other = OTHERS.iter().any(|other| before.ends_with(other));
                assert!(is_other || !is_sentence(text), "{name}: {text:?}");
            }
        }
        assert!(files > 40, "{files}");
    }

    #[test]
    fn texts_are_told_from_names() {
        let source =
            "f(\"one two\"); // \"three four\"\nbail!(\"five \\\" six\", '\"', a / b, \"x\")";
        let texts: Vec<&str> = literals(source).iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, ["one two", "five \\\" six", "x"]);
        assert!(is_sentence("{side} has passed") && is_sentence("No move."));
        assert!(!is_sentence("{side} {score}") && !is_sentence("f5 d6") && !is_sentence("save "));
    }

    #[test]
    #[should_panic(expected = "\"side\" has no value")]
    fn a_name_without_a_value_is_a_fault() {
        fill("{side}", &[("move", "f5")]);
    }
}
