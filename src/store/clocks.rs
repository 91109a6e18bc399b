//! When the time of a turn is to be looked at.

use super::session::changing;
use super::{Error, Reads, Store, outbox};
use crate::game::{Game, GameId, Post};
use crate::time::Timestamp;

impl Reads {
    /// At most `most` running games of which the time is to be looked at.
    pub async fn alarms(&self, now: Timestamp, most: u32) -> Result<Vec<GameId>, Error> {
        Ok(sqlx::query_scalar(
            "select id from games where status = 'playing' and alarm <= $1 order by alarm limit $2",
        )
        .bind(now)
        .bind(i64::from(most))
        .fetch_all(&self.readers)
        .await?)
    }
}

impl Store {
    /// Looks at a game again only then.
    pub async fn put_off(&self, game: GameId, then: Timestamp) -> Result<(), Error> {
        sqlx::query("update games set alarm = $1 where id = $2")
            .bind(then)
            .bind(game)
            .execute(&mut *self.writing().await?)
            .await?;
        Ok(())
    }

    /// Notes that `post`, if any, is to be posted because an alarm is due, and when there will be
    /// something next. Returns whether it did: not if the game has changed, or if another
    /// process did.
    pub async fn ring(
        &self,
        game: &Game,
        post: Option<Post>,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let due = "update games set alarm = $1 where id = $2 and seq = $3 and alarm <= $4";
        self.alarm(due, game, post, next, now).await
    }

    /// The same because somebody asks for it: not if something is noted for later.
    pub async fn ring_again(
        &self,
        game: &Game,
        post: Option<Post>,
        next: Timestamp,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let unset = "update games set alarm = $1
                     where id = $2 and seq = $3 and (alarm is null or alarm <= $4)";
        self.alarm(unset, game, post, Some(next), now).await
    }

    async fn alarm(
        &self,
        change_if: &'static str,
        game: &Game,
        post: Option<Post>,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, Error> {
        changing!(self, |change| {
            let changed = sqlx::query(change_if)
                .bind(next)
                .bind(game.id())
                .bind(i64::from(game.seq()))
                .bind(now)
                .execute(&mut *change)
                .await?;
            let noted = changed.rows_affected() > 0;
            if let Some(post) = post.filter(|_| noted) {
                outbox::insert(&mut *change, post, game.home().channel, None, now).await?;
            }
            Ok(noted)
        })
    }
}
