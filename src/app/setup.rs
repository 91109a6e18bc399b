//! What a server chooses. The callers check the permission.

use super::{App, Error};
use crate::game::{ChannelId, Customs, Defaults, GuildId, Setting};

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

    /// What a server chooses for the games that begin there.
    pub async fn customs(&self, guild: GuildId) -> Result<Customs, Error> {
        Ok(self.store.customs(guild).await?)
    }

    /// Sets one thing that a server chooses, for what begins, and is said and asked, from now on.
    pub async fn choose(&self, guild: GuildId, chosen: &Setting) -> Result<(), Error> {
        Ok(self.store.choose(guild, chosen).await?)
    }
}
