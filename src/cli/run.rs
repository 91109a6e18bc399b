//! `siwa run`: the bot.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::{Failure, open};
use crate::app::App;
use crate::config::Config;
use crate::discord::Bot;
use crate::discord::run::{self, Settings, StartError};
use crate::l10n::L10n;
use crate::message::Message;
use crate::registry::Registry;
use crate::render::Painter;
use crate::store::Store;
use crate::time::Clock;

/// How often the sweeper looks for what time has brought about.
pub(super) const PACE: Duration = Duration::from_secs(5);

/// How long Discord may take to answer while the bot starts.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn run(config: Config, registry: Registry) -> Result<ExitCode, Failure> {
    let token = config
        .token
        .ok_or_else(|| Message::new("cli-token-missing"))?;
    let store = open(&config.database, registry).await?;
    let settings = Settings {
        token: token.reveal().to_owned(),
        api: config.api,
        guild: config.guild,
        pace: PACE,
        patience: PATIENCE,
    };
    let bot = bot(store.clone(), Clock::default())?;
    let result = run::run(bot, &settings, stopped()).await;
    store.close().await;
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(StartError::Token) => Err(Message::new("cli-token-refused")),
    }
}

/// The bot on what is kept.
pub(super) fn bot(store: Store, clock: Clock) -> Result<Arc<Bot>, Failure> {
    let painter = Painter::new()
        .map_err(|error| Message::new("cli-painter").with("problem", error.to_string()))?;
    Ok(Arc::new(Bot::new(
        App::new(store, clock),
        L10n::new(),
        painter,
    )))
}

/// Waits until the system, or whoever sits at the terminal, wants the program to stop.
pub(super) async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match (
            signal(SignalKind::terminate()),
            signal(SignalKind::interrupt()),
        ) {
            (Ok(mut terminate), Ok(mut interrupt)) => {
                tokio::select! { _ = terminate.recv() => {} _ = interrupt.recv() => {} }
            }
            (Err(error), _) | (_, Err(error)) => {
                tracing::warn!(%error, "signals cannot be awaited: stop the program by force");
                std::future::pending::<()>().await;
            }
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
    tracing::info!("stopping");
}
