//! What this build is.

use std::sync::OnceLock;

/// The version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Version, commit and CPU level.
pub(crate) fn long() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        format!(
            "{VERSION}\ncommit      {}\nbuilt for   {}",
            option_env!("XSQUARE_COMMIT").unwrap_or("unknown"),
            crate::cpu::BUILT_FOR,
        )
    })
}
