//! Who is away, and how much of the year they were.

use super::columns::{column, id, row};
use super::players::know;
use super::session::changing;
use super::{Error, Reads, Store};
use crate::game::{GameId, PlayerId};
use crate::time::Timestamp;

/// Whether somebody is away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Away {
    /// Until when, or until when they were.
    pub until: Option<Timestamp>,
    /// The year that is counted.
    pub year: i32,
    /// How many days of it were used.
    pub used: i64,
}

row! {
    struct Row {
        away_until: Option<i64>,
        away_year: Option<i32>,
        away_days: Option<i64>,
    }
}

impl Reads {
    /// Whether a person is away.
    pub async fn away(&self, player: PlayerId) -> Result<Away, Error> {
        let row: Option<Row> =
            sqlx::query_as("select away_until, away_year, away_days from players where id = $1")
                .bind(column(player.0))
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map_or_else(Away::default, |row| Away {
            until: row.away_until.map(Timestamp),
            year: row.away_year.unwrap_or_default(),
            used: row.away_days.unwrap_or_default(),
        }))
    }

    /// A player's running games with a clock, in all servers.
    pub async fn running_everywhere(&self, player: PlayerId) -> Result<Vec<GameId>, Error> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "select id from games where status = 'playing' and deadline is not null and first = $1
             union all
             select id from games where status = 'playing' and deadline is not null and second = $1",
        )
        .bind(column(player.0))
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(|game| GameId(id(game))).collect())
    }
}

impl Store {
    /// Stores that, and a person's name.
    pub async fn set_away(
        &self,
        player: PlayerId,
        name: &str,
        away: Away,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            know(&mut *change, player, name, now).await?;
            sqlx::query(
                "update players set away_until = $1, away_year = $2, away_days = $3 where id = $4",
            )
            .bind(away.until.map(|until| until.0))
            .bind(i64::from(away.year))
            .bind(away.used)
            .bind(column(player.0))
            .execute(&mut *change)
            .await?;
            Ok(())
        })
    }
}
