//! Where a game is played: in a channel, or in a thread opened from its challenge's card.

use strum::{AsRefStr, EnumString, IntoStaticStr, VariantArray};

use super::{ChannelId, Game, PlayerId, Venue};
use crate::time::Seconds;

/// How long after the end of its game a thread is archived.
pub const ARCHIVE_AFTER: Seconds = Seconds(60 * 60);

/// Where a server wants its games. Their names are those in the database, in options and custom ids, and in Fluent's
/// cases.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum GamesIn {
    /// Each in a thread of its own.
    #[default]
    Threads,
    /// In the channel of the challenge.
    Channel,
    /// Who accepts a challenge chooses.
    Ask,
}

/// Whether a game has a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thread {
    /// It is to have none.
    #[default]
    None,
    /// It is to have one, which is not open yet.
    Wanted,
    /// It was to have one, which cannot be opened, or no longer be written in.
    Refused,
    /// This one.
    Open(ChannelId),
}

/// Whether a thread can be opened where a challenge is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openable {
    /// It can.
    Yes,
    /// The bot is not allowed to.
    Forbidden,
    /// There can be none, or none is wanted.
    Never,
    /// It is a thread already, of this channel.
    Inside(ChannelId),
}

impl Thread {
    /// Where the boards are: in the thread, else in the channel of `venue`.
    pub fn of(self, venue: Venue) -> Venue {
        match self {
            Self::Open(channel) => Venue { channel, ..venue },
            Self::None | Self::Wanted | Self::Refused => venue,
        }
    }

    /// Where a game begins whose challenge was accepted at `venue`, and whether it is to
    /// have a thread.
    pub fn of_new(games_in: GamesIn, openable: Openable, venue: Venue) -> (Venue, Self) {
        match (games_in, openable) {
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

impl Game {
    /// Whether a person may see it from a channel: its players from anywhere in its
    /// server; others only where it is played, because that channel may be private.
    pub fn may_be_seen(&self, by: PlayerId, from: Venue) -> bool {
        let own = self.side_of(by).is_some() && self.venue.guild == from.guild;
        own || self.is_at(from)
    }
}
