//! Transactions: tried again when they lose against another, and never left open.

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool};

use super::connect::code;
use super::sql::{self, params};
use super::{Engine, Reads, Work};

/// How often a transaction is tried that loses against others.
const TRIES: i32 = 5;

/// What PostgreSQL and its kin report to a transaction that has lost against another and would
/// go through now: a serialisation failure, a deadlock, and a key that another transaction has
/// inserted after this one looked for it.
const LOST: [&str; 3] = ["40001", "40P01", "23505"];

/// A pooled connection with an open transaction. If it is dropped before its end, by an error
/// or because nobody waits for it, the connection is closed: only then is it certain that
/// the next to borrow it does not find itself in the middle of something.
#[derive(Debug)]
pub(super) struct Session {
    connection: PoolConnection<Any>,
    open: bool,
}

impl Session {
    async fn begin(pool: &AnyPool, begin: &'static str) -> Result<Self, sqlx::Error> {
        let mut session = Self {
            connection: pool.acquire().await?,
            open: true,
        };
        sqlx::raw_sql(begin).execute(session.connection()).await?;
        Ok(session)
    }

    /// The connection, in the transaction.
    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }

    /// Ends it: `commit` or `rollback`.
    pub(super) async fn end(mut self, how: &'static str) -> Result<(), sqlx::Error> {
        sqlx::raw_sql(how).execute(self.connection()).await?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.open {
            self.connection.close_on_drop();
        }
    }
}

/// Whether the same transaction may go through at the next try: one of the error and its causes
/// is the database's, which says so.
fn has_lost(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    let code = causes.find_map(|cause| code(cause.downcast_ref()?));
    code.is_some_and(|code| LOST.contains(&&*code))
}

/// The result of `$body`, done in a transaction that writes, as a whole or not at all. One that
/// loses against another is tried again, so there is nothing but SQL in it.
///
/// No function, because what an asynchronous closure borrows cannot be said to be [`Send`].
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
    /// Waits a little, longer after more tries and never equally long; the database does the
    /// waiting, because only it knows a clock here.
    async fn pause(&self, tries: i32) {
        if self.engine == Engine::Postgres {
            let pause = "select pg_sleep($1 * random())";
            // If that fails, so does the next try.
            let _ = sql::run(&self.readers, pause, params![f64::from(tries) * 0.02]).await;
        }
    }

    /// Begins to read what is there at one moment, and nothing of what comes after.
    pub(super) async fn snapshot(&self) -> Result<Session, sqlx::Error> {
        let begin = match self.engine {
            Engine::Sqlite => "begin",
            Engine::Postgres => "begin isolation level repeatable read, read only",
        };
        Session::begin(&self.readers, begin).await
    }
}

impl Work {
    /// A connection for one statement that writes: alone it needs no transaction.
    pub(super) async fn writing(&self) -> Result<PoolConnection<Any>, sqlx::Error> {
        let _waited = self.metrics.wait();
        self.writer.acquire().await
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin(&self) -> Result<Session, sqlx::Error> {
        let _waited = self.metrics.wait();
        let begin = match self.engine {
            Engine::Sqlite => "begin immediate",
            Engine::Postgres => "begin",
        };
        Session::begin(&self.writer, begin).await
    }

    /// Ends a transaction, and says what came of it; nothing if it is to be tried again.
    pub(super) async fn end<T, E: From<sqlx::Error> + std::error::Error + 'static>(
        &self,
        session: Session,
        done: Result<T, E>,
        tries: &mut i32,
    ) -> Option<Result<T, E>> {
        let done = match done {
            Ok(done) => session.end("commit").await.map(|()| done).map_err(E::from),
            Err(error) => {
                // A failure to roll back closes the connection, which rolls back as well.
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
