//! `siwa run` and `siwa serve`: the bot on Discord; and `siwa health`, which asks it how it is.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use tokio::net::{TcpListener, lookup_host};

use super::look::painter;
use super::terminal::{Result, complain, failed, unopened};
use crate::app::{App, Readiness};
use crate::config::{Config, DEFAULT_DATABASE, preferred, resolve};
use crate::discord::Bot;
use crate::discord::endpoint::Endpoint;
use crate::discord::run::{self, Settings, Source};
use crate::monitor;
use crate::store::{Lock, Store};
use crate::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_http::IDLE_TIMEOUT;

/// How often the sweeper looks for expired games and challenges.
pub(super) const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// How long Discord may take to answer while the bot starts.
pub(super) const START_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the database may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs the bot with interactions from the gateway, or with those that arrive at an address.
pub(super) async fn run(address: Option<String>, config: Config, registry: Registry) -> Result {
    let missing = || Text::new("cli-token-missing");
    let token = config.token.clone().ok_or_else(missing)?;
    let source = match address {
        Some(address) => Source::Http(endpoint(address, &config).await?),
        None => Source::Gateway(config.sharding.clone()),
    };
    log_settings(&config, &source);
    let mut stopped = pin!(stopped());
    let unopened = unopened(&config.database);
    let _lock = Lock::take_at(&config.database).map_err(&unopened)?;
    let opened = async {
        let watched = match &config.metrics {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let store = Store::open(&config.database, registry).await;
        Ok::<_, Text>((watched, store.map_err(&unopened)?))
    };
    let (watched, store) = tokio::select! {
        opened = opened => opened?,
        () = stopped.as_mut() => return Ok(()),
    };
    let settings = Settings {
        token: token.expose_secret().to_owned(),
        api: config.api,
        guild: config.guild,
        sweep_interval: SWEEP_INTERVAL,
        start_timeout: START_TIMEOUT,
        requests: config.requests,
    };
    let bot = bot(store.clone(), Clock::default(), settings)?;
    let readiness = Arc::clone(&bot.app.readiness);
    let grace = match &source {
        Source::Http(_) => config.grace,
        // With the gateway, no load balancer uses `/readyz` to route interactions.
        Source::Gateway(_) => {
            readiness.begun.store(true, Ordering::Relaxed);
            Duration::ZERO
        }
    };
    let watched = watched.map(|listener| {
        let served = monitor::serve(listener, bot.app.clone(), IDLE_TIMEOUT);
        tokio::spawn(served)
    });
    let stopped = drained(stopped, readiness, grace);
    let result = run::run(bot, &source, stopped).await;
    if let Some(watched) = watched {
        watched.abort();
    }
    // A statement may hang.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, store.close()).await;
    result
}

/// Listens on the address for interactions.
async fn endpoint(address: String, config: &Config) -> Result<Endpoint> {
    let missing = || Text::new("cli-public-key-missing");
    let key = config.public_key.ok_or_else(missing)?;
    let endpoint = Endpoint::open(&address, key, IDLE_TIMEOUT).await;
    endpoint.map_err(|error| failed("cli-listen")(error).with("address", address))
}

/// Logs what a host asks first: which version, which database, and where the settings come from.
fn log_settings(config: &Config, source: &Source) {
    let version = env!("CARGO_PKG_VERSION");
    let interactions = match source {
        Source::Gateway(_) => "gateway",
        Source::Http(_) => "http",
    };
    let database = &config.database;
    let database_is_default = **database == *DEFAULT_DATABASE;
    tracing::info!(version, %database, database_is_default, interactions, "siwa starts");
    tracing::info!(set = ?config.environment, "settings come from the environment");
    let file = &config.env_file;
    let path = file.path.display();
    if !file.set.is_empty() {
        tracing::info!(%path, set = ?file.set, "settings come from this file");
    }
    for (problem, names) in &file.ignored {
        tracing::warn!(%path, ?names, "{problem}");
    }
}

/// Waits until the bot is `stopped`, and then for the grace period, in which it is no longer ready
/// but still takes interactions, if it has started to. Another signal ends that period.
async fn drained(stopped: impl Future<Output = ()>, readiness: Arc<Readiness>, grace: Duration) {
    stopped.await;
    readiness.stopping.store(true, Ordering::Relaxed);
    if readiness.begun.load(Ordering::Relaxed) && !grace.is_zero() {
        let _ = tokio::time::timeout(grace, self::stopped()).await;
    }
}

/// Listens on the address for operators.
async fn listen(address: &str) -> Result<TcpListener> {
    let listener = async { TcpListener::bind(preferred(lookup_host(address).await?)?).await };
    let taken = |error| failed("cli-metrics-taken")(error).with("address", address);
    listener.await.map_err(taken)
}

/// The bot on a store.
pub(super) fn bot(store: Store, clock: Clock, settings: Settings) -> Result<Arc<Bot>> {
    let app = App::new(store, clock);
    let painter = Arc::new(painter()?);
    Ok(Arc::new(Bot::new(app, Arc::default(), painter, settings)))
}

/// Waits for SIGTERM, SIGINT or SIGHUP; notices them from the call on, not only from the first
/// poll.
#[cfg(unix)]
pub(super) fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    use tokio::task::JoinSet;
    let mut kinds = vec![SignalKind::terminate(), SignalKind::interrupt()];
    if !hangup_ignored() {
        kinds.push(SignalKind::hangup());
    }
    let signals: Result<Vec<_>, _> = kinds.into_iter().map(signal).collect();
    async {
        match signals {
            Ok(signals) => {
                let received = |mut signal: Signal| async move { signal.recv().await };
                let mut any: JoinSet<_> = signals.into_iter().map(received).collect();
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

/// The timeout of connecting, and of each part of the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);

/// Asks a running bot whether it is ready, by default at the address in the settings; the exit code is
/// 1 if it is not.
pub(super) fn health(address: Option<SocketAddr>) -> ExitCode {
    let ready = address.map_or_else(configured, Ok).and_then(ask);
    match ready.map_err(complain) {
        Ok(()) => ExitCode::SUCCESS,
        Err(()) => ExitCode::FAILURE,
    }
}

fn configured() -> Result<SocketAddr> {
    let listens = Config::load()?.metrics;
    let listens = listens.ok_or_else(|| Text::new("cli-health-nowhere"))?;
    resolve(&listens).map_err(|error| unwell(&listens, &error.to_string()))
}

fn unwell(address: &str, problem: &str) -> Text {
    let unwell = Text::new("cli-health-unwell").with("address", address);
    unwell.with("problem", problem)
}

fn ask(mut address: SocketAddr) -> Result {
    // A server that listens on all addresses also listens on this one.
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let problem = |problem: &str| unwell(&address.to_string(), problem);
    let answer = answer(address).map_err(|error| problem(&error.to_string()))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let line = head.lines().next().unwrap_or_default();
    match line.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ if body.trim().is_empty() => Err(problem(line)),
        _ => Err(problem(body.trim())),
    }
}

fn answer(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, REQUEST_TIMEOUT)?;
    stream.set_read_timeout(Some(REQUEST_TIMEOUT))?;
    stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
    let head = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    let mut answer = Vec::new();
    // The limit protects against servers with an endless answer.
    stream.take(64 * 1024).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
