//! The sweeper: ends overdue games and challenges, sends due items, and does due upkeep. A process that
//! has no capacity for work calls others, which check what is due and do not pass the call on: an
//! optimisation, because every process polls for work.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use tracing::Instrument as _;

use super::request::reaches;
use crate::app::{self, Lease, Swept};
use crate::discord::{Bot, Http, chain};
use crate::time::Timestamp;

/// How many items and steps of upkeep run at the same time, so that a hanging request does not block the
/// others.
const MAX_SENDS: usize = 32;

/// How many of them may be of low priority, so that there is always room for the others.
const MAX_LOW_PRIORITY_SENDS: usize = 16;

impl Bot {
    /// Sweeps every `pace`, whenever it is woken, and when something is due, until the bot stops.
    pub(in crate::discord) async fn sweep(self: Arc<Self>, pace: Duration) {
        let mut ticks = tokio::time::interval(pace);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tasks = JoinSet::new();
        let low_priority = Arc::new(Semaphore::new(MAX_LOW_PRIORITY_SENDS));
        let asking = Arc::new(Semaphore::new(1));
        let tending = Arc::new(Semaphore::new(1));
        let mut due = Instant::now() + pace;
        loop {
            let (timely, ours) = tokio::select! {
                _ = ticks.tick() => (true, false),
                () = self.wake.notified() => (true, true),
                () = self.calls.to_send.notified() => (false, false),
                () = tokio::time::sleep_until(due) => (false, false),
                Some(_) = tasks.join_next() => (false, false),
                () = self.stopping.cancelled() => (false, false),
            };
            let _working = self.working.read().await;
            if self.stopping.is_cancelled() {
                tasks.detach_all();
                return;
            }
            if timely {
                self.app.set_reached(reaches(&self.http).await);
                let swept = self.app.sweep().await.unwrap_or_else(|error| {
                    self.app.store().metrics.sweeps_failed.inc();
                    tracing::error!(error = chain(&error), "the sweep failed");
                    Swept::default()
                });
                if swept.more {
                    // Messages about ended games are sent first.
                    self.wake();
                }
                forget_routes(&self.http).await;
                if swept.tournaments
                    && let Ok(one) = Arc::clone(&tending).try_acquire_owned()
                {
                    self.spawn(&mut tasks, one, Self::tend_tournaments);
                }
                if (swept.members || self.roll_is_due())
                    && let Ok(one) = Arc::clone(&asking).try_acquire_owned()
                {
                    self.spawn(&mut tasks, one, Self::ask_after_members);
                }
            }
            due = Instant::now() + pace;
            match self.do_due(&mut tasks, &low_priority).await {
                Ok((next, left)) => {
                    due = due.min(Instant::now() + next.unwrap_or(pace));
                    if ours && left {
                        self.calls.left.notify_one();
                    }
                }
                Err(error) => {
                    self.app.store().metrics.sweeps_failed.inc();
                    tracing::error!(error = chain(&error), "the outbox cannot be read");
                }
            }
        }
    }

    /// Starts due items and upkeep, as far as there is room; returns when something is due next,
    /// and whether an item is due without room for it. It asks first, and leases only if something
    /// is due: a lease is a write, even of nothing.
    async fn do_due(
        self: &Arc<Self>,
        tasks: &mut JoinSet<()>,
        low_priority: &Arc<Semaphore>,
    ) -> Result<(Option<Duration>, bool), app::Error> {
        loop {
            let store = self.app.store();
            let now = self.app.now();
            let next = store.next_due().await?;
            let is_due = |then: Option<Timestamp>| then.is_some_and(|then| then <= now);
            let room = MAX_SENDS.saturating_sub(tasks.len());
            let mut items = Vec::new();
            if is_due(next.posts) && room > 0 {
                items = store.lease(Lease::drawn(), count(room), now).await?;
            }
            let mut upkeep = Vec::new();
            let places = low_priority.available_permits().min(room);
            if is_due(next.upkeep) && places > 0 {
                let most = self.http.global_limit.spare().await.min(count(places));
                if most > 0 {
                    upkeep = store.lease_upkeep(Lease::drawn(), most, now).await?;
                }
            }
            if items.is_empty() && upkeep.is_empty() {
                if room == 0 {
                    return Ok((None, is_due(next.posts)));
                }
                let next = next.posts.into_iter().chain(next.upkeep).min();
                let wait = next.map(|next| next.since(now).0.max(1).cast_unsigned());
                return Ok((wait.map(Duration::from_secs), false));
            }
            for item in items {
                self.spawn(tasks, (), move |bot| async move {
                    let trace = item.cause.map(|cause| cause.0);
                    let role = item.post.role();
                    let span = tracing::error_span!("outbox", trace, role = role.as_ref());
                    let sent = bot.renewing(item.lease, async {
                        // The outcome is already saved and logged.
                        if let Ok((Some(upkeep), game)) = bot.send(&item, None, None).await {
                            bot.keep_up(upkeep, game, None).await;
                        }
                    });
                    sent.instrument(span).await;
                });
            }
            for upkeep in upkeep {
                let place = Arc::clone(low_priority).try_acquire_owned().ok();
                self.spawn(tasks, place, move |bot| async move {
                    let challenge = upkeep.challenge.0;
                    let span = tracing::error_span!("upkeep", challenge);
                    let kept = bot.keep_up(upkeep, None, None);
                    bot.renewing(upkeep.lease, kept).instrument(span).await;
                });
            }
        }
    }

    /// Relays calls to and from other processes.
    pub(in crate::discord) async fn relay(self: Arc<Self>) {
        tokio::select! {
            () = self.hear() => {}
            () = self.call_others() => {}
        }
    }

    /// Receives calls; ends if there are none.
    async fn hear(&self) {
        loop {
            match self.app.store().listen().await {
                Ok(Some(mut listener)) => loop {
                    // Notify once for calls from before this process listened.
                    self.calls.to_send.notify_one();
                    self.calls.to_think.notify_one();
                    if let Err(error) = listener.called().await {
                        tracing::warn!(error = chain(&error), "calls cannot be received");
                        break;
                    }
                },
                Ok(None) => {
                    if self.app.store().is_shared() {
                        tracing::warn!(
                            "the database cannot call other processes: they poll for work"
                        );
                    }
                    return;
                }
                Err(error) => tracing::warn!(error = chain(&error), "calls cannot be received"),
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn call_others(&self) {
        loop {
            self.calls.left.notified().await;
            if let Err(error) = self.app.store().call().await {
                tracing::warn!(error = chain(&error), "other processes cannot be called");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn count(room: usize) -> u32 {
    u32::try_from(room).unwrap_or(u32::MAX)
}

/// Clears serenity's rate limiter when it is large: it keeps an entry for every thread forever.
async fn forget_routes(http: &Http) {
    const MAX_ROUTES: usize = 5000;
    if let Some(limiter) = &http.client.ratelimiter {
        let routes = limiter.routes();
        if routes.read().await.len() > MAX_ROUTES {
            routes.write().await.clear();
        }
    }
}

/// The shortest interval between calls of a process: one call covers all work in between.
const PAUSE: Duration = Duration::from_millis(20);

/// How long to wait after an error of the database.
const AGAIN: Duration = Duration::from_secs(5);
