//! A conversation with a running program, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// What "at once" may take on a machine that has much to do.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(5);

/// A running program. It is ended when this is dropped.
pub(crate) struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    /// Starts the program.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xsquare"))
            .args(["--hash", "2M", "--threads", "1", "--eval", "classic"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// Whether nothing comes for so long.
    pub(crate) fn is_silent(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Lines up to and with the first one for which `is_last` holds.
    pub(crate) fn until(&self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !is_last(&lines[lines.len() - 1]) {
            lines.push(self.line());
        }
        lines
    }

    /// Closes the input.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end; what is still said, and the exit code.
    pub(crate) fn end(mut self) -> (Vec<String>, Option<i32>) {
        let start = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {rest:?}"),
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
        }
        let code = self.child.wait().unwrap().code();
        (rest, code)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
