//! The texts of a game in the line mode, many of which the screen shows as well.

/// What is said in the course of a game.
#[derive(Debug)]
pub(crate) struct Play {
    /// The commands of the line mode.
    pub(crate) help: &'static str,
    /// Where to find out more.
    pub(crate) welcome: &'static str,
    /// The prompt of `{side}`.
    pub(crate) prompt: &'static str,
    /// The prompt when the game is over.
    pub(crate) prompt_over: &'static str,
    /// The input ends.
    pub(crate) end_of_input: &'static str,
    /// A line with this `{number}` is no text, which is the `{error}`.
    pub(crate) no_text: &'static str,
    /// Both sides have this `{time}`.
    pub(crate) each_side_has: &'static str,
    /// What the clocks show.
    pub(crate) clocks: &'static str,
    /// Who plays, and with which `{strength}` the engine does.
    pub(crate) against: &'static str,
    /// Two humans, and hints of this `{strength}`.
    pub(crate) two_humans: &'static str,
    /// The engine on both sides.
    pub(crate) two_engines: &'static str,
    /// The name of a human player in a saved game.
    pub(crate) human: &'static str,
    /// That of the engine, with its `{strength}`.
    pub(crate) engine: &'static str,
    /// How hard the engine thinks: by `{level}`, by `{time}`, by both, by its clock.
    pub(crate) strengths: [&'static str; 4],
    /// The same of one that is weaker on purpose, by so many discs a game.
    pub(crate) handicap: &'static str,
    /// The same of one that adapts to the player.
    pub(crate) adaptive: &'static str,
    /// These `{moves}` were entered for both sides.
    pub(crate) played_for_both: &'static str,
    /// `{side}` passes.
    pub(crate) passes: &'static str,
    /// These `{moves}` were taken back.
    pub(crate) taken_back: &'static str,
    /// These `{moves}` were played again.
    pub(crate) played_again: &'static str,
    /// `{side}` had given up or run out of time.
    pub(crate) plays_on: &'static str,
    /// Another game begins.
    pub(crate) new_game: &'static str,
    /// So many `{turns}` were written to this `{file}`.
    pub(crate) saved: &'static str,
    /// The same; the format of the file cannot hold these `{losses}`.
    pub(crate) saved_in_part: &'static str,
    /// A text was read, which was of this `{kind}`.
    pub(crate) loaded: &'static str,
    /// The same of a game with a `{title}`.
    pub(crate) loaded_title: &'static str,
    /// Counted turns: none, one, several.
    pub(crate) turns: [&'static str; 3],
    /// Before a remark: one that needs attention, another one.
    pub(crate) remarks: [&'static str; 2],
    /// A game that began with this `{board}`.
    pub(crate) from: &'static str,
    /// A game without moves.
    pub(crate) no_moves: &'static str,
    /// `{side}` has played this `{move}`.
    pub(crate) engine_plays: &'static str,
    /// Behind that: there was no other.
    pub(crate) only_move: &'static str,
    /// Behind that: it is worth so much `{score}`, `{sure}`.
    pub(crate) engine_judges: &'static str,
    /// Behind that: Ctrl-C was pressed.
    pub(crate) move_interrupted: &'static str,
    /// Before the best moves.
    pub(crate) best_for: &'static str,
    /// Behind them: Ctrl-C was pressed.
    pub(crate) search_interrupted: &'static str,
    /// How sure a score is: proved.
    pub(crate) exact: &'static str,
    /// A proved bound.
    pub(crate) at_least: &'static str,
    /// The other one.
    pub(crate) at_most: &'static str,
    /// A search to the end that left out what is bad by so many `{percent}`.
    pub(crate) selective: &'static str,
    /// An estimate of one ply.
    pub(crate) one_ply: &'static str,
    /// One of several `{plies}`.
    pub(crate) plies: &'static str,
    /// One from a book, made with so many `{plies}`.
    pub(crate) book: &'static str,
    /// How the game ended: `{how}`.
    pub(crate) game_over: &'static str,
    /// With this `{result}`, counted in this `{convention}`.
    pub(crate) finished: &'static str,
    /// `{side}` gave up.
    pub(crate) resigned: &'static str,
    /// `{side}` ran out of time.
    pub(crate) time_up: &'static str,
    /// What can be typed after a game.
    pub(crate) what_now: &'static str,
    /// A refusal: the game is over, `{how}`.
    pub(crate) over: &'static str,
    /// Neither side can move.
    pub(crate) over_finished: &'static str,
    /// `{side}` gave up.
    pub(crate) over_resigned: &'static str,
    /// `{side}` ran out of time.
    pub(crate) over_time_up: &'static str,
    /// Behind a refusal: the legal moves, these `{squares}`.
    pub(crate) legal: &'static str,
    /// One of several moves has this `{fault}`.
    pub(crate) none_played: &'static str,
    /// Pasted moves have this `{error}`.
    pub(crate) no_transcript: &'static str,
    /// A text has this `{error}`.
    pub(crate) unchanged: &'static str,
    /// A pass was written that had been made: `{passed}` has passed, `{side}` is to move, with these `{legal}`.
    pub(crate) passed_already: &'static str,
    /// No move of a human lies behind.
    pub(crate) nothing_to_take_back: &'static str,
    /// The engine plays both sides.
    pub(crate) no_human: &'static str,
    /// Nothing was taken back.
    pub(crate) nothing_to_restore: &'static str,
    /// No move was played.
    pub(crate) nothing_to_review: &'static str,
    /// A `{word}` that is no command and no move.
    pub(crate) unknown: &'static str,
    /// A `{word}` that stands alone has the `{rest}` behind it.
    pub(crate) surplus: &'static str,
    /// A `{word}` lacks what it `{needs}`.
    pub(crate) missing: &'static str,
    /// The `{rest}` behind a `{word}` is not what is `{expected}`.
    pub(crate) argument: &'static str,
    /// What `why` needs.
    pub(crate) needs_square: &'static str,
    /// What `black` and `white` need.
    pub(crate) needs_player: &'static str,
    /// What `save` and `load` need.
    pub(crate) needs_file: &'static str,
    /// What `why` expects.
    pub(crate) expects_square: &'static str,
    /// What `black` and `white` expect.
    pub(crate) expects_player: &'static str,
    /// What `save` and `load` expect.
    pub(crate) expects_file: &'static str,
    /// A `{word}` among moves.
    pub(crate) not_a_move: &'static str,
    /// The move with this `{number}` of so many, `{total}`, has this `{fault}`.
    pub(crate) numbered_fault: &'static str,
    /// What a set-up position with moves behind it is called.
    pub(crate) setup_with_moves: &'static str,
    /// The moves behind a board have this `{fault}`.
    pub(crate) behind_board: &'static str,
    /// What a random opening is called.
    pub(crate) balanced: &'static str,
    /// What an opening with this `{name}` is called.
    pub(crate) opening: &'static str,
    /// A `{file}` cannot be read, which is the `{error}`.
    pub(crate) cannot_read: &'static str,
    /// It is no file.
    pub(crate) no_file: &'static str,
    /// The same for a review.
    pub(crate) review_exists: &'static str,
    /// The review is in a `{file}`.
    pub(crate) review_written: &'static str,
    /// A game that `{ended}` by its record goes on all the same.
    pub(crate) goes_on: &'static str,
    /// `{move}` of a human lost `{discs}`.
    pub(crate) blunder: &'static str,
    /// The game before the running one is back.
    pub(crate) former_game: &'static str,
    /// What can be done at the end of a game, by keys.
    pub(crate) what_now_keys: &'static str,
    /// A file that is not there.
    pub(crate) missing_file: &'static str,
    /// It is larger than so many `{megabytes}`.
    pub(crate) too_large: &'static str,
    /// A `{file}` cannot be written, which is the `{error}`.
    pub(crate) cannot_write: &'static str,
    /// It exists.
    pub(crate) exists: &'static str,
    /// Its name does not say a format.
    pub(crate) unknown_ending: &'static str,
    /// How one of several games is chosen.
    pub(crate) choose_with: &'static str,
    /// The engine begins to think about the move of `{side}`.
    pub(crate) thinking_about: &'static str,
    /// It goes on: it has searched to this `{depth}` and found this `{score}` and this `{line}`.
    pub(crate) thinking: &'static str,
    /// The same, and how to end it.
    pub(crate) thinking_ends: &'static str,
    /// Why there is no answer: Ctrl-C was pressed.
    pub(crate) interrupted: &'static str,
    /// There is no hint, which is the `{error}`.
    pub(crate) no_hint: &'static str,
    /// There is no answer.
    pub(crate) no_answer: &'static str,
    /// There is no review.
    pub(crate) no_review: &'static str,
    /// The engine cannot think.
    pub(crate) cannot_think: &'static str,
}

/// What is said of clocks.
#[derive(Debug)]
pub(crate) struct Clocks {
    /// There is none.
    pub(crate) no_limit: &'static str,
    /// The time for a move, `{main}`.
    pub(crate) a_move: &'static str,
    /// The time for the game, `{main}`.
    pub(crate) game: &'static str,
    /// The same, and `{more}` for each move.
    pub(crate) increment: &'static str,
    /// Periods of `{more}` for one move each, for several `{moves}` each.
    pub(crate) periods: [&'static str; 2],
    /// The same behind a time for the game, `{main}`.
    pub(crate) then_periods: [&'static str; 2],
    /// What is left of a period, `{time}`, for one move, for several `{moves}`.
    pub(crate) left: [&'static str; 2],
}
