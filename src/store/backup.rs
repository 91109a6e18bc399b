//! Copies of a database: made while a bot uses it, and restored.
//!
//! A copy is made beside its destination by SQLite's `vacuum into`, which sees one moment of the
//! database and does not block writers. It is checked, and flushed to the disk, before it is
//! renamed: a file with the final name is always a whole database.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _};

use super::OpenError;
use super::connect::{code, in_file};
use super::file::{Lock, beside};
use super::migrations::Schema;
use super::sql::{self, params};

/// How an SQLite database begins.
const HEADER: &[u8] = b"SQLite format 3\0";

/// Why a backup or its restoration failed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is a file of that name already, or a database in use.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// There is a file of that name, which is no backup.
    #[error("{} is no backup", .0.display())]
    Unlike(PathBuf),
    /// The database does not exist.
    #[error("there is no such database")]
    Missing,
    /// It is damaged, as SQLite says.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// It is not a database of Siwa's.
    #[error("it is no database of Siwa")]
    Foreign,
    /// It cannot be used, because another program uses it, or this version does not know its
    /// schema.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// An error of SQLite or its driver.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Copies `database`, which may be in use, to the file `to`, which may exist only with `replace`.
///
/// # Errors
/// [`BackupError::Exists`] also if `to` is a database in use, even with `replace`.
pub async fn back_up(database: &Path, to: &Path, replace: bool) -> Result<(), BackupError> {
    let (database, to) = (local(database), local(to));
    let in_use = beside(&to, "-wal").exists();
    if in_use || same(&database, &to) || (to.exists() && !replace) {
        return Err(BackupError::Exists(to));
    }
    if to.exists() && !is_replaceable(&to)? {
        return Err(BackupError::Unlike(to));
    }
    let copy = copy(&database, &to).await?;
    place(&copy, &to)
}

/// Returns whether a file is an SQLite database, or empty; and no device, pipe or log.
fn is_replaceable(file: &Path) -> io::Result<bool> {
    let about = fs::metadata(file)?;
    let mut header = Vec::new();
    if about.is_file() {
        File::open(file)?
            .take(HEADER.len() as u64)
            .read_to_end(&mut header)?;
    }
    Ok(about.is_file() && (about.len() == 0 || header == HEADER))
}

/// Restores a copy of `backup` as `database`, which may exist only with `replace`; the old file is
/// then renamed, and the result is its new path.
///
/// # Errors
/// [`OpenError::InUse`] if another program uses `database`.
pub async fn restore(
    backup: &Path,
    database: &Path,
    replace: bool,
) -> Result<Option<PathBuf>, BackupError> {
    let (backup, mut database) = (local(backup), local(database));
    let _lock = Lock::take(&database)?;
    let there = database.exists();
    if there {
        if !replace || same(&backup, &database) {
            return Err(BackupError::Exists(database));
        }
        // A link is kept, and its target is replaced.
        database = fs::canonicalize(database)?;
    }
    let copy = copy(&backup, &database).await?;
    for made in [&copy, &beside(&database, ".lock")] {
        give(made);
    }
    let kept = (1..)
        .map(|number: u32| beside(&database, &format!(".replaced-{number}")))
        .find(|kept| !kept.exists() && !beside(kept, "-wal").exists())
        .filter(|_| there);
    if there {
        fold(&database).await;
    }
    // SQLite would apply the old database's write-ahead log to the new one.
    let wal = beside(&database, "-wal");
    match &kept {
        Some(kept) if wal.exists() => fs::rename(&wal, beside(kept, "-wal"))?,
        _ => remove(&wal)?,
    }
    remove(&beside(&database, "-shm"))?;
    if let Some(kept) = &kept {
        fs::rename(&database, kept)?;
    }
    place(&copy, &database)?;
    Ok(kept)
}

/// Writes the changes in the write-ahead log, which a crash leaves there, into the database:
/// another crash while it is moved could separate the two files. A damaged database is moved as it
/// is.
async fn fold(database: &Path) {
    if let Ok(mut old) = connect(database).await {
        let folded = sqlx::raw_sql("pragma wal_checkpoint(truncate)");
        let _ = folded.execute(&mut old).await;
        // Closing the last connection removes the write-ahead log.
        let _ = old.close().await;
    }
}

/// Gives a file to the owner of its directory: root may restore a database for another user's bot.
/// Other users own the file already, and cannot change its owner.
fn give(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let owner = |path: &Path| Some(fs::metadata(path).ok()?).map(|it| (it.uid(), it.gid()));
        let directory = file.parent().and_then(owner);
        if let Some((user, group)) = directory.filter(|it| owner(file) != Some(*it)) {
            let _ = chown(file, Some(user), Some(group));
        }
    }
}

/// Copies a database to a file beside `to`, and checks the copy.
async fn copy(from: &Path, to: &Path) -> Result<PathBuf, BackupError> {
    if !from.exists() {
        return Err(BackupError::Missing);
    }
    let mut source = connect(from).await?;
    // A random name, so that two copies at the same time do not write into one file.
    let drawn: String = sqlx::query_scalar("select hex(randomblob(4))")
        .fetch_one(&mut source)
        .await
        .map_err(damaged)?;
    let part = beside(to, &format!(".{drawn}.part"));
    let made = fill(&mut source, &part).await;
    source.close().await?;
    if let Err(error) = made {
        // The first failure is the one to report.
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    Ok(part)
}

async fn fill(source: &mut SqliteConnection, part: &Path) -> Result<(), BackupError> {
    let name = part.to_str().ok_or(io::ErrorKind::InvalidFilename);
    let name = name.map_err(io::Error::from)?;
    let mut private = fs::OpenOptions::new();
    private.write(true).create_new(true);
    // Only its owner may read it, from the start.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut private, 0o600);
    private.open(part)?;
    sqlx::query("vacuum into $1")
        .bind(name)
        .execute(source)
        .await
        .map_err(damaged)?;
    let copy = in_file(part, "rw")?;
    let mut copy = AnyConnection::connect_with(&copy).await.map_err(damaged)?;
    let checked = check(&mut copy).await;
    copy.close().await?;
    checked?;
    // Some systems cannot flush read-only files, but this one was just written.
    Ok(File::open(part)?.sync_all()?)
}

/// Checks that a database is undamaged, and that this version can use it.
async fn check(copy: &mut AnyConnection) -> Result<(), BackupError> {
    let found = sql::values(&mut *copy, "pragma integrity_check", params![]);
    let found: Vec<String> = found.await.map_err(damaged)?;
    if found != ["ok"] {
        return Err(BackupError::Damaged(found.join("; ")));
    }
    match Schema::of(copy).await?.known()? {
        Schema::Absent => Err(BackupError::Foreign),
        _ => Ok(()),
    }
}

/// Renames a copy to its final name, so that it survives a power failure.
fn place(copy: &Path, to: &Path) -> Result<(), BackupError> {
    fs::rename(copy, to)?;
    // Other systems cannot open directories.
    #[cfg(unix)]
    if let Some(directory) = to.parent() {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

async fn connect(file: &Path) -> Result<SqliteConnection, BackupError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(Duration::from_secs(5));
    options.connect().await.map_err(damaged)
}

/// SQLite's “malformed” (11) and “not a database” (26) are about the file: the user can do
/// something about them.
fn damaged(error: sqlx::Error) -> BackupError {
    match code(&error).as_deref() {
        Some("26") => BackupError::Foreign,
        Some("11") => BackupError::Damaged(error.to_string()),
        _ => error.into(),
    }
}

/// Makes the path relative to a directory, because SQLite would read `file:name` as a URL.
fn local(file: &Path) -> PathBuf {
    Path::new(".").join(file)
}

/// Returns whether both paths name the same file.
fn same(one: &Path, other: &Path) -> bool {
    let real = |file| fs::canonicalize(file).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Deletes a database with all its files, if it exists.
///
/// # Errors
/// If a file cannot be deleted.
pub fn erase(database: &Path) -> io::Result<()> {
    let mut suffixes = ["", "-wal", "-shm"].into_iter();
    suffixes.try_for_each(|suffix| remove(&beside(database, suffix)))
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
