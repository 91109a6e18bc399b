//! Checks the database: the file by SQLite's own checks, and every row that follows from the event
//! logs or the tries of puzzles by computing it again. Names and themes are not checked; ids and
//! settings must be possible values, and tournaments must fit their games.

mod challenges;
mod games;
mod outbox;
mod puzzles;
mod ratings;
mod schema;
mod values;

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{Column as _, Row as _};

use super::session::Session;
use super::sql::{self, Params, params};
use super::{Engine, Error, Reads};
use crate::game::{GameId, Rating};
use siwa_games::registry::Registry;

/// A problem in the database.
#[derive(Debug)]
pub enum Finding {
    /// Damage of the file, as SQLite reports it.
    File(String),
    /// A row refers to a missing one.
    Reference {
        /// The table with the row that refers.
        table: String,
        /// The number of that row.
        row: i64,
        /// The table that it refers to.
        parent: String,
    },
    /// A table or an index differs from this version's schema.
    Schema(String),
    /// A game cannot be replayed.
    Game(GameId, Error),
    /// A column has an impossible value, as `table.column (key) = value`.
    Value(String),
    /// A row differs from what its log gives.
    Row {
        /// Its table.
        table: &'static str,
        /// Its key.
        key: String,
        /// The column that differs.
        column: String,
        /// Its value; `None`: null.
        found: Option<String>,
        /// The expected value; `None`: null.
        expected: Option<String>,
    },
}

/// The result of a check.
#[derive(Debug)]
pub struct Examined {
    /// The number of games.
    pub games: usize,
    /// The problems.
    pub findings: Vec<Finding>,
}

/// Smaller differences are rounding.
const CLOSE: f64 = 1e-6;

/// A row as text, by column; null is `None`.
#[derive(Default)]
struct Columns {
    /// The key of the row: the column `id`, if it has one.
    key: String,
    columns: HashMap<String, Option<String>>,
}

impl Columns {
    fn of(row: &AnyRow) -> Result<Self, sqlx::Error> {
        let text = |at: usize| -> Result<Option<String>, sqlx::Error> {
            let whole = |number: Option<i64>| number.map(|it| it.to_string());
            let real = |number: Option<f64>| number.map(|it| it.to_string());
            row.try_get(at)
                .or_else(|_| row.try_get(at).map(whole))
                .or_else(|_| row.try_get(at).map(real))
        };
        let columns = row.columns().iter();
        let columns = columns.map(|column| Ok((column.name().to_owned(), text(column.ordinal())?)));
        let columns: HashMap<_, _> = columns.collect::<Result<_, sqlx::Error>>()?;
        let key = columns.get("id").cloned().flatten().unwrap_or_default();
        Ok(Self { key, columns })
    }

    fn get(&self, column: &str) -> Option<&str> {
        self.columns.get(column)?.as_deref()
    }

    fn number(&self, column: &str) -> Option<i64> {
        self.get(column)?.parse().ok()
    }

    fn real(&self, column: &str) -> Option<f64> {
        self.get(column)?.parse().ok()
    }
}

/// A check of one snapshot.
struct Examination {
    engine: Engine,
    registry: Registry,
    snapshot: Session,
    findings: Vec<Finding>,
}

impl Reads {
    /// Checks everything.
    pub async fn examine(&self) -> Result<Examined, Error> {
        let mut examination = Examination {
            engine: self.engine,
            registry: self.registry,
            snapshot: self.snapshot().await?,
            findings: Vec::new(),
        };
        examination.file().await?;
        examination.schema(&self.readers).await?;
        let mut games = 0;
        // The rows of a damaged file are not worth checking.
        if examination.findings.is_empty() {
            let played = examination.games().await?;
            games = played.games;
            examination.challenges(&played).await?;
            examination.outbox().await?;
            examination.values().await?;
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
    async fn all(&mut self, query: &'static str) -> Result<Vec<Columns>, Error> {
        self.rows(query, params![]).await
    }

    /// The next rows of a table with ids above `after`, by a query with that condition, and the
    /// last of these ids; `None` at the end.
    async fn page(
        &mut self,
        query: &'static str,
        after: i64,
    ) -> Result<Option<(Vec<Columns>, i64)>, Error> {
        let rows = self.rows(query, params![after]).await?;
        let last = rows.last().and_then(|row| row.number("id"));
        Ok(last.map(|last| (rows, last)))
    }

    async fn rows(&mut self, query: &'static str, params: Params) -> Result<Vec<Columns>, Error> {
        let rows = sql::rows(self.snapshot.connection(), query, params).await?;
        let rows = rows.iter().map(Columns::of);
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Compares the columns of a row with their expected values.
    fn compare<const N: usize>(
        &mut self,
        table: &'static str,
        row: &Columns,
        expected: [(&'static str, Option<String>); N],
    ) {
        for (column, expected) in expected {
            let found = row.get(column);
            if found != expected.as_deref() {
                self.disagrees(table, &row.key, column, found, expected);
            }
        }
    }

    /// Compares a number with its expected value, up to rounding.
    fn compare_real(
        &mut self,
        table: &'static str,
        key: &str,
        column: &str,
        found: Option<f64>,
        expected: Option<f64>,
    ) {
        let close = |(one, other): (f64, f64)| (one - other).abs() <= CLOSE * other.abs().max(1.0);
        if found.is_some() != expected.is_some() || !found.zip(expected).is_none_or(close) {
            self.disagrees(table, key, column, found, expected);
        }
    }

    /// Compares the rating in a row with the expected one.
    fn compare_rating(&mut self, table: &'static str, row: &Columns, expected: Rating) {
        for (column, expected) in [
            ("rating", expected.rating),
            ("deviation", expected.deviation),
            ("volatility", expected.volatility),
        ] {
            self.compare_real(table, &row.key, column, row.real(column), Some(expected));
        }
    }

    fn disagrees(
        &mut self,
        table: &'static str,
        key: &str,
        column: &str,
        found: Option<impl ToString>,
        expected: Option<impl ToString>,
    ) {
        self.findings.push(Finding::Row {
            table,
            key: key.to_owned(),
            column: column.to_owned(),
            found: found.map(|found| found.to_string()),
            expected: expected.map(|expected| expected.to_string()),
        });
    }
}
