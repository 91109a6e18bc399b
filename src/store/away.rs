//! Absences, and the days used of the yearly limit.

use super::columns::row;
use super::session::changing;
use super::settings::know;
use super::sql::{self, params};
use super::{Error, Reads, Store};
use crate::game::{GameId, PlayerId};
use crate::time::Timestamp;

row! {
    /// A person's absence.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Away {
        /// The end of the present or last absence.
        pub until: Option<Timestamp>,
        /// The year of `used`.
        pub year: i32,
        /// Days used in that year.
        pub used: i64,
    }
}

impl Reads {
    /// A person's absence.
    pub async fn away(&self, player: PlayerId) -> Result<Away, Error> {
        let away = "select away_until as until, coalesce(away_year, 0) as year, coalesce(away_days, 0) as used
                    from players where id = $1";
        let away = sql::find(&self.readers, away, params![player]).await?;
        Ok(away.unwrap_or_default())
    }

    /// A player's running games with a clock, in all servers.
    pub async fn running_everywhere(&self, player: PlayerId) -> Result<Vec<GameId>, Error> {
        let running =
            "select id from games where status = 'playing' and deadline is not null and first = $1
             union all
             select id from games where status = 'playing' and deadline is not null and second = $1";
        Ok(sql::values(&self.readers, running, params![player]).await?)
    }
}

impl Store {
    /// Stores an absence, and the person's name.
    pub async fn set_away(
        &self,
        player: PlayerId,
        name: &str,
        away: Away,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            know(&mut *change, player, name, now).await?;
            let set =
                "update players set away_until = $2, away_year = $3, away_days = $4 where id = $1";
            let set_to = params![player, away.until, i64::from(away.year), away.used];
            sql::run(change, set, set_to).await?;
            Ok(())
        })
    }
}
