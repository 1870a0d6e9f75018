//! The fixed positions of the bench.

use super::options::Suite;
use anyhow::Context;
use clap::ValueEnum;
use xsquare_engine::notation::{Line, Note, Problem, Recognised, lines, recognise};

const FFO_20_39: &str = include_str!("../../../data/ffo-20-39.obf");
const FFO_40_44: &str = include_str!("../../../data/ffo-40-44.obf");
const FFO_45_49: &str = include_str!("../../../data/ffo-45-49.obf");
const FFO_50_59: &str = include_str!("../../../data/ffo-50-59.obf");
const HARD_20: &str = include_str!("../../../data/hard-20.obf");
const HARD_25: &str = include_str!("../../../data/hard-25.obf");
const HARD_30: &str = include_str!("../../../data/hard-30.obf");
const SCALING: &str = include_str!("../../../data/scaling.obf");
const SIGNATURE: &str = include_str!("../../../data/signature.txt");

/// How many problems of the first FFO file belong to the signature.
const SIGNATURE_PROBLEMS: usize = 12;

/// What is done with a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// The exact score.
    Solve,
    /// A search of fixed depth.
    Analyse,
}

/// A position of a suite.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) work: Work,
    pub(super) problem: Problem,
}

impl Suite {
    /// The name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The positions, in order.
    ///
    /// # Errors
    /// Never: a test reads all of them.
    pub(super) fn items(self) -> anyhow::Result<Vec<Item>> {
        let files: &[&str] = match self {
            Self::Signature => {
                let mut items = read(SIGNATURE, Work::Analyse)?;
                items.extend(
                    read(FFO_20_39, Work::Solve)?
                        .into_iter()
                        .take(SIGNATURE_PROBLEMS),
                );
                return Ok(items);
            }
            Self::Ffo20To39 => &[FFO_20_39],
            Self::Ffo40To44 => &[FFO_40_44],
            Self::Ffo40To49 => &[FFO_40_44, FFO_45_49],
            Self::Ffo40To59 => &[FFO_40_44, FFO_45_49, FFO_50_59],
            Self::Hard20 => &[HARD_20],
            Self::Hard25 => &[HARD_25],
            Self::Hard30 => &[HARD_30],
            Self::Scaling => &[SCALING],
        };
        let mut items = Vec::new();
        for file in files {
            items.extend(read(file, Work::Solve)?);
        }
        Ok(items)
    }
}

fn read(text: &str, work: Work) -> anyhow::Result<Vec<Item>> {
    lines(text.as_bytes())
        .map(|line| {
            let line = line.context("in a suite")?;
            let problem =
                problem(&line).with_context(|| format!("in line {} of a suite", line.number))?;
            Ok(Item { work, problem })
        })
        .collect()
}

fn problem(line: &Line) -> anyhow::Result<Problem> {
    Ok(match recognise(&line.text, None)? {
        Recognised::Problem(problem) => problem,
        other => {
            let mut problem = Problem::new(other.position());
            problem.label = other.notes().iter().find_map(comment);
            problem
        }
    })
}

/// The text of a comment behind the moves.
fn comment(note: &Note) -> Option<String> {
    match note {
        Note::Comment { text, .. } => Some(text.trim_start_matches('%').trim().to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_can_be_read_and_its_problems_have_scores() {
        for &suite in Suite::value_variants() {
            for item in suite.items().unwrap() {
                assert!(item.problem.label.is_some());
                assert_eq!(
                    item.problem.best_score().is_some(),
                    item.work == Work::Solve
                );
            }
        }
    }

    #[test]
    fn the_suites_have_the_sizes_of_their_names() {
        let count = |suite: Suite| suite.items().unwrap().len();
        assert_eq!(count(Suite::Ffo20To39), 20);
        assert_eq!(count(Suite::Ffo40To44), 5);
        assert_eq!(count(Suite::Ffo40To49), 10);
        assert_eq!(count(Suite::Ffo40To59), 20);
        assert_eq!(count(Suite::Hard20), 184);
        assert_eq!(count(Suite::Hard25), 208);
        assert_eq!(count(Suite::Hard30), 193);
        assert_eq!(count(Suite::Scaling), 5 * 9);
        assert_eq!(count(Suite::Signature), 10 + SIGNATURE_PROBLEMS);
    }
}
