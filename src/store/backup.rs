//! Copies of a database: made while a bot uses it, and restored.
//!
//! A copy is made beside its destination by SQLite's `vacuum into`, which sees one moment of the
//! database and does not block writers. It is checked, and flushed to the disk, before it is
//! renamed: a file with the final name is always a whole database.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{AnyConnection, Connection as _};

use super::OpenError;
use super::columns::params;
use super::connect::in_file;
use super::connection::{Connection, code};
use super::file::{Lock, beside, lock_of};
use super::migrations::Schema;
use crate::game::ensure;

/// Why a backup or its restoration failed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is a file of that name already, or a database in use.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// There is a file of that name, which is no backup, or the name is that of a database's file.
    #[error("{} is no place for a backup", .0.display())]
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
    let database = local(database);
    let to = local(to);
    let in_use = beside(&to, "-wal").exists();
    if in_use || same(&database, &to) || (to.exists() && !replace) {
        return Err(BackupError::Exists(to));
    }
    if belongs(&to)? || (to.exists() && !is_backup(&to).await) {
        return Err(BackupError::Unlike(to));
    }
    let copy = copy(&database, &to).await?;
    place(&copy, &to)
}

/// Returns whether a path is that of a bot's database, which has a lock beside it, or of a file beside a database.
fn belongs(file: &Path) -> io::Result<bool> {
    let name = file.to_string_lossy();
    let beside = ["-wal", "-shm", "-journal", ".lock"];
    Ok(beside.iter().any(|end| name.ends_with(end)) || lock_of(file)?.exists())
}

/// Returns whether a file is a database of Siwa's; it is no device or pipe.
async fn is_backup(file: &Path) -> bool {
    let schema = async { Ok::<_, BackupError>(Schema::read(&mut open(file).await?).await?) };
    file.is_file() && matches!(schema.await, Ok(Schema::Older | Schema::Current))
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
    let backup = local(backup);
    let mut database = local(database);
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
    for made in [&copy.0.database, &beside(&database, ".lock")] {
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
    if let Ok(mut old) = open(database).await {
        let _ = old.execute("pragma wal_checkpoint(truncate)").await;
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
        let owner = |path: &Path| {
            let about = fs::metadata(path).ok()?;
            Some((about.uid(), about.gid()))
        };
        let directory = file.parent().and_then(owner);
        if let Some((user, group)) = directory
            && directory != owner(file)
        {
            let _ = chown(file, Some(user), Some(group));
        }
    }
}

/// A file that is removed, unless it is renamed, and the right to fill it.
struct Part(Lock);

impl Drop for Part {
    fn drop(&mut self) {
        let _ = remove(&self.0.database);
        let _ = remove(&beside(&self.0.database, "-journal"));
    }
}

/// Copies a database to a file beside `to`, and checks the copy.
async fn copy(from: &Path, to: &Path) -> Result<Part, BackupError> {
    ensure(from.exists(), BackupError::Missing)?;
    let mut source = open(from).await?;
    // Always the same name, so that what a killed copy has left does not stay.
    let part = Lock::take(&beside(to, ".siwa.part")).map_err(|error| match error {
        OpenError::File(sqlx::Error::Io(error)) => BackupError::File(error),
        error => error.into(),
    });
    let part = Part(part?);
    remove(&part.0.database)?;
    remove(&beside(&part.0.database, "-journal"))?;
    let made = fill(&mut source, &part.0.database).await;
    source.close().await?;
    made.map(|()| part)
}

async fn fill(source: &mut Connection, part: &Path) -> Result<(), BackupError> {
    let name = part.to_str().ok_or(io::ErrorKind::InvalidFilename);
    let name = name.map_err(io::Error::from)?;
    let mut private = fs::OpenOptions::new();
    private.write(true).create_new(true);
    // Only its owner may read it, from the start.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut private, 0o600);
    private.open(part)?;
    let filled = source.run("vacuum into $1", params![name]).await;
    filled.map_err(damaged)?;
    let mut copy = open(part).await?;
    let checked = check(&mut copy).await;
    copy.close().await?;
    checked?;
    // Some systems cannot flush read-only files, but this one was just written.
    Ok(File::open(part)?.sync_all()?)
}

/// Checks that a database is undamaged, and that this version can use it.
async fn check(copy: &mut Connection) -> Result<(), BackupError> {
    let found = copy.all("pragma integrity_check", params![]);
    let found: Vec<String> = found.await.map_err(damaged)?;
    if found != ["ok"] {
        return Err(BackupError::Damaged(found.join("; ")));
    }
    match Schema::read(copy).await?.known()? {
        Schema::Absent => Err(BackupError::Foreign),
        _ => Ok(()),
    }
}

/// Renames a copy to its final name, so that it survives a power failure.
fn place(copy: &Part, to: &Path) -> Result<(), BackupError> {
    fs::rename(&copy.0.database, to)?;
    // Other systems cannot open directories.
    #[cfg(unix)]
    if let Some(directory) = to.parent() {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

async fn open(file: &Path) -> Result<Connection, BackupError> {
    let open = AnyConnection::connect_with(&in_file(file, "rw")?).await;
    Ok(open.map_err(damaged)?.into())
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
