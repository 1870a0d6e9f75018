//! The texts of a game in English.

use crate::messages::{Clocks, Play};

/// English.
pub(super) const PLAY: Play = Play {
    help: "Commands:
  f5               play a move
  f5 d6 c3         play several, for both sides: as pasted from a transcript
  undo             take back your last move and the answer to it; before the first
                   move, the game that `new` or `load` replaced
  redo             play again what was taken back
  hint             the best moves, their scores and a reason
  why SQUARE       what a move is worth beside the best one, and what it does;
                   `hint SQUARE` is the same
  level N          how hard the engine thinks, 0 to 60; `level` alone tells
  black PLAYER     who plays Black, `human` or `engine`
  white PLAYER     who plays White
  show             the board
  moves            the transcript so far
  review [FILE]    what every move lost; FILE.html is a page, FILE.md Markdown;
                   `review! FILE` replaces a file
  save FILE        write the game: a transcript, or SGF, GGF, WTHOR, JSON, OBF by
                   the ending of the name; `save! FILE` replaces a file
  load FILE [N]    go on with the game in a file of any format, or with its Nth
  new [POSITION]   another game, from the start or from this position
  resign           give up
  quit             leave
A side without a move passes by itself. Ctrl-C makes the engine move at once, or ends whatever else it is thinking about; a
second one in a row quits.",
    welcome: "`help` lists the commands.",
    prompt: "{side}> ",
    prompt_over: "Game over> ",
    end_of_input: "End of input: goodbye.",
    no_text: "line {number}, {error}",
    each_side_has: "Each side has {time}.",
    clocks: "Time  {black}  {white}",
    against: "You are {human}, the engine is {engine}, {strength}.",
    two_humans: "Both sides are played here; hints are of {strength}.",
    two_engines: "The engine plays both sides, {strength}.",
    human: "human",
    engine: "X-square, {strength}",
    strengths: [
        "level {level}",
        "{time} a move",
        "level {level}, at most {time} a move",
        "thinking by the clock",
    ],
    handicap: "handicap {discs}",
    adaptive: "adaptive",
    played_for_both: "Played for both sides: {moves}.",
    passes: "{side} has no move and passes.",
    taken_back: "Taken back: {moves}.",
    played_again: "Played again: {moves}.",
    plays_on: "{side} plays on.",
    new_game: "A new game.",
    saved: "{turns} saved to {file}.",
    saved_in_part: "{turns} saved to {file}, without {losses}.",
    loaded: "Read as {kind}: {turns}.",
    loaded_title: "Read as {kind}, {title}: {turns}.",
    turns: ["no moves", "1 turn", "{turns} turns"],
    remarks: ["warning:", "note:"],
    from: "From {board}",
    no_moves: "No move has been played.",
    engine_plays: "{side} plays {move}",
    only_move: ", its only move.",
    engine_judges: " ({side} {score}, {sure}).",
    move_interrupted: " It was interrupted.",
    best_for: "Best for {side}:",
    search_interrupted: "The search was interrupted.",
    exact: "exact",
    at_least: "proved: at least",
    at_most: "proved: at most",
    selective: "read to the end, {percent} % sure",
    one_ply: "estimate, 1 ply",
    plies: "estimate, {plies} plies",
    book: "book, {plies} plies",
    game_over: "Game over: {how}",
    finished: "{result}{plain} ({convention}).",
    resigned: "{side} resigns, {winner} wins.{plain}",
    time_up: "{side} has run out of time, {winner} wins.{plain}",
    what_now: "Now: `review`, `new`, `undo`, `save FILE` or `quit`.",
    over: "The game is over: {how}; `undo` takes back, `new` begins another game.",
    over_finished: "neither side can move",
    over_resigned: "{side} has resigned",
    over_time_up: "{side} has run out of time",
    legal: "; legal: {squares}",
    none_played: "{fault}; none of the moves was played.",
    no_transcript: "{error}\nNone of the moves was played.",
    unchanged: "{error}\nThe running game is unchanged.",
    passed_already: "{passed} has passed already, as it must; {side} is to move{legal}.",
    nothing_to_take_back: "There is nothing to take back: no move of yours has been played yet.",
    no_human: "There is nothing to take back: the engine plays both sides (`black human` and `white human` change that).",
    nothing_to_restore: "There is nothing to play again: nothing is taken back.",
    nothing_to_review: "There is no move to review yet.",
    unknown: "{word} is neither a move nor a command (`help` lists them)",
    surplus: "`{word}` stands alone, but {rest} was read behind it",
    missing: "`{word}` needs {needs}",
    argument: "{rest} behind `{word}` is not understood: {expected}",
    needs_square: "a square behind it, such as c4",
    needs_player: "`human` or `engine` behind it",
    needs_file: "the name of a file behind it, such as game.txt",
    expects_square: "expected a square from a1 to h8",
    expects_player: "expected `human` or `engine`",
    expects_file: "expected a file name without control characters",
    not_a_move: "{word} is no move: a move is a square from a1 to h8",
    numbered_fault: "move {number} of {total}: {fault}",
    setup_with_moves: "set-up position with moves",
    behind_board: "in the moves behind the board: {fault}",
    balanced: "balanced opening",
    opening: "opening {name}",
    cannot_read: "{file} cannot be read: {error}.",
    no_file: "{file} is no file.",
    review_exists: "{file} exists already; `review! {file}` replaces it.",
    review_written: "The review is in {file}.",
    goes_on: "by the record {ended}; here it goes on from its last position",
    blunder: "{move} lost {discs} discs; `undo` takes it back, and `why {move}` then says why.",
    former_game: "The game before this one is back.",
    what_now_keys: "v reviews it, n begins another, u takes back, s saves, q quits.",
    missing_file: "There is no file {file}.",
    too_large: "{file} is larger than {megabytes} MiB; expected games.",
    cannot_write: "{file} cannot be written: {error}.",
    exists: "{file} exists already; `save! {file}` replaces it.",
    unknown_ending: "{file}: the ending says no format of games; expected .txt, .sgf, .ggf, .wtb, .json, .jsonl, .obf or .board, or none for a transcript.",
    choose_with: "`load FILE N`",
    thinking_about: "Thinking about {side}'s move",
    thinking: "thinking, depth {depth}: {side} {score} with {line}",
    thinking_ends: "{news} (Ctrl-C ends it)",
    interrupted: "it was interrupted",
    no_hint: "No hint: {error}.",
    no_answer: "No answer: {error}.",
    no_review: "No review: {error}.",
    cannot_think: "The engine cannot think: {error}.",
};

/// English.
pub(super) const CLOCKS: Clocks = Clocks {
    no_limit: "no limit",
    a_move: "{main} a move",
    game: "{main} for the game",
    increment: "{main} for the game and {more} more for each move",
    periods: ["{more} for each move", "{more} for each {moves} moves"],
    then_periods: [
        "{main} for the game, then {more} for each move",
        "{main} for the game, then {more} for each {moves} moves",
    ],
    left: ["{time} for 1 move", "{time} for {moves} moves"],
};
