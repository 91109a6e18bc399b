//! A server's settings and the bot's missing permissions there.

use strum::VariantArray as _;

use super::notify::{city, zone, zones};
use super::settings::either;
use super::theme::theme_name;
use super::{Localizer, Themes, choice, term, time};
use crate::discord::custom_id::{CustomId, SetupAction};
use crate::discord::view::reply::{Button, Choice, MAX_CHOICES, Reply, Row, Style};
use crate::game::{ChannelId, Defaults, GamesIn, GuildRules, TimeControl};
use crate::l10n::Locale;
use crate::time::Timestamp;
use siwa_boards::THEMES;
use siwa_games::text::{Arg, Text};

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

/// A server's settings.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The checked channels with their missing permissions, or `None` for a deleted one; `None` if
    /// Discord did not answer.
    pub checked: Option<Vec<(ChannelId, Option<Vec<MissingPermission>>)>>,
    /// The channels for games; empty: all.
    pub allowed_channels: Vec<ChannelId>,
    /// The tag of the language; `None`: the language that Discord has for the server.
    pub locale: Option<String>,
    /// The default terms of challenges.
    pub defaults: Defaults,
    /// The themes of boards.
    pub themes: Themes,
    /// Weekends and takebacks.
    pub guild_rules: GuildRules,
}

impl Setup {
    /// The deleted channels.
    fn gone(&self) -> Vec<ChannelId> {
        let checked = self.checked.iter().flatten();
        let gone = checked.filter(|(_, lacks)| lacks.is_none());
        gone.map(|(channel, _)| *channel).collect()
    }
}

/// Channels as links.
pub fn links(channels: &[ChannelId]) -> String {
    let links: Vec<String> = channels.iter().map(|it| format!("<#{it}>")).collect();
    links.join(" ")
}

/// The settings, with menus and buttons that change them.
pub fn setup(l10n: Localizer<'_>, chosen: &Setup, now: Timestamp) -> Reply {
    let mut lines = vec![Text::new("setup-head")];
    lines.extend(checks(chosen));
    lines.extend(choices(l10n, chosen));
    let menu = |act, placeholder, options| l10n.menu(CustomId::Setup(act), placeholder, options);
    let mut languages = vec![Choice::new(l10n.word("setup-language-of-server"), NOTHING)];
    languages.extend(Locale::all().map(|it| Choice::new(language(l10n, it), it.tag())));
    let themes = THEMES.iter();
    let themes = themes.map(|it| l10n.choice(&choice(theme_name(it)), it.id));
    let homes = GamesIn::VARIANTS.iter();
    let homes = homes.map(|it| l10n.choice(&choice(games_in(*it)), it.as_ref()));
    let clocks = TimeControl::OFFERED.map(|(name, limit)| l10n.choice(&time(limit), name));
    let still = zones().map(|known| {
        let label = Text::new("weekends-still").with("zone", zone("zone", &known, now));
        l10n.choice(&label, known.name())
    });
    let mut weekends = vec![Choice::new(l10n.word("weekends-count"), NOTHING)];
    weekends.extend(still.take(MAX_CHOICES - 1));
    let (themes, homes) = (themes.collect(), homes.collect());
    let gone = chosen.gone();
    let channels = chosen.allowed_channels.iter();
    let channels = channels.filter(|place| !gone.contains(place));
    let places = Row::Channels {
        id: CustomId::Setup(SetupAction::Places),
        placeholder: l10n.word("choose-places"),
        chosen: channels.copied().collect(),
    };
    Reply::private(l10n.lines(lines))
        .with_row(places)
        .with_row(menu(SetupAction::GamesIn, "choose-games-in", homes))
        .with_row(menu(SetupAction::Language, "choose-language", languages))
        .with_row(menu(SetupAction::Theme, "choose-theme", themes))
        .with_row(menu(SetupAction::Clock, "choose-clock", clocks.into()))
        .with_row(menu(SetupAction::Weekends, "choose-weekends", weekends))
        .with_buttons(buttons(l10n, chosen))
}

/// The missing permissions; channels with the same ones share a line.
fn checks(chosen: &Setup) -> Vec<Text> {
    let Some(checked) = &chosen.checked else {
        return vec![Text::new("setup-unchecked")];
    };
    let mut groups: Vec<(&[MissingPermission], Vec<ChannelId>)> = Vec::new();
    let mut sound = Vec::new();
    for (channel, lacks) in checked {
        let Some(lacks) = lacks else { continue };
        if lacks.is_empty() {
            sound.push(*channel);
        }
        for missing in lacks.chunk_by(|one, other| one.effect == other.effect) {
            match groups.iter_mut().find(|it| it.0 == missing) {
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
    let gone = chosen.gone();
    if !gone.is_empty() {
        let line = Text::new("setup-gone").with("count", gone.len());
        lines.push(line.with("channels", links(&gone)));
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
fn choices(l10n: Localizer<'_>, chosen: &Setup) -> Vec<Text> {
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
        Some(zone) => Text::new("settings-weekends").with("zone", city(zone.name())),
        None => Text::new("settings-no-weekends"),
    };
    let takebacks = ["settings-takebacks", "settings-no-takebacks"];
    let tournaments = ["settings-tournaments", "settings-no-tournaments"];
    vec![
        channels,
        Text::new("settings-games-in").with("place", games_in(defaults.games_in)),
        language,
        Text::new("theme-now-public").with("theme", theme_name(chosen.themes.for_all())),
        Text::new("setup-clock").with("time", time(defaults.time)),
        Text::new(either(defaults.rated, ["setup-rated", "setup-unrated"])),
        weekends,
        Text::new(either(chosen.guild_rules.takebacks, takebacks)),
        Text::new(either(defaults.tournaments, tournaments)),
    ]
}

fn buttons(l10n: Localizer<'_>, chosen: &Setup) -> Vec<Button> {
    let button = |act, label| l10n.button(CustomId::Setup(act), label, Style::Secondary);
    let change = |is_on: bool, act: fn(bool) -> SetupAction, labels| {
        button(act(!is_on), either(is_on, labels))
    };
    let rated = ["button-unrated", "button-rated"];
    let takebacks = ["button-no-takebacks", "button-takebacks"];
    let tournaments = ["button-no-tournaments", "button-tournaments"];
    let (defaults, rules) = (&chosen.defaults, &chosen.guild_rules);
    let mut buttons = vec![
        change(defaults.rated, SetupAction::Rated, rated),
        change(rules.takebacks, SetupAction::Takebacks, takebacks),
        change(defaults.tournaments, SetupAction::Tournaments, tournaments),
    ];
    if !chosen.allowed_channels.is_empty() {
        buttons.push(button(SetupAction::Anywhere, "button-anywhere"));
    }
    buttons.push(button(SetupAction::Check, "button-check"));
    buttons
}

fn games_in(place: GamesIn) -> Arg {
    term("games-in", place.into())
}

/// The name of a language in that language.
fn language(l10n: Localizer<'_>, locale: Locale) -> String {
    l10n.l10n.word(locale, "language")
}
