//! A person's preferences, on four pages.

use super::{Arg, Button, CustomId, Localizer, Reply, Style, Text, either, rules};
use crate::app::Settings;
use crate::discord::custom_id::{NotifyAction, SettingsAction};
use crate::game::{GuildId, MAX_AWAY_DAYS, Notices, Notify, PanelSettings, Quiet};
use crate::time::{Seconds, Timestamp, Zone};
use siwa_boards::{THEMES, Theme};
use siwa_games::registry::Registry;

/// The offered percentages of the time left at which a player is reminded; 0: never.
pub const REMINDERS: [u8; 4] = [50, 25, 10, 0];

/// The time zones that are offered, from west to east. Any other can be typed.
const ZONES: &str = include_str!("../../../assets/zones.txt");

/// The preferences, with buttons and menus that change them: how a person uses the `panel` of a
/// turn, and at which percentage of the time left they are reminded. Who `manages` the server can
/// also change its settings.
pub fn settings(l10n: Localizer<'_>, panel: PanelSettings, remind_at: u8, manages: bool) -> Reply {
    let change = |is_on: bool, act: fn(bool) -> SettingsAction, labels| {
        l10n.button(CustomId::Settings(act(!is_on)), either(is_on, labels))
    };
    let confirms = ["settings-confirms", "settings-trusts"];
    let confirm = ["button-settings-trust", "button-settings-confirm"];
    let menus = ["settings-menus", "settings-buttons"];
    let other = ["button-settings-buttons", "button-settings-menus"];
    let when = Text::new("settings-reminder").with("when", reminder(remind_at));
    let server = manages.then(|| Text::new("settings-server"));
    let confirms = Text::new(either(panel.confirms, confirms));
    let lines = [confirms, Text::new(either(panel.menus, menus)), when];
    let reminders = REMINDERS.map(|share| l10n.choice(&reminder(share), share.to_string()));
    let reminder = CustomId::Settings(SettingsAction::Reminder);
    let reminder = l10n.menu(reminder, "choose-reminder", reminders.to_vec());
    Reply::private(l10n.lines(lines.into_iter().chain(server)))
        .with_buttons([
            change(panel.confirms, SettingsAction::Confirms, confirm),
            change(panel.menus, SettingsAction::Menus, other),
        ])
        .with_row(reminder.showing(&remind_at.to_string()))
        .with_buttons(pages(l10n, &SettingsAction::Turns))
}

/// The state of a person's absence, with what begins or ends one.
pub fn away(l10n: Localizer<'_>, until: Option<Timestamp>, now: Timestamp) -> Reply {
    let chosen = until.map_or(0, |until| until.plus(-1).day() - now.day() + 1);
    let until = until.map(|until| Text::new("away-until").with("until", Arg::Moment(until.0)));
    let back = l10n.button(CustomId::Settings(SettingsAction::Back), "away-back");
    let back = until.as_ref().map(|_| back.styled(Style::Primary));
    let last = |days: i64| {
        let date = now.plus(Seconds::days(days - 1)).date()?;
        let month = Text::new("month").with("month", i64::from(date.month()));
        let label = Text::new("away-choice").with("day", i64::from(date.day()));
        let label = label.with("month", month);
        Some(l10n.choice(&label.with("days", days), days.to_string()))
    };
    let days = (1..=MAX_AWAY_DAYS).filter_map(last).collect();
    let leave = CustomId::Settings(SettingsAction::Until);
    let days = l10n.menu(leave, "choose-away", days);
    Reply::private(l10n.tr(&until.unwrap_or_else(|| Text::new("away-not"))))
        .with_buttons(back)
        .with_row(days.showing(&chosen.to_string()))
        .with_buttons(pages(l10n, &SettingsAction::Away))
}

/// The buttons that lead to the pages; this one is shown.
fn pages(l10n: Localizer<'_>, shown: &SettingsAction) -> [Button; 4] {
    let themes = SettingsAction::Theme(String::new());
    [
        (SettingsAction::Turns, "button-settings-turns"),
        (SettingsAction::Notices, "button-settings-notices"),
        (themes, "button-settings-themes"),
        (SettingsAction::Away, "button-settings-away"),
    ]
    .map(|(page, label)| {
        let button = l10n.button(CustomId::Settings(page.clone()), label);
        button.chosen(page == *shown)
    })
}

fn reminder(share: u8) -> Text {
    match share {
        0 => Text::new("reminder-never"),
        _ => Text::new("reminder-at").with("share", u32::from(share)),
    }
}

/// The offered time zones.
pub(super) fn offered_zones() -> impl Iterator<Item = Zone> {
    ZONES.lines().filter_map(Zone::read)
}

/// The name of a time zone: its city, or its offset.
pub fn city(zone: &str) -> Text {
    let place = zone.rsplit('/').next().unwrap_or(zone);
    // The database counts from there to Greenwich: `Etc/GMT+3` is three hours behind.
    let name = place.replace("GMT+", "UTC−").replace("GMT-", "UTC+");
    let city = Text::new("city").with("place", place);
    city.with("name", name.replace('_', " "))
}

/// A text about a time zone: its city, and the time there.
pub(super) fn zone(id: &'static str, zone: &Zone, now: Timestamp) -> Text {
    Text::new(id)
        .with("zone", city(zone.name()))
        .with("clock", zone.clock(now).as_str())
}

/// The offered quiet hours; the first choice is none.
pub fn quiet_hours() -> impl Iterator<Item = Option<Quiet>> {
    let from = [21, 22, 23, 0].into_iter();
    let nights = from.flat_map(|from| (6..=10).map(move |to| Some(Quiet { from, to })));
    std::iter::once(None).chain(nights)
}

/// Quiet hours as the value of a choice: `22-8`.
pub fn hours(quiet: Option<Quiet>) -> String {
    match quiet {
        Some(Quiet { from, to }) => format!("{from}-{to}"),
        None => "none".to_owned(),
    }
}

/// How a person is notified, with buttons and menus that change it; `zones` are the matches of a typed
/// city.
pub fn notify(l10n: Localizer<'_>, chosen: &Notices, zones: &[Zone], now: Timestamp) -> Reply {
    let quiet = |quiet: Option<Quiet>| match quiet {
        Some(Quiet { from, to }) => Text::new("quiet-hours")
            .with("from", u32::from(from))
            .with("to", u32::from(to)),
        None => Text::new("quiet-never"),
    };
    let hour = |hour: u8| Text::new("hour").with("hour", u32::from(hour));
    let daily = chosen.how == Notify::Digest;
    let mut lines = vec![
        Text::new("notify-how").with("how", Text::term("notify", chosen.how.into())),
        Text::new("notify-quiet").with("hours", quiet(chosen.quiet)),
        zone("notify-zone", &chosen.zone, now),
    ];
    if let Some(first) = zones.first() {
        let count = zones.len();
        lines.push(zone("notify-zones", first, now).with("count", count));
    }
    if daily {
        let when = hour(chosen.digest);
        lines.insert(1, Text::new("notify-hour").with("when", when));
    }
    let ways = [
        (Notify::Here, "button-notify-here"),
        (Notify::Direct, "button-notify-direct"),
        (Notify::Digest, "button-notify-digest"),
        (Notify::Never, "button-notify-never"),
    ];
    let ways = ways.map(|(how, label)| {
        let act = NotifyAction::How(how.as_ref().to_owned());
        let button = l10n.button(CustomId::Notify(act), label);
        button.chosen(how == chosen.how)
    });
    let menu = |act, placeholder, options| l10n.menu(CustomId::Notify(act), placeholder, options);
    let nights = quiet_hours().map(|night| l10n.choice(&quiet(night), hours(night)));
    let nights = menu(NotifyAction::Quiet, "choose-quiet", nights.collect());
    let mut reply = Reply::private(l10n.lines(lines))
        .with_buttons(ways.to_vec())
        .with_row(nights.showing(&hours(chosen.quiet)));
    if daily {
        let hours = (0..24).map(|at| l10n.choice(&hour(at), at.to_string()));
        let hours = menu(NotifyAction::Hour, "choose-hour", hours.collect());
        reply = reply.with_row(hours.showing(&chosen.digest.to_string()));
    }
    let offered = match zones {
        [] => offered_zones().collect(),
        found => found.to_vec(),
    };
    let choice = |known: &Zone| l10n.choice(&zone("zone", known, now), known.name());
    let offered = offered.iter().map(choice).collect();
    let zones = menu(NotifyAction::Zone, "choose-zone", offered);
    let other = CustomId::Notify(NotifyAction::Type);
    reply
        .with_row(zones.showing(chosen.zone.name()))
        .with_buttons([l10n.button(other, "button-zone")])
        .with_buttons(pages(l10n, &SettingsAction::Notices))
}

/// A person's theme, if they have chosen one. It may have been removed since then.
fn own_theme(settings: &Settings) -> Option<&'static Theme> {
    settings.own_theme.as_deref().and_then(siwa_boards::theme)
}

/// The theme of public messages.
pub fn public_theme(settings: &Settings) -> &'static Theme {
    let chosen = settings.public_theme.as_deref();
    chosen.and_then(siwa_boards::theme).unwrap_or(&THEMES[0])
}

/// The theme of private messages.
pub fn private_theme(settings: &Settings) -> &'static Theme {
    own_theme(settings).unwrap_or_else(|| public_theme(settings))
}

/// The name of a theme.
pub(super) fn theme_name(theme: &'static Theme) -> Text {
    Text::term("theme", theme.id)
}

/// The page of a person's theme, with a sample board: the example of the first game's rules.
pub fn themes(l10n: Localizer<'_>, registry: Registry, chosen: &Settings, guild: GuildId) -> Reply {
    let own = own_theme(chosen).map(|theme| theme.id);
    let head = either(own.is_some(), ["theme-own", "theme-default-own"]);
    let mut lines = vec![Text::new(head).with("theme", theme_name(private_theme(chosen)))];
    if guild.is_server() {
        lines.push(Text::new("theme-now-public").with("theme", theme_name(public_theme(chosen))));
    }
    let button = |id: Option<&'static str>, label: Text| {
        let act = SettingsAction::Theme(id.unwrap_or("default").to_owned());
        Button::new(CustomId::Settings(act), l10n.tr(&label)).chosen(id == own)
    };
    let named = |theme: &'static Theme| button(Some(theme.id), theme_name(theme));
    let named = THEMES.iter().map(named);
    let first = registry.games().next();
    let board = first.and_then(|first| rules::example(first, first.info().variants.first()?));
    let reply = Reply {
        theme: Some(private_theme(chosen)),
        ..Reply::private(l10n.lines(lines))
    };
    reply
        .with_board(board)
        .with_buttons(named.chain([button(None, Text::new("theme-default"))]))
        .with_buttons(pages(l10n, &SettingsAction::Theme(String::new())))
}
