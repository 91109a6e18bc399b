//! Who is to see a board: its words and its colours follow from that.

use super::Bot;
use super::failure::{Failure, chain};
use crate::game::{GuildId, PlayerId};
use crate::l10n::Locale;
use crate::render::{self, THEMES, Theme};

/// Who is to see a board.
#[derive(Clone, Copy, Debug)]
pub struct Audience {
    /// Their language.
    pub locale: Locale,
    /// The person who alone sees it; none: all do.
    pub player: Option<PlayerId>,
    /// The server where they see it.
    pub guild: Option<GuildId>,
}

/// The themes that were chosen, as far as there are such themes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Themes {
    /// By a person, for what only they see.
    pub own: Option<&'static Theme>,
    /// By a server, for what all see there.
    pub public: Option<&'static Theme>,
}

impl Themes {
    /// What all see is drawn in this one.
    #[must_use]
    pub fn for_all(self) -> &'static Theme {
        self.public.unwrap_or(&THEMES[0])
    }

    /// What only the person sees is drawn in this one.
    #[must_use]
    pub fn for_one(self) -> &'static Theme {
        self.own.unwrap_or_else(|| self.for_all())
    }
}

impl Bot {
    /// The themes that a person and a server have chosen.
    pub(super) async fn themes(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Themes, Failure> {
        // A theme may have been given up since it was chosen: then it is as if none was.
        let known = |id: Option<String>| id.as_deref().and_then(render::theme);
        let chosen = self.app.themes(player, guild).await?;
        Ok(Themes {
            own: known(chosen.own),
            public: known(chosen.public),
        })
    }

    /// The theme in which an audience sees boards. A board must not be lost for its
    /// colours, so that the usual ones serve if nothing can be learnt.
    pub(super) async fn theme(&self, audience: Audience) -> &'static Theme {
        match self.themes(audience.player, audience.guild).await {
            Ok(themes) => themes.for_one(),
            Err(failure) => {
                tracing::error!(error = chain(&failure), "a theme cannot be read");
                Themes::default().for_all()
            }
        }
    }
}
