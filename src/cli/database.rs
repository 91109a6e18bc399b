//! What looks after the database: `siwa backup`, `siwa restore` and `siwa copy` make copies of it,
//! `siwa doctor` checks it, and `siwa forget` deletes everything that is stored about a person.

use std::path::{Path, PathBuf};

use super::look::{about, named};
use super::run::stopped;
use super::terminal::{Result, complain, failed, print_message, unopened};
use crate::app::App;
use crate::config::Config;
use crate::discord::failure::chain;
use crate::game::{PlayerId, ensure};
use crate::store::{self, Address, BackupError, Error, Finding, Lock, OpenError, Store};
use crate::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// Copies the database, which a bot may be using, to a new file; by force also over an existing one.
pub(super) async fn back_up(config: Config, file: PathBuf, force: bool) -> Result {
    let database = database(&config)?;
    let made = unless_stopped(store::back_up(&database, &file, force)).await?;
    made.map_err(|error| match error {
        BackupError::Exists(_) => named("cli-backup-exists", &file),
        BackupError::Unlike(_) => named("cli-backup-unlike", &file),
        BackupError::Missing => unopened(&config.database)(OpenError::Empty),
        BackupError::Open(error @ OpenError::InUse(_)) => unopened(file.display())(error),
        BackupError::File(error) => about("cli-file-written", &file, error.to_string()),
        error => uncopied(error, Path::new(&*config.database)),
    })?;
    print_message(&named("cli-backup-done", &file))
}

/// Replaces the database, which no bot may be using, by a backup.
pub(super) async fn restore(config: Config, file: PathBuf, force: bool) -> Result {
    let database = database(&config)?;
    let restored = unless_stopped(store::restore(&file, &database, force)).await?;
    let kept = restored.map_err(|error| match error {
        BackupError::Exists(_) => {
            Text::new("cli-restore-exists").with("url", config.database.to_string())
        }
        BackupError::Open(error @ (OpenError::InUse(_) | OpenError::Linked)) => {
            unopened(&config.database)(error)
        }
        BackupError::Missing => named("cli-restore-missing", &file),
        BackupError::File(error) => about("cli-file-written", &database, error.to_string()),
        error => uncopied(error, &file),
    })?;
    print_message(&named("cli-restore-done", &file).with("url", config.database.to_string()))?;
    if let Some(kept) = kept {
        print_message(&named("cli-restore-kept", &kept))?;
    }
    Ok(())
}

/// Moves a whole bot from one database to another.
pub(super) async fn copy(from: Address, to: Address, registry: Registry) -> Result {
    let unread = unopened(&from);
    let unwritten = unopened(&to);
    // Keep other processes from changing it, as far as possible.
    let _from = Lock::take_at(&from).map_err(&unread)?;
    let _to = Lock::take_at(&to).map_err(&unwritten)?;
    let source = Store::open_to_examine(&from, registry);
    let source = source.await.map_err(&unread)?;
    let target = Store::open_copy(&to, &from.place(), registry).await;
    let target = target.map_err(&unwritten)?;
    let copied = target.copy_from(&source).await;
    source.close().await;
    let failed = failed("cli-copy-failed");
    let rows = copied.map_err(|error| match error {
        Error::Differs(table) => Text::new("cli-copy-differs")
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("table", table),
        fault => failed(fault),
    })?;
    let examined = target.examine().await.map_err(&failed)?;
    nothing_found(&examined.findings)?;
    target.finish_copy().await.map_err(&failed)?;
    target.close().await;
    let done = Text::new("cli-copy-done")
        .with("to", to.to_string())
        .with("rows", rows.to_string())
        .with("count", examined.games);
    print_message(&done)
}

/// The result of `work`, unless a signal stops the program before.
async fn unless_stopped<T>(work: impl Future<Output = T>) -> Result<T> {
    tokio::select! {
        done = work => Ok(done),
        () = stopped() => Err(Text::new("cli-backup-stopped")),
    }
}

/// The database's file.
fn database(config: &Config) -> Result<PathBuf> {
    // Server databases have their own backup tools.
    let is_file = !store::is_server(&config.database);
    ensure(is_file, Text::new("cli-backup-postgres"))?;
    store::path(&config.database).map_err(unopened(&config.database))
}

fn uncopied(error: BackupError, file: &Path) -> Text {
    match error {
        BackupError::Foreign => named("cli-backup-foreign", file),
        BackupError::Damaged(problem) => about("cli-backup-damaged", file, problem),
        BackupError::Open(error) => unopened(file.display())(error),
        error => about("cli-backup-failed", file, error.to_string()),
    }
}

/// The most findings that are printed; a badly damaged file may have thousands.
const MAX_FINDINGS: usize = 20;

pub(super) async fn doctor(config: Config, registry: Registry) -> Result {
    if config.token.is_none() {
        print_message(&Text::new("cli-doctor-no-token"))?;
    }
    let unopened = unopened(&config.database);
    let store = match Store::open_to_examine(&config.database, registry).await {
        Ok(store) => store,
        Err(empty @ OpenError::Empty) => return print_message(&unopened(empty)),
        Err(OpenError::File(error)) => return Err(failed("cli-doctor-failed")(error)),
        Err(other) => return Err(unopened(other)),
    };
    let examined = store.examine().await;
    store.close().await;
    let examined = examined.map_err(failed("cli-doctor-failed"))?;
    nothing_found(&examined.findings)?;
    print_message(&Text::new("cli-doctor-good").with("count", examined.games))
}

/// Fails if there are findings: prints all but the last, which becomes the failure.
fn nothing_found(findings: &[Finding]) -> Result {
    let describe = |finding: &Finding| match finding {
        Finding::Game(game, wrong) => Text::new("cli-doctor-bad")
            .with("game", game.to_string())
            .with("problem", chain(wrong)),
        Finding::Damage(damage) => damage.clone(),
    };
    let mut wrong: Vec<Text> = findings.iter().take(MAX_FINDINGS).map(describe).collect();
    if findings.len() > MAX_FINDINGS {
        wrong.push(Text::new("cli-doctor-more").with("count", findings.len() - MAX_FINDINGS));
    }
    let last = wrong.pop();
    wrong.into_iter().for_each(complain);
    last.map_or(Ok(()), Err)
}

/// The message when the database fails.
const FAILED: &str = "cli-forget-failed";

/// Deletes everything about the person with this id.
pub(super) async fn forget(id: u64, config: Config, registry: Registry) -> Result {
    let unopened = unopened(&config.database);
    // Do not create a database that does not exist.
    match Store::open_to_examine(&config.database, registry).await {
        Err(empty @ OpenError::Empty) => return Err(unopened(empty)),
        Ok(there) => there.close().await,
        // Opening it below reports the error, or migrates it.
        Err(_) => {}
    }
    let _lock = Lock::take_at(&config.database).map_err(&unopened)?;
    let store = Store::open(&config.database, registry);
    let store = store.await.map_err(&unopened)?;
    let app = App::new(store.clone(), Clock::default());
    let done = forgotten(&app, PlayerId(id)).await;
    store.close().await;
    print_message(&done?)
}

async fn forgotten(app: &App, player: PlayerId) -> Result<Text> {
    let is_engine = app.store().is_engine(player).await;
    if is_engine.map_err(failed(FAILED))? {
        return Err(Text::new("cli-forget-self"));
    }
    let stored_data = app.store().stored_data(player).await;
    if stored_data.map_err(failed(FAILED))?.is_nothing() {
        return Ok(Text::new("cli-forget-nothing"));
    }
    app.forget(player, None).await.map_err(failed(FAILED))?;
    Ok(Text::new("cli-forget-done"))
}
