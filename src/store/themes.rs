//! The themes of people and servers, as ids that only the painter knows.

use super::columns::row;
use super::sql::{self, params};
use super::{Error, Reads};
use crate::game::{GuildId, PlayerId};

row! {
    /// The ids of chosen themes.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Themes {
        /// A person's theme, for boards that only they see.
        pub own: Option<String>,
        /// A server's theme, for public boards.
        pub public: Option<String>,
    }
}

impl Reads {
    /// The themes of a person and a server.
    pub async fn themes(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Themes, Error> {
        let themes = "select (select theme from players where id = $1) as own,
                             (select theme from guilds where id = $2) as public";
        let themes = sql::find(&self.readers, themes, params![player, guild]).await?;
        Ok(themes.unwrap_or_default())
    }
}
