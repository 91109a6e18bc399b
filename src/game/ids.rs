//! Ids, each with its own type.

use std::fmt;

use siwa_games::text::Arg;

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
    /// A played game; Siwa's own, counted from 1.
    GameId,
    /// A challenge; Siwa's own, counted from 1.
    ChallengeId,
    /// A plan of a player.
    PlanId,
    /// A puzzle.
    PuzzleId,
    /// A tournament; Siwa's own, counted from 1.
    TournamentId,
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

/// The bit that marks placeholder ids of deleted people. No id of Discord's has it before the year
/// 2084, and as a signed column only placeholders are negative.
const GONE: u64 = 1 << 63;

impl PlayerId {
    /// A placeholder id for a person whose data was deleted, made from random bits.
    pub fn gone(random: u64) -> Self {
        Self(random | GONE)
    }

    /// Returns whether it is a placeholder for a person whose data was deleted.
    pub fn is_gone(self) -> bool {
        self.0 & GONE != 0
    }
}

impl From<PlayerId> for Arg {
    fn from(player: PlayerId) -> Self {
        match player.is_gone() {
            true => Self::Gone,
            false => Self::Player(player.0),
        }
    }
}

/// The bit that marks ids of user-install contexts. No server's id has it before the year 2084.
const USER_INSTALL: u64 = 1 << 63;

impl GuildId {
    /// The id of a user-install context in place of a server's: a conversation between people, or a
    /// channel of a server without the bot. There the bot can only answer interactions.
    pub fn user_install(channel: ChannelId) -> Self {
        Self(channel.0 | USER_INSTALL)
    }

    /// Returns whether it is a user-install context.
    pub fn is_user_install(self) -> bool {
        self.0 & USER_INSTALL != 0
    }
}

/// A channel and its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Venue {
    /// The server, or the id of a user-install context.
    pub guild: GuildId,
    /// The channel in it.
    pub channel: ChannelId,
}
