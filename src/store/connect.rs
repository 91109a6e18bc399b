//! Connections: to an SQLite file, or to a server with PostgreSQL's protocol.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migrate as _, MigrateError};
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _};

use super::file::{is_server, path};
use super::migrations::{Schema, migrations};
use super::pool::Pool;
use super::sql::{self, On, params};
use super::{Engine, OpenError, Store};
use siwa_games::registry::Registry;

/// Connections of each process to a server.
const MAX_CONNECTIONS: u32 = 10;

/// Connections that read a file, besides the one that writes.
const READERS: u32 = 4;

/// How long a statement may wait for a connection to a server, and the server may take to open one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a migration may wait for a table in use: transactions behind it wait, too, and have
/// turns to save. Then it gives up its place and retries, at most `LOCK_TRIES` times.
const LOCK_TIMEOUT: &str = "set lock_timeout = '1s'";
const LOCK_TRIES: u32 = 15;
const PAUSE: &str = "select pg_sleep(1)";

/// The parameters that sqlx reads from the address of a server.
const PARAMETERS: &str = "sslmode ssl-mode sslrootcert ssl-root-cert ssl-ca sslcert ssl-cert sslkey ssl-key host hostaddr
    port dbname user password application_name options statement-cache-capacity";

impl Engine {
    /// The database of a connection.
    pub(super) fn of(connection: &AnyConnection) -> Self {
        match connection.backend_name() {
            "SQLite" => Self::Sqlite,
            _ => Self::Postgres,
        }
    }

    /// The meaning of an early error on an open connection.
    pub(super) fn failed(self) -> fn(sqlx::Error) -> OpenError {
        match self {
            Self::Sqlite => OpenError::File,
            Self::Postgres => unusable,
        }
    }
}

impl Store {
    /// Opens the database at `url` (`sqlite://siwa.db`, `postgres://user@host/name`), making its
    /// tables or bringing them up to date as needed. The games in it are those of `registry`.
    ///
    /// # Errors
    /// [`OpenError::Copying`] if it is an unfinished copy.
    pub async fn open(url: &str, registry: Registry) -> Result<Self, OpenError> {
        match is_server(url) {
            true => Self::open_any(url, registry).await?.whole().await,
            false => Self::open_file(&path(url)?, registry).await,
        }
    }

    /// Like [`open`](Self::open), but also opens an unfinished copy.
    pub(super) async fn open_any(url: &str, registry: Registry) -> Result<Self, OpenError> {
        match is_server(url) {
            true => Self::open_server(url, registry).await,
            false => Self::open_any_file(&path(url)?, registry).await,
        }
    }

    /// The store, unless it is an unfinished copy.
    async fn whole(self) -> Result<Self, OpenError> {
        let copying = is_copying(self.engine, &self.readers);
        match copying.await.map_err(self.engine.failed())? {
            true => Err(OpenError::Copying),
            false => Ok(self),
        }
    }

    /// Opens the database in `file`, making it or bringing it up to date as needed.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_file(file: &Path, registry: Registry) -> Result<Self, OpenError> {
        Self::open_any_file(file, registry).await?.whole().await
    }

    async fn open_any_file(file: &Path, registry: Registry) -> Result<Self, OpenError> {
        let failed = OpenError::File;
        let options = in_file(file, "rwc").map_err(failed)?;
        let first = AnyConnection::connect_with(&options).await;
        let mut first = first.map_err(failed)?;
        migrate(&mut first, Engine::Sqlite).await?;
        for statement in [
            "pragma journal_mode = wal",
            // With a deferred transaction, a read-only file would fail only at the first move.
            "begin immediate",
            "delete from players where id = 0",
            "commit",
        ] {
            run(&mut first, statement).await.map_err(failed)?;
        }
        first.close().await.map_err(failed)?;
        // `secure_delete` overwrites deleted data in the file.
        let set = "pragma synchronous = full; pragma secure_delete = on";
        let writer = file_pool(&options, 1, set).await.map_err(failed)?;
        let readers = file_pool(&options, READERS, set).await.map_err(failed)?;
        Ok(Self::on(Engine::Sqlite, writer, readers, registry))
    }

    async fn open_server(url: &str, registry: Registry) -> Result<Self, OpenError> {
        let (mut first, options) = reach(url).await?;
        migrate(&mut first, Engine::Postgres).await?;
        first.close().await.map_err(unusable)?;
        let pool = server_pool(options).await?;
        Ok(Self::on(Engine::Postgres, pool.clone(), pool, registry))
    }

    /// Opens the database at `url` read-only.
    ///
    /// # Errors
    /// [`OpenError::Older`] if it has to be migrated first, [`OpenError::Empty`] if the file does
    /// not exist or has no tables.
    pub async fn open_to_examine(url: &str, registry: Registry) -> Result<Self, OpenError> {
        let (engine, pool) = match is_server(url) {
            true => {
                let (first, options) = reach(url).await?;
                first.close().await.map_err(unusable)?;
                let pool = server_pool(options).await?;
                (Engine::Postgres, pool)
            }
            false => {
                let file = path(url)?;
                if !file.exists() {
                    return Err(OpenError::Empty);
                }
                let options = in_file(&file, "rw").map_err(OpenError::File)?;
                let open = async {
                    let first = AnyConnection::connect_with(&options).await?;
                    first.close().await?;
                    file_pool(&options, 1, "pragma query_only = on").await
                };
                (Engine::Sqlite, open.await.map_err(OpenError::File)?)
            }
        };
        let schema = async { Schema::of(&mut pool.take().await?.open).await };
        match schema.await.map_err(engine.failed())?.known()? {
            Schema::Absent => Err(OpenError::Empty),
            Schema::Older => Err(OpenError::Older),
            _ => Self::on(engine, pool.clone(), pool, registry).whole().await,
        }
    }
}

/// The URL of a file for sqlx. Each byte that could have a meaning is percent-encoded.
pub(super) fn in_file(file: &Path, mode: &str) -> Result<AnyConnectOptions, sqlx::Error> {
    sqlx::any::install_default_drivers();
    let bytes = file.as_os_str().as_encoded_bytes().iter();
    let name: String = bytes
        .map(|byte| match byte.is_ascii_alphanumeric() {
            true => char::from(*byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect();
    format!("sqlite:{name}?mode={mode}").parse()
}

/// Connections to a file, each of which first runs a statement.
async fn file_pool(
    options: &AnyConnectOptions,
    most: u32,
    begin: &'static str,
) -> Result<Pool, sqlx::Error> {
    AnyPoolOptions::new()
        .max_connections(most)
        .after_connect(move |connection, _| Box::pin(run(connection, begin)))
        .connect_with(options.clone())
        .await
        .map(Pool::of)
}

/// Connects to a server without the pool, whose errors hide the server's reason.
async fn reach(url: &str) -> Result<(AnyConnection, AnyConnectOptions), OpenError> {
    sqlx::any::install_default_drivers();
    let options: AnyConnectOptions = url.parse().map_err(|_| OpenError::Address)?;
    let mut names = options.database_url.query_pairs().map(|(name, _)| name);
    let known = |name: &str| PARAMETERS.split_whitespace().any(|it| it == name);
    if names.any(|name| !known(&name) && !name.starts_with("options[")) {
        tracing::warn!("a parameter in the address of the database is not known, and ignored");
    }
    // Waiting for another process's migration is not worth a warning.
    let quiet = options.clone().disable_statement_logging();
    let first = AnyConnection::connect_with(&quiet).await;
    Ok((first.map_err(unusable)?, options))
}

async fn server_pool(options: AnyConnectOptions) -> Result<Pool, OpenError> {
    AnyPoolOptions::new()
        .max_connections(MAX_CONNECTIONS)
        .acquire_timeout(CONNECT_TIMEOUT)
        .connect_with(options)
        .await
        .map(Pool::of)
        .map_err(unusable)
}

/// Creates the tables, or migrates them. Leaves tables alone that are not Siwa's, or not of a
/// version before this one.
async fn migrate(connection: &mut AnyConnection, engine: Engine) -> Result<(), OpenError> {
    let failed = engine.failed();
    let unmade = |error| match error {
        MigrateError::Execute(error) => failed(error),
        other => OpenError::Migration(other),
    };
    let mut migrations = migrations(engine);
    if engine == Engine::Postgres {
        let version = sql::only(&mut *connection, "select version()", params![]);
        let version: String = version.await.map_err(failed)?;
        // CockroachDB has no advisory locks: there only one process may migrate at a time.
        let locking = !version.contains("CockroachDB");
        migrations.set_locking(locking);
        if locking {
            // This waits for another process's migration without a limit. The lock is reentrant, and
            // ends with the connection.
            connection.lock().await.map_err(unmade)?;
        }
        run(connection, LOCK_TIMEOUT).await.map_err(failed)?;
    }
    Schema::of(connection).await.map_err(failed)?.known()?;
    let mut tries = 1;
    loop {
        match migrations.run(&mut *connection).await {
            Err(error) if has_waited(&error) && tries < LOCK_TRIES => {
                tries += 1;
                tracing::warn!("a migration waits for other transactions");
                run(connection, PAUSE).await.map_err(failed)?;
            }
            migrated => return migrated.map_err(unmade),
        }
    }
}

/// Returns whether a migration waited too long for a table.
fn has_waited(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else {
        return false;
    };
    code(error).is_some_and(|code| code == "55P03")
}

async fn run(connection: &mut AnyConnection, statement: &'static str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(statement).execute(connection).await?;
    Ok(())
}

/// Returns whether a database is an unfinished copy.
pub(super) async fn is_copying<'c>(
    engine: Engine,
    on: impl Into<On<'c>>,
) -> Result<bool, sqlx::Error> {
    let marked = match engine {
        Engine::Sqlite => "select count(*) from sqlite_schema where name = 'copying'",
        Engine::Postgres => {
            "select count(*) from pg_tables where schemaname = current_schema() and tablename = 'copying'"
        }
    };
    let marked: i64 = sql::only(on, marked, params![]).await?;
    Ok(marked > 0)
}

/// The database's code of an error.
pub(super) fn code(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error()?.code()
}

/// Why a server cannot be used.
fn unusable(error: sqlx::Error) -> OpenError {
    let away = match &error {
        // A bad certificate, bad parameters, or a socket without permission.
        sqlx::Error::Io(error) => !matches!(
            error.kind(),
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::PermissionDenied
        ),
        sqlx::Error::PoolTimedOut => true,
        // The error quotes a parameter, which may be a secret.
        sqlx::Error::Configuration(_) => return OpenError::Address,
        _ => false,
    };
    if away {
        return OpenError::Away(error);
    }
    match code(&error).as_deref() {
        Some("28P01" | "28000") => OpenError::Refused,
        Some("3D000") => OpenError::Absent,
        // The server is stopping or starting, or out of connections.
        Some("57P01" | "57P02" | "57P03" | "53300") => OpenError::Away(error),
        _ => OpenError::Server(error),
    }
}
