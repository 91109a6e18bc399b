//! One connection to the gateway: opened, watched, and given up.
//!
//! serenity resumes and reconnects by itself, except in two cases that are handled here:
//! a gateway that accepts the connection and never answers, and the close codes 4003, 4010
//! and 4011, on which serenity 0.12 ends the shard without telling its client, so that the
//! bot would hear nothing until the next heartbeat.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::OnlineStatus;
use serenity::client::ClientBuilder;
use serenity::gateway::ShardManager;
use serenity::model::gateway::GatewayIntents;
use tokio::sync::{Notify, watch};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

use super::Bot;
use super::http::Http;
use super::inbound::handler::{Handler, Watch};

/// How long leaving the gateway may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long serenity waits between two shards: it identifies one each five seconds, in every
/// process, which is what Discord allows to all but the largest bots.
const BETWEEN: Duration = Duration::from_secs(5);

/// Which of the gateway's shards this process runs. The events of a server come on the shard
/// `(id >> 22) % total`, direct messages on shard 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sharding {
    /// All, as many as Discord proposes.
    #[default]
    Auto,
    /// Some, or all.
    Fixed {
        /// How many there are, in all processes together.
        total: u16,
        /// Those of this process.
        own: RangeInclusive<u16>,
    },
}

impl Sharding {
    /// How many shards there are if Discord proposes `proposed`, and which are this process's.
    fn settle(&self, proposed: u32) -> (u32, RangeInclusive<u32>) {
        match self {
            Self::Auto => {
                let total = proposed.max(1);
                (total, 0..=total - 1)
            }
            Self::Fixed { total, own } => {
                ((*total).into(), (*own.start()).into()..=(*own.end()).into())
            }
        }
    }
}

/// Notified when a shard has ended.
static SHARD_ENDED: Notify = Notify::const_new();

/// A layer of the log that notices ended shards: their only sign is an error that serenity
/// logs.
pub fn watch_shards<S>() -> impl Layer<S>
where
    S: tracing::Subscriber + for<'a> LookupSpan<'a>,
{
    struct Watcher;
    impl<S: tracing::Subscriber> Layer<S> for Watcher {
        fn on_event(&self, _: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
            SHARD_ENDED.notify_waiters();
        }
    }
    // It is the only error that the runner of a shard logs.
    let runner = "serenity::gateway::bridge::shard_runner";
    Watcher.with_filter(Targets::new().with_target(runner, LevelFilter::ERROR))
}

/// Why a connection ended.
#[derive(Debug)]
pub(super) enum Lost {
    /// The gateway did not greet a shard in time.
    Silent,
    /// Discord ended a shard for good.
    Ended,
    /// serenity gave up.
    Failed(serenity::Error),
}

/// The current client's connections, which outlive its future.
#[derive(Default)]
pub(super) struct Shards(Mutex<Option<Arc<ShardManager>>>);

impl Shards {
    fn take(&self) -> Option<Arc<ShardManager>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Leaves the gateway, so that Discord shows the bot as offline.
    pub(super) async fn close(&self) {
        if let Some(manager) = self.take() {
            // If that takes too long, Discord notices the closed connection.
            let _ = tokio::time::timeout(FAREWELL, manager.shutdown_all()).await;
        }
    }

    /// Leaves the gateway after a shard has ended.
    async fn abandon(&self) {
        let Some(manager) = self.take() else { return };
        for (shard, runner) in manager.runners.lock().await.iter() {
            // A runner whose socket is closed would wait for Discord's farewell for ever. A
            // failing send stops it; the other runners are about to leave anyway.
            runner.runner_tx.set_presence(None, OnlineStatus::Online);
            manager.shutdown_finished(*shard);
        }
        let _ = tokio::time::timeout(FAREWELL, manager.shutdown_all()).await;
    }
}

/// Connects, and stays connected until something ends that. The bot answers through `http`
/// alone, so that one rate limiter sees every request.
///
/// # Errors
/// Says why the connection ended. It is closed by then.
pub(super) async fn connect(
    bot: &Arc<Bot>,
    http: &Arc<Http>,
    own: serenity::http::Http,
    patience: Duration,
    sharding: &Sharding,
    shards: &Shards,
) -> Result<(), Lost> {
    let gateway = http.get_bot_gateway().await.map_err(Lost::Failed)?;
    let (total, ours) = sharding.settle(gateway.shards);
    let sessions_left = gateway.session_start_limit.remaining;
    tracing::info!(
        total,
        first = ours.start(),
        last = ours.end(),
        sessions_left,
        "shards"
    );
    let (greeted, mut greeting) = watch::channel(BTreeSet::new());
    // Interactions need no intent.
    let mut client = ClientBuilder::new_with_http(own, GatewayIntents::empty())
        .event_handler(Handler {
            bot: Arc::clone(bot),
            http: Arc::clone(http),
            greeted,
        })
        .raw_event_handler(Watch)
        .await
        .map_err(Lost::Failed)?;
    // The builder asks for the address too; if that fails, it silently takes Discord's own.
    gateway.url.clone_into(&mut *client.ws_url.lock().await);
    *shards.0.lock().unwrap_or_else(PoisonError::into_inner) =
        Some(Arc::clone(&client.shard_manager));
    let all = ours.clone().count();
    let silence = async {
        for greeted in 0..all {
            let pause = if greeted > 0 { BETWEEN } else { Duration::ZERO };
            let next = greeting.wait_for(|shards| shards.len() > greeted);
            if tokio::time::timeout(pause + patience, next).await.is_err() {
                return;
            }
        }
        std::future::pending::<()>().await;
    };
    let lost = tokio::select! {
        // Despite its type, serenity's range includes its end.
        ended = client.start_shard_range(*ours.start()..*ours.end(), total) => return ended.map_err(Lost::Failed),
        () = silence => Lost::Silent,
        () = SHARD_ENDED.notified() => Lost::Ended,
    };
    match lost {
        Lost::Ended => shards.abandon().await,
        _ => shards.close().await,
    }
    Err(lost)
}
