//! Ids, each a type of its own.

use std::fmt;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(number: &str) -> Result<Self, Self::Err> {
                number.parse().map(Self)
            }
        }
    )*};
}

id! {
    /// A played game; ours, counted from 1.
    GameId,
    /// An invitation; ours, counted from 1.
    ChallengeId,
    /// A line of play that a player has planned.
    PlanId,
    /// A puzzle.
    PuzzleId,
    /// A person.
    PlayerId,
    /// A server.
    GuildId,
    /// A channel or a thread of a server.
    ChannelId,
    /// A message in a channel.
    MessageId,
    /// The interaction that caused a change; it makes a second delivery harmless.
    Cause,
}

/// What distinguishes the ids that stand for people who had all that was kept of them deleted.
/// No id of Discord's has it before the year 2084, and none is negative as a column.
const GONE: u64 = 1 << 63;

impl PlayerId {
    /// The id that stands for somebody who had all that was kept of them deleted, made from
    /// random bits.
    pub fn gone(random: u64) -> Self {
        Self(random | GONE)
    }

    /// Whether it stands for somebody who had all that was kept of them deleted.
    pub fn is_gone(self) -> bool {
        self.0 & GONE != 0
    }
}

/// What distinguishes the ids that stand for a place where the bot is not. No server's id has it
/// before the year 2084.
const USER_INSTALL: u64 = 1 << 63;

impl GuildId {
    /// The id that stands for a place where the bot is not, as if it were a server: for a
    /// conversation between people, or a channel of a server that has not the bot. What is said
    /// there are answers to interactions, and nothing else.
    pub fn user_install(channel: ChannelId) -> Self {
        Self(channel.0 | USER_INSTALL)
    }

    /// Whether it stands for a place where the bot is not.
    pub fn is_user_install(self) -> bool {
        self.0 & USER_INSTALL != 0
    }
}

/// Where something takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Venue {
    /// The server, or what stands for it where the bot is not.
    pub guild: GuildId,
    /// The channel in it.
    pub channel: ChannelId,
}
