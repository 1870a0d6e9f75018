//! The three best moves after a few moves of a game, with their scores and expected lines.
//!
//! ```sh
//! cargo run --release -p xsquare-search --example analyse
//! ```

use std::error::Error;
use std::io::{self, Write};
use xsquare_engine::notation::recognise;
use xsquare_search::eval::Patterns;
use xsquare_search::{
    Config, Control, Depth, Limits, Searcher, StopFlag, TableSize, Target, Threads,
};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // A transcript here; a board, an OBF line or `start` would do as well.
    let position = recognise("f5d6c3d3c4", None)?.position();
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::from_bytes(16 << 20)?,
    };
    let mut searcher = Searcher::new(Patterns::default(), config)?;
    let limits = Limits::target(Target::Depth(Depth::new(8).ok_or("no such depth")?));
    let stop = StopFlag::new();
    // Called after each iteration; a front end would show what is known so far.
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };

    let analysis = searcher.analyse(position.board(), 3, &limits, control);
    for found in &analysis.moves {
        let line: Vec<String> = found.pv.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{} {} {}: {}",
            found.turn,
            found.score,
            found.kind.name(),
            line.join(" ")
        )?;
    }
    Ok(())
}
