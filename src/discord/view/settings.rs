//! How one plays oneself.

use super::Voice;
use crate::discord::custom_id::{CustomId, InSettings};
use crate::discord::view::reply::{Button, Reply, Row, Style};

/// What a person has chosen, and the button that chooses otherwise.
#[must_use]
pub fn settings(voice: Voice<'_>, confirms: bool) -> Reply {
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
    Reply::private(voice.word(text)).with_row(Row::Buttons(vec![button]))
}
