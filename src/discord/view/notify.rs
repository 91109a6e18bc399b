//! A player's notification settings.

use super::settings::{chosen_style, pages};
use super::{Localizer, term};
use crate::discord::custom_id::{CustomId, NotifyAction, SettingsAction};
use crate::discord::view::reply::{Reply, Style};
use crate::game::{Notices, Notify, Quiet};
use crate::time::{Timestamp, Zone};
use siwa_games::text::Text;

/// The time zones that are offered, from west to east. Any other can be typed.
const ZONES: &str = include_str!("../../../assets/zones.txt");

/// The offered time zones.
pub(super) fn zones() -> impl Iterator<Item = Zone> {
    ZONES.lines().filter_map(Zone::read)
}

/// The name of a time zone: its city.
pub fn city(zone: &str) -> Text {
    let place = zone.rsplit('/').next().unwrap_or(zone);
    Text::new("city")
        .with("place", place)
        .with("name", place.replace('_', " "))
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

/// A person's settings, with buttons and menus that change them; `zones` are the matches of a typed
/// city.
pub fn notify(l10n: Localizer<'_>, chosen: &Notices, zones: &[Zone], now: Timestamp) -> Reply {
    let how = term("notify", chosen.how.into());
    let quiet = |quiet: Option<Quiet>| match quiet {
        Some(Quiet { from, to }) => Text::new("quiet-hours")
            .with("from", u32::from(from))
            .with("to", u32::from(to)),
        None => Text::new("quiet-never"),
    };
    let hour = |hour: u8| Text::new("hour").with("hour", u32::from(hour));
    let daily = chosen.how == Notify::Digest;
    let mut lines = vec![
        Text::new("notify-how").with("how", how),
        Text::new("notify-quiet").with("hours", quiet(chosen.quiet)),
        zone("notify-zone", &chosen.zone, now),
    ];
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
        let style = chosen_style(how == chosen.how);
        l10n.button(CustomId::Notify(act), label, style)
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
        [] => self::zones().collect(),
        found => found.to_vec(),
    };
    let choice = |known: &Zone| l10n.choice(&zone("zone", known, now), known.name());
    let offered = offered.iter().map(choice).collect();
    let zones = menu(NotifyAction::Zone, "choose-zone", offered);
    let other = CustomId::Notify(NotifyAction::Type);
    reply
        .with_row(zones.showing(chosen.zone.name()))
        .with_buttons([l10n.button(other, "button-zone", Style::Secondary)])
        .with_buttons(pages(l10n, &SettingsAction::Notices))
}
