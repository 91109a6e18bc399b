//! Temporary directories, in memory where there is a file system for it: on a busy disk a commit can
//! take longer than Discord waits for an answer.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static MADE: AtomicU32 = AtomicU32::new(0);

/// A new temporary directory, deleted on drop.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Self {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("siwa-it-{}-{number}", std::process::id());
        let path = Path::new("/dev/shm").join(&name);
        if std::fs::create_dir_all(&path).is_ok() {
            return Self(path);
        }
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The address of a database in it.
    pub(crate) fn url(&self) -> String {
        format!("sqlite://{}", self.file("games.db").display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The operating system cleans up leftovers.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
