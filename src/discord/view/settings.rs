//! A person's preferences.

use super::Localizer;
use crate::discord::custom_id::{CustomId, SettingsAction};
use crate::discord::view::reply::{Button, Reply, Style};
use crate::game::PanelSettings;
use crate::time::{DAY, Timestamp};
use siwa_games::text::{Arg, Text};

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
    let confirm = either(
        panel.confirms,
        ["button-settings-trust", "button-settings-confirm"],
    );
    let other = either(
        panel.menus,
        ["button-settings-buttons", "button-settings-menus"],
    );
    let reminders = REMINDERS.map(|share| l10n.choice(&reminder(share), share.to_string()));
    let when = reminder(reminded_at);
    let mut lines = vec![
        Text::new(either(
            panel.confirms,
            ["settings-confirms", "settings-trusts"],
        )),
        Text::new(either(panel.menus, ["settings-menus", "settings-buttons"])),
        Text::new("settings-reminder").with("when", when),
    ];
    if manages {
        lines.push(Text::new("settings-server"));
    }
    let reminder = CustomId::Settings(SettingsAction::Reminder);
    let reminder = l10n.menu(reminder, "choose-reminder", reminders.to_vec());
    Reply::private(l10n.lines(lines))
        .with_buttons([
            button(SettingsAction::Confirms(!panel.confirms), confirm),
            button(SettingsAction::Menus(!panel.menus), other),
        ])
        .with_row(reminder.showing(&reminded_at.to_string()))
        .with_buttons(pages(l10n, &SettingsAction::Turns))
}

/// The state of a person's absence, with what begins or ends one of up to `most` days.
pub fn away(l10n: Localizer<'_>, until: Option<Timestamp>, now: Timestamp, most: i64) -> Reply {
    let until = until.map(|until| Text::new("away-until").with("until", Arg::Moment(until.0)));
    let back = l10n.button(
        CustomId::Settings(SettingsAction::Back),
        "away-back",
        Style::Primary,
    );
    let back = until.as_ref().map(|_| back);
    let last = |days: i64| {
        let date = now.plus(days * DAY).date()?.to_string().replace('.', "-");
        let label = Text::new("away-choice").with("date", date);
        Some(l10n.choice(&label.with("days", days), days.to_string()))
    };
    let days = (1..=most).filter_map(last).collect();
    Reply::private(l10n.tr(&until.unwrap_or_else(|| Text::new("away-not"))))
        .with_buttons(back)
        .with_row(l10n.menu(
            CustomId::Settings(SettingsAction::Until),
            "choose-away",
            days,
        ))
        .with_buttons(pages(l10n, &SettingsAction::Away))
}

/// The buttons that lead to the pages; this one is shown.
pub(super) fn pages(l10n: Localizer<'_>, shown: &SettingsAction) -> [Button; 4] {
    let themes = SettingsAction::Theme(String::new());
    [
        (SettingsAction::Turns, "button-settings-turns"),
        (SettingsAction::Notices, "button-settings-notices"),
        (themes, "button-settings-themes"),
        (SettingsAction::Away, "button-settings-away"),
    ]
    .map(|(page, label)| {
        let style = chosen_style(page == *shown);
        l10n.button(CustomId::Settings(page), label, style)
    })
}

/// The style of a button among those of which one is chosen.
pub(super) fn chosen_style(is_chosen: bool) -> Style {
    either(is_chosen, [Style::Primary, Style::Secondary])
}

/// What is shown while something is on, or off.
pub(super) fn either<T>(is_on: bool, [on, off]: [T; 2]) -> T {
    if is_on { on } else { off }
}

fn reminder(share: u8) -> Text {
    match share {
        0 => Text::new("reminder-never"),
        _ => Text::new("reminder-at").with("share", u32::from(share)),
    }
}
