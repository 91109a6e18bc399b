//! Where a server lets games be played, and what its challenges are for by default.

use super::columns::{column, flag, id, row};
use super::session::changing;
use super::{Error, Store};
use crate::game::{ChannelId, Defaults, GuildId, TimeControl};

row! {
    #[derive(Default)]
    struct Row {
        locale: Option<String>,
        clock: Option<String>,
        rated: Option<i64>,
    }
}

impl Store {
    /// Where a server lets games be played; nowhere in particular if this is empty.
    pub async fn places(&self, guild: GuildId) -> Result<Vec<ChannelId>, Error> {
        let places: Vec<i64> =
            sqlx::query_scalar("select channel from places where guild = $1 order by channel")
                .bind(column(guild.0))
                .fetch_all(&self.readers)
                .await?;
        Ok(places.into_iter().map(|it| ChannelId(id(it))).collect())
    }

    /// Stores that.
    pub async fn choose_places(&self, guild: GuildId, places: &[ChannelId]) -> Result<(), Error> {
        changing!(self, |change| {
            sqlx::query("delete from places where guild = $1")
                .bind(column(guild.0))
                .execute(&mut *change)
                .await?;
            for place in places {
                sqlx::query(
                    "insert into places (guild, channel) values ($1, $2) on conflict do nothing",
                )
                .bind(column(guild.0))
                .bind(column(place.0))
                .execute(&mut *change)
                .await?;
            }
            Ok(())
        })
    }

    /// In which language a server is spoken to, and what its challenges are for by default.
    pub async fn defaults(&self, guild: GuildId) -> Result<Defaults, Error> {
        let row: Option<Row> =
            sqlx::query_as("select locale, clock, rated from guilds where id = $1")
                .bind(column(guild.0))
                .fetch_optional(&self.readers)
                .await?;
        let row = row.unwrap_or_default();
        let usual = Defaults::default();
        // A clock that is not offered any more is as good as none.
        let clock = row.clock.as_deref().and_then(TimeControl::offered);
        Ok(Defaults {
            locale: row.locale,
            time: clock.unwrap_or(usual.time),
            rated: row.rated.map_or(usual.rated, |rated| rated != 0),
        })
    }

    /// Stores that.
    pub async fn choose_defaults(&self, guild: GuildId, chosen: &Defaults) -> Result<(), Error> {
        sqlx::query(
            "insert into guilds (id, locale, clock, rated) values ($1, $2, $3, $4)
             on conflict (id) do update set locale = $2, clock = $3, rated = $4",
        )
        .bind(column(guild.0))
        .bind(chosen.locale.as_deref())
        .bind(chosen.time.name())
        .bind(flag(chosen.rated))
        .execute(&self.writer)
        .await?;
        Ok(())
    }
}
