//! The order in which moves are looked at.

use std::cmp::Reverse;

use crate::rules::Evaluate;

/// Before all quiet moves: the move of the table, and those that gain.
pub(super) const BEST: i32 = i32::MAX;
pub(super) const GAINING: i32 = 1 << 24;
pub(super) const KILLER: i32 = 1 << 23;

/// So many moves are picked one by one before the rest is sorted: most often the first suffices.
const PICKED: usize = 3;

/// A legal move with what it leads to.
#[derive(Clone)]
pub(super) struct Child<P: Evaluate> {
    pub(super) legal: P::Move,
    pub(super) after: P,
    pub(super) order: i32,
}

/// Brings the most promising of the moves from that number on to its place.
pub(super) fn bring_forward<P: Evaluate>(children: &mut [Child<P>], number: usize) {
    let rest = &mut children[number..];
    if number < PICKED {
        let best = (0..rest.len()).max_by_key(|place| (rest[*place].order, usize::MAX - place));
        rest.swap(0, best.unwrap_or(0));
    } else if number == PICKED {
        rest.sort_by_key(|child| Reverse(child.order));
    }
}
