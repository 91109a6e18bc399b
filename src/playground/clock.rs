//! The world's clock and the ids that it makes.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds between the Unix epoch and Discord's.
const EPOCH: i64 = 1_420_070_400_000;

/// The time in the world: the operating system's, put forward.
#[derive(Debug)]
pub(super) struct Clock {
    ahead: AtomicI64,
    last: AtomicU64,
    worker: u64,
}

impl Clock {
    pub(super) fn new() -> Self {
        // Two runs that make an id in the same millisecond must not make the same one,
        // because a bot uses them to recognise what it has already done.
        let worker = RandomState::new().build_hasher().finish() & 0x3ff;
        Self {
            ahead: AtomicI64::new(0),
            last: AtomicU64::new(0),
            worker,
        }
    }

    /// Milliseconds since the Unix epoch.
    #[expect(
        clippy::disallowed_methods,
        reason = "the playground imports nothing of the crate, and this is its one clock"
    )]
    pub(super) fn now(&self) -> i64 {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| {
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            });
        now.saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    /// By how many milliseconds the clock is ahead of the operating system's.
    pub(super) fn ahead(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed)
    }

    /// Puts the clock forward.
    pub(super) fn skip(&self, seconds: i64) {
        self.ahead
            .fetch_add(seconds.saturating_mul(1000), Ordering::Relaxed);
    }

    /// A new snowflake, greater than all before it.
    pub(super) fn id(&self) -> u64 {
        let since = u64::try_from(self.now() - EPOCH).unwrap_or(0);
        let fresh = since << 22 | self.worker << 12;
        let mut last = self.last.load(Ordering::Relaxed);
        loop {
            let next = fresh.max(last + 1);
            match self
                .last
                .compare_exchange(last, next, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return next,
                Err(seen) => last = seen,
            }
        }
    }

    /// An unguessable token.
    pub(super) fn secret(&self) -> String {
        let draw = || RandomState::new().build_hasher().finish();
        format!("{:016x}{:016x}", draw(), draw() ^ self.id())
    }
}

/// Milliseconds since the Unix epoch as Discord writes a moment.
pub(super) fn iso(ms: i64) -> String {
    let (days, rest) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    // Howard Hinnant's `civil_from_days`: years that begin in March make leap days the last.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    let (h, m, s, milli) = (
        rest / 3_600_000,
        rest / 60_000 % 60,
        rest / 1000 % 60,
        rest % 1000,
    );
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}.{milli:03}000+00:00")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_grow_and_never_repeat() {
        let clock = Clock::new();
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
