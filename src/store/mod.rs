//! Storage: one SQLite file.
//!
//! Methods take and return domain types; SQL stays in here. One connection
//! writes, in `begin immediate` transactions, so that a change is decided on
//! what it replaces; others read beside it.
//!
//! Every method fails if the database does. An `# Errors` section lists what
//! else can go wrong.

mod away;
mod begin;
mod challenges;
mod clocks;
mod columns;
mod engine;
mod examine;
mod file;
mod games;
mod lease;
mod lists;
mod outbox;
mod puzzles;
mod ratings;
mod settings;
mod settle;
mod themes;
mod threads;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use sqlx::SqlStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

pub use away::Away;
pub use challenges::NewChallenge;
pub use engine::{Search, Waiting};
pub use examine::{Examined, Finding};
pub use file::{Lock, path};
pub use lease::Owed;
pub use outbox::{Debt, Lease, Means, Origin, Payer};
pub use themes::Themes;

use crate::game::{Corrupt, Denial};
use crate::registry::Registry;

/// The migrations: number and statements. A released one never changes.
const STATEMENTS: [(i64, &str); 12] = [
    (1, include_str!("../../migrations/0001_games.sql")),
    (2, include_str!("../../migrations/0002_leftovers.sql")),
    (3, include_str!("../../migrations/0003_past.sql")),
    (4, include_str!("../../migrations/0004_themes.sql")),
    (5, include_str!("../../migrations/0005_outbox.sql")),
    (6, include_str!("../../migrations/0006_one_challenge.sql")),
    (7, include_str!("../../migrations/0007_rating_order.sql")),
    (8, include_str!("../../migrations/0008_engine.sql")),
    (9, include_str!("../../migrations/0009_puzzles.sql")),
    (10, include_str!("../../migrations/0010_settings.sql")),
    (11, include_str!("../../migrations/0011_threads.sql")),
    (12, include_str!("../../migrations/0012_clocks.sql")),
];

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, statements)| {
        let statements = SqlStr::from_static(statements);
        Migration::new(version, "".into(), MigrationType::Simple, statements, false)
    };
    Migrator::with_migrations(STATEMENTS.map(migration).to_vec())
});

/// The open database.
#[derive(Clone, Debug)]
pub struct Store {
    writer: SqlitePool,
    readers: SqlitePool,
    registry: Registry,
    /// Whether the puzzles of this version are there.
    stocked: Arc<AtomicBool>,
}

/// The database failed us.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// SQLite or its driver.
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
    /// The address is not one of a SQLite file.
    #[error("not the address of an SQLite file")]
    Address,
    /// Another program uses it, as this file beside it says.
    #[error("another program uses it")]
    InUse(PathBuf),
    /// The file cannot be opened or written.
    #[error("the file cannot be opened or written")]
    File(#[source] sqlx::Error),
    /// An older version has written it.
    #[error("an older version has written it")]
    Older,
    /// A newer version has written it.
    #[error("a newer version has written it (migration {0})")]
    Newer(i64),
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

impl Store {
    /// Opens the database at `url` (`sqlite://siwa.db`), making it or bringing
    /// it up to date as needed. The games in it are those of `registry`.
    pub async fn open(url: &str, registry: Registry) -> Result<Self, OpenError> {
        Self::open_file(&path(url)?, registry).await
    }

    /// Opens the database in `file`, making it or bringing it up to date as needed.
    pub async fn open_file(file: &Path, registry: Registry) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options.clone())
            .await
            .map_err(OpenError::File)?;
        MIGRATIONS.run(&writer).await.map_err(|error| match error {
            MigrateError::VersionMissing(version) => OpenError::Newer(version),
            MigrateError::Execute(error) => OpenError::File(error),
            other => OpenError::Migration(other),
        })?;
        // Otherwise a read-only file would fail only at the first move.
        let mut probe = writer
            .begin_with("begin immediate")
            .await
            .map_err(OpenError::File)?;
        sqlx::query("delete from players where id = 0")
            .execute(&mut *probe)
            .await
            .map_err(OpenError::File)?;
        probe.commit().await.map_err(OpenError::File)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await
            .map_err(OpenError::File)?;
        Ok(Self {
            writer,
            readers,
            registry,
            stocked: Arc::default(),
        })
    }

    /// Closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// The kinds of games it can read.
    #[must_use]
    pub fn registry(&self) -> Registry {
        self.registry
    }

    /// Begins a transaction that writes.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        const BEGIN: &str = "begin immediate";
        match self.writer.begin_with(BEGIN).await {
            Ok(begun) => Ok(begun),
            Err(error) => {
                // SQLite rolls back by itself when the disk is full. The driver then still
                // counts a transaction and refuses every further one: a new connection does not.
                tracing::warn!(%error, "no transaction could be begun; the file is opened anew");
                self.writer.acquire().await?.close().await?;
                self.writer.begin_with(BEGIN).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_is_run() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let files = std::fs::read_dir(directory).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let number = |file: &Path| file.file_name()?.to_str()?.split('_').next()?.parse().ok();
        let mut files: Vec<(i64, String)> = files
            .map(|file| {
                (
                    number(&file).unwrap(),
                    std::fs::read_to_string(file).unwrap(),
                )
            })
            .collect();
        files.sort();
        let listed = STATEMENTS.map(|(number, statements)| (number, statements.to_owned()));
        assert_eq!(files, listed);
    }
}
