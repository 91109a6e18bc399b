//! What servers choose for their games.

use super::{Error, Reads};
use crate::game::{GuildId, GuildRules};
use crate::time::Zone;

impl Reads {
    /// What a server chooses.
    pub async fn guild_rules(&self, guild: GuildId) -> Result<GuildRules, Error> {
        let row: Option<(Option<Zone>, Option<i64>)> =
            sqlx::query_as("select weekends, takebacks from guilds where id = $1")
                .bind(guild)
                .fetch_optional(&self.readers)
                .await?;
        let (weekends, takebacks) = row.unwrap_or_default();
        Ok(GuildRules {
            weekends,
            takebacks: takebacks.is_some_and(|allowed| allowed != 0),
        })
    }
}
