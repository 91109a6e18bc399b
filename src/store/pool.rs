//! The connections of a database, kept open between their uses, and what they run.
//!
//! This is not sqlx's pool: that asks the database about each connection that is returned, with which a turn takes 1.1
//! times the processor time, and keeps to itself why it could not open one.

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::{AnyConnection, Connection as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::columns::{FromRow, Params, Sql, params};
use super::file::OpenFile;
use super::{Engine, Result};
use crate::time::Stopwatch;

/// A connection that was used within this time is used again without a test.
const FRESH: Duration = Duration::from_secs(1);

/// The code of a write in a transaction that only reads.
const READ_ONLY: &str = "25006";

/// How long a statement may wait for others to give a connection back.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a server may take to open a connection, and to start.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The pause before a server that starts is asked again.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the server may take to show that a connection is alive.
const PING: Duration = Duration::from_secs(1);

/// Connections that are open but not in use, and the time since each was last used.
type Idle = Arc<Mutex<Vec<(AnyConnection, Stopwatch)>>>;

/// A limited number of connections.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub(super) options: AnyConnectOptions,
    /// What each connection first runs.
    begin: &'static str,
    most: u32,
    permits: Arc<Semaphore>,
    idle: Idle,
    file: Option<Arc<OpenFile>>,
}

/// An open connection. Dropped, it goes back to its pool, unless something on it has not ended: nobody gets one with an
/// open transaction or an unread answer.
#[derive(Debug)]
pub(super) struct Connection {
    /// `None` when it is dropped.
    open: Option<AnyConnection>,
    /// Whether a statement or a transaction has begun and not ended.
    is_busy: bool,
    /// Where it goes then, if anywhere.
    idle: Option<Idle>,
    /// Held until it is dropped, if it is of a pool.
    _permit: Option<OwnedSemaphorePermit>,
}

impl Pool {
    /// At most so many connections, each of which first runs `begin`; to a file, if it is one. The first
    /// is opened.
    pub(super) async fn open(
        options: &AnyConnectOptions,
        most: u32,
        begin: &'static str,
        file: Option<Arc<OpenFile>>,
    ) -> sqlx::Result<Self> {
        let pool = Self {
            options: options.clone(),
            begin,
            most,
            permits: Arc::new(Semaphore::new(most as usize)),
            idle: Idle::default(),
            file,
        };
        let first = pool.connect().await?;
        pool.idle.lock().push((first, Stopwatch::start()));
        Ok(pool)
    }

    /// Opens a connection; tries again while the server starts, or has none left.
    async fn connect(&self) -> sqlx::Result<AnyConnection> {
        let watch = Stopwatch::start();
        let mut open = loop {
            let opened = timeout(CONNECT_TIMEOUT, AnyConnection::connect_with(&self.options));
            let late = |_| Err(io::Error::from(ErrorKind::TimedOut).into());
            match opened.await.unwrap_or_else(late) {
                Err(error) if is_away(&error) && watch.elapsed() < CONNECT_TIMEOUT => {
                    sleep(PAUSE).await;
                }
                opened => break opened?,
            }
        };
        sqlx::raw_sql(self.begin).execute(&mut open).await?;
        Ok(open)
    }

    /// A connection; waits until one is free.
    pub(super) async fn take(&self) -> sqlx::Result<Connection> {
        let permit = timeout(PATIENCE, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let permit = permit.map_err(|_| sqlx::Error::PoolClosed)?;
        self.check_file()?;
        let mut idle = self.idle.lock().pop();
        // A file cannot hang up.
        if let Some((open, used)) = &mut idle
            && self.file.is_none()
            && used.elapsed() >= FRESH
            && !matches!(timeout(PING, open.ping()).await, Ok(Ok(())))
        {
            // The others were opened to the same server.
            idle = None;
            self.forget_idle();
        }
        let open = match idle {
            Some((open, _)) => open,
            None => self.connect().await?,
        };
        Ok(Connection {
            open: Some(open),
            is_busy: false,
            idle: Some(Arc::clone(&self.idle)),
            _permit: Some(permit),
        })
    }

    /// A connection in a transaction, which the statement `begin` starts.
    pub(super) async fn begin(&self, begin: &'static str) -> sqlx::Result<Connection> {
        let mut connection = self.take().await?;
        connection.execute(begin).await?;
        Ok(connection)
    }

    /// Closes the connections that nobody uses.
    pub(super) fn forget_idle(&self) {
        self.idle.lock().clear();
    }

    /// Checks that the file is still the one that was opened.
    ///
    /// # Errors
    /// If it was moved, deleted or replaced: what is written now would be lost.
    pub(super) fn check_file(&self) -> sqlx::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| Ok(file.check()?))
    }

    /// The size of the write-ahead log of a file.
    pub(super) fn log_size(&self) -> u64 {
        self.file.as_ref().map_or(0, |file| file.log_size())
    }

    /// Closes the connections; waits for those in use.
    pub(super) async fn close(&self) {
        let all = self.permits.acquire_many(self.most).await;
        let idle = take(&mut *self.idle.lock());
        for (open, _) in idle {
            // If closing fails, the connection is lost anyway.
            let _ = open.close().await;
        }
        self.permits.close();
        drop(all);
    }

    // From here on, each statement is on a connection of its own.

    pub(super) async fn run(&self, sql: impl Into<Sql>, params: Params) -> Result<()> {
        Ok(self.take().await?.run(sql, params).await?)
    }

    pub(super) async fn rows(&self, sql: impl Into<Sql>, params: Params) -> Result<Vec<AnyRow>> {
        Ok(self.take().await?.rows(sql, params).await?)
    }

    pub(super) async fn all<T: FromRow>(
        &self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> Result<Vec<T>> {
        Ok(self.take().await?.all(sql, params).await?)
    }

    pub(super) async fn find<T: FromRow>(
        &self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> Result<Option<T>> {
        Ok(self.take().await?.find(sql, params).await?)
    }

    pub(super) async fn only<T: FromRow>(&self, sql: impl Into<Sql>, params: Params) -> Result<T> {
        Ok(self.take().await?.only(sql, params).await?)
    }
}

impl From<AnyConnection> for Connection {
    /// A connection of no pool.
    fn from(open: AnyConnection) -> Self {
        Self {
            open: Some(open),
            is_busy: false,
            idle: None,
            _permit: None,
        }
    }
}

impl Connection {
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
    pub(super) async fn execute(&mut self, statements: &'static str) -> sqlx::Result<()> {
        sqlx::raw_sql(statements).execute(self.open()).await?;
        Ok(())
    }

    /// Ends a transaction: `commit` or `rollback`.
    pub(super) async fn end(mut self, how: &'static str) -> sqlx::Result<()> {
        self.execute(how).await?;
        self.is_busy = false;
        Ok(())
    }

    /// Runs a statement; returns the number of rows that it has changed.
    pub(super) async fn change(
        &mut self,
        sql: impl Into<Sql>,
        params: Params,
    ) -> sqlx::Result<u64> {
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

/// Returns whether a server cannot be reached now: it may be soon.
pub(super) fn is_away(error: &sqlx::Error) -> bool {
    match error {
        // A bad certificate, bad parameters, or a socket without permission.
        sqlx::Error::Io(error) => !matches!(
            error.kind(),
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::PermissionDenied
        ),
        sqlx::Error::PoolTimedOut => true,
        // It is stopping or starting, or out of connections.
        error => matches!(
            code(error).as_deref(),
            Some("57P01" | "57P02" | "57P03" | "53300")
        ),
    }
}

/// The database's code of an error.
pub(super) fn code(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error()?.code()
}
