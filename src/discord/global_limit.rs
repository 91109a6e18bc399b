//! Discord's global rate limit: the requests of the whole bot in a second.
//!
//! Requests of high priority wait here for a token, at most three seconds; then the item returns to
//! the outbox. Requests of low priority get a token immediately or not at all, and never while one
//! of high priority waits. Tokens are valid for one second.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;

use super::failure::chain;
use crate::app::{App, Grant};
use crate::time::{Clock, Stopwatch, Timestamp};

/// How long requests of high priority wait here.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// How many tokens are taken in one query at most, to ask the database less often.
const BATCH: u32 = 5;

/// How long the database may take to grant tokens.
const LEASE_TIMEOUT: Duration = Duration::from_millis(500);

/// This process's part of the global rate limit.
pub(super) struct GlobalLimit {
    app: App,
    /// The limit of the whole bot, in requests per second.
    a_second: u32,
    tokens: Mutex<Tokens>,
    /// Until when Discord rate-limits the bot, in milliseconds since the Unix epoch.
    held: AtomicU64,
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
    /// When to ask again, for high and for low priority, in milliseconds since the Unix epoch.
    again: [u64; 2],
}

impl GlobalLimit {
    pub(super) fn new(app: App, a_second: u32) -> Self {
        Self {
            app,
            a_second,
            tokens: Mutex::default(),
            held: AtomicU64::default(),
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
        let (watch, mut waiting) = (Stopwatch::start(), None);
        loop {
            match self.take(false).await {
                Ok(()) => {
                    self.app.work().metrics.waited_for_token(watch.elapsed());
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
        self.held.fetch_max(after(wait), Ordering::Relaxed);
    }

    /// How long Discord still asks to wait.
    pub(super) fn held(&self) -> Duration {
        let until = self.held.load(Ordering::Relaxed);
        Duration::from_millis(until.saturating_sub(Clock::millis()))
    }

    /// Blocks requests of all processes for a time.
    pub(super) fn close(self: &Arc<Self>, wait: Duration) {
        let opens = Timestamp(seconds(after(wait)).saturating_add(1));
        let this = Arc::clone(self);
        // The caller is the limiter, which must not wait for a database.
        tokio::spawn(async move {
            let mut tokens = this.tokens.lock().await;
            (tokens.free, tokens.reserved) = (0, 0);
            if let Err(error) = this.app.work().block_requests(opens).await {
                tracing::error!(error = chain(&error), "other processes cannot be slowed");
            }
        });
    }

    async fn take(&self, low_priority: bool) -> Result<(), Duration> {
        let mut tokens = self.tokens.lock().await;
        self.refill(&mut tokens, low_priority).await?;
        let from = match low_priority || tokens.reserved == 0 {
            true => &mut tokens.free,
            false => &mut tokens.reserved,
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
        let again = &mut tokens.again[usize::from(low_priority)];
        if *again > now {
            return Err(Duration::from_millis(*again - now));
        }
        // Unused tokens are lost for other processes, so a process that needs few takes few.
        let number = tokens.taken.clamp(1, BATCH);
        let second = Timestamp(second);
        let granted = self
            .app
            .work()
            .take_tokens(low_priority, number, self.a_second, second);
        match tokio::time::timeout(LEASE_TIMEOUT, granted).await {
            Ok(Ok(Grant::Granted { number, reserved })) => {
                tokens.taken += number;
                match reserved {
                    true => tokens.reserved += number,
                    false => tokens.free += number,
                }
            }
            Ok(Ok(Grant::Empty)) => *again = next,
            Ok(Ok(Grant::Closed(opens))) => *again = opens.0.unsigned_abs().saturating_mul(1000),
            // Without a database there is little to send, and Discord enforces the limit anyway.
            Ok(Err(error)) => {
                tracing::warn!(error = chain(&error), "requests are not counted");
                tokens.free += BATCH;
            }
            Err(_) => {
                tracing::warn!("requests are not counted: the database takes too long");
                tokens.free += BATCH;
            }
        }
        match tokens.again[usize::from(low_priority)].checked_sub(now) {
            Some(wait @ 1..) => Err(Duration::from_millis(wait)),
            _ => Ok(()),
        }
    }
}

/// The moment after a wait, in milliseconds since the Unix epoch.
fn after(wait: Duration) -> u64 {
    Clock::millis().saturating_add(u64::try_from(wait.as_millis()).unwrap_or(0))
}

fn seconds(millis: u64) -> i64 {
    i64::try_from(millis / 1000).unwrap_or(i64::MAX)
}
