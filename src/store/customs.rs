//! What servers choose for their games.

use sqlx::AnyConnection;

use super::columns::{column, flag};
use super::session::changing;
use super::{Error, Store};
use crate::game::{Customs, GuildId};
use crate::time::Zone;

impl Store {
    /// What a server chooses.
    pub async fn customs(&self, guild: GuildId) -> Result<Customs, Error> {
        let mut reader = self.readers.acquire().await?;
        Ok(of_guild(&mut reader, guild).await?)
    }

    /// Stores that.
    pub async fn choose_customs(&self, guild: GuildId, customs: &Customs) -> Result<(), Error> {
        changing!(self, |change| {
            sqlx::query(
                "insert into guilds (id, weekends, takebacks) values ($1, $2, $3)
             on conflict (id) do update set weekends = $2, takebacks = $3",
            )
            .bind(column(guild.0))
            .bind(customs.weekends.as_ref().map(Zone::name))
            .bind(flag(customs.takebacks))
            .execute(&mut *change)
            .await?;
            Ok(())
        })
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
