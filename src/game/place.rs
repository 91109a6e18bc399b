//! Where a game is played: in a channel, or in a thread opened from its challenge's card.

use strum::{AsRefStr, EnumString, IntoStaticStr, VariantArray};

use super::{ChannelId, Venue};
use crate::time::Seconds;

/// After which silence the bot opens the thread of a running game again. Discord archives it after
/// a week, and then nobody can press its buttons on a phone.
pub const REOPEN_AFTER: Seconds = Seconds((7 * 24 + 1) * 60 * 60);

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

impl Thread {
    /// The venue of the boards: the thread, else the channel of `venue`.
    pub fn of(self, venue: Venue) -> Venue {
        match self {
            Self::Open(channel) => Venue { channel, ..venue },
            Self::None | Self::Wanted | Self::Refused | Self::Nowhere => venue,
        }
    }

    /// Where a game starts whose challenge was accepted at `venue`, and whether it gets a thread.
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
