//! The skeleton of an SGF game: the nodes of its main line, and how many variations hang beside it.
//!
//! The main line takes the first branch at every fork, so it ends at the first closing parenthesis; all behind it is
//! variations. No recursion is needed, and nesting may be of any depth.

use super::SgfFault;
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::notation::span::{BLANKS, char_range, content_start, skip_blanks, token};
use std::borrow::Cow;
use std::ops::Range;

/// A property of the main line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property<'a> {
    /// The number of its node, from 0.
    pub(super) node: usize,
    /// Its name: the upper-case letters, since old files have lower-case ones between.
    pub(super) name: Cow<'a, str>,
    /// Its value as it stands in the text, escapes and all.
    pub(super) first: Range<usize>,
    /// Further values. Few properties have them, so that most need no memory of their own.
    pub(super) more: Vec<Range<usize>>,
}

impl Property<'_> {
    /// All values.
    pub(super) fn values(&self) -> impl Iterator<Item = &Range<usize>> {
        std::iter::once(&self.first).chain(&self.more)
    }
}

/// The main line and what hangs beside it.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    pub(super) properties: Vec<Property<'a>>,
    /// Variations beside the main line, those in variations not counted.
    pub(super) variations: usize,
}

/// The error about this part of a text.
pub(super) fn fault(fault: SgfFault, text: &str, range: Range<usize>) -> NotationError {
    NotationError::new(NotationErrorKind::Sgf(fault), text, range)
}

/// Reads the properties of the main line; what is beside it is checked as far as its brackets go.
pub(super) fn read_tree(text: &str) -> Result<Tree<'_>, NotationError> {
    let start = content_start(text);
    if start == text.len() {
        return Err(NotationError::whole(NotationErrorKind::Empty, text));
    }
    if !text[start..].starts_with('(') {
        let word = token(text, start, |c| BLANKS.contains(&c));
        return Err(fault(SgfFault::NoSgf, text, word));
    }
    let mut parser = Parser {
        text,
        at: start,
        depth: 0,
        nodes: 0,
        last: Last::Node,
        branch: 0,
        tree: Tree::default(),
    };
    while parser.step()? {}
    let rest = skip_blanks(text, parser.at);
    if rest < text.len() {
        let kind = NotationErrorKind::TrailingText("game");
        return Err(NotationError::new(kind, text, rest..text.len()));
    }
    Ok(parser.tree)
}

/// What stands before the next token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Open,
    Node,
    Close,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    /// Nodes of the main line begun so far.
    nodes: usize,
    last: Last,
    /// The least depth at which everything is variations; 0 while the main line goes on.
    branch: usize,
    tree: Tree<'a>,
}

impl Parser<'_> {
    /// Reads a token; false behind the game.
    fn step(&mut self) -> Result<bool, NotationError> {
        let text = self.text;
        self.at = skip_blanks(text, self.at);
        let Some(first) = text[self.at..].chars().next() else {
            return Err(fault(SgfFault::NoEnd, text, self.at..self.at));
        };
        let here = char_range(text, self.at);
        match first {
            '(' | ')' if self.last == Last::Open => {
                return Err(fault(SgfFault::NoNode, text, here));
            }
            '(' => {
                let is_beside = self.branch > 0 && self.depth < self.branch;
                self.tree.variations += usize::from(is_beside);
                self.depth += 1;
                self.last = Last::Open;
            }
            ')' => {
                // The first one ends the main line; those behind it bring the text back to lower forks.
                self.branch = if self.branch == 0 {
                    self.depth
                } else {
                    self.branch.min(self.depth)
                };
                self.depth -= 1;
                self.last = Last::Close;
            }
            ';' if self.last == Last::Close => {
                return Err(fault(SgfFault::NodeBehindVariation, text, here));
            }
            ';' => {
                self.nodes += usize::from(self.branch == 0);
                self.last = Last::Node;
            }
            _ => return self.property().map(|()| true),
        }
        self.at = here.end;
        Ok(self.depth > 0)
    }

    fn property(&mut self) -> Result<(), NotationError> {
        let text = self.text;
        let name = token(text, self.at, |c: char| !c.is_ascii_alphabetic());
        let mut next = skip_blanks(text, name.end);
        if name.is_empty() || !text[next..].starts_with('[') || self.last != Last::Node {
            let word = token(text, self.at, |c| BLANKS.contains(&c) || c == '[');
            let word = if word.is_empty() {
                char_range(text, self.at)
            } else {
                word
            };
            return Err(fault(SgfFault::NotAProperty, text, word));
        }
        let mut first = None;
        let mut more = Vec::new();
        while text[next..].starts_with('[') {
            let end = value_end(text, next + 1)
                .ok_or_else(|| fault(SgfFault::UnclosedValue, text, name.start..text.len()))?;
            match &first {
                None => first = Some(next + 1..end),
                Some(_) => more.push(next + 1..end),
            }
            self.at = end + 1;
            next = skip_blanks(text, self.at);
        }
        if let Some(first) = first.filter(|_| self.branch == 0) {
            self.tree.properties.push(Property {
                node: self.nodes.saturating_sub(1),
                name: upper_case(&text[name]),
                first,
                more,
            });
        }
        Ok(())
    }
}

/// The upper-case letters of a name.
fn upper_case(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return name.into();
    }
    name.chars().filter(char::is_ascii_uppercase).collect()
}

/// The closing bracket of the value that begins here.
fn value_end(text: &str, from: usize) -> Option<usize> {
    let mut is_escaped = false;
    for (offset, byte) in text.as_bytes()[from..].iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b']' => return Some(from + offset),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<(String, usize), String> {
        let tree = read_tree(text).map_err(|error| error.to_string())?;
        let names: Vec<_> = tree
            .properties
            .iter()
            .map(|property| format!("{}{}", property.name, property.node))
            .collect();
        Ok((names.join(" "), tree.variations))
    }

    #[test]
    fn the_main_line_takes_the_first_branch() {
        let main = |text| names(text).unwrap();
        assert_eq!(
            main("(;A[1]B[2];C[](;D[];E[])(;F[]))"),
            ("A0 B0 C1 D2 E3".into(), 1)
        );
        assert_eq!(
            main("(;A[](;B[](;C[])(;D[]))(;E[](;F[])(;G[])))"),
            ("A0 B1 C2".into(), 2)
        );
        assert_eq!(main("(;;A[];)"), ("A1".into(), 0));
        assert_eq!(main("(;Black[f5] [d6]\n;AddC[])").0, "B0 AC1");
    }

    #[test]
    fn brackets_must_match() {
        let error = |text: &str| names(text).unwrap_err();
        assert!(error("(;A[1]").contains("no end"));
        assert!(error("(;A[1").contains("`]`"));
        assert!(error("(;A[1\\]").contains("`]`"));
        assert!(error("(A[1])").contains("not a property"));
        assert!(error("()").contains("without a node"));
        assert!(error("(;A[](;B[]);C[])").contains("behind a variation"));
        assert!(error("(;A[]))").contains("behind the end"));
        assert!(error("(;A)").contains("not a property"));
        assert!(error("x").contains("no SGF"));
        let deep = "(;".repeat(100_000);
        assert!(error(&deep).contains("no end"));
    }
}
