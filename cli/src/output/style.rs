//! The few colours in use.

use anstyle::{AnsiColor, Style};

/// The word before an error message.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The word before a warning.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// The word before a remark.
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().bold();
/// Names of rows and columns.
pub(crate) const LABEL: Style = Style::new().dimmed();
/// What the eye should find first.
pub(crate) const STRONG: Style = Style::new().bold();
/// A legal move on the board.
pub(crate) const LEGAL: Style = AnsiColor::Green.on_default();
/// The last move on the board.
pub(crate) const LAST: Style = AnsiColor::Yellow.on_default().bold();
/// An answer that is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// An answer that is not.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
