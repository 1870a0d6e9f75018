//! A program at the other end of two pipes: lines to it, lines from it, each with the time it came.

use super::LINE_LIMIT;
use super::fault::Fault;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use xsquare_search::StopFlag;

/// Lines that wait to be looked at; a program that prints more is made to wait.
const QUEUE: usize = 256;
/// Lines of the conversation that are kept, and how many of them are ours even if the program chatters.
const LOG: usize = 24;
const LOG_OURS: usize = 8;
/// Characters of a line that are kept.
const LOG_WIDTH: usize = 200;
/// How often a wait looks at the stop flag.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a program has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// The words of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// The program without its arguments.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)
    }
}

impl CommandLine {
    /// A program and its arguments; `None` without a program.
    pub(crate) fn from_words(words: &[String]) -> Option<Self> {
        let (program, arguments) = words.split_first()?;
        Some(Self {
            program: program.clone(),
            arguments: arguments.to_vec(),
        })
    }

    /// Splits a command at blanks. Quotes, single or double, hold words together; a backslash takes the next
    /// character as it is, but not between single quotes. No shell is involved.
    ///
    /// # Errors
    /// If there is no word, or a quote is not closed.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match (c, quote) {
                (c, Some(open)) if c == open => quote = None,
                ('\\', None | Some('"')) => {
                    let next = chars.next().ok_or("a backslash without a character")?;
                    word.get_or_insert_default().push(next);
                }
                ('"' | '\'', None) => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (c, None) if c.is_whitespace() => words.extend(word.take()),
                (c, _) => word.get_or_insert_default().push(c),
            }
        }
        if quote.is_some() {
            return Err("a quote without its end");
        }
        words.extend(word);
        let mut words = words.into_iter();
        Ok(Self {
            program: words.next().ok_or("no command")?,
            arguments: words.collect(),
        })
    }
}

/// A line from a program.
#[derive(Debug)]
pub(crate) struct Line {
    /// The text without its end.
    pub(crate) text: String,
    /// When it was there.
    pub(crate) at: Instant,
}

/// A running program. It is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// The end of the conversation, each line with the number of times it came in a row.
    log: VecDeque<(String, u32)>,
    /// The last lines on standard error.
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Reads standard error.
    listener: JoinHandle<()>,
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system does not.
    pub(crate) fn start(line: &CommandLine) -> io::Result<Self> {
        let mut command = Command::new(&line.program);
        command
            .args(&line.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own: Ctrl-C at the terminal is for us, who then end the program in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("no pipe");
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (sender, lines) = sync_channel(QUEUE);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let tail = Arc::clone(&complaints);
        thread::Builder::new()
            .name("program-out".to_owned())
            .spawn(move || hand_over(stdout, &sender))?;
        let listener = thread::Builder::new()
            .name("program-err".to_owned())
            .spawn(move || keep_tail(stderr, &tail))?;
        Ok(Self {
            stdin: child.stdin.take(),
            child,
            lines,
            log: VecDeque::new(),
            complaints,
            listener,
        })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If the program does not read any more.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.note('>', line);
        let sent = self.stdin.as_mut().is_some_and(|stdin| {
            stdin
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| stdin.flush())
                .is_ok()
        });
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    /// The next line, which must be there by the deadline. `command` is what was asked, `limit` the time that the
    /// deadline stands for.
    ///
    /// # Errors
    /// If no line comes in time, or never will.
    pub(crate) fn receive(
        &mut self,
        (command, limit): (&str, Duration),
        deadline: Instant,
        stop: &StopFlag,
    ) -> Result<Line, Fault> {
        let late = || Fault::Late {
            command: command.to_owned(),
            limit,
        };
        loop {
            if stop.is_stopped() {
                return Err(Fault::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    self.note('<', &line.text);
                    return if line.at > deadline {
                        Err(late())
                    } else {
                        Ok(line)
                    };
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(late()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Closes the input of the program.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// How the program ended.
    fn ended(&mut self) -> Fault {
        let how = match self.wait(FAREWELL) {
            Some(how) => {
                // Its last words may still be on their way.
                let deadline = Instant::now() + FAREWELL;
                while !self.listener.is_finished() && Instant::now() < deadline {
                    thread::sleep(Duration::from_millis(1));
                }
                format!("ended unasked ({how})")
            }
            None => "closed its output or does not read its input".to_owned(),
        };
        Fault::Ended { how }
    }

    /// Waits for the end of the program, at most so long; `None` if it does not come.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn note(&mut self, mark: char, text: &str) {
        let line = clip(mark, text);
        match self.log.back_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => self.log.push_back((line, 1)),
        }
        if self.log.len() > LOG {
            let is_ours = |(line, _): &(String, u32)| line.starts_with('>');
            let ours = self.log.iter().filter(|entry| is_ours(entry)).count();
            let theirs = self.log.iter().position(|entry| !is_ours(entry));
            let oldest = theirs.filter(|_| ours <= LOG_OURS).unwrap_or(0);
            self.log.remove(oldest);
        }
    }

    /// The end of the conversation and of standard error; control characters are escaped.
    pub(crate) fn log(&self) -> Vec<String> {
        let complaints = self.complaints.lock();
        let complaints = complaints.iter().flat_map(|tail| tail.iter()).cloned();
        let said = self.log.iter().map(|(line, times)| match times {
            1 => line.clone(),
            _ => format!("{line} ({times} times)"),
        });
        said.chain(complaints).collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both protocols know this word; the end of the input says the same.
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(b"quit\n");
        }
        if self.wait(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A line of the log.
fn clip(mark: char, text: &str) -> String {
    let mut shown: String = text.chars().take(LOG_WIDTH).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    let escaped: String = shown
        .chars()
        .flat_map(|c| {
            let is_plain = !c.is_control();
            let plain = is_plain.then_some(c);
            let escape = (!is_plain).then(|| c.escape_default());
            plain.into_iter().chain(escape.into_iter().flatten())
        })
        .collect();
    format!("{mark} {escaped}")
}

/// The next line, or a piece of one that is too long; `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.take(LINE_LIMIT as u64).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => {
            let text = String::from_utf8_lossy(&bytes);
            Some(text.trim_end_matches(['\n', '\r']).to_owned())
        }
    }
}

/// Sends every line on, until the program ends or nobody listens.
fn hand_over(stdout: impl Read, sender: &SyncSender<Line>) {
    let mut input = BufReader::new(stdout);
    while let Some(text) = read_line(&mut input) {
        let at = Instant::now();
        if sender.send(Line { text, at }).is_err() {
            return;
        }
    }
}

/// Keeps the last few lines.
fn keep_tail(stderr: impl Read, tail: &Mutex<VecDeque<String>>) {
    const KEPT: usize = 6;
    let mut input = BufReader::new(stderr);
    while let Some(text) = read_line(&mut input) {
        let Ok(mut tail) = tail.lock() else {
            return;
        };
        if tail.len() == KEPT {
            tail.pop_front();
        }
        tail.push_back(clip('!', &text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, &'static str> {
        CommandLine::parse(text).map(|line| {
            let mut words = vec![line.program];
            words.extend(line.arguments);
            words
        })
    }

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("edax -gtp  -l 5"), ["edax", "-gtp", "-l", "5"]);
        assert_eq!(split(" 'my engine' \"a b\"c ''"), ["my engine", "a bc", ""]);
        assert_eq!(split(r#"a\ b "c\"d" 'e\f'"#), ["a b", "c\"d", r"e\f"]);
        for wrong in ["", "  ", "'a", "a \"b", "a\\"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn log_lines_are_short_and_cannot_steer_a_terminal() {
        let line = clip('<', &format!("\u{1b}[2J{}", "x".repeat(1000)));
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.starts_with("< \\u{1b}[2Jx") && line.chars().count() < 220);
    }

    #[cfg(unix)]
    mod unix {
        use super::*;

        fn start(script: &str) -> Program {
            let line = CommandLine::parse(&format!("sh -c '{script}'")).unwrap();
            Program::start(&line).unwrap()
        }

        fn next(program: &mut Program, limit: Duration) -> Result<String, Fault> {
            let stop = StopFlag::new();
            let deadline = Instant::now() + limit;
            let line = program.receive(("x", limit), deadline, &stop)?;
            Ok(line.text)
        }

        const LONG: Duration = Duration::from_secs(30);

        #[test]
        fn lines_go_both_ways() {
            let mut program = start("read line; echo got $line; echo oops >&2; cat");
            program.send("hello").unwrap();
            assert_eq!(next(&mut program, LONG).unwrap(), "got hello");
            program.send("again").unwrap();
            assert_eq!(next(&mut program, LONG).unwrap(), "again");
            let log = program.log();
            assert_eq!(log[..4], ["> hello", "< got hello", "> again", "< again"]);
        }

        #[test]
        fn silence_is_late_and_an_end_is_told() {
            let mut program = start("read line; read line; exit 7");
            let short = Duration::from_millis(50);
            let late = next(&mut program, short).unwrap_err();
            assert_eq!(late.to_string(), "did not answer `x` within 50 ms");
            program.send("a").unwrap();
            program.send("b").unwrap();
            let ended = next(&mut program, LONG).unwrap_err();
            assert!(ended.to_string().contains("exit status: 7"), "{ended}");
            let refused = program.send("c").and_then(|()| program.send("d"));
            assert!(refused.is_err());
        }

        #[test]
        fn chatter_does_not_drown_what_was_asked() {
            let script = "read line; for i in 1 2 3; do echo same; done; seq 1 100; cat";
            let mut program = start(script);
            program.send("question").unwrap();
            for _ in 0..3 {
                assert_eq!(next(&mut program, LONG).unwrap(), "same");
            }
            assert_eq!(program.log(), ["> question", "< same (3 times)"]);
            for _ in 0..100 {
                next(&mut program, LONG).unwrap();
            }
            let log = program.log();
            assert_eq!(
                (log.len(), log[0].as_str(), log[23].as_str()),
                (LOG, "> question", "< 100")
            );
            for number in 0..30 {
                program.send(&format!("{number}")).unwrap();
                next(&mut program, LONG).unwrap();
            }
            assert_eq!(program.log()[22..], ["> 29", "< 29"]);
        }

        #[test]
        fn a_raised_flag_ends_a_wait() {
            let mut program = start("read line");
            let stop = StopFlag::new();
            stop.stop();
            let deadline = Instant::now() + LONG;
            let outcome = program.receive(("x", LONG), deadline, &stop);
            assert_eq!(outcome.unwrap_err(), Fault::Stopped);
        }

        #[test]
        fn a_program_that_does_not_end_is_ended() {
            // `exec`: the process that is killed is the one that holds the pipes.
            let program = start("exec sleep 1000");
            let id = program.child.id();
            drop(program);
            let status = Command::new("kill")
                .args(["-0", &id.to_string()])
                .stderr(Stdio::null())
                .status();
            assert!(!status.unwrap().success());
        }

        #[test]
        fn a_program_that_cannot_be_started_is_an_error() {
            let line = CommandLine::parse("/no/such/program").unwrap();
            assert!(Program::start(&line).is_err());
        }
    }
}
