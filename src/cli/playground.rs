//! `siwa playground`: the bot and a stand-in for Discord in one process, with a
//! page to try everything on.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::run::{PACE, PATIENCE, bot, stopped};
use super::{Failure, say, unopened};
use crate::discord::run::{self, Settings};
use crate::l10n::{L10n, Locale};
use crate::message::Message;
use crate::playground::{Options, Playground, StartError};
use crate::registry::Registry;
use crate::store::{Lock, Store};
use crate::time::Clock;

/// Arguments of `siwa playground`.
#[derive(Debug, clap::Args)]
pub(super) struct PlaygroundArguments {
    /// Where the page is; 0 for any free port
    #[arg(long, default_value_t = 8765)]
    port: u16,
    /// The file that keeps the games
    #[arg(long, default_value = "playground.db")]
    database: PathBuf,
    /// Forget the games and messages of before
    #[arg(long)]
    fresh: bool,
    /// Serve the stand-in alone, for a bot of another process
    #[arg(long)]
    without_bot: bool,
}

pub(super) async fn run(
    arguments: PlaygroundArguments,
    registry: Registry,
) -> Result<ExitCode, Failure> {
    let stopped = stopped();
    let kept = beside(&arguments.database, ".messages");
    let name = arguments.database.display().to_string();
    let unopened = unopened(&name);
    // The stand-in alone leaves the games to the bot of another process.
    let games = match arguments.without_bot && !arguments.fresh {
        true => None,
        false => Some(Lock::take(&arguments.database).map_err(&unopened)?),
    };
    // Two stand-ins would overwrite each other's messages.
    let _messages = Lock::take(&kept).map_err(&unopened)?;
    if arguments.fresh {
        forget(&arguments.database, &kept).map_err(|error| {
            Message::new("cli-playground-fresh").with("problem", error.to_string())
        })?;
    }
    let clock = Clock::default();
    let skipping = clock.clone();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let options = Options {
        address,
        words: words(&L10n::new()),
        on_skip: Some(Arc::new(move |seconds| skipping.skip(seconds))),
        keep: Some(kept),
        ..Options::default()
    };
    let playground = Playground::start(options)
        .await
        .map_err(|error| match error {
            StartError::Address(error) => Message::new("cli-playground-taken")
                .with("address", address.to_string())
                .with("problem", error.to_string()),
            StartError::History(file, error) => Message::new("cli-playground-history")
                .with("file", file.display().to_string())
                .with("problem", error.to_string()),
        })?;
    if arguments.without_bot {
        drop(games);
        let alone = Message::new("cli-playground-alone")
            .with("url", playground.page_url())
            .with("api", playground.api_url())
            .with("token", playground.token());
        say(&alone)?;
        stopped.await;
    } else {
        let file = Path::new(".").join(&arguments.database);
        let store = Store::open_file(&file, registry).await.map_err(&unopened)?;
        let bot = bot(store.clone(), clock)?;
        let settings = Settings {
            token: playground.token().to_owned(),
            api: Some(playground.api_url()),
            guild: None,
            pace: PACE.min(std::time::Duration::from_secs(1)),
            patience: PATIENCE,
        };
        say(&Message::new("cli-playground-ready").with("url", playground.page_url()))?;
        // The stand-in accepts its own token: there is no refusal to report.
        let _ = run::run(bot, &settings, stopped).await;
        store.close().await;
    }
    playground.stop().await;
    Ok(ExitCode::SUCCESS)
}

/// The words of the page, in every language.
fn words(l10n: &L10n) -> BTreeMap<String, BTreeMap<String, String>> {
    let of = |locale: Locale| l10n.all_with_prefix(locale, "page-").into_iter().collect();
    Locale::ALL
        .into_iter()
        .map(|locale| (locale.tag().to_owned(), of(locale)))
        .collect()
}

/// The path with something appended to its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn forget(database: &Path, kept: &Path) -> std::io::Result<()> {
    for file in [
        database.to_owned(),
        beside(database, "-wal"),
        beside(database, "-shm"),
    ] {
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    match std::fs::remove_dir_all(kept) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
