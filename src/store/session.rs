//! Transactions: retried on conflicts, and never left open.

use sqlx::AnyConnection;

use super::connect::code;
use super::pool::{Connection, Pool};
use super::sql::{self, params};
use super::{Engine, Reads, Work};

/// How often a transaction is tried, if it conflicts with others.
const TRIES: i32 = 5;

/// Codes of conflicts that a retry resolves: a serialisation failure, a deadlock, and a key that
/// another transaction has inserted after this one looked for it.
const LOST: [&str; 3] = ["40001", "40P01", "23505"];

/// An open transaction. If it is dropped before its end, by an error or because its future was
/// dropped, the connection is closed.
#[derive(Debug)]
pub(super) struct Session(Connection);

impl Session {
    async fn begin(pool: &Pool, begin: &'static str) -> Result<Self, sqlx::Error> {
        let mut connection = pool.take().await?;
        sqlx::raw_sql(begin).execute(&mut connection.open).await?;
        Ok(Self(connection))
    }

    /// The connection, in the transaction.
    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.0.open
    }

    /// Ends the transaction: `commit` or `rollback`.
    pub(super) async fn end(mut self, how: &'static str) -> Result<(), sqlx::Error> {
        sqlx::raw_sql(how).execute(self.connection()).await?;
        self.0.give_back();
        Ok(())
    }
}

/// Returns whether a retry of the transaction may succeed: the error or one of its causes is the
/// database's, with such a code.
fn has_lost(error: &(dyn std::error::Error + 'static)) -> bool {
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
            let mut session = $store.begin().await?;
            let done = {
                let $change = session.connection();
                async { $body }.await
            };
            if let Some(done) = $store.end(session, done, &mut tries).await {
                break done;
            }
        }
    }};
}
pub(super) use changing;

impl Reads {
    /// Waits for a short random time, longer after more tries. The database does so, because this
    /// module has no clock.
    async fn pause(&self, tries: i32) {
        if self.engine == Engine::Postgres {
            let pause = "select pg_sleep($1 * random())";
            // If this fails, so does the next try.
            let _ = sql::run(&self.readers, pause, params![f64::from(tries) * 0.02]).await;
        }
    }

    /// Starts a snapshot: a read transaction.
    pub(super) async fn snapshot(&self) -> Result<Session, sqlx::Error> {
        let begin = match self.engine {
            Engine::Sqlite => "begin",
            Engine::Postgres => "begin isolation level repeatable read, read only",
        };
        Session::begin(&self.readers, begin).await
    }
}

impl Work {
    /// Starts a transaction that writes.
    pub(super) async fn begin(&self) -> Result<Session, sqlx::Error> {
        let begin = match self.engine {
            Engine::Sqlite => "begin immediate",
            Engine::Postgres => "begin",
        };
        let _waited = self.metrics.wait();
        Session::begin(&self.writer, begin).await
    }

    /// Ends a transaction, and returns its result; `None` if it should be retried.
    pub(super) async fn end<T, E: From<sqlx::Error> + std::error::Error + 'static>(
        &self,
        session: Session,
        done: Result<T, E>,
        tries: &mut i32,
    ) -> Option<Result<T, E>> {
        let done = match done {
            Ok(done) => session.end("commit").await.map(|()| done).map_err(E::from),
            Err(error) => {
                // If the rollback fails, the connection is closed, which rolls back as well.
                let _ = session.end("rollback").await;
                Err(error)
            }
        };
        match done {
            Err(error) if *tries < TRIES && has_lost(&error) => {
                tracing::debug!(tries, "a transaction lost against another");
                self.pause(*tries).await;
                *tries += 1;
                None
            }
            done => Some(done),
        }
    }
}
