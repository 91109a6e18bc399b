//! The sweeper ends what is out of time, and pays debts that are due.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use tracing::Instrument as _;

use crate::app::{self, Ranked, Swept};
use crate::discord::Bot;
use crate::discord::failure::chain;
use crate::discord::http::Http;

/// How many debts are paid at the same time, so that one that hangs does not block the others.
const MAX_SENDS: usize = 32;

/// How many of them may be such that can wait, so that there is always room for the others.
const MAX_PATIENT_SENDS: usize = 16;

/// How many members are asked after at once, at most: there may be very many.
const MAX_MEMBERS: u32 = 10;

impl Bot {
    /// Sweeps every `pace`, whenever it is woken, and when a debt is due, until the bot stops.
    pub(in crate::discord) async fn sweep(self: Arc<Self>, http: Arc<Http>, pace: Duration) {
        let mut ticks = tokio::time::interval(pace);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut paying = JoinSet::new();
        let patient = Arc::new(Semaphore::new(MAX_PATIENT_SENDS));
        let asking = Arc::new(Semaphore::new(1));
        let mut due = Instant::now() + pace;
        loop {
            let (timely, ours) = tokio::select! {
                _ = ticks.tick() => (true, false),
                () = self.wake.notified() => (true, true),
                () = self.calls.to_pay.notified() => (false, false),
                () = tokio::time::sleep_until(due) => (false, false),
                Some(_) = paying.join_next() => (false, false),
            };
            let _working = self.working.read().await;
            if self.stopping.load(Ordering::SeqCst) {
                return;
            }
            if timely {
                let swept = self.app.sweep().await.unwrap_or_else(|error| {
                    self.app.metrics().sweep_failed();
                    tracing::error!(error = chain(&error), "the sweep failed");
                    Swept::default()
                });
                if swept.more {
                    // What is told of these goes first.
                    self.wake();
                }
                forget_routes(&http).await;
                if self.roll_is_due() {
                    let (bot, http) = (Arc::clone(&self), Arc::clone(&http));
                    paying.spawn(async move {
                        let _working = bot.working.read().await;
                        bot.call_roll(&http).await;
                    });
                }
                if swept.members
                    && let Ok(one) = Arc::clone(&asking).try_acquire_owned()
                {
                    let (bot, http) = (Arc::clone(&self), Arc::clone(&http));
                    let most = http.budget().spare().await.min(MAX_MEMBERS);
                    paying.spawn(async move {
                        let _one = one;
                        let _working = bot.working.read().await;
                        bot.ask_after_members(&http, most).await;
                    });
                }
            }
            due = Instant::now() + pace;
            match self.pay_due(&http, &mut paying, &patient, ours).await {
                Ok((next, left)) => {
                    due = due.min(Instant::now() + next.unwrap_or(pace));
                    if ours && left {
                        self.calls.left.notify_one();
                    }
                }
                Err(error) => {
                    self.app.metrics().sweep_failed();
                    tracing::error!(error = chain(&error), "the outbox cannot be read");
                }
            }
        }
    }

    /// Begins to pay what is due, as far as there is room; returns when the next debt is due,
    /// and whether something that presses is due for which there is no room. If the sweeper
    /// was `woken`, something is due, and it does not ask first.
    async fn pay_due(
        self: &Arc<Self>,
        http: &Arc<Http>,
        paying: &mut JoinSet<()>,
        patient: &Arc<Semaphore>,
        mut woken: bool,
    ) -> Result<(Option<Duration>, bool), app::Error> {
        loop {
            let hoped = std::mem::take(&mut woken);
            let next = match hoped {
                true => Ranked {
                    pressing: Some(0),
                    patient: Some(0),
                },
                false => self.app.next_due().await?,
            };
            let room = MAX_SENDS.saturating_sub(paying.len());
            let mut most = Ranked {
                pressing: 0,
                patient: 0,
            };
            if next.pressing == Some(0) {
                most.pressing = count(room);
            }
            let places = patient.available_permits().min(room);
            if next.patient == Some(0) && places > 0 {
                most.patient = http.budget().spare().await.min(count(places));
            }
            let owed = match most.pressing + most.patient {
                0 => None,
                _ => self.app.due(most).await?,
            };
            let Some((lease, owed)) = owed else {
                if hoped {
                    continue;
                }
                let left = room == 0 && next.pressing == Some(0);
                let next = next.pressing.into_iter().chain(next.patient).min();
                let next = next.map(|it| Duration::from_secs(it.max(1).cast_unsigned()));
                return Ok((next.filter(|_| room > 0), left));
            };
            for owed in owed {
                let (bot, http) = (Arc::clone(self), Arc::clone(http));
                let place = match owed.debt.can_wait() {
                    true => Arc::clone(patient).try_acquire_owned().ok(),
                    false => None,
                };
                paying.spawn(async move {
                    let _place = place;
                    let _working = bot.working.read().await;
                    if bot.stopping.load(Ordering::SeqCst) {
                        return;
                    }
                    let trace = owed.cause.map(|cause| cause.0);
                    let span = tracing::error_span!("debt", trace, kind = owed.debt.kind());
                    let paid = bot.renewing(lease, bot.pay(&http, lease, (owed, None), None));
                    // The outcome is saved and logged by then.
                    let _ = paid.instrument(span).await;
                });
            }
        }
    }
}

fn count(room: usize) -> u32 {
    u32::try_from(room).unwrap_or(u32::MAX)
}

/// serenity's rate limiter keeps an entry for every interaction for ever: clears it when they are many.
async fn forget_routes(http: &Http) {
    const MAX_ROUTES: usize = 5000;
    if let Some(limiter) = &http.ratelimiter {
        let routes = limiter.routes();
        if routes.read().await.len() > MAX_ROUTES {
            routes.write().await.clear();
        }
    }
}
