//! The address of the database, and the lock that one program at a time holds.

use std::fs::{self, File, TryLockError};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use url::{Position, Url};

use super::OpenError;

/// Stands for what is not shown.
const HIDDEN: &str = "***";

/// The address of a database, which may hold a password. Of the address of a server no more is
/// shown than the scheme and the host, and nothing of what is no address.
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
    /// What it names, as far as that is no secret: the same text for the same database.
    pub fn place(&self) -> String {
        let place = |url: Url| url[Position::BeforeHost..Position::AfterPath].to_owned();
        Url::parse(self).map_or_else(|_| self.to_string(), place)
    }
}

/// Whether an address is that of a server.
pub fn is_server(url: &str) -> bool {
    let scheme = url.split_once("://").unwrap_or_default().0;
    ["postgres", "postgresql"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// The file that `url` (`sqlite://siwa.db`) names, taken literally: no escapes, no
/// fragment. `?mode=rw` and `?mode=rwc`, which other programs need, may follow. There is neither
/// `=` nor `://` in it, and `@` only in a path from the root without `:`.
///
/// # Errors
/// If it names no file, or one to be read only.
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
    // What stands between these may be the password of a server.
    let rooted = name.starts_with('/') && !name.contains(':');
    let secret = name.contains('=') || name.contains("://") || name.contains('@') && !rooted;
    if secret || name.is_empty() || name.contains(":memory:") {
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
        let path = lock_of(database)?;
        let file = File::options().create(true).append(true).open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path)),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
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
