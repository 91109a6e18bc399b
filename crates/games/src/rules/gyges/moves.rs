//! A move: a whole turn, by its effect.

use std::fmt;

use super::ruleset::Layout;
use crate::rules::Square;

/// A piece and the square where it is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Put {
    /// The square.
    pub square: Square,
    /// Its level.
    pub level: u8,
}

/// One whole turn of one side, by its effect on the board. Walks with the same effect are the same
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Six pieces are put on the board by that layout, sorted by the name of their
    /// square (G2).
    SetUp(Layout, [Put; 6]),
    /// A piece ends on an empty square: start and end (G6).
    End([Square; 2]),
    /// A piece takes the place of another: start, end, and the square where the other one is put
    /// (G7).
    Swap([Square; 3]),
    /// A piece enters the opponent's goal: start (G10).
    Goal(Square),
}

/// The notation: `231123`, `a1=3 b1=1 …`, `a1-b3`, `a1-b3=d4`, `a1-goal`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp(Layout::TwoRows, puts) => {
                f.write_str(&puts.map(|put| put.to_string()).join(" "))
            }
            // Sorted by name, the squares of a row go from file a to file f.
            Self::SetUp(_, puts) => puts.iter().try_for_each(|put| write!(f, "{}", put.level)),
            Self::End([from, to]) => write!(f, "{from}-{to}"),
            Self::Swap([from, to, drop]) => write!(f, "{from}-{to}={drop}"),
            Self::Goal(from) => write!(f, "{from}-goal"),
        }
    }
}

/// `a1=3`.
impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.square, self.level)
    }
}
