//! The names that players have given to openings, and how a position finds its own.
//!
//! What is named is the position, so a name is found whichever way the board is turned and whatever the order of the
//! moves was.

use std::collections::HashMap;
use std::sync::LazyLock;
use xsquare_engine::notation::parse_transcript;
use xsquare_engine::{Board, Color, Game, Position};

/// One opening a line: moves, a tab, the names.
const TABLE: &str = include_str!("../data/openings-named.tsv");

/// What separates the names of one opening.
const OR: &str = " / ";

/// How many names an error proposes.
const PROPOSALS: usize = 6;

static NAMED: LazyLock<Named> = LazyLock::new(|| Named::new(TABLE));

/// An opening with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Its moves, compact.
    pub(crate) moves: &'static str,
    /// Its names, those in use beside the first one behind ` / `.
    pub(crate) label: &'static str,
    /// The game to the position that is named.
    pub(crate) game: Game,
}

impl Opening {
    /// Its names one by one.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.label.split(OR)
    }
}

/// The table, and where in it a position is.
struct Named {
    openings: Vec<Opening>,
    places: HashMap<(Board, Color), usize>,
    /// Discs of the longest opening.
    most_discs: u32,
}

impl Named {
    fn new(table: &'static str) -> Self {
        let mut named = Self {
            openings: Vec::new(),
            places: HashMap::new(),
            most_discs: 0,
        };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (moves, label) = line.split_once('\t').expect("a row has two fields");
            let game = parse_transcript(moves).expect("a row replays").game;
            let place = named.openings.len();
            let discs = game.position().board().occupied().len();
            named.most_discs = named.most_discs.max(discs);
            named.places.insert(key(game.position()), place);
            named.openings.push(Opening { moves, label, game });
        }
        named
    }
}

/// The same for all positions that differ by a symmetry.
fn key(position: &Position) -> (Board, Color) {
    (position.board().canonical().0, position.side())
}

/// All openings that have a name, in the order of their moves.
pub(crate) fn all() -> &'static [Opening] {
    &NAMED.openings
}

/// The opening that ends with this position.
pub(crate) fn of_position(position: &Position) -> Option<&'static Opening> {
    if position.board().occupied().len() > NAMED.most_discs {
        // Collections have many positions, and to turn one eight ways takes its time.
        return None;
    }
    let place = NAMED.places.get(&key(position))?;
    NAMED.openings.get(*place)
}

/// The last opening that a game passed through.
pub(crate) fn of_game(game: &Game) -> Option<&'static Opening> {
    (0..=game.turns().len())
        .rev()
        .filter_map(|plies| game.position_at(plies))
        .find_map(of_position)
}

/// The opening of this name, whatever the case, the blanks and the hyphens.
///
/// # Errors
/// A sentence without a full stop, if there is none.
pub(crate) fn find(name: &str) -> Result<&'static Opening, String> {
    let wanted = bare(name);
    let called = |opening: &&Opening| opening.names().any(|name| bare(name) == wanted);
    if let Some(opening) = all().iter().find(called) {
        return Ok(opening);
    }
    let alike: Vec<&str> = all()
        .iter()
        .flat_map(Opening::names)
        .filter(|name| is_alike(&bare(name), &wanted))
        .take(PROPOSALS)
        .collect();
    let proposal = match alike.as_slice() {
        [] => String::new(),
        names => format!("; alike are: {}", names.join(", ")),
    };
    Err(format!(
        "no opening is called {name:?}{proposal} (`xsquare openings --named` lists them)"
    ))
}

/// A name as it is compared: letters and digits in lower case.
fn bare(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether one name is in the other, or they begin alike.
fn is_alike(name: &str, wanted: &str) -> bool {
    const BEGINNING: usize = 3;
    let common = name
        .chars()
        .zip(wanted.chars())
        .take_while(|(a, b)| a == b)
        .count();
    !wanted.is_empty() && (name.contains(wanted) || common >= BEGINNING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::path::Path;
    use xsquare_engine::{Move, Symmetry};

    #[test]
    fn at_least_70_openings_are_named_each_once() {
        assert!(all().len() >= 70, "{}", all().len());
        assert_eq!(NAMED.places.len(), all().len());
        let names: Vec<String> = all().iter().flat_map(Opening::names).map(bare).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(names.iter().all(|name| !name.is_empty()));
    }

    #[test]
    fn every_row_is_found_by_its_moves_its_names_and_its_images() {
        for opening in all() {
            assert!(opening.game.turns().iter().all(|turn| *turn != Move::Pass));
            assert_eq!(opening.game.turns().len() * 2, opening.moves.len());
            assert_eq!(of_game(&opening.game), Some(opening));
            for name in opening.names() {
                assert_eq!(find(&name.to_uppercase()), Ok(opening));
            }
            for symmetry in Symmetry::ALL {
                let mut image = Game::from_position(symmetry.apply(Position::START));
                for &turn in opening.game.turns() {
                    image.play(symmetry.apply(turn)).unwrap();
                }
                assert_eq!(of_position(image.position()), Some(opening), "{symmetry:?}");
            }
        }
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter() {
        let mut transposed = 0;
        for opening in all() {
            // Two moves of the same side in a row change places, where that comes to the same.
            for first in 0..opening.game.turns().len().saturating_sub(2) {
                let mut turns = opening.game.turns().to_vec();
                turns.swap(first, first + 2);
                let mut game = Game::new();
                let is_legal = turns.iter().all(|&turn| game.play(turn).is_ok());
                if is_legal && game.position() == opening.game.position() {
                    assert_eq!(of_game(&game), Some(opening), "{turns:?}");
                    transposed += 1;
                }
            }
        }
        assert!(transposed >= 10, "{transposed}");
    }

    #[test]
    fn a_game_keeps_the_name_of_its_last_named_position() {
        let name = |moves| of_game(&parse_transcript(moves).unwrap().game).map(|o| o.label);
        assert_eq!(name("f5"), None);
        assert_eq!(name("f5f6"), Some("Diagonal Opening"));
        assert_eq!(name("f5f6f7"), Some("Diagonal Opening"));
        assert_eq!(name("f5d6c5f4e3c6d3f6e6d7"), Some("Rose"));
    }

    #[test]
    fn names_that_nobody_gave_are_refused_with_those_alike() {
        let error = find("rose").map(|opening| opening.moves);
        assert_eq!(error, Ok("c4e3f4c5d6f3e6c3d3e2"));
        let error = find("ros").unwrap_err();
        assert!(
            error.starts_with("no opening is called \"ros\"; alike are: Rose"),
            "{error}"
        );
        assert!(find("tigr").unwrap_err().contains("Tiger"));
        assert!(!find("zzz").unwrap_err().contains("alike"));
        assert!(find("").is_err());
    }

    /// The names agree with the collection that they were taken from, where it is at hand.
    #[test]
    fn the_table_is_that_of_the_collection() {
        let path = Path::new("../../shared/data/openings.tsv");
        let Ok(text) = std::fs::read_to_string(path) else {
            eprintln!("skipped: {} is absent", path.display());
            return;
        };
        let rows = |text: &str| -> HashSet<String> {
            let rows = text.lines().filter(|line| !line.starts_with('#'));
            rows.map(str::to_owned).collect()
        };
        assert_eq!(rows(TABLE), rows(&text));
    }
}
