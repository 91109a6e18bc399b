//! How one plays oneself, and where the games of a server are played.

use super::Voice;
use crate::discord::custom_id::{CustomId, InSettings};
use crate::discord::view::reply::{Button, Choice, Reply, Row, Style};
use crate::game::GamesIn;
use crate::message::{Arg, Message};

/// What a person has chosen, and the button that chooses otherwise; for those who may
/// choose it, also where the server's games are played.
#[must_use]
pub fn settings(voice: Voice<'_>, confirms: bool, server: Option<GamesIn>) -> Reply {
    let (text, act, label) = match confirms {
        true => (
            "settings-confirms",
            InSettings::Trust,
            "button-settings-trust",
        ),
        false => (
            "settings-trusts",
            InSettings::Confirm,
            "button-settings-confirm",
        ),
    };
    let button = Button::new(CustomId::Settings(act), voice.word(label), Style::Secondary);
    let own = Reply::private(voice.word(text)).with_row(Row::Buttons(vec![button]));
    let Some(chosen) = server else { return own };
    let placed = |id, place: GamesIn| {
        let case = place.name();
        let place = Arg::Term {
            id: "games-in",
            case,
        };
        voice.say(&Message::new(id).with("place", place))
    };
    let options = GamesIn::ALL
        .map(|place| Choice::new(placed("games-in-choice", place), place.name()))
        .to_vec();
    let menu = Row::Menu {
        id: CustomId::Settings(InSettings::GamesIn),
        most: 1,
        placeholder: voice.word("choose-games-in"),
        options,
    };
    let text = format!("{}\n\n{}", own.text, placed("settings-games-in", chosen));
    Reply { text, ..own }.with_row(menu)
}
