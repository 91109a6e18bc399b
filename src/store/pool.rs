//! The connections of a database, kept open between their uses.
//!
//! sqlx's pool opens them, which tries again while a server starts. They are not returned to it: it
//! would ask the database about each of them.

use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{AnyConnection, AnyPool, Connection as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::time::Stopwatch;

/// A connection that was used within this time is used again without a test.
const FRESH: Duration = Duration::from_secs(1);

/// Connections that are open but not in use, and the time since each was last used.
type Idle = Arc<Mutex<Vec<(AnyConnection, Stopwatch)>>>;

/// A limited number of connections.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub(super) opener: AnyPool,
    permits: Arc<Semaphore>,
    idle: Idle,
}

/// A connection of a pool. It is closed when dropped, unless it was given back: nobody gets one with
/// an open transaction or an unread answer.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) open: AnyConnection,
    idle: Idle,
    permit: OwnedSemaphorePermit,
}

impl Pool {
    /// As many connections as `opener` may open.
    pub(super) fn of(opener: AnyPool) -> Self {
        let most = opener.options().get_max_connections() as usize;
        Self {
            opener,
            permits: Arc::new(Semaphore::new(most)),
            idle: Idle::default(),
        }
    }

    /// A connection; waits until one is free, as long as it may take to open.
    pub(super) async fn take(&self) -> Result<Connection, sqlx::Error> {
        let limit = self.opener.options().get_acquire_timeout();
        let permit = timeout(limit, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let permit = permit.map_err(|_| sqlx::Error::PoolClosed)?;
        let idle = lock(&self.idle).pop();
        let open = if let Some((mut open, used)) = idle
            && (used.elapsed() < FRESH || open.ping().await.is_ok())
        {
            open
        } else {
            self.opener.acquire().await?.detach()
        };
        Ok(Connection {
            open,
            idle: Arc::clone(&self.idle),
            permit,
        })
    }

    /// Closes the connections; waits for those in use.
    pub(super) async fn close(&self) {
        let most = self.opener.options().get_max_connections();
        let all = self.permits.acquire_many(most).await;
        let idle = take(&mut *lock(&self.idle));
        for (open, _) in idle {
            // If closing fails, the connection is lost anyway.
            let _ = open.close().await;
        }
        self.permits.close();
        drop(all);
        self.opener.close().await;
    }
}

impl Connection {
    /// Keeps it for the next use.
    pub(super) fn give_back(self) {
        lock(&self.idle).push((self.open, Stopwatch::start()));
        drop(self.permit);
    }
}

fn lock(idle: &Idle) -> std::sync::MutexGuard<'_, Vec<(AnyConnection, Stopwatch)>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}
