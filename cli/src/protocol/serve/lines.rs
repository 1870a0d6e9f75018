//! The lines that the other side sends.

use super::Event;
use crate::protocol::LINE_LIMIT;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread;

/// Lines that wait to be looked at; a side that sends more is made to wait.
const WAITING: usize = 256;

/// What a line does, as far as it can be said without knowing what goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Nothing.
    Nothing,
    /// It waits for the running search.
    Waits,
    /// It ends the running search.
    Ends,
    /// There is no more line.
    End,
}

/// A line that is longer than anything that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line too long: more than {LINE_LIMIT} bytes")]
pub(crate) struct TooLong;

/// The lines that have come and were not looked at.
#[derive(Debug)]
pub(crate) struct Inbox {
    lines: Receiver<Result<String, TooLong>>,
    /// One for each line, oldest first, and for the end of the input.
    classes: VecDeque<Class>,
}

impl Inbox {
    /// Starts reading. What comes is announced through `post`.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub(super) fn new(
        input: impl Read + Send + 'static,
        classify: fn(&str) -> Class,
        post: Sender<Event>,
    ) -> io::Result<Self> {
        let (sender, lines) = sync_channel(WAITING);
        thread::Builder::new()
            .name("lines".to_owned())
            .spawn(move || hand_over(BufReader::new(input), classify, &sender, &post))?;
        Ok(Self {
            lines,
            classes: VecDeque::new(),
        })
    }

    /// Takes note of an announcement.
    pub(super) fn note(&mut self, class: Class) {
        self.classes.push_back(class);
    }

    /// The class of the oldest line, which [`line`](Self::line) then returns.
    pub(super) fn next(&mut self) -> Option<Class> {
        self.classes.pop_front()
    }

    /// The oldest line. It is announced before it is sent, so it is there or on its way.
    pub(super) fn line(&self) -> Result<String, TooLong> {
        self.lines
            .recv()
            .expect("a line follows its announcement, and the reader lives until then")
    }

    /// Whether no line waits.
    pub(super) fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Whether a line waits that ends a search, or no more line will come.
    pub(super) fn ends_search(&self) -> bool {
        self.classes
            .iter()
            .any(|class| matches!(class, Class::Ends | Class::End))
    }
}

/// The life of the reading thread.
fn hand_over(
    mut input: impl BufRead,
    classify: fn(&str) -> Class,
    lines: &SyncSender<Result<String, TooLong>>,
    post: &Sender<Event>,
) {
    // What cannot be read is the end as well.
    while let Ok(Some(line)) = read_line(&mut input) {
        let class = line.as_deref().map_or(Class::Waits, classify);
        // First the announcement: a line that ends a search must not wait for room.
        let is_sent = match class {
            Class::Nothing => Ok(()),
            _ => post.send(Event::Input(class)).map_err(drop),
        }
        .and_then(|()| match class {
            Class::Nothing => Ok(()),
            _ => lines.send(line).map_err(drop),
        });
        if is_sent.is_err() {
            return;
        }
    }
    let _ = post.send(Event::Input(Class::End));
}

/// The next line without its end, `None` when there is none. Of a line that is too long nothing is kept.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, TooLong>>> {
    let mut bytes = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        length += part.len();
        if length <= LINE_LIMIT {
            bytes.extend_from_slice(part);
        }
        let is_over = end.is_some() || chunk.is_empty();
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if is_over {
            return Ok(Some(if length <= LINE_LIMIT {
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            } else {
                Err(TooLong)
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Result<String, TooLong>> {
        let mut input = BufReader::with_capacity(7, text);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_need_no_end_and_may_be_empty() {
        let line = |text: &str| Ok(text.to_owned());
        assert_eq!(read(b""), []);
        assert_eq!(read(b"a\n\nbc"), [line("a"), line(""), line("bc")]);
        assert_eq!(
            read(b"\n\xffgenmove black\r\n"),
            [line(""), line("\u{fffd}genmove black\r")]
        );
    }

    #[test]
    fn a_long_line_is_one_error_and_the_next_is_read() {
        let mut text = vec![b'x'; LINE_LIMIT];
        text.push(b'\n');
        assert_eq!(read(&text)[0].as_ref().unwrap().len(), LINE_LIMIT);
        let mut text = vec![b'x'; LINE_LIMIT + 1];
        text.extend_from_slice(b"\nname");
        assert_eq!(read(&text), [Err(TooLong), Ok("name".to_owned())]);
        assert_eq!(read(&vec![0; 10 * LINE_LIMIT]), [Err(TooLong)]);
    }
}
