//! Connections: to an SQLite file, or to a server with PostgreSQL's protocol.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::migrate::{Migrate as _, MigrateError};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _, Row as _};
use tokio::time::timeout;
use url::{Host, ParseError, Url};

use super::columns::params;
use super::connection::{Connection, code};
use super::file::{OpenFile, is_server, path, unreliable};
use super::migrations::{Schema, migrations};
use super::pool::{CONNECT_TIMEOUT, Pool, is_away};
use super::tables::TABLES;
use super::{Engine, OpenError, Store};
use crate::game::ensure;
use siwa_games::registry::Registry;

/// Connections of each process to a server.
const MAX_CONNECTIONS: u32 = 10;

/// Connections that read a file, besides the one that writes.
const READERS: u32 = 4;

/// After this, a server that has just answered does so no more.
const PROMPTLY: Duration = Duration::from_secs(5);

/// How long a migration may wait for a table in use: transactions behind it wait, too, and have
/// turns to save. Then it gives up its place and retries, at most `LOCK_TRIES` times.
const LOCK_TIMEOUT: &str = "set lock_timeout = '1s'";
const LOCK_TRIES: u32 = 15;
const PAUSE: &str = "select pg_sleep(1)";

/// The code of an act for which the user has no right.
const DENIED: &str = "42501";

/// The parameters that sqlx reads from the address of a server.
const PARAMETERS: &str =
    "sslmode ssl-mode sslrootcert ssl-root-cert ssl-ca sslcert ssl-cert sslkey ssl-key host
    hostaddr port dbname user password application_name options statement-cache-capacity";

/// Those of them, without hyphens, that name a file with certificates or a key.
const FILES: [&str; 4] = ["sslrootcert", "sslca", "sslcert", "sslkey"];

impl Engine {
    /// The meaning of an early error on an open connection.
    pub(super) fn failed(self) -> fn(sqlx::Error) -> OpenError {
        match self {
            Self::Sqlite => unopened,
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
        Self::open_any(url, registry).await?.whole().await
    }

    /// Like [`open`](Self::open), but also opens an unfinished copy.
    pub(super) async fn open_any(url: &str, registry: Registry) -> Result<Self, OpenError> {
        if !is_server(url) {
            return Self::open_any_file(&path(url)?, registry).await;
        }
        let (mut first, options) = reach(url).await?;
        check_server(&mut first).await?;
        migrate(&mut first, Engine::Postgres).await?;
        first.close().await.map_err(unusable)?;
        let pool = server_pool(&options).await?;
        Ok(Self::on(Engine::Postgres, pool.clone(), pool, registry))
    }

    /// The store, unless it is an unfinished copy.
    async fn whole(self) -> Result<Self, OpenError> {
        let copying = async { is_copying(&mut self.readers.take().await?).await };
        if copying.await.map_err(self.engine.failed())? {
            Err(OpenError::Copying)
        } else {
            Ok(self)
        }
    }

    async fn open_any_file(file: &Path, registry: Registry) -> Result<Self, OpenError> {
        let failed = unopened;
        ensure(!file.is_dir(), Error::from(ErrorKind::IsADirectory))?;
        let options = in_file(file, "rwc").map_err(failed)?;
        let first = AnyConnection::connect_with(&options).await;
        let mut first = Connection::from(first.map_err(failed)?);
        migrate(&mut first, Engine::Sqlite).await?;
        for statement in [
            "pragma journal_mode = wal",
            // With a deferred transaction, a read-only file would fail only at the first move.
            "begin immediate",
            "delete from players where id = 0",
            "commit",
        ] {
            first.execute(statement).await.map_err(failed)?;
        }
        first.close().await.map_err(failed)?;
        // `secure_delete` overwrites deleted data in the file.
        let set = "pragma synchronous = full; pragma secure_delete = on";
        if let Some(kind) = unreliable(file) {
            tracing::warn!(
                kind,
                "the database is on a file system whose locks SQLite cannot rely on: move it to a local disk"
            );
        }
        let file = Some(Arc::new(OpenFile::new(file)?));
        let writer = Pool::open(&options, 1, set, file.clone());
        let writer = writer.await.map_err(failed)?;
        let readers = Pool::open(&options, READERS, set, file);
        let readers = readers.await.map_err(failed)?;
        Ok(Self::on(Engine::Sqlite, writer, readers, registry))
    }

    /// Opens the database at `url` read-only.
    ///
    /// # Errors
    /// [`OpenError::Older`] if it has to be migrated first, [`OpenError::Empty`] if the file does
    /// not exist or has no tables.
    pub async fn open_to_examine(url: &str, registry: Registry) -> Result<Self, OpenError> {
        let (engine, pool) = if is_server(url) {
            let (first, options) = reach(url).await?;
            first.close().await.map_err(unusable)?;
            let pool = server_pool(&options).await?;
            (Engine::Postgres, pool)
        } else {
            let file = path(url)?;
            ensure(file.exists(), OpenError::Empty)?;
            let options = in_file(&file, "rw").map_err(OpenError::File)?;
            let pool = Pool::open(&options, 1, "pragma query_only = on", None);
            (Engine::Sqlite, pool.await.map_err(OpenError::File)?)
        };
        let schema = async { Schema::read(&mut pool.take().await?).await };
        match schema.await.map_err(engine.failed())?.known()? {
            Schema::Absent => Err(OpenError::Empty),
            Schema::Older => Err(OpenError::Older),
            _ => Self::on(engine, pool.clone(), pool, registry).whole().await,
        }
    }
}

/// The URL of a file for sqlx. Each byte that could have a meaning is percent-encoded.
pub(super) fn in_file(file: &Path, mode: &str) -> sqlx::Result<AnyConnectOptions> {
    sqlx::any::install_default_drivers();
    let bytes = file.as_os_str().as_encoded_bytes().iter();
    let name: String = bytes
        .map(|byte| {
            if byte.is_ascii_alphanumeric() {
                char::from(*byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    format!("sqlite:{name}?mode={mode}").parse()
}

/// Connects to a server for the first time, and checks that it can be used.
async fn reach(url: &str) -> Result<(Connection, AnyConnectOptions), OpenError> {
    sqlx::any::install_default_drivers();
    let mut options: AnyConnectOptions = match Url::parse(url) {
        Err(ParseError::InvalidPort) => return Err(OpenError::Port),
        _ => url.parse().map_err(|_| OpenError::Address)?,
    };
    // sqlx would look for the name of a host in brackets.
    if let Some(Host::Ipv6(host)) = options.database_url.host() {
        let mut parameters = options.database_url.query_pairs_mut();
        parameters.append_pair("hostaddr", &host.to_string());
    }
    let address = &options.database_url;
    let several = |hosts: &str| hosts.contains(',');
    let is_one = !address.host_str().is_some_and(several);
    ensure(is_one, OpenError::Hosts)?;
    let mut alone = address.clone();
    for (name, value) in address.query_pairs() {
        // The error quotes the value, which may be a secret.
        alone.query_pairs_mut().clear().append_pair(&name, &value);
        if PgConnectOptions::from_url(&alone).is_err() {
            return Err(OpenError::Parameter(name.into_owned()));
        }
        let is_known = |known| known == name || name.starts_with("options[");
        if !PARAMETERS.split_whitespace().any(is_known) {
            // A password without percent signs may be read as parameters.
            let in_names = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '-';
            let is_name = name.chars().all(in_names) && !value.is_empty() && !value.contains('@');
            let name = if is_name { &*name } else { "***" };
            tracing::warn!(
                name,
                "this parameter in the address of the database is not known, and ignored"
            );
        }
        ensure(name != "host" || !several(&value), OpenError::Hosts)?;
        if !FILES.contains(&&*name.replace('-', "")) || value.starts_with("-----BEGIN") {
            continue;
        }
        let mut first = [0];
        let read = File::open(&*value).and_then(|mut file| file.read(&mut first));
        read.map_err(|error| OpenError::Certificate(value.into_owned(), error))?;
    }
    alone.set_query(None);
    let is_valid = PgConnectOptions::from_url(&alone).is_ok();
    let is_whole = address.fragment().is_none() && !address.path().contains('@');
    ensure(is_valid && is_whole, OpenError::Address)?;
    // Waiting for another process's migration is not worth a warning.
    let quiet = options.clone().disable_statement_logging();
    let connect = || AnyConnection::connect_with(&quiet);
    let open = timeout(CONNECT_TIMEOUT, async {
        let mut first = Connection::from(connect().await?);
        let mut second = Connection::from(connect().await?);
        let is_pooled = is_pooled(&mut first, &mut second).await?;
        if !is_pooled {
            second.close().await?;
        }
        Ok((first, is_pooled))
    });
    let late = |_| Err(Error::from(ErrorKind::TimedOut).into());
    match open.await.unwrap_or_else(late).map_err(unusable)? {
        (_, true) => Err(OpenError::Pooler),
        (first, false) => Ok((first, options)),
    }
}

/// Checks that the database holds every character, allows enough connections, and lets Siwa's tables be read and
/// written.
async fn check_server(first: &mut Connection) -> Result<(), OpenError> {
    let encoding = first.only("select current_setting('server_encoding')", params![]);
    let encoding: String = encoding.await.map_err(unusable)?;
    let is_whole = encoding == "UTF8";
    ensure(is_whole, OpenError::Encoding(encoding))?;
    let most = "select cast(least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
                                  cast(current_setting('max_connections', true) as int)) as bigint)
                from pg_roles, pg_database where rolname = session_user and datname = current_database()";
    let most: Option<i64> = first.only(most, params![]).await.map_err(unusable)?;
    if let Some(most) = most
        && most <= i64::from(MAX_CONNECTIONS)
    {
        return Err(OpenError::Connections(most.to_string()));
    }
    let ours: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    let closed = format!(
        "select string_agg(cast(relname as text), ', ') from pg_class t
         where relnamespace = (select oid from pg_namespace where nspname = current_schema())
           and relname in ('{}')
           and exists (select 1 from unnest(array['select', 'insert', 'update', 'delete']) act
                       where not has_table_privilege(t.oid, act))",
        ours.join("', '")
    );
    let closed: Option<String> = first.only(closed, params![]).await.map_err(unusable)?;
    if let Some(tables) = closed {
        return Err(OpenError::Rights(tables));
    }
    Ok(())
}

/// Returns whether two connections share those of a pooler, which gives each transaction another
/// one: then the second gets the first's while that is idle. Locks and settings would be anybody's. A pooler with too
/// few connections lets one of them wait.
async fn is_pooled(first: &mut Connection, second: &mut Connection) -> sqlx::Result<bool> {
    let before = backend(first).await?;
    let shared = timeout(PROMPTLY, async {
        match second.execute("begin").await {
            // A pooler in statement mode says that this violates the protocol.
            Err(error) if code(&error).is_some_and(|code| code == "08P01") => return Ok(true),
            begun => begun?,
        }
        let is_shared = backend(second).await? == before || backend(first).await? != before;
        second.execute("commit").await?;
        Ok(is_shared)
    });
    shared.await.unwrap_or(Ok(true))
}

/// The process of the server that serves a connection.
async fn backend(connection: &mut Connection) -> sqlx::Result<i32> {
    // Prepared, this could already fail.
    let backend = sqlx::raw_sql("select pg_backend_pid()");
    backend.fetch_one(connection.open()).await?.try_get(0)
}

async fn server_pool(options: &AnyConnectOptions) -> Result<Pool, OpenError> {
    let pool = Pool::open(options, MAX_CONNECTIONS, "", None);
    pool.await.map_err(unusable)
}

/// Creates the tables, or migrates them. Leaves tables alone that are not Siwa's, or not of a
/// version before this one.
async fn migrate(connection: &mut Connection, engine: Engine) -> Result<(), OpenError> {
    let failed = engine.failed();
    let unmade = |error| match error {
        MigrateError::Execute(error) => failed(error),
        MigrateError::ExecuteMigration(error, _) if code(&error).as_deref() == Some(DENIED) => {
            failed(error)
        }
        other => OpenError::Migration(other),
    };
    let mut migrations = migrations(engine);
    if engine == Engine::Postgres {
        let version: sqlx::Result<String> = connection.only("select version()", params![]).await;
        // CockroachDB has no advisory locks: there only one process may migrate at a time.
        let locking = !version.map_err(failed)?.contains("CockroachDB");
        migrations.set_locking(locking);
        if locking {
            // This waits for another process's migration without a limit. The lock is reentrant, and
            // ends with the connection.
            let mut lock = connection.open().lock();
            let locked = if let Ok(locked) = timeout(PROMPTLY, &mut lock).await {
                locked
            } else {
                tracing::warn!(
                    "another program holds the lock for migrations of this database: waiting for it"
                );
                lock.await
            };
            locked.map_err(unmade)?;
        }
        connection.execute(LOCK_TIMEOUT).await.map_err(failed)?;
    }
    Schema::read(connection).await.map_err(failed)?.known()?;
    let mut tries = 1;
    loop {
        match migrations.run(connection.open()).await {
            Err(error) if has_waited(&error) && tries < LOCK_TRIES => {
                tries += 1;
                tracing::warn!("a migration waits for other transactions");
                connection.execute(PAUSE).await.map_err(failed)?;
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

/// Returns whether a database is an unfinished copy.
pub(super) async fn is_copying(connection: &mut Connection) -> sqlx::Result<bool> {
    let tables = connection.tables().await?;
    Ok(tables.iter().any(|table| table == "copying"))
}

/// Why a file cannot be used, after SQLite has waited for its lock.
fn unopened(error: sqlx::Error) -> OpenError {
    match code(&error).as_deref() {
        Some("5") => OpenError::Busy,
        _ => OpenError::File(error),
    }
}

/// Why a server cannot be used.
fn unusable(error: sqlx::Error) -> OpenError {
    if is_away(&error) {
        return OpenError::Away(error);
    }
    match code(&error).as_deref() {
        Some("28P01" | "28000") => OpenError::Refused,
        Some("3D000") => OpenError::Absent,
        // Without a right to any schema, there seems to be none.
        Some(DENIED | "3F000") => OpenError::Rights(error.to_string()),
        _ => OpenError::Server(error),
    }
}
