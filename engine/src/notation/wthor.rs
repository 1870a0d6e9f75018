//! WTHOR: the game databases of the Fédération Française d'Othello. Games in `.wtb` files, the names of players and
//! tournaments in `.jou` and `.trn` files; little-endian, no checksum, passes left out.
//!
//! [`parse_wthor`] reads games, [`parse_wthor_names`] names. The layout is the federation's; see the constants below.

use crate::error::IllegalMove;
use crate::game::Game;
use crate::score::{Convention, DiscDiff};
use crate::square::Square;
use thiserror::Error;

/// Bytes of the header, the same in all three kinds of file.
pub(super) const HEADER: usize = 16;
/// Bytes of a game: tournament, Black, White (two bytes each), score, theoretical score, moves.
pub(super) const RECORD: usize = 68;
/// Where the moves of a game begin in its record.
pub(super) const MOVES: usize = 8;

/// What stands at the beginning of every file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WthorHeader {
    /// Year, month and day on which the file was made, as written: nothing checks that there is such a day.
    pub created: (u16, u8, u8),
    /// Number of games; 0 in files of names.
    pub games: u32,
    /// Number of names; 0 in files of games.
    pub names: u16,
    /// The year in which the games were played; 0 in files of names.
    pub year: u16,
    /// Side of the board; 8 where the file has 0, as old ones do.
    pub board_size: u8,
    /// What the records are.
    pub kind: WthorKind,
    /// The number of empty squares from which theoretical scores were computed, or `None` if they were not.
    pub theory_empties: Option<u8>,
}

/// What the records of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WthorKind {
    /// Games that were played.
    Games,
    /// Endgame problems, "solitaires".
    Problems,
}

/// What to do with a file whose length does not fit the number of records that it states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WthorLength {
    /// Refuse it.
    Strict,
    /// Use the whole records that are there.
    Salvage,
}

/// A file of games, checked as far as its length and header go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wthor<'a> {
    header: WthorHeader,
    records: &'a [u8],
    damage: Option<WthorDamage>,
}

/// A length that does not fit the number of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "{found} bytes, but a header that states {stated} records makes {expected}; whole records: {whole}"
)]
#[non_exhaustive]
pub struct WthorDamage {
    /// Records by the header.
    pub stated: u32,
    /// Bytes that so many records make, the header included.
    pub expected: u64,
    /// Bytes there are.
    pub found: usize,
    /// Whole records there are.
    pub whole: usize,
}

/// A game of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WthorGame {
    /// Number in the file, from 1.
    pub number: usize,
    /// Index of the tournament in the `.trn` file.
    pub tournament: u16,
    /// Index of Black in the `.jou` file.
    pub black: u16,
    /// Index of White in the `.jou` file.
    pub white: u16,
    /// Black's discs as stored, 0..=64, empties to the winner. Of a game that was not played to its end it is an
    /// adjudication and may be anything.
    pub score: u8,
    /// Black's discs, counted likewise, with perfect play from the position with the header's number of empties;
    /// `None` if the file has no theoretical scores.
    pub theoretical: Option<u8>,
    /// The moves, forced passes filled in.
    pub game: Game,
}

/// How the stored score of a game compares with its replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WthorVerdict {
    /// It is the score of the final position.
    Agrees,
    /// It is not; this is Black's count there, empties to the winner.
    Differs(u32),
    /// The game stops before its end, and the score is somebody's judgement.
    Unfinished,
}

/// A file that is no database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WthorError {
    /// Not even a header.
    #[error("{found} bytes are too few for a WTHOR file: its header alone has 16")]
    NoHeader {
        /// Bytes there are.
        found: usize,
    },
    /// The length does not fit the header.
    #[error(transparent)]
    Length(WthorDamage),
    /// A board that is not 8×8.
    #[error("the games are on a board of {0}×{0}; only 8×8 is supported (byte 12: 0 or 8)")]
    BoardSize(u8),
    /// Neither games nor problems.
    #[error("byte 13 is {0}; expected 0 for games or 1 for problems")]
    Kind(u8),
    /// No game has so many empty squares.
    #[error(
        "byte 14 is {0}; expected the number of empty squares of the theoretical scores, 0 to 60"
    )]
    TheoryEmpties(u8),
    /// Names where games are expected.
    #[error("the file holds {names} names and no game; expected a .wtb file")]
    NamesNotGames {
        /// Names by the header.
        names: u16,
    },
    /// Games where names are expected.
    #[error("the file holds {games} games and no name; expected a .jou or .trn file")]
    GamesNotNames {
        /// Games by the header.
        games: u32,
    },
}

/// A record that is no game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("game {number}{}: {kind}", at_ply(.kind))]
#[non_exhaustive]
pub struct WthorGameError {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub kind: WthorGameErrorKind,
}

/// The rule that a record breaks. A `ply` is the number of a turn from 1, passes included.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WthorGameErrorKind {
    /// More discs than squares.
    #[error("the score is {0}; expected Black's discs, 0 to 64")]
    Score(u8),
    /// More discs than squares.
    #[error("the theoretical score is {0}; expected Black's discs, 0 to 64")]
    Theoretical(u8),
    /// A byte that is no square.
    #[error("{byte} is no square; expected ten times the row plus the column, both 1 to 8")]
    NotASquare {
        /// The turn.
        ply: usize,
        /// The byte.
        byte: u8,
    },
    /// A move behind a zero byte, which ends the moves.
    #[error("a move ({byte}) behind the end of the moves")]
    AfterEnd {
        /// The turn.
        ply: usize,
        /// The byte.
        byte: u8,
    },
    /// The rules of the game forbid the move.
    #[error("{illegal}")]
    Illegal {
        /// The turn.
        ply: usize,
        /// The move and the rule.
        illegal: IllegalMove,
    },
}

fn at_ply(kind: &WthorGameErrorKind) -> String {
    kind.ply()
        .map_or(String::new(), |ply| format!(", ply {ply}"))
}

impl WthorGameErrorKind {
    /// The number of the turn, from 1, passes included; `None` if no turn is at fault.
    pub const fn ply(&self) -> Option<usize> {
        match *self {
            Self::Score(_) | Self::Theoretical(_) => None,
            Self::NotASquare { ply, .. }
            | Self::AfterEnd { ply, .. }
            | Self::Illegal { ply, .. } => Some(ply),
        }
    }
}

/// Reads the header of a file of games; the games themselves are read one by one by [`Wthor::games`].
///
/// ```
/// use xsquare_engine::notation::{WthorLength, WthorVerdict, parse_wthor};
/// let mut file = vec![20, 26, 2, 1, 1, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 24, 0]; // one game of 2001
/// file.extend([1, 0, 2, 0, 3, 0, 64, 64]);
/// let moves = [56, 64, 53, 66, 75, 46, 57, 65, 35]; // f5 d6 c5 f6 e7 f4 g5 e6 e3
/// file.extend(moves.into_iter().chain([0; 51]));
///
/// let games: Vec<_> = parse_wthor(&file, WthorLength::Strict)?.games().collect::<Result<_, _>>()?;
/// assert_eq!(games[0].game.position().counts().black, 13);
/// assert_eq!(games[0].verdict(), WthorVerdict::Agrees);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the header is none, is that of a file of names or of another board, or does not fit the length. Nothing is
/// allocated by what the header says.
pub fn parse_wthor(bytes: &[u8], length: WthorLength) -> Result<Wthor<'_>, WthorError> {
    let (header, records) = split_header(bytes)?;
    check_games_header(&header)?;
    let damage = damage(records, header.games, RECORD);
    if let (Some(damage), WthorLength::Strict) = (damage, length) {
        return Err(WthorError::Length(damage));
    }
    Ok(Wthor {
        header,
        records,
        damage,
    })
}

impl<'a> Wthor<'a> {
    /// The header.
    pub const fn header(&self) -> &WthorHeader {
        &self.header
    }

    /// What is wrong with the length, if the file is salvaged.
    pub const fn damage(&self) -> Option<WthorDamage> {
        self.damage
    }

    /// Number of whole records.
    pub const fn len(&self) -> usize {
        self.records.len() / RECORD
    }

    /// Whether there is no whole record.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The games in the order of the file, each replayed as it is reached. One that is none does not end the reading.
    pub fn games(
        &self,
    ) -> impl ExactSizeIterator<Item = Result<WthorGame, WthorGameError>> + Clone + use<'a> {
        let has_theory = self.header.theory_empties.is_some();
        let (records, _) = self.records.as_chunks();
        records.iter().enumerate().map(move |(index, record)| {
            read_game(index + 1, record, has_theory).map_err(|kind| WthorGameError {
                number: index + 1,
                kind,
            })
        })
    }
}

/// Replays a record.
pub(super) fn read_game(
    number: usize,
    record: &[u8; RECORD],
    has_theory: bool,
) -> Result<WthorGame, WthorGameErrorKind> {
    let index = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let (score, theoretical) = (record[6], record[7]);
    if score > 64 {
        return Err(WthorGameErrorKind::Score(score));
    }
    if theoretical > 64 {
        return Err(WthorGameErrorKind::Theoretical(theoretical));
    }
    Ok(WthorGame {
        number,
        tournament: index(0),
        black: index(2),
        white: index(4),
        score,
        theoretical: has_theory.then_some(theoretical),
        game: replay(&record[MOVES..])?,
    })
}

/// The game of these move bytes, passes filled in.
fn replay(bytes: &[u8]) -> Result<Game, WthorGameErrorKind> {
    let mut game = Game::new();
    let mut bytes = bytes.iter().copied();
    for byte in bytes.by_ref().take_while(|&byte| byte != 0) {
        game.pass_if_forced();
        let ply = game.turns().len() + 1;
        let square = square_of(byte).ok_or(WthorGameErrorKind::NotASquare { ply, byte })?;
        game.play(square.into())
            .map_err(|illegal| WthorGameErrorKind::Illegal { ply, illegal })?;
    }
    if let Some(byte) = bytes.find(|&byte| byte != 0) {
        let ply = game.turns().len() + 1;
        return Err(WthorGameErrorKind::AfterEnd { ply, byte });
    }
    Ok(game)
}

/// The square of a move byte.
fn square_of(byte: u8) -> Option<Square> {
    let (row, column) = (usize::from(byte / 10), usize::from(byte % 10));
    Square::from_coordinates(column.checked_sub(1)?, row.checked_sub(1)?)
}

impl WthorGame {
    /// The stored score against the replay.
    pub fn verdict(&self) -> WthorVerdict {
        let position = self.game.position();
        if !position.is_over() {
            return WthorVerdict::Unfinished;
        }
        let black = Convention::EmptiesToWinner.count(position.counts()).black;
        if black == u32::from(self.score) {
            WthorVerdict::Agrees
        } else {
            WthorVerdict::Differs(black)
        }
    }

    /// The theoretical score as the final difference in discs, Black's minus White's.
    pub fn theoretical_difference(&self) -> Option<DiscDiff> {
        self.theoretical
            .and_then(|black| DiscDiff::new(2 * i32::from(black) - 64))
    }
}

/// Which list of names a file is; they differ in the length of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WthorList {
    /// `.jou`: 20 bytes a name.
    Players,
    /// `.trn`: 26 bytes a name.
    Tournaments,
}

impl WthorList {
    /// Bytes of a name, the NUL at its end included.
    pub(super) const fn name_bytes(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }
}

/// The names of players or tournaments. A game's indices belong to the lists of the same release.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WthorNames {
    /// The header.
    pub header: WthorHeader,
    /// The names by index, decoded from Latin-1, as they are: a file may hold control characters.
    pub names: Vec<String>,
    /// Indices of names without a NUL at their end, which fill their whole field.
    pub unterminated: Vec<usize>,
}

impl WthorNames {
    /// The name with this index, or `#4711` if the list has none.
    ///
    /// ```
    /// use xsquare_engine::notation::{WthorList, parse_wthor_names};
    /// let mut file = vec![20, 26, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    /// file.extend(b"P\xe9renchies (prg)\0\0\0\0\0\0\0\0\0\0");
    /// let names = parse_wthor_names(&file, WthorList::Tournaments)?;
    /// assert_eq!((names.label(0).as_str(), names.label(1).as_str()), ("Pérenchies (prg)", "#1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn label(&self, index: u16) -> String {
        self.names
            .get(usize::from(index))
            .cloned()
            .unwrap_or_else(|| format!("#{index}"))
    }
}

/// Reads a file of names.
///
/// # Errors
/// If the header is none or that of a file of games, or does not fit the length.
pub fn parse_wthor_names(bytes: &[u8], list: WthorList) -> Result<WthorNames, WthorError> {
    let (header, records) = split_header(bytes)?;
    if header.games > 0 && header.names == 0 {
        return Err(WthorError::GamesNotNames {
            games: header.games,
        });
    }
    let size = list.name_bytes();
    if let Some(damage) = damage(records, header.names.into(), size) {
        return Err(WthorError::Length(damage));
    }
    let mut unterminated = Vec::new();
    let names = records
        .chunks_exact(size)
        .enumerate()
        .map(|(index, field)| {
            if !field.contains(&0) {
                unterminated.push(index);
            }
            let name = field.iter().take_while(|&&byte| byte != 0);
            name.copied().map(char::from).collect() // Latin-1 is the beginning of Unicode
        });
    let names = names.collect();
    Ok(WthorNames {
        header,
        names,
        unterminated,
    })
}

/// Checks that the header is that of a file of games on a board of 8×8.
pub(super) const fn check_games_header(header: &WthorHeader) -> Result<(), WthorError> {
    if header.games == 0 && header.names > 0 {
        return Err(WthorError::NamesNotGames {
            names: header.names,
        });
    }
    if header.board_size != 8 {
        return Err(WthorError::BoardSize(header.board_size));
    }
    Ok(())
}

/// The header and what follows it.
fn split_header(bytes: &[u8]) -> Result<(WthorHeader, &[u8]), WthorError> {
    match bytes.split_first_chunk() {
        Some((header, records)) => Ok((read_header(header)?, records)),
        None => Err(WthorError::NoHeader { found: bytes.len() }),
    }
}

/// What the header says.
pub(super) fn read_header(header: &[u8; HEADER]) -> Result<WthorHeader, WthorError> {
    let [century, year, month, day, a, b, c, d, rest @ ..] = *header;
    let [n0, n1, y0, y1, size, kind, theory, _] = rest;
    Ok(WthorHeader {
        created: (u16::from(century) * 100 + u16::from(year), month, day),
        games: u32::from_le_bytes([a, b, c, d]),
        names: u16::from_le_bytes([n0, n1]),
        year: u16::from_le_bytes([y0, y1]),
        board_size: if size == 0 { 8 } else { size },
        kind: match kind {
            0 => WthorKind::Games,
            1 => WthorKind::Problems,
            other => return Err(WthorError::Kind(other)),
        },
        theory_empties: match theory {
            0 => None,
            1..=60 => Some(theory),
            other => return Err(WthorError::TheoryEmpties(other)),
        },
    })
}

/// What is wrong with the length of `records` if there should be `stated` of `size` bytes each.
fn damage(records: &[u8], stated: u32, size: usize) -> Option<WthorDamage> {
    let (header, size_bytes) = (HEADER as u64, size as u64);
    let expected = header + u64::from(stated) * size_bytes;
    let found = HEADER + records.len();
    (found as u64 != expected).then_some(WthorDamage {
        stated,
        expected,
        found,
        whole: records.len() / size,
    })
}
