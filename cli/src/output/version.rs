//! What this build is.

use std::sync::OnceLock;
use xsquare_search::eval::{Classic, Evaluator};

/// The version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Version, commit, CPU level and checksum of the evaluation.
pub(crate) fn long() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let evaluation = Classic::default();
        format!(
            "{VERSION}\ncommit      {}\nbuilt for   {}\nevaluation  {} {:016x}",
            option_env!("XSQUARE_COMMIT").unwrap_or("unknown"),
            crate::cpu::BUILT_FOR,
            evaluation.name(),
            evaluation.checksum(),
        )
    })
}
