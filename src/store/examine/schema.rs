//! Checks the database itself: its file, its tables and its indexes.

use std::collections::HashMap;

use sqlx::{AnyConnection, Connection as _};

use super::{Examination, Finding};
use crate::store::migrations::migrations;
use crate::store::pool::Pool;
use crate::store::sql::{self, params};
use crate::store::{Engine, Error};

/// Tables and indexes of SQLite by name, with the statements that create them.
const SQLITE: &str =
    "select name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') from sqlite_schema
     where name <> 'copying'";

/// Columns, indexes and constraints of a PostgreSQL schema by name, with their definitions.
macro_rules! postgres {
    ($schema:literal) => {
        concat!(
            "with own as (select c.oid, c.relname, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                          where n.oid = ",
            $schema,
            " and c.relkind = 'r' and c.relname not in ('_sqlx_migrations', 'copying'))
             select own.relname || '.' || a.attname,
                    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                              pg_get_expr(d.adbin, d.adrelid))
             from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
             left join pg_attrdef d on d.adrelid = own.oid and d.adnum = a.attnum
             union all
             select named.relname::text, replace(replace(pg_get_indexdef(named.oid), quote_ident(own.nspname) || '.', ''), 'pg_temp.', '')
             from own join pg_index i on i.indrelid = own.oid join pg_class named on named.oid = i.indexrelid
             union all
             select own.relname || '.' || k.conname, pg_get_constraintdef(k.oid)
             from own join pg_constraint k on k.conrelid = own.oid"
        )
    };
}

const POSTGRES: &str = postgres!("to_regnamespace(current_schema())");
const POSTGRES_MODEL: &str = postgres!("pg_my_temp_schema()");

impl Examination {
    /// Checks the file; a server checks its own files.
    pub(super) async fn file(&mut self) -> Result<(), Error> {
        if self.engine == Engine::Postgres {
            return Ok(());
        }
        let check = "pragma integrity_check";
        let lines: Vec<String> = sql::values(self.snapshot.connection(), check, params![]).await?;
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
        Ok(())
    }

    /// Compares tables and indexes with those of a new database.
    pub(super) async fn schema(&mut self, others: &Pool) -> Result<(), Error> {
        let (query, mut expected) = match self.engine {
            Engine::Sqlite => (SQLITE, model_in_memory().await?),
            Engine::Postgres => (POSTGRES, model_beside(others).await?),
        };
        for (name, made) in listed(self.snapshot.connection(), query).await? {
            if expected.remove(&name) != Some(made) {
                self.findings.push(Finding::Schema(name));
            }
        }
        let mut missing: Vec<String> = expected.into_keys().collect();
        missing.sort();
        self.findings
            .extend(missing.into_iter().map(Finding::Schema));
        Ok(())
    }
}

async fn listed(
    connection: &mut AnyConnection,
    query: &'static str,
) -> Result<HashMap<String, String>, sqlx::Error> {
    let made: Vec<(String, String)> = sql::all(connection, query, params![]).await?;
    Ok(made.into_iter().collect())
}

async fn model_in_memory() -> Result<HashMap<String, String>, Error> {
    let mut model = AnyConnection::connect("sqlite::memory:").await?;
    let made = migrations(Engine::Sqlite).run(&mut model).await;
    made.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    Ok(listed(&mut model, SQLITE).await?)
}

/// Creates the tables as temporary ones, in a transaction that is rolled back.
async fn model_beside(pool: &Pool) -> Result<HashMap<String, String>, Error> {
    // Not given back: no other query must find these tables, whatever happens to this one.
    let model = &mut pool.take().await?.open;
    for statement in ["begin", "set local search_path to pg_temp"] {
        sqlx::raw_sql(statement).execute(&mut *model).await?;
    }
    for migration in migrations(Engine::Postgres).iter() {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut *model)
            .await?;
    }
    let listed = listed(&mut *model, POSTGRES_MODEL).await?;
    sqlx::raw_sql("rollback").execute(&mut *model).await?;
    Ok(listed)
}
