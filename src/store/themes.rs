//! The language and the themes that people and servers chose for their messages.

use super::columns::row;
use super::sql::{self, params};
use super::{Error, Reads};
use crate::game::{GuildId, PlayerId};

row! {
    /// How messages are presented. Only the painter knows the themes; here they are ids.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Presentation {
        /// A server's language, for public messages.
        pub locale: Option<String>,
        /// A person's theme, for boards that only they see.
        pub own_theme: Option<String>,
        /// A server's theme, for public boards.
        pub public_theme: Option<String>,
    }
}

impl Reads {
    /// What a person and a server chose.
    pub async fn presentation(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Presentation, Error> {
        let chosen = "select (select locale from guilds where id = $2) as locale,
                             (select theme from players where id = $1) as own_theme,
                             (select theme from guilds where id = $2) as public_theme";
        let chosen = sql::find(&self.readers, chosen, params![player, guild]).await?;
        Ok(chosen.unwrap_or_default())
    }
}
