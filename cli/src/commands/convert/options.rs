//! The options of `convert`, and what they come to.

use crate::games::NamesArgs;
use anyhow::bail;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use xsquare_engine::notation::{GameFormat, Layout, Passes, TranscriptStyle};

/// Convert games between formats; what a format cannot hold is told.
///
/// Formats are recognised by the content of the files: transcripts, boards and problems (one a line), WTHOR with its
/// lists of names, GGF and GGS archives, SGF, Othello Quest JSON, and this program's JSON lines. A game that cannot be
/// read does not stop the others; exit code 1 tells that there was one.
#[derive(Debug, Args)]
#[command(
    after_help = "Formats: transcript (also compact, spaced, numbered, playok, lines), board, obf, wthor, ggf, sgf, quest, json.\n\n\
                  Example:\n  xsquare convert WTH_2001.wtb -o games.ggf"
)]
pub(crate) struct ConvertArgs {
    /// Files of games; - is standard input
    #[arg(value_name = "IN", required = true)]
    pub(super) inputs: Vec<PathBuf>,
    /// The file to write, replaced if it exists; - is standard output [default: -]
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,
    /// The format to write [default: what the name of OUT says]
    #[arg(long, value_name = "FORMAT", value_parser = parse_target)]
    pub(super) to: Option<Target>,
    /// The format of the files, if it is not to be recognised
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub(super) from: Option<GameFormat>,
    /// How passes are written in transcripts [default: left out, but written with playok]
    #[arg(long, value_name = "HOW", value_enum)]
    pub(super) passes: Option<WrittenPasses>,
    #[command(flatten)]
    pub(super) names: NamesArgs,
    /// Leave out games of which something would be lost, and count them as failed
    #[arg(long)]
    pub(super) lossless: bool,
    /// Write nothing at all unless every game can be read and written
    #[arg(long)]
    pub(super) strict: bool,
}

/// [`Passes`] by the names of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WrittenPasses {
    /// Not written, but for one at the end
    LeftOut,
    /// As pa
    Pa,
    /// As --
    Dashes,
}

impl From<WrittenPasses> for Passes {
    fn from(passes: WrittenPasses) -> Self {
        match passes {
            WrittenPasses::LeftOut => Self::LeftOut,
            WrittenPasses::Pa => Self::Written,
            WrittenPasses::Dashes => Self::Dashes,
        }
    }
}

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// The format.
    pub(super) format: GameFormat,
    /// How transcripts look.
    pub(super) style: TranscriptStyle,
}

impl From<GameFormat> for Target {
    fn from(format: GameFormat) -> Self {
        Self {
            format,
            style: TranscriptStyle::default(),
        }
    }
}

/// A format by its name, or by the way a transcript is set out.
pub(crate) fn parse_target(text: &str) -> Result<Target, String> {
    let style = |layout, passes| {
        Ok(Target {
            format: GameFormat::Transcript,
            style: TranscriptStyle { layout, passes },
        })
    };
    match text.to_ascii_lowercase().as_str() {
        "compact" => style(Layout::Compact, Passes::LeftOut),
        "spaced" => style(Layout::Spaced, Passes::LeftOut),
        "numbered" => style(Layout::NumberedMoves, Passes::LeftOut),
        "playok" => style(Layout::NumberedPairs, Passes::Dashes),
        "lines" => style(Layout::Lines, Passes::LeftOut),
        _ => parse_format(text).map(Target::from).map_err(|error| {
            format!("{error}, or compact, spaced, numbered, playok, lines for transcripts")
        }),
    }
}

/// A format by its name.
pub(crate) fn parse_format(text: &str) -> Result<GameFormat, String> {
    text.parse()
}

impl ConvertArgs {
    /// Where to write; `None` is standard output.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| path.as_os_str() != "-")
    }

    /// What to write.
    ///
    /// # Errors
    /// If neither an option nor the name of the file says it.
    pub(super) fn target(&self) -> anyhow::Result<Target> {
        let of_name = |path: &Path| {
            let extension = path.extension()?.to_str()?;
            GameFormat::of_extension(extension).map(Target::from)
        };
        let Some(mut target) = self.to.or_else(|| self.file().and_then(of_name)) else {
            bail!(
                "the format to write is not told; expected --to FORMAT, or a file name that ends in .txt, .obf, .wtb, \
                 .ggf, .sgf, .json or .jsonl"
            );
        };
        if let Some(passes) = self.passes {
            target.style.passes = passes.into();
        }
        if target.format == GameFormat::Wthor && self.file().is_none() {
            bail!("WTHOR cannot be written to standard output; expected -o FILE");
        }
        Ok(target)
    }
}
