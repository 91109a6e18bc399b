//! The databases for end-to-end tests: a file, or a schema of a PostgreSQL server.
//!
//! With `SIWA_TEST_BACKEND=postgres`, they use a server: the one at `SIWA_TEST_POSTGRES`, or else
//! on this machine.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use siwa::store::Store;
use siwa_games::registry::Registry;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// A test's own database.
pub(crate) struct Database {
    url: String,
    schema: Option<Schema>,
}

/// A schema of the server.
enum Schema {
    /// One that later tests use as well, and the connection that has locked it until then.
    Kept { _lock: Box<Mutex<AnyConnection>> },
    /// One that is dropped with the database.
    Bare(String),
}

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

/// The advisory locks of the kept schemas have this number, and that of the schema.
const LOCKS: i32 = 5_377;
/// Returns whether end-to-end tests use a server.
pub(crate) fn on_server() -> bool {
    std::env::var("SIWA_TEST_BACKEND").is_ok_and(|backend| backend == "postgres")
}

pub(crate) fn server() -> String {
    std::env::var("SIWA_TEST_POSTGRES").unwrap_or_else(|_| {
        "postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable".to_owned()
    })
}

async fn reach() -> Result<AnyConnection, sqlx::Error> {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&server()).await
}

/// A connection to the server. Without a server, prints a line.
async fn reached() -> Option<AnyConnection> {
    match reach().await {
        Ok(server) => Some(server),
        Err(error) => {
            let needed = on_server() || std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!needed, "no PostgreSQL: {error}");
            // Written directly, because the test runner captures printed output.
            let _ = writeln!(std::io::stderr(), "not tried on PostgreSQL: {error}");
            None
        }
    }
}

fn url_of(schema: &str) -> String {
    let url = server();
    let and = if url.contains('?') { '&' } else { '?' };
    // No test needs the server to survive a power failure, so none waits for its disk.
    let options = format!("options[search_path]={schema}&options[synchronous_commit]=off");
    format!("{url}{and}{options}&application_name={schema}")
}

async fn run(server: &mut AnyConnection, statements: String) -> Result<(), sqlx::Error> {
    let done = sqlx::raw_sql(AssertSqlSafe(statements)).execute(server);
    done.await.map(drop)
}

/// Locks a kept schema, unless another test has.
async fn is_locked(server: &mut AnyConnection, number: i32) -> bool {
    let lock = "select cast(pg_try_advisory_lock($1, $2) as int)";
    let lock = sqlx::query_scalar(lock).bind(LOCKS).bind(number);
    let locked: i32 = lock.fetch_one(server).await.unwrap();
    locked == 1
}

/// Everything in a schema but the rows, and its migrations, as one number.
async fn structure(server: &mut AnyConnection, schema: &str) -> Result<String, sqlx::Error> {
    let parts = format!(
        "select md5(string_agg(part, ' ' order by part)) from (
             select concat(c.relname, a.attname, a.atttypid, a.attnotnull) as part
             from pg_attribute a join pg_class c on c.oid = a.attrelid
             where c.relnamespace = '{schema}'::regnamespace
             union all select concat(conrelid::regclass, pg_get_constraintdef(oid))
             from pg_constraint where connamespace = '{schema}'::regnamespace
             union all select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
             where c.relnamespace = '{schema}'::regnamespace and not t.tgisinternal
             union all select concat(version, checksum) from {schema}._sqlx_migrations) parts"
    );
    let parts = sqlx::query_scalar(AssertSqlSafe(parts));
    let parts: String = parts.fetch_one(server).await?;
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres");
    let mut files: Vec<PathBuf> = std::fs::read_dir(files)?
        .map(|file| Ok(file?.path()))
        .collect::<std::io::Result<_>>()?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        std::fs::read(file)?.hash(&mut hasher);
    }
    Ok(format!("{parts} {:x}", hasher.finish()))
}

/// Deletes every row of a schema, and lets its numbers begin with 1.
async fn empty(server: &mut AnyConnection, schema: &str) -> Result<(), sqlx::Error> {
    let empty = format!(
        "do $$ declare it text; begin
             set local session_replication_role = replica;
             for it in select tablename from pg_tables
                       where schemaname = '{schema}' and tablename <> '_sqlx_migrations'
             loop execute format('delete from {schema}.%I', it); end loop;
             for it in select sequencename from pg_sequences where schemaname = '{schema}'
             loop perform setval(format('{schema}.%I', it)::regclass, 1, false); end loop;
         end $$"
    );
    run(server, empty).await
}

impl Database {
    /// The database for end-to-end tests; a file is in this directory.
    pub(crate) async fn open(directory: &Path) -> Self {
        match on_server() {
            true => Self::on_server().await.unwrap(),
            false => Self::in_file(&directory.join("games.db")),
        }
    }

    pub(crate) fn in_file(file: &Path) -> Self {
        Self {
            url: format!("sqlite://{}", file.display()),
            schema: None,
        }
    }

    /// A schema on the server with empty tables. Without a server, prints a line.
    ///
    /// The schemas are kept for later tests and runs, because most tests are faster than making one.
    pub(crate) async fn on_server() -> Option<Self> {
        let mut server = reached().await?;
        let mut number = 0;
        while !is_locked(&mut server, number).await {
            number += 1;
        }
        let schema = format!("siwa_test_{number}");
        let url = url_of(&schema);
        // Connections that an earlier test left open must not hold locks.
        let leave = format!(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity
             where application_name = '{schema}'"
        );
        run(&mut server, leave).await.unwrap();
        let made =
            format!("select obj_description(oid) from pg_namespace where nspname = '{schema}'");
        let made: Option<Option<String>> = sqlx::query_scalar(AssertSqlSafe(made))
            .fetch_optional(&mut server)
            .await
            .unwrap();
        let now = structure(&mut server, &schema).await.ok();
        let same = now.is_some() && made.flatten() == now;
        if !same || empty(&mut server, &schema).await.is_err() {
            let make = format!("drop schema if exists {schema} cascade; create schema {schema}");
            run(&mut server, make).await.unwrap();
            let store = Store::open(&url, Registry::standard()).await.unwrap();
            store.close().await;
            let made = structure(&mut server, &schema).await.unwrap();
            let note = format!("comment on schema {schema} is '{made}'");
            run(&mut server, note).await.unwrap();
        }
        Some(Self {
            url,
            schema: Some(Schema::Kept {
                _lock: Box::new(Mutex::new(server)),
            }),
        })
    }

    /// A schema on the server without tables.
    pub(crate) async fn bare_on_server() -> Option<Self> {
        let mut server = reached().await?;
        let number = SCHEMAS.fetch_add(1, Ordering::Relaxed);
        let schema = format!("siwa_test_{}_{number}", std::process::id());
        let make = format!("drop schema if exists {schema} cascade; create schema {schema}");
        run(&mut server, make).await.unwrap();
        server.close().await.unwrap();
        Some(Self {
            url: url_of(&schema),
            schema: Some(Schema::Bare(schema)),
        })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn is_on_server(&self) -> bool {
        self.schema.is_some()
    }

    /// A connection that bypasses the store.
    pub(crate) async fn connect(&self) -> AnyConnection {
        sqlx::any::install_default_drivers();
        AnyConnection::connect(&self.url).await.unwrap()
    }

    /// The whole database as text: every column of every row of every table.
    pub(crate) async fn everything(&self) -> String {
        let mut database = self.connect().await;
        let (columns, text) = match self.is_on_server() {
            false => (
                "select m.name, c.name from sqlite_schema m join pragma_table_info(m.name) c
                 where m.type = 'table' order by m.name, c.cid",
                "quote",
            ),
            true => (
                "select cast(table_name as text), cast(column_name as text) from information_schema.columns
                 where table_schema = current_schema() order by table_name, ordinal_position",
                "quote_nullable",
            ),
        };
        let columns = sqlx::query_as(columns).fetch_all(&mut database).await;
        let columns: Vec<(String, String)> = columns.unwrap();
        let mut all = String::new();
        for (table, column) in columns {
            let query = format!("select {text}(\"{column}\") from \"{table}\"");
            let rows = sqlx::query_scalar(AssertSqlSafe(query));
            let rows: Vec<String> = rows.fetch_all(&mut database).await.unwrap();
            for value in rows {
                all += &format!("{table}.{column}: {value}\n");
            }
        }
        database.close().await.unwrap();
        all
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Some(Schema::Bare(schema)) = self.schema.take() else {
            return;
        };
        // A connection that still has a lock there belongs to this test.
        let drop = format!(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{schema}';
             drop schema {schema} cascade"
        );
        let gone = std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let mut server = reach().await.unwrap();
                sqlx::raw_sql(AssertSqlSafe(drop))
                    .execute(&mut server)
                    .await
            })
        });
        // A schema that is left behind does no harm.
        let _ = gone.join();
    }
}
