//! What has become due as time passed, such as alarms: when to check the time of a turn. And when Discord was last
//! reached, by any process.

use super::columns::{from_row, params, row};
use super::limits::COUNTS_KEPT;
use super::outbox::{self, Draft};
use super::session::changing;
use super::{Database, Engine, Error, Result, Store};
use crate::game::{Game, GameId, PlayerId, Post};
use crate::metrics::Backlog;
use crate::time::Timestamp;

row! {
    /// Which kinds of work are due: 1 or null for each.
    pub struct Due {
        /// Counts of requests in past seconds can be deleted.
        pub counts: Option<i64>,
        /// Challenges have expired.
        pub challenges: Option<i64>,
        /// Digests must be sent.
        pub digests: Option<i64>,
        /// The time of turns must be checked.
        pub alarms: Option<i64>,
        /// Tournaments must be looked at.
        pub tournaments: Option<i64>,
        /// Discord must be asked whether people are still members.
        pub members: Option<i64>,
    }
}

impl Database {
    /// The due work. `second` is the present second of Discord's rate limit.
    pub async fn due(&self, now: Timestamp, second: Timestamp) -> Result<Due> {
        let due = "
            select (select 1 from request_counts where second < $2 limit 1) as counts,
                   (select 1 from challenges where status = 'open' and expires <= $1 limit 1) as challenges,
                   (select 1 from players where digest_at <= $1 limit 1) as digests,
                   (select 1 from games where status = 'playing' and alarm <= $1 limit 1) as alarms,
                   (select 1 from tournaments where due <= $1 limit 1) as tournaments,
                   (select 1 from ratings where ask <= $1 and guild >= 0
                                            and guild not in (select guild from removed_guilds) limit 1) as members";
        let params = params![now, second.plus(-COUNTS_KEPT)];
        self.readers.only(due, params).await
    }

    /// At most `most` running games whose alarm is due.
    pub async fn alarms(&self, now: Timestamp, most: u32) -> Result<Vec<GameId>> {
        let due =
            "select id from games where status = 'playing' and alarm <= $1 order by alarm limit $2";
        self.readers.all(due, params![now, most]).await
    }

    /// When Discord was last reached.
    pub async fn last_reached(&self) -> Result<Option<Timestamp>> {
        let last = "select at from reached";
        self.readers.find(last, params![]).await
    }

    /// The running games with a deadline in this time.
    pub async fn running_out(&self, from: Timestamp, until: Timestamp) -> Result<Vec<GameId>> {
        // By the index of alarms: only one that was put off is later than its deadline.
        let games = "select id from games
                     where status = 'playing' and alarm <= $2 and deadline > $1 and deadline <= $2";
        self.readers.all(games, params![from, until]).await
    }

    /// Returns whether a player has lost a game on time that counts, and has done nothing in a game since.
    /// One that does not count must not save the others.
    pub async fn is_absent(&self, player: PlayerId) -> Result<bool> {
        let absent = "select count(*) from (
                          select max(ended) as at from games g join events e on e.game = g.id and e.seq = g.seq
                          where g.status <> 'playing' and g.status <> 'void' and g.rated = 1 and e.text = 'time'
                            and (g.first = $1 and g.winner = 'second' or g.second = $1 and g.winner = 'first')) lost
                      where lost.at is not null and not exists (
                          select 1 from games g join events e on e.game = g.id
                          where (g.first = $1 or g.second = $1) and g.touched >= lost.at and e.at >= lost.at
                            and (e.side = case when g.first = $1 then 'first' else 'second' end
                                 and e.kind in ('moved', 'offered', 'declined', 'gave', 'taken-back')
                                 or e.side = case when g.first = $1 then 'second' else 'first' end
                                 and e.kind = 'finished' and e.text = 'resignation'))";
        self.readers.only(absent, params![player]).await
    }

    /// Runs a query, to check that the database answers, and that it can be written.
    pub async fn answers(&self) -> Result<()> {
        let newest = "select max(version) from _sqlx_migrations";
        let newest: Option<i64> = self.readers.only(newest, params![]).await?;
        newest.ok_or(Error::Row("the database has no tables"))?;
        if self.engine == Engine::Postgres {
            let only_reads = "select current_setting('transaction_read_only')";
            let only_reads: String = self.readers.only(only_reads, params![]).await?;
            if only_reads == "on" {
                self.readers.forget_idle();
                return Err(Error::Row("the database only reads"));
            }
        }
        Ok(())
    }

    /// The backlog, by kind: messages by role, upkeep of messages, what waits on purpose, searches
    /// of the engine.
    pub async fn backlog(&self, now: Timestamp) -> Result<Vec<Backlog>> {
        let backlog =
            "select kind, count(*) as rows, count(case when due <= $1 then 1 end) as due,
                    case when min(created) < $1 then $1 - min(created) else 0 end as oldest
             from (select role as kind, due, created from outbox
                   union all select case when lease is null and (due > $1 + 600 or attempts < 2 and due > created + 600)
                                         then 'reopen' else 'upkeep' end,
                                    due, created from upkeep
                   union all select 'search', due, created from searches) waiting
             group by kind order by kind";
        self.readers.all(backlog, params![now]).await
    }
}

impl Store {
    /// Stores when Discord was last reached.
    pub async fn set_last_reached(&self, at: Timestamp) -> Result<()> {
        let set = "insert into reached (one, at) values (1, $1)
                   on conflict (one) do update set at = $1";
        self.writer.run(set, params![at]).await
    }

    /// Moves the ends of challenges and sign-ups in this time to its end.
    pub async fn extend_offers(&self, from: Timestamp, until: Timestamp) -> Result<()> {
        let challenges = "update challenges set expires = $2
                          where status = 'open' and expires > $1 and expires < $2";
        let tournaments = "update tournaments set closes = $2, due = $1, version = version + 1
             where phase = 'sign-up' and closes > $1 and closes < $2";
        changing!(self, |tx| {
            tx.run(challenges, params![from, until]).await?;
            tx.run(tournaments, params![from, until]).await?;
            Ok(())
        })
    }

    /// Moves the alarm of a game to a later time, unless another process has answered it.
    pub async fn put_off(&self, game: GameId, then: Timestamp) -> Result<()> {
        let set = "update games set alarm = $1 where id = $2 and alarm < $1";
        self.writer.run(set, params![then, game]).await
    }

    /// Enqueues `post`, if any, and sets the next alarm, because the last one is due; or, if a player
    /// has `asked`, because none is set. Returns whether it did so: not if the game has changed, or
    /// if another process did it.
    pub async fn ring(
        &self,
        game: &Game,
        post: Option<Post>,
        next: Option<Timestamp>,
        asked: bool,
        now: Timestamp,
    ) -> Result<bool> {
        let set = "update games set alarm = $1
                   where id = $2 and seq = $3 and (alarm <= $4 or alarm is null and $5 = 1)";
        changing!(self, |tx| {
            let alarm = params![next, game.id(), game.seq, now, asked];
            let is_set = tx.change(set, alarm).await? > 0;
            if let Some(post) = post
                && is_set
            {
                outbox::insert(tx, Draft::new(post, game.home().channel, now)).await?;
            }
            Ok(is_set)
        })
    }
}

from_row!(Backlog(kind, rows, due, oldest));
