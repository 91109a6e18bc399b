//! What servers choose for their games. The callers check the permission.

use super::{App, Error};
use crate::game::{Customs, GuildId};

impl App {
    /// What a server chooses.
    pub async fn customs(&self, guild: GuildId) -> Result<Customs, Error> {
        Ok(self.store.customs(guild).await?)
    }

    /// Sets that, for the games that begin from now on.
    pub async fn choose_customs(&self, guild: GuildId, customs: &Customs) -> Result<(), Error> {
        Ok(self.store.choose_customs(guild, customs).await?)
    }
}
