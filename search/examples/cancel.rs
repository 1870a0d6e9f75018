//! A search that another thread ends, as a button of a front end would: what is known by then comes back at once.
//!
//! ```sh
//! cargo run --release -p xsquare-search --example cancel
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;
use xsquare_engine::Board;
use xsquare_search::eval::Patterns;
use xsquare_search::{Config, Control, Limits, Searcher, StopFlag, TableSize, Target, Threads};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let config = Config {
        threads: Threads::available(),
        table: TableSize::from_bytes(16 << 20)?,
    };
    let mut searcher = Searcher::new(Patterns::default(), config)?;
    let stop = StopFlag::new();

    let analysis = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.stop();
        });
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        // To the end of the game from the first move: nobody waits for that.
        searcher.analyse(Board::START, 1, &Limits::target(Target::Deepest), control)
    });

    let best = analysis.moves.first().ok_or("there is a move")?;
    writeln!(
        out,
        "{}: {} {} at depth {}",
        if analysis.complete {
            "complete"
        } else {
            "cancelled"
        },
        best.turn,
        best.kind.name(),
        best.depth
    )?;
    Ok(())
}
