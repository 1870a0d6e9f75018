//! The texts of what comes after a game: its review, and the puzzles from it.

/// What `review` says on the terminal and in Markdown.
#[derive(Debug)]
pub(crate) struct Review {
    /// The heading of a review without names.
    pub(crate) title: &'static str,
    /// The `{name}` of the opening.
    pub(crate) opening: &'static str,
    /// A game that is not over after one turn; `{turn}` says who is to move.
    pub(crate) one_turn: &'static str,
    /// After `{turns}` it ended so, `{turn}`.
    pub(crate) ended: &'static str,
    /// After `{turns}` it has not ended: `{turn}`.
    pub(crate) not_over: &'static str,
    /// `{side}` gave up, `{winner}` has won.
    pub(crate) resigned: &'static str,
    /// The same by the clock.
    pub(crate) timed_out: &'static str,
    /// The same by a broken rule.
    pub(crate) forfeited: &'static str,
    /// Both agreed that `{winner}` has won.
    pub(crate) agreed: &'static str,
    /// The record says so, and not why.
    pub(crate) stated: &'static str,
    /// The same after several, `{turns}`.
    pub(crate) many_turns: &'static str,
    /// The headings of the columns: the move, its score, the best move, the loss.
    pub(crate) columns: [&'static str; 4],
    /// Markdown has one more each for the side and for how sure the score is.
    pub(crate) side: &'static str,
    /// See [`side`](Self::side).
    pub(crate) sure: &'static str,
    /// A move without alternative.
    pub(crate) only_move: &'static str,
    /// A score that is proved.
    pub(crate) exact: &'static str,
    /// One of a search to this `{depth}`.
    pub(crate) depth: &'static str,
    /// A change of the result, `{from}` one outcome `{to}` another.
    pub(crate) change: &'static str,
    /// The outcomes: loss, draw, win.
    pub(crate) outcomes: [&'static str; 3],
    /// The sums of a side: choices, how many were the best moves, discs lost, accuracy.
    pub(crate) sums: [&'static str; 4],
    /// The phases: opening, midgame, endgame, and all of them together.
    pub(crate) phases: [&'static str; 4],
    /// Every loss is proved.
    pub(crate) all_exact: &'static str,
    /// Only `{exact}` of `{choices}` are; the others are estimates of this `{effort}`.
    pub(crate) some_exact: &'static str,
    /// Not all moves were judged.
    pub(crate) interrupted: &'static str,
    /// No move gave the result away.
    pub(crate) no_chance: &'static str,
    /// The last one that did: number `{ply}`, `{played}` by `{side}`, where `{best}` would have `{could}`; `{how}` is
    /// nothing or the next.
    pub(crate) last_chance: &'static str,
    /// By an estimate of this `{certainty}`.
    pub(crate) by_estimate: &'static str,
    /// What could have been: won, drawn.
    pub(crate) could: [&'static str; 2],
    /// The heading of a turning point, number `{ply}`.
    pub(crate) turning_point: &'static str,
    /// `{side}` played `{move}` and lost one disc.
    pub(crate) lost_one: &'static str,
    /// The same of several, `{loss}`.
    pub(crate) lost_many: &'static str,
    /// With that the result changed; `{change}` is [`change`](Self::change).
    pub(crate) from: &'static str,
    /// What was played is worth `{played}`, better is `{best}` with this `{line}`.
    pub(crate) better: &'static str,
    /// `{move}`, worth `{score}`, is the best move.
    pub(crate) is_best: &'static str,
    /// It is `{loss}` worse than `{best}`, which is worth `{best_score}`.
    pub(crate) is_worse: &'static str,
    /// The headings of Markdown: sums, turning points, moves.
    pub(crate) headings: [&'static str; 3],
    /// How far positions were searched: without any limit.
    pub(crate) as_deep_as_possible: &'static str,
    /// The same: to this `{level}`, this `{depth}`, in this `{time}`, or in one of these ways and in this time.
    pub(crate) efforts: [&'static str; 4],
    /// While it goes on.
    pub(crate) progress: &'static str,
    /// Counted puzzles: none, one, several.
    pub(crate) puzzles: [&'static str; 3],
    /// So many `{puzzles}` are in this `{file}`.
    pub(crate) puzzles_in: &'static str,
    /// Not all of the game was looked at for them.
    pub(crate) puzzles_interrupted: &'static str,
    /// A puzzle before the turn `{ply}`, in which `{side}` wins.
    pub(crate) puzzle_label: &'static str,
    /// The head of a file of puzzles from the game with these `{moves}`.
    pub(crate) puzzles_heading: &'static str,
    /// The game with this `{number}` of a `{year}`, of which nothing else is known.
    pub(crate) untitled: &'static str,
    /// The same without a year.
    pub(crate) undated: &'static str,
}

/// What `puzzle` says.
#[derive(Debug)]
pub(crate) struct Puzzle {
    /// What can be typed.
    pub(crate) help: &'static str,
    /// Of `{total}` problems `{at_once}` were solved at the first try, `{later}` later and `{not}` not.
    pub(crate) tally: &'static str,
    /// `{side}` has one winning move.
    pub(crate) win: &'static str,
    /// It has one that does not lose.
    pub(crate) draw: &'static str,
    /// It has several moves as good as each other in result.
    pub(crate) best: &'static str,
    /// A position with at most one move.
    pub(crate) no_choice: &'static str,
    /// Its solution was not found.
    pub(crate) interrupted: &'static str,
    /// Before the verdict on a right answer.
    pub(crate) right: &'static str,
    /// Before that on a wrong one.
    pub(crate) wrong: &'static str,
    /// This `{word}` is neither a square nor one of these `{words}`; the `{legal}` moves.
    pub(crate) unknown: &'static str,
    /// `{square}` draws.
    pub(crate) draws: &'static str,
    /// It wins by so many `{discs}`.
    pub(crate) wins: &'static str,
    /// It loses by so many.
    pub(crate) loses: &'static str,
    /// Behind one of the three: the game is over.
    pub(crate) ends_game: &'static str,
    /// The solution is in the quarter of the board around this `{corner}`.
    pub(crate) quarter: &'static str,
    /// It is in this `{column}`.
    pub(crate) column: &'static str,
    /// A file without problems.
    pub(crate) none: &'static str,
    /// Before the first problem of a `{file}`; the help follows.
    pub(crate) start: &'static str,
}
