//! Why a call failed.

use crate::types::XsquareStatus;
use xsquare_engine::IllegalMove;
use xsquare_engine::notation::NotationError;
use xsquare_search::SearchError;

/// A failed call: its status and what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) status: XsquareStatus,
    pub(crate) message: String,
}

impl Fault {
    /// An argument that cannot be used.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self {
            status: XsquareStatus::BadArgument,
            message: message.into(),
        }
    }

    /// A fault of the library.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self {
            status: XsquareStatus::Internal,
            message: message.into(),
        }
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Self {
        Self {
            status: XsquareStatus::BadText,
            message: error.to_string(),
        }
    }
}

impl From<IllegalMove> for Fault {
    fn from(error: IllegalMove) -> Self {
        Self {
            status: XsquareStatus::Illegal,
            message: error.to_string(),
        }
    }
}

impl From<SearchError> for Fault {
    fn from(error: SearchError) -> Self {
        let status = match error {
            SearchError::Threads { .. } | SearchError::TableTooSmall { .. } => {
                XsquareStatus::BadArgument
            }
            _ => XsquareStatus::NoResources,
        };
        Self {
            status,
            message: error.to_string(),
        }
    }
}
