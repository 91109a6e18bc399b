//! The address of the database, and its lock, which only one program can hold.

use std::fs::{self, File, TryLockError};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use url::{Position, Url};

use super::OpenError;

/// Replaces hidden parts.
const HIDDEN: &str = "***";

/// The address of a database, which may hold a password. Only the scheme and the host of a server's
/// address are shown, and nothing of an invalid address.
#[derive(Clone)]
pub struct Address(String);

impl From<&str> for Address {
    fn from(url: &str) -> Self {
        Self(url.to_owned())
    }
}

impl Deref for Address {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(path(self), Err(OpenError::Address)) {
            return f.write_str(self);
        }
        let in_names = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        match Url::parse(self) {
            Ok(url) if url.has_authority() => {
                let host = url.host_str().unwrap_or_default();
                let host = Some(host).filter(|it| it.chars().all(in_names));
                let host = host.unwrap_or(HIDDEN);
                write!(f, "{}://{host}", url.scheme())
            }
            _ => f.write_str(HIDDEN),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Address {
    /// The database that it names, without secrets: the same text for the same database.
    pub fn place(&self) -> String {
        let place = |url: Url| url[Position::BeforeHost..Position::AfterPath].to_owned();
        Url::parse(self).map_or_else(|_| self.to_string(), place)
    }
}

/// Returns whether an address is that of a server.
pub fn is_server(url: &str) -> bool {
    let scheme = url.split_once("://").unwrap_or_default().0;
    ["postgres", "postgresql"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// The file that `url` (`sqlite://siwa.db`) names, taken literally: no escapes, no fragment.
/// `?mode=rw` and `?mode=rwc`, which other programs need, may follow. It must not contain `=` or
/// `://`, and `@` only in an absolute path without `:`.
///
/// # Errors
/// If it names no file, or a read-only one.
pub fn path(url: &str) -> Result<PathBuf, OpenError> {
    let name = match url.split_once(':') {
        Some((scheme, name)) if scheme.eq_ignore_ascii_case("sqlite") => name,
        _ => return Err(OpenError::Address),
    };
    let name = name.strip_prefix("//").unwrap_or(name);
    let (name, mode) = match name.split_once("?mode=") {
        Some((name, mode)) => (name, mode),
        None => (name, "rwc"),
    };
    // The text between these may be the password of a server.
    let rooted = name.starts_with('/') && !name.contains(':');
    let secret = name.contains('=') || name.contains("://") || name.contains('@') && !rooted;
    if secret || name.is_empty() || name.contains(":memory:") {
        return Err(OpenError::Address);
    }
    match mode {
        // The directory keeps SQLite from reading `file:name` as a URL.
        "rw" | "rwc" => Ok(Path::new(".").join(name)),
        "ro" => Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "mode=ro").into()),
        _ => Err(OpenError::Address),
    }
}

/// The right to use a database, for one program at a time. The operating system releases it when
/// the program ends.
#[derive(Debug)]
pub struct Lock {
    /// A file beside the database, which stays there as long as the database does.
    _file: File,
    path: PathBuf,
    database: PathBuf,
}

impl Drop for Lock {
    /// Leaves nothing where no database was made.
    fn drop(&mut self) {
        if !self.database.exists() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Lock {
    /// Takes the lock of the database at `url`; `None` if it is on a server, which any number of
    /// processes may use.
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
    /// [`OpenError::InUse`] if another program holds it; [`OpenError::File`] if it cannot be
    /// created.
    pub fn take(database: &Path) -> Result<Self, OpenError> {
        let path = lock_of(database)?;
        let file = File::options().create(true).append(true).open(&path)?;
        match file.try_lock() {
            // Its last holder has just removed it, so another program may lock one of this name.
            Ok(()) if is_removed(&file)? => Err(OpenError::InUse(path)),
            Ok(()) => Ok(Self {
                _file: file,
                path,
                database: database.to_owned(),
            }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path)),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

/// Returns whether an open file was deleted.
fn is_removed(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    #[cfg(not(unix))]
    return Ok(false);
}

/// The lock's file: the same for every link to the database.
fn lock_of(database: &Path) -> io::Result<PathBuf> {
    let real = match fs::canonicalize(database) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => database.to_owned(),
        known => known?,
    };
    Ok(beside(&real, ".lock"))
}

/// The path with something appended to its name.
pub fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
