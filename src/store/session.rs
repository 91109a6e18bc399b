//! Transactions: retried on conflicts, and never left open.

use std::time::Duration;

use tokio::time::sleep;

use super::connection::{Connection, code};
use super::{Database, Engine};
use crate::time::Stopwatch;

/// How often a transaction is tried, if it conflicts with others.
const TRIES: i32 = 5;

/// The longest pause before the second try; the more tries, the longer it may be.
const PAUSE: Duration = Duration::from_millis(20);

/// Codes of conflicts that a retry resolves: a serialisation failure, a deadlock, and a key that
/// another transaction has inserted after this one looked for it.
const LOST: [&str; 3] = ["40001", "40P01", "23505"];

/// Returns whether a retry resolves an error: it or one of its causes is such a conflict.
fn is_lost(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    let code = causes.find_map(|cause| code(cause.downcast_ref()?));
    code.is_some_and(|code| LOST.contains(&&*code))
}

/// Runs `$body` in a transaction that writes. It is retried on conflicts, so `$body` must have no
/// side effects besides SQL.
///
/// A macro, because Rust cannot express yet that the future of a borrowing async closure is
/// [`Send`].
macro_rules! changing {
    ($store:ident, |$change:ident| $body:block) => {{
        let mut tries = 1;
        loop {
            let mut transaction = $store.begin().await?;
            let done = {
                let $change = &mut transaction;
                async { $body }.await
            };
            if let Some(done) = $store.end(transaction, done, &mut tries).await {
                break done;
            }
        }
    }};
}
pub(super) use changing;

impl Engine {
    /// The end of a query that locks rows: on a server other processes write, too; to a file, one connection does.
    pub(super) fn lock(self, end: &'static str) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => end,
        }
    }
}

impl Database {
    /// Starts a snapshot: a read transaction.
    pub(super) async fn snapshot(&self) -> sqlx::Result<Connection> {
        let begin = match self.engine {
            Engine::Sqlite => "begin",
            Engine::Postgres => "begin isolation level repeatable read, read only",
        };
        self.readers.begin(begin).await
    }

    /// Starts a transaction that writes.
    pub(super) async fn begin(&self) -> sqlx::Result<Connection> {
        let begin = match self.engine {
            Engine::Sqlite => "begin immediate",
            Engine::Postgres => "begin",
        };
        let watch = Stopwatch::start();
        let begun = self.writer.begin(begin).await;
        self.metrics.waited.observe(watch.elapsed().as_secs_f64());
        begun
    }

    /// Ends a transaction, and returns its result; `None` if it should be retried.
    pub(super) async fn end<T, E: From<sqlx::Error> + std::error::Error + 'static>(
        &self,
        transaction: Connection,
        done: Result<T, E>,
        tries: &mut i32,
    ) -> Option<Result<T, E>> {
        let done = match done {
            Ok(done) => {
                let committed = transaction.end("commit").await;
                let kept = committed.and_then(|()| self.writer.check_file());
                kept.map(|()| done).map_err(E::from)
            }
            Err(error) => {
                // If the rollback fails, the connection is closed, which rolls back as well.
                let _ = transaction.end("rollback").await;
                Err(error)
            }
        };
        match done {
            Err(error) if *tries < TRIES && is_lost(&error) => {
                tracing::debug!(tries, "a transaction lost against another");
                sleep(PAUSE.mul_f64(f64::from(*tries) * fastrand::f64())).await;
                *tries += 1;
                None
            }
            done => Some(done),
        }
    }
}
