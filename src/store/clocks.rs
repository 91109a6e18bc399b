//! Alarms: when to check the time of a turn.

use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store, outbox};
use crate::game::{Game, GameId, Post};
use crate::time::Timestamp;

impl Reads {
    /// At most `most` running games whose alarm is due.
    pub async fn alarms(&self, now: Timestamp, most: u32) -> Result<Vec<GameId>, Error> {
        let due =
            "select id from games where status = 'playing' and alarm <= $1 order by alarm limit $2";
        Ok(sql::values(&self.readers, due, params![now, i64::from(most)]).await?)
    }
}

impl Store {
    /// Sets the alarm of a game.
    pub async fn put_off(&self, game: GameId, then: Timestamp) -> Result<(), Error> {
        let set = "update games set alarm = $1 where id = $2";
        sql::run(&self.writer, set, params![then, game]).await?;
        Ok(())
    }

    /// Enqueues `post`, if any, because an alarm is due, and sets the next alarm. Returns whether
    /// it did so: not if the game has changed, or if another process did it.
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

    /// Like [`ring`](Self::ring), but because a player asked: not if another alarm is set.
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
            let changed = sql::run(
                &mut *change,
                change_if,
                params![next, game.id(), i64::from(game.seq()), now],
            )
            .await?;
            let noted = changed > 0;
            if let Some(post) = post.filter(|_| noted) {
                outbox::insert(&mut *change, post, game.home().channel, None, now).await?;
            }
            Ok(noted)
        })
    }
}
