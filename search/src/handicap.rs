//! A player that errs as people do, by a dial: so many discs given away a game.
//!
//! Each move is looked at twice: briefly, as a player at the board sees it, and thoroughly. What is briefly taken for
//! good and is thoroughly not is a plausible error: the harder the refutation is to see, the likelier it is made. A
//! ledger of what was given away so far says how large the errors of the rest of the game should be.

use crate::level::Level;
use crate::limits::{Depth, Limits, Target};
use crate::report::{Analysis, MoveReport};
use crate::searcher::Control;
use crate::thinker::Thinker;
use crate::value::{Eval, Kind};
use std::fmt;
use std::time::Duration;
use xsquare_engine::{Board, Move};

/// How much is to be given away, in discs a game against the best play of level 21: 2 to 40.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dial(u8);

impl Dial {
    /// The least.
    pub const MIN: Self = Self(2);
    /// The most.
    pub const MAX: Self = Self(40);

    /// The dial at so many discs, or `None` outside 2..=40.
    pub const fn new(discs: u8) -> Option<Self> {
        match discs {
            2..=40 => Some(Self(discs)),
            _ => None,
        }
    }

    /// The nearest dial to a number of discs.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is between 2 and 40"
    )]
    pub fn nearest(discs: f64) -> Self {
        let (least, most) = (f64::from(Self::MIN.0), f64::from(Self::MAX.0));
        Self(discs.clamp(least, most).round() as u8)
    }

    /// Discs a game.
    pub const fn discs(self) -> u8 {
        self.0
    }

    /// How its player looks at a position. Who gives away little has to know what little is.
    const fn look(self) -> Look {
        let (level, nodes, lines, glance, temptation, slip) = match self.0 {
            ..4 => (21, 20_000_000, 4, 5, 0.65, 0.03),
            4..9 => (17, 10_000_000, 6, 4, 1.0, 0.15),
            9..16 => (14, 5_000_000, 8, 3, 1.0, 0.2),
            16..25 => (12, 5_000_000, 12, 2, 1.0, 0.27),
            _ => (12, 5_000_000, usize::MAX, 1, 1.0, 0.27),
        };
        Look {
            level,
            nodes,
            lines,
            glance,
            temptation,
            slip,
        }
    }
}

/// How a player looks at a position.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Look {
    /// The level by which it judges moves thoroughly.
    level: u8,
    /// After so many nodes it takes what it knows for the truth: nobody waits until it is proved what every move is worth.
    nodes: u64,
    /// How many moves it judges so, the best ones.
    lines: usize,
    /// How far it sees at a glance, in plies.
    glance: u8,
    /// The share of turns at which it is tempted to err; at the others it plays the best move that it finds, however long
    /// that takes.
    temptation: f64,
    /// What a move that is no error by its level gives away all the same by level 21, in discs, as long as the game is
    /// not searched to its end. Measured as a whole with dials of 2, 5, 10, 20 and 40.
    slip: f64,
}

impl Look {
    /// What it takes for the truth of a position in which it is tempted, or not.
    fn thorough(self, is_tempted: bool) -> Limits {
        Limits {
            nodes: is_tempted.then_some(self.nodes),
            ..Limits::target(Target::Level(Level::new(self.level).unwrap_or_default()))
        }
    }

    /// What it sees at a glance.
    fn brief(self) -> Limits {
        Limits::target(Depth::new(self.glance).map_or(Target::Deepest, Target::Depth))
    }
}

impl fmt::Display for Dial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What an erring player plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Erring {
    /// Its move, with what it is thoroughly worth.
    pub report: MoveReport,
    /// What the best move is worth more, in 1/128 disc; never negative.
    pub loss: i32,
    /// Positions entered by the searches.
    pub nodes: u64,
}

/// A player with a dial.
#[derive(Debug, Clone)]
pub struct Handicap {
    dial: Dial,
    /// What each move so far gave away, in discs, with the number of empty squares before it.
    ledger: Vec<(u32, f64)>,
    /// State of the random numbers.
    random: u64,
}

/// A move as it looks and as it is; both in discs less than the best, never negative.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Candidate {
    /// At a glance.
    doubt: f64,
    /// In truth.
    loss: f64,
}

/// So many discs worse at a glance make a move less plausible by the factor e.
const DOUBT: f64 = 1.5;
/// A look that was cut short tells enough to err with care if it got so many plies deep.
const ENOUGH: u8 = 8;
/// With so many empty squares left the budget should be spent: near the end errors are too plain.
const SPENT_BY: u32 = 8;
/// From so many empty squares on a game is a whole one; shorter ones have a part of the budget.
const WHOLE_GAME: f64 = 44.0;
/// A single error may overdraw the budget by so many discs.
const OVERDRAFT: f64 = 1.0;
/// The strongest pull towards worse moves, for each disc of loss.
const STRONGEST_PULL: f64 = 1.0;
/// The strongest push away from them.
const STRONGEST_PUSH: f64 = -40.0;

impl Handicap {
    /// A player with this dial; `seed` chooses among its errors.
    pub const fn new(dial: Dial, seed: u64) -> Self {
        Self {
            dial,
            ledger: Vec::new(),
            random: seed,
        }
    }

    /// What is given away.
    pub const fn dial(&self) -> Dial {
        self.dial
    }

    /// Turns the dial, in the middle of a game too.
    pub const fn set_dial(&mut self, dial: Dial) {
        self.dial = dial;
    }

    /// Begins another game.
    pub fn begin(&mut self) {
        self.ledger.clear();
    }

    /// What was given away in this game so far, by its own judgement, in discs.
    pub fn given(&self) -> f64 {
        self.ledger.iter().map(|(_, loss)| loss).sum()
    }

    /// The move that it plays; `None` if the side to move has none, or the search was stopped before it knew one. Moves
    /// that were taken back are forgotten: those of positions with fewer empty squares than this one.
    ///
    /// After `time`, if there is one, it errs by what is known by then, or not at all if that is next to nothing. The
    /// thinker forgets what it knows: at a glance nothing is seen that was found before.
    pub fn choose(
        &mut self,
        board: Board,
        time: Option<Duration>,
        thinker: &mut dyn Thinker,
        control: Control<'_>,
    ) -> Option<Erring> {
        let empties = board.empty_count();
        self.ledger.retain(|(before, _)| *before > empties);
        thinker.clear();
        let silent = Control {
            progress: &|_| {},
            ..control
        };
        let look = self.dial.look();
        let all = usize::MAX;
        let glance = thinker.analyse(board, all, &look.brief(), silent);
        let is_tempted = look.temptation >= 1.0 || self.share() < look.temptation;
        let limits = Limits {
            time,
            ..look.thorough(is_tempted)
        };
        let lines = if is_tempted { look.lines } else { 1 };
        let truth = thinker.analyse(board, lines, &limits, control);
        let candidates = candidates(&glance, &truth)?;
        let is_sure = truth.complete || truth.moves.first()?.depth >= ENOUGH;
        let chosen = if is_sure {
            let aim = self.aim(empties, candidates.len());
            let share = self.share();
            pick(&candidates, aim, share)
        } else {
            // It must move before it knows enough to err with care.
            0
        };
        let report = truth.moves.get(chosen)?.clone();
        let loss = truth.moves.first()?.score - report.score;
        let slip = match report.kind {
            Kind::Heuristic if board.legal_moves().len() > 1 => look.slip,
            _ => 0.0,
        };
        self.ledger.push((empties, discs(loss) + slip));
        Some(Erring {
            report,
            loss,
            nodes: glance.nodes + truth.nodes,
        })
    }

    /// What the next of its moves should give away, and what it may at most, in discs.
    fn aim(&self, empties: u32, choices: usize) -> Aim {
        let first = self.ledger.first().map_or(empties, |(before, _)| *before);
        let part = (f64::from(first) / WHOLE_GAME).min(1.0);
        let left = f64::from(self.dial.0) * part - self.given();
        let moves = match empties.checked_sub(SPENT_BY) {
            Some(rest) => rest / 2 + 1,
            None => empties / 2 + 1,
        };
        let look = self.dial.look();
        let slip = if choices > 1 { look.slip } else { 0.0 };
        // What the turns without temptation leave over falls to the others.
        Aim {
            mean: (left / f64::from(moves) - slip).max(0.0) / look.temptation,
            most: (left + OVERDRAFT).max(0.0),
        }
    }

    /// A random number from 0 to 1.
    // Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are enough")]
    fn share(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// How large an error should be, in discs.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Aim {
    /// On average.
    mean: f64,
    /// At most.
    most: f64,
}

fn discs(units: i32) -> f64 {
    f64::from(units) / f64::from(Eval::PER_DISC)
}

/// The moves of the thorough analysis, best first, with how they look at a glance.
fn candidates(glance: &Analysis, truth: &Analysis) -> Option<Vec<Candidate>> {
    let best = truth.moves.first()?.score;
    let brightest = glance.moves.first().map(|report| report.score);
    let candidate = |report: &MoveReport| {
        let mut seen = glance.moves.iter();
        let seen = seen.find(|other| other.turn == report.turn);
        let doubt = match (brightest, seen) {
            (Some(brightest), Some(seen)) => discs(brightest - seen.score),
            _ => 0.0,
        };
        Candidate {
            doubt,
            loss: discs(best - report.score).max(0.0),
        }
    };
    Some(truth.moves.iter().map(candidate).collect())
}

/// The index of the candidate that a random number from 0 to 1 chooses: by how good it looks at a glance, and by its
/// loss in such a way that the mean comes as near to what is aimed at as the position allows.
fn pick(candidates: &[Candidate], aim: Aim, share: f64) -> usize {
    let near = |candidate: &Candidate| candidate.loss <= aim.most || candidate.loss == 0.0;
    let near: Vec<(usize, Candidate)> = candidates
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, candidate)| near(candidate))
        .collect();
    let weights = |pull: f64| -> Vec<f64> {
        let exponent = |candidate: &Candidate| pull * candidate.loss - candidate.doubt / DOUBT;
        let greatest = near
            .iter()
            .map(|(_, candidate)| exponent(candidate))
            .fold(f64::NEG_INFINITY, f64::max);
        near.iter()
            .map(|(_, candidate)| (exponent(candidate) - greatest).exp())
            .collect()
    };
    let mean = |weights: &[f64]| {
        let losses = near.iter().zip(weights);
        let sum: f64 = losses.map(|((_, near), weight)| near.loss * weight).sum();
        sum / weights.iter().sum::<f64>()
    };
    // The mean loss grows with the pull.
    let (mut low, mut high) = (STRONGEST_PUSH, STRONGEST_PULL);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if mean(&weights(middle)) < aim.mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    let weights = weights(low);
    let mut rest = share * weights.iter().sum::<f64>();
    for ((index, _), weight) in near.iter().zip(&weights) {
        rest -= weight;
        if rest < 0.0 {
            return *index;
        }
    }
    0
}

/// What an opponent should give away to be as strong as the player before it: what the player does.
///
/// The result of a game is what both sides gave away, one against the other: who loses as much as the player plays even
/// games.
#[derive(Debug, Clone, PartialEq)]
pub struct Adaptive {
    /// Losses, in discs, of the player's moves; older ones count less and less.
    losses: f64,
    /// How many moves that is.
    moves: f64,
}

/// The level by which the moves of the player are judged.
const JUDGE: u8 = 8;
/// What a player is taken for before it has moved, in discs a game.
const FIRST_GUESS: f64 = 14.0;
/// How many moves that guess counts.
const GUESS_MOVES: f64 = 8.0;
/// Moves of one side in a game.
const MOVES_OF_GAME: f64 = 27.0;
/// How much a move still counts after the next one: the last two games or so matter.
const MEMORY: f64 = 0.98;
/// More than this for a move, in discs, tells no more about the player.
const GREATEST_LOSS: f64 = 20.0;

impl Adaptive {
    /// Nothing is known of the player yet.
    pub fn new() -> Self {
        Self {
            losses: FIRST_GUESS / MOVES_OF_GAME * GUESS_MOVES,
            moves: GUESS_MOVES,
        }
    }

    /// Hears of a move of the player's that lost so many 1/128 discs against the best one. A move without alternative
    /// counts as well, as no loss.
    pub fn observe(&mut self, loss: i32) {
        let loss = discs(loss).clamp(0.0, GREATEST_LOSS);
        self.losses = self.losses * MEMORY + loss;
        self.moves = self.moves * MEMORY + 1.0;
    }

    /// Judges a move of the player's, and hears of it. Nothing is heard if the search is stopped.
    pub fn watch(
        &mut self,
        board: Board,
        turn: Move,
        thinker: &mut dyn Thinker,
        control: Control<'_>,
    ) {
        if board.legal_moves().len() <= 1 {
            self.observe(0);
            return;
        }
        let limits = Limits::target(Target::Level(Level::new(JUDGE).unwrap_or_default()));
        let analysis = thinker.analyse(board, usize::MAX, &limits, control);
        let mut moves = analysis.moves.iter();
        let played = moves.find(|report| report.turn == turn);
        if let (true, Some(best), Some(played)) =
            (analysis.complete, analysis.moves.first(), played)
        {
            self.observe(best.score - played.score);
        }
    }

    /// What the player gives away a game, in discs, as far as is known.
    pub fn player(&self) -> f64 {
        self.losses / self.moves * MOVES_OF_GAME
    }

    /// The dial of an equal opponent.
    pub fn dial(&self) -> Dial {
        Dial::nearest(self.player())
    }
}

impl Default for Adaptive {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
