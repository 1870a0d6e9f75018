//! What the session hands out: files, and questions to the engine.

use super::engine::Engine;
use super::event::{Event, Refusal};
use super::session::{Errand, Session};
use super::{files, record};
use xsquare_engine::Game;
use xsquare_search::Limits;

/// Saves or loads; nothing for other errands.
pub(super) fn with_files(session: &mut Session, errand: Errand) -> Vec<Event> {
    match errand {
        Errand::Save {
            path,
            mode,
            text,
            turns,
        } => match files::write(&path, &text, mode) {
            Ok(()) => vec![Event::Saved(path, turns)],
            Err(sentence) => failed(sentence),
        },
        Errand::Load(path) => match files::read(&path) {
            Ok(text) => match record::read(&text, None) {
                Ok(record) => session.load(record),
                Err(error) => {
                    let error = format!("{}: {error}", path.display());
                    vec![Event::Refused(Refusal::NoGame(error))]
                }
            },
            Err(sentence) => failed(sentence),
        },
        Errand::Hint | Errand::Why(_) | Errand::Review(_) | Errand::Quit => Vec::new(),
    }
}

/// Asks the engine; nothing for other errands.
pub(super) fn with_engine(
    engine: &mut Engine<'_>,
    game: &Game,
    limits: &Limits,
    errand: &Errand,
) -> Vec<Event> {
    let position = game.position();
    match errand {
        Errand::Hint => match engine.advise(position, limits) {
            Ok(hint) => vec![Event::Hint(hint)],
            Err(error) => failed(format!("No hint: {error:#}.")),
        },
        Errand::Why(square) => match engine.why(position, *square, limits) {
            Ok(text) => vec![Event::Told(text)],
            Err(error) => failed(format!("No answer: {error:#}.")),
        },
        Errand::Review(path) => {
            let path = path.as_ref().map(|path| files::at_home(path));
            match engine.review(game, path.as_deref()) {
                Ok(text) => vec![Event::Told(text)],
                Err(error) => failed(format!("No review: {error:#}.")),
            }
        }
        Errand::Save { .. } | Errand::Load(_) | Errand::Quit => Vec::new(),
    }
}

fn failed(sentence: String) -> Vec<Event> {
    vec![Event::Refused(Refusal::Failed(sentence))]
}
