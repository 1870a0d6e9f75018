//! WTHOR files written and read again.

use super::{only, read_all, refused, written};
use crate::shared_data;
use std::fs;
use std::io::Cursor;
use xsquare_engine::notation::{
    Ending, GameFormat, GameRecord, Loss, Losses, RecordNoteKind, StatedResult, StatedScore,
    Unwritable, WthorList, WthorLists, WthorWriter, name_players, parse_wthor_names,
};
use xsquare_engine::{ByColor, Color, DiscDiff, Outcome};

const TODAY: (u16, u8, u8) = (2026, 2, 1);

/// The file of these games, its lists, and what each game loses.
fn file(games: &[GameRecord]) -> (Vec<u8>, WthorLists, Vec<Losses>) {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WthorWriter::new(&mut bytes, TODAY).unwrap();
    let losses = games
        .iter()
        .map(|game| writer.write(game).unwrap().unwrap())
        .collect();
    let lists = writer.finish().unwrap();
    (bytes.into_inner(), lists, losses)
}

fn game(moves: &str, black: &str, white: &str) -> GameRecord {
    let mut record = only(moves.as_bytes()).record;
    black.clone_into(&mut record.players.black.name);
    white.clone_into(&mut record.players.white.name);
    record
}

#[test]
fn games_get_numbers_for_their_names() {
    let mut first = game("f5d6c5f6e7f4g5e6e3", "Ann", "Ren\u{e9}");
    first.event = "Open".to_owned();
    first.date = "2001".to_owned();
    let mut second = game("f5d6c5f6e7f4g5e6e3", "Ren\u{e9}", "Ann");
    second.date = "2001".to_owned();
    let (bytes, lists, losses) = file(&[first, second]);
    assert!(losses.iter().all(|losses| losses.is_empty()), "{losses:?}");
    assert!(lists.losses.is_empty());
    assert_eq!(
        bytes[..16],
        [20, 26, 2, 1, 2, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 0, 0]
    );
    assert_eq!(bytes[16..26], [1, 0, 1, 0, 2, 0, 64, 64, 56, 64]);
    assert_eq!(bytes[84..90], [0, 0, 2, 0, 1, 0]);
    let players = parse_wthor_names(&lists.players.unwrap(), WthorList::Players).unwrap();
    assert_eq!(players.names, ["???", "Ann", "Ren\u{e9}"]);
    let events = parse_wthor_names(&lists.tournaments.unwrap(), WthorList::Tournaments).unwrap();
    assert_eq!(events.names, ["???", "Open"]);
    // Lists of another release lack numbers, which is told.
    let mut read = read_all(&bytes).remove(1).unwrap().record;
    let notes = name_players(&mut read, Some(&events), Some(&events));
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].to_string(), "no player 2 in the list of 2 names");
    assert_eq!(read.players.black.name, "#2");
    let mut read = read_all(&bytes).remove(1).unwrap().record;
    assert_eq!(name_players(&mut read, Some(&players), Some(&events)), []);
    assert_eq!(read.players.black.name, "Ren\u{e9}");
    assert_eq!(read.date, "2001");
    assert!(read.check_score().unwrap().agrees());
}

#[test]
fn what_does_not_fit_is_told() {
    let long = game("f5", "A name of more than 19 bytes", "Łukasz");
    let (_, lists, losses) = file(std::slice::from_ref(&long));
    assert_eq!(
        losses[0].to_string(),
        "the ends of long names, characters that the format has not, that an unfinished game has no result (its board is \
         written, empties to the winner)"
    );
    let names = parse_wthor_names(&lists.players.unwrap(), WthorList::Players).unwrap();
    assert_eq!(names.names, ["???", "A name of more than", "?ukasz"]);
    let setup = only(b"OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X").record;
    let mut writer = WthorWriter::new(Cursor::new(Vec::new()), TODAY).unwrap();
    let fault = writer.write(&setup).unwrap().unwrap_err();
    assert_eq!(fault, Unwritable::Setup(GameFormat::Wthor));
    let (_, _, losses) = file(&[game("c4c3f5b4a4a5c2a3pa", "", "")]);
    assert!(losses[0].contains(Loss::TrailingPass));
}

/// A finished game of this date.
fn dated(date: &str) -> GameRecord {
    let mut record = game("f5d6c5f6e7f4g5e6e3", "", "");
    date.clone_into(&mut record.date);
    record
}

#[test]
fn years_of_all_games_are_lost_if_they_differ() {
    let dates = ["1999-05-01", "1999", "1999", "2001", "", "1999"];
    let (bytes, lists, losses) = file(&dates.map(dated));
    assert_eq!(bytes[10..12], [0, 0]);
    assert_eq!((lists.players, lists.tournaments), (None, None));
    let told: Vec<bool> = losses
        .iter()
        .map(|losses| losses.contains(Loss::Date))
        .collect();
    assert_eq!(told, [true, false, false, true, false, true]);
    assert_eq!(lists.losses, [(Loss::Date, 2)]);
    // A game without a year takes it from the others too.
    let (_, lists, losses) = file(&["1999", ""].map(dated));
    assert!(losses.iter().all(|losses| losses.is_empty()));
    assert_eq!(lists.losses, [(Loss::Date, 1)]);
    // So does the number of empty squares for perfect play.
    let (bytes, _, _) = file(&["1999"].map(dated));
    let mut solved = read_all(&bytes).remove(0).unwrap().record;
    solved.wthor.as_mut().unwrap().theoretical = Some((64, 24));
    let mut deeper = solved.clone();
    deeper.wthor.as_mut().unwrap().theoretical = Some((64, 26));
    let (bytes, lists, losses) = file(&[solved, deeper]);
    assert_eq!((bytes[10..12].to_vec(), bytes[14]), (vec![0xcf, 7], 0));
    assert!(losses[1].contains(Loss::Theoretical));
    assert_eq!(lists.losses, [(Loss::Theoretical, 1)]);
}

#[test]
fn a_game_can_be_left_out_if_it_takes_the_years_of_others() {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WthorWriter::new(&mut bytes, TODAY).unwrap();
    let refused = ["1999", "2001", "", "1999"].map(|date| {
        let losses = writer.write_if(&dated(date), Losses::is_empty);
        losses.unwrap().unwrap().contains(Loss::Date)
    });
    assert_eq!(refused, [false, true, true, false]);
    assert_eq!(writer.finish().unwrap().losses, []);
    let read = read_all(bytes.get_ref());
    let dates = read
        .iter()
        .map(|item| item.as_ref().unwrap().record.date.as_str());
    assert!(dates.eq(["1999", "1999"]));
}

#[test]
fn the_stated_winner_has_the_discs() {
    let black_discs = |score, ending| {
        let mut record = game("f5d6c3", "", "");
        record.result = Some(StatedResult { score, ending });
        let (bytes, _, losses) = file(&[record]);
        (bytes[22], losses[0].to_string())
    };
    let winner = |side| StatedScore::Winner(Outcome::Win(side));
    let margin = "a winner without a score (64-0 is written), how the game ended";
    let resigned = |side| black_discs(winner(side), Ending::Resigned);
    assert_eq!(resigned(Color::White), (0, margin.to_owned()));
    assert_eq!(resigned(Color::Black), (64, margin.to_owned()));
    let draw = StatedScore::Winner(Outcome::Draw);
    let ending = "how the game ended".to_owned();
    assert_eq!(black_discs(draw, Ending::Agreed), (32, ending));
    // What the format has not is nearly the same, and never won by the other side.
    let result = "the stated result";
    let difference = |discs| StatedScore::Difference(DiscDiff::new(discs).unwrap());
    let odd = black_discs(difference(-1), Ending::Played);
    assert_eq!(odd, (31, result.to_owned()));
    let (black, white) = (3, 20);
    let discs = StatedScore::Discs(ByColor { black, white });
    let few = black_discs(discs, Ending::Played);
    assert_eq!(few, (3, result.to_owned()));
}

#[test]
fn numbers_are_kept_while_no_other_name_has_them() {
    let (bytes, _, _) = file(&[game("f5d6", "Ann", "Bo")]);
    let mut numbered = read_all(&bytes).remove(0).unwrap().record;
    assert_eq!(name_players(&mut numbered, None, None), []);
    assert_eq!(numbered.players.black.name, "#1");
    numbered.wthor.as_mut().unwrap().players.black = 7;
    numbered.players.black.name = "Cy".to_owned();
    let other = game("f5d6", "Di", "Ed");
    let (bytes, lists, losses) = file(&[numbered.clone(), other, {
        numbered.players.black.name = "Flo".to_owned();
        numbered
    }]);
    assert!(losses[2].contains(Loss::Numbers));
    let names = parse_wthor_names(&lists.players.unwrap(), WthorList::Players).unwrap();
    assert_eq!(
        names.names,
        ["???", "Di", "???", "Ed", "Flo", "???", "???", "Cy"]
    );
    assert_eq!(bytes[18..22], [7, 0, 2, 0]);
    assert_eq!(bytes[16 + 68 + 2..16 + 68 + 6], [1, 0, 3, 0]);
    assert_eq!(bytes[16 + 136 + 2..16 + 136 + 6], [4, 0, 2, 0]);
}

#[test]
fn lists_that_exist_are_continued() {
    let (_, lists, _) = file(&[game("f5d6", "Ann", "Bo")]);
    let names = parse_wthor_names(&lists.players.unwrap(), WthorList::Players).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WthorWriter::new(&mut bytes, TODAY)
        .unwrap()
        .with_lists(Some(&names), None);
    writer.write(&game("f5d6", "Cy", "Ann")).unwrap().unwrap();
    let lists = writer.finish().unwrap();
    assert_eq!(bytes.into_inner()[18..22], [3, 0, 1, 0]);
    let names = parse_wthor_names(&lists.players.unwrap(), WthorList::Players).unwrap();
    assert_eq!(names.names, ["???", "Ann", "Bo", "Cy"]);
    assert!(lists.tournaments.is_none());
}

#[test]
fn damaged_files_give_the_games_that_are_there() {
    let (bytes, _, _) = file(&[game("f5d6", "", ""), game("f5f4", "", "")]);
    let all = read_all(&bytes[..bytes.len() - 1]);
    assert!(all[0].is_ok());
    let error = all[1].as_ref().unwrap_err();
    assert_eq!(error.rule(), "length");
    assert_eq!(
        error.to_string(),
        "the file ends after 1 whole records, but its header states 2"
    );
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_eq!(read_all(&longer).len(), 3);
    assert!(refused(&longer).contains("bytes behind the last record"));
    assert!(refused(&bytes[..10]).contains("too few"));
    let mut illegal = bytes.clone();
    illegal[24] = 11;
    let error = read_all(&illegal).remove(0).unwrap_err();
    assert_eq!(
        (error.game, error.ply(), error.rule()),
        (1, Some(1), "flips-nothing")
    );
    let mut large = bytes;
    large[12] = 10;
    assert!(refused(&large).contains("10×10"));
}

#[test]
fn files_of_the_federation_are_written_byte_for_byte() {
    let Some(folder) = shared_data() else {
        eprintln!("skipped: the folder with more data is not there");
        return;
    };
    let folder = folder.join("wthor");
    let list =
        |name: &str, list| parse_wthor_names(&fs::read(folder.join(name)).unwrap(), list).unwrap();
    let players = list("WTHOR.JOU", WthorList::Players);
    let events = list("WTHOR.TRN", WthorList::Tournaments);
    for name in [
        "WTH_1977.wtb",
        "WTH_1986.wtb",
        "WTH_2001.wtb",
        "WTH_2022.wtb",
    ] {
        let bytes = fs::read(folder.join(name)).unwrap();
        let games: Vec<_> = read_all(&bytes)
            .into_iter()
            .map(|item| {
                let read = item.unwrap();
                assert!(
                    read.notes
                        .iter()
                        .all(|note| note.kind != RecordNoteKind::Odd)
                );
                let mut record = read.record;
                let notes = name_players(&mut record, Some(&players), Some(&events));
                assert_eq!(notes, []);
                record
            })
            .collect();
        let (again, _, losses) = file(&games);
        assert!(losses.iter().all(|losses| losses.is_empty()), "{name}");
        assert!(again == bytes, "{name}");
        // And by way of JSON, which holds everything.
        let json: String = games
            .iter()
            .map(|game| written(game, GameFormat::Json).0)
            .collect();
        let back: Vec<_> = read_all(json.as_bytes())
            .into_iter()
            .map(|item| item.unwrap().record)
            .collect();
        assert!(back == games, "{name}");
    }
}
