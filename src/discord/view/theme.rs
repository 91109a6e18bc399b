//! The present themes, or a newly chosen one, with a sample board.

use super::{Localizer, rules, term};
use crate::app::Presentation;
use crate::discord::view::reply::Reply;
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

/// The present themes.
pub fn themes(l10n: Localizer<'_>, registry: Registry, themes: Themes) -> Reply {
    let own = match themes.own {
        Some(_) => "theme-now-own",
        None => "theme-now-none",
    };
    let lines = [
        Text::new(own).with("theme", theme_name(themes.for_one())),
        Text::new("theme-now-public").with("theme", theme_name(themes.for_all())),
        Text::new("theme-now-how").with("permission", Text::new("permission-manage")),
    ];
    sample(registry, l10n.lines(lines), themes.for_one())
}

/// A newly chosen theme, of a person or of a server.
pub fn chosen_theme(
    l10n: Localizer<'_>,
    registry: Registry,
    themes: Themes,
    for_server: bool,
) -> Reply {
    let (theme, id) = match (for_server, themes.own, themes.public) {
        (false, Some(_), _) => (themes.for_one(), "theme-own"),
        (false, None, _) => (themes.for_one(), "theme-own-default"),
        (true, _, Some(_)) => (themes.for_all(), "theme-public"),
        (true, _, None) => (themes.for_all(), "theme-public-default"),
    };
    let chosen = Text::new(id).with("theme", theme_name(theme));
    sample(registry, l10n.tr(&chosen), theme)
}

/// A message with a sample of a theme: the example of the first game's rules.
fn sample(registry: Registry, text: String, theme: &'static Theme) -> Reply {
    let reply = Reply {
        theme: Some(theme),
        ..Reply::private(text)
    };
    let first = registry.games().next();
    let board = first.and_then(|first| rules::example(first, first.info().variants.first()?));
    reply.with_board(board)
}
