//! `siwa run` and `siwa serve`: the bot, on Discord’s gateway or on interactions that Discord sends over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use tokio::net::TcpListener;

use super::look::painter;
use super::terminal::{Failure, failed, unopened};
use crate::app::App;
use crate::config::{Config, EnvFile};
use crate::discord::Bot;
use crate::discord::endpoint::Endpoint;
use crate::discord::run::{self, Settings, Source, StartError};
use crate::l10n::L10n;
use crate::monitor::{self, Readiness};
use crate::store::{Address, Lock, Store};
use crate::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_http::IDLE_TIMEOUT;

/// How often the sweeper looks for expired games and challenges.
pub(super) const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// How long Discord may take to answer while the bot starts.
pub(super) const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Arguments of `siwa serve`.
#[derive(Debug, clap::Args)]
pub(super) struct ServeArguments {
    /// Address and port to listen on, e.g. 127.0.0.1:8080
    #[arg(long, value_name = "ADDRESS")]
    listen: String,
}

pub(super) async fn run(config: Config, registry: Registry) -> Result<(), Failure> {
    let source = Source::Gateway(config.sharding.clone());
    host(config, registry, source).await
}

pub(super) async fn serve(
    arguments: ServeArguments,
    config: Config,
    registry: Registry,
) -> Result<(), Failure> {
    if config.token.is_none() {
        return Err(Text::new("cli-token-missing"));
    }
    let key = config
        .public_key
        .ok_or_else(|| Text::new("cli-public-key-missing"))?;
    let endpoint = Endpoint::open(&arguments.listen, key, IDLE_TIMEOUT).await;
    let unused = |error| failed("cli-listen")(error).with("address", arguments.listen);
    let endpoint = endpoint.map_err(unused)?;
    host(config, registry, Source::Http(endpoint)).await
}

/// Runs the bot with interactions from a source.
async fn host(config: Config, registry: Registry, source: Source) -> Result<(), Failure> {
    let token = config.token.ok_or_else(|| Text::new("cli-token-missing"))?;
    let stopped = stopped();
    let unopened = unopened(&config.database);
    let _lock = Lock::of(&config.database).map_err(&unopened)?;
    let watched = match config.metrics {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let store = Store::open(&config.database, registry);
    let store = store.await.map_err(&unopened)?;
    log_settings(&config.database, config.env_file.as_ref(), &source);
    let settings = Settings {
        token: token.expose_secret().to_owned(),
        api: config.api,
        guild: config.guild,
        sweep_interval: SWEEP_INTERVAL,
        start_timeout: START_TIMEOUT,
        requests: config.requests,
    };
    let bot = bot(store.clone(), Clock::default())?;
    let (grace, stopping) = match &source {
        Source::Http(endpoint) => (config.grace, Arc::clone(&endpoint.stopping)),
        // With the gateway, no load balancer uses `/readyz` to route interactions.
        Source::Gateway(_) => (Duration::ZERO, Arc::default()),
    };
    let readiness = Readiness {
        begun: source.begun(),
        stopping,
    };
    let watched = watched.map(|listener| {
        let (app, readiness) = (bot.app.clone(), readiness.clone());
        tokio::spawn(monitor::serve(listener, app, readiness, IDLE_TIMEOUT))
    });
    let stopped = drained(stopped, readiness, grace);
    let result = run::run(bot, &settings, &source, stopped).await;
    if let Some(watched) = watched {
        watched.abort();
    }
    store.close().await;
    match result {
        Ok(()) => Ok(()),
        Err(StartError::Token) => Err(Text::new("cli-token-refused")),
        Err(StartError::Key) => Err(Text::new("cli-public-key-refused")),
    }
}

/// Logs what a host asks first: which version, which database, and where the settings come from.
fn log_settings(database: &Address, env_file: Option<&EnvFile>, source: &Source) {
    let version = env!("CARGO_PKG_VERSION");
    let interactions = match source {
        Source::Gateway(_) => "gateway",
        Source::Http(_) => "http",
    };
    tracing::info!(version, %database, interactions, "siwa starts");
    if let Some(EnvFile {
        path,
        set,
        overridden,
    }) = env_file
    {
        let path = path.display();
        tracing::info!(%path, ?set, "settings come from this file and from the environment");
        if !overridden.is_empty() {
            tracing::warn!(%path, ?overridden, "the environment overrides settings of this file");
        }
    }
}

/// Waits until the bot is `stopped`, and then for the grace period, in which it is no longer ready
/// but still takes interactions, if it has started to. Another signal ends that period.
async fn drained(stopped: impl Future<Output = ()>, readiness: Readiness, grace: Duration) {
    stopped.await;
    readiness.stopping.store(true, Ordering::Relaxed);
    if readiness.begun.load(Ordering::Relaxed) && !grace.is_zero() {
        let _ = tokio::time::timeout(grace, self::stopped()).await;
    }
}

/// Listens on the address for operators.
async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).await;
    let taken = |error| failed("cli-metrics-taken")(error).with("address", address.to_string());
    listener.map_err(taken)
}

/// The bot on a store.
pub(super) fn bot(store: Store, clock: Clock) -> Result<Arc<Bot>, Failure> {
    let app = App::new(store, clock);
    Ok(Arc::new(Bot::new(
        app,
        Arc::new(L10n::default()),
        Arc::new(painter()?),
    )))
}

/// Waits for SIGTERM, SIGINT or SIGHUP; notices them from the call on, not only from the first
/// poll.
#[cfg(unix)]
pub(super) fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    use tokio::task::JoinSet;
    let mut kinds = vec![SignalKind::terminate(), SignalKind::interrupt()];
    if !hangup_ignored() {
        kinds.push(SignalKind::hangup());
    }
    let signals: Result<Vec<_>, _> = kinds.into_iter().map(signal).collect();
    async {
        match signals {
            Ok(signals) => {
                let mut any = JoinSet::new();
                for mut signal in signals {
                    any.spawn(async move { signal.recv().await });
                }
                any.join_next().await;
            }
            Err(error) => {
                tracing::warn!(%error, "signals cannot be awaited: stop the program by force");
                std::future::pending::<()>().await;
            }
        }
        tracing::info!("stopping");
    }
}

/// Returns whether the program was started to outlive its terminal, as by `nohup`.
#[cfg(unix)]
fn hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub(super) async fn stopped() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
    tracing::info!("stopping");
}
