//! Settings of servers for the games that start there, and preferences of people.

use super::{ChannelId, GamesIn, Notices, TimeControl};
use crate::time::Zone;

/// Settings of a server for the games that start there. A game keeps them to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildRules {
    /// The zone of the weekends on which clocks stop, if they do.
    pub weekends: Option<Zone>,
    /// Whether rated games allow takebacks, too.
    pub takebacks: bool,
}

/// The default terms of challenges in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// How long the players may think.
    pub time: TimeControl,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Where games are played.
    pub games_in: GamesIn,
    /// Whether every member may open a tournament.
    pub tournaments: bool,
}

impl Defaults {
    /// The terms of challenges in user installs: [`Challenge::suits`](super::Challenge::suits).
    pub const USER_INSTALL: Self = Self {
        time: TimeControl::Unlimited,
        rated: false,
        games_in: GamesIn::Channel,
        tournaments: false,
    };

    /// Whether the result of a game with this time limit changes ratings, if nobody says so: a rated
    /// game has a limit.
    pub fn rates(&self, time: TimeControl) -> bool {
        self.rated && time != TimeControl::Unlimited
    }
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            time: TimeControl::DEFAULT,
            rated: true,
            games_in: GamesIn::default(),
            tournaments: false,
        }
    }
}

/// A setting of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The tag of its language; `None`: the language that Discord has for the server.
    Locale(Option<String>),
    /// The tag of its language, if none was chosen yet.
    FirstLocale(String),
    /// How long the players may think.
    Clock(TimeControl),
    /// Whether results change ratings.
    Rated(bool),
    /// The zone of the weekends on which clocks stop, if they do.
    Weekends(Option<Zone>),
    /// Whether rated games allow takebacks.
    Takebacks(bool),
    /// Whether every member may open a tournament.
    Tournaments(bool),
    /// Where games are played.
    GamesIn(GamesIn),
    /// The theme of public boards, by id; `None`: the default.
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

/// A preference of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Whether choices in the panel of a turn must be confirmed.
    Confirms(bool),
    /// Whether the panel shows a small board as menus.
    Menus(bool),
    /// They are reminded when this percentage of the time is left; 0: never.
    Reminder(u8),
    /// The theme of boards that only they see, by id; `None`: the default.
    Theme(Option<String>),
    /// How they are notified of their turn, and the tag of the language of direct messages.
    Notices(Notices, String),
}
