//! The texts of the page of a review.

use serde::Serialize;

/// What is on the page. The page gets it as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Page {
    /// The language, as HTML names it.
    pub(crate) language: &'static str,
    /// The name of the board.
    pub(crate) board: &'static str,
    /// What the buttons do: to the beginning.
    pub(crate) first: &'static str,
    /// One move back.
    pub(crate) back: &'static str,
    /// One move on.
    pub(crate) on: &'static str,
    /// To the end.
    pub(crate) last: &'static str,
    /// To the next turning point.
    pub(crate) turning: &'static str,
    /// To the better line.
    pub(crate) better_line: &'static str,
    /// The name of the list of moves with its graph.
    pub(crate) game: &'static str,
    /// What the graph shows.
    pub(crate) graph: &'static str,
    /// How it is to be read.
    pub(crate) legend: &'static str,
    /// The name of the sums.
    pub(crate) sums: &'static str,
    /// What can be pressed.
    pub(crate) help: &'static str,
    /// In a browser without scripts only these `{moves}` are seen.
    pub(crate) no_script: &'static str,
    /// Black, White.
    pub(crate) sides: [&'static str; 2],
    /// What can be given away: a draw, a win.
    pub(crate) outcomes: [&'static str; 2],
    /// How sure a score is: proved.
    pub(crate) exact: &'static str,
    /// A selective search, sure by so many `{percent}`.
    pub(crate) selective: &'static str,
    /// An estimate of this `{depth}`.
    pub(crate) estimate: &'static str,
    /// A `{score}` and how `{sure}` it is.
    pub(crate) value: &'static str,
    /// The turn `{ply}` is a pass of `{side}`.
    pub(crate) passes: &'static str,
    /// The review does not reach as far as this `{move}`.
    pub(crate) not_judged: &'static str,
    /// There is no other `{move}`; its `{value}`.
    pub(crate) only: &'static str,
    /// There is no better one.
    pub(crate) best: &'static str,
    /// It has lost so much, `{loss}`; `{change}` is nothing or the next, and `{line}` with its `{best}` is better.
    pub(crate) lost: &'static str,
    /// It gave away this `{outcome}`.
    pub(crate) gave_away: &'static str,
    /// Other `{moves}` are tried from the turn `{ply}` on.
    pub(crate) instead: &'static str,
    /// The game is over with so many discs.
    pub(crate) over: &'static str,
    /// It is not, and it is the turn of `{side}`.
    pub(crate) record_ends: &'static str,
    /// What is on a `{square}`.
    pub(crate) square: &'static str,
    /// Nothing, and it can be played on.
    pub(crate) legal: &'static str,
    /// Nothing.
    pub(crate) empty: &'static str,
    /// A disc of Black.
    pub(crate) black: &'static str,
    /// A disc of White.
    pub(crate) white: &'static str,
    /// The discs of both sides.
    pub(crate) counts: &'static str,
    /// Behind that: whose turn it is.
    pub(crate) to_move: &'static str,
    /// The last position in the list of moves.
    pub(crate) end: &'static str,
    /// The headings of the sums: choices, best moves, discs lost, accuracy.
    pub(crate) columns: [&'static str; 4],
    /// The phases: opening, midgame, endgame.
    pub(crate) phases: [&'static str; 3],
    /// Said of the `{move}` that was played.
    pub(crate) about_played: &'static str,
    /// Said of the better one.
    pub(crate) about_better: &'static str,
}
