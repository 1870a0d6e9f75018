//! What must hold whatever bytes a reader is given: one function for each fuzz target.
//!
//! The fuzzer feeds them, and so does the test that replays the corpora on a stable compiler.

use std::io::BufReader;
use xsquare_engine::notation::{
    Container, GameFormat, GameRecord, Layout, NotationError, Passes, TranscriptStyle, WthorLength,
    WthorList, WthorWriter, parse_ggf, parse_obf, parse_transcript, parse_wthor, parse_wthor_names,
    recognise, records, write_ggf, write_record, write_transcript,
};
use xsquare_engine::{Color, Position};

/// A fuzz target: its name, which is that of its corpus, and what it checks.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All of them.
pub(crate) const TARGETS: [Target; 7] = [
    ("position", position),
    ("transcript", transcript),
    ("ggf", ggf),
    ("sgf", sgf),
    ("json", json),
    ("wthor", wthor),
    ("games", games),
];

/// Every way to write passes.
const PASSES: [Passes; 3] = [Passes::Written, Passes::Dashes, Passes::LeftOut];

/// An error must point into its text and not steer a terminal.
fn check_error(text: &str, error: &NotationError) {
    assert!(text.get(error.span.range()).is_some(), "{error:?}");
    assert!(!error.to_string().contains(char::is_control), "{error:?}");
}

/// Positions in any notation: what is understood is the same when it is written and read again.
pub(crate) fn position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for side in [None, Some(Color::Black), Some(Color::White)] {
        match recognise(text, side) {
            Ok(read) => {
                let position: Position = read.position();
                assert_eq!(position.to_string().parse(), Ok(position));
                for note in read.notes() {
                    assert!(!note.to_string().contains(char::is_control), "{note:?}");
                }
            }
            Err(error) => check_error(text, &error),
        }
    }
    if let Ok(problem) = parse_obf(text, None) {
        let written = problem.to_string();
        let again = parse_obf(&written, None).expect("what was written is read");
        assert_eq!(again.to_string(), written);
        assert_eq!(again.position, problem.position);
    }
}

/// Transcripts: the game survives every layout and every way to write passes.
pub(crate) fn transcript(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let read = match parse_transcript(text) {
        Ok(read) => read,
        Err(error) => return check_error(text, &error),
    };
    for layout in Layout::ALL {
        for passes in PASSES {
            let written = write_transcript(read.game.turns(), layout, passes);
            if written.is_empty() {
                continue;
            }
            let again = parse_transcript(&written);
            let again = again.unwrap_or_else(|error| panic!("{written:?}: {error}"));
            assert_eq!(again.game, read.game, "{written:?}");
        }
    }
}

/// GGF: a game that is written and read again is the same, byte for byte when written once more.
pub(crate) fn ggf(data: &[u8]) {
    file(data, Container::Ggf);
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match parse_ggf(text) {
        Ok(read) => {
            let written = write_ggf(&read.game);
            let again = parse_ggf(&written);
            let again = again.unwrap_or_else(|error| panic!("{written:?}: {error}"));
            assert_eq!(again.game.game, read.game.game, "{written:?}");
            assert_eq!(write_ggf(&again.game), written);
        }
        Err(error) => check_error(text, &error),
    }
}

/// SGF files.
pub(crate) fn sgf(data: &[u8]) {
    file(data, Container::Sgf);
}

/// JSON files: this program's lines, and Othello Quest's.
pub(crate) fn json(data: &[u8]) {
    file(data, Container::Json);
}

/// WTHOR files and lists of names: no length and no byte is trusted.
pub(crate) fn wthor(data: &[u8]) {
    for length in [WthorLength::Strict, WthorLength::Salvage] {
        if let Ok(file) = parse_wthor(data, length) {
            assert!(file.len() * 68 <= data.len());
            for game in file.games() {
                match game {
                    Ok(game) => {
                        let _ = (game.verdict(), game.theoretical_difference());
                    }
                    Err(error) => assert!(!error.to_string().contains(char::is_control)),
                }
            }
        }
    }
    for list in [WthorList::Players, WthorList::Tournaments] {
        if let Ok(names) = parse_wthor_names(data, list) {
            assert!(!names.label(u16::MAX).is_empty());
        }
    }
    file(data, Container::Wthor);
}

/// Files of any kind, lines of text among them, told apart by their beginning.
pub(crate) fn games(data: &[u8]) {
    file_of(data, None);
}

fn file(data: &[u8], container: Container) {
    file_of(data, Some(container));
}

/// Reads a file, in one piece and in small ones; every game is then written in all formats.
fn file_of(data: &[u8], container: Option<Container>) {
    let all: Vec<_> = records(data, container)
        .expect("memory can be read")
        .collect();
    let pieces = BufReader::with_capacity(7, data);
    let pieces = records(pieces, container).expect("memory can be read");
    let same = pieces.map(|item| format!("{item:?}"));
    assert!(all.iter().map(|item| format!("{item:?}")).eq(same));
    for item in all {
        match item {
            Ok(read) => {
                for note in &read.notes {
                    assert!(!note.to_string().contains(char::is_control), "{note:?}");
                }
                write_everywhere(&read.record);
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
        }
    }
}

/// Writes a game in every format. What is written is one game with the same moves, and stays what it is.
fn write_everywhere(record: &GameRecord) {
    let style = TranscriptStyle::default();
    for format in GameFormat::ALL {
        write_and_read(record, format, style);
    }
    for layout in Layout::ALL {
        for passes in PASSES {
            let style = TranscriptStyle { layout, passes };
            write_and_read(record, GameFormat::Transcript, style);
        }
    }
    let mut writer = WthorWriter::new(std::io::Cursor::new(Vec::new()), (2026, 2, 1))
        .expect("memory can be written");
    let _ = writer.write(record).expect("memory can be written");
    let _ = writer.finish().expect("memory can be written");
}

fn write_and_read(record: &GameRecord, format: GameFormat, style: TranscriptStyle) {
    let write = |record: &GameRecord| {
        let mut text = String::new();
        write_record(record, format, style, &mut text).ok()?;
        Some(text)
    };
    let Some(text) = write(record) else {
        return;
    };
    let again = only(text.as_bytes(), format);
    match format {
        GameFormat::Board | GameFormat::Obf => {
            assert_eq!(again.game.position(), record.game.position(), "{text:?}");
        }
        _ => assert_eq!(again.game, record.game, "{text:?}"),
    }
    assert_eq!(write(&again), Some(text));
}

/// The only game of a text, as whoever opens the file would read it.
fn only(text: &[u8], format: GameFormat) -> GameRecord {
    let mut all: Vec<_> = records(text, None).expect("memory can be read").collect();
    assert_eq!(
        all.len(),
        1,
        "{format}: {:?}",
        String::from_utf8_lossy(text)
    );
    let item = all.remove(0);
    item.unwrap_or_else(|error| panic!("{format}: {error:?}: {:?}", String::from_utf8_lossy(text)))
        .record
}
