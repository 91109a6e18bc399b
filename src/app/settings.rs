//! What people and servers choose.

use super::{App, Error};
use crate::game::{GuildId, PlayerId, Preference, Setting};

impl App {
    /// Sets one thing that a person called `name` prefers.
    pub async fn prefer(
        &self,
        player: PlayerId,
        name: &str,
        preference: &Preference,
    ) -> Result<(), Error> {
        let now = self.now();
        Ok(self.store.prefer(player, name, preference, now).await?)
    }

    /// Sets one thing that a server chooses, for what begins, and is said and asked, from now on.
    /// The callers check the permission.
    pub async fn choose(&self, guild: GuildId, chosen: &Setting) -> Result<(), Error> {
        Ok(self.store.choose(guild, chosen).await?)
    }
}
