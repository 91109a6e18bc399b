//! Time controls.

use crate::time::Seconds;

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// This long for each turn.
    PerTurn(Seconds),
    /// So long for the whole game, and more for each turn taken.
    Bank {
        /// For the whole game.
        initial: Seconds,
        /// More for each turn.
        increment: Seconds,
    },
}

impl TimeControl {
    /// The limit of a turn.
    #[must_use]
    pub fn per_turn(self) -> Option<Seconds> {
        match self {
            Self::PerTurn(limit) => Some(limit),
            Self::Unlimited | Self::Bank { .. } => None,
        }
    }

    /// The time for the whole game, and what each turn adds to it.
    #[must_use]
    pub fn bank(self) -> Option<(Seconds, Seconds)> {
        match self {
            Self::Bank { initial, increment } => Some((initial, increment)),
            Self::Unlimited | Self::PerTurn(_) => None,
        }
    }
}
