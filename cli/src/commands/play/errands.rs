//! What the session hands out: files, and questions to the engine.

use super::engine::Engine;
use super::event::{Event, Refusal, Saved};
use super::files;
use super::record::{Record, Remark};
use super::session::{Errand, Session};
use crate::commands::review::{self, Standing};
use crate::messages::{ENGLISH, Play as Texts, fill};
use xsquare_engine::Game;
use xsquare_search::Limits;

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// Saves or loads; nothing for other errands.
pub(super) fn with_files(session: &mut Session, errand: Errand) -> Vec<Event> {
    match errand {
        Errand::Save { path, mode, record } => match files::save(&path, &record, mode) {
            Ok(losses) => vec![Event::Saved(Saved {
                turns: record.game.turns().len(),
                file: path,
                losses,
            })],
            Err(sentence) => failed(sentence),
        },
        Errand::Load(wanted) => match files::load(&wanted) {
            Ok(Ok(source)) => {
                let mut notes = source.notes;
                if let Some(ended) = source.result.and_then(review::ended)
                    && !source.game.is_over()
                {
                    notes.push(Remark {
                        text: fill(TEXTS.goes_on, &[("ended", &ended)]),
                        is_warning: true,
                    });
                }
                let record = Record {
                    game: source.game,
                    kind: source.kind,
                    notes,
                };
                session.load(record, source.title)
            }
            Ok(Err(error)) => vec![Event::Refused(Refusal::NoGame(error))],
            Err(sentence) => failed(sentence),
        },
        Errand::Hint | Errand::Why(_) | Errand::Review(_) | Errand::Quit => Vec::new(),
    }
}

/// Asks the engine; nothing for other errands.
pub(super) fn with_engine(
    engine: &mut Engine<'_>,
    (game, standing): (&Game, Standing),
    limits: &Limits,
    errand: &Errand,
) -> Vec<Event> {
    let position = game.position();
    match errand {
        Errand::Hint => match engine.advise(position, limits) {
            Ok(hint) => vec![Event::Hint(hint)],
            Err(error) => failed(because(TEXTS.no_hint, &error)),
        },
        Errand::Why(square) => match engine.why(position, *square, limits) {
            Ok(text) => vec![Event::Told(text)],
            Err(error) => failed(because(TEXTS.no_answer, &error)),
        },
        Errand::Review(wanted) => {
            let file = match wanted {
                Some((path, mode)) => match files::to_write(path, *mode) {
                    Ok(path) => Some(path),
                    Err(sentence) => return failed(sentence),
                },
                None => None,
            };
            match engine.review(game, standing, file.as_deref()) {
                Ok(text) => {
                    let written = file.map(|path| Event::Told(files::written(&path)));
                    [Event::Told(text)].into_iter().chain(written).collect()
                }
                Err(error) => failed(because(TEXTS.no_review, &error)),
            }
        }
        Errand::Save { .. } | Errand::Load(_) | Errand::Quit => Vec::new(),
    }
}

/// A text with an error in it.
pub(super) fn because(text: &str, error: &anyhow::Error) -> String {
    fill(text, &[("error", &format!("{error:#}"))])
}

fn failed(sentence: String) -> Vec<Event> {
    vec![Event::Refused(Refusal::Failed(sentence))]
}
