//! What servers choose for their games.

use sqlx::AnyConnection;

use super::columns::column;
use super::{Error, Reads};
use crate::game::{Customs, GuildId};
use crate::time::Zone;

impl Reads {
    /// What a server chooses.
    pub async fn customs(&self, guild: GuildId) -> Result<Customs, Error> {
        let mut reader = self.readers.acquire().await?;
        Ok(of_guild(&mut reader, guild).await?)
    }
}

/// What a server chooses.
pub(super) async fn of_guild(
    connection: &mut AnyConnection,
    guild: GuildId,
) -> Result<Customs, sqlx::Error> {
    let row: Option<(Option<String>, Option<i64>)> =
        sqlx::query_as("select weekends, takebacks from guilds where id = $1")
            .bind(column(guild.0))
            .fetch_optional(connection)
            .await?;
    let (weekends, takebacks) = row.unwrap_or_default();
    Ok(customs(weekends.as_deref(), takebacks))
}

/// The columns `weekends` and `takebacks`.
pub(super) fn customs(weekends: Option<&str>, takebacks: Option<i64>) -> Customs {
    Customs {
        weekends: weekends.map(|zone| Zone::read(zone).unwrap_or_default()),
        takebacks: takebacks.is_some_and(|allowed| allowed != 0),
    }
}
