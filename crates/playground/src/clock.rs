//! The world's clock, and its ids.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

/// Milliseconds between the Unix epoch and Discord's.
const EPOCH: i64 = 1_420_070_400_000;

/// The time in the world: the operating system's, plus an offset.
#[derive(Debug, Default)]
pub(super) struct Clock {
    ahead: AtomicI64,
    last: Mutex<u64>,
}

fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

impl Clock {
    /// Milliseconds since the Unix epoch.
    pub(super) fn now(&self) -> i64 {
        let now = Timestamp::now().as_millisecond();
        now.saturating_add(self.ahead())
    }

    /// The offset from the operating system's clock, in milliseconds.
    pub(super) fn ahead(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed)
    }

    /// Moves the clock forward.
    pub(super) fn skip(&self, seconds: i64) {
        self.ahead
            .fetch_add(seconds.saturating_mul(1000), Ordering::Relaxed);
    }

    /// A new snowflake, greater than all before it.
    pub(super) fn id(&self) -> u64 {
        let since = u64::try_from(self.now() - EPOCH).unwrap_or(0);
        // Two runs must not create the same id in the same millisecond, because a bot recognises by
        // ids what it has already done.
        let worker = random() & 0x3ff;
        let fresh = since << 22 | worker << 12;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = fresh.max(*last + 1);
        *last
    }

    /// An unguessable token.
    pub(super) fn secret(&self) -> String {
        format!("{:016x}{:016x}", random(), random() ^ self.id())
    }
}

/// A time in milliseconds since the Unix epoch, in Discord's format.
pub(super) fn iso(ms: i64) -> String {
    let moment = Timestamp::from_millisecond(ms).unwrap_or_default();
    moment.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_grow_and_never_repeat() {
        let clock = Clock::default();
        let ids: Vec<u64> = (0..10_000).map(|_| clock.id()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn moments_are_written_as_discord_writes_them() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(951_782_400_123), "2000-02-29T00:00:00.123000+00:00");
        assert_eq!(iso(1_798_761_599_999), "2026-12-31T23:59:59.999000+00:00");
    }
}
