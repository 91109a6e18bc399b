//! A person's preferences.

use super::Localizer;
use crate::discord::custom_id::{CustomId, SettingsAction};
use crate::discord::view::reply::{Reply, Style};
use crate::game::PanelSettings;
use siwa_games::text::Text;

/// The offered percentages of the time left at which a player is reminded; 0: never.
pub const REMINDERS: [u8; 4] = [50, 25, 10, 0];

/// The preferences, with buttons and menus that change them: how a person uses the `panel` of a
/// turn, and at which percentage of the time left they are reminded. Who `manages` the server can
/// also change its settings.
pub fn settings(
    l10n: Localizer<'_>,
    panel: PanelSettings,
    reminded_at: u8,
    manages: bool,
) -> Reply {
    let button = |act, label| l10n.button(CustomId::Settings(act), label, Style::Secondary);
    let (confirms, trust) = match panel.confirms {
        true => (
            "settings-confirms",
            button(SettingsAction::Trust, "button-settings-trust"),
        ),
        false => (
            "settings-trusts",
            button(SettingsAction::Confirm, "button-settings-confirm"),
        ),
    };
    let (board, other) = match panel.menus {
        true => (
            "settings-menus",
            button(SettingsAction::Buttons, "button-settings-buttons"),
        ),
        false => (
            "settings-buttons",
            button(SettingsAction::Menus, "button-settings-menus"),
        ),
    };
    let reminders = REMINDERS.map(|share| l10n.choice(&reminder(share), share.to_string()));
    let when = reminder(reminded_at);
    let mut lines = vec![
        Text::new(confirms),
        Text::new(board),
        Text::new("settings-reminder").with("when", when),
    ];
    if manages {
        lines.push(Text::new("settings-server"));
    }
    let reminder = CustomId::Settings(SettingsAction::Reminder);
    Reply::private(l10n.lines(lines))
        .with_buttons([trust, other])
        .with_row(l10n.menu(reminder, "choose-reminder", reminders.to_vec()))
}

fn reminder(share: u8) -> Text {
    match share {
        0 => Text::new("reminder-never"),
        _ => Text::new("reminder-at").with("share", u32::from(share)),
    }
}
