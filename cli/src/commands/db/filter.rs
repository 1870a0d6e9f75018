//! Which games are meant.

use super::options::{DbArgs, Years};
use crate::input::fault_of_name;
use crate::opening_names;
use anyhow::{anyhow, bail};
use xsquare_engine::notation::{GameRecord, recognise};
use xsquare_engine::{ByColor, Position, Symmetry};

/// What a game must be like.
pub(super) struct Filter {
    player: Option<String>,
    players: ByColor<Option<String>>,
    years: Option<Years>,
    event: Option<String>,
    opening: Option<String>,
    position: Option<Sought>,
}

/// A position that is looked for in every symmetry.
pub(crate) struct Sought {
    position: Position,
    discs: u32,
    images: [(Position, Symmetry); 8],
}

/// Where a game came upon the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Turns before it.
    pub(super) plies: usize,
    /// The symmetry that leads from the position that is looked for to the one in the game.
    pub(super) symmetry: Symmetry,
}

impl Hit {
    /// A hit without a position.
    const ANY: Self = Self {
        plies: 0,
        symmetry: Symmetry::Identity,
    };
}

impl Filter {
    /// What the arguments ask for.
    ///
    /// # Errors
    /// If the position is none, or no opening has the name.
    pub(super) fn new(args: &DbArgs) -> anyhow::Result<Self> {
        let lower = |text: &Option<String>| text.as_ref().map(|text| text.to_lowercase());
        let opening = lower(&args.opening);
        if let Some(name) = &opening
            && !opening_names::all()
                .iter()
                .any(|known| contains(known.label, Some(name)))
        {
            bail!(
                "no opening is called {:?}; `--show openings` lists their names",
                args.opening.as_deref().unwrap_or_default()
            );
        }
        let position = args.position.as_deref().map(|text| {
            recognise(text, None)
                .map(|read| Sought::new(read.position()))
                .map_err(|error| match fault_of_name(text) {
                    Some(fault) => anyhow!("--position: {fault}"),
                    None => anyhow!("--position: {error}"),
                })
        });
        Ok(Self {
            player: lower(&args.player),
            players: ByColor {
                black: lower(&args.black),
                white: lower(&args.white),
            },
            years: args.year,
            event: lower(&args.event),
            opening,
            position: position.transpose()?,
        })
    }

    /// The position that is looked for.
    pub(super) fn position(&self) -> Option<&Position> {
        self.position.as_ref().map(|sought| &sought.position)
    }

    /// Whether a game is meant, and where it came upon the position.
    pub(super) fn hit(&self, record: &GameRecord) -> Option<Hit> {
        let (black, white) = (&record.players.black.name, &record.players.white.name);
        let is_player = self
            .player
            .as_deref()
            .is_none_or(|part| contains(black, Some(part)) || contains(white, Some(part)));
        let is_meant = is_player
            && contains(black, self.players.black.as_deref())
            && contains(white, self.players.white.as_deref())
            && contains(&record.event, self.event.as_deref())
            && self.years.is_none_or(|years| {
                let year = record.year();
                year.is_some_and(|year| (years.from..=years.to).contains(&year))
            });
        if !is_meant {
            return None;
        }
        if let Some(name) = &self.opening
            && !opening_names::of_game(&record.game)
                .is_some_and(|opening| contains(opening.label, Some(name)))
        {
            return None;
        }
        match &self.position {
            Some(sought) => sought.find(record),
            None => Some(Hit::ANY),
        }
    }
}

/// Whether a text contains a part in lower case; no part is always there.
fn contains(text: &str, part: Option<&str>) -> bool {
    part.is_none_or(|part| text.to_lowercase().contains(part))
}

impl Sought {
    pub(crate) fn new(position: Position) -> Self {
        let images = Symmetry::ALL.map(|symmetry| (symmetry.apply(position), symmetry));
        Self {
            position,
            discs: position.board().occupied().len(),
            images,
        }
    }

    /// The first turn before which the position stood on the board. It has so many discs, so at most two positions of
    /// a game are compared: one, and the one behind a pass.
    pub(crate) fn find(&self, record: &GameRecord) -> Option<Hit> {
        let game = &record.game;
        let plies = (0..=game.turns().len()).skip(self.first_ply(record));
        plies
            .map_while(|plies| {
                let position = game.position_at(plies)?;
                let discs = position.board().occupied().len();
                (discs <= self.discs).then_some((plies, position))
            })
            .filter(|(_, position)| position.board().occupied().len() == self.discs)
            .find_map(|(plies, position)| {
                let image = self.images.iter().find(|(image, _)| image == position);
                image.map(|&(_, symmetry)| Hit { plies, symmetry })
            })
    }

    /// No position before this turn has enough discs.
    fn first_ply(&self, record: &GameRecord) -> usize {
        let start = record.game.start().board().occupied().len();
        self.discs.saturating_sub(start) as usize
    }
}
