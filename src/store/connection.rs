//! Connections, and the statements on them.
//!
//! A server may be milliseconds away, and each statement waits for its answer. A transaction puts off the changes of
//! which it needs no answer, and sends them as one statement before the next one that needs an answer, or at its end.
//! As the parts of one statement they see the database as it was before: none may depend on another, nor change the
//! same row. If nothing else was sent, that statement is the whole transaction. A file is changed without delay.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::mem::take;
use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use tokio::sync::OwnedSemaphorePermit;

use super::columns::{FromRow, Params, Sql, params};
use super::{Engine, Unchanged};
use crate::game::ensure;
use crate::time::Stopwatch;

/// The code of a write in a transaction that only reads.
const READ_ONLY: &str = "25006";

/// So many changes are sent together at most.
const MOST: usize = 40;

/// The code of a division by zero.
const DIVIDED_BY_ZERO: &str = "22012";

/// Connections that are open but not in use, and the time since each was last used.
pub(super) type Idle = Arc<Mutex<Vec<(AnyConnection, Stopwatch)>>>;

/// An open connection. Dropped, it goes back to its pool, unless something on it has not ended: nobody gets one with an
/// open transaction or an unread answer.
pub(super) struct Connection {
    /// `None` when it is dropped.
    open: Option<AnyConnection>,
    /// Whether a statement or a transaction has begun and not ended.
    is_busy: bool,
    /// Where it goes then, if anywhere.
    idle: Option<Idle>,
    /// The statement that begins its transaction, until it is sent.
    pub(super) begin: Option<Sql>,
    /// What is sent before the next statement.
    put_off: Vec<PutOff>,
    /// Held until it is dropped, if it is of a pool.
    _permit: Option<OwnedSemaphorePermit>,
}

/// A change that was not sent yet.
pub(super) struct PutOff {
    sql: Sql,
    params: Params,
    /// The transaction fails if it changes fewer rows.
    required: u64,
}

impl From<AnyConnection> for Connection {
    /// A connection of no pool.
    fn from(open: AnyConnection) -> Self {
        Self {
            open: Some(open),
            is_busy: false,
            idle: None,
            begin: None,
            put_off: Vec::new(),
            _permit: None,
        }
    }
}

impl Connection {
    /// A connection of a pool, with what it holds until it is dropped.
    pub(super) fn of_pool(open: AnyConnection, idle: &Idle, permit: OwnedSemaphorePermit) -> Self {
        let mut connection = Self::from(open);
        connection.idle = Some(Arc::clone(idle));
        connection._permit = Some(permit);
        connection
    }

    /// The connection as sqlx knows it, for something that has to end.
    pub(super) fn open(&mut self) -> &mut AnyConnection {
        self.is_busy = true;
        self.open.as_mut().expect("open until it is dropped")
    }

    /// What it is connected to.
    pub(super) fn engine(&self) -> Engine {
        match self.open.as_ref().map(AnyConnection::backend_name) {
            Some("SQLite") => Engine::Sqlite,
            _ => Engine::Postgres,
        }
    }

    /// Runs statements without parameters, such as one that begins a transaction.
    pub(super) async fn execute(&mut self, statements: impl Into<Sql>) -> sqlx::Result<()> {
        let statements = sqlx::raw_sql(AssertSqlSafe(statements.into()));
        statements.execute(self.open()).await?;
        Ok(())
    }

    /// Ends a transaction: `commit` or `rollback`.
    pub(super) async fn end(mut self, how: &'static str) -> sqlx::Result<()> {
        if how == "commit" {
            self.send_put_off().await?;
        }
        if self.begin.is_none() {
            self.execute(how).await?;
            self.is_busy = false;
        }
        Ok(())
    }

    /// Runs a statement; returns the number of rows that it has changed.
    pub(super) async fn change(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<u64> {
        self.catch_up().await?;
        let was_busy = self.is_busy;
        let done = params.query(sql).execute(self.open()).await;
        Ok(self.ended(was_busy, done)?.rows_affected())
    }

    /// The rows that a statement returns.
    pub(super) async fn rows(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<Vec<AnyRow>> {
        self.catch_up().await?;
        self.send(sql, params).await
    }

    /// The rows that a statement returns which is sent before what was put off.
    pub(super) async fn send(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<Vec<AnyRow>> {
        let was_busy = self.is_busy;
        let rows = params.query(sql).fetch_all(self.open()).await;
        self.ended(was_busy, rows)
    }

    /// Runs a statement.
    pub(super) async fn run(&mut self, sql: impl Into<Sql>, params: Params) -> sqlx::Result<()> {
        self.change(sql, params).await.map(drop)
    }

    /// What a statement returns.
    pub(super) async fn all<T: FromRow>(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<Vec<T>> {
        let rows = self.rows(sql, params).await?;
        rows.iter().map(T::from_row).collect()
    }

    /// What a statement returns that has one result at most.
    pub(super) async fn find<T: FromRow>(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<Option<T>> {
        Ok(self.all(sql, params).await?.pop())
    }

    /// What a statement returns that always has one result.
    pub(super) async fn only<T: FromRow>(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<T> {
        let found = self.find(sql, params).await?;
        found.ok_or(sqlx::Error::RowNotFound)
    }

    /// The names of the tables.
    pub(super) async fn tables(&mut self) -> sqlx::Result<Vec<String>> {
        let tables = match self.engine() {
            Engine::Sqlite => "select name from sqlite_schema where type = 'table'",
            Engine::Postgres => {
                "select cast(tablename as text) from pg_tables where schemaname = current_schema()"
            }
        };
        self.all(tables, params![]).await
    }

    /// The columns of a table and their types, by name.
    pub(super) async fn columns_of(&mut self, table: &str) -> sqlx::Result<Vec<(String, String)>> {
        let columns = match self.engine() {
            Engine::Sqlite => "select name, type from pragma_table_info($1) order by name",
            Engine::Postgres => {
                "select column_name::text, data_type::text from information_schema.columns
                 where table_schema = current_schema() and table_name = $1 order by column_name collate \"C\""
            }
        };
        self.all(columns, params![table]).await
    }

    /// Notes that a statement has ended, unless it failed.
    fn ended<T>(&mut self, was_busy: bool, done: sqlx::Result<T>) -> sqlx::Result<T> {
        match &done {
            Ok(_) => self.is_busy = was_busy,
            Err(error) if is_conflict(error) => self.is_busy = was_busy,
            // After a failover the old server may still answer, but no longer writes.
            Err(error) if code(error).is_some_and(|code| code == READ_ONLY) => {
                if let Some(idle) = self.idle.take() {
                    idle.lock().clear();
                }
            }
            Err(_) => {}
        }
        done
    }

    /// Closes the connection.
    pub(super) async fn close(mut self) -> sqlx::Result<()> {
        match self.open.take() {
            Some(open) => open.close().await,
            None => Ok(()),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if !self.is_busy
            && let Some(idle) = &self.idle
            && let Some(open) = self.open.take()
        {
            idle.lock().push((open, Stopwatch::start()));
        }
    }
}

impl Connection {
    /// Changes rows, sooner or later in this transaction.
    pub(super) async fn submit(&mut self, sql: impl Into<Sql>, params: Params) -> sqlx::Result<()> {
        self.put_off(sql.into(), params, 0).await.map(drop)
    }

    /// Like [`submit`](Self::submit), but so many rows have to change; no more may.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if fewer do, perhaps at the end of the transaction.
    pub(super) async fn require(
        &mut self,
        rows: usize,
        sql: impl Into<Sql>,
        params: Params,
    ) -> Result<(), Unchanged> {
        let rows = rows as u64;
        let changed = self.put_off(sql.into(), params, rows).await?;
        ensure(changed >= rows, Unchanged::Conflict)
    }

    /// Puts a change off, or makes it; returns the number of rows that it changes, if all is well.
    async fn put_off(&mut self, sql: Sql, params: Params, required: u64) -> sqlx::Result<u64> {
        if self.engine() == Engine::Sqlite {
            return self.change(sql, params).await;
        }
        if self.put_off.len() >= MOST {
            self.catch_up().await?;
        }
        self.put_off.push(PutOff {
            sql,
            params,
            required,
        });
        Ok(required)
    }

    /// Begins the transaction, if it has not begun, and makes the changes that were put off.
    pub(super) async fn catch_up(&mut self) -> sqlx::Result<()> {
        self.begin().await?;
        self.send_put_off().await
    }

    /// Begins the transaction, if it has not begun.
    async fn begin(&mut self) -> sqlx::Result<()> {
        match self.begin.take() {
            Some(begin) => self.execute(begin).await,
            None => Ok(()),
        }
    }

    /// What a statement returns that has one result at most, and does not depend on what was put off.
    pub(super) async fn find_now<T: FromRow>(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<Option<T>> {
        self.begin().await?;
        let rows = self.send(sql, params).await?;
        rows.first().map(T::from_row).transpose()
    }

    /// Makes the changes that were put off.
    pub(super) async fn send_put_off(&mut self) -> sqlx::Result<()> {
        let changes = take(&mut self.put_off);
        if changes.is_empty() {
            return Ok(());
        }
        let mut parts = Vec::new();
        let mut changed = String::new();
        let mut required = 0;
        let mut params = Params::default();
        for (number, change) in changes.into_iter().enumerate() {
            let mut part = renumbered(&change.sql, params.len());
            if change.required > 0 {
                part += " returning 1";
                let _ = write!(changed, " + (select count(*) from c{number})");
                required += change.required;
            }
            parts.push(format!("c{number} as ({part})"));
            params.extend(change.params);
        }
        let parts = parts.join(", ");
        // If fewer rows have changed, this divides by zero, which undoes all changes.
        let all = format!("with {parts} select 1 / ((1{changed}) / (1 + {required}))");
        self.send(all, params).await.map(drop)
    }
}

/// A statement whose parameters come after so many others.
fn renumbered(sql: &str, others: usize) -> String {
    let mut parts = sql.split('$');
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(part.len());
        let (number, rest) = part.split_at(end);
        let number: usize = number.parse().unwrap_or_default();
        let _ = write!(all, "${}{rest}", number + others);
    }
    all
}

/// Returns whether a change has changed fewer rows than required.
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code == DIVIDED_BY_ZERO)
}

/// The database's code of an error.
pub(super) fn code(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error()?.code()
}
