//! Why something was not sent.

use super::request::{Trouble, whole};
use crate::app::Unsent;
use crate::discord::failure::{Failure, chain};

/// The age in seconds from which Discord accepts no answer to an interaction.
pub(super) const ANSWERED: i64 = 5;

/// Why something was not sent.
#[derive(Debug)]
pub(super) enum Failed {
    /// An error of Discord or the network.
    Trouble(Trouble),
    /// The outcome can be asked for in this many seconds.
    Later(i64),
    /// The game has left its thread for its channel, where it is tried again.
    Moved,
    /// Nothing can be posted where the game is played: its players get direct messages.
    Nowhere,
    /// An internal error.
    Fault(Failure),
}

impl Failed {
    /// The reason, as far as it decides when to try again.
    pub(super) fn unsent(&self) -> Unsent {
        match self {
            Self::Later(seconds) => Unsent::For(*seconds),
            Self::Moved | Self::Nowhere => Unsent::For(0),
            Self::Fault(_) => Unsent::Trouble,
            Self::Trouble(Trouble::Limited(wait) | Trouble::Held(wait)) => {
                Unsent::For(whole(*wait))
            }
            Self::Trouble(Trouble::Refused { status: 401, .. } | Trouble::Uncertain(_)) => {
                Unsent::Trouble
            }
            Self::Trouble(refused) if refused.is_of_channel() => Unsent::Forbidden,
            Self::Trouble(Trouble::Refused { .. } | Trouble::Unseen) => Unsent::Refused,
        }
    }

    /// Logs it, unless it was only too early.
    pub(super) fn log(&self, what: &str, attempts: u32, message: &str) {
        match self {
            Self::Later(_) | Self::Moved | Self::Nowhere | Self::Trouble(Trouble::Held(_)) => {}
            Self::Fault(failure) => {
                tracing::error!(what, attempts, error = chain(failure), "{message}");
            }
            Self::Trouble(trouble) => {
                tracing::warn!(what, attempts, error = %trouble, "{message}");
            }
        }
    }
}

impl From<Trouble> for Failed {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl<E: Into<Failure>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}
