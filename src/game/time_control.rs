//! Time controls.

use crate::time::{Seconds, Timestamp};

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// This long for each turn.
    PerTurn(Seconds),
}

impl TimeControl {
    /// The deadline of a turn that began then.
    #[must_use]
    pub fn deadline(self, began: Timestamp) -> Option<Timestamp> {
        self.per_turn().map(|limit| began.plus(limit))
    }

    /// The limit of a turn.
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
