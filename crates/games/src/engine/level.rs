//! The five levels of strength.

use std::time::Duration;

/// A level of strength, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The limits of a level. Weak levels overlook things as people do, and always the same things:
/// they search less deep, follow fewer bounces and captures in a row, evaluate positions by
/// material alone, and consider fewer placements. No level plays random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skill {
    /// The most positions it searches.
    pub(super) nodes: u64,
    /// The most plies it searches.
    pub(super) depth: u32,
    /// The number of bounces of a move, or captures after the first, that it follows; see
    /// [`Evaluate::each_seen`](crate::rules::Evaluate::each_seen).
    pub(super) sight: u8,
    /// Whether it uses the full evaluation, and not just material.
    pub(super) knows: bool,
    /// The number of placements it compares.
    pub(super) candidates: usize,
}

const fn skill(nodes: u64, depth: u32, sight: u8, knows: bool, candidates: usize) -> Skill {
    Skill {
        nodes,
        depth,
        sight,
        knows,
        candidates,
    }
}

const SKILLS: [Skill; 5] = [
    skill(100_000, 1, 1, false, 1),
    skill(100_000, 2, 1, false, 4),
    skill(3_000, 2, 2, true, 12),
    skill(6_000, u32::MAX, u8::MAX, true, 16),
    skill(u64::MAX, u32::MAX, u8::MAX, true, 64),
];

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The default level.
    pub const DEFAULT: Self = Self(2);

    /// The level without limits of its own.
    pub const STRONGEST: Self = Self(5);

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
        match self {
            Self::STRONGEST => 16 << 20,
            _ => 1 << 20,
        }
    }

    pub(super) fn skill(self) -> Skill {
        SKILLS[self.index() % SKILLS.len()]
    }
}
