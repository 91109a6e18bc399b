//! One connection to the gateway: opened, watched, and given up.
//!
//! serenity resumes and identifies anew by itself, except in two cases, which are
//! noticed here: a gateway that accepts the connection and never answers, and a
//! close code that serenity 0.12 takes for the end of a shard (4003, 4010, 4011)
//! without telling its client, so that the bot would be deaf until the next
//! heartbeat.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::OnlineStatus;
use serenity::client::ClientBuilder;
use serenity::gateway::ShardManager;
use serenity::http::Http;
use serenity::model::gateway::GatewayIntents;
use tokio::sync::{Notify, watch};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

use super::Bot;
use super::inbound::handler::{Handler, Watch};

/// How long leaving the gateway may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// Told when a shard has ended.
static SHARD_ENDED: Notify = Notify::const_new();

/// The part of the log that notices ended shards: the only sign of one is the
/// error that serenity logs.
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
    // The runner of a shard logs no other errors.
    let runner = "serenity::gateway::bridge::shard_runner";
    Watcher.with_filter(Targets::new().with_target(runner, LevelFilter::ERROR))
}

/// Why a connection ended.
#[derive(Debug)]
pub(super) enum Lost {
    /// The gateway did not greet us in time.
    Silent,
    /// Discord ended a shard for good; whether it had greeted us before.
    Ended { greeted: bool },
    /// serenity gave up.
    Failed(serenity::Error),
}

/// The connections of the present client; they outlive its future.
#[derive(Default)]
pub(super) struct Shards(Mutex<Option<Arc<ShardManager>>>);

impl Shards {
    fn take(&self) -> Option<Arc<ShardManager>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Leaves the gateway, so that Discord knows that nobody is there.
    pub(super) async fn close(&self) {
        if let Some(manager) = self.take() {
            // Whoever does not hear the farewell notices the closed connection.
            let _ = tokio::time::timeout(FAREWELL, manager.shutdown_all()).await;
        }
    }

    /// Leaves the gateway after a shard has ended.
    async fn abandon(&self) {
        let Some(manager) = self.take() else { return };
        for (shard, runner) in manager.runners.lock().await.iter() {
            // The runner of a closed socket would wait for its farewell for ever; it
            // stops when it cannot send. The others are about to leave anyway.
            runner.runner_tx.set_presence(None, OnlineStatus::Online);
            manager.shutdown_finished(*shard);
        }
        let _ = tokio::time::timeout(FAREWELL, manager.shutdown_all()).await;
    }
}

/// Connects, and hands what comes to the bot, which answers through `http`: one
/// client, so that there is one limiter of requests.
///
/// # Errors
/// Why the connection is over; it was closed.
pub(super) async fn connect(
    bot: &Arc<Bot>,
    http: &Arc<Http>,
    own: Http,
    gateway: &str,
    patience: Duration,
    shards: &Shards,
) -> Result<(), Lost> {
    let (greeted, mut greeting) = watch::channel(false);
    // Interactions come without any intent.
    let mut client = ClientBuilder::new_with_http(own, GatewayIntents::empty())
        .event_handler(Handler {
            bot: Arc::clone(bot),
            http: Arc::clone(http),
            greeted,
        })
        .raw_event_handler(Watch)
        .await
        .map_err(Lost::Failed)?;
    // Should asking for the address have failed this time, serenity would fall back on Discord's own.
    gateway.clone_into(&mut *client.ws_url.lock().await);
    *shards.0.lock().unwrap_or_else(PoisonError::into_inner) =
        Some(Arc::clone(&client.shard_manager));
    let mut waiting = greeting.clone();
    let silence = async {
        let greeted = waiting.wait_for(|greeted| *greeted);
        if tokio::time::timeout(patience, greeted).await.is_ok() {
            std::future::pending::<()>().await;
        }
    };
    let lost = tokio::select! {
        ended = client.start_autosharded() => return ended.map_err(Lost::Failed),
        () = silence => Lost::Silent,
        () = SHARD_ENDED.notified() => Lost::Ended { greeted: *greeting.borrow_and_update() },
    };
    match lost {
        Lost::Ended { .. } => shards.abandon().await,
        _ => shards.close().await,
    }
    Err(lost)
}
