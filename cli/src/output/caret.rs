//! Points at the place in a text that an error is about.

use super::style;
use std::ops::Range;

/// The longest piece of a line that is shown, in characters.
const WIDTH: usize = 100;
/// Shown before the error, if the line is longer than that.
const BEFORE: usize = 60;

/// Two lines: the one of `text` that `range` (in bytes, on character borders) begins in, and carets under the range.
/// Of a long line only the neighbourhood is shown.
///
/// Control characters are shown as `?`: text from files must not steer a terminal.
pub(crate) fn point_at(text: &str, range: Range<usize>) -> String {
    let line_start = text[..range.start]
        .rfind(['\n', '\r'])
        .map_or(0, |at| at + 1);
    let line_end = text[range.start..]
        .find(['\n', '\r'])
        .map_or(text.len(), |at| range.start + at);
    let line: Vec<char> = text[line_start..line_end].chars().map(printable).collect();
    let at = text[line_start..range.start].chars().count();
    let length = text[range.start..range.end.clamp(range.start, line_end)]
        .chars()
        .count();

    let from = if line.len() > WIDTH {
        at.saturating_sub(BEFORE)
    } else {
        0
    };
    let to = line.len().min(from + WIDTH);
    let cut = |is_cut| if is_cut { "…" } else { "" };
    let (left, right) = (cut(from > 0), cut(to < line.len()));
    let shown: String = line[from..to].iter().collect();
    let blanks = at - from + left.chars().count();
    let carets = length.clamp(1, (to - at).max(1));
    let error = style::ERROR;
    format!(
        "  {left}{}{right}\n  {:blanks$}{error}{}{error:#}",
        shown.trim_end(),
        "",
        "^".repeat(carets)
    )
}

fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{feff}' => '\u{200b}',
        c if c.is_control() => '?',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, range: Range<usize>) -> String {
        anstream::adapter::strip_str(&point_at(text, range)).to_string()
    }

    #[test]
    fn carets_stand_under_the_range() {
        assert_eq!(plain("f5 z9 c3", 3..5), "  f5 z9 c3\n     ^^");
        assert_eq!(plain("f5\nz9", 3..5), "  z9\n  ^^");
        assert_eq!(plain("f5", 2..2), "  f5\n    ^");
        assert_eq!(plain("", 0..0), "  \n  ^");
    }

    #[test]
    fn columns_count_characters_and_control_characters_are_hidden() {
        assert_eq!(plain("éé\u{1b}z9", 5..7), "  éé?z9\n     ^^");
    }

    #[test]
    fn of_a_long_line_the_neighbourhood_is_shown() {
        let text = format!("{}Q{}", "-".repeat(500), "-".repeat(500));
        let shown = plain(&text, 500..501);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0].chars().count(), 2 + 1 + WIDTH + 1);
        assert_eq!(lines[0].chars().nth(lines[1].len() - 1), Some('Q'));
        let shown = plain(&text, 0..1001);
        assert_eq!(
            shown.lines().nth(1).map(|line| line.trim().len()),
            Some(WIDTH)
        );
    }
}
