//! Settings of servers, and the default terms of their challenges.

use super::columns::flag;
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Work};
use crate::game::{ChannelId, Defaults, GuildId, GuildRules, Setting, TimeControl};

/// A statement that sets one column of a server to `$2`, or to an expression.
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
    /// The channels in which a server allows games; empty: all of them.
    pub async fn allowed_channels(&self, guild: GuildId) -> Result<Vec<ChannelId>, Error> {
        let channels = "select channel from allowed_channels where guild = $1 order by channel";
        Ok(sql::values(&self.readers, channels, params![guild]).await?)
    }

    /// A server's settings for new games.
    pub async fn guild_rules(&self, guild: GuildId) -> Result<GuildRules, Error> {
        let row = "select weekends, takebacks from guilds where id = $1";
        let row = sql::find(&self.readers, row, params![guild]).await?;
        let (weekends, takebacks): (_, Option<i64>) = row.unwrap_or_default();
        Ok(GuildRules {
            weekends,
            takebacks: takebacks.is_some_and(|allowed| allowed != 0),
        })
    }

    /// The default terms of challenges in a server.
    pub async fn defaults(&self, guild: GuildId) -> Result<Defaults, Error> {
        let row = "select clock, rated, games_in, tournaments from guilds where id = $1";
        let row = sql::find(&self.readers, row, params![guild]).await?;
        let (clock, rated, place, everyone): (Option<String>, Option<i64>, Option<_>, Option<i64>) =
            row.unwrap_or_default();
        let usual = Defaults::default();
        // A time control that is no longer offered is ignored.
        let clock = clock.as_deref().and_then(TimeControl::offered);
        Ok(Defaults {
            time: clock.unwrap_or(usual.time),
            rated: rated.map_or(usual.rated, |rated| rated != 0),
            games_in: place.unwrap_or_default(),
            tournaments: everyone == Some(1),
        })
    }
}

impl Work {
    /// Stores one setting of a server, and writes nothing else: another admin may be changing that
    /// at the same time. The callers check the permission.
    pub async fn choose(&self, guild: GuildId, chosen: &Setting) -> Result<(), Error> {
        changing!(self, |change| {
            let (set, params) = match chosen {
                Setting::AllowedChannels(channels) => {
                    let forget = "delete from allowed_channels where guild = $1";
                    sql::run(&mut *change, forget, params![guild]).await?;
                    let allow = "insert into allowed_channels (guild, channel) values ($1, $2)
                                 on conflict do nothing";
                    for channel in channels {
                        sql::run(&mut *change, allow, params![guild, channel]).await?;
                    }
                    return Ok(());
                }
                Setting::Locale(tag) => (setting!("locale"), params![guild, tag]),
                Setting::FirstLocale(tag) => {
                    let set = setting!("locale", "coalesce(guilds.locale, $2)");
                    (set, params![guild, tag])
                }
                Setting::Clock(clock) => (setting!("clock"), params![guild, clock.name()]),
                Setting::Rated(rated) => (setting!("rated"), params![guild, flag(*rated)]),
                Setting::Weekends(zone) => (setting!("weekends"), params![guild, zone]),
                Setting::Takebacks(may) => (setting!("takebacks"), params![guild, flag(*may)]),
                Setting::Tournaments(all) => (setting!("tournaments"), params![guild, flag(*all)]),
                Setting::GamesIn(place) => (setting!("games_in"), params![guild, place]),
                Setting::Theme(theme) => (setting!("theme"), params![guild, theme]),
            };
            sql::run(change, set, params).await?;
            Ok(())
        })
    }
}
