//! The age of interactions on arrival.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::time::Stopwatch;

const HOUR: i64 = 60 * 60 * 1_000;

/// Estimates how long interactions were under way. Discord's clock may differ from ours, so it
/// compares them with the quickest one of this hour and of the hour before.
pub(super) struct Arrivals {
    clock: Stopwatch,
    quickest: Mutex<Quickest>,
}

/// The smallest difference of the two clocks in an hour and in the hour before, in milliseconds.
#[derive(Default)]
struct Quickest {
    hour: i64,
    now: Option<i64>,
    before: Option<i64>,
}

impl Arrivals {
    pub(super) fn new() -> Self {
        Self {
            clock: Stopwatch::start(),
            quickest: Mutex::default(),
        }
    }

    /// How long ago Discord created the interaction with this id, which arrives now.
    pub(super) fn age(&self, interaction: u64) -> Duration {
        let now = i64::try_from(self.clock.elapsed().as_millis()).unwrap_or(i64::MAX);
        let mut quickest = self.quickest.lock().unwrap_or_else(PoisonError::into_inner);
        quickest.age(interaction, now)
    }
}

impl Quickest {
    fn age(&mut self, interaction: u64, now: i64) -> Duration {
        // The upper bits of an id are its creation time, in milliseconds.
        let difference = now - (interaction >> 22).cast_signed();
        let hour = now / HOUR;
        if self.hour != hour {
            self.before = self.now.take().filter(|_| self.hour == hour - 1);
            self.hour = hour;
        }
        let quickest = self.now.map_or(difference, |now| now.min(difference));
        self.now = Some(quickest);
        let least = self.before.map_or(quickest, |before| before.min(quickest));
        Duration::from_millis((difference - least).cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An interaction that Discord created at that moment.
    fn made(milliseconds: i64) -> u64 {
        milliseconds.cast_unsigned() << 22
    }

    #[test]
    fn an_interaction_is_as_old_as_it_is_later_than_the_quickest_one() {
        for clocks_differ_by in [-90_000, 0, 4_000] {
            let mut quickest = Quickest::default();
            let mut age = |at: i64, under_way: i64| {
                let made = made(1_000_000 + at - under_way - clocks_differ_by);
                quickest.age(made, at).as_millis()
            };
            assert_eq!(age(10_000, 100), 0, "there is nothing to compare it with");
            assert_eq!(age(11_000, 2_600), 2_500);
            assert_eq!(age(12_000, 40), 0);
            assert_eq!(age(HOUR + 1, 2_540), 2_500, "the hour before counts");
            assert_eq!(
                age(3 * HOUR, 2_540),
                0,
                "after a quiet time nothing is known"
            );
        }
    }
}
