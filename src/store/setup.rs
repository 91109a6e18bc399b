//! What a server chooses, and what its challenges are for by default.

use sqlx::AnyConnection;

use super::columns::{flag, row};
use super::session::changing;
use super::{Error, Reads, Work};
use crate::game::{ChannelId, Defaults, GuildId, GuildRules, Setting, TimeControl};
use crate::time::Zone;

row! {
    #[derive(Default)]
    struct Row {
        locale: Option<String>,
        clock: Option<String>,
        rated: Option<i64>,
    }
}

/// What sets one column of a server to `$2`, or to an expression.
macro_rules! setting {
    ($column:literal) => {
        setting!($column, "$2")
    };
    ($column:literal, $value:literal) => {
        concat!(
            "insert into guilds (id, ",
            $column,
            ") values ($1, $2) on conflict (id) do update set ",
            $column,
            " = ",
            $value
        )
    };
}

impl Reads {
    /// Where a server lets games be played; nowhere in particular if this is empty.
    pub async fn allowed_channels(&self, guild: GuildId) -> Result<Vec<ChannelId>, Error> {
        Ok(sqlx::query_scalar(
            "select channel from allowed_channels where guild = $1 order by channel",
        )
        .bind(guild)
        .fetch_all(&self.readers)
        .await?)
    }

    /// What a server chooses for the games that begin there.
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

    /// In which language a server is spoken to, and what its challenges are for by default.
    pub async fn defaults(&self, guild: GuildId) -> Result<Defaults, Error> {
        let row: Option<Row> =
            sqlx::query_as("select locale, clock, rated from guilds where id = $1")
                .bind(guild)
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
}

impl Work {
    /// Stores one thing that a server chooses. Nothing else is written, for somebody else may
    /// be choosing that at the same time. The callers check the permission.
    pub async fn choose(&self, guild: GuildId, chosen: &Setting) -> Result<(), Error> {
        changing!(self, |change| {
            let set = |sql: &'static str| sqlx::query::<sqlx::Any>(sql).bind(guild);
            let set = match chosen {
                Setting::AllowedChannels(channels) => {
                    return choose_allowed_channels(change, guild, channels).await;
                }
                Setting::Locale(tag) => set(setting!("locale")).bind(tag.as_deref()),
                Setting::FirstLocale(tag) => {
                    set(setting!("locale", "coalesce(guilds.locale, $2)")).bind(tag.as_str())
                }
                Setting::Clock(clock) => set(setting!("clock")).bind(clock.name()),
                Setting::Rated(rated) => set(setting!("rated")).bind(flag(*rated)),
                Setting::Weekends(zone) => set(setting!("weekends")).bind(zone.clone()),
                Setting::Takebacks(may) => set(setting!("takebacks")).bind(flag(*may)),
                Setting::GamesIn(place) => set(setting!("games_in")).bind(*place),
                Setting::Theme(theme) => set(setting!("theme")).bind(theme.as_deref()),
            };
            set.execute(&mut *change).await?;
            Ok(())
        })
    }
}

async fn choose_allowed_channels(
    connection: &mut AnyConnection,
    guild: GuildId,
    channels: &[ChannelId],
) -> Result<(), Error> {
    sqlx::query("delete from allowed_channels where guild = $1")
        .bind(guild)
        .execute(&mut *connection)
        .await?;
    for channel in channels {
        sqlx::query(
            "insert into allowed_channels (guild, channel) values ($1, $2) on conflict do nothing",
        )
        .bind(guild)
        .bind(channel)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
