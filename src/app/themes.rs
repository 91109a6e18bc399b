//! Which themes people and servers have chosen, by id.

use super::{App, Error};
use crate::game::{GuildId, PlayerId};
use crate::store::Themes;

impl App {
    /// What a person and a server have chosen.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn themes(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Themes, Error> {
        Ok(self.store.themes(player, guild).await?)
    }

    /// A person, who is called `name`, chooses a theme for what only they see,
    /// or none.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn choose_theme(
        &self,
        player: PlayerId,
        name: &str,
        theme: Option<&str>,
    ) -> Result<(), Error> {
        let now = self.now();
        Ok(self.store.choose_theme(player, name, theme, now).await?)
    }

    /// A theme is chosen for what all see in a server, or none. Who may do that
    /// is for the caller to know.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn choose_public_theme(
        &self,
        guild: GuildId,
        theme: Option<&str>,
    ) -> Result<(), Error> {
        Ok(self.store.choose_public_theme(guild, theme).await?)
    }
}
