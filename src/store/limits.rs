//! What the processes of one bot share: Discord's limits, as requests per second and shards that
//! identify, and calls for work that one has left for the others.
//!
//! These rows are out of date within seconds. With a file, which only one process uses, they are in
//! memory, and shards need not ask.
//!
//! Seconds come from the processes' clocks: if these differ, requests of two seconds may fall into
//! one of Discord's, which then makes the bot wait. Identifying too early costs a session, so that
//! it uses the clock of the database server.
//!
//! Calls are only an optimisation: a process that misses one finds the work at its next poll.
//! Transactions never call, because PostgreSQL serialises the commits of those that do.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::columns::params;
use super::connection::code;
use super::{Database, Engine, Result};
use crate::time::Timestamp;

/// How many seconds counts of requests are stored.
pub(super) const COUNTS_KEPT: i64 = 60;

/// How long all requests are blocked at most, if Discord has rate-limited the whole bot. What is
/// blocked for longer was written by a clock that was wrong.
pub const MAX_CLOSED: Duration = Duration::from_secs(MAX_CLOSED_SECONDS.unsigned_abs());
const MAX_CLOSED_SECONDS: i64 = 10 * 60;

/// Milliseconds between two shards of a bucket that identify: Discord's five seconds, and some for
/// latency.
const IDENTIFY: i64 = 5500;

/// The result of asking for tokens of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    /// The tokens that were asked for, one for each request.
    Granted {
        /// Whether they are only for requests of high priority.
        reserved: bool,
    },
    /// None are left for this priority.
    Empty,
    /// None before that second: Discord has rate-limited the whole bot.
    Closed(Timestamp),
}

/// The tokens used in a second, if there is only one process.
#[derive(Debug, Default)]
pub(super) struct LocalTokens {
    second: i64,
    used: u32,
    opens: i64,
}

impl LocalTokens {
    fn is_closed(&self, second: i64) -> bool {
        (second + 1..=second + MAX_CLOSED_SECONDS + 1).contains(&self.opens)
    }

    fn take(&mut self, second: i64, number: u32, most: u32) -> Option<u32> {
        if self.second != second {
            self.second = second;
            self.used = 0;
        }
        let used = self.used.saturating_add(number);
        (used <= most && !self.is_closed(second)).then(|| {
            self.used = used;
            used
        })
    }
}

impl Database {
    /// Takes `number` of the `a_second` tokens of the second `now`, for high or low priority; low
    /// priority gets at most half of them. Unused tokens of a second are lost.
    pub async fn take_tokens(
        &self,
        low_priority: bool,
        number: u32,
        a_second: u32,
        now: Timestamp,
    ) -> Result<Grant> {
        let free = a_second - a_second / 2;
        let most = if low_priority { free } else { a_second };
        let used = match self.engine {
            Engine::Sqlite => self.tokens.lock().take(now.0, number, most),
            Engine::Postgres => {
                let take =
                    "insert into request_counts (second, requests)
                     select $1, $2 where not exists (
                         select 1 from request_counts where closed = 1 and second > $1 and second <= $1 + $4)
                     on conflict (second) do update set requests = request_counts.requests + $2
                     where request_counts.requests + $2 <= $3 returning requests";
                let params = params![now, number, most, MAX_CLOSED_SECONDS + 1];
                self.writer.find(take, params).await?
            }
        };
        if let Some(used) = used {
            let reserved = used > free;
            return Ok(Grant::Granted { reserved });
        }
        let opens: Option<i64> = match self.engine {
            Engine::Sqlite => {
                let tokens = self.tokens.lock();
                tokens.is_closed(now.0).then_some(tokens.opens)
            }
            Engine::Postgres => {
                let opens =
                    "select max(second) from request_counts where closed = 1 and second <= $1";
                let latest = now.plus(MAX_CLOSED_SECONDS + 1);
                self.readers.only(opens, params![latest]).await?
            }
        };
        let opens = opens.filter(|opens| *opens > now.0);
        Ok(opens.map_or(Grant::Empty, |opens| Grant::Closed(Timestamp(opens))))
    }

    /// Notes that no process may make requests before the second `opens`.
    pub async fn block_requests(&self, opens: Timestamp) -> Result<()> {
        match self.engine {
            Engine::Sqlite => {
                let mut tokens = self.tokens.lock();
                tokens.opens = tokens.opens.max(opens.0);
            }
            Engine::Postgres => {
                let close =
                    "insert into request_counts (second, requests, closed) values ($1, 0, 1)
                             on conflict (second) do update set closed = 1";
                self.writer.run(close, params![opens]).await?;
            }
        }
        Ok(())
    }

    /// Deletes the counts of past seconds.
    pub async fn forget_requests(&self, now: Timestamp) -> Result<()> {
        if self.engine == Engine::Postgres {
            let forget = "delete from request_counts where second < $1 or second > $2";
            let latest = now.plus(MAX_CLOSED_SECONDS + 1);
            let params = params![now.plus(-COUNTS_KEPT), latest];
            self.writer.run(forget, params).await?;
        }
        Ok(())
    }

    /// Asks to identify a shard of this bucket; returns how long to wait before asking again. If
    /// that is zero, the shard may identify, and no other one for a while.
    pub async fn identify(&self, bucket: u32) -> Result<Duration> {
        if self.engine == Engine::Sqlite {
            return Ok(Duration::ZERO);
        }
        let take = "insert into identify_slots (bucket, until)
                    values ($1, $2 + cast(extract(epoch from clock_timestamp()) * 1000 as bigint))
                    on conflict (bucket) do update set until = excluded.until
                    where identify_slots.until <= excluded.until - $2";
        let params = params![bucket, IDENTIFY];
        let taken = self.writer.take().await?.change(take, params).await?;
        if taken > 0 {
            return Ok(Duration::ZERO);
        }
        let left = "select until - cast(extract(epoch from clock_timestamp()) * 1000 as bigint)
                    from identify_slots where bucket = $1";
        let left: i64 = self.readers.only(left, params![bucket]).await?;
        // The slot may have become free by now, but the statement did not take it.
        let left = left.clamp(1, IDENTIFY);
        Ok(Duration::from_millis(left.unsigned_abs()))
    }

    /// Calls all processes on this database.
    pub async fn call(&self) -> Result<()> {
        if self.engine == Engine::Postgres {
            let call = format!("select 1 from pg_notify({CHANNEL}, '')");
            self.readers.run(call, params![]).await?;
        }
        Ok(())
    }

    /// Listens for calls, on its own connection; `None` if no other process can call, or the
    /// database does not support it, as some with PostgreSQL's protocol.
    pub async fn listen(&self) -> Result<Option<Listener>> {
        if self.engine == Engine::Sqlite {
            return Ok(None);
        }
        let url = self.readers.options.database_url.as_str();
        let mut listener = PgListener::connect(url).await?;
        let channel = format!("select {CHANNEL}");
        let channel: String = self.readers.only(channel, params![]).await?;
        match listener.listen(&channel).await {
            Ok(()) => Ok(Some(Listener(listener))),
            // The server does not know the statement: an unsupported feature, or a syntax error.
            Err(error) if matches!(code(&error).as_deref(), Some("0A000" | "42601")) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The name of the channel: several bots may have schemas in one database, with names of any
/// length.
const CHANNEL: &str = "'siwa.' || md5(current_schema())";

/// Receives the calls of all processes, including this one's.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Listener {
    /// Waits for a call. Also returns after a lost connection is restored, since a call may have
    /// been missed.
    pub async fn called(&mut self) -> Result<()> {
        self.0.try_recv().await?;
        Ok(())
    }
}
