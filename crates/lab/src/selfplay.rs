//! Self-play of the engine, with a game on every core.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use fastrand::Rng;

use siwa_games::engine::{Level, Limits, SearchResult};
use siwa_games::registry::{GameState, Rules};
use siwa_games::rules::{self, Outcome};

/// The most turns of a game.
const MAX_TURNS: usize = 400;

/// Bytes of the table of each search.
const BYTES: usize = 1 << 18;

/// A variant and its kind of game.
pub(super) type Variant = (&'static dyn Rules, &'static rules::Variant);

/// The seed of the game with this number.
pub(super) fn seed(common: u64, number: u32) -> u64 {
    common ^ u64::from(number) << 20
}

/// The settings of a game.
pub(super) struct Plan {
    pub(super) level: Level,
    /// The most positions of a search.
    pub(super) nodes: u64,
    /// The number of random turns at the start.
    pub(super) opening: usize,
    /// The seed of the random numbers.
    pub(super) seed: u64,
}

impl Plan {
    /// Plays a game, and reports the search result before each turn. Returns its end, without an
    /// outcome if it was stopped.
    pub(super) fn play(
        &self,
        (rules, variant): Variant,
        mut tell: impl FnMut(&dyn GameState, &SearchResult),
    ) -> (Box<dyn GameState>, Option<Outcome>) {
        let mut random = Rng::with_seed(self.seed);
        let mut state = rules.start(variant);
        for turn in 0..MAX_TURNS {
            if let Some(outcome) = state.outcome_or_declared_win() {
                return (state, Some(outcome));
            }
            let text = if turn < self.opening {
                random.choice(state.legal_moves())
            } else {
                let thought = self.think(state.as_ref(), &mut random);
                thought.and_then(|thought| {
                    tell(state.as_ref(), &thought);
                    thought.line.into_iter().next()
                })
            };
            if text.is_none_or(|text| state.play(&text).is_err()) {
                break;
            }
        }
        let outcome = state.outcome_or_declared_win();
        (state, outcome)
    }

    /// The engine's search result for a position.
    pub(super) fn think(&self, state: &dyn GameState, random: &mut Rng) -> Option<SearchResult> {
        let stop = AtomicBool::new(false);
        let limits = Limits::nodes(self.nodes, BYTES, &stop, random.u64(..));
        state.think(self.level, limits, &mut |_| {})
    }
}

/// Runs `work` for each number below `times`, on all cores; returns the results in order.
pub(super) fn all<T: Send>(times: u32, work: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let next = AtomicU32::new(0);
    let done = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= times {
                        return;
                    }
                    let result = work(number);
                    if let Ok(mut done) = done.lock() {
                        done.push((number, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
