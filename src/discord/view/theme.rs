//! Themes of boards, and the page on which a person chooses one.

use super::settings::{chosen_style, pages};
use super::{Localizer, choice, rules, term};
use crate::app::Presentation;
use crate::discord::custom_id::{CustomId, SettingsAction};
use crate::discord::view::reply::{Button, Reply};
use crate::game::GuildId;
use siwa_boards::{THEMES, Theme};
use siwa_games::registry::Registry;
use siwa_games::text::{Arg, Text};

/// The chosen themes, if they exist.
#[derive(Clone, Copy, Debug, Default)]
pub struct Themes {
    /// A person's theme, for private messages.
    pub own: Option<&'static Theme>,
    /// A server's theme, for public messages.
    pub public: Option<&'static Theme>,
}

impl From<Presentation> for Themes {
    fn from(chosen: Presentation) -> Self {
        // A theme may have been removed since it was chosen.
        let known = |id: Option<String>| id.as_deref().and_then(siwa_boards::theme);
        Self {
            own: known(chosen.own_theme),
            public: known(chosen.public_theme),
        }
    }
}

impl Themes {
    /// The theme of public messages.
    pub fn for_all(self) -> &'static Theme {
        self.public.unwrap_or(&THEMES[0])
    }

    /// The theme of private messages.
    pub fn for_one(self) -> &'static Theme {
        self.own.unwrap_or_else(|| self.for_all())
    }
}

/// The name of a theme.
pub fn theme_name(theme: &'static Theme) -> Arg {
    term("theme", theme.id)
}

/// The page of a person's theme, with a sample board: the example of the first game's rules.
pub fn themes(l10n: Localizer<'_>, registry: Registry, themes: Themes, guild: GuildId) -> Reply {
    let own = match themes.own {
        Some(_) => "theme-own",
        None => "theme-default-own",
    };
    let mut lines = vec![Text::new(own).with("theme", theme_name(themes.for_one()))];
    if guild.is_server() {
        lines.push(Text::new("theme-now-public").with("theme", theme_name(themes.for_all())));
    }
    let own = themes.own.map(|theme| theme.id);
    let button = |id: Option<&'static str>, label: Text| {
        let act = SettingsAction::Theme(id.unwrap_or("default").to_owned());
        Button::new(
            CustomId::Settings(act),
            l10n.tr(&label),
            chosen_style(id == own),
        )
    };
    let chosen = THEMES
        .iter()
        .map(|theme| button(Some(theme.id), choice(theme_name(theme))));
    let first = registry.games().next();
    let board = first.and_then(|first| rules::example(first, first.info().variants.first()?));
    let reply = Reply {
        theme: Some(themes.for_one()),
        ..Reply::private(l10n.lines(lines))
    };
    reply
        .with_board(board)
        .with_buttons(chosen.chain([button(None, Text::new("theme-default"))]))
        .with_buttons(pages(l10n, &SettingsAction::Theme(String::new())))
}
