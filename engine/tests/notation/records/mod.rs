//! Games of files in every format: read, written, and refused.

mod files;
mod properties;
mod sgf;
mod wthor;

use xsquare_engine::notation::{
    GameFormat, GameRecord, Layout, Losses, Passes, RecordError, RecordRead, TranscriptStyle,
    records, write_record, write_transcript,
};

/// Every game of a file.
fn read_all(bytes: &[u8]) -> Vec<Result<RecordRead, RecordError>> {
    records(bytes, None).unwrap().collect()
}

/// The only game of a file.
fn only(bytes: &[u8]) -> RecordRead {
    let mut all = read_all(bytes);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The only error of a file, as `line:column ply message`.
fn refused(bytes: &[u8]) -> String {
    let errors: Vec<_> = read_all(bytes)
        .into_iter()
        .filter_map(Result::err)
        .collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let error = &errors[0];
    let number = |number: Option<usize>| number.map_or("-".to_owned(), |n| n.to_string());
    format!(
        "{}:{} {} {}: {error}",
        number(error.line),
        number(error.column()),
        number(error.ply()),
        error.rule()
    )
}

/// The text of a game and what it loses.
fn written(record: &GameRecord, format: GameFormat) -> (String, Losses) {
    let mut text = String::new();
    let losses = write_record(record, format, TranscriptStyle::default(), &mut text).unwrap();
    (text, losses)
}

/// The moves, passes left out.
fn moves(record: &GameRecord) -> String {
    write_transcript(record.game.turns(), Layout::Compact, Passes::LeftOut)
}
