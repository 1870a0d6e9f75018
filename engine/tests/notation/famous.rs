//! Famous games, replayed and compared with what is recorded of them.

use crate::data;
use crate::transcript::read;
use xsquare_engine::notation::{Layout, Note, Passes, Verdict, write_transcript};
use xsquare_engine::{ByColor, Color, Convention, Game, Move};

/// A line of `transcripts.tsv`.
struct Record<'a> {
    id: &'a str,
    moves: &'a str,
    discs_placed: usize,
    /// After which disc which side passes.
    passes: Vec<(usize, Color)>,
    black: u32,
    white: u32,
    empties: u32,
    status: &'a str,
    plain: i64,
    empties_to_winner: i32,
}

fn records(text: &str) -> Vec<Record<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            let passes = fields[3]
                .split(',')
                .filter(|&pass| pass != "-")
                .map(|pass| {
                    let (disc, side) = pass.split_once(':').unwrap();
                    (disc.parse().unwrap(), side.parse().unwrap())
                });
            Record {
                id: fields[0],
                moves: fields[1],
                discs_placed: fields[2].parse().unwrap(),
                passes: passes.collect(),
                black: fields[4].parse().unwrap(),
                white: fields[5].parse().unwrap(),
                empties: fields[6].parse().unwrap(),
                status: fields[7],
                plain: fields[8].parse().unwrap(),
                empties_to_winner: fields[9].parse().unwrap(),
            }
        })
        .collect()
}

/// The passes of a game: after how many discs, and who.
fn passes_of(game: &Game) -> Vec<(usize, Color)> {
    let mut discs = 0;
    let mut passes = Vec::new();
    for (ply, turn) in game.turns().iter().enumerate() {
        match turn {
            Move::Place(_) => discs += 1,
            Move::Pass => passes.push((discs, game.position_at(ply).unwrap().side())),
        }
    }
    passes
}

#[test]
fn the_famous_games_replay_as_recorded() {
    let text = data("transcripts.tsv");
    let records = records(&text);
    assert_eq!(records.len(), 88);
    for record in records {
        let id = record.id;
        let game = read(record.moves).game;
        let position = *game.position();
        let counts = position.counts();
        assert_eq!(passes_of(&game), record.passes, "{id}");
        assert_eq!(
            game.turns().len(),
            record.discs_placed + record.passes.len(),
            "{id}"
        );
        assert_eq!(
            (counts.black, counts.white),
            (record.black, record.white),
            "{id}"
        );
        assert_eq!(position.board().empty_count(), record.empties, "{id}");
        match record.status {
            "over" => assert!(game.is_over(), "{id}"),
            "Black must pass" => {
                assert!(
                    position.must_pass() && position.side() == Color::Black,
                    "{id}"
                );
            }
            other => panic!("{id}: unknown status {other}"),
        }
        assert_eq!(
            i64::from(counts.black) - i64::from(counts.white),
            record.plain,
            "{id}"
        );
        let score = position.board().final_score().discs();
        let black = if position.side() == Color::Black {
            score
        } else {
            -score
        };
        assert_eq!(black, record.empties_to_winner, "{id}");
        for layout in Layout::ALL {
            for passes in [Passes::Written, Passes::LeftOut] {
                let written = write_transcript(game.turns(), layout, passes);
                assert_eq!(read(&written).game, game, "{id}: {written}");
            }
        }
        assert_eq!(
            write_transcript(game.turns(), Layout::Compact, Passes::LeftOut),
            record.moves
        );
    }
}

#[test]
fn a_numbered_list_with_dashes_for_passes_reads_as_published() {
    let text = data("transcripts.tsv");
    let records = records(&text);
    let record = records
        .iter()
        .find(|record| record.id == "playok-2")
        .unwrap();
    let game = read(record.moves).game;
    let pairs = write_transcript(game.turns(), Layout::NumberedPairs, Passes::Written);
    assert!(
        pairs.ends_with("27. a8 g8 28. e8 pa 29. a2 b2 30. a1 pa 31. g1"),
        "{pairs}"
    );
    let published = pairs.replace("pa", "--") + " 51-12";
    let transcript = read(&published);
    assert_eq!(transcript.game, game);
    let stated = ByColor {
        black: 51,
        white: 12,
    };
    let verdict = Verdict::Agrees(Convention::PlainCount);
    assert_eq!(transcript.notes, [Note::Result { stated, verdict }]);
}
