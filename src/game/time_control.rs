//! Time controls.

use crate::time::Seconds;

/// The time limit of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// This much for each turn.
    PerTurn(Seconds),
    /// A bank for the whole game, with an increment for each turn taken.
    Bank {
        /// The bank.
        initial: Seconds,
        /// The increment.
        increment: Seconds,
    },
}

/// A bank in days, and an increment in hours.
const fn bank(days: i64, hours: i64) -> TimeControl {
    TimeControl::Bank {
        initial: Seconds::days(days),
        increment: Seconds::hours(hours),
    }
}

impl TimeControl {
    /// The default.
    pub const DEFAULT: Self = Self::PerTurn(Seconds::days(3));

    /// Those that can be chosen, with their names in options and in the database.
    pub const OFFERED: [(&str, Self); 8] = [
        ("12h", Self::PerTurn(Seconds::hours(12))),
        ("1", Self::PerTurn(Seconds::days(1))),
        ("3", Self::DEFAULT),
        ("7", Self::PerTurn(Seconds::days(7))),
        ("3+8h", bank(3, 8)),
        ("7+12h", bank(7, 12)),
        ("14+24h", bank(14, 24)),
        ("none", Self::Unlimited),
    ];

    /// The time control with this name.
    pub fn offered(name: &str) -> Option<Self> {
        let mut offered = Self::OFFERED.into_iter();
        offered.find(|(known, _)| *known == name).map(|(_, it)| it)
    }

    /// Its name, if it can be chosen.
    pub fn name(self) -> Option<&'static str> {
        let mut offered = Self::OFFERED.into_iter();
        offered
            .find(|(_, known)| *known == self)
            .map(|(name, _)| name)
    }
}
