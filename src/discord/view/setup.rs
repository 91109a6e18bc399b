//! A server's settings and the bot's missing permissions there.

use strum::VariantArray as _;

use super::settings::{city, offered_zones, public_theme, theme_name, zone};
use super::{Arg, Choice, CustomId, Localizer, MAX_CHOICES, Reply, Row, Text, either, time};
use crate::app::Settings;
use crate::discord::custom_id::SetupAction;
use crate::game::{ChannelId, GamesIn, TimeControl};
use crate::l10n::Locale;
use crate::time::Timestamp;
use siwa_boards::{THEMES, Theme};

/// The value of a choice that resets a setting.
const NOTHING: &str = "none";

/// The text about channels in which no game can be played.
pub const NO_GAMES: &str = "setup-lacks";
/// The text about channels in which no game can have a thread.
pub const NO_THREADS: &str = "setup-lacks-threads";
/// The text about channels in which the bot cannot read its messages.
pub const NO_HISTORY: &str = "setup-lacks-history";

/// A permission that the bot needs in a channel, but does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingPermission {
    /// The text that names the permission.
    pub name: &'static str,
    /// The text about channels without it, which names what does not work there.
    pub effect: &'static str,
}

/// What keeps the bot from posting in a server.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The channels with their missing permissions, or `None` for a deleted one.
    pub channels: Vec<(ChannelId, Option<Vec<MissingPermission>>)>,
    /// When the timeout ends in which a moderator put the bot, perhaps in the past.
    pub silenced_until: Option<Timestamp>,
}

/// A server's settings, and whether they can work.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What Discord says about the bot there; `None` if it did not answer.
    pub checked: Option<Checked>,
    /// What the server has chosen.
    pub settings: Settings,
}

/// Channels as links.
pub fn links(channels: &[ChannelId]) -> String {
    let links = channels.iter().map(|channel| format!("<#{channel}>"));
    links.collect::<Vec<_>>().join(" ")
}

/// The settings, with menus and buttons that change them.
pub fn setup(l10n: Localizer<'_>, setup: &Setup, now: Timestamp) -> Reply {
    let Setup { checked, settings } = setup;
    let checked_channels = checked.iter().flat_map(|checked| &checked.channels);
    let gone = checked_channels.filter(|(_, lacks)| lacks.is_none());
    let gone: Vec<ChannelId> = gone.map(|(channel, _)| *channel).collect();
    let mut lines = vec![Text::new("setup-head")];
    lines.extend(checks(setup, &gone, now));
    lines.extend(choices(l10n, settings));
    let menu = |act, placeholder, options| l10n.menu(CustomId::Setup(act), placeholder, options);
    let mut languages = vec![Choice::new(l10n.word("setup-language-of-server"), NOTHING)];
    languages.extend(Locale::all().map(|locale| Choice::new(language(l10n, locale), locale.tag())));
    let theme = |theme: &'static Theme| l10n.choice(&theme_name(theme), theme.id);
    let themes = THEMES.iter().map(theme).collect();
    let games_in = |place: &GamesIn| Text::term("games-in", place.into());
    let home = |place: &GamesIn| l10n.choice(&games_in(place), place.as_ref());
    let homes = GamesIn::VARIANTS.iter().map(home).collect();
    let clocks = TimeControl::OFFERED.map(|(name, limit)| l10n.choice(&time(limit), name));
    let still = offered_zones().map(|known| {
        let label = Text::new("weekends-still").with("zone", zone("zone", &known, now));
        l10n.choice(&label, known.name())
    });
    let mut weekends = vec![Choice::new(l10n.word("weekends-count"), NOTHING)];
    weekends.extend(still.take(MAX_CHOICES - 1));
    let channels = settings.allowed_channels.iter();
    let channels = channels.filter(|place| !gone.contains(place));
    let places = Row::Channels {
        id: CustomId::Setup(SetupAction::Places),
        placeholder: l10n.word("choose-places"),
        chosen: channels.copied().collect(),
    };
    let button = |act, label| l10n.button(CustomId::Setup(act), label);
    let change = |is_on: bool, act: fn(bool) -> SetupAction, labels| {
        button(act(!is_on), either(is_on, labels))
    };
    let rated = ["button-unrated", "button-rated"];
    let takebacks = ["button-no-takebacks", "button-takebacks"];
    let tournaments = ["button-no-tournaments", "button-tournaments"];
    let defaults = &settings.defaults;
    let rules = &settings.guild_rules;
    let mut buttons = vec![
        change(defaults.rated, SetupAction::Rated, rated),
        change(rules.takebacks, SetupAction::Takebacks, takebacks),
        change(defaults.tournaments, SetupAction::Tournaments, tournaments),
    ];
    if !settings.allowed_channels.is_empty() {
        buttons.push(button(SetupAction::Anywhere, "button-anywhere"));
    }
    buttons.push(button(SetupAction::Check, "button-check"));
    Reply::private(l10n.lines(lines))
        .with_row(places)
        .with_row(menu(SetupAction::GamesIn, "choose-games-in", homes))
        .with_row(menu(SetupAction::Language, "choose-language", languages))
        .with_row(menu(SetupAction::Theme, "choose-theme", themes))
        .with_row(menu(SetupAction::Clock, "choose-clock", clocks.into()))
        .with_row(menu(SetupAction::Weekends, "choose-weekends", weekends))
        .with_buttons(buttons)
}

/// The missing permissions; channels with the same ones share a line.
fn checks(setup: &Setup, gone: &[ChannelId], now: Timestamp) -> Vec<Text> {
    let Some(checked) = &setup.checked else {
        return vec![Text::new("setup-unchecked")];
    };
    if let Some(until) = checked.silenced_until
        && until > now
    {
        // Permissions change nothing before it ends.
        return vec![Text::new("setup-timed-out").with("ends", Arg::Moment(until.0))];
    }
    let mut groups: Vec<(&[MissingPermission], Vec<ChannelId>)> = Vec::new();
    let mut sound = Vec::new();
    for (channel, lacks) in &checked.channels {
        let Some(lacks) = lacks else { continue };
        if lacks.is_empty() {
            sound.push(*channel);
        }
        for missing in lacks.chunk_by(|one, other| one.effect == other.effect) {
            match groups.iter_mut().find(|group| group.0 == missing) {
                Some((_, channels)) => channels.push(*channel),
                None => groups.push((missing, vec![*channel])),
            }
            if missing[0].effect == NO_GAMES {
                // The other checks make no sense before this is fixed.
                break;
            }
        }
    }
    let mut lines = Vec::new();
    if !gone.is_empty() {
        let line = Text::new("setup-gone").with("count", gone.len());
        lines.push(line.with("channels", links(gone)));
    }
    for (lacks, channels) in groups {
        let names = lacks.iter().map(|lack| Text::new(lack.name));
        lines.extend(Text::list(names.collect()).map(|list| {
            Text::new(lacks[0].effect)
                .with("channels", links(&channels))
                .with("permissions", list)
                .with("count", lacks.len())
        }));
    }
    if !sound.is_empty() {
        lines.push(Text::new("setup-sound").with("channels", links(&sound)));
    }
    lines
}

/// The settings, one a line.
fn choices(l10n: Localizer<'_>, chosen: &Settings) -> Vec<Text> {
    let defaults = &chosen.defaults;
    let channels = match chosen.allowed_channels.as_slice() {
        [] => Text::new("setup-anywhere"),
        channels => Text::new("setup-places").with("channels", links(channels)),
    };
    let language = match chosen.locale.as_deref() {
        None => Text::new("setup-own-language"),
        Some(tag) => {
            let language = language(l10n, Locale::from_tag(tag));
            Text::new("setup-language").with("language", language)
        }
    };
    let weekends = match &chosen.guild_rules.weekends {
        Some(zone) => {
            let days = zone.weekend_days();
            let day = |day: i8| Text::new("weekday").with("day", u32::from(day.unsigned_abs()));
            Text::new("settings-weekends")
                .with("first", day(*days.start()))
                .with("last", day(*days.end()))
                .with("days", days.count())
                .with("zone", city(zone.name()))
        }
        None => Text::new("settings-no-weekends"),
    };
    let takebacks = ["settings-takebacks", "settings-no-takebacks"];
    let tournaments = ["settings-tournaments", "settings-no-tournaments"];
    vec![
        channels,
        Text::new("settings-games-in")
            .with("place", Text::term("games-in", defaults.games_in.into())),
        language,
        Text::new("theme-now-public").with("theme", theme_name(public_theme(chosen))),
        Text::new("setup-clock").with("time", time(defaults.time)),
        Text::new(either(defaults.rated, ["setup-rated", "setup-unrated"])),
        weekends,
        Text::new(either(chosen.guild_rules.takebacks, takebacks)),
        Text::new(either(defaults.tournaments, tournaments)),
    ]
}

/// The name of a language in that language.
fn language(l10n: Localizer<'_>, locale: Locale) -> String {
    l10n.l10n.word(locale, "language")
}
