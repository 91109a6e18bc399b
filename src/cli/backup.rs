//! `siwa backup` and `siwa restore`: copies of the database.

use std::path::{Path, PathBuf};

use super::look::about;
use super::terminal::{Failure, print_message, unopened};
use crate::config::Config;
use crate::store::{self, BackupError, OpenError};
use siwa_games::text::Text;

#[derive(Debug, clap::Args)]
pub(super) struct BackupArguments {
    /// File to write
    file: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct RestoreArguments {
    /// Backup file
    file: PathBuf,
    /// Replace an existing database; it is kept as FILE.replaced-N
    #[arg(long)]
    force: bool,
}

/// Copies the database, which a bot may be using.
pub(super) async fn back_up(arguments: BackupArguments, config: Config) -> Result<(), Failure> {
    let database = database(&config)?;
    let file = &arguments.file;
    let made = store::back_up(&database, file, arguments.force).await;
    made.map_err(|error| match error {
        BackupError::Exists(_) => named("cli-backup-exists", file),
        BackupError::Missing => {
            Text::new("cli-doctor-none").with("url", config.database.to_string())
        }
        error => failed(error, Path::new(&*config.database)),
    })?;
    print_message(&named("cli-backup-done", file))
}

/// Replaces the database, which no bot may be using, by a backup.
pub(super) async fn restore(arguments: RestoreArguments, config: Config) -> Result<(), Failure> {
    let database = database(&config)?;
    let file = &arguments.file;
    let restored = store::restore(file, &database, arguments.force).await;
    let kept = restored.map_err(|error| match error {
        BackupError::Exists(_) => {
            Text::new("cli-restore-exists").with("url", config.database.to_string())
        }
        BackupError::Open(error @ OpenError::InUse(_)) => unopened(&config.database)(error),
        BackupError::Missing => named("cli-restore-missing", file),
        error => failed(error, file),
    })?;
    print_message(&named("cli-restore-done", file).with("url", config.database.to_string()))?;
    if let Some(kept) = kept {
        print_message(&named("cli-restore-kept", &kept))?;
    }
    Ok(())
}

/// The database's file.
fn database(config: &Config) -> Result<PathBuf, Failure> {
    // Server databases have their own backup tools.
    if store::is_server(&config.database) {
        return Err(Text::new("cli-backup-postgres"));
    }
    store::path(&config.database).map_err(unopened(&config.database))
}

fn failed(error: BackupError, file: &Path) -> Failure {
    match error {
        BackupError::Foreign => named("cli-backup-foreign", file),
        BackupError::Damaged(problem) => about("cli-backup-damaged", file, problem),
        BackupError::Open(error) => unopened(file.display())(error),
        error => about("cli-backup-failed", file, error.to_string()),
    }
}

fn named(id: &'static str, file: &Path) -> Text {
    Text::new(id).with("file", file.display().to_string())
}
