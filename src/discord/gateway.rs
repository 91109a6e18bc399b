//! One connection to the gateway: opened, watched, and closed.
//!
//! serenity resumes and reconnects by itself, except in two cases that are handled here: a gateway that
//! accepts the connection and never answers, and the close codes 4003, 4010 and 4011, on which serenity
//! 0.12 ends the shard without an error of the client, so that the bot would notice nothing until the next
//! heartbeat. On 4004, a refused token, serenity logs an error and then returns one.
//!
//! Discord lets some shards of a bot identify every five seconds, one of each bucket. This module
//! starts shards one by one, each when no other process has just started one of its bucket. When
//! Discord ends a session, serenity identifies again by itself, at most every five seconds in a
//! process. If two processes do so at the same time, Discord refuses one (opcode 9), and serenity
//! retries.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::Value;
use serenity::all::{OnlineStatus, ShardId};
use serenity::client::ClientBuilder;
use serenity::gateway::{GatewayError, ShardManager};
use serenity::http::{LightMethod, Request, Route};
use serenity::model::gateway::GatewayIntents;
use serenity::{Error, Result};
use tokio::sync::{Notify, watch};
use tracing::field::Field;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::inbound::handler::Handler;
use super::outbound::ask;
use super::{Bot, ok_or_log};

/// How long leaving the gateway may take.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// How long to wait for sessions if Discord does not say, in milliseconds.
const HOUR: u32 = 60 * 60 * 1_000;

/// How often the address is looked at: without a runner, the general one is put back.
const ADDRESS_INTERVAL: Duration = Duration::from_secs(5);

/// How long serenity waits between two shards of a process.
const BETWEEN: Duration = Duration::from_secs(5);

/// The shards that this process runs. The events of a server come on the shard
/// `(id >> 22) % total`, direct messages on shard 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sharding {
    /// All, as many as Discord proposes.
    Auto,
    /// Some, or all.
    Fixed {
        /// The number of shards of all processes.
        total: u16,
        /// The shards of this process.
        own: RangeInclusive<u16>,
    },
}

impl Sharding {
    /// The number of shards if Discord proposes `proposed`, and the range of this process.
    fn resolve(&self, proposed: u32) -> (u32, RangeInclusive<u32>) {
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

/// Whether a shard has ended because Discord refuses the token.
static TOKEN_REFUSED: AtomicBool = AtomicBool::new(false);

/// A layer of the log that detects ended shards: serenity only logs an error.
pub fn watch_shards<S>() -> impl Layer<S>
where
    S: tracing::Subscriber + for<'a> LookupSpan<'a>,
{
    struct Watcher;
    impl<S: tracing::Subscriber> Layer<S> for Watcher {
        fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
            event.record(&mut |_: &Field, said: &dyn fmt::Debug| {
                let refused = format!("{said:?}").contains("InvalidAuthentication");
                TOKEN_REFUSED.fetch_or(refused, Ordering::SeqCst);
            });
            SHARD_ENDED.notify_waiters();
        }
    }
    // A shard's runner logs no other error.
    let runner = "serenity::gateway::bridge::shard_runner";
    Watcher.with_filter(Targets::new().with_target(runner, LevelFilter::ERROR))
}

/// The connections of the current client, which outlive its future.
#[derive(Default)]
pub(super) struct Shards(Mutex<Option<Arc<ShardManager>>>);

impl Shards {
    /// Leaves the gateway, so that Discord shows the bot as offline. `ended` if a shard has ended
    /// already.
    pub(super) async fn close(&self, ended: bool) {
        let manager = self.0.lock().take();
        let Some(manager) = manager else { return };
        if ended {
            for (shard, runner) in manager.runners.lock().await.iter() {
                // A runner with a closed socket would wait forever for Discord's close frame. A
                // failing send stops it; the other runners stop anyway.
                runner.runner_tx.set_presence(None, OnlineStatus::Online);
                manager.shutdown_finished(*shard);
            }
        }
        // Otherwise Discord notices the closed connection.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, manager.shutdown_all()).await;
    }
}

/// Waits until a shard of this bucket may identify.
async fn wait_in_line(bot: &Bot, bucket: u32) {
    loop {
        let wait = bot.app.store().identify(bucket).await;
        match ok_or_log(wait, "a shard does not wait for others") {
            // Discord enforces the limit anyway.
            None | Some(Duration::ZERO) => return,
            Some(wait) => tokio::time::sleep(wait).await,
        }
    }
}

/// Connects, and stays connected until the connection is lost. The bot never answers through the
/// gateway's client, so that one rate limiter sees every request.
///
/// # Errors
/// Why the connection ended. It is already closed.
pub(super) async fn connect(bot: &Arc<Bot>, sharding: &Sharding, shards: &Shards) -> Result<()> {
    let question = Request::new(Route::GatewayBot, LightMethod::Get);
    // Only what is needed is read, and what is missing is guessed.
    let advice: Value = ask(&bot.http, question).await?;
    let number = |field: &Value| field.as_u64().and_then(|number| number.try_into().ok());
    let (total, ours) = sharding.resolve(number(&advice["shards"]).unwrap_or(1));
    let limit = &advice["session_start_limit"];
    let sessions_left = number(&limit["remaining"]).unwrap_or(u32::MAX);
    let (first, last) = ours.clone().into_inner();
    tracing::info!(total, first, last, sessions_left, "shards");
    if sessions_left < last - first + 1 {
        // Discord resets the token of a bot that starts more sessions than allowed in a day.
        let wait = Duration::from_millis(number(&limit["reset_after"]).unwrap_or(HOUR).into());
        let seconds = wait.as_secs();
        tracing::error!(
            seconds,
            "too few sessions are left, so the next one starts later"
        );
        tokio::time::sleep(wait).await;
    }
    let (greeted, mut greeting) = watch::channel(BTreeMap::new());
    // The builder asks for the address of the gateway.
    while let Err(wait) = bot.http.global_limit.pass(false).await {
        tokio::time::sleep(wait).await;
    }
    // Interactions need no intent.
    let handler = Handler {
        bot: Arc::clone(bot),
        greeted,
    };
    let mut client = ClientBuilder::new_with_http(bot.settings.client(), GatewayIntents::empty())
        .raw_event_handler(handler)
        .await?;
    // The builder falls back on Discord's own address without an error.
    let ws_url = Arc::clone(&client.ws_url);
    let general = match advice["url"].as_str() {
        Some(url) => url.to_owned(),
        None => ws_url.lock().await.clone(),
    };
    general.clone_into(&mut *ws_url.lock().await);
    let manager = Arc::clone(&client.shard_manager);
    *shards.0.lock() = Some(Arc::clone(&manager));
    let buckets = number(&limit["max_concurrency"]).unwrap_or(1).max(1);
    wait_in_line(bot, first % buckets).await;
    // Starts the other shards, and ends when one is not greeted in time.
    let silence = async {
        for shard in ours {
            let mut pause = Duration::ZERO;
            if shard != first {
                if bot.app.store().is_shared() {
                    // Sleep first, so that no slot is held while serenity waits.
                    tokio::time::sleep(BETWEEN).await;
                    wait_in_line(bot, shard % buckets).await;
                } else {
                    pause = BETWEEN;
                }
                // serenity has no function to start a shard; to restart one, it first waits for its
                // end.
                manager.shutdown_finished(ShardId(shard));
                manager.restart(ShardId(shard)).await;
            }
            let greeted = greeting.wait_for(|shards| shards.contains_key(&shard));
            let limit = pause + bot.settings.start_timeout;
            if tokio::time::timeout(limit, greeted).await.is_err() {
                return;
            }
        }
        // serenity has one address for all shards. A session is resumed at its own. A new one may begin
        // there, too; if that fails, no runner is left, and the next try is at the general address.
        loop {
            let has_runner = !manager.runners.lock().await.is_empty();
            let resume_at = greeting.borrow_and_update().get(&first).cloned().flatten();
            let address = match resume_at {
                Some(resume_at) if total == 1 && has_runner => resume_at,
                _ => general.clone(),
            };
            *ws_url.lock().await = address;
            // The handler that sends greetings lives as long as the client.
            let _ = tokio::time::timeout(ADDRESS_INTERVAL, greeting.changed()).await;
        }
    };
    let (ended, lost) = tokio::select! {
        ended = client.start_shard(first, total) => return ended,
        () = silence => (false, Error::Other("the gateway did not answer in time")),
        () = SHARD_ENDED.notified() => (true, if TOKEN_REFUSED.load(Ordering::SeqCst) {
            GatewayError::InvalidAuthentication.into()
        } else {
            Error::Other("the gateway ended a shard")
        }),
    };
    shards.close(ended).await;
    Err(lost)
}
