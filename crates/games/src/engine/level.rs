//! Five strengths.

use std::time::Duration;

/// How well somebody plays, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level can do. The weak ones overlook things as people do, and always the same
/// ones: they look less far, follow fewer bounces and captures in a row, know less of what
/// a position is worth, and consider fewer placements. None of them throws dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skill {
    /// Positions it looks at, at most.
    pub(super) nodes: u64,
    /// Plies it looks ahead, at most.
    pub(super) depth: u32,
    /// Bounces of a move, or captures after the first, that it follows; see
    /// [`Evaluate::each_seen`](crate::rules::Evaluate::each_seen).
    pub(super) sight: u8,
    /// Whether it knows what a position is worth, and does not just count.
    pub(super) knows: bool,
    /// Placements it chooses among.
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
    /// Every level, the weakest first.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The one for somebody who has not chosen.
    pub const DEFAULT: Self = Self(2);

    /// The search without limits of its own.
    pub const STRONGEST: Self = Self(5);

    /// The level of that number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its place in [`ALL`](Self::ALL).
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0 - 1)
    }

    /// How long a move may take. All but the strongest are done long before, unless a
    /// machine is slow.
    #[must_use]
    pub fn time(self) -> Duration {
        Duration::from_secs(2)
    }

    /// Bytes of the table that a search needs.
    #[must_use]
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
