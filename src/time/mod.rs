//! Moments, days and spans, time zones, and the only clock.

mod zone;

pub use zone::Zone;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;

/// A moment: whole seconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// This moment plus a span.
    #[must_use]
    pub fn plus(self, span: impl Into<Seconds>) -> Self {
        Self(self.0.saturating_add(span.into().0))
    }

    /// The number of the day in UTC: whole days since the Unix epoch.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY.0)
    }

    /// The start of its month in UTC; of its day if it is out of the calendar's range.
    #[must_use]
    pub fn month(self) -> Self {
        let days = self.date().map_or(0, |date| i64::from(date.0.day()) - 1);
        Self((self.day() - days).saturating_mul(DAY.0))
    }

    /// The day in UTC; `None` if it is out of the calendar's range.
    pub fn date(self) -> Option<Date> {
        let moment = jiff::Timestamp::from_second(self.0).ok()?;
        Some(Date(TimeZone::UTC.to_datetime(moment).date()))
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

impl std::ops::Mul<Seconds> for i64 {
    type Output = Seconds;

    fn mul(self, one: Seconds) -> Seconds {
        Seconds(self * one.0)
    }
}

impl<T: Into<Seconds>> std::ops::Add<T> for Seconds {
    type Output = Self;

    fn add(self, more: T) -> Self {
        Self(self.0 + more.into().0)
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(jiff::civil::Date);

impl Date {
    /// Parses what `Display` writes.
    pub fn read(text: &str) -> Option<Self> {
        let date = Self(jiff::civil::Date::strptime("%Y.%m.%d", text).ok()?);
        (date.year() >= 0 && date.to_string() == text).then_some(date)
    }

    /// The end of the day in UTC.
    pub fn end(self) -> Timestamp {
        let begin = TimeZone::UTC.to_ambiguous_zoned(self.0.into()).compatible();
        // A date of the calendar is far from the ends of time.
        Timestamp(begin.map_or(i64::MAX, |begin| begin.timestamp().as_second())).plus(DAY)
    }

    /// The year.
    pub fn year(self) -> i32 {
        self.0.year().into()
    }
}

impl fmt::Display for Date {
    /// `2026.11.21`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%Y.%m.%d"))
    }
}

/// A day.
pub const DAY: Seconds = Seconds::days(1);

/// The source of the present time.
///
/// Clones share an offset, with which the playground skips hours or days.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// The present: the operating system's, plus what was [skipped](Self::skip).
    pub fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_second()).plus(self.ahead.load(Ordering::Relaxed))
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

    /// Time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}
