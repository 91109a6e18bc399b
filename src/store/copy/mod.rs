//! Copies of a whole database, such as from a file to a server.
//!
//! Rows are copied in the order of their keys, one batch in a transaction, so that an interrupted
//! copy continues after the last key that was copied. Until everything is copied and compared, a
//! table named `copying` keeps the copy from being used.

mod table;

use sqlx::{AnyConnection, AssertSqlSafe};

use self::table::{Table, bind};
use super::connect::is_copying;
use super::session::changing;
use super::sql::{self, params};
use super::{Engine, Error, OpenError, Store};
use siwa_games::registry::Registry;

/// The tables and their keys, in an order in which the rows that a row refers to come before it.
/// Without `request_counts` and `identify_slots`, whose rows last seconds.
const TABLES: &[(&str, &[&str])] = &[
    ("players", &["id"]),
    ("guilds", &["id"]),
    ("allowed_channels", &["guild", "channel"]),
    ("removed_guilds", &["guild"]),
    ("tournaments", &["id"]),
    ("tournament_players", &["tournament", "player"]),
    ("challenges", &["id"]),
    ("games", &["id"]),
    ("events", &["game", "seq"]),
    ("ratings", &["guild", "rules", "player"]),
    ("messages", &["id"]),
    ("plans", &["id"]),
    ("puzzles", &["id"]),
    ("daily_puzzles", &["guild", "day"]),
    ("daily_solutions", &["guild", "day", "player"]),
    ("attempts", &["player", "puzzle"]),
    ("outbox", &["id"]),
    ("upkeep", &["challenge"]),
    ("searches", &["game"]),
];

/// Tables whose keys come from a sequence.
const COUNTED: &[&str] = &["challenges", "games", "plans", "puzzles", "tournaments"];

/// Challenges and games refer to each other. A rematch gets its game and its status when both are
/// copied; until then it is expired, so that it conflicts with no other challenge.
const LATER: &str = "challenges";

/// Why a copy failed.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A database failed.
    #[error(transparent)]
    Fault(#[from] Error),
    /// The table differs from the original, which must have changed during the copy.
    #[error("{0} differs from the original")]
    Differs(&'static str),
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl Store {
    /// Opens the database at `url` as a copy of the one called `source`, as
    /// [`copy_from`](Self::copy_from) makes it.
    ///
    /// # Errors
    /// [`OpenError::Used`] if it contains anything but an unfinished copy of that.
    pub async fn open_copy(url: &str, source: &str, registry: Registry) -> Result<Self, OpenError> {
        let store = Self::open_any(url, registry).await?;
        match store.begun(source).await.map_err(store.engine.failed())? {
            true => Ok(store),
            false => {
                store.close().await;
                Err(OpenError::Used)
            }
        }
    }

    /// Returns whether this is an unfinished copy of `source`; an empty database becomes one.
    async fn begun(&self, source: &str) -> Result<bool, sqlx::Error> {
        changing!(self, |change| {
            if is_copying(self.engine, &mut *change).await? {
                let begun = "select source from copying where source = $1";
                let begun: Option<String> = sql::value(change, begun, params![source]).await?;
                return Ok(begun.is_some());
            }
            for (table, _) in TABLES {
                let first = format!("select count(*) from (select 1 from {table} limit 1) one");
                if sql::only::<i64>(&mut *change, AssertSqlSafe(first), params![]).await? > 0 {
                    return Ok(false);
                }
            }
            let mark = "create table copying (source text not null)";
            sql::run(&mut *change, mark, params![]).await?;
            let mark = "insert into copying (source) values ($1)";
            sql::run(change, mark, params![source]).await?;
            Ok(true)
        })
    }

    /// Copies all rows from `source` that an interrupted copy has not copied yet, and compares
    /// every row. Returns the number of rows in all tables.
    pub async fn copy_from(&self, source: &Self) -> Result<u64, CopyError> {
        // One snapshot of the original, however long it takes.
        let mut snapshot = source.snapshot().await?;
        let mut tables = Vec::new();
        for (name, key) in TABLES {
            let table = Table::of(snapshot.connection(), name, key).await?;
            self.fill(&table, snapshot.connection()).await?;
            tables.push(table);
        }
        self.fill_later(snapshot.connection()).await?;
        for table in COUNTED {
            let last = counter(snapshot.connection(), table).await?;
            self.count_from(table, last).await?;
        }
        let mut rows = 0;
        for table in &tables {
            rows += self.compared(table, snapshot.connection()).await?;
        }
        snapshot.end("commit").await?;
        Ok(rows)
    }

    /// Makes a copy usable.
    pub async fn finish_copy(&self) -> Result<(), Error> {
        sql::run(&self.writer, "drop table copying", params![]).await?;
        Ok(())
    }

    async fn fill(&self, table: &Table, source: &mut AnyConnection) -> Result<(), CopyError> {
        let mut after = table.last(&mut self.readers.take().await?.open).await?;
        loop {
            let mut rows = table.after(source, after.as_deref()).await?;
            let Some(last) = rows.last() else {
                return Ok(());
            };
            after = Some(table.key_of(last));
            if table.name == LATER {
                rows.iter_mut().for_each(|row| table.set_aside(row));
            }
            let insert = table.insert(rows.len());
            changing!(self, |change| {
                let mut query = sqlx::query(AssertSqlSafe(insert.clone()));
                for value in rows.iter().flatten() {
                    query = bind(query, value);
                }
                query.execute(change).await?;
                Ok::<_, Error>(())
            })?;
        }
    }

    async fn fill_later(&self, source: &mut AnyConnection) -> Result<(), CopyError> {
        let mut after = 0;
        loop {
            let rows = "select id, rematch_of, status from challenges
                        where rematch_of is not null and id > $1 order by id limit 500";
            let rows: Vec<(i64, i64, String)> =
                sql::all(&mut *source, rows, params![after]).await?;
            let Some((last, ..)) = rows.last() else {
                return Ok(());
            };
            after = *last;
            changing!(self, |change| {
                let set = "update challenges set rematch_of = $2, status = $3 where id = $1";
                for (challenge, game, status) in &rows {
                    sql::run(&mut *change, set, params![challenge, game, status]).await?;
                }
                Ok::<_, Error>(())
            })?;
        }
    }

    /// Moves the sequence of a table forward to `last`, if it is behind.
    async fn count_from(&self, table: &str, last: i64) -> Result<(), Error> {
        changing!(self, |change| {
            if counter(&mut *change, table).await? < last {
                let count = match self.engine {
                    Engine::Sqlite => {
                        let forget = "delete from sqlite_sequence where name = $1";
                        sql::run(&mut *change, forget, params![table]).await?;
                        "insert into sqlite_sequence (name, seq) values ($1, $2)"
                    }
                    Engine::Postgres => "select setval(pg_get_serial_sequence($1, 'id'), $2)",
                };
                sql::run(change, count, params![table, last]).await?;
            }
            Ok(())
        })
    }

    /// Compares all rows of a table; returns their number.
    async fn compared(&self, table: &Table, source: &mut AnyConnection) -> Result<u64, CopyError> {
        let mut copy = self.readers.take().await?;
        let (mut after, mut rows) = (None, 0);
        loop {
            let copied = table.after(&mut copy.open, after.as_deref()).await?;
            let original = table.after(source, after.as_deref()).await?;
            if copied != original {
                return Err(CopyError::Differs(table.name));
            }
            let Some(last) = original.last() else {
                return Ok(rows);
            };
            after = Some(table.key_of(last));
            rows += original.len() as u64;
        }
    }
}

/// The last key from the sequence of a table.
async fn counter(connection: &mut AnyConnection, table: &str) -> Result<i64, sqlx::Error> {
    let last = match Engine::of(connection) {
        Engine::Sqlite => "select seq from sqlite_sequence where name = $1",
        Engine::Postgres => {
            "select coalesce(s.last_value, 0) from pg_sequences s
             where s.schemaname = current_schema() and s.sequencename = $1 || '_id_seq'"
        }
    };
    let last = sql::value(connection, last, params![table]).await?;
    Ok(last.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_table_is_copied() {
        let directory = std::env::temp_dir().join(format!("siwa-copy-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("games.db");
        let store = Store::open_file(&file, Registry::standard()).await.unwrap();
        let query = "select name from sqlite_schema
                     where type = 'table' and name not like 'sqlite_%' order by name";
        let tables = sql::values(&store.readers, query, params![]).await;
        let mut tables: Vec<String> = tables.unwrap();
        // Each database has its own migrations and rate limits.
        let own = ["_sqlx_migrations", "request_counts", "identify_slots"];
        tables.retain(|table| !own.contains(&table.as_str()));
        let mut copied: Vec<&str> = TABLES.iter().map(|(table, _)| *table).collect();
        copied.sort_unstable();
        assert_eq!(tables, copied);
        store.close().await;
        std::fs::remove_dir_all(directory).unwrap();
    }
}
