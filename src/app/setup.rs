//! What a server chooses about where games are played and what challenges are for by default.
//! The callers check the permission.

use super::{App, Error};
use crate::game::{ChannelId, Defaults, GuildId};

impl App {
    /// Where a server lets games be played; nowhere in particular if this is empty.
    pub async fn places(&self, guild: GuildId) -> Result<Vec<ChannelId>, Error> {
        Ok(self.store.places(guild).await?)
    }

    /// Sets that, for the games that begin from now on.
    pub async fn choose_places(&self, guild: GuildId, places: &[ChannelId]) -> Result<(), Error> {
        Ok(self.store.choose_places(guild, places).await?)
    }

    /// In which language a server is spoken to, and what its challenges are for by default.
    pub async fn defaults(&self, guild: GuildId) -> Result<Defaults, Error> {
        Ok(self.store.defaults(guild).await?)
    }

    /// Sets that, for what is said and asked from now on.
    pub async fn choose_defaults(&self, guild: GuildId, chosen: &Defaults) -> Result<(), Error> {
        Ok(self.store.choose_defaults(guild, chosen).await?)
    }
}
