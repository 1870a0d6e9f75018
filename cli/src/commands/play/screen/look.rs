//! What the screen is drawn with: characters and colours.
//!
//! Nothing depends on a colour: discs differ in shape, marks in character. The colours are a blue and an orange, which
//! all kinds of colour vision tell apart and which stand out on light and dark backgrounds; the background is always
//! that of the terminal.

use ratatui::style::{Color as Paint, Modifier, Style};
use xsquare_engine::Color;

/// Lines, labels and what else is not to be looked at first.
pub(crate) const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
/// What the eye should find first.
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// Where the cursor is.
pub(crate) const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Characters and colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) glyphs: Glyphs,
    pub(crate) palette: Palette,
}

/// Which characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Glyphs {
    /// Lines, discs and blocks.
    Unicode,
    /// Those of ASCII.
    Ascii,
}

/// Which colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Palette {
    /// Of 256.
    Many,
    /// Of 16.
    Few,
    /// None.
    None,
}

impl Look {
    /// What the terminal can show, as far as the environment tells: `variable` gives its value.
    pub(crate) fn of_terminal(
        glyphs: Option<Glyphs>,
        is_coloured: anstream::ColorChoice,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Self {
        // The first that is set decides, as for the C library.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let locale = locale.map(|locale| locale.to_ascii_lowercase().replace('-', ""));
        let glyphs = glyphs.unwrap_or(match locale {
            Some(locale) if !locale.contains("utf8") => Glyphs::Ascii,
            _ => Glyphs::Unicode,
        });
        let has_many = variable("COLORTERM").is_some()
            || variable("TERM").is_some_and(|term| term.contains("256color"));
        let palette = match is_coloured {
            anstream::ColorChoice::Never => Palette::None,
            _ if has_many => Palette::Many,
            _ => Palette::Few,
        };
        Self { glyphs, palette }
    }

    /// One of two texts.
    pub(crate) const fn choose(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// A disc as one character.
    pub(crate) const fn disc(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.choose("●", "X"),
            Color::White => self.choose("○", "O"),
        }
    }

    /// A disc five wide and three high.
    pub(super) const fn large_disc(self, color: Color) -> [&'static str; 3] {
        match (self.glyphs, color) {
            (Glyphs::Unicode, Color::Black) => ["▟███▙", "█████", "▜███▛"],
            (Glyphs::Unicode, Color::White) => ["╭───╮", "│   │", "╰───╯"],
            (Glyphs::Ascii, Color::Black) => [" XXX ", "XXXXX", " XXX "],
            (Glyphs::Ascii, Color::White) => [" OOO ", "O   O", " OOO "],
        }
    }

    /// The colour of a side.
    pub(crate) const fn side(self, color: Color) -> Style {
        let paint = match (self.palette, color) {
            (Palette::Many, Color::Black) => Paint::Indexed(32),
            (Palette::Many, Color::White) => Paint::Indexed(166),
            (Palette::Few, Color::Black) => Paint::Cyan,
            (Palette::Few, Color::White) => Paint::Red,
            (Palette::None, _) => return Style::new(),
        };
        Style::new().fg(paint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(choice: anstream::ColorChoice, variables: &[(&str, &str)]) -> Look {
        Look::of_terminal(None, choice, |name| {
            let mut variables = variables.iter();
            let variable = variables.find(|(known, _)| *known == name)?;
            Some(variable.1.to_owned())
        })
    }

    #[test]
    fn the_environment_tells_what_can_be_shown() {
        use anstream::ColorChoice::{Always, Never};
        assert_eq!(look(Always, &[]).glyphs, Glyphs::Unicode);
        assert_eq!(look(Always, &[("LANG", "C")]).glyphs, Glyphs::Ascii);
        let both = [("LC_ALL", "en_GB.UTF-8"), ("LANG", "C")];
        assert_eq!(look(Always, &both).glyphs, Glyphs::Unicode);
        assert_eq!(
            look(Never, &[("COLORTERM", "truecolor")]).palette,
            Palette::None
        );
        assert_eq!(
            look(Always, &[("TERM", "xterm-256color")]).palette,
            Palette::Many
        );
        assert_eq!(look(Always, &[("TERM", "linux")]).palette, Palette::Few);
    }
}
