//! What this build is.

use std::sync::OnceLock;
use xsquare_search::eval::Patterns;

/// The version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Version, commit, CPU level and checksum of the shipped evaluation.
pub(crate) fn long() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        format!(
            "{VERSION}\ncommit      {}\nbuilt for   {}\nevaluation  {} {:016x}",
            option_env!("XSQUARE_COMMIT").unwrap_or("unknown"),
            crate::cpu::BUILT_FOR,
            Patterns::NAME,
            Patterns::SHIPPED_CHECKSUM,
        )
    })
}
