//! Checks the database: the file by SQLite's own checks, and every row that follows
//! from the logs of the games by replaying them, and from the tries of puzzles. Names, themes and the ids of messages
//! follow from nothing and are not checked.

mod challenges;
mod games;
mod outbox;
mod puzzles;
mod ratings;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePoolOptions, SqliteRow};
use sqlx::{Column as _, Row as _, Sqlite, Transaction};

use super::{Error, MIGRATIONS, OpenError, Store};
use crate::game::GameId;
use crate::registry::Registry;

/// Something wrong.
#[derive(Debug)]
pub enum Finding {
    /// Damage, in SQLite's words.
    File(String),
    /// A row refers to one that is not there.
    Reference {
        /// The table with the row that refers.
        table: String,
        /// That row's number.
        row: i64,
        /// The table that it refers to.
        parent: String,
    },
    /// A table or an index is not as this version makes it.
    Schema(String),
    /// A game does not replay by its rules.
    Game(GameId, Error),
    /// A row disagrees with the logs.
    Row {
        /// Its table.
        table: &'static str,
        /// Its key.
        key: String,
        /// The column that disagrees.
        column: &'static str,
        /// What it holds; none: null.
        found: Option<String>,
        /// What it should hold; none: null.
        expected: Option<String>,
    },
}

/// The result of an examination.
#[derive(Debug)]
pub struct Examined {
    /// How many games there are.
    pub games: usize,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// A row as text, by its columns; a null is none.
struct Columns(HashMap<String, Option<String>>);

impl Columns {
    fn get(&self, column: &str) -> Option<&str> {
        self.0.get(column)?.as_deref()
    }

    fn number(&self, column: &str) -> Option<i64> {
        self.get(column)?.parse().ok()
    }

    fn real(&self, column: &str) -> Option<f64> {
        self.get(column)?.parse().ok()
    }
}

impl TryFrom<SqliteRow> for Columns {
    type Error = sqlx::Error;

    fn try_from(row: SqliteRow) -> Result<Self, sqlx::Error> {
        let column = |column: &sqlx::sqlite::SqliteColumn| {
            // SQLite converts numbers to text when asked for text.
            let text = row.try_get_unchecked(column.ordinal())?;
            Ok((column.name().to_owned(), text))
        };
        row.columns()
            .iter()
            .map(column)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// An examination of one snapshot of the file.
struct Examination {
    registry: Registry,
    snapshot: Transaction<'static, Sqlite>,
    findings: Vec<Finding>,
}

impl Store {
    /// Opens the database in `file` read-only.
    ///
    /// # Errors
    /// [`OpenError::Older`] if it has to be migrated first.
    pub async fn open_to_examine(file: &Path, registry: Registry) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .busy_timeout(Duration::from_secs(5))
            .pragma("query_only", "on");
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await
            .map_err(OpenError::File)?;
        let applied: Vec<i64> =
            sqlx::query_scalar("select version from _sqlx_migrations order by version")
                .fetch_all(&pool)
                .await
                .map_err(OpenError::File)?;
        if let Some(newer) = applied.iter().find(|it| !MIGRATIONS.version_exists(**it)) {
            return Err(OpenError::Newer(*newer));
        }
        if MIGRATIONS.iter().any(|it| !applied.contains(&it.version)) {
            pool.close().await;
            return Err(OpenError::Older);
        }
        Ok(Self {
            writer: pool.clone(),
            readers: pool,
            registry,
            stocked: Arc::default(),
        })
    }

    /// Examines everything.
    pub async fn examine(&self) -> Result<Examined, Error> {
        let mut examination = Examination {
            registry: self.registry,
            snapshot: self.readers.begin().await?,
            findings: Vec::new(),
        };
        examination.file().await?;
        let mut games = 0;
        // The rows of a damaged file mean nothing.
        if examination.findings.is_empty() {
            let played = examination.games().await?;
            games = played.games;
            examination.challenges(&played).await?;
            examination.outbox().await?;
            examination.puzzles().await?;
            if played.all {
                examination.ratings(played.finished).await?;
            }
        }
        Ok(Examined {
            games,
            findings: examination.findings,
        })
    }
}

impl Examination {
    async fn file(&mut self) -> Result<(), Error> {
        let lines: Vec<String> = sqlx::query_scalar("pragma integrity_check")
            .fetch_all(&mut *self.snapshot)
            .await?;
        let damage = lines.into_iter().filter(|line| line != "ok");
        self.findings.extend(damage.map(Finding::File));
        for row in self.all("pragma foreign_key_check").await? {
            let text = |column| row.get(column).unwrap_or_default().to_owned();
            self.findings.push(Finding::Reference {
                table: text("table"),
                row: row.number("rowid").unwrap_or_default(),
                parent: text("parent"),
            });
        }
        let found = schema(&mut self.snapshot).await?;
        let mut expected = model().await?;
        for (name, sql) in found {
            if expected.remove(&name) != Some(sql) {
                self.findings.push(Finding::Schema(name));
            }
        }
        for row in self
            .all("select version, hex(checksum) as checksum, success from _sqlx_migrations")
            .await?
        {
            let version = row.number("version");
            let made = MIGRATIONS.iter().find(|it| Some(it.version) == version);
            let checksum = made.map(|made| hex(&made.checksum));
            if row.get("checksum") != checksum.as_deref() || row.number("success") != Some(1) {
                self.findings
                    .push(Finding::Schema("_sqlx_migrations".to_owned()));
            }
        }
        let mut missing: Vec<String> = expected.into_keys().collect();
        missing.sort();
        self.findings
            .extend(missing.into_iter().map(Finding::Schema));
        Ok(())
    }

    async fn all(&mut self, query: &'static str) -> Result<Vec<Columns>, Error> {
        let rows = sqlx::query(query).fetch_all(&mut *self.snapshot).await?;
        let rows = rows.into_iter().map(Columns::try_from);
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Compares the columns of a row with what they should hold.
    fn compare<const N: usize>(
        &mut self,
        table: &'static str,
        row: &Columns,
        expected: [(&'static str, Option<String>); N],
    ) {
        let key = row.get("id").unwrap_or_default();
        for (column, expected) in expected {
            let found = row.get(column).map(str::to_owned);
            if found != expected {
                self.disagrees(table, key, column, found, expected);
            }
        }
    }

    fn disagrees(
        &mut self,
        table: &'static str,
        key: &str,
        column: &'static str,
        found: Option<String>,
        expected: Option<String>,
    ) {
        self.findings.push(Finding::Row {
            table,
            key: key.to_owned(),
            column,
            found,
            expected,
        });
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Tables and indexes by name, with the statements that make them.
async fn schema(connection: &mut SqliteConnection) -> Result<HashMap<String, String>, sqlx::Error> {
    let made: Vec<(String, String)> = sqlx::query_as(
        "select name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') from sqlite_schema",
    )
    .fetch_all(connection)
    .await?;
    Ok(made.into_iter().collect())
}

/// The schema of a new database of this version.
async fn model() -> Result<HashMap<String, String>, Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(SqliteConnectOptions::new().in_memory(true))
        .await?;
    let made = MIGRATIONS.run(&pool).await;
    made.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    let mut connection = pool.acquire().await?;
    Ok(schema(&mut connection).await?)
}
