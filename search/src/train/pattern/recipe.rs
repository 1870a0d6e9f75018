//! A whole training run, from the end of the game backwards: each band of positions is labelled by weights that were
//! fitted on the bands after it.

use super::fit::FitRecipe;
use super::fitting::{Basis, Fitted};
use super::games::{Habits, Openings};
use super::stages::{Band, TrainError, Workshop};
use crate::eval::{Evaluator, Patterns, Weights};

/// What a training run is made of, beside the openings and the player.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// How games are played.
    pub habits: Habits,
    /// Number of games.
    pub games: u32,
    /// The bands in groups, from the end of the game backwards. A fit follows each group; its searches look with the
    /// weights of the group before, so the first group must be solved, and no search may end at positions with more
    /// empty squares than have been fitted.
    pub groups: Vec<Vec<Band>>,
    /// Steps of the fits between the first, which all later labels rest on, and the last.
    pub middle_steps: u32,
    /// The fit. Phases beyond the bands that are labelled are left out until their turn.
    pub fit: FitRecipe,
}

impl Recipe {
    /// How many stages a run has: its games, and labels and a fit for each group.
    pub fn stages(&self) -> usize {
        1 + self
            .groups
            .iter()
            .map(|bands| bands.len() + 1)
            .sum::<usize>()
    }
}

impl Workshop<'_> {
    /// Runs a recipe: games by `player`, then labels and fits, which start from the weights of an earlier generation if
    /// there is one and draw rare contents to them. `report` is called after each fit.
    ///
    /// # Errors
    /// See [`TrainError`]; what is finished stays on disk.
    ///
    /// # Panics
    /// If the recipe has no group.
    pub fn train<E: Evaluator>(
        &self,
        player: &E,
        openings: &Openings,
        (recipe, earlier): (&Recipe, Option<&Weights>),
        report: &mut dyn FnMut(&Fitted),
    ) -> Result<Fitted, TrainError> {
        let prior = earlier.map(|weights| weights.in_discs(&recipe.fit.phases));
        let games = self.games(player, openings, recipe.habits, recipe.games)?;
        let mut records = Vec::new();
        let mut fitted: Option<Fitted> = None;
        for (number, group) in recipe.groups.iter().enumerate() {
            for band in group {
                records.extend(match &fitted {
                    None => self.label(player, &games, band)?,
                    Some(fitted) => {
                        let judge = Patterns::new(fitted.weights.clone());
                        self.label(&judge, &games, band)?
                    }
                });
            }
            let top = group
                .iter()
                .map(|band| *band.empties.end())
                .max()
                .unwrap_or(0);
            let phases: Vec<u8> = recipe
                .fit
                .phases
                .iter()
                .copied()
                .filter(|&centre| u32::from(centre) <= top)
                .collect();
            let basis = Basis {
                start: extend(fitted, prior.as_deref(), (phases.len(), &recipe.fit.phases)),
                prior: prior.as_deref(),
                real_games: openings.games.len(),
            };
            let is_middle = number > 0 && number + 1 < recipe.groups.len();
            let fit = FitRecipe {
                phases,
                steps: if is_middle {
                    recipe.middle_steps
                } else {
                    recipe.fit.steps
                },
                ..recipe.fit.clone()
            };
            let next = self.fit(&records, &fit, basis)?;
            report(&next);
            fitted = Some(next);
        }
        Ok(fitted.expect("a recipe has a group"))
    }
}

/// Where the fit of so many phases, of all of them, starts: the phases that have been fitted go on from there, new ones
/// begin with the weights of the generation before, or without one as the last that has been fitted.
fn extend(
    fitted: Option<Fitted>,
    prior: Option<&[f32]>,
    (phases, all): (usize, &[u8]),
) -> Option<Vec<f32>> {
    let known = fitted
        .as_ref()
        .map_or(0, |fitted| fitted.weights.phases().len());
    let mut start = fitted.map(|fitted| fitted.start);
    if let Some(prior) = prior {
        let count = prior.len() / all.len();
        start
            .get_or_insert_default()
            .extend_from_slice(&prior[known * count..phases * count]);
    } else if let Some(weights) = &mut start {
        let last = weights[weights.len() / known * (known - 1)..].to_vec();
        for _ in known..phases {
            weights.extend_from_slice(&last);
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::super::label::Method;
    use super::super::stages::Progress;
    use super::*;
    use crate::eval::Classic;
    use crate::limits::{StopFlag, Threads};
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn recipe() -> Recipe {
        let band = |empties, method| Band {
            empties,
            method,
            per_mille: 900,
        };
        Recipe {
            habits: Habits { seed: 5, moves: 1 },
            games: 1200,
            groups: vec![
                vec![band(0..=4, Method::Solve), band(5..=8, Method::Solve)],
                vec![band(9..=10, Method::Search(2))],
            ],
            middle_steps: 12,
            fit: FitRecipe {
                phases: vec![2, 6, 10],
                steps: 12,
                ..FitRecipe::default()
            },
        }
    }

    fn train(
        directory: &Path,
        threads: usize,
        stop: &StopFlag,
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Fitted, TrainError> {
        let workshop = Workshop {
            directory,
            threads: Threads::new(threads).unwrap(),
            stop,
            progress,
        };
        workshop.train(
            &Classic::default(),
            &Openings::default(),
            (&recipe(), None),
            &mut |_| (),
        )
    }

    #[test]
    fn a_stopped_run_goes_on_and_ends_as_one_without_a_stop() {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let stop = StopFlag::new();
        let expected = train(whole.path(), 2, &stop, &|_| ()).unwrap();
        assert!(expected.fitted_on > 5000);
        // Late positions are understood better than by chance, the very last ones well.
        for row in &expected.held_out.rows {
            assert!(row.mean_error < 0.6 * row.mean_score, "{row:?}");
        }
        // Stopped after every few reports, it ends in as many runs as it takes, with the same weights.
        let (mut runs, files) = (0, || fs::read_dir(parts.path()).unwrap().count());
        let resumed = loop {
            let reports = AtomicUsize::new(0);
            stop.clear();
            let before = files();
            let result = train(parts.path(), 1, &stop, &|progress| {
                let made = progress.stage != "fit" && files() > before;
                if made && reports.fetch_add(1, Ordering::Relaxed) == 1 {
                    stop.stop();
                }
            });
            runs += 1;
            match result {
                Ok(fitted) => break fitted,
                Err(TrainError::Stopped) => assert!(files() > before && runs < 20),
                Err(error) => panic!("{error}"),
            }
        };
        assert!(runs > 2);
        assert_eq!(resumed.weights, expected.weights);
        assert_eq!(resumed.held_out, expected.held_out);
    }

    #[test]
    fn a_run_has_the_stages_that_it_reports() {
        let directory = tempfile::tempdir().unwrap();
        let stages = std::sync::Mutex::new(Vec::new());
        train(directory.path(), 1, &StopFlag::new(), &|progress| {
            let mut stages = stages.lock().unwrap();
            if stages.last().map(String::as_str) != Some(progress.stage) {
                stages.push(progress.stage.to_owned());
            }
        })
        .unwrap();
        let stages = stages.into_inner().unwrap();
        assert_eq!(
            stages,
            [
                "games",
                "00-04-solved",
                "05-08-solved",
                "fit",
                "09-10-search2",
                "fit"
            ]
        );
        assert_eq!(recipe().stages(), stages.len());
    }

    #[test]
    fn phases_without_positions_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let stop = StopFlag::new();
        let progress = |_: Progress<'_>| ();
        let workshop = Workshop {
            directory: directory.path(),
            threads: Threads::ONE,
            stop: &stop,
            progress: &progress,
        };
        let result = workshop.fit(&[], &recipe().fit, Basis::default());
        assert!(matches!(
            result,
            Err(TrainError::NoPositions { empties: 2 })
        ));
    }
}
