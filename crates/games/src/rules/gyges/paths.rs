//! Every path that a piece can walk without bouncing, computed once.
//!
//! A path of three steps or fewer that never turns straight back visits no square twice. So there
//! are at most 4, 12 and 36 of one, two and three steps from a square, and G8 allows each of them alone.

use super::board::{Bits, FILES, Index, bit, goal, square};
use crate::rules::{Side, Square};

/// What a move must not use twice (G8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// The border between two squares.
    Border,
    /// A square.
    Square,
}

/// One path from a square, straight or with turns, without a bounce. Its last step may enter a
/// goal, which uses up nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares between the ends, which must be empty (G5).
    pub through: Bits,
    /// The borders or squares that it uses up (G8), one bit each.
    pub uses: Bits,
    /// The same in order; the first `steps - 1` count.
    via: [Index; 2],
    /// The end: a square, or a [`goal`].
    pub end: Index,
    /// The number of steps.
    steps: u8,
}

impl Path {
    /// Returns whether the squares between its ends are empty (G5), and nothing is used twice (G8).
    #[inline]
    pub fn is_open(&self, occupied: Bits, used: Bits) -> bool {
        self.through & occupied == 0 && self.uses & used == 0
    }

    /// The squares it enters, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let via = &self.via[..usize::from(self.steps) - 1];
        let all = via.iter().chain([&self.end]);
        all.filter(|at| **at < 36).map(|at| square(*at))
    }
}

/// All paths of a ruleset, by start and number of steps.
#[derive(Debug)]
pub struct Table([[Vec<Path>; 3]; 36]);

impl Table {
    /// The paths for this kind of reuse, with goals that are entered from the files in `gates`, one
    /// bit each.
    pub fn new(reuse: Reuse, gates: u8) -> Self {
        let paths = |start, steps: u8| {
            let all = 0..4_u32.pow(steps.into());
            all.filter_map(move |directions| path(start, steps, directions, reuse, gates))
        };
        Self(std::array::from_fn(|start| {
            [1, 2, 3].map(|steps| paths(start as Index, steps).collect())
        }))
    }

    /// The paths of `steps` steps, 1 to 3, from a square.
    #[inline]
    pub fn from(&self, at: Index, steps: u8) -> &[Path] {
        &self.0[usize::from(at)][usize::from(steps) - 1]
    }
}

/// The square next to another in a direction (0 up, 1 right, 2 down, 3 left), or the goal behind it
/// if its file is one of the `gates`; `None` past an edge or from a goal.
fn neighbour(at: Index, direction: u32, gates: u8) -> Option<Index> {
    let file = at % FILES;
    let rank = at / FILES;
    if rank == FILES {
        return None;
    }
    match direction {
        0 if rank + 1 < FILES => Some(at + FILES),
        1 if file + 1 < FILES => Some(at + 1),
        2 if rank > 0 => Some(at - FILES),
        3 if file > 0 => Some(at - 1),
        // From the last rank outwards.
        0 if gates >> file & 1 == 1 => Some(goal(Side::Second)),
        2 if gates >> file & 1 == 1 => Some(goal(Side::First)),
        _ => None,
    }
}

/// The bit of the border between two squares next to each other: 30 borders
/// between files, then 30 between ranks.
pub fn border(one: Index, another: Index) -> Bits {
    let low = one.min(another);
    if one / FILES == another / FILES {
        1 << (low / FILES * (FILES - 1) + low % FILES)
    } else {
        1 << (30 + low)
    }
}

/// The path of `steps` steps whose directions are the digits of a number in base four; `None` if it
/// leaves the board or turns straight back.
fn path(start: Index, steps: u8, directions: u32, reuse: Reuse, gates: u8) -> Option<Path> {
    let mut path = Path {
        through: 0,
        uses: 0,
        via: [0; 2],
        end: start,
        steps,
    };
    for step in 0..steps {
        let direction = directions >> (2 * step) & 3;
        if step > 0 {
            let before = directions >> (2 * (step - 1)) & 3;
            if direction == (before + 2) % 4 {
                return None;
            }
            path.through |= bit(path.end);
            path.via[usize::from(step) - 1] = path.end;
        }
        let next = neighbour(path.end, direction, gates)?;
        path.uses |= match reuse {
            Reuse::Border if next / FILES < FILES => border(path.end, next),
            Reuse::Square if next / FILES < FILES => bit(next),
            _ => 0,
        };
        path.end = next;
    }
    Some(path)
}
