//! Storage: one SQLite file, or a PostgreSQL server.
//!
//! Methods take and return domain types; SQL stays in here, in words that both understand:
//! parameters are `$1`, truths are the integers 0 and 1, `on conflict` where a key may be there,
//! casts on sums, no functions of one of them alone. What cannot be said alike says so by
//! `Engine`; their tables are made by migrations of their own.
//!
//! A change is decided on what it replaces. In SQLite one connection writes, in `begin
//! immediate` transactions. On a server many processes write: each statement sees what others
//! have committed, and a change takes the row it decides on first, by a conditional update or
//! by `held!`, so that others wait for it. Keys that must be unique are, by the tables; who
//! inserts one too late decides again.
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
mod change;
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
mod upkeep;

use std::io;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use sqlx::AnyPool;
use sqlx::migrate::MigrateError;

pub use away::Away;
pub use backup::{BackupError, Replaced, back_up, erase, restore};
pub use calls::Listener;
pub use change::{Beginning, Change};
pub use copy::CopyError;
pub use due::Due;
pub use examine::{Examined, Finding};
pub use file::{Address, Lock, beside, is_server, path};
pub use lease::{Item, Ranked};
pub use limits::Drawn;
pub use messages::{ChallengeMessages, GameMessages, Posted};
pub use notices::Receiver;
pub use outbox::{ItemId, Lease, Means, Origin, Sender};
pub use privacy::{StoredDataSummary, Table};
pub use retention::ASKED_AFTER;
pub use searches::{Search, Waiting};
pub use themes::Themes;
pub use upkeep::Upkeep;

use self::limits::Purse;
use crate::game::{Corrupt, Denial};
use crate::metrics::Metrics;
use siwa_games::registry::Registry;

/// What speaks SQL below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    /// A file. One process uses it, and one connection writes.
    Sqlite,
    /// PostgreSQL or one of its kin, for any number of processes.
    Postgres,
}

/// What is stored, to be read.
#[derive(Clone, Debug)]
pub struct Reads {
    engine: Engine,
    readers: AnyPool,
    registry: Registry,
}

/// The work of the processes of one bot beside its games: the outbox, Discord's limits, and how
/// they wake each other. Nothing here changes a game.
#[derive(Clone, Debug)]
pub struct Work {
    reads: Reads,
    writer: AnyPool,
    /// What a process that is alone has spent.
    purse: Arc<Mutex<Purse>>,
    metrics: Arc<Metrics>,
}

/// The open database, with every change of it.
#[derive(Clone, Debug)]
pub struct Store {
    work: Work,
    /// Whether the puzzles of this version are there.
    stocked: Arc<AtomicBool>,
    /// Whether something was deleted that may still be in the file beside the database.
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

/// The database failed us.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database or its driver.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// What is stored makes no sense.
    #[error("what is stored makes no sense")]
    Corrupt(#[from] Corrupt),
    /// A row holds what no version ever wrote.
    #[error("a row cannot be read: {0}")]
    Row(&'static str),
}

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is neither one of an SQLite file nor one of a server.
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
    /// The server cannot be reached now, which may be over in a moment.
    #[error("the server cannot be reached")]
    Away(#[source] sqlx::Error),
    /// The server cannot be used.
    #[error("the server cannot be used")]
    Server(#[source] sqlx::Error),
    /// A copy that was begun there is not finished.
    #[error("a copy that was begun there is not finished")]
    Copying,
    /// There is something there that is no copy of that original.
    #[error("there is something there already")]
    Used,
    /// Nothing was made there yet.
    #[error("nothing was made there yet")]
    Empty,
    /// An older version has written it.
    #[error("an older version has written it")]
    Older,
    /// Another program has written it, or a version of which this one does not know the tables.
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
    /// A rule of the house forbids it.
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
    /// The kinds of games it can read.
    pub fn registry(&self) -> Registry {
        self.registry
    }
}

impl Work {
    /// Whether other processes may work on the same database.
    pub fn is_shared(&self) -> bool {
        self.engine == Engine::Postgres
    }
}

impl Store {
    fn on(engine: Engine, writer: AnyPool, readers: AnyPool, registry: Registry) -> Self {
        let reads = Reads {
            engine,
            readers,
            registry,
        };
        let work = Work {
            reads,
            writer,
            purse: Arc::default(),
            metrics: Arc::default(),
        };
        Self {
            work,
            stocked: Arc::default(),
            deleted: Arc::new(true.into()),
        }
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
