//! Move ordering.

use std::cmp::Reverse;

use crate::rules::Evaluate;

/// The order of the table's move and of capturing moves, before all quiet moves.
pub(super) const BEST: i32 = i32::MAX;
pub(super) const GAINING: i32 = 1 << 24;
pub(super) const KILLER: i32 = 1 << 23;

/// The number of moves picked one by one before the rest is sorted: usually the first move
/// suffices.
const PICKED: usize = 3;

/// A legal move with the position after it.
#[derive(Clone)]
pub(super) struct Child<P: Evaluate> {
    pub(super) legal: P::Move,
    pub(super) after: P,
    pub(super) order: i32,
}

/// Swaps the most promising move from `number` on to that index.
pub(super) fn bring_forward<P: Evaluate>(children: &mut [Child<P>], number: usize) {
    let rest = &mut children[number..];
    if number < PICKED {
        let best = (0..rest.len()).max_by_key(|place| (rest[*place].order, usize::MAX - place));
        rest.swap(0, best.unwrap_or(0));
    } else if number == PICKED {
        rest.sort_by_key(|child| Reverse(child.order));
    }
}
