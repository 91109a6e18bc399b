//! `siwa backup`, `siwa restore` and `siwa copy`: copies of the database.

use std::path::{Path, PathBuf};

use super::doctor::nothing_found;
use super::look::about;
use super::terminal::{self, Failure, print_message, unopened};
use crate::config::Config;
use crate::store::{self, Address, BackupError, CopyError, Lock, OpenError, Store};
use siwa_games::registry::Registry;
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

/// Arguments of `siwa copy`.
#[derive(Debug, clap::Args)]
pub(super) struct CopyArguments {
    /// Source: a database URL as in DATABASE_URL; only read
    from: Address,
    /// Destination: an empty database, or an interrupted copy of the same source
    to: Address,
}

/// Copies the database, which a bot may be using.
pub(super) async fn back_up(arguments: BackupArguments, config: Config) -> Result<(), Failure> {
    let database = database(&config)?;
    let file = &arguments.file;
    let made = store::back_up(&database, file, arguments.force).await;
    made.map_err(|error| match error {
        BackupError::Exists(_) => named("cli-backup-exists", file),
        BackupError::Unlike(_) => named("cli-backup-unlike", file),
        BackupError::Missing => unopened(&config.database)(OpenError::Empty),
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

/// Moves a whole bot from one database to another.
pub(super) async fn copy(arguments: CopyArguments, registry: Registry) -> Result<(), Failure> {
    let CopyArguments { from, to } = arguments;
    let (unread, unwritten) = (unopened(&from), unopened(&to));
    // Keep other processes from changing it, as far as possible.
    let _from = Lock::of(&from).map_err(&unread)?;
    let _to = Lock::of(&to).map_err(&unwritten)?;
    let source = Store::open_to_examine(&from, registry);
    let source = source.await.map_err(&unread)?;
    let target = Store::open_copy(&to, &from.place(), registry).await;
    let target = target.map_err(&unwritten)?;
    let copied = target.copy_from(&source).await;
    source.close().await;
    let rows = copied.map_err(|error| match error {
        CopyError::Differs(table) => Text::new("cli-copy-differs")
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("table", table),
        CopyError::Fault(fault) => terminal::failed("cli-copy-failed")(fault),
    })?;
    let examined = target.examine().await;
    let examined = examined.map_err(terminal::failed("cli-copy-failed"))?;
    nothing_found(&examined.findings)?;
    let finished = target.finish_copy().await;
    finished.map_err(terminal::failed("cli-copy-failed"))?;
    target.close().await;
    let done = Text::new("cli-copy-done")
        .with("to", to.to_string())
        .with("rows", rows.to_string())
        .with("count", examined.games);
    print_message(&done)
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
