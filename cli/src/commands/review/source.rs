//! Where the game to review comes from: an argument, a file, standard input.

use super::options::ReviewArgs;
use crate::arguments::group;
use crate::commands::play::record;
use crate::input::name_of;
use crate::output::caret::point_at;
use anyhow::{Context, anyhow, bail};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use xsquare_engine::notation::{GgfGame, LineError, WthorLength, lines, parse_ggf, parse_wthor};
use xsquare_engine::{Color, Game};

/// A larger file is no list of games: the largest databases of tournaments are smaller.
const LARGEST: u64 = 64 << 20;

/// A game that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    /// The game.
    pub(super) game: Game,
    /// Who played and where, if that is told.
    pub(super) title: Option<String>,
    /// What the text was recognised as.
    pub(super) kind: String,
    /// What was filled in, passed over or found odd, and whether it needs attention.
    pub(super) notes: Vec<(String, bool)>,
}

impl Source {
    fn of_ggf(record: GgfGame, notes: Vec<(String, bool)>) -> Self {
        let [black, white] = Color::ALL.map(|side| plain(&record.players[side].name));
        let facts = [
            Some(format!("{black} - {white}")).filter(|names| names != " - "),
            Some(plain(&record.place)).filter(|place| !place.is_empty()),
            Some(plain(&record.date)).filter(|date| !date.is_empty()),
        ];
        let title = facts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        Self {
            game: record.game,
            title: Some(title).filter(|title| !title.is_empty()),
            kind: "GGF record".to_owned(),
            notes,
        }
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
        [text] => match game_of(text, args) {
            Err(_) if Path::new(text).is_file() => file(Path::new(text), args),
            outcome => outcome,
        },
        [] => bail!("no game given; expected moves, a record, a file or - for standard input"),
        _ => bail!("more than one game given; expected one (quote a game that has blanks in it)"),
    }
}

fn file(path: &Path, args: &ReviewArgs) -> anyhow::Result<Source> {
    let name = name_of(path);
    let mut bytes = Vec::new();
    let input: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Box::new(file)
    };
    input
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > LARGEST {
        bail!(
            "{name} is larger than {} MiB; expected games",
            LARGEST >> 20
        );
    }
    if is_wthor(path) {
        return wthor(&bytes, args).with_context(|| format!("in {name}"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow!("{name} is no text: byte {at} is not UTF-8 (files of WTHOR end in .wtb)")
    })?;
    game_of(&text, args).with_context(|| format!("in {name}"))
}

fn is_wthor(path: &Path) -> bool {
    path.extension()
        .is_some_and(|kind| kind.eq_ignore_ascii_case("wtb"))
}

fn wthor(bytes: &[u8], args: &ReviewArgs) -> anyhow::Result<Source> {
    let file = parse_wthor(bytes, WthorLength::Strict)?;
    let index = choose(args.number, file.len())?;
    let game = file
        .games()
        .nth(index)
        .context("the file has so many games")??;
    Ok(Source {
        game: game.game,
        title: Some(format!("Game {} of {}", game.number, file.header().year)),
        kind: "WTHOR record".to_owned(),
        notes: Vec::new(),
    })
}

/// The index of the game that is asked for.
fn choose(number: Option<u32>, count: usize) -> anyhow::Result<usize> {
    match (number.map(|number| number as usize), count) {
        (_, 0) => bail!("no game in it"),
        (None, 1) => Ok(0),
        (None, _) => bail!("{count} games in it; choose one with --game N, 1 to {count}"),
        (Some(number), _) if number <= count => Ok(number - 1),
        (Some(number), _) => bail!("game {number} is asked for, but there are only {count}"),
    }
}

/// A game from a text: one record, or with `--game` one of a list with a game a line.
fn game_of(text: &str, args: &ReviewArgs) -> anyhow::Result<Source> {
    let rows = if is_ggf(text) {
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        // A single record may be spread over lines.
        if rows.iter().all(|row| is_ggf(row)) {
            rows.into_iter().map(str::to_owned).collect()
        } else {
            vec![text.to_owned()]
        }
    } else if args.number.is_some() {
        game_lines(text)?
    } else {
        vec![text.to_owned()]
    };
    let index = choose(args.number, rows.len())?;
    let text = rows.into_iter().nth(index).unwrap_or_default();
    if is_ggf(&text) {
        ggf(&text)
    } else {
        transcript(&text, args.side)
    }
}

fn game_lines(text: &str) -> anyhow::Result<Vec<String>> {
    lines(text.as_bytes())
        .map(|line| match line {
            Ok(line) => Ok(line.text),
            Err(LineError::Text { number, error, .. }) => Err(anyhow!("line {number}, {error}")),
            Err(error) => Err(error.into()),
        })
        .collect()
}

/// Whether a text is meant as GGF; a number of games may stand before a record.
fn is_ggf(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with("(;")
}

fn ggf(text: &str) -> anyhow::Result<Source> {
    let read = parse_ggf(text)
        .map_err(|error| anyhow!("{error}\n{}", point_at(text, error.span.range())))?;
    let notes = read.notes.iter().map(|note| (note.to_string(), false));
    Ok(Source::of_ggf(read.game, notes.collect()))
}

fn transcript(text: &str, side: Option<Color>) -> anyhow::Result<Source> {
    let record = record::read(text, side)?;
    let notes = record.notes.iter();
    Ok(Source {
        game: record.game,
        title: None,
        kind: record.kind,
        notes: notes
            .map(|note| (note.to_string(), note.is_warning()))
            .collect(),
    })
}
