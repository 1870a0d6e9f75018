//! A line that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest line, in characters: no transcript or path is longer.
const LONGEST: usize = 4000;

/// A line with a cursor in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    before: Vec<char>,
    /// Behind the cursor, the nearest character last.
    behind: Vec<char>,
}

/// What a key does to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// It goes on.
    More,
    /// It is done.
    Entered(String),
    /// It is given up.
    Left,
}

impl Line {
    /// A line that begins with this.
    pub(super) fn new(text: &str) -> Self {
        Self {
            before: text.chars().collect(),
            behind: Vec::new(),
        }
    }

    /// The text before the cursor and that behind it.
    pub(super) fn parts(&self) -> (String, String) {
        let behind = self.behind.iter().rev().collect();
        (self.before.iter().collect(), behind)
    }

    /// Puts in what was pasted, line breaks as blanks.
    pub(super) fn paste(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.before.len() + self.behind.len());
        let blank = |c: char| if c.is_control() { ' ' } else { c };
        self.before
            .extend(text.trim().chars().map(blank).take(room));
    }

    /// A key is pressed; `words` can be completed.
    pub(super) fn press(&mut self, key: KeyEvent, words: &[&str]) -> Typed {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Typed::Left,
            KeyCode::Enter => {
                let (before, behind) = self.parts();
                return Typed::Entered(before + &behind);
            }
            KeyCode::Char('u') if is_control => self.before.clear(),
            KeyCode::Char('a') if is_control => self.home(),
            KeyCode::Char('e') if is_control => self.end(),
            KeyCode::Char(_) if is_control => {}
            KeyCode::Char(c) => self.paste_char(c),
            KeyCode::Backspace if self.before.is_empty() && self.behind.is_empty() => {
                return Typed::Left;
            }
            KeyCode::Backspace => drop(self.before.pop()),
            KeyCode::Delete => drop(self.behind.pop()),
            KeyCode::Left => self.behind.extend(self.before.pop()),
            KeyCode::Right => self.before.extend(self.behind.pop()),
            KeyCode::Home => self.home(),
            KeyCode::End => self.end(),
            KeyCode::Tab => self.complete(words),
            _ => {}
        }
        Typed::More
    }

    fn paste_char(&mut self, c: char) {
        if !c.is_control() && self.before.len() + self.behind.len() < LONGEST {
            self.before.push(c);
        }
    }

    fn home(&mut self) {
        self.behind.extend(self.before.drain(..).rev());
    }

    fn end(&mut self) {
        self.before.extend(self.behind.drain(..).rev());
    }

    /// Completes the first word if only one begins like that.
    fn complete(&mut self, words: &[&str]) {
        let start: String = self.before.iter().collect();
        let mut fitting = words.iter().filter(|word| word.starts_with(&start));
        if let (Some(word), None) = (fitting.next(), fitting.next()) {
            self.before = format!("{word} ").chars().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(line: &mut Line, code: KeyCode) -> Typed {
        line.press(KeyEvent::from(code), &["save", "show", "undo"])
    }

    #[test]
    fn lines_are_edited() {
        let mut line = Line::new("save ");
        line.paste(" a\nb \n");
        assert_eq!(line.parts(), ("save a b".to_owned(), String::new()));
        press(&mut line, KeyCode::Left);
        press(&mut line, KeyCode::Backspace);
        press(&mut line, KeyCode::Char('-'));
        assert_eq!(line.parts(), ("save a-".to_owned(), "b".to_owned()));
        press(&mut line, KeyCode::Home);
        press(&mut line, KeyCode::Delete);
        press(&mut line, KeyCode::End);
        assert_eq!(
            press(&mut line, KeyCode::Enter),
            Typed::Entered("ave a-b".to_owned())
        );
        assert_eq!(press(&mut line, KeyCode::Esc), Typed::Left);
        assert_eq!(press(&mut Line::new(""), KeyCode::Backspace), Typed::Left);
    }

    #[test]
    fn the_only_word_that_fits_is_completed() {
        let mut line = Line::new("u");
        press(&mut line, KeyCode::Tab);
        assert_eq!(line.parts().0, "undo ");
        let mut line = Line::new("s");
        press(&mut line, KeyCode::Tab);
        assert_eq!(line.parts().0, "s");
    }

    #[test]
    fn a_line_has_an_end() {
        let mut line = Line::default();
        line.paste(&"x".repeat(1_000_000));
        press(&mut line, KeyCode::Char('y'));
        assert_eq!(line.parts().0.len(), LONGEST);
    }
}
