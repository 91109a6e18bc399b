//! Checks the database: the file by SQLite's own checks, and every row that follows from the event
//! logs or the tries of puzzles by computing it again. Names and themes are not checked; ids and
//! settings must be possible values, and tournaments must fit their games.

mod replay;
mod rows;

use std::collections::{BTreeSet, HashSet};

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection as _};

use self::replay::Replayed;
use super::columns::{get, params};
use super::connection::Connection;
use super::migrations::migrations;
use super::pool::Pool;
use super::{Database, Engine, Error, Result};
use crate::game::GameId;
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// A problem in the database.
#[derive(Debug)]
pub enum Finding {
    /// A game cannot be replayed.
    Game(GameId, Error),
    /// Anything else, as the host reads it.
    Damage(Text),
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Examined {
    /// The number of games.
    pub games: usize,
    /// The problems.
    pub findings: Vec<Finding>,
}

/// Smaller differences are rounding.
const CLOSE: f64 = 1e-6;

/// Returns whether two values agree: numbers with a fraction up to rounding.
fn agree(found: Option<&str>, expected: Option<&str>) -> bool {
    let number = |text: Option<&str>| text?.parse::<f64>().ok();
    match (number(found), number(expected)) {
        (Some(found), Some(expected)) if found.fract() != 0.0 || expected.fract() != 0.0 => {
            (found - expected).abs() <= CLOSE * expected.abs().max(1.0)
        }
        _ => found == expected,
    }
}

/// A check of one snapshot.
struct Examination {
    registry: Registry,
    snapshot: Connection,
    /// A new database in memory, in which the finished games are counted again.
    model: Connection,
    /// Finished games that are not counted yet.
    pending: Vec<Replayed>,
    examined: Examined,
}

impl Database {
    /// Checks everything.
    pub async fn examine(&self) -> Result<Examined> {
        let mut examination = Examination {
            registry: self.registry,
            snapshot: self.snapshot().await?,
            model: model_in_memory().await?,
            pending: Vec::new(),
            examined: Examined::default(),
        };
        examination.file().await?;
        examination.schema(&self.readers).await?;
        // The rows of a damaged file are not worth checking.
        if examination.examined.findings.is_empty() {
            examination.games().await?;
            examination.related().await?;
            examination.values().await?;
            examination.puzzles().await?;
        }
        Ok(examination.examined)
    }
}

impl Examination {
    fn report(&mut self, damage: Text) {
        self.examined.findings.push(Finding::Damage(damage));
    }

    /// Compares the value of a column with the expected one.
    fn compare(
        &mut self,
        table: &str,
        column: &str,
        key: impl ToString,
        found: Option<String>,
        expected: Option<String>,
    ) {
        let found = found.as_deref();
        let expected = expected.as_deref();
        if !agree(found, expected) {
            let row = Text::new("cli-doctor-row")
                .with("table", table)
                .with("key", key.to_string())
                .with("column", column)
                .with("found", found.unwrap_or("null"))
                .with("expected", expected.unwrap_or("null"));
            self.report(row);
        }
    }

    /// Compares columns of a row with their expected values.
    fn compare_columns<T: ToString, const N: usize>(
        &mut self,
        table: &str,
        key: impl ToString,
        row: &AnyRow,
        expected: [(&str, Option<T>); N],
    ) -> sqlx::Result<()> {
        for (column, expected) in expected {
            let expected = expected.map(|expected| expected.to_string());
            self.compare(table, column, key.to_string(), text(row, column)?, expected);
        }
        Ok(())
    }

    /// Checks the file; a server checks its own files.
    async fn file(&mut self) -> Result<()> {
        if self.snapshot.engine() == Engine::Postgres {
            return Ok(());
        }
        let check = "pragma integrity_check";
        let lines: Vec<String> = self.snapshot.all(check, params![]).await?;
        for problem in lines.into_iter().filter(|line| line != "ok") {
            self.report(Text::new("cli-doctor-file").with("problem", problem));
        }
        let lost = "select \"table\", parent, count(*) from pragma_foreign_key_check group by 1, 2";
        let lost: Vec<(String, String, u32)> = self.snapshot.all(lost, params![]).await?;
        for (table, parent, count) in lost {
            let lost = Text::new("cli-doctor-reference").with("table", table);
            self.report(lost.with("parent", parent).with("count", count));
        }
        Ok(())
    }

    /// Compares tables and indexes with those of a new database.
    async fn schema(&mut self, others: &Pool) -> Result<()> {
        let found = listed(&mut self.snapshot).await?;
        let expected = match self.snapshot.engine() {
            Engine::Sqlite => listed(&mut self.model).await?,
            Engine::Postgres => model_beside(others).await?,
        };
        let differences = found.symmetric_difference(&expected);
        let names: BTreeSet<&String> = differences.map(|(name, _)| name).collect();
        for name in names {
            self.report(Text::new("cli-doctor-schema").with("name", name.as_str()));
        }
        Ok(())
    }
}

/// The value of a column as text.
fn text(row: &AnyRow, column: &str) -> sqlx::Result<Option<String>> {
    let whole = |number: Option<i64>| number.map(|number| number.to_string());
    let real = |number: Option<f64>| number.map(|number| number.to_string());
    get(row, column)
        .or_else(|_| get(row, column).map(whole))
        .or_else(|_| get(row, column).map(real))
}

/// Tables and indexes of SQLite by name, with the statements that create them.
const SQLITE: &str =
    "select name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') from sqlite_schema
     where name <> 'copying'";

/// Columns, indexes and constraints of the present PostgreSQL schema by name, with their definitions.
const POSTGRES: &str = "
    with own as (select c.oid, c.relname, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                 where n.nspname = current_schema() and c.relkind = 'r'
                 and c.relname not in ('_sqlx_migrations', 'copying'))
    select own.relname || '.' || a.attname,
           concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                     pg_get_expr(d.adbin, d.adrelid))
    from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = own.oid and d.adnum = a.attnum
    union all
    select named.relname::text,
           replace(replace(pg_get_indexdef(named.oid), quote_ident(own.nspname) || '.', ''), 'pg_temp.', '')
    from own join pg_index i on i.indrelid = own.oid join pg_class named on named.oid = i.indexrelid
    union all
    select own.relname || '.' || k.conname, pg_get_constraintdef(k.oid)
    from own join pg_constraint k on k.conrelid = own.oid";

/// The names and the definitions of what a database consists of.
async fn listed(connection: &mut Connection) -> sqlx::Result<HashSet<(String, String)>> {
    let made = match connection.engine() {
        Engine::Sqlite => SQLITE,
        Engine::Postgres => POSTGRES,
    };
    let made = connection.all(made, params![]).await?;
    Ok(made.into_iter().collect())
}

/// An empty database.
async fn model_in_memory() -> sqlx::Result<Connection> {
    let mut model = AnyConnection::connect("sqlite::memory:").await?;
    let made = migrations(Engine::Sqlite).run(&mut model).await;
    made.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    Ok(model.into())
}

/// What a new database consists of: its tables are made as temporary ones, in a transaction that is rolled back.
async fn model_beside(pool: &Pool) -> sqlx::Result<HashSet<(String, String)>> {
    let mut model = pool.take().await?;
    let begin = "begin; set local search_path to pg_temp";
    model.execute(begin).await?;
    for migration in migrations(Engine::Postgres).iter() {
        let create = sqlx::raw_sql(migration.sql.clone());
        create.execute(model.open()).await?;
    }
    let listed = listed(&mut model).await?;
    // Not `end`: the connection stays marked as busy, so it is closed, and nothing finds these tables.
    model.execute("rollback").await?;
    Ok(listed)
}
