//! The address of the database, and its lock, which only one program can hold.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::Read as _;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, io};

use url::{Position, Url};

use super::OpenError;

/// Replaces hidden parts.
const HIDDEN: &str = "***";

/// The address of a database, which may hold a password. Of a server's address only the host, the port and the name of
/// the database are shown, and nothing of an invalid address.
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
        if !matches!(path(self), Err(OpenError::Address | OpenError::Scheme)) {
            return f.write_str(self);
        }
        let known =
            |url: &Url| ["postgres", "postgresql"].contains(&url.scheme()) && url.has_authority();
        let Some(url) = Url::parse(self).ok().filter(known) else {
            return f.write_str(HIDDEN);
        };
        let place = &url[Position::BeforeHost..Position::AfterPath];
        // A token has capital letters.
        let in_names =
            |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '.' | '_' | ':' | '/' | '[' | ']');
        // A password may have characters that end the name of the host, which then is a part of the password.
        let is_cut = url.fragment().is_some() || url[Position::BeforePath..].contains('@');
        let place = if is_cut || !place.chars().all(in_names) {
            HIDDEN
        } else {
            place
        };
        write!(f, "{}://{place}", url.scheme())
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
        _ => return Err(OpenError::Scheme),
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
    pub(super) database: PathBuf,
}

impl Drop for Lock {
    /// Leaves nothing beside what is no database.
    fn drop(&mut self) {
        let mut start = Vec::new();
        // Here no connection is open, whose locks closing the file would end.
        let read = File::open(&self.database).and_then(|file| file.take(6).read_to_end(&mut start));
        if !self.database.is_file() || read.is_ok() && start != b"SQLite" {
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
    pub fn take_at(url: &str) -> Result<Option<Self>, OpenError> {
        if is_server(url) {
            Ok(None)
        } else {
            Self::take(&path(url)?).map(Some)
        }
    }

    /// Takes the lock of a database, which need not exist yet.
    ///
    /// # Errors
    /// [`OpenError::InUse`] if another program holds it; [`OpenError::Linked`]; [`OpenError::File`] if it cannot be
    /// created.
    pub fn take(database: &Path) -> Result<Self, OpenError> {
        // Each name would have a lock of its own.
        if fs::metadata(database).is_ok_and(|known| known.is_file() && names(&known) > 1) {
            return Err(OpenError::Linked);
        }
        let path = lock_of(database)?;
        let file = File::options().create(true).append(true).open(&path)?;
        match file.try_lock() {
            // Its last holder has just removed it, so another program may lock one of this name.
            Ok(()) if names(&file.metadata()?) == 0 => Err(OpenError::InUse(path)),
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

/// The file of a database that is open.
#[derive(Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    identity: (u64, u64),
    is_reported: AtomicBool,
}

impl OpenFile {
    /// The file at `path`, which SQLite has opened.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            identity: identity(path)?,
            is_reported: AtomicBool::new(false),
        })
    }

    /// Checks that the path still leads to this file, and its write-ahead log is there, as it is while
    /// a connection is open.
    ///
    /// # Errors
    /// If it does not. The first time, this is logged.
    pub(super) fn check(&self) -> io::Result<()> {
        let is_same = identity(&self.path).is_ok_and(|identity| identity == self.identity);
        if is_same && self.log().is_ok() {
            return Ok(());
        }
        let problem = "the database, or its write-ahead log, was moved, deleted or replaced";
        if !self.is_reported.swap(true, Ordering::Relaxed) {
            let path = self.path.display();
            tracing::error!(%path, "{problem}: stop the bot, put the file back, and start again");
        }
        Err(io::Error::other(problem))
    }

    /// The size of its write-ahead log.
    pub(super) fn log_size(&self) -> u64 {
        self.log().map_or(0, |known| known.len())
    }

    fn log(&self) -> io::Result<fs::Metadata> {
        fs::metadata(beside(&fs::canonicalize(&self.path)?, "-wal"))
    }
}

/// What tells a file from another one at the same path. It is not opened: closing it would end the
/// locks that SQLite has on it.
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let known = fs::metadata(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Ok((known.dev(), known.ino()))
    }
    #[cfg(not(unix))]
    Ok((u64::from(known.is_file()), 0))
}

/// The type of the file system on which a file is, if SQLite cannot rely on its locks: of a network,
/// or of a program.
pub(super) fn unreliable(file: &Path) -> Option<String> {
    let file = fs::canonicalize(file).ok()?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let kind = kind_at(&file, &mounts)?;
    let remote = ["nfs", "cifs", "smb", "fuse", "9p", "afs", "ceph"];
    let is_remote = remote.iter().any(|known| kind.starts_with(known));
    is_remote.then_some(kind)
}

/// The type of the file system on which a file is, by the list of all mounts.
fn kind_at(file: &Path, mounts: &str) -> Option<String> {
    let mounts = mounts.lines().filter_map(|mount| {
        let mut fields = mount.split(' ').skip(1);
        // Spaces and backslashes have codes there.
        let point = fields.next()?.replace("\\040", " ").replace("\\134", "\\");
        Some((point, fields.next()?))
    });
    let of_file = mounts.filter(|(point, _)| file.starts_with(point));
    let (_, kind) = of_file.max_by_key(|(point, _)| point.len())?;
    Some(kind.to_owned())
}

/// The number of names that a file has; 1 where that is unknown.
fn names(known: &Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(known);
    #[cfg(not(unix))]
    return 1;
}

/// The lock's file: the same for every symbolic link to the database, also before that is made.
pub(super) fn lock_of(database: &Path) -> io::Result<PathBuf> {
    let real = match fs::canonicalize(database) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut real = database.to_owned();
            while let Ok(target) = fs::read_link(&real) {
                real.pop();
                real.push(target);
            }
            real
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_point_may_have_spaces() {
        let mounts = "/dev/sda / ext4 rw 0 0\nnas:/games /mnt/my\\040nas nfs4 rw 0 0\n";
        for (file, kind) in [("/mnt/my nas/siwa.db", "nfs4"), ("/mnt/my/siwa.db", "ext4")] {
            assert_eq!(kind_at(Path::new(file), mounts).unwrap(), kind);
        }
    }
}
