//! How one plays oneself, and where the games of a server are played.

use super::Voice;
use crate::discord::custom_id::{CustomId, InSettings};
use crate::discord::view::reply::{Button, Choice, Reply, Row, Style};
use crate::game::GamesIn;
use crate::message::{Arg, Message};

/// At how many per cent of the time left one can be reminded; 0: never.
pub const REMINDERS: [u8; 4] = [50, 25, 10, 0];

/// What somebody has chosen.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// Whether they confirm what they have chosen in the panel of a turn.
    pub confirms: bool,
    /// At how many per cent of the time left they are reminded.
    pub reminder: u8,
    /// Where the games of the server are played, for those who may choose it.
    pub games_in: Option<GamesIn>,
}

/// What somebody has chosen, with buttons and menus that choose otherwise.
#[must_use]
pub fn settings(voice: Voice<'_>, chosen: Chosen) -> Reply {
    let (text, act, label) = match chosen.confirms {
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
    let menu = |act, placeholder, options| Row::Menu {
        id: CustomId::Settings(act),
        most: 1,
        placeholder: voice.word(placeholder),
        options,
    };
    let reminders = REMINDERS.map(|share| {
        let label = voice.say(&Message::new(reminder(share)).with("share", u32::from(share)));
        Choice::new(label, share.to_string())
    });
    let mut lines = vec![
        voice.word(text),
        voice.say(&Message::new("settings-reminder").with(
            "when",
            Message::new(reminder(chosen.reminder)).with("share", u32::from(chosen.reminder)),
        )),
    ];
    let mut rows = vec![
        Row::Buttons(vec![Button::new(
            CustomId::Settings(act),
            voice.word(label),
            Style::Secondary,
        )]),
        menu(InSettings::Reminder, "choose-reminder", reminders.to_vec()),
    ];
    if let Some(place) = chosen.games_in {
        let placed = |id, place: GamesIn| {
            let case = place.name();
            let place = Arg::Term {
                id: "games-in",
                case,
            };
            voice.say(&Message::new(id).with("place", place))
        };
        lines.push(placed("settings-games-in", place));
        let options =
            GamesIn::ALL.map(|place| Choice::new(placed("games-in-choice", place), place.name()));
        rows.push(menu(
            InSettings::GamesIn,
            "choose-games-in",
            options.to_vec(),
        ));
    }
    rows.into_iter()
        .fold(Reply::private(lines.join("\n")), Reply::with_row)
}

fn reminder(share: u8) -> &'static str {
    match share {
        0 => "reminder-never",
        _ => "reminder-at",
    }
}
