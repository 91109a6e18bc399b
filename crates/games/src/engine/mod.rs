//! The opponent: a search over any game's positions.
//!
//! The search is pure: it reads no clock. It is limited by nodes and depth, stopped by a flag, which
//! [`within`] sets after a time, and deterministic for a seed. The ideas are the field's common ones
//! (principal variation search after Marsland and Campbell, late moves reduced, killers and history;
//! sequential halving after Karnin, Koren and Somekh for the choice among placements).

mod iterative_deepening;
mod level;
mod order;
mod placing;
mod search;
mod table;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::rules::{Evaluate, Repetition};

pub use level::Level;

/// The value of an immediate win. A win in `n` plies is worth `n` less.
const WIN: i32 = 1_000_000;

/// The largest search depth, in plies.
const MAX_PLY: usize = 64;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// After this many positions.
    pub nodes: u64,
    /// After this many plies are searched completely.
    pub depth: u32,
    /// The most bytes of its transposition table, which has at least one entry.
    pub table: usize,
    /// When the flag is set; within a few milliseconds.
    pub stop: &'a AtomicBool,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl<'a> Limits<'a> {
    /// Limits the number of positions only, for a search with a table of so many bytes.
    pub fn nodes(nodes: u64, table: usize, stop: &'a AtomicBool, seed: u64) -> Self {
        Self {
            nodes,
            depth: u32::MAX,
            table,
            stop,
            seed,
        }
    }
}

/// The score of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a piece; positive if the side to move is better.
    Points(i32),
    /// The side to move wins in this many plies.
    Wins(u32),
    /// The side to move loses in this many plies.
    Loses(u32),
}

/// A lead of this many hundredths of a piece wins ten games for each lost one.
pub const DECISIVE: f64 = 400.0;

impl Score {
    /// The score for the other side.
    #[must_use]
    pub fn for_other(self) -> Self {
        match self {
            Self::Points(points) => Self::Points(-points),
            Self::Wins(plies) => Self::Loses(plies),
            Self::Loses(plies) => Self::Wins(plies),
        }
    }

    /// The chance of the side to move to win, from 0 to 1.
    pub fn chance(self) -> f64 {
        match self {
            Self::Wins(_) => 1.0,
            Self::Loses(_) => 0.0,
            Self::Points(points) => 1.0 / (1.0 + 10_f64.powf(-f64::from(points) / DECISIVE)),
        }
    }
}

impl From<i32> for Score {
    fn from(value: i32) -> Self {
        let plies = WIN.saturating_sub(value.saturating_abs());
        match u32::try_from(plies) {
            Ok(plies) if plies as usize <= 2 * MAX_PLY && value > 0 => Self::Wins(plies),
            Ok(plies) if plies as usize <= 2 * MAX_PLY => Self::Loses(plies),
            _ => Self::Points(value),
        }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The principal variation in notation, starting with the best move; never empty.
    pub line: Vec<String>,
    /// The score of that line.
    pub score: Score,
    /// The number of plies searched completely.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Gets every better result of a search.
pub type Tell<'a> = dyn FnMut(&SearchResult) + 'a;

/// Searches for the best move of a running game, and reports every better result.
///
/// `before` are the positions before `now`, oldest first. The move `without` is ignored. Returns
/// `None` if there is no other legal move. Even a search that is stopped immediately returns a move.
pub fn think<P: Evaluate>(
    level: Level,
    (before, now): (&[P], &P),
    repetition: Repetition,
    limits: Limits<'_>,
    without: Option<P::Move>,
    tell: &mut Tell<'_>,
) -> Option<SearchResult> {
    let skill = P::SKILLS[level.index()];
    let limits = Limits {
        nodes: limits.nodes.min(skill.nodes),
        depth: limits.depth.min(skill.depth),
        ..limits
    };
    let mut search = search::Search::new(before, repetition, limits, skill, without);
    if placing::many(now) {
        placing::choose(&mut search, now, skill.candidates, tell)
    } else {
        search.iterative_deepening(now, tell)
    }
}

/// Runs `work`, such as a search that `stop` ends, and sets `stop` after `time`.
pub fn within<T>(time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    thread::scope(|scope| {
        let (done, over) = mpsc::channel::<()>();
        scope.spawn(move || {
            // Nothing is ever sent: either the time runs out, or the sender is dropped.
            let _ = over.recv_timeout(time);
            stop.store(true, Ordering::Relaxed);
        });
        let result = work();
        drop(done);
        result
    })
}
