//! Wake-up calls between processes: one has left work for the others.
//!
//! Calls are only an optimisation: a process that misses one finds the work at its next poll.
//! Transactions never call, because PostgreSQL serialises the commits of those that do.

use sqlx::postgres::PgListener;

use super::connect::code;
use super::sql::{self, params};
use super::{Engine, Error, Work};

/// The name of the channel: several bots may have schemas in one database, with names of any
/// length.
macro_rules! channel {
    () => {
        "'siwa.' || md5(current_schema())"
    };
}

/// Receives the calls of all processes, including this one's.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Listener {
    /// Waits for a call. Also returns after a lost connection is restored, since a call may have
    /// been missed.
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

    /// Listens for calls, on its own connection; `None` if no other process can call, or the
    /// database does not support it, as some with PostgreSQL's protocol.
    pub async fn listen(&self) -> Result<Option<Listener>, Error> {
        if self.engine == Engine::Sqlite {
            return Ok(None);
        }
        let options = self.readers.opener.connect_options();
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

/// Returns whether the server does not know a statement: an unsupported feature, or a syntax error.
fn is_unknown(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| matches!(&*code, "0A000" | "42601"))
}
