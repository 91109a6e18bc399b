//! The databases for end-to-end tests: a file, or a schema of a PostgreSQL server.
//!
//! With `SIWA_TEST_BACKEND=postgres`, they use a server: the one at `SIWA_TEST_POSTGRES`, or else
//! on this machine.

use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// A test's own database.
pub(crate) struct Database {
    url: String,
    schema: Option<String>,
}

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

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

/// Waits for something on a runtime of its own, where a test cannot wait: in a `drop`.
pub(crate) fn apart<T: Send + 'static, F: Future<Output = T>>(
    work: impl FnOnce() -> F + Send + 'static,
) -> std::thread::Result<T> {
    let waiting = std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(work())
    });
    waiting.join()
}

impl Database {
    /// The database for end-to-end tests; a file is in this directory.
    pub(crate) async fn open(directory: &Path) -> Self {
        if on_server() {
            Self::on_server().await.unwrap()
        } else {
            Self::in_file(&directory.join("games.db"))
        }
    }

    pub(crate) fn in_file(file: &Path) -> Self {
        Self {
            url: format!("sqlite://{}", file.display()),
            schema: None,
        }
    }

    /// A schema on the server. Without a server, prints a line.
    pub(crate) async fn on_server() -> Option<Self> {
        let mut server = reached().await?;
        let number = SCHEMAS.fetch_add(1, Ordering::Relaxed);
        let schema = format!("siwa_test_{}_{number}", std::process::id());
        let make = format!("drop schema if exists {schema} cascade; create schema {schema}");
        run(&mut server, make).await.unwrap();
        server.close().await.unwrap();
        Some(Self {
            url: url_of(&schema),
            schema: Some(schema),
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

    /// Executes these statements behind the store.
    pub(crate) async fn alter(&self, statements: &str) {
        let mut database = self.connect().await;
        run(&mut database, statements.to_owned()).await.unwrap();
        database.close().await.unwrap();
    }

    /// The whole database as text: every column of every row of every table.
    pub(crate) async fn everything(&self) -> String {
        let mut database = self.connect().await;
        let (columns, text) = if self.is_on_server() {
            (
                "select cast(table_name as text), cast(column_name as text)
                 from information_schema.columns
                 where table_schema = current_schema() order by table_name, ordinal_position",
                "quote_nullable",
            )
        } else {
            (
                "select m.name, c.name from sqlite_schema m join pragma_table_info(m.name) c
                 where m.type = 'table' order by m.name, c.cid",
                "quote",
            )
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
        let Some(schema) = self.schema.take() else {
            return;
        };
        // A connection that still has a lock there belongs to this test.
        let drop = format!(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{schema}';
             drop schema {schema} cascade"
        );
        // A schema that is left behind does no harm.
        let _ = apart(move || async move {
            let mut server = reach().await.unwrap();
            run(&mut server, drop).await
        });
    }
}
