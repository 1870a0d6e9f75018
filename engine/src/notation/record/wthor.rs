//! WTHOR files as records, read one by one.

use super::error::RecordErrorKind;
use super::result::{StatedResult, StatedScore};
use super::{GameRecord, RecordNote, RecordNoteKind, WthorDetail};
use crate::color::{ByColor, Color};
use crate::notation::wthor::{
    HEADER, RECORD, WthorError, WthorGame, WthorHeader, WthorNames, check_games_header, read_game,
    read_header,
};
use std::io::{self, BufRead, ErrorKind};

/// The games of a file.
#[derive(Debug)]
pub(super) struct WthorGames<R> {
    input: R,
    header: Option<WthorHeader>,
    /// Games begun so far.
    number: usize,
    is_done: bool,
}

impl<R: BufRead> WthorGames<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            input,
            header: None,
            number: 0,
            is_done: false,
        }
    }

    /// The number of the game handed out last, from 1.
    pub(super) const fn number(&self) -> usize {
        self.number
    }

    fn open(&mut self) -> Result<WthorHeader, RecordErrorKind> {
        let mut bytes = [0; HEADER];
        let found = fill(&mut self.input, &mut bytes).map_err(RecordErrorKind::Read)?;
        if found < HEADER {
            return Err(WthorError::NoHeader { found }.into());
        }
        let header = read_header(&bytes)?;
        check_games_header(&header)?;
        self.header = Some(header);
        Ok(header)
    }

    /// The next game; `None` at the end of the file.
    fn step(&mut self) -> Result<Option<GameRecord>, RecordErrorKind> {
        let header = match self.header {
            Some(header) => header,
            None => self.open().inspect_err(|_| self.is_done = true)?,
        };
        let mut bytes = [0; RECORD];
        let found = fill(&mut self.input, &mut bytes);
        let found = found.map_err(|error| {
            self.is_done = true;
            RecordErrorKind::Read(error)
        })?;
        let (stated, whole) = (header.games as usize, self.number);
        if found > 0 && whole == stated {
            self.is_done = true;
            return Err(RecordErrorKind::TrailingBytes(header.games));
        }
        if found < RECORD {
            self.is_done = true;
            if found == 0 && whole == stated {
                return Ok(None);
            }
            return Err(RecordErrorKind::CutOff {
                stated: header.games,
                whole: u32::try_from(whole).unwrap_or(u32::MAX),
            });
        }
        self.number += 1;
        let has_theory = header.theory_empties.is_some();
        match read_game(self.number, &bytes, has_theory) {
            Ok(game) => Ok(Some(of_wthor(game, &header))),
            Err(kind) => Err(RecordErrorKind::Wthor(kind)),
        }
    }
}

/// Reads until the buffer is full or the input ends; tells how many bytes there are.
fn fill(input: &mut impl BufRead, bytes: &mut [u8]) -> io::Result<usize> {
    let mut found = 0;
    while found < bytes.len() {
        match input.read(&mut bytes[found..]) {
            Ok(0) => break,
            Ok(count) => found += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

impl<R: BufRead> Iterator for WthorGames<R> {
    type Item = Result<GameRecord, RecordErrorKind>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        self.step().transpose()
    }
}

fn of_wthor(game: WthorGame, header: &WthorHeader) -> GameRecord {
    let mut record = GameRecord::new(game.game);
    let black = u32::from(game.score);
    record.result = Some(StatedResult::played(StatedScore::Discs(ByColor {
        black,
        white: 64 - black,
    })));
    if header.year > 0 {
        record.date = header.year.to_string();
    }
    record.wthor = Some(WthorDetail {
        created: header.created,
        year: header.year,
        tournament: game.tournament,
        players: ByColor {
            black: game.black,
            white: game.white,
        },
        theoretical: game.theoretical.zip(header.theory_empties),
    });
    record
}

/// Gives a game of a WTHOR file its names; a number without a name becomes `#4711`. Other games are left alone.
///
/// Returns a note for each number that its list does not have: the list is not of the same release, or the file is damaged.
pub fn name_players(
    record: &mut GameRecord,
    players: Option<&WthorNames>,
    tournaments: Option<&WthorNames>,
) -> Vec<RecordNote> {
    let mut notes = Vec::new();
    let Some(wthor) = record.wthor else {
        return notes;
    };
    let mut label = |what: &str, list: Option<&WthorNames>, index: u16| {
        let Some(list) = list else {
            return format!("#{index}");
        };
        if usize::from(index) >= list.names.len() {
            let text = format!(
                "no {what} {index} in the list of {} names",
                list.names.len()
            );
            notes.push(RecordNote::new(RecordNoteKind::Odd, text));
        }
        list.label(index)
    };
    for side in Color::ALL {
        record.players[side].name = label("player", players, wthor.players[side]);
    }
    record.event = label("tournament", tournaments, wthor.tournament);
    notes
}
