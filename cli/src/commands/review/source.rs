//! Where the game to review comes from: an argument, a file, standard input.

use super::options::ReviewArgs;
use crate::arguments::group;
use crate::commands::play::record::{self, Remark};
use crate::input::name_of;
use crate::messages::{ENGLISH, fill};
use anyhow::{Context, anyhow, bail};
use std::io::Read;
use std::path::Path;
use xsquare_engine::notation::{
    Container, GameRecord, RecordError, RecordErrorKind, RecordRead, StatedResult, detect, records,
};
use xsquare_engine::{Color, Game};

/// A larger file is no list of games: the largest databases of tournaments are smaller.
pub(crate) const LARGEST: u64 = 64 << 20;

/// A game that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    /// The game.
    pub(crate) game: Game,
    /// Who played and where, if that is told.
    pub(crate) title: Option<String>,
    /// What the text was recognised as.
    pub(crate) kind: String,
    /// What was filled in, passed over or found odd, and whether it needs attention.
    pub(crate) notes: Vec<Remark>,
    /// The result by the record.
    pub(crate) result: Option<StatedResult>,
}

impl From<RecordRead> for Source {
    fn from(read: RecordRead) -> Self {
        let notes = read.notes.iter();
        Self {
            title: title(&read),
            kind: read.format.to_string(),
            notes: notes
                .map(|note| Remark {
                    text: note.to_string(),
                    is_warning: note.kind.is_warning(),
                })
                .collect(),
            result: read.record.result,
            game: read.record.game,
        }
    }
}

/// `Ada - Bo, World Open, 2003`, or the number of the game in its year.
fn title(read: &RecordRead) -> Option<String> {
    let GameRecord {
        players,
        event,
        place,
        date,
        wthor,
        ..
    } = &read.record;
    let [black, white] = Color::ALL.map(|side| plain(&players[side].name));
    let names = match (black.is_empty(), white.is_empty()) {
        (true, true) => String::new(),
        _ => format!("{black} - {white}"),
    };
    let facts = [names, plain(event), plain(place), plain(date)];
    let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    match (facts.is_empty(), wthor) {
        (false, _) => Some(facts.join(", ")),
        (true, Some(wthor)) => {
            let text = match wthor.year {
                0 => ENGLISH.review.undated,
                _ => ENGLISH.review.untitled,
            };
            let (number, year) = (read.number.to_string(), wthor.year.to_string());
            let values = [("number", number.as_str()), ("year", &year)];
            Some(fill(text, &values))
        }
        (true, None) => None,
    }
}

/// A text from a file, without what could steer a terminal.
fn plain(text: &str) -> String {
    let text = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    text.collect::<String>().trim().to_owned()
}

/// The game that the arguments name. A word that is no game but the name of a file stands for the file.
///
/// # Errors
/// If there is no such game, or more than one and none is chosen.
pub(super) fn read(args: &ReviewArgs) -> anyhow::Result<Source> {
    if let Some(path) = &args.file {
        return file(path, args);
    }
    let texts = group(&args.game);
    match texts.as_slice() {
        [text] if text == "-" => file(Path::new("-"), args),
        [text] => game_of(text.as_bytes(), args).or_else(|error| {
            if crate::games::is_file(text) {
                return file(Path::new(text), args);
            }
            let fault = crate::input::fault_of_name(text);
            Err(fault.map_or(error, |fault| anyhow!(fault)))
        }),
        [] => bail!("no game given; expected moves, a record, a file or - for standard input"),
        _ => bail!("more than one game given; expected one (quote a game that has blanks in it)"),
    }
}

fn file(path: &Path, args: &ReviewArgs) -> anyhow::Result<Source> {
    let name = name_of(path);
    let mut bytes = Vec::new();
    crate::input::open(path)
        .with_context(|| format!("cannot read {name}"))?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > LARGEST {
        bail!(
            "{name} is larger than {} MiB; expected games",
            LARGEST >> 20
        );
    }
    game_of(&bytes, args).with_context(|| format!("in {name}"))
}

fn game_of(bytes: &[u8], args: &ReviewArgs) -> anyhow::Result<Source> {
    let wanted = args.number.map(|number| number as usize);
    game_in(bytes, (wanted, "--game N"), args.side)
}

/// A game from a text or a file of any format: the only one, or the one that is asked for. If none is although there are
/// several, the error says how one is, in these words.
///
/// # Errors
/// If there is no such game, none is chosen, or it cannot be read.
pub(crate) fn game_in(
    bytes: &[u8],
    (wanted, how): (Option<usize>, &str),
    side: Option<Color>,
) -> anyhow::Result<Source> {
    let is_lines = detect(bytes) == Container::Lines;
    if is_lines && wanted.is_none() {
        // All the lines may be one game.
        let text = std::str::from_utf8(bytes)
            .map_err(|error| anyhow!("no text: byte {} is not UTF-8", error.valid_up_to()))?;
        let whole = transcript(text, side);
        if whole.is_ok() || !has_several_games(bytes) {
            return whole;
        }
    }
    let mut count = 0;
    let mut chosen = None;
    for item in records(bytes, None)? {
        let number = match &item {
            Ok(read) => read.number,
            Err(error) => error.game,
        };
        count = count.max(number);
        if wanted.is_none_or(|wanted| number == wanted) && chosen.is_none() {
            chosen = Some(item);
        }
    }
    match (chosen, wanted) {
        (None, None) => bail!("no game in it"),
        (None, Some(wanted)) if count == 1 => {
            bail!("game {wanted} is asked for, but there is only one")
        }
        (None, Some(wanted)) => bail!("game {wanted} is asked for, but there are only {count}"),
        (Some(_), None) if count > 1 => {
            bail!("{count} games in it; choose one with {how}, 1 to {count}")
        }
        (Some(Ok(read)), _) => Ok(read.into()),
        (Some(Err(error)), _) => Err(anyhow!(place(&error))),
    }
}

/// Whether there are at least two games that can be read.
fn has_several_games(bytes: &[u8]) -> bool {
    records(bytes, None).is_ok_and(|records| records.flatten().nth(1).is_some())
}

/// An error with its place: `game 2, line 3, column 5: …`
fn place(error: &RecordError) -> String {
    let mut place = format!("game {}", error.game);
    if let Some(line) = error.line {
        place = format!("{place}, line {line}");
    }
    if let RecordErrorKind::Text { error, column } = &error.kind {
        place = format!("{place}, column {column}: {:?}", error.text);
    }
    format!("{place}: {error}")
}

fn transcript(text: &str, side: Option<Color>) -> anyhow::Result<Source> {
    let record = record::read(text, side)?;
    Ok(Source {
        game: record.game,
        title: None,
        kind: record.kind,
        notes: record.notes,
        result: None,
    })
}
