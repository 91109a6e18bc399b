//! The address of the database, and the lock that one program at a time holds.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

/// The address of a server without what is secret in it, and of a file as it is.
#[must_use]
pub fn shown(url: &str) -> String {
    let secret = || {
        let (scheme, rest) = url.split_once("://")?;
        if !is_server(url) {
            return None;
        }
        // Passwords may also stand among the parameters.
        let rest = rest.split('?').next().unwrap_or_default();
        let (user, place) = rest.rsplit_once('@').unwrap_or(("", rest));
        let user = user.split(':').next().unwrap_or_default();
        let at = if user.is_empty() { "" } else { "@" };
        Some(format!("{scheme}://{user}{at}{place}"))
    };
    secret().unwrap_or_else(|| url.to_owned())
}

/// Whether an address is that of a server.
#[must_use]
pub fn is_server(url: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
}

/// The file that `url` (`sqlite://siwa.db`) names, taken literally: no escapes, no
/// fragment. `?mode=rw` and `?mode=rwc`, which other programs need, may follow.
///
/// # Errors
/// If it names no file, or one to be read only.
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
        // The directory keeps SQLite from reading `file:name` as an address.
        "rw" | "rwc" => Ok(Path::new(".").join(name)),
        "ro" => Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "mode=ro").into()),
        _ => Err(OpenError::Address),
    }
}

/// The right to use a database, for one program at a time. The operating system
/// ends it with the program, however that ends.
#[derive(Debug)]
pub struct Lock {
    /// A file beside the database. It is never removed: otherwise two programs could
    /// lock two files of one name.
    _file: File,
}

impl Lock {
    /// Takes the lock of the database at `url`; none if it is on a server, which any number
    /// of processes may use.
    ///
    /// # Errors
    /// As [`take`](Self::take), and [`OpenError::Address`].
    pub fn of(url: &str) -> Result<Option<Self>, OpenError> {
        match is_server(url) {
            true => Ok(None),
            false => Self::take(&path(url)?).map(Some),
        }
    }

    /// Takes the lock of a database, which need not exist yet.
    ///
    /// # Errors
    /// [`OpenError::InUse`] if another program holds it; [`OpenError::File`] if there
    /// cannot be one.
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

/// The lock's file: the same for every link to the database.
fn beside(database: &Path) -> io::Result<PathBuf> {
    let real = match fs::canonicalize(database) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => database.to_owned(),
        known => known?,
    };
    let mut name = real.into_os_string();
    name.push(".lock");
    Ok(name.into())
}
