//! `siwa run`: the bot.

use std::process::ExitCode;
use std::sync::Arc;
#[cfg(unix)]
use std::task::Poll;
use std::time::Duration;

use super::look::painter;
use super::{Failure, unopened};
use crate::app::App;
use crate::config::Config;
use crate::discord::Bot;
use crate::discord::run::{self, Settings, StartError};
use crate::l10n::L10n;
use crate::message::Message;
use crate::registry::Registry;
use crate::store::{self, Lock, Store};
use crate::time::Clock;

/// How often the sweeper looks for expired games and challenges.
pub(super) const PACE: Duration = Duration::from_secs(5);

/// How long Discord may take to answer while the bot starts.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn run(config: Config, registry: Registry) -> Result<ExitCode, Failure> {
    let token = config
        .token
        .ok_or_else(|| Message::new("cli-token-missing"))?;
    let stopped = stopped();
    let unopened = unopened(&config.database);
    let file = store::path(&config.database).map_err(&unopened)?;
    let _lock = Lock::take(&file).map_err(&unopened)?;
    let store = Store::open_file(&file, registry).await.map_err(&unopened)?;
    let settings = Settings {
        token: token.reveal().to_owned(),
        api: config.api,
        guild: config.guild,
        pace: PACE,
        patience: PATIENCE,
    };
    let bot = bot(store.clone(), Clock::default())?;
    let result = run::run(bot, &settings, stopped).await;
    store.close().await;
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(StartError::Token) => Err(Message::new("cli-token-refused")),
    }
}

/// The bot on a store.
pub(super) fn bot(store: Store, clock: Clock) -> Result<Arc<Bot>, Failure> {
    let app = App::new(store, clock);
    Ok(Arc::new(Bot::new(app, L10n::new(), Arc::new(painter()?))))
}

/// Waits for SIGTERM, SIGINT or SIGHUP, from the call on, not only from the first poll.
#[cfg(unix)]
pub(super) fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut kinds = vec![SignalKind::terminate(), SignalKind::interrupt()];
    if !hangup_ignored() {
        kinds.push(SignalKind::hangup());
    }
    let signals: Result<Vec<_>, _> = kinds.into_iter().map(signal).collect();
    async {
        match signals {
            Ok(mut signals) => {
                let any = std::future::poll_fn(|context| {
                    let mut all = signals.iter_mut();
                    match all.any(|signal| signal.poll_recv(context).is_ready()) {
                        true => Poll::Ready(()),
                        false => Poll::Pending,
                    }
                });
                any.await;
            }
            Err(error) => {
                tracing::warn!(%error, "signals cannot be awaited: stop the program by force");
                std::future::pending::<()>().await;
            }
        }
        tracing::info!("stopping");
    }
}

/// Whether the program was started to outlive its terminal, as by `nohup`.
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
