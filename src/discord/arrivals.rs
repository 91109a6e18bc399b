//! The age of interactions on arrival.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::time::Stopwatch;

/// How many interactions are compared at most.
const MOST: usize = 32;
/// For how many milliseconds one is compared: clocks drift, and are corrected.
const RECENT: i64 = 5 * 60 * 1_000;

/// Estimates how long interactions were under way. Discord's clock may differ from ours, so it
/// compares them with the quickest quarter of the recent ones: a single odd id decides nothing.
pub(super) struct Arrivals {
    clock: Stopwatch,
    recent: Mutex<Recent>,
}

/// When the latest interactions arrived, and by how much the two clocks differed then, in
/// milliseconds.
#[derive(Default)]
struct Recent(VecDeque<(i64, i64)>);

impl Arrivals {
    pub(super) fn new() -> Self {
        Self {
            clock: Stopwatch::start(),
            recent: Mutex::default(),
        }
    }

    /// How long ago Discord created the interaction with this id, which arrives now.
    pub(super) fn age(&self, interaction: u64) -> Duration {
        let now = i64::try_from(self.clock.elapsed().as_millis()).unwrap_or(i64::MAX);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.age(interaction, now)
    }
}

impl Recent {
    fn age(&mut self, interaction: u64, now: i64) -> Duration {
        // The upper bits of an id are its creation time, in milliseconds.
        let difference = now - (interaction >> 22).cast_signed();
        self.0.retain(|(at, _)| now - at < RECENT);
        let mut known: Vec<i64> = self.0.iter().map(|(_, difference)| *difference).collect();
        known.sort_unstable();
        self.0.push_back((now, difference));
        if self.0.len() > MOST {
            self.0.pop_front();
        }
        // The quickest alone may be an odd one.
        let usual = known.get((known.len() / 4).max(1));
        let late = usual.map_or(0, |usual| difference - usual);
        Duration::from_millis(late.max(0).cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known after so many interactions that were under way for 40 ms, one a second.
    fn after(number: i64, clocks_differ_by: i64) -> Recent {
        let mut recent = Recent::default();
        for second in 0..number {
            arrives(&mut recent, second * 1_000, 40, clocks_differ_by);
        }
        recent
    }

    /// The age of an interaction that arrives then.
    fn arrives(recent: &mut Recent, at: i64, under_way: i64, clocks_differ_by: i64) -> u128 {
        let made = 1_000_000 + at - under_way - clocks_differ_by;
        recent.age(made.cast_unsigned() << 22, at).as_millis()
    }

    #[test]
    fn an_interaction_is_as_old_as_it_is_later_than_the_quicker_ones() {
        for differ in [-90_000, 0, 4_000] {
            let mut recent = after(1, differ);
            assert_eq!(
                arrives(&mut recent, 1_000, 2_540, differ),
                0,
                "too few are known"
            );
            let mut recent = after(20, differ);
            assert_eq!(arrives(&mut recent, 20_000, 2_540, differ), 2_500);
            assert_eq!(arrives(&mut recent, 21_000, 40, differ), 0);
            let quiet = 22_000 + RECENT;
            assert_eq!(
                arrives(&mut recent, quiet, 2_540, differ),
                0,
                "after a quiet time"
            );
        }
    }

    #[test]
    fn an_odd_id_and_a_corrected_clock_make_no_interaction_old() {
        let mut recent = after(20, 0);
        assert_eq!(arrives(&mut recent, 20_000, -3_000, 0), 0);
        for second in 21..40 {
            assert_eq!(arrives(&mut recent, second * 1_000, 40, 0), 0);
        }
        let mut recent = after(20, 0);
        let slewed = (20..2_000).map(|second| arrives(&mut recent, second * 1_000, 40, second / 2));
        assert!(slewed.max().unwrap() < 100);
    }
}
