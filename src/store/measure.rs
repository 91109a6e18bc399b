//! Health and metrics of the database: whether it answers, and the backlog.

use super::columns::from_row;
use super::sql::{self, params};
use super::{Error, Reads};
use crate::metrics::Backlog;
use crate::time::Timestamp;

from_row!(Backlog {
    kind,
    rows,
    due,
    oldest
});

impl Reads {
    /// Runs a query, to check that the database answers.
    pub async fn answers(&self) -> Result<(), Error> {
        let newest = "select max(version) from _sqlx_migrations";
        let newest: Option<i64> = sql::only(&self.readers, newest, params![]).await?;
        newest
            .map(drop)
            .ok_or(Error::Row("the database has no tables"))
    }

    /// The backlog, by kind: messages by role, upkeep of messages, threads to open again, searches
    /// of the engine.
    pub async fn backlog(&self, now: Timestamp) -> Result<Vec<Backlog>, Error> {
        let backlog =
            "select kind, count(*) as rows, count(case when due <= $1 then 1 end) as due,
                    case when min(created) < $1 then $1 - min(created) else 0 end as oldest
             from (select role as kind, due, created from outbox
                   union all select case when lease is null and due > $1 + 600 then 'reopen' else 'upkeep' end,
                                    due, created from upkeep
                   union all select 'search', due, created from searches) waiting
             group by kind order by kind";
        Ok(sql::all(&self.readers, backlog, params![now]).await?)
    }
}
