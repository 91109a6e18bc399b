//! Discord's limits for a whole bot, shared by all its processes: requests per second, and shards
//! that identify.
//!
//! These rows are out of date within seconds. With a file, which only one process uses, they are in
//! memory, and shards need not ask.
//!
//! Seconds come from the processes' clocks: if these differ, requests of two seconds may fall into
//! one of Discord's, which then makes the bot wait. Identifying too early costs a session, so that
//! it uses the clock of the database server.

use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use super::sql::{self, params};
use super::{Engine, Error, Work};
use crate::time::Timestamp;

/// How many seconds counts of requests are stored.
pub(super) const COUNTS_KEPT: i64 = 60;

/// Milliseconds between two shards of a bucket that identify: Discord's five seconds, and some for
/// latency.
const IDENTIFY: i64 = 5500;

/// The clock of a server: milliseconds since the Unix epoch.
macro_rules! clock {
    () => {
        "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
    };
}

/// The result of asking for tokens of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    /// Tokens, one for each request.
    Granted {
        /// Their number.
        number: u32,
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
    used: i64,
    opens: i64,
}

impl LocalTokens {
    fn take(&mut self, second: i64, number: i64, most: i64) -> Option<i64> {
        if self.second != second {
            (self.second, self.used) = (second, 0);
        }
        let used = self.used + number;
        (used <= most && self.opens <= second).then(|| {
            self.used = used;
            used
        })
    }
}

impl Work {
    /// Takes `number` of the `a_second` tokens of the second `now`, for high or low priority; low
    /// priority gets at most half of them. Unused tokens of a second are lost.
    pub async fn take_tokens(
        &self,
        low_priority: bool,
        number: u32,
        a_second: u32,
        now: Timestamp,
    ) -> Result<Grant, Error> {
        let taken = i64::from(number);
        let all = i64::from(a_second);
        let free = all - all / 2;
        let most = if low_priority { free } else { all };
        let used = match self.engine {
            Engine::Sqlite => self.tokens().take(now.0, taken, most),
            Engine::Postgres => {
                let take =
                    "insert into request_counts (second, requests)
                     select $1, $2 where not exists (select 1 from request_counts where closed = 1 and second > $1)
                     on conflict (second) do update set requests = request_counts.requests + $2
                     where request_counts.requests + $2 <= $3 returning requests";
                let params = params![now, taken, most];
                sql::value(&self.writer, take, params).await?
            }
        };
        if let Some(used) = used {
            return Ok(Grant::Granted {
                number,
                reserved: used > free,
            });
        }
        let opens: Option<i64> = match self.engine {
            Engine::Sqlite => Some(self.tokens().opens),
            Engine::Postgres => {
                let opens = "select max(second) from request_counts where closed = 1";
                sql::only(&self.readers, opens, params![]).await?
            }
        };
        let opens = opens.filter(|opens| *opens > now.0);
        Ok(opens.map_or(Grant::Empty, |opens| Grant::Closed(Timestamp(opens))))
    }

    /// Notes that no process may make requests before the second `opens`.
    pub async fn block_requests(&self, opens: Timestamp) -> Result<(), Error> {
        match self.engine {
            Engine::Sqlite => {
                let mut tokens = self.tokens();
                tokens.opens = tokens.opens.max(opens.0);
            }
            Engine::Postgres => {
                let close =
                    "insert into request_counts (second, requests, closed) values ($1, 0, 1)
                             on conflict (second) do update set closed = 1";
                sql::run(&self.writer, close, params![opens]).await?;
            }
        }
        Ok(())
    }

    /// Deletes the counts of past seconds.
    pub async fn forget_requests(&self, now: Timestamp) -> Result<(), Error> {
        if self.engine == Engine::Postgres {
            let past = params![now.0.saturating_sub(COUNTS_KEPT)];
            let forget = "delete from request_counts where second < $1";
            sql::run(&self.writer, forget, past).await?;
        }
        Ok(())
    }

    /// Asks to identify a shard of this bucket; returns how long to wait before asking again. If
    /// that is zero, the shard may identify, and no other one for a while.
    pub async fn identify(&self, bucket: u32) -> Result<Duration, Error> {
        if self.engine == Engine::Sqlite {
            return Ok(Duration::ZERO);
        }
        let bucket = i64::from(bucket);
        let take = concat!(
            "insert into identify_slots (bucket, until) values ($1, $2 + ",
            clock!(),
            ") on conflict (bucket) do update set until = $2 + ",
            clock!(),
            " where identify_slots.until <= ",
            clock!()
        );
        let params = params![bucket, IDENTIFY];
        if sql::run(&self.writer, take, params).await? > 0 {
            return Ok(Duration::ZERO);
        }
        let left = concat!(
            "select until - ",
            clock!(),
            " from identify_slots where bucket = $1"
        );
        let left: i64 = sql::only(&self.readers, left, params![bucket]).await?;
        // The slot may have become free by now, but the statement did not take it.
        let left = left.clamp(1, IDENTIFY);
        Ok(Duration::from_millis(left.unsigned_abs()))
    }

    fn tokens(&self) -> MutexGuard<'_, LocalTokens> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
