//! The connections of a database, kept open between their uses.
//!
//! This is not sqlx's pool: that asks the database about each connection that is returned, with which a turn takes 1.1
//! times the processor time, and keeps to itself why it could not open one.

use std::io::{self, ErrorKind};
use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::{AnyConnection, Connection as _};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::columns::{FromRow, Params, Sql};
use super::connection::{Connection, Idle, code};
use super::file::OpenFile;
use super::{Engine, Result};
use crate::time::Stopwatch;

/// A connection that was used within this time is used again without a test.
const FRESH: Duration = Duration::from_secs(1);

/// How long a statement may wait for others to give a connection back.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a server may take to open a connection, and to start.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The pause before a server that starts is asked again.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the server may take to show that a connection is alive.
const PING: Duration = Duration::from_secs(1);

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
        Ok(Connection::of_pool(open, &self.idle, permit))
    }

    /// A connection in a transaction, which the statement `begin` starts; on a server, with the first statement.
    pub(super) async fn begin(&self, begin: &'static str) -> sqlx::Result<Connection> {
        let mut connection = self.take().await?;
        if connection.engine() == Engine::Sqlite {
            connection.execute(begin).await?;
        } else {
            connection.begin = Some(begin.into());
        }
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
