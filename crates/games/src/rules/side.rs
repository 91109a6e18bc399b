//! The two sides of a game.

use strum::{EnumString, IntoStaticStr};

/// One of the two sides. `First` is the one that takes the first turn by the rules.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Side {
    /// The side that takes the game's first turn.
    #[default]
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, first to second.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `first` or `second`: the name in the database and in Fluent's cases.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The first side's.
    pub first: T,
    /// The second side's.
    pub second: T,
}

impl<T> BySide<T> {
    /// A pair of values.
    pub const fn new(first: T, second: T) -> Self {
        Self { first, second }
    }

    /// The value of a side.
    pub fn get(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The value of a side, mutably.
    pub fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// The side that has this value, the first one if both do.
    pub fn side_of(&self, value: &T) -> Option<Side>
    where
        T: PartialEq,
    {
        Side::BOTH.into_iter().find(|side| self.get(*side) == value)
    }
}
