//! Calls from one process to the others: that there is work which it leaves to them.
//!
//! A call is no promise: a process that does not hear it finds the work at the next look. A change
//! never calls by itself, since PostgreSQL lets transactions that do so commit one by one.

use std::fmt;

use sqlx::postgres::PgListener;

use super::connect::code;
use super::sql::{self, params};
use super::{Engine, Error, Work};

/// What the channel is called: several bots may have schemas of one database, with names of any
/// length.
macro_rules! channel {
    () => {
        "'siwa.' || md5(current_schema())"
    };
}

/// Hears the calls of other processes, and this one's own.
pub struct Listener(PgListener);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").finish_non_exhaustive()
    }
}

impl Listener {
    /// Waits for a call. Also returns when the connection was lost and is there again, since
    /// then a call may have been missed.
    pub async fn called(&mut self) -> Result<(), Error> {
        self.0.try_recv().await?;
        Ok(())
    }
}

impl Work {
    /// Calls all processes on this database.
    pub async fn call(&self) -> Result<(), Error> {
        if self.engine == Engine::Postgres {
            let call = concat!("select 1 from pg_notify(", channel!(), ", '')");
            sql::run(&self.readers, call, params![]).await?;
        }
        Ok(())
    }

    /// Listens to calls, on a connection of its own; none if nobody can call, or the database
    /// does not know how, as some that speak PostgreSQL's protocol do not.
    pub async fn listen(&self) -> Result<Option<Listener>, Error> {
        if self.engine == Engine::Sqlite {
            return Ok(None);
        }
        let options = self.readers.connect_options();
        let mut listener = PgListener::connect(options.database_url.as_str()).await?;
        let channel = concat!("select ", channel!());
        let channel: String = sql::only(&self.readers, channel, params![]).await?;
        match listener.listen(&channel).await {
            Ok(()) => Ok(Some(Listener(listener))),
            Err(error) if is_unknown(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether a statement is none to the server: a feature that is not supported, or bad syntax.
fn is_unknown(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| matches!(&*code, "0A000" | "42601"))
}
