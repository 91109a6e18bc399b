//! What servers choose for their games.

use super::columns::column;
use super::{Error, Reads};
use crate::game::{GuildId, GuildRules};
use crate::time::Zone;

impl Reads {
    /// What a server chooses.
    pub async fn guild_rules(&self, guild: GuildId) -> Result<GuildRules, Error> {
        let row: Option<(Option<String>, Option<i64>)> =
            sqlx::query_as("select weekends, takebacks from guilds where id = $1")
                .bind(column(guild.0))
                .fetch_optional(&self.readers)
                .await?;
        let (weekends, takebacks) = row.unwrap_or_default();
        Ok(guild_rules(weekends.as_deref(), takebacks))
    }
}

/// The columns `weekends` and `takebacks`.
pub(super) fn guild_rules(weekends: Option<&str>, takebacks: Option<i64>) -> GuildRules {
    GuildRules {
        weekends: weekends.map(|zone| Zone::read(zone).unwrap_or_default()),
        takebacks: takebacks.is_some_and(|allowed| allowed != 0),
    }
}
