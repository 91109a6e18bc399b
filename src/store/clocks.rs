//! What is to be told about the time of a turn, and when.

use sqlx::sqlite::SqliteConnection;

use super::columns::{column, id};
use super::outbox::{Debt, owe};
use super::{Error, Store};
use crate::game::{Clock, Game, GameId, PlayerId, Terms};
use crate::rules::Side;
use crate::time::Timestamp;

/// At how many per cent of the time left a player is reminded, unless they choose otherwise.
pub const USUAL_REMINDER: u8 = 25;

impl Store {
    /// At how many per cent of the time left a player wants to be reminded; 0: never.
    pub async fn reminder(&self, player: PlayerId) -> Result<u8, Error> {
        let mut reader = self.readers.acquire().await?;
        Ok(reminder(&mut reader, player).await?)
    }

    /// Stores that, and a person's name.
    pub async fn choose_reminder(
        &self,
        player: PlayerId,
        name: &str,
        share: u8,
        now: Timestamp,
    ) -> Result<(), Error> {
        sqlx::query(
            "insert into players (id, name, seen, reminder) values (?1, ?2, ?3, ?4)
             on conflict (id) do update set name = ?2, seen = ?3, reminder = ?4",
        )
        .bind(column(player.0))
        .bind(name)
        .bind(now.0)
        .bind(share)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// Running games in which there is something to tell about the time, at most a hundred.
    pub async fn alarms(&self, now: Timestamp) -> Result<Vec<GameId>, Error> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "select id from games where status = 'playing' and alarm <= ? order by alarm limit 100",
        )
        .bind(now.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(|game| GameId(id(game))).collect())
    }

    /// Looks at a game again only then.
    pub async fn put_off(&self, game: GameId, then: Timestamp) -> Result<(), Error> {
        sqlx::query("update games set alarm = ? where id = ?")
            .bind(then.0)
            .bind(column(game.0))
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Notes that `debt`, if any, is to be told, and when there will be something next.
    /// Returns whether it did: not if the game has changed, or something is noted for later.
    pub async fn ring(
        &self,
        game: &Game,
        debt: Option<Debt>,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let mut change = self.begin().await?;
        let changed = sqlx::query(
            "update games set alarm = ?1 where id = ?2 and seq = ?3 and coalesce(alarm, 0) <= ?4",
        )
        .bind(next.map(|next| next.0))
        .bind(column(game.id().0))
        .bind(game.seq())
        .bind(now.0)
        .execute(&mut *change)
        .await?;
        let noted = changed.rows_affected() > 0;
        if let Some(debt) = debt.filter(|_| noted) {
            owe(&mut change, debt, game.home().channel, None, None, now).await?;
        }
        change.commit().await?;
        Ok(noted)
    }
}

async fn reminder(connection: &mut SqliteConnection, player: PlayerId) -> Result<u8, sqlx::Error> {
    let chosen: Option<Option<u8>> =
        sqlx::query_scalar("select reminder from players where id = ?")
            .bind(column(player.0))
            .fetch_optional(connection)
            .await?;
    Ok(chosen.flatten().unwrap_or(USUAL_REMINDER))
}

/// When there is something to tell about a turn that has begun.
pub(super) async fn first_alarm(
    connection: &mut SqliteConnection,
    after: &Game,
    now: Timestamp,
) -> Result<Option<Timestamp>, sqlx::Error> {
    match (after.turn(), after.deadline()) {
        (Some(turn), Some(deadline)) if !after.waits_for_engine() => {
            let player = after.player(turn);
            let soft = after.is_soft();
            let first = alarm(connection, player, (after.turn_began(), deadline), soft).await?;
            // Time was given when less was left: the gift is reminder enough.
            let soon = first.is_some_and(|first| first <= now);
            Ok(if soon {
                soft.then_some(deadline)
            } else {
                first
            })
        }
        _ => Ok(None),
    }
}

/// The same for the first turn of a game by these terms.
pub(super) async fn opening_alarm(
    connection: &mut SqliteConnection,
    player: PlayerId,
    terms: Terms,
    now: Timestamp,
) -> Result<Option<Timestamp>, sqlx::Error> {
    let soft = !terms.rated && terms.level.is_none();
    match Clock::start(terms.time, now).deadline(Side::First) {
        Some(deadline) => alarm(connection, player, (now, deadline), soft).await,
        None => Ok(None),
    }
}

async fn alarm(
    connection: &mut SqliteConnection,
    player: PlayerId,
    (began, deadline): (Timestamp, Timestamp),
    soft: bool,
) -> Result<Option<Timestamp>, sqlx::Error> {
    let share = i64::from(reminder(connection, player).await?);
    let whole = deadline.0.saturating_sub(began.0);
    let remind = (share > 0).then(|| deadline.plus(-(whole / 100 * share)));
    Ok(remind.or(soft.then_some(deadline)))
}
