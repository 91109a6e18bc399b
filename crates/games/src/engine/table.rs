//! The transposition table.

use super::{MAX_PLY, WIN};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A result for a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<M> {
    pub(super) key: u64,
    pub(super) legal: Option<M>,
    pub(super) value: i32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// A table of positions, of a fixed size.
#[derive(Debug)]
pub(super) struct Table<M>(Vec<Option<Found<M>>>);

impl<M: Copy> Table<M> {
    /// An empty table of at most `bytes` bytes, with at least one entry.
    pub(super) fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<Option<Found<M>>>()).max(1);
        Self(vec![None; 1 << entries.ilog2()])
    }

    fn place(&self, key: u64) -> usize {
        // Its length is a power of two.
        key as usize & (self.0.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Found<M>> {
        self.0[self.place(key)].filter(|found| found.key == key)
    }

    /// Stores a result, unless a deeper one for the same position is stored.
    pub(super) fn put(&mut self, found: Found<M>) {
        let place = self.place(found.key);
        let known = &mut self.0[place];
        match known {
            Some(old) if old.key == found.key && old.depth > found.depth => {}
            _ => *known = Some(found),
        }
    }
}

/// The value seen from `plies` later, or earlier if negative: the table stores wins by their
/// distance from the position itself.
pub(super) fn later(value: i32, plies: i32) -> i32 {
    if value >= WIN - 2 * MAX_PLY as i32 {
        value + plies
    } else if value <= 2 * MAX_PLY as i32 - WIN {
        value - plies
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_it_may_be() {
        for most in [0, 1 << 10, 1_000_000, 64 << 20] {
            let table = Table::<[u8; 12]>::new(most);
            let bytes = size_of_val(&*table.0);
            assert!(bytes <= most.max(64), "{bytes} of {most}");
            assert!(bytes * 2 + 64 > most, "{bytes} of {most}");
        }
    }
}
