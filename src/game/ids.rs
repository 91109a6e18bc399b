//! Ids, each with its own type, and places: a game is played in a channel, or in a thread opened from
//! its challenge's card.

use std::fmt;

use strum::{AsRefStr, EnumString, IntoStaticStr, VariantArray};

use crate::time::Seconds;
use siwa_games::text::{Arg, Text};

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
        if player.is_gone() {
            Text::new("player-gone").into()
        } else {
            Self::Player(player.0)
        }
    }
}

/// The bit that marks ids that replace a server's. No server's id has it before the year 2084.
const NO_SERVER: u64 = 1 << 63;
/// The bit that also marks those of conversations with the bot. No id has it before the year 2049.
const DIRECT: u64 = 1 << 62;

impl GuildId {
    /// The id of a user-install context in place of a server's: of a conversation between people, by
    /// the id of its channel, or of a server without the bot, by its own. There the bot can only
    /// answer interactions.
    pub fn user_install(place: u64) -> Self {
        Self(place | NO_SERVER)
    }

    /// The id of a person's conversation with the bot in place of a server's.
    pub fn direct(channel: ChannelId) -> Self {
        Self(channel.0 | NO_SERVER | DIRECT)
    }

    /// Returns whether it is a server.
    pub fn is_server(self) -> bool {
        self.0 & NO_SERVER == 0
    }

    /// Returns whether it is a user-install context.
    pub fn is_user_install(self) -> bool {
        !self.is_server() && !self.is_direct()
    }

    /// Returns whether it is a person's conversation with the bot.
    pub fn is_direct(self) -> bool {
        !self.is_server() && self.0 & DIRECT != 0
    }
}

/// A channel and its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Venue {
    /// The server, or the id that replaces it.
    pub guild: GuildId,
    /// The channel in it.
    pub channel: ChannelId,
}

impl Venue {
    /// The server's id on Discord, if it is in one.
    pub fn server(self) -> Option<GuildId> {
        let id = GuildId(self.guild.0 & !NO_SERVER);
        // The first channel of an old server has the server's id.
        let is_own = self.guild.is_direct() || id.0 == self.channel.0;
        (self.guild.is_server() || !is_own).then_some(id)
    }
}

/// After which silence the bot keeps the thread of a running game open. Discord archives it after a
/// week, and then some people cannot press its buttons on a phone.
pub const KEEP_OPEN_AFTER: Seconds = Seconds::hours(6 * 24);

/// Where a server wants its games. The database, options, custom ids and Fluent's cases use these names.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum GamesIn {
    /// Each in its own thread.
    #[default]
    Threads,
    /// In the channel of the challenge.
    Channel,
    /// The player who accepts a challenge chooses.
    Ask,
}

/// Whether a game has a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thread {
    /// It gets none.
    #[default]
    None,
    /// It gets one, which is not open yet.
    Wanted,
    /// Its thread cannot be opened, or can no longer be written in.
    Refused,
    /// Nothing can be posted in its channel either: its players get direct messages, and its clock
    /// stands still.
    Nowhere,
    /// This thread.
    Open(ChannelId),
}

/// Whether a thread can be opened where a challenge is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openable {
    /// Yes.
    Yes,
    /// No: a permission is missing.
    Forbidden,
    /// No: the channel has no threads, or none is wanted.
    Never,
    /// No: it is already a thread, of this channel.
    Inside(ChannelId),
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the challenge is accepted.
    pub venue: Venue,
    /// Whether a thread can be opened there.
    pub openable: Openable,
}

impl Place {
    /// A place where a challenge is accepted.
    pub fn new(venue: Venue, openable: Openable) -> Self {
        Self { venue, openable }
    }
}

impl Thread {
    /// The venue of the boards: the thread, else the channel of `venue`.
    pub fn board_venue(self, venue: Venue) -> Venue {
        match self {
            Self::Open(channel) => Venue { channel, ..venue },
            Self::None | Self::Wanted | Self::Refused | Self::Nowhere => venue,
        }
    }

    /// Where a game starts whose challenge was accepted at `place`, and whether it gets a thread.
    pub fn of_new(games_in: GamesIn, place: Place) -> (Venue, Self) {
        let venue = place.venue;
        match (games_in, place.openable) {
            (_, Openable::Inside(channel)) => {
                let parent = Venue { channel, ..venue };
                (parent, Self::Open(venue.channel))
            }
            (GamesIn::Channel, _) | (_, Openable::Never) => (venue, Self::None),
            (_, Openable::Forbidden) => (venue, Self::Refused),
            (_, Openable::Yes) => (venue, Self::Wanted),
        }
    }
}
