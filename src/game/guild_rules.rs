//! What a server chooses for the games that begin there, and what people prefer.

use super::{ChannelId, GamesIn, Notices, TimeControl};
use crate::time::Zone;

/// What a server chooses for the games that begin there. A game keeps it to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildRules {
    /// Where the weekends are that stand still, if they do.
    pub weekends: Option<Zone>,
    /// Whether turns of rated games may be taken back as well, by consent.
    pub takebacks: bool,
}

/// In which language a server is spoken to, and what a challenge there is for if it does not
/// say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// The tag of the language; none: the one that Discord knows it by.
    pub locale: Option<String>,
    /// How long the players may think.
    pub time: TimeControl,
    /// Whether the result changes ratings.
    pub rated: bool,
}

impl Defaults {
    /// What a challenge is for where the bot is not: [`Challenge::suits`](super::Challenge::suits).
    pub const USER_INSTALL: Self = Self {
        locale: None,
        time: TimeControl::Unlimited,
        rated: false,
    };
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            locale: None,
            time: TimeControl::DEFAULT,
            rated: true,
        }
    }
}

/// One thing that a server chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The tag of its language; none: the one that Discord knows it by.
    Locale(Option<String>),
    /// The tag of its language, if it has not chosen one yet.
    FirstLocale(String),
    /// How long the players may think.
    Clock(TimeControl),
    /// Whether results change ratings.
    Rated(bool),
    /// Where the weekends are that stand still, if they do.
    Weekends(Option<Zone>),
    /// Whether turns of rated games may be taken back.
    Takebacks(bool),
    /// Where games are played.
    GamesIn(GamesIn),
    /// The theme of the boards that all see, by id; none: the default.
    Theme(Option<String>),
    /// The channels in which games are played; empty: all of them.
    AllowedChannels(Vec<ChannelId>),
}

/// What a person has chosen about the panel of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelSettings {
    /// Whether they confirm what they have chosen in it.
    pub confirms: bool,
    /// Whether it shows a small board as menus, and not as buttons.
    pub menus: bool,
}

/// One thing that a person chooses for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Whether what is chosen in the panel of a turn is to be confirmed.
    Confirms(bool),
    /// Whether the panel shows a small board as menus.
    Menus(bool),
    /// At how many per cent of the time left they are reminded; 0: never.
    Reminder(u8),
    /// The theme of what only they see, by id; none: the default.
    Theme(Option<String>),
    /// How they are notified of their turn, and the tag of the language of direct messages.
    Notices(Notices, String),
}
