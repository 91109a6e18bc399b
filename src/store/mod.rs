//! Storage: one SQLite file, or a PostgreSQL server.
//!
//! Methods take and return domain types; SQL stays in this module, in the dialect that both
//! databases share: parameters are `$1`, booleans are the integers 0 and 1, `on conflict` where a
//! key may exist, casts on sums, no functions that only one has. Statements that must differ use
//! `Engine`; each database has its own migrations.
//!
//! A change is decided on the state that it replaces. In SQLite one connection writes, in `begin
//! immediate` transactions. On a server many processes write: each statement sees what others have
//! committed, and a change takes the row it decides on first, by a conditional update or by
//! `Engine::lock`, so that others wait for it. Unique constraints are in the schema; a change that
//! violates one is decided again.
//!
//! Moments come from the processes' clocks, which must agree to within a second or so: a
//! clock that is ahead takes leases early.
//!
//! Every method fails if the database does. An `# Errors` section lists what
//! else can go wrong.

mod backup;
mod challenges;
mod clocks;
mod columns;
mod connect;
mod connection;
mod copy;
mod examine;
mod file;
mod games;
mod limits;
mod lists;
mod log;
mod messages;
mod migrations;
mod notices;
mod outbox;
mod pool;
mod privacy;
mod puzzles;
mod ratings;
mod session;
mod settings;
mod tables;
mod tournaments;
mod upkeep;

use std::io;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;
use sqlx::migrate::MigrateError;

pub use backup::{BackupError, back_up, erase, restore};
pub use challenges::Asked;
pub use clocks::Due;
pub use examine::{Examined, Finding};
pub use file::{Address, Lock, beside, is_server, path};
pub use limits::{Grant, Listener, MAX_CLOSED};
pub use messages::{GameMessages, NextDue, Posted};
pub use notices::{GameSettings, Receiver};
pub use outbox::{Done, Item, ItemId, Lease, Origin, Reach};
pub use privacy::{ExportedTable, StoredDataSummary};
pub use ratings::ASKED_AFTER;
pub use settings::Settings;
pub use upkeep::{Search, Upkeep, Waiting};

use self::connection::is_conflict;
use self::limits::LocalTokens;
use self::pool::Pool;
use crate::game::{Corrupt, Denial};
use crate::metrics::Metrics;
use siwa_games::registry::Registry;

/// The database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    /// A file, used by one process; one connection writes.
    Sqlite,
    /// A server with PostgreSQL's protocol, for any number of processes.
    Postgres,
}

/// Queries, and the changes that need no decision: of the outbox, of Discord's limits, of settings.
/// No act on a game is here.
#[derive(Clone, Debug)]
pub struct Database {
    engine: Engine,
    readers: Pool,
    writer: Pool,
    /// The registry of games that it can read.
    pub registry: Registry,
    /// The requests used, if there is only one process.
    tokens: Arc<Mutex<LocalTokens>>,
    /// The counters and histograms of this process.
    pub metrics: Arc<Metrics>,
}

/// The open database, with every change of it.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    /// Whether the puzzles of this version were inserted.
    shipped_added: Arc<AtomicBool>,
    /// Whether deleted data may still be in the write-ahead log.
    deleted: Arc<AtomicBool>,
    /// Up to where a reader let it be emptied the last time, and how often in a row.
    held: Arc<Mutex<(Option<i64>, u32)>>,
}

impl Deref for Store {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.database
    }
}

/// What a method returns that fails only if the database does.
type Result<T, E = Error> = std::result::Result<T, E>;

/// An internal error of the database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database or its driver.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
    /// A stored game cannot be replayed.
    #[error("what is stored makes no sense")]
    Corrupt(#[from] Corrupt),
    /// A row has a value that no version ever wrote.
    #[error("a row cannot be read: {0}")]
    Row(&'static str),
    /// A column has one.
    #[error("a column cannot be read")]
    Column(#[source] sqlx::Error),
    /// A table of a copy differs from the original, which must have changed during the copy.
    #[error("{0} differs from the original")]
    Differs(&'static str),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Column(error),
            _ => Self::Database(error),
        }
    }
}

/// Why the database could not be opened. The names are part of the ids of the messages.
#[derive(Debug, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(prefix = "cli-database-", serialize_all = "kebab-case")]
pub enum OpenError {
    /// The address is neither an SQLite file's nor a server's.
    #[error("not the address of a database")]
    Address,
    /// It begins like that of another kind of database, or of none.
    #[error("not the scheme of a database")]
    Scheme,
    /// What stands there for the port cannot be one.
    #[error("not a port")]
    Port,
    /// This parameter of the address has an impossible value.
    #[error("{0}")]
    Parameter(String),
    /// Another program uses it, as this file beside it says.
    #[error("another program uses it")]
    InUse(PathBuf),
    /// Its file has several names, so that other programs may use it unnoticed.
    #[error("the file has several names")]
    Linked,
    /// The file cannot be opened or written.
    #[error("the file cannot be opened or written")]
    File(#[source] sqlx::Error),
    /// Another program has locked the file for longer than a moment.
    #[error("another program has locked it")]
    Busy,
    /// The address names several servers.
    #[error("the address names several servers")]
    Hosts,
    /// A file that the address names cannot be read.
    #[error("{0} cannot be read")]
    Certificate(String, #[source] io::Error),
    /// The address leads to a pooler that gives each transaction another connection, or has too few.
    #[error("a pooler is between the bot and the server")]
    Pooler,
    /// The database has this encoding, in which it cannot hold every name.
    #[error("{0}")]
    Encoding(String),
    /// So few connections are allowed.
    #[error("{0}")]
    Connections(String),
    /// The user may not use these tables, or what the server says.
    #[error("{0}")]
    Rights(String),
    /// The server does not know this user, or the password is wrong.
    #[error("the server refuses the user or the password")]
    Refused,
    /// The server has no such database.
    #[error("the server has no such database")]
    Absent,
    /// The server cannot be reached now; this may be temporary.
    #[error("the server cannot be reached")]
    Away(#[source] sqlx::Error),
    /// The server cannot be used.
    #[error("the server cannot be used")]
    Server(#[source] sqlx::Error),
    /// It is an unfinished copy.
    #[error("a copy that was begun there is not finished")]
    Copying,
    /// It is not empty, and not a copy of that original.
    #[error("there is something there already")]
    Used,
    /// It does not exist yet, or has no tables.
    #[error("nothing was made there yet")]
    Empty,
    /// An older version created it; it must be migrated.
    #[error("an older version has written it")]
    Older,
    /// Another program created it, or a version whose schema this one does not know.
    #[error("it has tables that this version does not know")]
    Foreign,
    /// A migration failed.
    #[error("its tables could not be made")]
    Migration(#[source] MigrateError),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::File(error.into())
    }
}

/// Why a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum Unchanged {
    /// The application does not allow it.
    #[error("denied")]
    Denial(Denial),
    /// Another change was saved first, perhaps by the same cause: decide again.
    #[error("another change was saved first")]
    Conflict,
    /// The database failed.
    #[error(transparent)]
    Fault(#[from] Error),
}

impl From<sqlx::Error> for Unchanged {
    fn from(error: sqlx::Error) -> Self {
        if is_conflict(&error) {
            Self::Conflict
        } else {
            Self::Fault(error.into())
        }
    }
}

impl Database {
    /// Returns whether other processes may work on the same database.
    pub fn is_shared(&self) -> bool {
        self.engine == Engine::Postgres
    }
}

impl Store {
    fn on(engine: Engine, writer: Pool, readers: Pool, registry: Registry) -> Self {
        let database = Database {
            engine,
            readers,
            writer,
            registry,
            tokens: Arc::default(),
            metrics: Arc::default(),
        };
        Self {
            database,
            shipped_added: Arc::default(),
            deleted: Arc::new(true.into()),
            held: Arc::default(),
        }
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
