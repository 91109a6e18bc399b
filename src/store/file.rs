//! Where the database is, and that one program at a time uses it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

/// The file that `url` (`sqlite://siwa.db`) names. What follows `sqlite://` is
/// its name as it stands: nothing in it is an escape or begins a fragment.
///
/// `?mode=rw` and `?mode=rwc`, which other programs want, may follow the name.
///
/// # Errors
/// If it names no file, or one that is not to be written.
pub fn path(url: &str) -> Result<PathBuf, OpenError> {
    let name = url
        .strip_prefix("sqlite://")
        .or_else(|| url.strip_prefix("sqlite:"))
        .ok_or(OpenError::Address)?;
    let (name, mode) = match name.split_once("?mode=") {
        Some((name, mode)) => (name, mode),
        None => (name, "rwc"),
    };
    if name.is_empty() || name.contains(":memory:") {
        return Err(OpenError::Address);
    }
    match mode {
        // With a path before it SQLite takes `file:name` for a name and not for an address.
        "rw" | "rwc" => Ok(Path::new(".").join(name)),
        "ro" => Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "mode=ro").into()),
        _ => Err(OpenError::Address),
    }
}

/// The right to use a database, which one program at a time has. It ends with
/// this value, or with the program, however that ends.
#[derive(Debug)]
pub struct Lock {
    /// A file beside the database. It stays when the lock ends: if it were
    /// removed, two programs could hold a lock on two files of one name.
    _file: File,
}

impl Lock {
    /// Takes the lock of a database, which need not exist yet.
    ///
    /// # Errors
    /// [`OpenError::InUse`] if another program has it; otherwise if the file
    /// beside the database cannot be made.
    pub fn take(database: &Path) -> Result<Self, OpenError> {
        let path = beside(database)?;
        let file = File::options().create(true).append(true).open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path)),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

/// The lock's file: the same one by whatever link the database is reached.
fn beside(database: &Path) -> io::Result<PathBuf> {
    let real = match fs::canonicalize(database) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => database.to_owned(),
        known => known?,
    };
    let mut name = real.into_os_string();
    name.push(".lock");
    Ok(name.into())
}
