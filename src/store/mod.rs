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
//! `held!`, so that others wait for it. Unique constraints are in the schema; a change that
//! violates one is decided again.
//!
//! Moments come from the processes' clocks, which must agree to within a second or so: a
//! clock that is ahead takes leases early.
//!
//! Every method fails if the database does. An `# Errors` section lists what
//! else can go wrong.

mod away;
mod backup;
mod begin;
mod calls;
mod challenges;
mod clocks;
mod columns;
mod connect;
mod copy;
mod due;
mod engine;
mod examine;
mod file;
mod forget;
mod games;
mod lease;
mod limits;
mod lists;
mod log;
mod measure;
mod messages;
mod migrations;
mod notices;
mod outbox;
mod pairs;
mod plans;
mod pool;
mod privacy;
mod profile;
mod puzzles;
mod ratings;
mod retention;
mod searches;
mod session;
mod settings;
mod setup;
mod sql;
mod themes;
mod threads;
mod tournaments;
mod upkeep;

use std::io;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use sqlx::migrate::MigrateError;

pub use away::Away;
pub use backup::{BackupError, back_up, erase, restore};
pub use calls::Listener;
pub use copy::CopyError;
pub use due::Due;
pub use examine::{Examined, Finding};
pub use file::{Address, Lock, beside, is_server, path};
pub use lease::{ByPriority, Item};
pub use limits::Grant;
pub use messages::{GameMessages, Posted};
pub use notices::Receiver;
pub use outbox::{ItemId, Lease, Means, Origin, Sender};
pub use privacy::{StoredDataSummary, Table};
pub use retention::ASKED_AFTER;
pub use searches::{Search, Waiting};
pub use themes::Presentation;
pub use upkeep::Upkeep;

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

/// Queries that only read.
#[derive(Clone, Debug)]
pub struct Reads {
    engine: Engine,
    readers: Pool,
    registry: Registry,
}

/// Work that the processes of one bot share besides games: the outbox, Discord's limits, and
/// wake-up calls. Nothing here changes a game.
#[derive(Clone, Debug)]
pub struct Work {
    reads: Reads,
    writer: Pool,
    /// The requests used, if there is only one process.
    tokens: Arc<Mutex<LocalTokens>>,
    /// The counters and histograms of this process.
    pub metrics: Arc<Metrics>,
}

/// The open database, with every change of it.
#[derive(Clone, Debug)]
pub struct Store {
    work: Work,
    /// Whether the puzzles of this version were inserted.
    shipped_added: Arc<AtomicBool>,
    /// Whether deleted data may still be in the write-ahead log.
    deleted: Arc<AtomicBool>,
}

impl Deref for Work {
    type Target = Reads;

    fn deref(&self) -> &Reads {
        &self.reads
    }
}

impl Deref for Store {
    type Target = Work;

    fn deref(&self) -> &Work {
        &self.work
    }
}

/// An internal error of the database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database or its driver.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// A stored game cannot be replayed.
    #[error("what is stored makes no sense")]
    Corrupt(#[from] Corrupt),
    /// A row has a value that no version ever wrote.
    #[error("a row cannot be read: {0}")]
    Row(&'static str),
}

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is neither an SQLite file's nor a server's.
    #[error("not the address of a database")]
    Address,
    /// Another program uses it, as this file beside it says.
    #[error("another program uses it")]
    InUse(PathBuf),
    /// The file cannot be opened or written.
    #[error("the file cannot be opened or written")]
    File(#[source] sqlx::Error),
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
    /// Another change was saved first: decide again.
    #[error("another change was saved first")]
    Conflict,
    /// The same cause has already made a change.
    #[error("done already")]
    Repeated,
    /// The database failed.
    #[error(transparent)]
    Fault(#[from] Error),
}

impl From<sqlx::Error> for Unchanged {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl Reads {
    /// The registry of games that it can read.
    pub fn registry(&self) -> Registry {
        self.registry
    }
}

impl Work {
    /// Returns whether other processes may work on the same database.
    pub fn is_shared(&self) -> bool {
        self.engine == Engine::Postgres
    }
}

impl Store {
    fn on(engine: Engine, writer: Pool, readers: Pool, registry: Registry) -> Self {
        let reads = Reads {
            engine,
            readers,
            registry,
        };
        let work = Work {
            reads,
            writer,
            tokens: Arc::default(),
            metrics: Arc::default(),
        };
        Self {
            work,
            shipped_added: Arc::default(),
            deleted: Arc::new(true.into()),
        }
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
