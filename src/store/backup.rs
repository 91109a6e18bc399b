//! Copies of a database: made while a bot uses it, and put back in its place.
//!
//! A copy is made beside its destination by SQLite's `vacuum into`, which sees one moment
//! of the database and lets others write meanwhile. It is checked, and written out to the
//! disk, before it takes its name: a file of that name is a whole database.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _};

use super::OpenError;
use super::connect::{code, in_file};
use super::file::{Lock, beside};
use super::migrations::Schema;
use super::sql::{self, params};

/// Where a database was put that was replaced.
pub type Replaced = PathBuf;

/// Why a copy was not made, or not put in place. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is a file of that name already, or a database in use.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// There is no such database.
    #[error("there is no such database")]
    Missing,
    /// It is damaged, as SQLite says.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// It is no database of ours.
    #[error("it is no database of Siwa")]
    Foreign,
    /// It cannot be used, because a program uses it or this version does not know its tables.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// SQLite or its driver.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Copies `database`, which may be in use, to the file `to`, which may be there only if
/// it is to be replaced.
///
/// # Errors
/// [`BackupError::Exists`] also if `to` is a database in use, whatever is to be replaced.
pub async fn back_up(database: &Path, to: &Path, replace: bool) -> Result<(), BackupError> {
    let (database, to) = (local(database), local(to));
    let in_use = beside(&to, "-wal").exists();
    if in_use || same(&database, &to) || (to.exists() && !replace) {
        return Err(BackupError::Exists(to));
    }
    let copy = copy(&database, &to).await?;
    place(&copy, &to)
}

/// Puts a copy of `backup` in the place of `database`, which may be there only if it is to
/// be replaced; it is then kept under the name that is returned.
///
/// # Errors
/// [`OpenError::InUse`] if a program uses `database`.
pub async fn restore(
    backup: &Path,
    database: &Path,
    replace: bool,
) -> Result<Option<Replaced>, BackupError> {
    let (backup, mut database) = (local(backup), local(database));
    let _lock = Lock::take(&database)?;
    let there = database.exists();
    if there {
        if !replace || same(&backup, &database) {
            return Err(BackupError::Exists(database));
        }
        // A link stays, and what it leads to is replaced.
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
    // What SQLite keeps beside the old database would be taken for the new one's.
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

/// Has the last changes of a database, which a crash leaves beside it, written into it: a crash
/// while it is moved away could part them from it. One that is damaged is moved as it is.
async fn fold(database: &Path) {
    if let Ok(mut old) = connect(database).await {
        let folded = sqlx::raw_sql("pragma wal_checkpoint(truncate)");
        let _ = folded.execute(&mut old).await;
        // The last to close it takes away what is beside it.
        let _ = old.close().await;
    }
}

/// Gives a file to the owner of its directory: root may restore what another user's bot is to
/// open. Who is not root made it as themselves, and can give nothing away.
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

/// Makes a sound copy of a database beside `to`.
async fn copy(from: &Path, to: &Path) -> Result<PathBuf, BackupError> {
    if !from.exists() {
        return Err(BackupError::Missing);
    }
    let mut source = connect(from).await?;
    // Two who copy to one name do not write into one file.
    let drawn: String = sqlx::query_scalar("select hex(randomblob(4))")
        .fetch_one(&mut source)
        .await
        .map_err(damaged)?;
    let part = beside(to, &format!(".{drawn}.part"));
    let made = fill(&mut source, from, &part).await;
    source.close().await?;
    if let Err(error) = made {
        // The first failure is the one to tell.
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    Ok(part)
}

async fn fill(source: &mut SqliteConnection, from: &Path, part: &Path) -> Result<(), BackupError> {
    let name = part.to_str().ok_or(io::ErrorKind::InvalidFilename);
    let name = name.map_err(io::Error::from)?;
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
    // Who may not read the games may not read them here.
    fs::set_permissions(part, fs::metadata(from)?.permissions())?;
    // Read-only files cannot be synchronised everywhere, but this one was just written.
    Ok(File::open(part)?.sync_all()?)
}

/// Checks that a database is whole, and one that this version can use.
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

/// Gives a copy its name, so that it is still there after a power failure.
fn place(copy: &Path, to: &Path) -> Result<(), BackupError> {
    fs::rename(copy, to)?;
    // Elsewhere directories cannot be opened.
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

/// SQLite's “malformed” (11) and “not a database” (26) are about the file, not about us.
fn damaged(error: sqlx::Error) -> BackupError {
    match code(&error).as_deref() {
        Some("26") => BackupError::Foreign,
        Some("11") => BackupError::Damaged(error.to_string()),
        _ => error.into(),
    }
}

/// The directory keeps SQLite from reading `file:name` as an address.
fn local(file: &Path) -> PathBuf {
    Path::new(".").join(file)
}

/// Whether both are one file, by whatever name.
fn same(one: &Path, other: &Path) -> bool {
    let real = |file| fs::canonicalize(file).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Deletes a database with all its files, if it is there.
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
