//! Moments, days and spans, time zones, and the only clock.

mod zone;

pub use jiff::civil::Date;
pub use zone::{Matches, Zone};

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use parking_lot::Mutex;

/// A moment: whole seconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Parses the header `Date` of an HTTP response.
    pub fn from_http(date: &str) -> Option<Self> {
        let date = jiff::fmt::rfc2822::parse(date).ok()?;
        Some(Self(date.timestamp().as_second()))
    }

    /// This moment plus a span.
    #[must_use]
    pub fn plus(self, span: impl Into<Seconds>) -> Self {
        Self(self.0.saturating_add(span.into().0))
    }

    /// How long before this moment an earlier one was.
    pub fn since(self, earlier: Self) -> Seconds {
        Seconds(self.0.saturating_sub(earlier.0))
    }

    /// The number of the day in UTC: whole days since the Unix epoch.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY.0)
    }

    /// The start of its month in UTC; of its day if it is out of the calendar's range.
    #[must_use]
    pub fn month(self) -> Self {
        let days = self.date().map_or(0, |date| i64::from(date.day()) - 1);
        Self((self.day() - days).saturating_mul(DAY.0))
    }

    /// The day in UTC; `None` if it is out of the calendar's range.
    pub fn date(self) -> Option<Date> {
        let moment = jiff::Timestamp::from_second(self.0).ok()?;
        Some(TimeZone::UTC.to_datetime(moment).date())
    }

    /// The end of a day in UTC.
    pub fn end_of(day: Date) -> Self {
        let epoch = Date::constant(1970, 1, 1);
        Self(day.duration_since(epoch).as_secs()).plus(DAY)
    }
}

/// A span of time, in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub i64);

impl Seconds {
    /// A span of days.
    pub const fn days(days: i64) -> Self {
        Self(days * 24 * 60 * 60)
    }

    /// A span of hours.
    pub const fn hours(hours: i64) -> Self {
        Self(hours * 60 * 60)
    }

    /// Its whole hours.
    pub fn whole_hours(self) -> i64 {
        self.0 / Self::hours(1).0
    }

    /// Its whole days.
    pub fn whole_days(self) -> i64 {
        self.0 / DAY.0
    }
}

impl From<i64> for Seconds {
    fn from(seconds: i64) -> Self {
        Self(seconds)
    }
}

impl<T: Into<Seconds>> std::ops::Add<T> for Seconds {
    type Output = Self;

    fn add(self, more: T) -> Self {
        Self(self.0 + more.into().0)
    }
}

/// A day.
pub const DAY: Seconds = Seconds::days(1);

/// How far the operating system's clock may be from Discord's.
const TOLERANCE: Seconds = Seconds(30);

/// After which time another answer confirms an odd one.
const CONFIRMED: Seconds = Seconds(30);

/// The source of the present time: the operating system's clock, as long as it agrees with
/// Discord's. A clock without a battery, a faulty time server or a virtual machine that was frozen
/// may put it years off.
///
/// Clones share what Discord said, and an offset, with which the playground skips hours or days.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead: Arc<AtomicI64>,
    answers: Arc<Mutex<Answers>>,
}

/// What Discord's answers, or the ids that it has made, said of the time.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    /// The last one that is believed.
    told: Option<Told>,
    /// The first of those that agree with nothing else, and are not confirmed yet: it may come from a
    /// cache between us and Discord.
    odd: Option<Told>,
}

/// What time it was when Discord said so.
#[derive(Clone, Copy, Debug)]
struct Told {
    by_discord: Timestamp,
    by_system: Timestamp,
    since: Stopwatch,
}

impl Told {
    /// Whether the operating system's clock agreed with Discord's.
    fn is_right(self) -> bool {
        is_near(self.by_system, self.by_discord)
    }

    /// Whether a later answer says the time that has come by now.
    fn agrees(self, later: Self) -> bool {
        is_near(later.by_discord, self.by_discord.plus(self.since.seconds()))
    }
}

impl Answers {
    /// Takes an answer. It is believed if it agrees with the operating system's clock, with the last
    /// one, or with an odd one of some time ago; the very first one in any case.
    fn take(&mut self, new: Told) {
        let is_confirmed = |odd: Told| odd.agrees(new) && odd.since.seconds() >= CONFIRMED;
        if new.is_right() || self.odd.is_some_and(is_confirmed) {
            self.told = Some(new);
            self.odd = None;
        } else if self.told.is_none() {
            self.told = Some(new);
            self.odd = Some(new);
        } else if self.told.is_some_and(|told| told.agrees(new)) {
            self.told = Some(new);
            // An odd one that said something else was wrong.
            self.odd = self.odd.filter(|odd| odd.agrees(new));
        } else if self.odd.is_none_or(|odd| !odd.agrees(new)) {
            self.odd = Some(new);
        }
    }
}

impl Clock {
    /// The present, plus what was [skipped](Self::skip).
    pub fn now(&self) -> Timestamp {
        self.second().plus(self.skipped())
    }

    /// The present, without what was skipped.
    pub fn second(&self) -> Timestamp {
        let system = Self::system();
        let told = self.answers.lock().told;
        match told.map(|told| told.by_discord.plus(told.since.seconds())) {
            Some(by_discord) if !is_near(system, by_discord) => by_discord,
            _ => system,
        }
    }

    /// The present by the operating system.
    pub fn system() -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_second())
    }

    /// How much was skipped.
    pub fn skipped(&self) -> Seconds {
        Seconds(self.ahead.load(Ordering::Relaxed))
    }

    /// Takes over the time from one of Discord's answers. Returns whether the operating system's clock
    /// is wrong and was not when Discord last said so.
    pub fn set(&self, by_discord: Timestamp) -> bool {
        let told = Told {
            by_discord,
            by_system: Self::system(),
            since: Stopwatch::start(),
        };
        let mut answers = self.answers.lock();
        let was_right = answers.told.is_none_or(Told::is_right);
        answers.take(told);
        was_right && !answers.told.is_none_or(Told::is_right)
    }

    /// Returns whether the time is not sure: Discord has not said what time it is; or the operating
    /// system's clock has jumped since, which may be right, because while a machine sleeps no time
    /// passes for the process; or an answer is not confirmed.
    pub fn is_doubtful(&self) -> bool {
        let Answers { told, odd } = *self.answers.lock();
        odd.is_some()
            || told.is_none_or(|told| {
                !is_near(Self::system(), told.by_system.plus(told.since.seconds()))
            })
    }

    /// Milliseconds since the Unix epoch by the operating system, for comparison with other
    /// machines' clocks, so without the offset.
    pub fn millis() -> u64 {
        // No machine is set to a time before the epoch.
        u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or(0)
    }

    /// Puts the clock and all its clones forward.
    pub fn skip(&self, span: impl Into<Seconds>) {
        self.ahead.fetch_add(span.into().0, Ordering::Relaxed);
    }
}

fn is_near(one: Timestamp, other: Timestamp) -> bool {
    one.0.abs_diff(other.0) <= TOLERANCE.0.unsigned_abs()
}

/// Measures how long something takes.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the stopwatch"
    )]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Like this one, but started `by` earlier, if the clock goes back that far.
    pub fn ahead(self, by: Duration) -> Self {
        self.0.checked_sub(by).map_or(self, Self)
    }

    /// Whole seconds since the start.
    fn seconds(self) -> Seconds {
        Seconds(i64::try_from(self.elapsed().as_secs()).unwrap_or(i64::MAX))
    }

    /// Time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_far_from_discords_is_corrected() {
        let clock = Clock::default();
        let now = clock.now();
        assert!(clock.is_doubtful(), "Discord has not said anything");
        for off in [-20, 20] {
            assert!(!clock.set(now.plus(off)), "near enough");
            assert!(!clock.is_doubtful());
            assert!((0..10).contains(&(clock.now().0 - now.0)));
        }
        for off in [-50 * 365 * 86_400, -10_800, 31, 10_800] {
            let clock = Clock::default();
            assert!(clock.set(now.plus(off)), "the host learns of it");
            assert!(!clock.set(now.plus(off)), "once");
            assert!((0..10).contains(&(clock.now().0 - now.0 - off)));
            assert!(clock.is_doubtful(), "one moment is no proof");
            clock.passes(CONFIRMED);
            clock.set(now.plus(off).plus(CONFIRMED));
            assert!(!clock.is_doubtful(), "both run on alike");
            clock.set(now.plus(Seconds::days(7_000)));
            assert!(clock.is_doubtful());
            clock.set(now.plus(off).plus(CONFIRMED));
            assert!(!clock.is_doubtful(), "the next answer agreed with the last");
        }
        // The system's clock has jumped since Discord spoke.
        let by_system = now.plus(-10_800);
        let told = Told {
            by_discord: now,
            by_system,
            since: Stopwatch::start(),
        };
        clock.answers.lock().told = Some(told);
        assert!(clock.is_doubtful());
        clock.skip(DAY);
        assert!(clock.now().0 - clock.second().0 == DAY.0);
    }

    #[test]
    fn a_single_odd_answer_changes_no_time() {
        let clock = Clock::default();
        let now = clock.now();
        clock.set(now);
        let odd = now.plus(Seconds::days(7_000));
        assert!(!clock.set(odd));
        assert!((0..10).contains(&(clock.now().0 - now.0)));
        assert!(clock.is_doubtful());
        clock.set(now);
        assert!(!clock.is_doubtful(), "the next answer was right");
        clock.set(odd);
        clock.passes(CONFIRMED);
        assert!(
            clock.set(odd.plus(CONFIRMED)),
            "they agree with one another"
        );
        assert!((0..10).contains(&(clock.now().0 - odd.0 - CONFIRMED.0)));
    }

    impl Clock {
        /// Lets time pass since the odd answer.
        fn passes(&self, span: Seconds) {
            let span = Duration::from_secs(span.0.unsigned_abs());
            if let Some(odd) = &mut self.answers.lock().odd {
                odd.since = odd.since.ahead(span);
            }
        }
    }
}
