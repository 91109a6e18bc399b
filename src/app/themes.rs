//! Which themes people and servers have chosen, by id.

use super::{App, Error};
use crate::game::{GuildId, PlayerId};
use crate::store::Themes;

impl App {
    /// What a person and a server have chosen.
    pub async fn themes(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Themes, Error> {
        Ok(self.store.themes(player, guild).await?)
    }

    /// Sets the theme of what only this person, called `name`, sees; none for the default.
    pub async fn choose_theme(
        &self,
        player: PlayerId,
        name: &str,
        theme: Option<&str>,
    ) -> Result<(), Error> {
        let now = self.now();
        Ok(self.store.choose_theme(player, name, theme, now).await?)
    }
}
