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
use crate::app::{App, Drawn};
use crate::time::{Clock, Stopwatch, Timestamp};

/// How long requests of high priority wait here.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// How many tokens are drawn together at most, to ask the database less often.
const HANDFUL: u32 = 5;

/// How long the database may take to grant tokens.
const LEASE_TIMEOUT: Duration = Duration::from_millis(500);

/// This process's part of the global rate limit.
pub(super) struct Budget {
    app: App,
    /// The limit of the whole bot, in requests per second.
    a_second: u32,
    stock: Mutex<Stock>,
    /// Until when Discord rate-limits the bot, in milliseconds since the Unix epoch.
    held: AtomicU64,
    /// Each waiting request of high priority holds a clone.
    high_waiting: Arc<()>,
}

/// The tokens drawn for a second, and those left.
#[derive(Default)]
struct Stock {
    second: i64,
    /// The number drawn.
    drawn: u32,
    /// Tokens left for any request.
    free: u32,
    /// Tokens left for high priority only.
    reserved: u32,
    /// When to draw again, for high and for low priority, in milliseconds since the Unix epoch.
    again: [u64; 2],
}

impl Stock {
    fn take(&mut self, low_priority: bool) -> bool {
        let from = match low_priority || self.reserved == 0 {
            true => &mut self.free,
            false => &mut self.reserved,
        };
        let some = *from > 0;
        *from = from.saturating_sub(1);
        some
    }
}

impl Budget {
    pub(super) fn new(app: App, a_second: u32) -> Self {
        Self {
            app,
            a_second,
            stock: Mutex::default(),
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
                    self.app.metrics().budgeted(watch.elapsed());
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
        let mut stock = self.stock.lock().await;
        match self.restock(&mut stock, true).await {
            Ok(()) => stock.free,
            Err(_) => 0,
        }
    }

    /// Stores for how long Discord asks to wait.
    pub(super) fn hold(&self, wait: Duration) {
        let until = Clock::millis().saturating_add(u64::try_from(wait.as_millis()).unwrap_or(0));
        self.held.fetch_max(until, Ordering::Relaxed);
    }

    /// How long Discord still asks to wait.
    pub(super) fn held(&self) -> Duration {
        let until = self.held.load(Ordering::Relaxed);
        Duration::from_millis(until.saturating_sub(Clock::millis()))
    }

    /// Blocks requests of all processes for a time.
    pub(super) fn close(self: &Arc<Self>, wait: Duration) {
        let until = Clock::millis().saturating_add(u64::try_from(wait.as_millis()).unwrap_or(0));
        let opens = Timestamp(seconds(until).saturating_add(1));
        let budget = Arc::clone(self);
        // The caller is the limiter, which must not wait for a database.
        tokio::spawn(async move {
            let mut stock = budget.stock.lock().await;
            (stock.free, stock.reserved) = (0, 0);
            if let Err(error) = budget.app.work().close_budget(opens).await {
                tracing::error!(error = chain(&error), "other processes cannot be slowed");
            }
        });
    }

    async fn take(&self, low_priority: bool) -> Result<(), Duration> {
        let mut stock = self.stock.lock().await;
        self.restock(&mut stock, low_priority).await?;
        stock.take(low_priority);
        Ok(())
    }

    /// Draws tokens if there are none left.
    async fn restock(&self, stock: &mut Stock, low_priority: bool) -> Result<(), Duration> {
        let now = Clock::millis();
        let second = seconds(now);
        let next = now - now % 1000 + 1000;
        if stock.second != second {
            let again = stock.again;
            *stock = Stock {
                second,
                again,
                ..Stock::default()
            };
        }
        if low_priority && Arc::strong_count(&self.high_waiting) > 1 {
            return Err(Duration::from_millis(next - now));
        }
        if stock.free > 0 || (!low_priority && stock.reserved > 0) {
            return Ok(());
        }
        let again = &mut stock.again[usize::from(low_priority)];
        if *again > now {
            return Err(Duration::from_millis(*again - now));
        }
        // Unused tokens are lost for other processes, so a process that needs few draws few.
        let number = stock.drawn.clamp(1, HANDFUL);
        let second = Timestamp(second);
        let drawn = self
            .app
            .work()
            .draw(low_priority, number, self.a_second, second);
        match tokio::time::timeout(LEASE_TIMEOUT, drawn).await {
            Ok(Ok(Drawn::Requests { number, reserved })) => {
                stock.drawn += number;
                match reserved {
                    true => stock.reserved += number,
                    false => stock.free += number,
                }
            }
            Ok(Ok(Drawn::Spent)) => *again = next,
            Ok(Ok(Drawn::Closed(opens))) => *again = opens.0.unsigned_abs().saturating_mul(1000),
            // Without a database there is little to send, and Discord enforces the limit anyway.
            Ok(Err(error)) => {
                tracing::warn!(error = chain(&error), "requests are not counted");
                stock.free += HANDFUL;
            }
            Err(_) => {
                tracing::warn!("requests are not counted: the database takes too long");
                stock.free += HANDFUL;
            }
        }
        match stock.again[usize::from(low_priority)].checked_sub(now) {
            Some(wait @ 1..) => Err(Duration::from_millis(wait)),
            _ => Ok(()),
        }
    }
}

fn seconds(millis: u64) -> i64 {
    i64::try_from(millis / 1000).unwrap_or(i64::MAX)
}
