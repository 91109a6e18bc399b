//! A whole turn as a value: its effect.

use std::fmt;

use crate::rules::Square;

/// A piece and where it is put before the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Put {
    /// Where.
    pub square: Square,
    /// Its level.
    pub level: u8,
}

/// One whole turn of one side: what it changes on the board. Walks that change
/// the same are the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Six pieces are put on the first row: their levels from file a to file f (G2).
    Row([u8; 6]),
    /// Six pieces are put on the first two rows, sorted by the name of their square (G2).
    Rows([Put; 6]),
    /// A piece ends on an empty square: from where, to where (G6).
    End([Square; 2]),
    /// A piece takes the place of another: from where, to where, and where the
    /// other one is put (G7).
    Swap([Square; 3]),
    /// A piece enters the opponent's goal: from where (G10).
    Goal(Square),
}

/// The notation: `231123`, `a1=3 b1=1 …`, `a1-b3`, `a1-b3=d4`, `a1-goal`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(levels) => levels.iter().try_for_each(|level| write!(f, "{level}")),
            Self::Rows(puts) => puts.iter().enumerate().try_for_each(|(number, put)| {
                let gap = if number == 0 { "" } else { " " };
                write!(f, "{gap}{put}")
            }),
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
