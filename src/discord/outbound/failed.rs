//! Why a debt could not be paid.

use super::request::Trouble;
use crate::app;
use crate::discord::failure::Failure;

/// From this age on, in seconds, Discord accepts no answer to an interaction.
pub(super) const ANSWERED: i64 = 5;

/// Why a debt could not be paid.
#[derive(Debug)]
pub(super) enum Failed {
    /// Discord, or the way there.
    Trouble(Trouble),
    /// Its outcome can be asked for in so many seconds.
    Later(i64),
    /// A fault of ours.
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

impl From<app::Fault> for Failed {
    fn from(fault: app::Fault) -> Self {
        Self::Fault(fault.into())
    }
}

impl From<app::Error> for Failed {
    fn from(error: app::Error) -> Self {
        Self::Fault(error.into())
    }
}
