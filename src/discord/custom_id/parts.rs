//! The parts of a custom id, between its colons.

use crate::game::{ChallengeId, GameId, PlayerId, PuzzleId};

/// What is left of a custom id that is being read.
pub(super) struct Parts<'a>(Option<&'a str>);

impl<'a> Parts<'a> {
    /// All parts of a custom id.
    pub(super) fn of(id: &'a str) -> Self {
        Self(Some(id))
    }

    /// The next part, if there is one.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let left = self.0?;
        let split = left.split_once(':');
        self.0 = split.map(|(_, rest)| rest);
        Some(split.map_or(left, |(part, _)| part))
    }

    /// All that is left, whatever it contains.
    pub(super) fn rest(&mut self) -> &'a str {
        self.0.take().unwrap_or_default()
    }
}

/// What a part of a custom id means. It is written by its `Display`.
pub(super) trait Part: Sized {
    /// Reads it as the next part of what is left.
    fn read(left: &mut Parts<'_>) -> Option<Self>;
}

impl Part for String {
    fn read(left: &mut Parts<'_>) -> Option<Self> {
        left.next().map(str::to_owned)
    }
}

/// Numbers as parts, and ids that are numbers.
macro_rules! numbers {
    ($($type:ty $(as $id:expr)?,)*) => {
        $(impl Part for $type {
            fn read(left: &mut Parts<'_>) -> Option<Self> {
                let number = left.next()?.parse().ok()?;
                Some($($id)?(number))
            }
        })*
    };
}

numbers! {
    u8,
    u32,
    i64,
    GameId as GameId,
    PlayerId as PlayerId,
    ChallengeId as ChallengeId,
    PuzzleId as PuzzleId,
}
