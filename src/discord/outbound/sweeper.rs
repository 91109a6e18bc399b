//! The sweeper: ends overdue games and challenges, sends due items, and does due upkeep.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use tracing::Instrument as _;

use crate::app::{self, Lease, Swept};
use crate::discord::{Bot, Http, chain};

/// How many items and steps of upkeep run at the same time, so that a hanging request does not block the
/// others.
const MAX_SENDS: usize = 32;

/// How many of them may be of low priority, so that there is always room for the others.
const MAX_LOW_PRIORITY_SENDS: usize = 16;

/// How many members one sweep asks about at most: there may be very many.
const MAX_MEMBERS: u32 = 10;

impl Bot {
    /// Sweeps every `pace`, whenever it is woken, and when something is due, until the bot stops.
    pub(in crate::discord) async fn sweep(self: Arc<Self>, http: Arc<Http>, pace: Duration) {
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
            };
            let _working = self.working.read().await;
            if self.stopping.is_cancelled() {
                return;
            }
            if timely {
                let swept = self.app.sweep().await.unwrap_or_else(|error| {
                    self.app.work().metrics.sweep_failed();
                    tracing::error!(error = chain(&error), "the sweep failed");
                    Swept::default()
                });
                if swept.more {
                    // Messages about ended games are sent first.
                    self.wake();
                }
                forget_routes(&http).await;
                if self.roll_is_due() {
                    let (bot, http) = (Arc::clone(&self), Arc::clone(&http));
                    let roll = async move { bot.call_roll(&http).await };
                    self.spawn(&mut tasks, (), roll);
                }
                if swept.tournaments
                    && let Ok(one) = Arc::clone(&tending).try_acquire_owned()
                {
                    let (bot, http) = (Arc::clone(&self), Arc::clone(&http));
                    let tended = async move { bot.tend_tournaments(&http).await };
                    self.spawn(&mut tasks, one, tended);
                }
                if swept.members
                    && let Ok(one) = Arc::clone(&asking).try_acquire_owned()
                {
                    let (bot, http) = (Arc::clone(&self), Arc::clone(&http));
                    let most = http.global_limit.spare().await.min(MAX_MEMBERS);
                    let asked = async move { bot.ask_after_members(&http, most).await };
                    self.spawn(&mut tasks, one, asked);
                }
            }
            due = Instant::now() + pace;
            match self.do_due(&http, &mut tasks, &low_priority).await {
                Ok((next, left)) => {
                    due = due.min(Instant::now() + next.unwrap_or(pace));
                    if ours && left {
                        self.calls.left.notify_one();
                    }
                }
                Err(error) => {
                    self.app.work().metrics.sweep_failed();
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
        http: &Arc<Http>,
        tasks: &mut JoinSet<()>,
        low_priority: &Arc<Semaphore>,
    ) -> Result<(Option<Duration>, bool), app::Error> {
        loop {
            let next = self.app.next_due().await?;
            let room = MAX_SENDS.saturating_sub(tasks.len());
            let items = match next.posts == Some(0) && room > 0 {
                true => self.app.due(count(room)).await?,
                false => None,
            };
            let places = low_priority.available_permits().min(room);
            let upkeep = match next.upkeep == Some(0) && places > 0 {
                true => {
                    let most = http.global_limit.spare().await.min(count(places));
                    match most {
                        0 => None,
                        most => self.app.due_upkeep(most).await?,
                    }
                }
                false => None,
            };
            if items.is_none() && upkeep.is_none() {
                let left = room == 0 && next.posts == Some(0);
                let next = next.posts.into_iter().chain(next.upkeep).min();
                let next = next.map(|it| Duration::from_secs(it.max(1).cast_unsigned()));
                return Ok((next.filter(|_| room > 0), left));
            }
            for (lease, item) in each(items) {
                let (bot, http) = (Arc::clone(self), Arc::clone(http));
                self.spawn(tasks, (), async move {
                    let trace = item.cause.map(|cause| cause.0);
                    let span =
                        tracing::error_span!("outbox", trace, role = item.post.role().as_ref());
                    let sent = bot.renewing(lease, async {
                        let mut game = None;
                        // The outcome is already saved and logged.
                        if let Ok(Some(upkeep)) =
                            bot.send(&http, lease, &item, &mut game, None).await
                        {
                            bot.keep_up(&http, (lease, upkeep), game, None).await;
                        }
                    });
                    sent.instrument(span).await;
                });
            }
            for (lease, upkeep) in each(upkeep) {
                let (bot, http) = (Arc::clone(self), Arc::clone(http));
                let place = Arc::clone(low_priority).try_acquire_owned().ok();
                self.spawn(tasks, place, async move {
                    let challenge = upkeep.challenge.0;
                    let span = tracing::error_span!("upkeep", challenge);
                    let kept = bot.keep_up(&http, (lease, upkeep), None, None);
                    bot.renewing(lease, kept).instrument(span).await;
                });
            }
        }
    }
}

/// The leased values, each with its lease.
fn each<T>(leased: Option<(Lease, Vec<T>)>) -> impl Iterator<Item = (Lease, T)> {
    let leased = leased.into_iter();
    leased.flat_map(|(lease, all)| all.into_iter().map(move |one| (lease, one)))
}

fn count(room: usize) -> u32 {
    u32::try_from(room).unwrap_or(u32::MAX)
}

/// Clears serenity's rate limiter when it is large: it keeps an entry for every interaction forever.
async fn forget_routes(http: &Http) {
    const MAX_ROUTES: usize = 5000;
    if let Some(limiter) = &http.ratelimiter {
        let routes = limiter.routes();
        if routes.read().await.len() > MAX_ROUTES {
            routes.write().await.clear();
        }
    }
}
