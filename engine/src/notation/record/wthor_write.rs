//! WTHOR files written, with the lists of names that belong to them.

use super::loss::{Loss, Losses, Unwritable};
use super::result::{Ending, StatedScore};
use super::text::ends_with_pass;
use super::write::{has_scores, heading_losses};
use super::{GameFormat, GameRecord, is_single_line};
use crate::color::Color;
use crate::notation::wthor::{HEADER, MOVES, RECORD, WthorList, WthorNames};
use crate::position::Position;
use crate::score::{Convention, DiscDiff, Outcome};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Seek, SeekFrom, Write};

/// Writes a file of games one by one; its header is written at the end, when the number of games is known.
///
/// Names get their numbers in lists that grow with the games. A game that has WTHOR numbers keeps them as long as no
/// other name has taken them.
#[derive(Debug)]
pub struct WthorWriter<W> {
    output: W,
    games: u32,
    /// The day on which the file is made.
    created: (u16, u8, u8),
    players: NameList,
    tournaments: NameList,
    years: Shared,
    /// The numbers of empty squares from which on the scores with perfect play count.
    theory: Shared,
}

/// The lists of names that belong to a file, and what the file could not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WthorLists {
    /// The `.jou` file; `None` if no player has a name.
    pub players: Option<Vec<u8>>,
    /// The `.trn` file; `None` if no tournament has a name.
    pub tournaments: Option<Vec<u8>>,
    /// What games lost that had been written before it was known: the later ones are not of their year, or their scores
    /// with perfect play not from the same number of empty squares. Each with the number of these games.
    pub losses: Vec<(Loss, u64)>,
}

/// A value that the header holds once for all games.
#[derive(Debug, Default)]
struct Shared {
    games: Agreement,
    /// The games that have the value and have not been told that they lose it.
    untold: u64,
}

/// How the games so far agree on a value.
#[derive(Debug, Default)]
enum Agreement {
    /// There is none yet.
    #[default]
    Open,
    /// All have this value, or none.
    Same(Option<u16>),
    /// They have different ones.
    Mixed,
}

impl Shared {
    /// Whether a value is lost, or makes those of the games so far be lost.
    fn is_mixed_by(&self, value: Option<u16>) -> bool {
        match self.games {
            Agreement::Open => false,
            Agreement::Same(same) => same != value,
            Agreement::Mixed => value.is_some(),
        }
    }

    /// Takes the value of a game, and tells its loss; `is_told` if the game loses part of it in any case.
    fn take(&mut self, value: Option<u16>, is_told: bool) -> bool {
        if self.is_mixed_by(value) {
            self.games = Agreement::Mixed;
        } else if matches!(self.games, Agreement::Open) {
            self.games = Agreement::Same(value);
        }
        let is_lost = value.is_some() && matches!(self.games, Agreement::Mixed);
        self.untold += u64::from(value.is_some() && !is_lost && !is_told);
        is_lost
    }

    /// What the header says.
    const fn value(&self) -> u16 {
        match self.games {
            Agreement::Same(Some(value)) => value,
            _ => 0,
        }
    }

    /// The games that lost their value after they had been written.
    const fn lost_late(&self) -> u64 {
        match self.games {
            Agreement::Mixed => self.untold,
            _ => 0,
        }
    }
}

impl<W: Write + Seek> WthorWriter<W> {
    /// Begins a file. `today` (year, month, day) becomes its date unless the games come from a WTHOR file.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(mut output: W, today: (u16, u8, u8)) -> io::Result<Self> {
        output.write_all(&[0; HEADER])?;
        Ok(Self {
            output,
            games: 0,
            created: today,
            players: NameList::new(WthorList::Players),
            tournaments: NameList::new(WthorList::Tournaments),
            years: Shared::default(),
            theory: Shared::default(),
        })
    }

    /// Goes on with lists that exist: their names keep their numbers, and new ones come behind. To be called before
    /// the first game.
    #[must_use]
    pub fn with_lists(
        mut self,
        players: Option<&WthorNames>,
        tournaments: Option<&WthorNames>,
    ) -> Self {
        self.players.extend(players);
        self.tournaments.extend(tournaments);
        self
    }

    /// Writes a game if `accept` likes what is lost of it and of the games before it, and tells what it loses; the inner
    /// error is a game that the format cannot hold. A game that is not accepted leaves its names in the lists.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write_if(
        &mut self,
        record: &GameRecord,
        accept: impl FnOnce(Losses) -> bool,
    ) -> io::Result<Result<Losses, Unwritable>> {
        let mut bytes = [0; RECORD];
        let mut losses = match self.fill(record, &mut bytes) {
            Ok(losses) => losses,
            Err(fault) => return Ok(Err(fault)),
        };
        let theoretical = record.wthor.and_then(|wthor| wthor.theoretical);
        let empties = theoretical.map(|(_, empties)| u16::from(empties));
        let shared = [
            (&mut self.years, record.year(), Loss::Date),
            (&mut self.theory, empties, Loss::Theoretical),
        ];
        let mut all = losses;
        for (shared, value, loss) in &shared {
            all.add_if(shared.is_mixed_by(*value), *loss);
        }
        if !accept(all) {
            return Ok(Ok(all));
        }
        for (shared, value, loss) in shared {
            let is_lost = shared.take(value, losses.contains(loss));
            losses.add_if(is_lost, loss);
        }
        self.output.write_all(&bytes)?;
        if let (0, Some(wthor)) = (self.games, record.wthor)
            && wthor.created != (0, 0, 0)
        {
            self.created = wthor.created;
        }
        self.games += 1;
        Ok(Ok(losses))
    }

    /// Writes a game and tells what is lost, as [`Self::write_if`] does.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&mut self, record: &GameRecord) -> io::Result<Result<Losses, Unwritable>> {
        self.write_if(record, |_| true)
    }

    fn fill(
        &mut self,
        record: &GameRecord,
        bytes: &mut [u8; RECORD],
    ) -> Result<Losses, Unwritable> {
        if *record.game.start() != Position::START {
            return Err(Unwritable::Setup(GameFormat::Wthor));
        }
        let held = [
            Loss::Names,
            Loss::Event,
            Loss::Date,
            Loss::Numbers,
            Loss::Theoretical,
        ];
        let mut losses = heading_losses(record).without(&held);
        losses.add_if(!record.comment.is_empty(), Loss::Comment);
        losses.add_if(has_scores(record), Loss::Scores);
        losses.add_if(ends_with_pass(record), Loss::TrailingPass);
        let wthor = record.wthor;
        let numbers = [
            self.tournaments.number(
                &record.event,
                wthor.map(|wthor| wthor.tournament),
                &mut losses,
            )?,
            self.player(record, Color::Black, &mut losses)?,
            self.player(record, Color::White, &mut losses)?,
        ];
        for (place, number) in bytes.chunks_exact_mut(2).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let score = score(record, &mut losses);
        let theoretical = wthor.and_then(|wthor| wthor.theoretical);
        bytes[6] = score;
        bytes[7] = theoretical.map_or(score, |(score, _)| score);
        let squares = record.game.turns().iter().filter_map(|turn| turn.square());
        for (place, square) in bytes[MOVES..].iter_mut().zip(squares) {
            let byte = 10 * (square.row() + 1) + square.column() + 1;
            *place = u8::try_from(byte).expect("rows and columns are at most 8");
        }
        let is_year_alone = record
            .year()
            .is_some_and(|year| record.date == year.to_string());
        losses.add_if(!(record.date.is_empty() || is_year_alone), Loss::Date);
        Ok(losses)
    }

    fn player(
        &mut self,
        record: &GameRecord,
        side: Color,
        losses: &mut Losses,
    ) -> Result<u16, Unwritable> {
        let number = record.wthor.map(|wthor| wthor.players[side]);
        self.players
            .number(&record.players[side].name, number, losses)
    }

    /// Writes the header and makes the lists of names.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(mut self) -> io::Result<WthorLists> {
        let [theory, _] = self.theory.value().to_le_bytes();
        let header = Header {
            created: self.created,
            games: self.games,
            names: 0,
            year: self.years.value(),
            theory,
        };
        self.output.seek(SeekFrom::Start(0))?;
        self.output.write_all(&header.bytes())?;
        self.output.flush()?;
        let late = [
            (Loss::Date, self.years.lost_late()),
            (Loss::Theoretical, self.theory.lost_late()),
        ];
        Ok(WthorLists {
            players: self.players.file(self.created),
            tournaments: self.tournaments.file(self.created),
            losses: late.into_iter().filter(|&(_, games)| games > 0).collect(),
        })
    }
}

/// Black's discs, empties to the winner: those of the stated result, or those of the board if none is stated.
fn score(record: &GameRecord, losses: &mut Losses) -> u8 {
    let board = Convention::EmptiesToWinner.count(record.game.position().counts());
    let black = match record.result {
        None => {
            losses.add_if(!record.game.is_over(), Loss::NoResult);
            board.black
        }
        Some(result) => {
            losses.add_if(result.ending != Ending::Played, Loss::Ending);
            match record.check_score() {
                Some(check) if check.agrees() => board.black,
                _ => adjudicated(result.score, losses),
            }
        }
    };
    u8::try_from(black).expect("a board has 64 squares")
}

/// Black's discs by a result that the board does not tell. Its winner stays even where the format has not the result.
fn adjudicated(score: StatedScore, losses: &mut Losses) -> u32 {
    let difference = match score {
        StatedScore::Winner(Outcome::Draw) => 0,
        StatedScore::Winner(Outcome::Win(side)) => {
            losses.add(Loss::Margin);
            match side {
                Color::Black => 64,
                Color::White => -64,
            }
        }
        StatedScore::Difference(difference) => {
            losses.add_if(difference.discs() % 2 != 0, Loss::Result);
            difference.discs()
        }
        StatedScore::Discs(discs) => {
            losses.add_if(discs.black + discs.white != 64, Loss::Result);
            DiscDiff::of_finished(discs.black, discs.white).discs()
        }
    };
    // An odd difference becomes the even one farther from a draw.
    (64 + difference + difference % 2).unsigned_abs() / 2
}

/// The beginning of a file.
struct Header {
    created: (u16, u8, u8),
    games: u32,
    names: u16,
    year: u16,
    theory: u8,
}

impl Header {
    fn bytes(&self) -> [u8; HEADER] {
        let (year, month, day) = self.created;
        let century = |year: u16| u8::try_from(year / 100).unwrap_or(0);
        let in_century = u8::try_from(year % 100).expect("less than 100");
        let [g0, g1, g2, g3] = self.games.to_le_bytes();
        let [n0, n1] = self.names.to_le_bytes();
        let [y0, y1] = self.year.to_le_bytes();
        let kind = [8, 0, self.theory, 0];
        let [size, games, theory, reserved] = if self.names > 0 { [0; 4] } else { kind };
        [
            century(year),
            in_century,
            month,
            day,
            g0,
            g1,
            g2,
            g3,
            n0,
            n1,
            y0,
            y1,
            size,
            games,
            theory,
            reserved,
        ]
    }
}

/// A list of names as it grows.
#[derive(Debug)]
struct NameList {
    list: WthorList,
    /// Names by number; a number that is used without a name has an empty one.
    names: BTreeMap<u16, String>,
    numbers: HashMap<String, u16>,
    /// No number below this one is free.
    next: u16,
}

impl NameList {
    fn new(list: WthorList) -> Self {
        Self {
            list,
            names: BTreeMap::new(),
            numbers: HashMap::new(),
            next: 1,
        }
    }

    /// Takes the names of a list that exists.
    fn extend(&mut self, names: Option<&WthorNames>) {
        let names = names.map_or(&[][..], |names| &names.names);
        for (number, name) in (0..=u16::MAX).zip(names) {
            if name != "???" {
                self.names.insert(number, name.clone());
                self.numbers.entry(name.clone()).or_insert(number);
            }
        }
    }

    /// The number of a name: the one that it has, if it can keep it.
    fn number(
        &mut self,
        name: &str,
        wanted: Option<u16>,
        losses: &mut Losses,
    ) -> Result<u16, Unwritable> {
        let is_nameless =
            name.is_empty() || name == "???" || wanted.is_some_and(|n| name == format!("#{n}"));
        if is_nameless {
            // Number 0 is usually the unknown one, but in the federation's list of tournaments it has a name.
            let has_unknown = self.names.get(&0).is_none_or(String::is_empty);
            let number = wanted.or(has_unknown.then_some(0));
            if let Some(number) = number {
                self.names.entry(number).or_default();
                return Ok(number);
            }
        }
        let name = if is_nameless { "???" } else { name };
        let (_, cut) = encode(name, self.list);
        *losses = losses.union(cut);
        if let Some(number) = wanted {
            let taken = self.names.entry(number).or_default();
            if taken.is_empty() {
                name.clone_into(taken);
                self.numbers.entry(name.to_owned()).or_insert(number);
            }
            if taken == name {
                return Ok(number);
            }
            losses.add(Loss::Numbers);
        }
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        while self.names.contains_key(&self.next) {
            self.next = self.next.checked_add(1).ok_or(Unwritable::TooManyNames)?;
        }
        self.names.insert(self.next, name.to_owned());
        self.numbers.insert(name.to_owned(), self.next);
        Ok(self.next)
    }

    /// The file of the names; `None` if there is none.
    fn file(&self, created: (u16, u8, u8)) -> Option<Vec<u8>> {
        let (&last, _) = self.names.iter().rfind(|(_, name)| !name.is_empty())?;
        let header = Header {
            created,
            games: 0,
            names: last.saturating_add(1),
            year: 0,
            theory: 0,
        };
        let mut bytes = header.bytes().to_vec();
        for number in 0..=last {
            let name = match self.names.get(&number) {
                Some(name) if !name.is_empty() => name,
                _ => "???",
            };
            bytes.extend(encode(name, self.list).0);
        }
        Some(bytes)
    }
}

/// The field of a name: Latin-1, cut to its length, with a NUL at its end at least.
fn encode(name: &str, list: WthorList) -> (Vec<u8>, Losses) {
    let mut losses = Losses::NONE;
    losses.add_if(!is_single_line(name), Loss::Characters);
    let letters = name.chars().map(|c| match u8::try_from(c) {
        Ok(byte) if !c.is_control() => byte,
        _ => {
            losses.add(Loss::Characters);
            b'?'
        }
    });
    let mut bytes: Vec<u8> = letters.collect();
    let size = list.name_bytes();
    losses.add_if(bytes.len() >= size, Loss::NameEnds);
    bytes.truncate(size - 1);
    bytes.resize(size, 0);
    (bytes, losses)
}
