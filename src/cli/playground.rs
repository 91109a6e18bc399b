//! `siwa playground`: the bot and a simulated Discord in one process, with a
//! page to try everything on.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::look::about;
use super::run::{START_TIMEOUT, SWEEP_INTERVAL, bot, stopped};
use super::terminal::{Result, failed, print_message, unopened};
use crate::config::DEFAULT_REQUESTS;
use crate::discord::gateway::Sharding;
use crate::discord::run::{self, Settings, Source};
use crate::l10n::{L10n, Locale};
use crate::store::{self, Address, Lock, Store};
use crate::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_playground::{FirstCommand, InjectedFault, Options, Playground, Refused, StartError};

/// The default database.
const DATABASE: &str = "playground.db";

/// Arguments of `siwa playground`.
#[derive(Debug, clap::Args)]
pub(super) struct PlaygroundArguments {
    /// Port of the web page; 0 picks a free one
    #[arg(long, default_value_t = 8765)]
    port: u16,
    /// Where games are stored: an SQLite file or a postgres:// URL
    #[arg(long, default_value = DATABASE)]
    database: PathBuf,
    /// Delete saved games and messages first
    #[arg(long)]
    fresh: bool,
    /// Run only the simulated Discord, for a bot in another process
    #[arg(long)]
    without_bot: bool,
    /// Send interactions over HTTP to a running `siwa serve` instead; repeat for several processes
    #[arg(long, value_name = "URL")]
    http_interactions: Vec<String>,
    /// Let requests of the bot fail, such as channel-message:403:50013; repeat for several routes
    #[arg(long, value_name = "ROUTE:STATUS:CODE:BODY", value_parser = InjectedFault::read)]
    fault: Vec<InjectedFault>,
}

/// The interval of attempts to reach the address for interactions.
const KNOCK: Duration = Duration::from_secs(1);

pub(super) async fn run(arguments: PlaygroundArguments, registry: Registry) -> Result {
    let stopped = stopped();
    let name = arguments.database.display().to_string();
    let served = store::is_server(&name);
    let scheme = if served { "" } else { "sqlite:" };
    let database = Address::from(&*format!("{scheme}{name}"));
    let unopened = unopened(&database);
    if served && arguments.fresh {
        return Err(Text::new("cli-playground-served").with("url", database.to_string()));
    }
    // Messages are stored beside it, even if games are not in it.
    let file = if served {
        PathBuf::from(DATABASE)
    } else {
        store::path(&database).map_err(&unopened)?
    };
    let kept = store::beside(&file, ".messages");
    let alone = arguments.without_bot || !arguments.http_interactions.is_empty();
    // Without a bot, the bot of another process has the games.
    let games = if alone && !arguments.fresh {
        None
    } else {
        Lock::take_at(&database).map_err(&unopened)?
    };
    // Two playgrounds would overwrite each other's messages.
    let _messages = Lock::take(&kept).map_err(&unopened)?;
    if arguments.fresh {
        forget(&file, &kept).map_err(failed("cli-playground-fresh"))?;
    }
    let clock = Clock::default();
    let skipping = clock.clone();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let options = Options {
        address,
        words: words(&L10n::default()),
        first: Some(FIRST_COMMAND),
        on_skip: Some(Arc::new(move |seconds| skipping.skip(seconds))),
        keep: Some(kept),
        ..Options::default()
    };
    let playground = Playground::start(options).await;
    let playground = playground.map_err(|error| match error {
        StartError::Address(error) => {
            failed("cli-playground-taken")(error).with("address", address.to_string())
        }
        StartError::History(file, error) => {
            about("cli-playground-history", &file, error.to_string())
        }
    })?;
    // Each person's conversation with the bot; and user-install contexts: between two, in a group,
    // and in another server.
    let world = playground.world();
    world.replace_faults(arguments.fault);
    for who in ["ana", "bob", "chloe", "diego"] {
        world.open_conversation(who);
    }
    world.open_chat(&["ana", "bob"]);
    world.open_chat(&["ana", "bob", "chloe", "diego"]);
    world.open_other_server("hall");
    if alone {
        drop(games);
        let alone = Text::new("cli-playground-alone")
            .with("url", playground.page_url())
            .with("api", playground.api_url())
            .with("token", playground.token())
            .with("key", playground.world().public_key());
        print_message(&alone)?;
        let served = async {
            for url in &arguments.http_interactions {
                lead(&playground, url).await?;
            }
            std::future::pending().await
        };
        tokio::select! {
            failed = served => return failed,
            () = stopped => {}
        }
    } else {
        let store = Store::open(&database, registry).await;
        let store = store.map_err(&unopened)?;
        let settings = Settings {
            token: playground.token().to_owned(),
            api: Some(playground.api_url()),
            guild: None,
            sweep_interval: SWEEP_INTERVAL.min(Duration::from_secs(1)),
            start_timeout: START_TIMEOUT,
            requests: DEFAULT_REQUESTS,
        };
        let bot = bot(store.clone(), clock, settings)?;
        let source = Source::Gateway(Sharding::Auto);
        print_message(&Text::new("cli-playground-ready").with("url", playground.page_url()))?;
        // The playground accepts its own token, so there is no error to report.
        let _ = run::run(bot, &source, stopped).await;
        store.close().await;
    }
    playground.stop().await;
    Ok(())
}

/// Sends interactions to an address, as soon as a server answers there.
async fn lead(playground: &Playground, url: &str) -> Result {
    loop {
        match playground.world().add_endpoint(url).await {
            Ok(()) => return print_message(&Text::new("cli-playground-endpoint").with("url", url)),
            Err(Refused::Away) => tokio::time::sleep(KNOCK).await,
            Err(why) => {
                return Err(failed("cli-playground-endpoint-refused")(why).with("url", url));
            }
        }
    }
}

/// The page's command to start a game with Siwa.
pub const FIRST_COMMAND: FirstCommand = FirstCommand {
    path: &["play"],
    over: ":rematch",
};

/// The page's texts, in all languages.
fn words(l10n: &L10n) -> BTreeMap<String, BTreeMap<String, String>> {
    let of = |locale: Locale| l10n.all_with_prefix(locale, "page-").into_iter().collect();
    Locale::all()
        .map(|locale| (locale.tag().to_owned(), of(locale)))
        .collect()
}

fn forget(database: &Path, kept: &Path) -> std::io::Result<()> {
    store::erase(database)?;
    match std::fs::remove_dir_all(kept) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
