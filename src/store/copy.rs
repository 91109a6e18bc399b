//! Copies of a whole database, such as from a file to a server.
//!
//! Rows are copied in the order of their keys, one batch in a transaction, so that an interrupted
//! copy continues after the last key that was copied. Until everything is copied and compared, a
//! table named `copying` keeps the copy from being used.

use sqlx::any::AnyRow;

use super::columns::{Params, get, numbered, numbered_rows, params};
use super::connect::is_copying;
use super::connection::Connection;
use super::session::changing;
use super::tables::{TABLES, Table};
use super::{Engine, Error, OpenError, Result, Store};
use crate::game::ensure;
use siwa_games::registry::Registry;

impl Store {
    /// Opens the database at `url` as a copy of the one called `source`, as
    /// [`copy_from`](Self::copy_from) makes it.
    ///
    /// # Errors
    /// [`OpenError::Used`] if it contains anything but an unfinished copy of that.
    pub async fn open_copy(url: &str, source: &str, registry: Registry) -> Result<Self, OpenError> {
        let store = Self::open_any(url, registry).await?;
        if store.begun(source).await.map_err(store.engine.failed())? {
            Ok(store)
        } else {
            store.close().await;
            Err(OpenError::Used)
        }
    }

    /// Returns whether this is an unfinished copy of `source`; an empty database becomes one.
    async fn begun(&self, source: &str) -> sqlx::Result<bool> {
        changing!(self, |tx| {
            if is_copying(tx).await? {
                let begun = "select count(*) from copying where source = $1";
                return tx.only(begun, params![source]).await;
            }
            for table in &TABLES {
                let name = table.name;
                let first = format!("select count(*) from (select 1 from {name} limit 1) one");
                if tx.only(first, params![]).await? {
                    return Ok(false);
                }
            }
            let mark = "create table copying (source text not null)";
            tx.run(mark, params![]).await?;
            let mark = "insert into copying (source) values ($1)";
            tx.run(mark, params![source]).await?;
            Ok(true)
        })
    }

    /// Copies all rows from `source` that an interrupted copy has not copied yet, and compares
    /// every row. Returns the number of rows in all tables.
    pub async fn copy_from(&self, source: &Self) -> Result<u64> {
        // One snapshot of the original, however long it takes.
        let mut snapshot = source.snapshot().await?;
        self.check_references(false).await?;
        let mut tables = Vec::new();
        for table in &TABLES {
            let table = CopiedTable::read(&mut snapshot, table).await?;
            self.fill(&table, &mut snapshot).await?;
            let last = counter(&mut snapshot, table.name).await?;
            if last > 0 {
                self.count_from(table.name, last).await?;
            }
            tables.push(table);
        }
        self.check_references(true).await?;
        let mut rows = 0;
        for table in &tables {
            rows += self.compared(table, &mut snapshot).await?;
        }
        snapshot.end("commit").await?;
        Ok(rows)
    }

    /// Makes a copy usable.
    pub async fn finish_copy(&self) -> Result<()> {
        self.writer.run("drop table copying", params![]).await
    }

    async fn fill(&self, table: &CopiedTable, source: &mut Connection) -> Result<()> {
        let mut after = table.last(&mut self.readers.take().await?).await?;
        loop {
            let rows = table.after(source, &after).await?;
            let Some(last) = rows.last() else {
                return Ok(());
            };
            after = table.key_of(last);
            let insert = table.insert(rows.len());
            let values = bound(rows.iter().flatten());
            self.writer.run(insert, values).await?;
        }
    }

    /// Says whether the database checks that rows refer to rows that are there. It cannot while they
    /// are copied: challenges and games refer to each other.
    async fn check_references(&self, checks: bool) -> Result<()> {
        let set = match (self.engine, checks) {
            (Engine::Sqlite, false) => "pragma foreign_keys = off",
            (Engine::Sqlite, true) => "pragma foreign_keys = on",
            (Engine::Postgres, false) => {
                "alter table challenges drop constraint if exists challenges_rematch_of_fkey"
            }
            (Engine::Postgres, true) => {
                "alter table challenges add constraint challenges_rematch_of_fkey
                 foreign key (rematch_of) references games"
            }
        };
        self.writer.run(set, params![]).await?;
        // SQLite does not look at the rows that are there.
        let check = "select count(*) from pragma_foreign_key_check";
        if checks && self.engine == Engine::Sqlite && self.writer.only(check, params![]).await? {
            return Err(Error::Row("what it refers to is not there"));
        }
        Ok(())
    }

    /// Moves the sequence of a table to `last`.
    async fn count_from(&self, table: &str, last: i64) -> Result<()> {
        let count = match self.engine {
            Engine::Sqlite => {
                let forget = "delete from sqlite_sequence where name = $1";
                self.writer.run(forget, params![table]).await?;
                "insert into sqlite_sequence (name, seq) values ($1, $2)"
            }
            Engine::Postgres => "select setval(pg_get_serial_sequence($1, 'id'), $2)",
        };
        self.writer.run(count, params![table, last]).await
    }

    /// Compares all rows of a table; returns their number.
    async fn compared(&self, table: &CopiedTable, source: &mut Connection) -> Result<u64> {
        let mut copy = self.readers.take().await?;
        let mut after = Vec::new();
        let mut rows = 0;
        loop {
            let copied = table.after(&mut copy, &after).await?;
            let original = table.after(source, &after).await?;
            ensure(copied == original, Error::Differs(table.name))?;
            let Some(last) = original.last() else {
                return Ok(rows);
            };
            after = table.key_of(last);
            rows += original.len() as u64;
        }
    }
}

/// The last key from the sequence of a table.
async fn counter(connection: &mut Connection, table: &str) -> sqlx::Result<i64> {
    let last = match connection.engine() {
        Engine::Sqlite => "select seq from sqlite_sequence where name = $1",
        Engine::Postgres => {
            "select coalesce(s.last_value, 0) from pg_sequences s
             where s.schemaname = current_schema() and s.sequencename = $1 || '_id_seq'"
        }
    };
    let last = connection.find(last, params![table]).await?;
    Ok(last.unwrap_or_default())
}

/// The most rows in a batch. SQLite allows 32,766 values in a statement: 65 columns of so many rows.
const ROWS: usize = 500;

/// A value; null is `None`.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Whole(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
}

/// A table with the columns that it has in both databases.
struct CopiedTable {
    name: &'static str,
    /// The columns, each with a null of its type; those of the key come first.
    columns: Vec<(String, Value)>,
    /// The number of columns in the key.
    key: usize,
}

impl CopiedTable {
    /// Reads which columns a table has.
    async fn read(connection: &mut Connection, table: &Table) -> sqlx::Result<Self> {
        let key: Vec<&str> = table.key.split(' ').collect();
        let mut listed = connection.columns_of(table.name).await?;
        let place = |name: &str| key.iter().position(|column| *column == name);
        listed.sort_by_key(|(name, _)| place(name).unwrap_or(key.len()));
        let column = |(name, kind): (String, String)| {
            let null = match kind.to_ascii_lowercase().as_str() {
                "text" => Value::Text(None),
                "real" | "double precision" => Value::Real(None),
                _ => Value::Whole(None),
            };
            (name, null)
        };
        Ok(Self {
            name: table.name,
            columns: listed.into_iter().map(column).collect(),
            key: key.len(),
        })
    }

    /// The columns, separated by commas.
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| &**name).collect();
        names.join(", ")
    }

    /// The key, for comparing and sorting: both databases compare texts by their bytes.
    fn keys(&self, engine: Engine, and: &str) -> String {
        let key = |(name, null): &(String, Value)| match (null, engine) {
            (Value::Text(_), Engine::Postgres) => format!("{name} collate \"C\"{and}"),
            _ => format!("{name}{and}"),
        };
        let keys: Vec<String> = self.columns[..self.key].iter().map(key).collect();
        keys.join(", ")
    }

    /// The statement that inserts so many rows.
    fn insert(&self, rows: usize) -> String {
        let columns = self.names();
        let values = numbered_rows(rows, self.columns.len());
        format!("insert into {} ({columns}) values {values}", self.name)
    }

    /// The key of a row.
    fn key_of(&self, row: &[Value]) -> Vec<Value> {
        row[..self.key].to_vec()
    }

    /// The greatest key in the table; empty without rows.
    async fn last(&self, connection: &mut Connection) -> sqlx::Result<Vec<Value>> {
        let order = self.keys(connection.engine(), " desc");
        let last = format!("order by {order} limit 1");
        let rows = self.rows(connection, &last, &[]).await?;
        Ok(rows.first().map(|row| self.key_of(row)).unwrap_or_default())
    }

    /// The next batch of rows, with greater keys; the first one after an empty key.
    async fn after(
        &self,
        connection: &mut Connection,
        key: &[Value],
    ) -> sqlx::Result<Vec<Vec<Value>>> {
        let order = self.keys(connection.engine(), "");
        let mut next = format!("order by {order} limit {ROWS}");
        if !key.is_empty() {
            next = format!("where ({order}) > ({}) {next}", numbered(1, key.len()));
        }
        self.rows(connection, &next, key).await
    }

    /// The rows of a query that ends so, with these parameters.
    async fn rows(
        &self,
        connection: &mut Connection,
        end: &str,
        values: &[Value],
    ) -> sqlx::Result<Vec<Vec<Value>>> {
        let query = format!("select {} from {} {end}", self.names(), self.name);
        let rows = connection.rows(query, bound(values)).await?;
        rows.iter().map(|row| self.row(row)).collect()
    }

    fn row(&self, row: &AnyRow) -> sqlx::Result<Vec<Value>> {
        let value = |(at, (_, null)): (usize, &(String, Value))| {
            Ok(match null {
                Value::Whole(_) => Value::Whole(get(row, at)?),
                Value::Real(_) => Value::Real(get(row, at)?),
                Value::Text(_) => Value::Text(get(row, at)?),
            })
        };
        self.columns.iter().enumerate().map(value).collect()
    }
}

/// The values as parameters of a statement.
fn bound<'v>(values: impl IntoIterator<Item = &'v Value>) -> Params {
    let add = |params: Params, value: &Value| match value {
        Value::Whole(value) => params.and(value),
        Value::Real(value) => params.and(value),
        Value::Text(value) => params.and(value),
    };
    values.into_iter().fold(Params::default(), add)
}
