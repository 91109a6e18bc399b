//! How long a player may think.

use crate::time::{Seconds, Timestamp};

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as it takes.
    Unlimited,
    /// So long over each turn.
    PerTurn(Seconds),
}

impl TimeControl {
    /// When the time for a turn is over that began then; none if it never is.
    #[must_use]
    pub fn deadline(self, began: Timestamp) -> Option<Timestamp> {
        self.per_turn().map(|limit| began.plus(limit))
    }

    /// How long a turn may take; none: as long as it takes.
    #[must_use]
    pub fn per_turn(self) -> Option<Seconds> {
        match self {
            Self::Unlimited => None,
            Self::PerTurn(limit) => Some(limit),
        }
    }
}

impl From<Option<Seconds>> for TimeControl {
    fn from(per_turn: Option<Seconds>) -> Self {
        per_turn.map_or(Self::Unlimited, Self::PerTurn)
    }
}
