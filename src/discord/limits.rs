//! Discord's limits: of the requests of the whole bot in a second, of refused ones, and of what a
//! channel takes.
//!
//! Requests of high priority wait here for a token, at most three seconds; then the item returns to
//! the outbox. Requests of low priority get a token immediately or not at all, and never while one
//! of high priority waits. Tokens are valid for one second.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::refusal::{REFUSED_PAUSE, Refusal};
use super::{chain, ok_or_log};
use crate::app::{App, Grant, MAX_CLOSED};
use crate::game::{Cause, ChannelId};
use crate::time::{Clock, Seconds, Stopwatch, Timestamp};

/// How long requests of high priority wait here.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// How many tokens are taken in one query at most, to ask the database less often.
const BATCH: u32 = 5;

/// How long the database may take to grant tokens.
const LEASE_TIMEOUT: Duration = Duration::from_millis(500);

/// Discord bans an address for ten thousand refused requests in ten minutes, which is also the
/// longest time for which requests can be blocked.
const MAX_REFUSED: usize = 5_000;

/// This process's part of the global rate limit.
pub(super) struct GlobalLimit {
    app: App,
    /// The limit of the whole bot, in requests per second.
    a_second: u32,
    tokens: tokio::sync::Mutex<Tokens>,
    /// Until when Discord rate-limits the bot.
    held: Mutex<Option<Instant>>,
    /// When Discord refused requests.
    refused: Mutex<VecDeque<Instant>>,
    /// Each waiting request of high priority holds a clone.
    high_waiting: Arc<()>,
}

/// The tokens taken for a second, and those left.
#[derive(Default)]
struct Tokens {
    second: i64,
    /// The number taken.
    taken: u32,
    /// Tokens left for any request.
    free: u32,
    /// Tokens left for high priority only.
    reserved: u32,
    /// When the database is asked again, for high and for low priority.
    again: [Option<Instant>; 2],
}

impl GlobalLimit {
    pub(super) fn new(app: App, a_second: u32) -> Self {
        Self {
            app,
            a_second,
            tokens: tokio::sync::Mutex::default(),
            held: Mutex::default(),
            refused: Mutex::default(),
            high_waiting: Arc::default(),
        }
    }

    /// Waits until a request may be made.
    ///
    /// # Errors
    /// How long to wait before the next try.
    pub(super) async fn pass(&self, low_priority: bool) -> Result<(), Duration> {
        if low_priority {
            return self.take(true).await;
        }
        let watch = Stopwatch::start();
        let mut waiting = None;
        loop {
            match self.take(false).await {
                Ok(()) => {
                    let waited = watch.elapsed().as_secs_f64();
                    self.app.store().metrics.token_waited.observe(waited);
                    return Ok(());
                }
                Err(wait) if watch.elapsed() + wait > MAX_WAIT => return Err(wait),
                Err(wait) => {
                    waiting.get_or_insert_with(|| Arc::clone(&self.high_waiting));
                    tokio::time::sleep(wait).await;
                }
            }
        }
    }

    /// The tokens available now for low priority.
    pub(super) async fn spare(&self) -> u32 {
        let mut tokens = self.tokens.lock().await;
        let refilled = self.refill(&mut tokens, true).await;
        refilled.map_or(0, |()| tokens.free)
    }

    /// Stores for how long Discord asks to wait.
    pub(super) fn hold(&self, wait: Duration) {
        let mut held = self.held.lock();
        *held = (*held).max(Some(Instant::now() + wait));
    }

    /// How long Discord still asks to wait.
    pub(super) fn held(&self) -> Duration {
        left(*self.held.lock())
    }

    /// Counts a refused request. After too many of them, all requests wait.
    pub(super) fn count_refusal(self: &Arc<Self>) {
        if let Some(wait) = until_fewer(&mut self.refused.lock(), Instant::now()) {
            let seconds = wait.as_secs();
            tracing::error!(seconds, "Discord refuses too much: requests wait");
            self.close(wait);
        }
    }

    /// Blocks requests of all processes for a time.
    pub(super) fn close(self: &Arc<Self>, wait: Duration) {
        let wait = wait.min(MAX_CLOSED);
        let after = Clock::millis() + u64::try_from(wait.as_millis()).unwrap_or(0);
        let opens = Timestamp(seconds(after) + 1);
        let this = Arc::clone(self);
        // The caller is the limiter, which must not wait for a database.
        tokio::spawn(async move {
            let mut tokens = this.tokens.lock().await;
            (tokens.free, tokens.reserved) = (0, 0);
            let blocked = this.app.store().block_requests(opens).await;
            ok_or_log(blocked, "other processes cannot be slowed");
        });
    }

    async fn take(&self, low_priority: bool) -> Result<(), Duration> {
        let mut tokens = self.tokens.lock().await;
        self.refill(&mut tokens, low_priority).await?;
        let from = if low_priority || tokens.reserved == 0 {
            &mut tokens.free
        } else {
            &mut tokens.reserved
        };
        *from = from.saturating_sub(1);
        Ok(())
    }

    /// Takes tokens if there are none left.
    async fn refill(&self, tokens: &mut Tokens, low_priority: bool) -> Result<(), Duration> {
        let now = Clock::millis();
        let second = seconds(now);
        let next = now - now % 1000 + 1000;
        if tokens.second != second {
            let again = tokens.again;
            *tokens = Tokens {
                second,
                again,
                ..Tokens::default()
            };
        }
        if low_priority && Arc::strong_count(&self.high_waiting) > 1 {
            return Err(Duration::from_millis(next - now));
        }
        if tokens.free > 0 || (!low_priority && tokens.reserved > 0) {
            return Ok(());
        }
        let again = usize::from(low_priority);
        match left(tokens.again[again]) {
            Duration::ZERO => {}
            wait => return Err(wait),
        }
        // Unused tokens are lost for other processes, so a process that needs few takes few.
        let number = tokens.taken.clamp(1, BATCH);
        let second = Timestamp(second);
        let store = self.app.store();
        let granted = store.take_tokens(low_priority, number, self.a_second, second);
        let granted = tokio::time::timeout(LEASE_TIMEOUT, granted).await;
        let granted = granted.map_err(|_| "the database takes too long".to_owned());
        let opens = match granted.and_then(|granted| granted.map_err(|error| chain(&error))) {
            Ok(Grant::Granted { reserved }) => {
                tokens.taken += number;
                if reserved {
                    tokens.reserved += number
                } else {
                    tokens.free += number
                }
                return Ok(());
            }
            Ok(Grant::Empty) => next,
            Ok(Grant::Closed(opens)) => opens.0.unsigned_abs().saturating_mul(1000),
            // Without a database there is little to send, and Discord enforces the limit anyway.
            Err(error) => {
                tracing::warn!(error, "requests are not counted");
                tokens.free += BATCH;
                return Ok(());
            }
        };
        let wait = Duration::from_millis(opens.saturating_sub(now));
        tokens.again[again] = Some(Instant::now() + wait);
        Err(wait)
    }
}

/// Adds a refusal to those before; returns how long it is until there are few again.
fn until_fewer(refused: &mut VecDeque<Instant>, now: Instant) -> Option<Duration> {
    refused.push_back(now);
    let first = (refused.len() > MAX_REFUSED).then(|| refused.pop_front())??;
    MAX_CLOSED.checked_sub(now.duration_since(first))
}

/// How long it still is until then.
fn left(until: Option<Instant>) -> Duration {
    let now = Instant::now();
    until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
}

fn seconds(millis: u64) -> i64 {
    i64::try_from(millis / 1000).unwrap_or(i64::MAX)
}

/// The most channels that are remembered.
const MAX_CHANNELS: usize = 10_000;

#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    /// The last refusal, and until when it holds.
    refused: Option<(Refusal, Timestamp)>,
    /// When messages can be edited again.
    edits: Option<Timestamp>,
    /// The last interaction that has shown that the bot may post messages with files there.
    vouched: Option<Cause>,
}

/// What this process knows of the channels.
pub(super) struct ChannelLimits {
    app: App,
    channels: Mutex<HashMap<ChannelId, Limits>>,
}

impl ChannelLimits {
    pub(super) fn new(app: App) -> Self {
        Self {
            app,
            channels: Mutex::default(),
        }
    }

    /// The last refusal, while it holds.
    pub(super) fn refusal(&self, channel: ChannelId) -> Option<Refusal> {
        let (refused, until) = self.limits(channel).refused?;
        (self.app.now() < until).then_some(refused)
    }

    /// Stores that a channel refused a request.
    pub(super) fn refuse(&self, channel: ChannelId, why: Refusal) {
        let until = self.app.now().plus(REFUSED_PAUSE);
        self.change(channel, |limits| {
            limits.refused = Some((why, until));
            limits.vouched = None;
        });
    }

    /// Forgets a refusal; returns whether there was one.
    pub(super) fn forget(&self, channel: ChannelId) -> bool {
        self.change(channel, |limits| limits.refused.take().is_some())
    }

    /// Stores that the bot may post messages with files there, as the permissions of an interaction
    /// show; returns whether the channel had refused a request.
    pub(super) fn vouch(&self, channel: ChannelId, interaction: Cause) -> bool {
        self.change(channel, |limits| {
            limits.vouched = Some(interaction);
            limits.refused.take().is_some()
        })
    }

    /// Returns whether this interaction has shown that the bot may post messages with files there.
    pub(super) fn is_vouched(&self, channel: ChannelId, interaction: Option<Cause>) -> bool {
        interaction.is_some() && self.limits(channel).vouched == interaction
    }

    /// How long until messages there can be edited again.
    pub(super) fn edits_held(&self, channel: ChannelId) -> Option<Seconds> {
        let left = self.limits(channel).edits?.since(self.app.now());
        (left > Seconds(0)).then_some(left)
    }

    /// Stores that messages cannot be edited for this long.
    pub(super) fn hold_edits(&self, channel: ChannelId, wait: Seconds) {
        let until = self.app.now().plus(wait);
        self.change(channel, |limits| limits.edits = Some(until));
    }

    fn limits(&self, channel: ChannelId) -> Limits {
        let channels = self.channels.lock();
        channels.get(&channel).copied().unwrap_or_default()
    }

    fn change<T>(&self, channel: ChannelId, change: impl FnOnce(&mut Limits) -> T) -> T {
        let mut channels = self.channels.lock();
        if channels.len() >= MAX_CHANNELS {
            channels.clear();
        }
        change(channels.entry(channel).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_too_many_refusals_in_ten_minutes_make_requests_wait() {
        let start = Instant::now();
        let mut refused = VecDeque::new();
        for _ in 0..MAX_REFUSED {
            assert_eq!(until_fewer(&mut refused, start), None);
        }
        let next = |refused: &mut _, minutes: u64| {
            until_fewer(refused, start + Duration::from_secs(60 * minutes))
        };
        let nine = Duration::from_secs(9 * 60);
        assert_eq!(next(&mut refused, 1), Some(nine));
        assert_eq!(next(&mut refused, 11), None);
    }
}
