//! Why what is owed cannot be paid now.

use super::wire::Trouble;
use crate::app;
use crate::discord::failure::Failure;

/// From this age on, in seconds, no answer to an interaction can arrive any more.
pub(super) const ANSWERED: i64 = 5;

/// Why a debt could not be paid now.
#[derive(Debug)]
pub(super) enum Failed {
    /// Discord, or the way there.
    Trouble(Trouble),
    /// In so many seconds more will be known.
    Later(i64),
    /// We failed.
    Fault(Failure),
}

impl From<Trouble> for Failed {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        Self::Fault(failure)
    }
}

impl From<app::Error> for Failed {
    fn from(error: app::Error) -> Self {
        Self::Fault(error.into())
    }
}
