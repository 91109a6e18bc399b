//! The levels of strength.

use std::time::Duration;

use crate::rules::evaluate::LEVELS;

/// A level of strength, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; LEVELS] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
    ];

    /// The default level.
    pub const DEFAULT: Self = Self(2);

    /// The level without limits of its own.
    pub const STRONGEST: Self = Self(8);

    /// The time limit of a move. All but the strongest level need much less, unless a machine is
    /// slow.
    pub const TIME: Duration = Duration::from_secs(2);

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its index in [`ALL`](Self::ALL).
    pub fn index(self) -> usize {
        usize::from(self.0 - 1)
    }

    /// Bytes of the table that a search needs.
    pub fn table(self) -> usize {
        // Only the two strongest search so far that positions come back from longer ago.
        if self.0 >= 7 { 16 << 20 } else { 1 << 20 }
    }
}
